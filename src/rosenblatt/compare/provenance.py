"""Where a report comes from: the command, the version, the seed, the date and the file."""

from __future__ import annotations

import hashlib
import shlex
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

BLOCK = 1 << 20


def provenance(command: str, seed: int, source: Any = None) -> dict[str, Any]:
    """What somebody needs to make the same report again.

    Parameters
    ----------
    command : str
        What was typed.
    seed : int
        Seed of splits and learners.
    source : path or anything
        The file that was read, if there was one; it is told by its name and its SHA-256.
    """
    found = {
        "command": command,
        "version": version("rosenblatt"),
        "seed": seed,
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    if isinstance(source, str | Path) and Path(source).is_file():
        found |= {"file": Path(source).name, "sha256": digest(Path(source))}
    return found


def next_commands(model: str, classes: list[str]) -> list[str]:
    """What one would type after a comparison."""
    sql = shlex.quote(str(Path(model).with_suffix(".sql")))
    name, last = shlex.quote(model), shlex.quote(classes[-1])
    return [
        f"rosenblatt predict {name} new.csv --probabilities --out labels.csv",
        f"rosenblatt inspect {name}",
        f"rosenblatt export {name} --to sql --probability {last} --out {sql}",
    ]


def digest(path: Path) -> str:
    """The SHA-256 of a file, read in blocks."""
    found = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            found.update(block)
    return found.hexdigest()


def command_line() -> str:
    """The command that runs now, as one would type it again."""
    return shlex.join(["rosenblatt", *sys.argv[1:]])
