"""Errors against the number of training rows, and against the share of wrong labels."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from rosenblatt.report import grid
from rosenblatt.report.charts import Series, lines
from rosenblatt.report.figure import figure
from rosenblatt.report.markup import Markup, element, named
from rosenblatt.report.numerals import is_number
from rosenblatt.report.page import section
from rosenblatt.report.standing import Entry, better_than_guessing, label

SHOWN = 6  # more curves than this nobody can follow


def learning(comparison: dict[str, Any]) -> Markup | None:
    series = [s for s in map(learning_series, better_than_guessing(comparison)) if s.x]
    if not series:
        return None
    caption = (
        f"Test error against the number of training rows{leading(series)}. A curve still falling "
        "at its right end would gain from more data."
    )
    return section(
        "learning",
        "Would more data help?",
        curves("Learning curves", caption, series, "training rows", True),
    )


def noise(comparison: dict[str, Any]) -> Markup | None:
    series = [s for s in map(noise_series, better_than_guessing(comparison)) if s.x]
    if not series or max(len(s.x) for s in series) < 2:
        return None
    caption = (
        "Test error when a share of the training labels is wrong; the tests themselves are "
        f"untouched{leading(series)}. Flat curves are robust."
    )
    return section(
        "noise",
        "What if labels are wrong?",
        curves("Noise curves", caption, series, "wrong training labels in %", False),
    )


def leading(series: Sequence[Series]) -> str:
    return f", for the {SHOWN} learners with the lowest error" if len(series) > SHOWN else ""


def learning_series(entry: Entry) -> Series:
    known = [p for p in entry.get("learning_curve") or [] if is_number(p.get("mean"))]
    points = sorted(known, key=lambda p: p["rows"])
    spreads = [p.get("standard_error") for p in points]
    return Series(
        label(entry),
        [float(p["rows"]) for p in points],
        [100 * p["mean"] for p in points],
        [100 * s if is_number(s) else 0.0 for s in spreads],
    )


def noise_series(entry: Entry) -> Series:
    levels = {float(k): v for k, v in (entry.get("noisy_errors") or {}).items() if v}
    ordered = sorted(levels)
    return Series(
        label(entry),
        [100 * k for k in ordered],
        [100 * fmean(levels[k]) for k in ordered],
        [100 * spread(levels[k]) for k in ordered],
    )


def spread(values: Sequence[float]) -> float:
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0


def curves(title: str, caption: str, series: Sequence[Series], x_label: str, log: bool) -> Markup:
    def draw(width: float) -> Markup:
        return lines(
            series[:SHOWN], title=title, x_label=x_label, y_label="test error in %",
            log_x=log, width=width,
        )  # fmt: skip

    return figure(title, caption, draw, figures_behind(title, series, x_label))


def figures_behind(title: str, series: Sequence[Series], x_label: str) -> Markup:
    """The same numbers as a table, all learners, for those who cannot or will not read curves."""
    places = sorted({x for s in series for x in s.x})
    columns = [grid.Column("Learner")] + [grid.Column(f"{x:g}", number=True) for x in places]
    rows = [numbers_row(s, places) for s in series]
    words = element("summary", f"Show the numbers (error in %, by {x_label.removesuffix(' in %')})")
    return element("details", words, grid.table(title, columns, rows))


def numbers_row(series: Series, places: Sequence[float]) -> Markup:
    known = dict(zip(series.x, series.y, strict=True))
    cells = [grid.number(f"{known[x]:.1f}" if x in known else "–", known.get(x)) for x in places]
    return grid.row(grid.name_cell(named(series.name), value=series.name), *cells)
