"""All learners in one table, with their errors drawn beside the numbers."""

from typing import Any

from rosenblatt.report import grid
from rosenblatt.report.charts.error_bars import beyond
from rosenblatt.report.charts.frame import line, sheet, sign
from rosenblatt.report.charts.scale import Scale, span
from rosenblatt.report.markup import Markup, element, join, named
from rosenblatt.report.numerals import NONE, count, duration, is_number, percent, points
from rosenblatt.report.numerals import probability as p_value
from rosenblatt.report.page import lead, section
from rosenblatt.report.standing import (
    Entry,
    better_than_guessing,
    decimals,
    difference_to,
    failed,
    interval,
    label,
    measured,
    standing,
)

WORDS = {
    "best": ("★ lowest", "good"),
    "level": ("● level", "good"),
    "worse": ("▼ worse", "bad"),
    "failed": ("✕ not measured", "bad"),
}
COLUMNS = [
    grid.Column("Learner"),
    grid.Column("Error, %", number=True, sorted=True),
    grid.Column("", sorts=False, class_="strip"),
    grid.Column("Against best"),
    grid.Column("Rank", number=True),
    grid.Column("Fit", number=True),
    grid.Column("Predict", number=True),
]


def leaderboard(comparison: dict[str, Any]) -> Markup:
    found = measured(comparison)
    scale = strip_scale(comparison)
    rows = [measured_row(comparison, entry, scale) for entry in found]
    rows += [failed_row(entry) for entry in failed(comparison)]
    words = lead(
        "Test errors with their standard errors, lowest first. “Level” means that the difference "
        "to the lowest error is not significant."
    )
    return section(
        "leaderboard", "Leaderboard", words, key(), grid.table("Leaderboard", COLUMNS, rows)
    )


def key() -> Markup:
    items = [
        (small_sign(True), "learners of rosenblatt"),
        (small_sign(False), "others"),
        ("★ ", "lowest error"),
        ("● ", "level with it"),
        ("▼ ", "significantly worse"),
    ]
    return element("ul", *[element("li", mark, words) for mark, words in items], class_="key")


def small_sign(ours: bool) -> Markup:
    drawn = sign(0 if ours else 1, 5.0, 5.0, 4, class_=f"dot {'ours' if ours else 'theirs'}")
    return element(
        "svg", drawn, class_="chart sign", viewBox="0 0 10 10", width=10, height=10,
        aria_hidden="true",
    )  # fmt: skip


def strip_scale(comparison: dict[str, Any]) -> Scale:
    """From the best to the worst of those that beat guessing; the others get an arrow."""
    drawn = [interval(e, 1) for e in better_than_guessing(comparison)]
    ends = [i.mean + k * i.spread for i in drawn for k in (-1, 1)]
    return span(ends, 6.0, 194.0)


def measured_row(comparison: dict[str, Any], entry: Entry, scale: Scale) -> Markup:
    digits = decimals(comparison)
    state = standing(comparison, entry)
    error = join(
        points(entry["mean"], digits),
        element("span", f" ± {points(entry.get('standard_error'), digits)}", class_="soft"),
    )
    return grid.row(
        who(entry, remark(comparison, entry)),
        grid.number(error, entry["mean"]),
        element("td", strip(entry, scale, digits), class_="strip"),
        standing_cell(state, difference_to(comparison, entry)),
        grid.number(one_decimal(entry.get("rank")), entry.get("rank")),
        grid.number(duration(entry.get("fit_seconds")), entry.get("fit_seconds")),
        grid.number(duration(entry.get("predict_seconds")), entry.get("predict_seconds")),
        class_="top" if state == "best" else "",
    )


def failed_row(entry: Entry) -> Markup:
    reason = str(entry.get("failed") or "no error was measured")
    empty = [grid.number(NONE, None) for _ in range(3)]
    return grid.row(
        who(entry, reason[:300]), grid.number(NONE, None), grid.cell("", class_="strip"),
        standing_cell("failed", None), *empty,
    )  # fmt: skip


def who(entry: Entry, remark: str) -> Markup:
    note = element("span", remark, class_="small soft") if remark else None
    mark = small_sign(bool(entry.get("ours")))
    return grid.name_cell(mark, named(label(entry)), note, value=label(entry))


def remark(comparison: dict[str, Any], entry: Entry) -> str:
    """What sets the entry apart: that its model was kept, that it saw only some of the rows."""
    rows, chosen = entry.get("subsample"), comparison.get("chosen")
    kept = "the model kept" if chosen and chosen == entry.get("name") else ""
    some = f"trained on {count(rows)} rows only" if is_number(rows) else ""
    return "; ".join(filter(None, [kept, some]))


def one_decimal(value: Any) -> str:
    return f"{value:.1f}" if is_number(value) else NONE


def strip(entry: Entry, scale: Scale, digits: int) -> Markup:
    """The error as a dot with its bar, on the same scale in every row."""
    drawn = interval(entry, digits)
    if drawn.mean > scale.high:
        return sheet(200, 22, drawn.tip, beyond("", scale, 15.5, 0))
    low, high = (scale(drawn.mean + k * drawn.spread) for k in (-1, 1))
    shape = sign(0 if entry.get("ours") else 1, scale(drawn.mean), 11, 4.5,
                 class_=f"dot {drawn.group}", data_tip=drawn.tip)  # fmt: skip
    base = line(4, 11, 196, 11, "grid")
    return sheet(200, 22, drawn.tip, base, line(low, 11, high, 11, f"whisker {drawn.group}"), shape)


def standing_cell(state: str | None, test: dict[str, Any] | None) -> Markup:
    words, tone = WORDS.get(state or "", (NONE, "soft"))
    order = ["best", "level", "worse", None, "failed"].index(state)
    tip = None
    if test:
        tip = f"difference {percent(test.get('mean'), 2)}, p {p_value(test.get('p'))}"
    shown = element("span", words, class_=f"standing {tone}", data_tip=tip)
    return grid.cell(shown, order)
