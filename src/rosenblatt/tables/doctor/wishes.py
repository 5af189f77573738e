"""What the user wants of single columns: ``--as COLUMN=KIND`` and ``--drop COLUMN``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from rosenblatt.tables.column_readings import (
    ANSWER,
    CATEGORY,
    DATE,
    NUMBER,
    TIME,
    WORDS,
    Reading,
)
from rosenblatt.tables.errors import shown

KEY, HALVES = "key", "halves"
WISHED: dict[str, Reading] = {
    "number": {"kind": NUMBER},
    "number-comma": {"kind": NUMBER, "decimal": ","},
    "number-point": {"kind": NUMBER, "decimal": "."},
    "date": {"kind": DATE},
    "date-dmy": {"kind": DATE, "order": "dmy"},
    "date-mdy": {"kind": DATE, "order": "mdy"},
    "time": {"kind": TIME},
    "yes-no": {"kind": ANSWER},
    "text": {"kind": WORDS},
    "category": {"kind": CATEGORY},
    KEY: {"kind": KEY},
}


@dataclass(frozen=True)
class Wishes:
    """Columns that are to be read in a certain way, and columns to leave out.

    Parameters
    ----------
    kinds : mapping of str to str
        Names of columns and kinds of :data:`WISHED`; of the target ``category`` (each value is a
        class) or ``halves`` (cut at the median).
    drop : tuple of str
        Names of columns.
    """

    kinds: Mapping[str, str] = field(default_factory=dict)
    drop: tuple[str, ...] = ()

    def reading(self, column: str) -> Reading | None:
        """What is wanted of a column, perhaps without details; None if nothing is said."""
        kind = self.kinds.get(column)
        return None if kind is None else WISHED[kind]

    def check(self, columns: Iterable[str], target: str) -> None:
        """Refuse columns that do not exist, and kinds that are not known."""
        known = [*columns, target]
        for name in [*self.kinds, *self.drop]:
            if name not in known:
                near = get_close_matches(name, known, n=3, cutoff=0.5) or known[:20]
                raise ValueError(
                    f"there is no column {shown(name)} to read differently or leave out; did you "
                    f"mean {', '.join(map(shown, near))}?"
                )
        if target in self.drop:
            raise ValueError(f"the column {shown(target)} is the target; it cannot be left out.")
        for name, kind in self.kinds.items():
            allowed = (CATEGORY, HALVES) if name == target else tuple(WISHED)
            if kind not in allowed:
                raise ValueError(
                    f"the column {shown(name)} cannot be read as {shown(kind)}; choose one of "
                    f"{', '.join(allowed)}."
                )
