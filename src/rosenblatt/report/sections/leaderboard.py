"""All learners in one table, with their errors drawn next to the numbers."""

from typing import Any

from rosenblatt.judgement import BETTER, CANNOT_TELL, WORSE
from rosenblatt.metrics import METRICS, Metric
from rosenblatt.report import html_table
from rosenblatt.report.charts.error_bars import SHAPES, off_scale
from rosenblatt.report.charts.frame import line, marker, svg_chart
from rosenblatt.report.charts.scale import Scale, scale_for
from rosenblatt.report.markup import Markup, element, isolated_name, join
from rosenblatt.report.metric_text import column_title, loss, loss_interval, metric_of
from rosenblatt.report.number_text import MISSING, count, duration, is_number
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
    references,
    verdict_of,
)

MARKS = {
    "best": ("★ best", "good"),
    CANNOT_TELL: ("● cannot tell", "plainly"),
    WORSE: ("▼ worse", "bad"),
    BETTER: ("▲ better", "good"),
    "not judged": ("– not judged", "soft"),
    "failed": ("✕ not measured", "bad"),
}


def columns(comparison: dict[str, Any]) -> list[html_table.Column]:
    return [
        html_table.Column("Learner"),
        html_table.Column(column_title(metric_of(comparison)), numeric=True, sorted=True),
        html_table.Column("", sortable=False, class_="strip wide"),
        html_table.Column("vs. best"),
        html_table.Column("Fit", numeric=True, class_="wide"),
        html_table.Column("Predict", numeric=True, class_="wide"),
    ]


def leaderboard(comparison: dict[str, Any]) -> Markup:
    found = [*measured(comparison), *references(comparison)]
    scale = strip_scale(comparison)
    rows = [measured_row(comparison, entry, scale) for entry in found]
    rows += [failed_row(entry) for entry in failed(comparison)]
    title = metric_of(comparison).title
    text = intro(
        f"{title[:1].upper()}{title[1:]} with its standard error, lowest first. Below each verdict "
        "is the interval of the difference to the lowest, in points; “cannot tell” means that it "
        "contains 0."
    )
    table = html_table.table("Leaderboard", columns(comparison), rows)
    return section("leaderboard", "Leaderboard", text, key(comparison), table)


def key(comparison: dict[str, Any]) -> Markup:
    items = [
        (small_marker("ours"), "learners of rosenblatt"),
        (small_marker("theirs"), "other learners"),
        ("★ ", "lowest error"),
        ("● ", "these rows cannot tell"),
        ("▼ ", "worse"),
        ("– ", "trained on fewer rows, or one split only: not judged"),
    ]
    if references(comparison):
        items.insert(2, (small_marker("reference"), "for reference: neither ranked nor kept"))
    return element("ul", *[element("li", mark, text) for mark, text in items], class_="key")


def small_marker(group: str) -> Markup:
    drawn = marker(SHAPES[group], 5.0, 5.0, 4, class_=f"dot {group}")
    return element(
        "svg", drawn, class_="chart marker", viewBox="0 0 10 10", width=10, height=10,
        aria_hidden="true",
    )  # fmt: skip


def strip_scale(comparison: dict[str, Any]) -> Scale:
    """From the lowest to the highest error of those better than guessing; others get an arrow."""
    metric = metric_of(comparison)
    drawn = [interval(e, 1, metric) for e in better_than_guessing(comparison)]
    ends = [i.mean + k * i.spread for i in drawn for k in (-1, 1)]
    return scale_for(ends, 6.0, 194.0)


def measured_row(comparison: dict[str, Any], entry: EntryDict, scale: Scale) -> Markup:
    digits, metric = decimals(comparison), metric_of(comparison)
    verdict = verdict_of(comparison, entry)
    spread = loss(entry.get("standard_error"), metric, digits)
    error = join(
        loss(entry["mean"], metric, digits), element("span", f" ± {spread}", class_="soft")
    )
    tones = {"best": "top"} | ({verdict: "reference"} if entry.get("reference") else {})
    return html_table.row(
        name(entry, remark(comparison, entry)),
        html_table.number_cell(error, entry["mean"]),
        element("td", strip(entry, scale, digits, metric), class_="strip wide"),
        verdict_cell(verdict, difference_to(comparison, entry), metric),
        html_table.wide_cell(duration(entry.get("fit_seconds")), entry.get("fit_seconds")),
        html_table.wide_cell(duration(entry.get("predict_seconds")), entry.get("predict_seconds")),
        class_=tones.get(verdict, ""),
    )


def failed_row(entry: EntryDict) -> Markup:
    reason = str(entry.get("failed") or "no error was measured")
    return html_table.row(
        name(entry, reason[:300]),
        html_table.number_cell(MISSING, None),
        html_table.cell("", class_="strip wide"),
        verdict_cell("failed", None, METRICS["error"]),
        html_table.wide_cell(MISSING, None),
        html_table.wide_cell(MISSING, None),
    )


def name(entry: EntryDict, remark: str) -> Markup:
    note = element("span", remark, class_="small soft") if remark else None
    return html_table.name_cell(
        small_marker(group_of(entry)), isolated_name(label(entry)), note, value=label(entry)
    )


def group_of(entry: EntryDict) -> str:
    if entry.get("reference"):
        return "reference"
    return "ours" if entry.get("ours") else "theirs"


def remark(comparison: dict[str, Any], entry: EntryDict) -> str:
    """Whether the model was kept, and whether it was trained on fewer rows."""
    rows, chosen = entry.get("subsample"), comparison.get("chosen")
    kept = "model kept" if chosen and chosen == entry.get("name") else ""
    some = f"trained on only {count(rows)} rows" if is_number(rows) else ""
    reference = "for reference only" if entry.get("reference") else ""
    return "; ".join(filter(None, [kept, some, reference]))


def strip(entry: EntryDict, scale: Scale, digits: int, metric: Metric) -> Markup:
    """The error as a dot with its bar, on the same scale in every row."""
    drawn = interval(entry, digits, metric)
    if drawn.mean > scale.high:
        return svg_chart(200, 22, drawn.tip, off_scale("", scale, 15.5, 0))
    low, high = (min(scale(drawn.mean + k * drawn.spread), 200.0) for k in (-1, 1))
    shape = marker(SHAPES[drawn.group], scale(drawn.mean), 11, 4.5,
                   class_=f"dot {drawn.group}", data_tip=drawn.tip)  # fmt: skip
    base = line(4, 11, 196, 11, "grid")
    whisker = line(low, 11, high, 11, f"whisker {drawn.group}")
    return svg_chart(200, 22, drawn.tip, base, whisker, shape)


def verdict_cell(verdict: str, difference: dict[str, Any] | None, metric: Metric) -> Markup:
    """The verdict, and below it the interval that it follows from."""
    text, tone = MARKS.get(verdict, (verdict, "soft"))
    order = list(MARKS).index(verdict) if verdict in MARKS else len(MARKS)
    found = difference or {}
    shown = loss_interval(found.get("low"), found.get("high"), metric) if found else ""
    below = element("span", shown, class_="small soft interval") if shown else None
    key = f"{order}.{max(found.get('mean') or 0.0, 0.0):.6f}".replace(".0.", ".")
    mark = element("span", text, class_=f"verdict-mark {tone}")
    return html_table.cell(join(mark, below), key)
