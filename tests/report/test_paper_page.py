"""The report of a reproduced paper."""

import comparisons
import pytest

from rosenblatt.report import render_paper


@pytest.mark.parametrize("mark", ["✓ inside", "▼ outside", "○ not counted", "– not run"])
def test_every_verdict_has_its_mark(mark):
    assert mark in render_paper(comparisons.paper())


def test_an_inside_that_is_not_counted_is_only_shown():
    paper = comparisons.paper()
    paper["tables"][0]["verdicts"] = ["inside (not counted)"] * 4
    assert "✓ inside" not in render_paper(paper)


def test_counts_given_are_printed():
    paper = comparisons.paper() | {"counts": {"cells inside": 139, "cells in all": 144}}
    assert "<dt>cells inside</dt><dd>139</dd>" in render_paper(paper)


def test_without_counts_the_verdicts_are_counted():
    assert "<dt>inside the tolerance</dt><dd>1</dd>" in render_paper(comparisons.paper())


def test_a_table_without_verdicts_has_no_such_column():
    paper = comparisons.paper()
    paper["tables"][0]["verdicts"] = None
    assert "Verdict" not in render_paper(paper)


def test_a_note_is_shown_with_its_verdict():
    paper = comparisons.paper()
    table = paper["tables"][0]
    table["columns"].append("note")
    table["rows"] = [[*row, "the coding is not known"] for row in table["rows"]]
    html = render_paper(paper)
    assert 'inside</span><span class="small soft">the coding is not known' in html
    assert "Note</button>" not in html


def test_a_column_without_any_value_is_left_out():
    paper = comparisons.paper()
    paper["tables"][0]["rows"] = [[*row[:4], None, row[5]] for row in paper["tables"][0]["rows"]]
    html = render_paper(paper)
    assert "Difference</button>" not in html
    assert "Tolerance</button>" in html


def test_numbers_have_as_many_decimals_as_they_were_given():
    paper = comparisons.paper()
    paper["tables"][0]["rows"] = [["pima", "RCD", 22.1, 22.345, 0.2, 1.0]]
    html = render_paper(paper)
    assert ">22.1</td>" in html
    assert ">22.345</td>" in html


def test_command_versions_and_notes_are_on_the_page():
    html = render_paper(comparisons.paper())
    for words in ("rosenblatt reproduce li --splits 50", "rosenblatt 0.1.0", "was inferred"):
        assert words in html


def test_hostile_words_in_a_paper_are_escaped():
    words = comparisons.HOSTILE[0]
    table = {"title": words, "caption": words, "columns": [words], "rows": [[words]]}
    paper = {"title": words, "citation": words, "command": words, "notes": [words]}
    assert words not in render_paper(paper | {"tables": [table]})


def grid(distance):
    cells = [
        [{"ours": 20.1, "paper": 20.0, "distance": distance, "counted": True, "tip": "near"}, None]
    ]
    return {"corner": "set / by", "rows": ["pima"], "columns": ["RCD", "pocket"], "cells": cells,
            "decimals": 1}  # fmt: skip


@pytest.mark.parametrize(
    ("distance", "shade"),
    [(0.0, "near-1"), (0.6, "near-3"), (1.0, "near-4"), (1.2, "far-5"), (3.0, "far-6"),
     (None, "number")],
)  # fmt: skip
def test_a_printed_table_is_shaded_by_the_distance(distance, shade):
    paper = comparisons.paper()
    paper["tables"][0]["grid"] = grid(distance)
    cell = render_paper(paper).split('class="printed"')[1].split("<td")[1]
    assert shade in cell
    assert "<b>20.1</b>" in cell and ">20.0</span>" in cell
    assert cell.index("20.1") < cell.index("20.0")


def test_a_printed_table_keeps_every_number_with_its_tolerance():
    paper = comparisons.paper()
    paper["tables"][0]["grid"] = grid(0.5)
    details = render_paper(paper).split("<details")[1]
    assert "✓ inside" in details and ">0.6<" in details
