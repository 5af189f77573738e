"""Exact linear algebra on rows of floating point numbers, which are rational numbers."""

from collections.abc import Sequence
from typing import Any

import numpy as np

IntegerRow = list[int]


def integer_rows(rows: Any) -> list[IntegerRow]:
    """Each row times the smallest power of two that makes it whole: signs of products stay."""
    return [integer_row(row) for row in np.asarray(rows, dtype=np.float64).tolist()]


def integer_row(row: Sequence[float]) -> IntegerRow:
    ratios = [value.as_integer_ratio() for value in row]
    largest = max(denominator for _, denominator in ratios)
    return [numerator * (largest // denominator) for numerator, denominator in ratios]


def product(first: IntegerRow, second: IntegerRow) -> int:
    return sum(a * b for a, b in zip(first, second, strict=True))


def null_vector(columns: Sequence[IntegerRow]) -> IntegerRow | None:
    """The whole numbers x, one for each column and not all 0, with ``sum of x_i column_i = 0``.

    They are unique up to a factor if the last column depends on the others and these are
    independent; otherwise None is returned. Elimination without fractions (Bareiss), in place.
    """
    n = len(columns)
    equations = [list(equation) for equation in zip(*columns, strict=True)]
    previous = 1
    for step in range(n - 1):
        if not bring_pivot(equations, step):
            return None
        eliminate(equations, step, previous)
        previous = equations[step][step]
    if any(equation[n - 1] for equation in equations[n - 1 :]):
        return None
    return solved_backwards(equations, previous, n)


def bring_pivot(equations: list[IntegerRow], step: int) -> bool:
    """Swap the shortest number that is not 0 to the diagonal, if there is one."""
    found = [k for k in range(step, len(equations)) if equations[k][step]]
    if not found:
        return False
    best = min(found, key=lambda k: abs(equations[k][step]))
    equations[step], equations[best] = equations[best], equations[step]
    return True


def eliminate(equations: list[IntegerRow], step: int, previous: int) -> None:
    pivot_row = equations[step]
    pivot, n = pivot_row[step], len(pivot_row)
    for k in range(step + 1, len(equations)):
        row = equations[k]
        factor = row[step]
        equations[k] = [0] * (step + 1) + [
            (pivot * row[j] - factor * pivot_row[j]) // previous for j in range(step + 1, n)
        ]


def solved_backwards(equations: list[IntegerRow], last: int, n: int) -> IntegerRow:
    """Cramer's rule makes every division exact when the last unknown is the determinant."""
    x = [0] * n
    x[n - 1] = -last
    for i in range(n - 2, -1, -1):
        row = equations[i]
        x[i] = -sum(row[j] * x[j] for j in range(i + 1, n)) // row[i]
    return x


def independent_columns(rows: Sequence[IntegerRow]) -> list[int]:
    """Numbers of columns that span the others: the first ones possible."""
    left = [list(row) for row in rows]
    chosen: list[int] = []
    for column in range(len(left[0])):
        pivot = next((row for row in left if row[column]), None)
        if pivot is None:
            continue
        chosen.append(column)
        left.remove(pivot)
        left = [
            [pivot[column] * a - row[column] * b for a, b in zip(row, pivot, strict=True)]
            if row[column]
            else row
            for row in left
        ]
    return chosen
