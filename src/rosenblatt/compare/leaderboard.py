"""The leaderboard in the terminal; it fits into 80 columns."""

from __future__ import annotations

import numpy as np
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from rosenblatt.compare.comparison import Comparison, Entry
from rosenblatt.compare.entries import had_fewer_rows
from rosenblatt.compare.learners import MAJORITY
from rosenblatt.formatting import count, duration, plural


def leaderboard(found: Comparison) -> RenderableType:
    """Table, how to read it, what was found, and the summary."""
    parts: list[RenderableType] = [_title(found), Text(), _table(found), Text(), _legend(found)]
    for head, sentences in (("Notes", found.notes), ("Summary", found.summary)):
        if sentences:
            parts += [Text(f"\n{head}", style="bold"), _bullets(sentences)]
    return Group(*parts)


def _title(found: Comparison) -> Text:
    shape = f"{plural(found.n_rows, 'row')}, {plural(found.n_features, 'feature')}"
    words = f"\n{found.name}: {shape}, {count(len(found.classes))} classes"
    return Text("".join(c for c in words if c.isprintable() or c == "\n"), style="bold")


def _table(found: Comparison) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="underline")
    table.add_column("learner", no_wrap=True)
    heads = ["error %", "± s.e.", "rank", "fit", "predict", "to best"]
    if found.noise:
        heads.insert(2, "noisy")
    if any(entry.subsample for entry in found.ranked):
        heads.append("on rows")
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    for entry in found.ranked:
        cells = _cells(found, entry)
        table.add_row(entry.label, *(cells[head] for head in heads), style=_style(found, entry))
    return table


def _cells(found: Comparison, entry: Entry) -> dict[str, str]:
    noisy = entry.noisy_errors.get(f"{found.noise:g}")
    return {
        "error %": f"{100 * (entry.mean or 0.0):.2f}",
        "± s.e.": f"{100 * (entry.standard_error or 0.0):.2f}",
        "noisy": f"{100 * np.mean(noisy):.2f}" if noisy else "",
        "rank": f"{entry.rank:.1f}",
        "fit": duration(entry.fit_seconds or 0.0),
        "predict": duration(entry.predict_seconds or 0.0),
        "to best": verdict(found, entry),
        "on rows": count(entry.subsample) if entry.subsample else "all",
    }


def verdict(found: Comparison, entry: Entry) -> str:
    """Return best, level (the difference may be chance) or worse; nothing if not tested."""
    if entry is found.ranked[0]:
        return "best"
    for tested in found.differences:
        if tested["b"] == entry.name:
            return "worse" if tested["significant"] else "level"
    return ""


def _style(found: Comparison, entry: Entry) -> str:
    if entry.name == MAJORITY:
        return "dim"
    return {"best": "bold green", "level": "green"}.get(verdict(found, entry), "")


def _legend(found: Comparison) -> Text:
    lines = ["± and verdicts allow for training parts that overlap."]
    if any(had_fewer_rows(entry, found.ranked[0]) for entry in found.ranked):
        lines.append("Whoever had fewer rows than the best is not judged.")
    if found.noise:
        share = f"{100 * found.noise:g} %"
        lines.append(f"noisy: error in % with {share} of the training labels wrong.")
    if found.critical_difference is not None:
        lines.append(f"Mean ranks less than {found.critical_difference:.1f} apart are level too.")
    return Text(" ".join(lines), style="dim")


def _bullets(sentences: list[str]) -> Table:
    grid = Table.grid(padding=(0, 1))
    for sentence in sentences:
        grid.add_row(" •", Text(sentence))
    return grid
