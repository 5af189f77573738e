"""The leaderboard on the terminal, 80 columns wide at most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from rosenblatt.compare.comparison import Comparison, Entry
from rosenblatt.compare.entries import had_fewer_rows
from rosenblatt.compare.fit_times import FirstLook
from rosenblatt.compare.learner_list import BY_NAME, MAJORITY
from rosenblatt.formatting import count, duration, loss_interval, loss_number, plural
from rosenblatt.judgement import CANNOT_TELL
from rosenblatt.metrics import METRICS, Metric
from rosenblatt.tables import Finding


def leaderboard(comparison: Comparison) -> RenderableType:
    """The table, how to read it, the notes and the summary."""
    table, legend = _table(comparison), _legend(comparison)
    parts: list[RenderableType] = [_title(comparison), Text(), table, Text(), legend]
    for heading, sentences in (("Notes", comparison.notes), ("Summary", comparison.summary)):
        if sentences:
            parts += [Text(f"\n{heading}", style="bold"), _bullets(sentences)]
    return Group(*parts)


def first_look(look: FirstLook) -> RenderableType:
    """Errors of all learners on the same few rows, lowest first, to be shown at once."""
    heading = f"First look: the same {count(look.rows)} rows for all learners, one split"
    pairs = sorted(look.errors.items(), key=lambda pair: pair[1])
    grid = Table.grid(padding=(0, 3))
    cells = [f"{BY_NAME[name].label} {100 * error:.1f} %" for name, error in pairs]
    half = -(-len(cells) // 2)
    for k in range(half):
        grid.add_row(*(f" {cell}" for cell in cells[k::half]))
    return Group(Text(heading, style="bold"), grid, Text())


def found_in_table(findings: Sequence[Finding]) -> RenderableType:
    """What was found in the table, and done about it."""
    heading = Text("Found in the table", style="bold")
    return Group(heading, _bullets([finding.text for finding in findings]), Text())


def _title(comparison: Comparison) -> Text:
    shape = f"{plural(comparison.n_rows, 'row')}, {plural(comparison.n_features, 'feature')}"
    title = f"\n{comparison.name}: {shape}, {count(len(comparison.classes))} classes"
    return Text("".join(c for c in title if c.isprintable() or c == "\n"), style="bold")


def _table(comparison: Comparison) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="underline")
    table.add_column("learner", no_wrap=True)
    headings = _headings(comparison)
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for entry in [*comparison.ranked, *comparison.references]:
        cells = _cells(comparison, entry)
        shown = [cells[heading] for heading in headings]
        table.add_row(entry.label, *shown, style=_style(comparison, entry))
    return table


def _headings(comparison: Comparison) -> list[str]:
    """Beside the measure that decides the error, or beside that the balanced one, if it fits."""
    metric = METRICS[comparison.metric]
    beside = METRICS["balanced" if metric.name == "error" else "error"]
    noisy = ["noisy"] if comparison.noise else []
    rows = ["rows"] if any(entry.subsample for entry in comparison.ranked) else []
    more = [] if noisy or rows else [beside.short]
    return [metric.short, "s.e.", *more, *noisy, "fit", "vs best", "points", *rows]


def _cells(comparison: Comparison, entry: Entry) -> dict[str, str]:
    noisy = entry.noisy_errors.get(f"{comparison.noise:g}")
    metric = METRICS[comparison.metric]
    return {
        **{each.short: _mean(entry, each) for each in METRICS.values()},
        "s.e.": loss_number(entry.standard_error or 0.0, metric.percent),
        "noisy": loss_number(float(np.mean(noisy)), metric.percent) if noisy else "",
        "fit": duration(entry.fit_seconds or 0.0),
        "vs best": comparison.verdict(entry),
        "points": _interval(comparison.difference(entry), metric),
        "rows": count(entry.subsample) if entry.subsample else "all",
    }


def _mean(entry: Entry, metric: Metric) -> str:
    found = entry.measures.get(metric.name)
    return loss_number(found["mean"], metric.percent) if found else ""


def _interval(difference: dict[str, Any] | None, metric: Metric) -> str:
    if not difference:
        return ""
    return loss_interval(difference["low"], difference["high"], metric.percent)


def _style(comparison: Comparison, entry: Entry) -> str:
    if entry.name == MAJORITY or entry.reference:
        return "dim"
    return {"best": "bold green", CANNOT_TELL: "green"}.get(comparison.verdict(entry), "")


def _legend(comparison: Comparison) -> Text:
    lines = ["s.e.: standard error, corrected for overlapping training sets."]
    if comparison.differences:
        lines.append("points: how much higher than the best (95 %, all pairs together).")
    if any(had_fewer_rows(entry, comparison.ranked[0]) for entry in comparison.ranked):
        lines.append("Learners trained on fewer rows than the best are not judged.")
    if comparison.references:
        names = ", ".join(entry.label for entry in comparison.references)
        lines.append(f"Last, untuned and for reference only: {names}.")
    if comparison.noise:
        fraction = f"{100 * comparison.noise:g} %"
        lines.append(f"noisy: the same with {fraction} of the training labels wrong.")
    return Text(" ".join(lines), style="dim")


def _bullets(sentences: list[str]) -> Table:
    grid = Table.grid(padding=(0, 1))
    for sentence in sentences:
        grid.add_row(" •", Text("".join(c if c.isprintable() else " " for c in sentence)))
    return grid
