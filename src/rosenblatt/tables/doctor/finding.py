"""What was found in a table: what was done about it, and how to undo that."""

from __future__ import annotations

import shlex
from dataclasses import asdict, dataclass
from typing import Any

from rosenblatt.tables.errors import shown

MOST_NAMED = 5


@dataclass(frozen=True)
class Finding:
    """Something that a reader of results should know about the columns of a table.

    Parameters
    ----------
    kind : str
        A short name, such as ``"decimal comma"``.
    columns : tuple of str
        The columns concerned; empty if it concerns rows.
    found, done, undo : str
        What was found and what was done about it, in plain sentences; what to type for something
        else.
    """

    kind: str
    columns: tuple[str, ...]
    found: str
    done: str
    undo: str

    @property
    def text(self) -> str:
        """All of it in one line."""
        return f"{self.found} {self.done} {self.undo}".strip()

    def to_dict(self) -> dict[str, Any]:
        """Return plain lists and str, with the line as ``text``."""
        return {**asdict(self), "columns": list(self.columns), "text": self.text}


def named(columns: list[str]) -> str:
    """Name columns in a sentence, at most five of them.

    Examples
    --------
    >>> named(["a"]), named(["a", "b"])
    ("the column 'a'", "2 columns ('a', 'b')")
    """
    listed = ", ".join(map(shown, columns[:MOST_NAMED]))
    more = f" and {len(columns) - MOST_NAMED} more" if len(columns) > MOST_NAMED else ""
    return (
        f"{len(columns)} columns ({listed}{more})" if len(columns) > 1 else f"the column {listed}"
    )


def as_option(column: str, kind: str) -> str:
    """The option that reads a column otherwise, ready to be typed."""
    return f"--as {shlex.quote(f'{column}={kind}')}"


def drop_option(column: str) -> str:
    """The option that leaves a column out, ready to be typed."""
    return f"--drop {shlex.quote(column)}"
