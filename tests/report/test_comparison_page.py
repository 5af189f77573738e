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
        "leaderboard", "errors", "measures", "thresholds", "confusion", "hard", "importance",
        "weights", "projection", "learning", "noise", "data", "participants", "method", "notes",
        "next",
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


def test_weights_are_called_those_of_all_rows_only_if_they_are():
    found = comparisons.comparison()
    assert f"fitted to all {found['n_rows']} rows" in render_comparison(found)
    some = render_comparison(found | {"model_rows": 100})
    assert f"fitted to 100 of {found['n_rows']} rows" in some


def test_the_largest_weights_are_counted_among_all_features():
    found = comparisons.comparison(n_features=12) | {"n_features": 55_000}
    assert "The 12 largest of 55\u202f000." in render_comparison(found)


def matrix_of(html: str) -> str:
    return html.split('id="confusion"')[1].split("<svg")[1].split("</svg>")[0]


def test_confusion_counts_every_row_once_however_many_repeats():
    found = comparisons.comparison()
    once = matrix_of(render_comparison(found))
    for e in found["entries"]:
        e["confusion"] = [[4 * n for n in row] for row in e["confusion"]]
    again = render_comparison(found | {"repeats": 4})
    assert "counts once (means over 4 repeats)" in again
    assert matrix_of(again) == once


def test_cells_of_four_digits_and_more_are_not_blank():
    classes = [f"c{k}" for k in range(12)]
    matrix = [[1234 if i == j else 45_678 for j in range(12)] for i in range(12)]
    found = comparisons.comparison() | {"classes": classes, "curves": None, "hard_rows": []}
    found["entries"][0]["confusion"] = matrix
    drawn = matrix_of(render_comparison(found))
    assert drawn.count('class="over"') == 144
    assert drawn.count("46k") == 132


def test_the_rank_chart_is_drawn_only_where_it_says_something_else():
    found = comparisons.comparison()
    assert "Mean ranks" not in render_comparison(found)  # three splits are too few
    for k, e in enumerate(found["entries"]):
        e |= {"errors": [e["mean"]] * 6, "rank": k + 1.0}
    assert "Mean ranks" not in render_comparison(found)
    found["entries"][0]["rank"], found["entries"][2]["rank"] = 3.0, 1.0
    assert "Mean ranks" in render_comparison(found)


def test_the_origin_tells_command_version_seed_date_and_file():
    html = render_comparison(comparisons.comparison())
    origin = html.split('class="origin"')[1].split("</p>")[0]
    for part in ("rosenblatt compare tumours.csv", "rosenblatt 0.1.0", "seed 0",
                 "2026-01-02 03:04:05 UTC", "abababababab…", "ab" * 32):  # fmt: skip
        assert part in origin
    assert "rosenblatt predict best.rosenblatt" in html.split('id="next"')[1]


def test_a_reference_is_grey_and_not_ranked():
    found = comparisons.comparison()
    html = render_comparison(found)
    assert "for reference only" in row_of(html, "gradient-boosted trees")
    assert f"of {len(found['entries']) - 1}" in html.split("key-numbers")[-1]


def test_a_class_that_is_never_recognised_is_marked():
    found = comparisons.comparison()
    found["entries"][0]["confusion"] = [[90, 0], [150, 0]]
    table = render_comparison(found).split('id="measures"')[1].split("</table>")[0]
    assert table.count(">never<") >= 1


def test_settings_are_told_whether_tuned_or_not():
    found = comparisons.comparison()
    assert "C=1 (2), C=0.1 (1)" in render_comparison(found)
    for e in found["entries"]:
        e["tuned"] = []
    plain = render_comparison(found | {"tune": False})
    assert "Nothing was tuned" in plain and "AveragedPerceptron()" in plain


@pytest.mark.parametrize("metric", ["balanced", "f1", "auc"])
def test_shares_are_told_in_percent_whatever_the_measure(metric):
    found = comparisons.comparison() | {"metric": metric}
    assert "in %" in render_comparison(found).split('id="errors"')[1].split("</svg>")[0]


def test_a_log_loss_is_told_as_it_is():
    found = comparisons.comparison() | {"metric": "logloss"}
    found["entries"][0] |= {"mean": 0.1234, "standard_error": 0.01}
    html = render_comparison(found)
    assert "0.123" in row_of(html, found["entries"][0]["label"])
    assert "log loss in %" not in html


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
