"""Stored measurements: a JSON file each, with the command, commit and versions that made it."""

import json
from pathlib import Path
from typing import Any

from benchmarks.machine import PACKAGES, commit, installed

RESULTS = Path(__file__).parent / "results"
MADE = "made"


def measured(file: Path) -> dict[str, Any]:
    """What a file holds, without its origin; nothing if there is no such file."""
    found: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return {name: value for name, value in found.items() if name != MADE}


def store(file: Path, command: str, found: dict[str, Any], indent: int = 0) -> None:
    """Write measurements with their origin; the command is that of the last part of them."""
    text = json.dumps({MADE: origin(command), **found}, indent=indent)
    file.write_text(text + "\n", "utf-8")


def origin(command: str) -> dict[str, Any]:
    """Command, versions and commit, to be stored with the numbers."""
    versions = {name: installed(name) for name in PACKAGES if installed(name) != "absent"}
    return {"command": command, "commit": commit(), "versions": versions}
