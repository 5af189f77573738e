"""The leaderboard on the terminal, 80 columns wide at most."""

from __future__ import annotations

import numpy as np
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from rosenblatt.compare.comparison import Comparison, Entry
from rosenblatt.compare.entries import had_fewer_rows
from rosenblatt.compare.learner_list import MAJORITY
from rosenblatt.formatting import count, duration, plural


def leaderboard(comparison: Comparison) -> RenderableType:
    """The table, how to read it, the notes and the summary."""
    table, legend = _table(comparison), _legend(comparison)
    parts: list[RenderableType] = [_title(comparison), Text(), table, Text(), legend]
    for heading, sentences in (("Notes", comparison.notes), ("Summary", comparison.summary)):
        if sentences:
            parts += [Text(f"\n{heading}", style="bold"), _bullets(sentences)]
    return Group(*parts)


def _title(comparison: Comparison) -> Text:
    shape = f"{plural(comparison.n_rows, 'row')}, {plural(comparison.n_features, 'feature')}"
    title = f"\n{comparison.name}: {shape}, {count(len(comparison.classes))} classes"
    return Text("".join(c for c in title if c.isprintable() or c == "\n"), style="bold")


def _table(comparison: Comparison) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="underline")
    table.add_column("learner", no_wrap=True)
    headings = ["error %", "± s.e.", "rank", "fit", "predict", "vs best"]
    if comparison.noise:
        headings.insert(2, "noisy")
    if any(entry.subsample for entry in comparison.ranked):
        headings.append("rows")
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for entry in comparison.ranked:
        cells = _cells(comparison, entry)
        shown = [cells[heading] for heading in headings]
        table.add_row(entry.label, *shown, style=_style(comparison, entry))
    return table


def _cells(comparison: Comparison, entry: Entry) -> dict[str, str]:
    noisy = entry.noisy_errors.get(f"{comparison.noise:g}")
    return {
        "error %": f"{100 * (entry.mean or 0.0):.2f}",
        "± s.e.": f"{100 * (entry.standard_error or 0.0):.2f}",
        "noisy": f"{100 * np.mean(noisy):.2f}" if noisy else "",
        "rank": f"{entry.rank:.1f}",
        "fit": duration(entry.fit_seconds or 0.0),
        "predict": duration(entry.predict_seconds or 0.0),
        "vs best": verdict_of(comparison, entry),
        "rows": count(entry.subsample) if entry.subsample else "all",
    }


def verdict_of(comparison: Comparison, entry: Entry) -> str:
    """Return best, tied (no significant difference) or worse; nothing if it was not tested."""
    if entry is comparison.ranked[0]:
        return "best"
    for tested in comparison.differences:
        if tested["b"] == entry.name:
            return "worse" if tested["significant"] else "tied"
    return ""


def _style(comparison: Comparison, entry: Entry) -> str:
    if entry.name == MAJORITY:
        return "dim"
    return {"best": "bold green", "tied": "green"}.get(verdict_of(comparison, entry), "")


def _legend(comparison: Comparison) -> Text:
    lines = ["± s.e.: standard error, corrected for overlapping training sets."]
    if comparison.differences:
        lines.append("tied: not significantly different from the best.")
    if any(had_fewer_rows(entry, comparison.ranked[0]) for entry in comparison.ranked):
        lines.append("Learners trained on fewer rows than the best are not tested against it.")
    if comparison.noise:
        fraction = f"{100 * comparison.noise:g} %"
        lines.append(f"noisy: error in % with {fraction} of the training labels wrong.")
    if comparison.critical_difference is not None:
        least = f"{comparison.critical_difference:.1f}"
        lines.append(f"Mean ranks less than {least} apart are not significantly different.")
    return Text(" ".join(lines), style="dim")


def _bullets(sentences: list[str]) -> Table:
    grid = Table.grid(padding=(0, 1))
    for sentence in sentences:
        grid.add_row(" •", Text(sentence))
    return grid
