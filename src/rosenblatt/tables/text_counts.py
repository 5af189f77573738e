"""Counts over the cells of a column of texts: what they can be read as.

All of them are sums and small sets, so that the counts of two parts of a file can be joined.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from numpy.typing import NDArray

from rosenblatt.tables.cells import number
from rosenblatt.tables.date_texts import ORDERS, DateForm, date_form, read_time
from rosenblatt.tables.number_texts import NumberForm, number_form
from rosenblatt.tables.yes_no import yes_or_no

MANY_TEXTS = 1000
MANY_NUMBERS = 20
FEW_TEXTS = 3
DASHES = frozenset({"-", "--", "---", "–", "—", ".", "n.a.", "k.A.", "k. A.", "#N/A", "#DIV/0!"})
NUMBER, POINT, COMMA, INFINITE, OTHER = "number", "point", "comma", "infinite", "other"


class TextCounts:
    """How many cells are numbers, dates, times or answers, and what else there is."""

    def __init__(self) -> None:
        self.n_cells = 0
        self.n_dashes = 0
        self.n_plain = 0
        self.kinds: Counter[str] = Counter()
        self.numbers: Counter[NumberForm] = Counter()
        self.dates: Counter[DateForm] = Counter()
        self.n_times = 0
        self.n_answers = 0
        self.answers: set[str] = set()
        self.distinct_numbers: set[str] = set()
        self.texts: set[str] = set()
        self.first: dict[str, tuple[str, int]] = {}
        self.first_beside: dict[str, tuple[str, int]] = {}  # by what stands beside the number

    def add(self, column: NDArray[Any], first_row: int) -> int:
        """Count the cells of some rows and return how many are missing."""
        counts = Counter(column.tolist())
        missing = counts.pop(None, 0)
        for text, times in counts.items():
            self.n_cells += times
            kind, affix = self._count(str(text), times)
            if kind in (NUMBER, *self.first) and affix in (None, *self.first_beside):
                continue
            place = str(text), first_row + int((column == text).argmax())
            if kind != NUMBER:
                self.first.setdefault(kind, place)
            if affix is not None:
                self.first_beside.setdefault(affix, place)
        return missing

    def _count(self, text: str, times: int) -> tuple[str, str | None]:
        """Count a text; which kind of number it is, or none, and what stands beside a number."""
        if text in DASHES:
            self.n_dashes += times
            return NUMBER, None
        value, form = number(text), number_form(text)
        kind = _kind_of(value, form)
        self.kinds[kind] += times
        self.n_plain += times if value is not None else 0
        if form is not None and kind != INFINITE:
            self.numbers[form] += times
            if len(self.distinct_numbers) <= MANY_NUMBERS:
                self.distinct_numbers.add(text)
            return kind, form.affix
        if len(self.texts) <= MANY_TEXTS:
            self.texts.add(text)
        self._count_text(text, times)
        return kind, None

    def _count_text(self, text: str, times: int) -> None:
        found = date_form(text)
        if found is not None:
            self.dates[found] += times
        elif read_time(text) is not None:
            self.n_times += times
        elif yes_or_no(text):
            self.n_answers += times
            self.answers.add(text.strip().lower())

    @property
    def first_odd(self) -> tuple[str, int]:
        """The first text in a column of numbers, with its row."""
        return next(self.first[k] for k in (OTHER, INFINITE, COMMA, POINT) if k in self.first)

    @property
    def n_known(self) -> int:
        """Cells that are not missing, dashes excepted."""
        return self.n_cells - self.n_dashes

    @property
    def orders(self) -> list[str]:
        """The orders in which all cells are dates, the most usual first."""
        if not self.dates or sum(self.dates.values()) < self.n_known:
            return []
        return [order for order in ORDERS if all(order in form.orders for form in self.dates)]

    @property
    def affixes(self) -> set[str]:
        """What stands beside the numbers."""
        return {form.affix for form in self.numbers}

    def n_numbers(self, decimal: str) -> int:
        """Cells that are numbers with this decimal mark."""
        return sum(
            times
            for form, times in self.numbers.items()
            if (form.comma if decimal == "," else form.point)
        )


def _kind_of(value: float | None, form: NumberForm | None) -> str:
    if form is None:
        return INFINITE if value is not None and math.isinf(value) else OTHER
    if value is not None and math.isinf(value):
        return INFINITE
    if form.point and form.comma:
        return NUMBER
    return POINT if form.point else COMMA
