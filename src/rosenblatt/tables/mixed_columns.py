"""Texts among numbers: a mistake in a column of numbers, or a column of texts?"""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from numpy.typing import NDArray

from rosenblatt.tables.cells import has_decimal_comma, number
from rosenblatt.tables.delimited import DelimitedFile
from rosenblatt.tables.errors import bad_file, shown

MANY_TEXTS = 1000
MANY_NUMBERS = 20
FEW_TEXTS = 3


class ColumnCounts:
    """Counts over the cells of a column read as texts: which are numbers, which are not."""

    def __init__(self) -> None:
        self.n_numbers = 0
        self.n_texts = 0
        self.numbers: set[str] = set()
        self.texts: set[str] = set()
        self.first_text = ("", -1)

    def add(self, column: NDArray[Any], first_row: int) -> int:
        """Count the cells of some rows and return how many are missing."""
        counts = Counter(column.tolist())
        missing = counts.pop(None, 0)
        if len(self.texts) <= MANY_TEXTS:
            for text, times in counts.items():
                self._count(text, times)
                if self.texts and self.first_text[1] < 0:
                    self.first_text = text, first_row + int((column == text).argmax())
        return missing

    def _count(self, text: str, times: int) -> None:
        value = number(text)
        if value is not None and math.isfinite(value):
            self.n_numbers += times
            if len(self.numbers) <= MANY_NUMBERS:
                self.numbers.add(text)
            return
        self.n_texts += times
        if len(self.texts) <= MANY_TEXTS:
            self.texts.add(text)

    @property
    def is_mixed(self) -> bool:
        """Return whether there are numbers among the texts."""
        return self.n_numbers > 0 and self.n_texts > 0 and len(self.texts) <= MANY_TEXTS

    @property
    def looks_mistaken(self) -> bool:
        """Return whether the texts are so few that they must be mistakes."""
        cells = self.n_numbers + self.n_texts
        return self.is_mixed and (
            (self.n_texts == 1 and self.n_numbers > 1)
            or self.n_texts * 1000 < cells
            or (
                self.n_texts * 20 <= cells
                and len(self.texts) <= FEW_TEXTS
                and len(self.numbers) > MANY_NUMBERS
            )
        )

    def check(self, file: DelimitedFile, name: str) -> None:
        """Raise an error for a column of numbers with mistakes in it."""
        if not self.texts or len(self.texts) > MANY_TEXTS:
            return
        text, row = self.first_text
        if all(map(has_decimal_comma, self.texts)):
            wrong = "has a decimal comma; write a point (3.14, not 3,14)"
        elif self.n_numbers and all(number(cell) is not None for cell in self.texts):
            wrong = "is not a finite number; leave the cell empty if the value is not known"
        elif self.looks_mistaken:
            wrong = (
                f"is not a number, but {self.n_numbers} other cells are; leave the cell empty (or "
                "write ? or NA) if the value is not known"
            )
        else:
            return
        line = file.line_of(row)
        raise bad_file(file.path, f"column {shown(name)}: {shown(text)} {wrong}.", line)
