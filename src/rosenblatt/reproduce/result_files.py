"""The files of a reproduction: a CSV file per table, an SVG file per figure, one report."""

from __future__ import annotations

import csv
import io
import json
import platform
from collections import Counter
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rosenblatt.report import render_paper, write_report
from rosenblatt.report.charts.standalone import standalone
from rosenblatt.reproduce.evidence import evidence, sentences
from rosenblatt.reproduce.paper import Figure, Line, PaperTable
from rosenblatt.reproduce.reproducing import Reproduction, count

NUMBERS = ["paper", "ours", "standard_error", "difference", "tolerance"]
JUDGED = ["verdict", "counted", "note"]
LIBRARIES = ("numpy", "scipy", "scikit-learn")


def write(reproduction: Reproduction, folder: Path, command: str) -> Path:
    """Write ``tableN.csv``, ``figureN.svg``, ``made.json`` and ``report.html`` into a folder.

    Parameters
    ----------
    reproduction : Reproduction
        Tables and figures.
    folder : Path
        Created if it does not exist; files of earlier runs that are not made again are kept.
    command : str
        The command that reproduces the files.

    Returns
    -------
    report : Path
        The HTML page.
    """
    folder.mkdir(parents=True, exist_ok=True)
    origins = _read_origins(folder / "made.json")
    texts = {table_file(table): csv_text(lines) for table, lines in reproduction.tables}
    texts |= {figure_file(figure): standalone(svg) for figure, svg in reproduction.figures}
    for name, text in texts.items():
        write_report(text, folder / name)
        origins[name] = {"command": command, "versions": versions()}
    write_report(json.dumps(origins, indent=1, sort_keys=True) + "\n", folder / "made.json")
    return write_report(render_paper(page(reproduction, command)), folder / "report.html")


def table_file(table: PaperTable) -> str:
    """Name of a table's CSV file."""
    return f"table{table.number}.csv"


def figure_file(figure: Figure) -> str:
    """Name of a figure's SVG file."""
    return f"figure{figure.number}.svg"


def csv_text(lines: list[Line]) -> str:
    """The lines of a table as CSV, with all digits.

    Examples
    --------
    >>> print(csv_text([Line({"set": "pima"}, 20.0, 20.25, 0.1, 0.5)]))
    set,paper,ours,standard_error,difference,tolerance,verdict,counted,note
    pima,20.0,20.25,0.1,0.25,0.5,inside,yes,
    <BLANKLINE>
    """
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    labels = list(lines[0].labels) if lines else []
    out.writerow([*labels, *NUMBERS, *JUDGED])
    for line in lines:
        numbers = [getattr(line, name) for name in NUMBERS]
        judged = [line.verdict, "yes" if line.counted else "no", line.note]
        out.writerow([*(line.labels[name] for name in labels), *numbers, *judged])
    return text.getvalue()


def read_lines(path: Path) -> list[Line]:
    """The lines of a table's CSV file, as :func:`csv_text` wrote them."""
    with path.open(newline="", encoding="utf-8") as file:
        return [_read_line(cells) for cells in csv.DictReader(file)]


def _read_line(cells: dict[str, str]) -> Line:
    numbers = {name: float(cells[name]) if cells[name] else None for name in NUMBERS}
    labels = {name: text for name, text in cells.items() if name not in {*NUMBERS, *JUDGED}}
    return Line(
        labels,
        numbers["paper"],
        numbers["ours"],
        numbers["standard_error"],
        numbers["tolerance"],
        counted=cells["counted"] == "yes",
        note=cells["note"],
        judged=cells["verdict"] != "not judged",
    )


def page(reproduction: Reproduction, command: str) -> dict[str, Any]:
    """The content of the report, for :func:`rosenblatt.report.render_paper`."""
    paper, tables = reproduction.paper, reproduction.tables
    inside, judged = count(line for _, lines in tables for line in lines)
    every = sum(len(lines) for _, lines in tables)
    return {
        "title": paper.title,
        "citation": paper.citation,
        "command": command,
        "versions": versions(),
        "notes": list(paper.notes),
        "tables": [_table(table, lines) for table, lines in tables],
        "figures": [_figure(figure, svg) for figure, svg in reproduction.figures],
        "counts": {
            "numbers counted": judged,
            "inside the tolerance": inside,
            "outside the tolerance": judged - inside,
            "shown, not counted": every - judged,
        }
        if not _quick(tables)
        else {"numbers shown, not judged": every},
    }


