"""Gordan's alternative by the simplex method in whole numbers: slow, but never in doubt."""

from __future__ import annotations

import numpy as np

MOST_CELLS = 40_000
MOST_PIVOTS = 3_000


def alternative(rows: np.ndarray) -> tuple[str, list[int]] | None:
    """Either weights n >= 0 with ``n @ rows == 0``, or a vector v with ``rows @ v > 0``.

    One of the two exists, and never both (Gordan). Phase one of the simplex method looks for
    weights that sum up to 1; where there are none, its multipliers are the vector. Entering and
    leaving columns follow Bland's rule, which cannot cycle.

    Parameters
    ----------
    rows : ndarray of Python integers, shape (k, n_weights)
        Rows times their label.

    Returns
    -------
    ("weights", n) or ("vector", v) or None
        None if the table would be too large or take too many steps.

    References
    ----------
    Bland (1977), "New finite pivoting rules for the simplex method". Edmonds and Maurras (1997),
    "Note sur les Q-matrices d'Edmonds": the table stays in whole numbers.

    Examples
    --------
    >>> import numpy as np
    >>> alternative(np.array([[1, 1], [-1, 2]], dtype=object))
    ('vector', [1, 2])
    >>> alternative(np.array([[2], [-1]], dtype=object))
    ('weights', [1, 2])
    """
    count, width = rows.shape
    if (width + 2) * (count + width + 2) > MOST_CELLS:
        return None
    table, basis = first_table(rows)
    scale = 1
    for _ in range(MOST_PIVOTS):
        entering = np.flatnonzero(table[-1, :count] < 0)
        if not len(entering):
            return answer(table, basis, scale, count)
        column = int(entering[0])
        line = leaving(table, basis, column)
        scale = pivot(table, line, column, scale)
        basis[line] = column
    return None


def first_table(rows: np.ndarray) -> tuple[np.ndarray, list[int]]:
    """Equations ``rows' n = 0, sum n = 1`` with artificial columns, right side and costs."""
    count, width = rows.shape
    lines = width + 1
    table = np.zeros((lines + 1, count + lines + 1), dtype=object)
    table[:width, :count] = rows.T
    table[width, :count] = 1
    table[np.arange(lines), count + np.arange(lines)] = 1
    table[width, -1] = 1
    table[-1] = -table[:-1].sum(axis=0)
    table[-1, count:-1] = 0
    return table, [count + k for k in range(lines)]


def leaving(table: np.ndarray, basis: list[int], column: int) -> int:
    """The line of the least ratio; of several, that of the basic column with the least number."""
    best = -1
    for line in np.flatnonzero(table[:-1, column] > 0).tolist():
        if best < 0:
            best = line
            continue
        ours = table[line, -1] * table[best, column]
        theirs = table[best, -1] * table[line, column]
        if ours < theirs or (ours == theirs and basis[line] < basis[best]):
            best = line
    return best


def pivot(table: np.ndarray, line: int, column: int, scale: int) -> int:
    """Exchange a basic column; all divisions come out even. Returns the new common scale."""
    chosen = table[line, column]
    others = np.arange(len(table)) != line
    changed = table[others] * chosen - table[others, column, None] * table[line]
    table[others] = changed // scale
    return int(chosen)


def answer(table: np.ndarray, basis: list[int], scale: int, count: int) -> tuple[str, list[int]]:
    if table[-1, -1] == 0:
        weights = [0] * count
        for line, column in enumerate(basis):
            if column < count:
                weights[column] = int(table[line, -1])
        return "weights", weights
    # The reduced cost of an artificial column is 1 minus its multiplier.
    multipliers = scale - table[-1, count:-1]
    return "vector", [-int(number) for number in multipliers[:-1]]
