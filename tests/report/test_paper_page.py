"""The page of a reproduced paper."""

import comparisons
import pytest

from rosenblatt.report import render_paper


@pytest.mark.parametrize("mark", ["✓ inside", "▼ outside", "○ shown, not counted", "– not run"])
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


def test_command_versions_and_notes_are_on_the_page():
    html = render_paper(comparisons.paper())
    for words in ("rosenblatt reproduce li --splits 50", "rosenblatt 0.1.0", "was inferred"):
        assert words in html


def test_hostile_words_in_a_paper_are_escaped():
    words = comparisons.HOSTILE[0]
    table = {"title": words, "caption": words, "columns": [words], "rows": [[words]]}
    paper = {"title": words, "citation": words, "command": words, "notes": [words]}
    assert words not in render_paper(paper | {"tables": [table]})