def _quick(tables: list[tuple[PaperTable, list[Line]]]) -> bool:
    return any(line.verdict == "not judged" for _, lines in tables for line in lines)


def versions() -> dict[str, str]:
    """Versions of the software that the numbers may depend on."""
    own = {"rosenblatt": version("rosenblatt"), "python": platform.python_version()}
    return own | {name: version(name) for name in LIBRARIES}


def verdict(line: Line) -> str:
    """The verdict, marked if it is not counted.

    Examples
    --------
    >>> verdict(Line({}, 20.0, 20.25, tolerance=0.5, counted=False))
    'inside (not counted)'
    """
    judged = line.verdict in ("inside", "outside")
    return line.verdict if line.counted or not judged else f"{line.verdict} (not counted)"


def count_notes(lines: list[Line]) -> dict[str, int]:
    """The distinct notes of a table's lines, and the number of lines with each.

    Examples
    --------
    >>> count_notes([Line({}, 1.0, 1.0, note="by hand"), Line({}, 1.0, 1.0)])
    {'by hand': 1}
    """
    return dict(Counter(line.note for line in lines if line.note))


def _table(table: PaperTable, lines: list[Line]) -> dict[str, Any]:
    labels = list(lines[0].labels) if lines else []
    return {
        "title": f"Table {table.number}: {table.title}",
        "caption": table.caption,
        "columns": [
            *labels,
            *("±" if name == "standard_error" else name for name in NUMBERS),
            "note",
        ],
        "rows": [_row(line, table.decimals) for line in lines],
        "verdicts": [verdict(line) for line in lines],
        "notes": [*sentences(evidence(lines)), *table.notes],
        "grid": grid(lines, table.decimals),
    }


def grid(lines: list[Line], decimals: int) -> dict[str, Any] | None:
    """The table as papers print it: the last label across, the others down.

    None where a grid would be mostly empty, or has only one row or column.

    Examples
    --------
    >>> lines = [Line({"set": s, "by": b}, 1.0, 2.0) for s in ("pima", "sonar") for b in "ab"]
    >>> found = grid(lines, 1)
    >>> found["rows"], found["columns"], found["cells"][0][1]["ours"]
    (['pima', 'sonar'], ['a', 'b'], 2.0)
    """
    names = list(lines[0].labels) if lines else []
    if len(names) < 2:
        return None
    places = {(" · ".join(list(e.labels.values())[:-1]), e.labels[names[-1]]): e for e in lines}
    rows, columns = (list(dict.fromkeys(place[k] for place in places)) for k in (0, 1))
    if min(len(rows), len(columns)) < 2 or 2 * len(places) < len(rows) * len(columns):
        return None
    cells = [[_cell(places.get((row, column)), decimals) for column in columns] for row in rows]
    corner = " · ".join(names[:-1]) + f" / {names[-1]}"
    return {
        "corner": corner, "rows": rows, "columns": columns, "cells": cells, "decimals": decimals,
    }  # fmt: skip


def _cell(line: Line | None, decimals: int) -> dict[str, Any] | None:
    if line is None:
        return None
    error = f" ± {line.standard_error:.{decimals}f}" if line.standard_error is not None else ""
    allowed = f", tolerance {line.tolerance:.{decimals}f}" if line.tolerance is not None else ""
    words = [f"{verdict(line)}{allowed}{error}", line.note]
    return {
        "ours": line.ours, "paper": line.paper, "distance": line.distance,
        "counted": line.counted, "tip": "; ".join(filter(None, words)),
    }  # fmt: skip


def _row(line: Line, decimals: int) -> list[Any]:
    numbers = [getattr(line, name) for name in NUMBERS]
    rounded = [None if x is None or x != x else round(x, decimals) for x in numbers]
    return [*line.labels.values(), *rounded, line.note]


def _figure(figure: Figure, svg: str) -> dict[str, Any]:
    return {
        "title": f"Figure {figure.number}: {figure.title}",
        "caption": figure.caption,
        "svg": svg,
        "notes": list(figure.notes),
    }


def _read_origins(path: Path) -> dict[str, Any]:
    """The commands and versions that made the files of earlier runs."""
    if not path.exists():
        return {}
    try:
        origins: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        raise ValueError(f"{path} is damaged; remove it, or choose another folder.") from None
    return origins
