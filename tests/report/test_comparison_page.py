"""The text of a comparison's report."""

import re

import comparisons
import pytest

from rosenblatt.report import render_comparison


def sections(html: str) -> set[str]:
    return set(re.findall(r'<section id="([a-z]+)"', html))


def row_of(html: str, name: str) -> str:
    body = html.split('id="leaderboard"')[1].split("</table>")[0]
    return next(row for row in body.split("<tr")[1:] if name in row)


def test_a_full_comparison_has_every_section():
    assert sections(render_comparison(comparisons.comparison())) == {
        "leaderboard", "errors", "learning", "noise", "confusion", "weights", "projection",
        "data", "method", "notes",
    }  # fmt: skip


def test_parts_that_are_none_are_left_out():
    found = comparisons.comparison() | {"weights": None, "projection": None, "notes": []}
    assert not sections(render_comparison(found)) & {"weights", "projection", "notes"}


def test_without_noise_there_are_no_noise_curves():
    assert "noise" not in sections(render_comparison(comparisons.without_errors()))


def test_the_page_loads_nothing():
    html = render_comparison(comparisons.hostile())
    tags = re.findall(r"<[a-z][^>]*>", html)
    named = [re.findall(r'(?:src|href)="([^"]*)"', tag) for tag in tags]
    assert {place for places in named for place in places if not place.startswith("#")} == {
        "data:,"
    }
    assert "url(" not in html


def test_no_element_has_a_style_or_a_handler_of_its_own():
    body = render_comparison(comparisons.hostile()).split("<body>")[1].split("<script>")[0]
    tags = re.findall(r"<[a-z][^>]*>", body)
    assert not [tag for tag in tags if re.search(r'\s(style|on\w+)="', tag)]


def test_verdicts_and_intervals_are_those_of_the_judgement():
    found = comparisons.comparison()
    best, second, third = (e["name"] for e in found["entries"][:3])
    found["differences"] = [
        {"a": best, "b": second, "mean": 0.01, "low": -0.01, "high": 0.03,
         "verdict": "cannot tell"},
        {"a": best, "b": third, "mean": 0.1, "low": 0.08, "high": 0.12, "verdict": "worse"},
    ]  # fmt: skip
    html = render_comparison(found)
    words = [row_of(html, e["label"]) for e in found["entries"][:4]]
    marks = ["★ best", "● cannot tell", "▼ worse", "– not judged"]
    assert all(mark in row for mark, row in zip(marks, words, strict=True))
    assert "8.0 to 12.0" in words[2]


def test_a_failed_learner_is_shown_with_its_reason():
    found = comparisons.comparison()
    found["entries"][1] |= {"failed": "ran out of memory", "mean": None, "errors": []}
    row = row_of(render_comparison(found), found["entries"][1]["label"])
    assert "ran out of memory" in row
    assert "✕ not measured" in row


def test_a_learner_trained_on_fewer_rows_says_so():
    found = comparisons.comparison()
    found["entries"][0]["subsample"] = 5000
    assert "trained on only 5\u202f000 rows" in row_of(
        render_comparison(found), found["entries"][0]["label"]
    )


def test_the_learner_whose_model_was_kept_is_named():
    found = comparisons.comparison()
    kept = next(e for e in found["entries"] if e["name"] == found["chosen"])
    html = render_comparison(found)
    assert "model kept" in row_of(html, kept["label"])
    assert html.count("model kept") == 1


def test_only_the_largest_of_ten_thousand_weights_are_drawn():
    html = render_comparison(comparisons.wide())
    assert "The 20 largest of 10\u202f000." in html
    assert html.split('id="weights"')[1].split("</svg>")[0].count('class="bar ') == 20


def test_weights_of_several_classes_are_a_matrix():
    html = render_comparison(comparisons.comparison(3))
    assert html.split('id="weights"')[1].split("</svg>")[0].count('class="cell ') == 3 * 12


def test_errors_that_differ_by_hundredths_are_printed_with_two_decimals():
    found = comparisons.comparison()
    found["entries"][0] |= {"mean": 0.012345, "standard_error": 0.0002}
    assert "1.23" in row_of(render_comparison(found), found["entries"][0]["label"])


@pytest.mark.parametrize("make", [comparisons.comparison, comparisons.wide, comparisons.hostile])
def test_a_page_is_small(make):
    assert len(render_comparison(make()).encode()) < 400_000


def test_a_page_of_many_classes_is_small():
    assert len(render_comparison(comparisons.comparison(26)).encode()) < 400_000


def test_rendering_does_not_change_its_input():
    found = comparisons.comparison()
    render_comparison(found)
    assert found == comparisons.comparison()


def test_an_empty_comparison_is_a_page():
    assert "Nothing ran." in render_comparison({"name": "x", "summary": ["Nothing ran."]})


def test_all_learners_failed_is_a_page():
    found = comparisons.comparison()
    for e in found["entries"]:
        e |= {"failed": "no memory", "mean": None, "errors": []}
    assert render_comparison(found).count("✕ not measured") == len(found["entries"])
