"""Results as Markdown and as JSON."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from benchmarks.cases import ResultTable


def markdown(table: ResultTable) -> str:
    """One table under its heading."""
    rules = ["---", *["---:"] * (len(table.columns) - 1)]
    lines = [f"| {' | '.join(cells)} |" for cells in (table.columns, rules, *table.lines)]
    return "\n".join([f"## {table.title}", "", table.about, "", *lines, ""])


def machine_list(machine: Mapping[str, str]) -> str:
    return "\n".join(["## Machine", "", *(f"- {k}: {v}" for k, v in machine.items()), ""])


def write(machine: Mapping[str, str], tables: Sequence[ResultTable], folder: Path) -> list[Path]:
    """Write bench.md and bench.json and return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    text = ["# Benchmarks", "", machine_list(machine), *map(markdown, tables)]
    files = {
        "bench.md": "\n".join(text),
        "bench.json": json.dumps(
            {"machine": machine, "tables": list(map(asdict, tables))}, indent=1
        ),
    }
    for name, content in files.items():
        (folder / name).write_text(content)
    return [folder / name for name in files]
