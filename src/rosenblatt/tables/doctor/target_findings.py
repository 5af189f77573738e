"""Findings about the target: a quantity, classes too rare, labels spelled in several ways."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.tables.cells import number
from rosenblatt.tables.doctor.finding import Finding, as_option
from rosenblatt.tables.doctor.spellings import spelled_twice
from rosenblatt.tables.errors import shown

QUANTITY = "quantity as target"
MANY_CODES, MANY_NUMBERS = 30, 10
RARE = 10


def target_findings(name: str, target: NDArray[Any], wished: str | None) -> Iterator[Finding]:
    """Yield what is odd about the labels; ``wished`` is how the user wants the target read."""
    values, counts = np.unique(target, return_counts=True)
    if wished is None and is_quantity(values):
        yield _quantity(name, values, target)
        return
    rare = [(str(v), int(n)) for v, n in zip(values, counts, strict=True) if n < RARE]
    if rare and len(values) > 1 and len(target) >= 2 * RARE:
        yield _rare(name, rare)
    yield from _spellings(name, values)


def is_quantity(values: NDArray[Any]) -> bool:
    """Return whether distinct labels are measurements rather than classes.

    Class codes count from 0 or 1 without gaps; more than 30 other whole numbers, or more than 10
    numbers with decimals, are quantities.

    Examples
    --------
    >>> is_quantity(np.arange(17, 90)), is_quantity(np.arange(105))
    (True, False)
    """
    found = [number(str(value)) for value in values.tolist()]
    if None in found:
        return False
    numbers = np.array(found, dtype=np.float64)
    if (numbers == np.floor(numbers)).all():
        codes = numbers.min() in (0, 1) and np.ptp(numbers) == len(numbers) - 1
        return len(numbers) > MANY_CODES and not codes
    return len(numbers) > MANY_NUMBERS


def halves(target: NDArray[Any]) -> tuple[NDArray[Any], float]:
    """Cut numbers at their median; the labels, and where the cut is."""
    numbers = np.array([number(str(label)) for label in target.tolist()], dtype=np.float64)
    cut = float(np.median(numbers))
    if (numbers <= cut).all():
        cut = float(numbers[numbers < cut].max(initial=-np.inf))
    return cut_labels(numbers, cut), cut


def cut_labels(numbers: NDArray[np.float64], cut: float) -> NDArray[Any]:
    """Labels of two halves."""
    return np.where(numbers <= cut, f"up to {cut:g}", f"above {cut:g}")


def _quantity(name: str, values: NDArray[Any], target: NDArray[Any]) -> Finding:
    return Finding(
        QUANTITY, (name,),
        f"The target {shown(name)} has {len(values)} different numbers in {len(target)} rows: it "
        "looks like a measurement, not like classes.",
        "Classifiers cannot predict it number by number.",
        f"Cut it at its median with {as_option(name, 'halves')}, or make each number a class with "
        f"{as_option(name, 'category')}, or choose another --target.",
    )  # fmt: skip


def _rare(name: str, rare: list[tuple[str, int]]) -> Finding:
    listed = ", ".join(f"{shown(label)} ({n})" for label, n in rare[:5])
    more = f" and {len(rare) - 5} more" if len(rare) > 5 else ""
    which = "this class has" if len(rare) == 1 else "these classes have"
    return Finding(
        "rare class", (name,),
        f"In the target {shown(name)} {which} fewer than {RARE} rows: {listed}{more}.",
        "Errors on them can hardly be measured: with fewer rows than folds, some folds test none.",
        "Add rows of them, merge them with a similar class, or leave these rows out.",
    )  # fmt: skip


def _spellings(name: str, values: NDArray[Any]) -> Iterator[Finding]:
    twice = spelled_twice(values.tolist())
    if twice:
        pairs = "; ".join(" and ".join(map(shown, spelled)) for spelled in twice[:3])
        yield Finding(
            "spellings of a class", (name,),
            f"Classes of the target {shown(name)} differ only in capitals or spaces: {pairs}.",
            "They are kept apart.",
            "If they are meant to be one class, spell them alike in the file.",
        )  # fmt: skip
