"""Texts among numbers: a mistake in a column of numbers, or a column of texts?"""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from numpy.typing import NDArray

from rosenblatt.tables.cells import has_decimal_comma, number
from rosenblatt.tables.delimited import DelimitedFile
from rosenblatt.tables.errors import bad_file, shown

MANY_STRAYS = 1000
MANY_NUMBERS = 20
FEW_STRAYS = 3


class Tally:
    """Counts over the cells of a column of texts: which are numbers, which are not (strays)."""

    def __init__(self) -> None:
        self.n_numbers = 0
        self.n_strays = 0
        self.numbers: set[str] = set()
        self.strays: set[str] = set()
        self.first_stray = ("", -1)

    def add(self, column: NDArray[Any], first_row: int) -> int:
        """Count the cells of some rows and return how many are missing."""
        counts = Counter(column.tolist())
        missing = counts.pop(None, 0)
        if len(self.strays) <= MANY_STRAYS:
            for text, times in counts.items():
                self._count(text, times)
                if self.strays and self.first_stray[1] < 0:
                    self.first_stray = text, first_row + int((column == text).argmax())
        return missing

    def _count(self, text: str, times: int) -> None:
        value = number(text)
        if value is not None and math.isfinite(value):
            self.n_numbers += times
            if len(self.numbers) <= MANY_NUMBERS:
                self.numbers.add(text)
            return
        self.n_strays += times
        if len(self.strays) <= MANY_STRAYS:
            self.strays.add(text)

    @property
    def is_mixed(self) -> bool:
        """Tell whether there are numbers among the texts."""
        return self.n_numbers > 0 and self.n_strays > 0 and len(self.strays) <= MANY_STRAYS

    @property
    def looks_mistaken(self) -> bool:
        """Tell whether the strays are so few that they are no values but mistakes."""
        cells = self.n_numbers + self.n_strays
        return self.is_mixed and (
            (self.n_strays == 1 and self.n_numbers > 1)
            or self.n_strays * 1000 < cells
            or (
                self.n_strays * 20 <= cells
                and len(self.strays) <= FEW_STRAYS
                and len(self.numbers) > MANY_NUMBERS
            )
        )

    def check(self, file: DelimitedFile, name: str) -> None:
        """Refuse a column of numbers with mistakes in it."""
        if not self.strays or len(self.strays) > MANY_STRAYS:
            return
        text, row = self.first_stray
        if all(has_decimal_comma(stray) for stray in self.strays):
            wrong = "is written with a comma; write a point (3.14, not 3,14)"
        elif self.n_numbers and all(number(stray) is not None for stray in self.strays):
            wrong = "is no finite number; leave the cell empty if the value is not known"
        elif self.looks_mistaken:
            wrong = (
                f"is no number, but {self.n_numbers} other cells are; leave the cell empty (or "
                "write ? or NA) if the value is not known"
            )
        else:
            return
        line = file.line_of(row)
        raise bad_file(file.path, f"column {shown(name)}: {shown(text)} {wrong}.", line)
