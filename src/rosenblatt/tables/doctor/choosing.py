"""How a column of texts is to be read, judged by counts over its cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from rosenblatt.tables.column_readings import ANSWER, DATE, NUMBER, TIME, Reading
from rosenblatt.tables.number_texts import CURRENCIES, PERCENT
from rosenblatt.tables.text_counts import (
    COMMA,
    FEW_TEXTS,
    INFINITE,
    MANY_NUMBERS,
    MANY_TEXTS,
    OTHER,
    POINT,
    TextCounts,
)
from rosenblatt.tables.yes_no import are_answers

SAME_MONEY = {"EUR": "€", "USD": "$", "US$": "$", "GBP": "£", "JPY": "¥", "INR": "₹"}


def choose_reading(counts: TextCounts, decimal: str, declared: bool) -> Reading | None:
    """Return how to read a column of texts as something else; None if it is one of texts.

    ``decimal`` is the mark that other columns have, for those that do not show their own. Plain
    numbers stay texts if they are ``declared`` as such.
    """
    known = counts.n_known
    if known == 0:
        return None
    if counts.n_answers == known and are_answers(counts.answers):
        return {"kind": ANSWER, "words": " ".join(sorted(counts.answers))}
    if counts.orders:
        return {"kind": DATE, "order": counts.orders[0]}
    if counts.n_times == known:
        return {"kind": TIME}
    decimal = decimal_of(counts, decimal)
    spelled = counts.n_plain < known or counts.n_dashes > 0
    if (spelled or not declared) and counts.n_numbers(decimal) == known and comparable(counts):
        return {"kind": NUMBER, "decimal": decimal}
    return None


def decimal_of(counts: TextCounts, otherwise: str) -> str:
    """Return the decimal mark that most cells show."""
    comma, point = counts.kinds[COMMA], counts.kinds[POINT]
    return otherwise if comma == point else "," if comma > point else "."


def is_unsure(counts: TextCounts) -> bool:
    """Return whether only other columns tell what 1.234 means here."""
    return not (counts.kinds[COMMA] or counts.kinds[POINT]) and any(
        form.unsure for form in counts.numbers
    )


def comparable(counts: TextCounts) -> bool:
    """Return whether what stands beside the numbers is the same unit everywhere."""
    units = {SAME_MONEY.get(affix, affix) for affix in counts.affixes}
    named = units - {""}
    if len(named) > 1:
        return False
    usual = all(unit in CURRENCIES or unit == PERCENT for unit in named)
    return usual or ("" not in units and all(unit[0].isalpha() or unit[0] in "°" for unit in named))


def usual_decimal(
    counts: Iterable[TextCounts], numbers: Iterable[NDArray[np.floating]], delimiter: str | None
) -> str:
    """Return the decimal mark of a table: what its columns show, else what its delimiter tells."""
    found = list(counts)
    comma, point = (sum(c.kinds[mark] for c in found) for mark in (COMMA, POINT))
    if comma == point and any((column % 1 > 0).any() for column in numbers):
        return "."
    if comma == point:
        return "," if delimiter == ";" else "."
    return "," if comma > point else "."


def complaint(counts: TextCounts, decimal: str) -> tuple[str, int, str] | None:
    """Return the cell, its row and what is wrong, if a column of numbers has mistakes in it."""
    decimal = decimal_of(counts, decimal)
    good = counts.n_numbers(decimal)
    bad = counts.n_known - good
    if good and not bad:
        return odd_unit(counts)
    if not good or len(counts.texts) > MANY_TEXTS:
        return None
    if bad == counts.kinds[INFINITE]:
        wrong = "is not a finite number; leave the cell empty if the value is not known"
        return *counts.first[INFINITE], wrong
    if not looks_mistaken(counts, good, bad):
        return None
    if OTHER in counts.first:
        return *counts.first[OTHER], (
            f"is not a number, but {good} other cells are; leave the cell empty (or write ? or NA) "
            "if the value is not known"
        )
    mark, kind = ("comma", COMMA) if decimal == "." else ("point", POINT)
    return *counts.first[kind], f"has a decimal {mark}, unlike other cells; write one kind of them"


def odd_unit(counts: TextCounts) -> tuple[str, int, str] | None:
    """Return the first number with something beside it that hardly any other cell has."""
    if comparable(counts):
        return None
    units: Counter[str] = Counter()
    for form, times in counts.numbers.items():
        units[SAME_MONEY.get(form.affix, form.affix)] += times
    usual, good = units.most_common(1)[0]
    bad = counts.n_known - good
    odd = [affix for affix in counts.affixes if SAME_MONEY.get(affix, affix) != usual]
    if not are_few(good, bad):
        return None
    first = min((counts.first_beside[affix] for affix in odd), key=lambda cell: cell[1])
    if usual:
        return *first, f"is not in {usual!r}, but {good} other cells are; write one unit"
    return *first, (
        f"is not a plain number, but {good} other cells are; write the number alone, or leave the "
        "cell empty (or write ? or NA) if the value is not known"
    )


def is_mixed(counts: TextCounts) -> bool:
    """Return whether there are numbers among the texts."""
    good = max(map(counts.n_numbers, ".,"))
    return 0 < good < counts.n_known and len(counts.texts) <= MANY_TEXTS


def looks_mistaken(counts: TextCounts, good: int, bad: int) -> bool:
    """Return whether the texts are so few that they must be mistakes."""
    few_kinds = len(counts.texts) <= FEW_TEXTS and len(counts.distinct_numbers) > MANY_NUMBERS
    cells = good + bad
    return are_few(good, bad) or (bad * 20 <= cells and few_kinds)


def are_few(good: int, bad: int) -> bool:
    """Return whether so few cells are unlike the others that they must be mistakes."""
    return (bad == 1 and good > 1) or bad * 1000 < good + bad
