"""Errors by number of training rows, and by fraction of wrong labels."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from rosenblatt.metrics import Metric
from rosenblatt.report import html_table
from rosenblatt.report.charts import Series, lines
from rosenblatt.report.figure import figure
from rosenblatt.report.markup import Markup, element, isolated_name
from rosenblatt.report.metric_text import axis_title, factor, metric_of
from rosenblatt.report.number_text import is_number, plural
from rosenblatt.report.page import section
from rosenblatt.report.verdicts import EntryDict, better_than_guessing, label

SHOWN = 6  # more curves cannot be told apart


def learning(comparison: dict[str, Any]) -> Markup | None:
    metric = metric_of(comparison)
    found = better_than_guessing(comparison)
    series = [s for s in (learning_series(entry, metric) for entry in found) if s.x]
    if not series:
        return None
    title = f"{metric.title[:1].upper()}{metric.title[1:]}"
    caption = (
        f"{title} by number of training rows{leading(series)}{same_splits(found)}. A learner "
        "whose curve still falls at its right end would benefit from more data."
    )
    return section(
        "learning",
        "Would more data help?",
        curves("Learning curves", caption, series, "training rows", True, metric),
    )


def same_splits(found: Sequence[EntryDict]) -> str:
    """How many splits every point is a mean over, if the comparison says."""
    points = [p for entry in found for p in entry.get("learning_curve") or []]
    numbers = {p.get("splits") for p in points}
    if len(numbers) != 1 or not is_number(number := numbers.pop()):
        return ""
    return f", every point of a curve over the same {plural(number, 'split')}"


def noise(comparison: dict[str, Any]) -> Markup | None:
    metric = metric_of(comparison)
    found = better_than_guessing(comparison)
    series = [s for s in (noise_series(entry, metric) for entry in found) if s.x]
    if not series or max(len(s.x) for s in series) < 2:
        return None
    caption = (
        f"{metric.title[:1].upper()}{metric.title[1:]} when a fraction of the training labels is "
        f"wrong and all test labels are correct{leading(series)}. Flat curves are robust."
    )
    return section(
        "noise",
        "What if labels are wrong?",
        curves("Noise curves", caption, series, "wrong training labels in %", False, metric),
    )


def leading(series: Sequence[Series]) -> str:
    return f", for the {SHOWN} learners with the lowest error" if len(series) > SHOWN else ""


def learning_series(entry: EntryDict, metric: Metric) -> Series:
    by = factor(metric)
    known = [p for p in entry.get("learning_curve") or [] if is_number(p.get("mean"))]
    points = sorted(known, key=lambda p: p["rows"])
    spreads = [p.get("standard_error") for p in points]
    return Series(
        label(entry),
        [float(p["rows"]) for p in points],
        [by * p["mean"] for p in points],
        [by * s if is_number(s) else 0.0 for s in spreads],
    )


def noise_series(entry: EntryDict, metric: Metric) -> Series:
    by = factor(metric)
    levels = {float(k): v for k, v in (entry.get("noisy_errors") or {}).items() if v}
    ordered = sorted(levels)
    return Series(
        label(entry),
        [100 * k for k in ordered],
        [by * fmean(levels[k]) for k in ordered],
        [by * spread(levels[k]) for k in ordered],
    )


def spread(values: Sequence[float]) -> float:
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0


def curves(
    title: str,
    caption: str,
    series: Sequence[Series],
    x_label: str,
    log: bool,
    metric: Metric,
) -> Markup:
    def draw(width: float) -> Markup:
        return lines(
            series[:SHOWN], title=title, x_label=x_label, y_label=axis_title(metric),
            log_x=log, width=width,
        )  # fmt: skip

    return figure(title, caption, draw, numbers_table(title, series, x_label, metric))


def numbers_table(title: str, series: Sequence[Series], x_label: str, metric: Metric) -> Markup:
    """The numbers of all learners as a table, for readers who cannot see the curves."""
    places = sorted({x for s in series for x in s.x})
    columns = [html_table.Column("Learner")] + [
        html_table.Column(f"{x:g}", numeric=True) for x in places
    ]
    rows = [numbers_row(s, places, 1 if metric.percent else 3) for s in series]
    by = x_label.removesuffix(" in %")
    text = element("summary", f"Show the numbers ({axis_title(metric)}, by {by})")
    return element("details", text, html_table.table(title, columns, rows))


def numbers_row(series: Series, places: Sequence[float], digits: int) -> Markup:
    known = dict(zip(series.x, series.y, strict=True))
    cells = [
        html_table.number_cell(f"{known[x]:.{digits}f}" if x in known else "–", known.get(x))
        for x in places
    ]
    return html_table.row(
        html_table.name_cell(isolated_name(series.name), value=series.name), *cells
    )
