"""All learners in one table, with their errors drawn next to the numbers."""

from typing import Any

from rosenblatt.judgement import CANNOT_TELL, WORSE
from rosenblatt.report import html_table
from rosenblatt.report.charts.error_bars import off_scale
from rosenblatt.report.charts.frame import line, marker, svg_chart
from rosenblatt.report.charts.scale import Scale, scale_for
from rosenblatt.report.markup import Markup, element, isolated_name, join
from rosenblatt.report.number_text import (
    MISSING,
    count,
    duration,
    interval_points,
    is_number,
    points,
)
from rosenblatt.report.page import intro, section
from rosenblatt.report.verdicts import (
    EntryDict,
    better_than_guessing,
    decimals,
    difference_to,
    failed,
    interval,
    label,
    measured,
    verdict_of,
)

MARKS = {
    "best": ("★ best", "good"),
    CANNOT_TELL: ("● cannot tell", "good"),
    WORSE: ("▼ worse", "bad"),
    "not judged": ("– not judged", "soft"),
    "failed": ("✕ not measured", "bad"),
}
COLUMNS = [
    html_table.Column("Learner"),
    html_table.Column("Error %", numeric=True, sorted=True),
    html_table.Column("", sortable=False, class_="strip"),
    html_table.Column("vs. best"),
    html_table.Column("By points", numeric=True),
    html_table.Column("Fit", numeric=True),
    html_table.Column("Predict", numeric=True),
]


def leaderboard(comparison: dict[str, Any]) -> Markup:
    found = measured(comparison)
    scale = strip_scale(comparison)
    rows = [measured_row(comparison, entry, scale) for entry in found]
    rows += [failed_row(entry) for entry in failed(comparison)]
    text = intro(
        "Test errors with their standard errors, lowest first. “By points” is the interval of the "
        "difference to the lowest error; “cannot tell” means that it contains 0."
    )
    return section(
        "leaderboard", "Leaderboard", text, key(), html_table.table("Leaderboard", COLUMNS, rows)
    )


def key() -> Markup:
    items = [
        (small_marker(True), "learners of rosenblatt"),
        (small_marker(False), "other learners"),
        ("★ ", "lowest error"),
        ("● ", "these rows cannot tell"),
        ("▼ ", "worse"),
        ("– ", "trained on fewer rows, or one split only: not judged"),
    ]
    return element("ul", *[element("li", mark, text) for mark, text in items], class_="key")


def small_marker(ours: bool) -> Markup:
    drawn = marker(0 if ours else 1, 5.0, 5.0, 4, class_=f"dot {'ours' if ours else 'theirs'}")
    return element(
        "svg", drawn, class_="chart marker", viewBox="0 0 10 10", width=10, height=10,
        aria_hidden="true",
    )  # fmt: skip


def strip_scale(comparison: dict[str, Any]) -> Scale:
    """From the lowest to the highest error of those better than guessing; others get an arrow."""
    drawn = [interval(e, 1) for e in better_than_guessing(comparison)]
    ends = [i.mean + k * i.spread for i in drawn for k in (-1, 1)]
    return scale_for(ends, 6.0, 194.0)


def measured_row(comparison: dict[str, Any], entry: EntryDict, scale: Scale) -> Markup:
    digits = decimals(comparison)
    verdict = verdict_of(comparison, entry)
    error = join(
        points(entry["mean"], digits),
        element("span", f" ± {points(entry.get('standard_error'), digits)}", class_="soft"),
    )
    return html_table.row(
        name(entry, remark(comparison, entry)),
        html_table.number_cell(error, entry["mean"]),
        element("td", strip(entry, scale, digits), class_="strip"),
        verdict_cell(verdict),
        difference_cell(difference_to(comparison, entry)),
        html_table.number_cell(duration(entry.get("fit_seconds")), entry.get("fit_seconds")),
        html_table.number_cell(
            duration(entry.get("predict_seconds")), entry.get("predict_seconds")
        ),
        class_="top" if verdict == "best" else "",
    )


def failed_row(entry: EntryDict) -> Markup:
    reason = str(entry.get("failed") or "no error was measured")
    empty = [html_table.number_cell(MISSING, None) for _ in range(3)]
    return html_table.row(
        name(entry, reason[:300]),
        html_table.number_cell(MISSING, None),
        html_table.cell("", class_="strip"),
        verdict_cell("failed"),
        *empty,
    )


def name(entry: EntryDict, remark: str) -> Markup:
    note = element("span", remark, class_="small soft") if remark else None
    mark = small_marker(bool(entry.get("ours")))
    return html_table.name_cell(mark, isolated_name(label(entry)), note, value=label(entry))


def remark(comparison: dict[str, Any], entry: EntryDict) -> str:
    """Whether its model was kept, and whether it was trained on fewer rows."""
    rows, chosen = entry.get("subsample"), comparison.get("chosen")
    kept = "model kept" if chosen and chosen == entry.get("name") else ""
    some = f"trained on only {count(rows)} rows" if is_number(rows) else ""
    return "; ".join(filter(None, [kept, some]))


def strip(entry: EntryDict, scale: Scale, digits: int) -> Markup:
    """The error as a dot with its bar, on the same scale in every row."""
    drawn = interval(entry, digits)
    if drawn.mean > scale.high:
        return svg_chart(200, 22, drawn.tip, off_scale("", scale, 15.5, 0))
    low, high = (scale(drawn.mean + k * drawn.spread) for k in (-1, 1))
    shape = marker(0 if entry.get("ours") else 1, scale(drawn.mean), 11, 4.5,
                   class_=f"dot {drawn.group}", data_tip=drawn.tip)  # fmt: skip
    base = line(4, 11, 196, 11, "grid")
    whisker = line(low, 11, high, 11, f"whisker {drawn.group}")
    return svg_chart(200, 22, drawn.tip, base, whisker, shape)


def verdict_cell(verdict: str) -> Markup:
    text, tone = MARKS.get(verdict, (verdict, "soft"))
    order = list(MARKS).index(verdict) if verdict in MARKS else len(MARKS)
    return html_table.cell(element("span", text, class_=f"verdict-mark {tone}"), order)


def difference_cell(difference: dict[str, Any] | None) -> Markup:
    found = difference or {}
    text = interval_points(found.get("low"), found.get("high"))
    return html_table.number_cell(text, found.get("mean"))
