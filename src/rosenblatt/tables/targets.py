"""Which column holds the labels."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

from rosenblatt.tables.errors import bad_file, shown

USUAL_NAMES = ("target", "label", "class", "y")


def checked_target(path: Path, names: list[str], target: str | None) -> str | None:
    """Return the target; it must be a column, unless it is None."""
    if target is None or target in names:
        return target
    similar = get_close_matches(target, names, cutoff=0.5) or names[-1:]
    raise bad_file(
        path, f"has no column {shown(target)}; did you mean {', '.join(map(shown, similar))}?"
    )


def usual_target(names: list[str]) -> str:
    """Return the column that most likely holds the labels: one of the usual names, or the last."""
    by_name = {name.lower(): name for name in names}
    return next((by_name[usual] for usual in USUAL_NAMES if usual in by_name), names[-1])
