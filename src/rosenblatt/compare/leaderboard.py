"""The leaderboard in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rosenblatt.compare.comparison import Comparison, Entry
from rosenblatt.compare.learners import MAJORITY
from rosenblatt.compare.wording import count, plural, seconds_text


def leaderboard(found: Comparison) -> RenderableType:
    """Table, how to read it, what was found, and the summary."""
    parts: list[RenderableType] = [_table(found), _legend(found)]
    for title, sentences in (("Notes", found.notes), ("Summary", found.summary)):
        if sentences:
            parts.append(Text(f"\n{title}", style="bold"))
            parts += [Padding(Text(f"• {sentence}"), (0, 0, 0, 1)) for sentence in sentences]
    return Group(*parts)


def _table(found: Comparison) -> Table:
    shape = f"{plural(found.n_rows, 'row')}, {plural(found.n_features, 'feature')}"
    title = f"{found.name}: {shape}, {count(len(found.classes))} classes"
    table = Table(title=escape(title), title_justify="left", title_style="bold")
    table.add_column("learner")
    for head in ("error %", "± s.e.", "rank", "fit", "predict"):
        table.add_column(head, justify="right")
    table.add_column("against the best")
    if found.noise:
        table.add_column(f"error % at {100 * found.noise:g} % noise", justify="right")
    for entry in found.entries:
        table.add_row(*_line(found, entry), style=_style(found, entry))
    return table


def _line(found: Comparison, entry: Entry) -> list[str]:
    if entry.failed or entry.mean is None:
        return [entry.label, "", "", "", "", "", f"left out: {escape(entry.failed or '')}"]
    star = f" (on {count(entry.subsample)} rows)" if entry.subsample else ""
    cells = [
        entry.label + star,
        f"{100 * entry.mean:.2f}",
        f"{100 * (entry.standard_error or 0.0):.2f}",
        f"{entry.rank:.1f}",
        seconds_text(entry.fit_seconds or 0.0),
        seconds_text(entry.predict_seconds or 0.0),
        verdict(found, entry),
    ]
    if found.noise:
        errors = entry.noisy_errors[f"{found.noise:g}"]
        cells.append(f"{100 * sum(errors) / len(errors):.2f}")
    return cells


def verdict(found: Comparison, entry: Entry) -> str:
    """Best, level with the best, or worse, with the p value."""
    if entry is found.ranked[0]:
        return "best"
    for tested in found.differences:
        if tested["b"] == entry.name:
            p = f"p {tested['p']:.3f}" if tested["p"] >= 0.001 else "p < 0.001"
            return f"worse ({p})" if tested["significant"] else f"level ({p})"
    return ""


def _style(found: Comparison, entry: Entry) -> str:
    if entry.failed or entry.name == MAJORITY:
        return "dim"
    words = verdict(found, entry)
    if words == "best":
        return "bold green"
    return "green" if words.startswith("level") else ""


def _legend(found: Comparison) -> Text:
    lines = ["Standard errors and tests are corrected for overlapping training rows."]
    if found.critical_difference is not None:
        lines.append(
            f"Mean ranks closer than {found.critical_difference:.1f} are not distinguishable."
        )
    return Text(" ".join(lines), style="dim")
