"""The best cell of an arrangement of hyperplanes, by looking at every edge of it.

Weights w that get the same rows right form an open cone, a cell, and every cell of rows that span
the space has an edge: a ray orthogonal to ``dimension - 1`` independent rows. Rows off the edge are
right or wrong in all cells around it; those on it are a problem of one dimension less.
"""

from itertools import combinations
from math import comb, factorial, gcd
from typing import Any, NamedTuple

import numpy as np

from rosenblatt.certificates.rationals import (
    IntegerRow,
    independent_columns,
    null_vector,
    product,
)

BLOCK = 150_000  # scores at a time: they stay in the cache
ROUNDINGS = 64  # more than a score goes through
SINGLE, DOUBLE = (ROUNDINGS * float(np.finfo(kind).eps) for kind in (np.float32, np.float64))
DOUBLE_BITS = 53


class PlaneCell(NamedTuple):
    """Whole weights of a hyperplane, and the weight of the rows it gets wrong."""

    plane: IntegerRow
    error: int


def edges_to_score(n_rows: int, dimension: int) -> int:
    """How many products of an edge with a row a search takes."""
    return n_rows * comb(n_rows, max(dimension - 1, 0))


def best_cell(
    rows: list[IntegerRow], weights: np.ndarray, below: int, stop: Any = lambda: False
) -> tuple[PlaneCell | None, bool]:
    """The cell of least error among those below a number, and whether all edges were seen.

    ``rows`` already hold the label and the constant feature; none of them is 0.
    """
    columns = independent_columns(rows)
    width = len(rows[0])
    if len(columns) < width:
        reduced = [[row[c] for c in columns] for row in rows]
        found, complete = best_cell(reduced, weights, below, stop)
        return found and spread(found, columns, width), complete
    if width == 1:
        return best_sign(rows, weights, below), True
    return EdgeSearch(rows, weights, below, stop).run()


def spread(cell: PlaneCell, columns: list[int], width: int) -> PlaneCell:
    plane = [0] * width
    for column, value in zip(columns, cell.plane, strict=True):
        plane[column] = value
    return PlaneCell(plane, cell.error)


def best_sign(rows: list[IntegerRow], weights: np.ndarray, below: int) -> PlaneCell | None:
    negative = np.array([row[0] < 0 for row in rows])
    cells = [
        PlaneCell([1], int(weights[negative].sum())),
        PlaneCell([-1], int(weights[~negative].sum())),
    ]
    best = min(cells, key=lambda cell: cell.error)
    return best if best.error < below else None


class EdgeSearch:
    """All edges of the cells of rows that span the space of their columns (2 or more)."""

    def __init__(self, rows: list[IntegerRow], weights: np.ndarray, below: int, stop: Any) -> None:
        self.rows, self.weights, self.below, self.stop = rows, weights, below, stop
        self.n, self.width = len(rows), len(rows[0])
        self.floats = halved(rows)
        self.exact = fits_doubles(rows, self.width)
        self.seen: set[tuple[int, ...]] = set()
        self.found: PlaneCell | None = None
        self.complete = True

    def run(self) -> tuple[PlaneCell | None, bool]:
        tail = min(self.width - 1, 2)
        last = np.array(list(combinations(range(self.n), tail)))
        minors = wedge(self.floats, last)
        step = max(1, BLOCK // self.n)
        for head in combinations(range(self.n), self.width - 1 - tail):
            fan = self.fan(head, tail)
            onward = int(np.searchsorted(last[:, 0], head[-1] if head else -1, side="right"))
            for begin in range(onward, len(last), step):
                if self.stop():
                    return self.found, False
                for k in self.promising(minors[begin : begin + step], fan):
                    self.look((*head, *last[begin + k].tolist()))
        return self.found, self.complete

    def fan(self, head: tuple[int, ...], tail: int) -> "Fan":
        """The edges of the subsets that begin with some rows: a map of the minors of the others.

        The score of a row z at an edge is the determinant of the subset and z, expanded by the
        minors of its last rows, and the rest by z.
        """
        used_columns = list(combinations(range(self.width), tail))
        turn = np.zeros((len(used_columns), self.n))
        largest = np.zeros(len(used_columns))
        for k, used in enumerate(used_columns):
            others = [c for c in range(self.width) if c not in used]
            for column in others:
                between = [c for c in others if c != column]
                square = self.floats[np.ix_(head, between)] if head else np.zeros((0, 0))
                sign = permutation_sign([*used, *between, column])
                turn[k] += sign * signed_sum(square, -1) * self.floats[:, column]
                largest[k] += signed_sum(np.abs(square), 1)
        return Fan(turn, turn.astype(np.float32), largest)

    def promising(self, minors: np.ndarray, fan: "Fan") -> np.ndarray:
        """Numbers of the edges with a cell below the best known, as far as rounding can tell."""
        size = np.abs(minors) @ fan.largest
        scores = minors.astype(np.float32) @ fan.singles
        chosen = self.below_best(scores, (SINGLE * size).astype(np.float32))
        scores = minors[chosen] @ fan.turn
        good = self.below_best(
            scores, np.zeros(len(chosen)) if self.exact else DOUBLE * size[chosen]
        )
        if self.exact:  # a subset of dependent rows has no edge
            good = good[scores[good].any(axis=1)]
        return chosen[good]

    def below_best(self, scores: np.ndarray, doubt: np.ndarray) -> np.ndarray:
        """Edges that leave less weight wrong than the best: rows in doubt count as right."""
        weights = self.weights.astype(scores.dtype)
        step = np.finfo(scores.dtype).eps * float(weights.sum())
        slack = 0.0 if step < 1 else self.n * step  # whole sums are exact up to 1 / eps
        ahead = (scores < -doubt[:, None]).astype(scores.dtype) @ weights
        behind = (scores > doubt[:, None]).astype(scores.dtype) @ weights
        return np.flatnonzero(np.minimum(ahead, behind) - slack < self.below)

    def look(self, subset: tuple[int, ...]) -> None:
        """Settle an edge and the opposite one exactly."""
        edge = edge_of([self.rows[k] for k in subset])
        if edge is None or tuple(edge) in self.seen:
            return
        self.seen |= {tuple(edge), tuple(-value for value in edge)}
        products = [product(row, edge) for row in self.rows]
        for sign in (1, -1):
            outside = sum(
                int(w) for w, p in zip(self.weights, products, strict=True) if sign * p < 0
            )
            if outside < self.below:
                self.around([sign * value for value in edge], products, outside)

    def around(self, edge: IntegerRow, products: list[int], outside: int) -> None:
        """The best cell at an edge: the rows on it are a problem of one dimension less."""
        on = [k for k, p in enumerate(products) if p == 0]
        dropped = next(c for c, value in enumerate(edge) if value)
        rest = [[v for c, v in enumerate(self.rows[k]) if c != dropped] for k in on]
        inner, complete = best_cell(rest, self.weights[on], self.below - outside, self.stop)
        self.complete &= complete
        if inner is not None:
            turn = [*inner.plane[:dropped], 0, *inner.plane[dropped:]]
            self.found = PlaneCell(nearby(edge, turn, self.rows, products), outside + inner.error)
            self.below = self.found.error


class Fan(NamedTuple):
    """From minors to scores, in both precisions, and to bounds of the scores."""

    turn: np.ndarray
    singles: np.ndarray
    largest: np.ndarray


def nearby(
    edge: IntegerRow, turn: IntegerRow, rows: list[IntegerRow], products: list[int]
) -> IntegerRow:
    """``factor edge + turn`` with a factor so large that rows off the edge keep their sides."""
    factor = 1
    for row, p in zip(rows, products, strict=True):
        if p:
            factor = max(factor, abs(product(row, turn)) // abs(p) + 1)
    return [factor * e + t for e, t in zip(edge, turn, strict=True)]


def edge_of(rows: list[IntegerRow]) -> IntegerRow | None:
    """The shortest whole vector orthogonal to rows, one fewer than columns; None if dependent."""
    columns = [list(column) for column in zip(*rows, strict=True)]
    for last in range(len(columns) - 1, -1, -1):
        order = [*range(last), *range(last + 1, len(columns)), last]
        found = null_vector([columns[c] for c in order])
        if found is not None:
            edge = [0] * len(columns)
            for c, value in zip(order, found, strict=True):
                edge[c] = value
            common = gcd(*edge)
            return [value // common for value in edge]
    return None


def halved(rows: list[IntegerRow]) -> np.ndarray:
    """Rows in doubles, each divided by a power of two so that it is at most 1."""
    bits = [max(abs(v) for v in row).bit_length() for row in rows]
    return np.array(
        [[v / (1 << b) for v in row] for row, b in zip(rows, bits, strict=True)], dtype=np.float64
    )


def fits_doubles(rows: list[IntegerRow], width: int) -> bool:
    """Whether determinants of these rows are exact in doubles."""
    bits = max(abs(v) for row in rows for v in row).bit_length()
    return bits * width + factorial(width).bit_length() < DOUBLE_BITS


def wedge(rows: np.ndarray, subsets: np.ndarray) -> np.ndarray:
    """All minors of one row, or of two, of each subset."""
    if subsets.shape[1] == 1:
        return rows[subsets[:, 0]]
    first, second = rows[subsets[:, 0]], rows[subsets[:, 1]]
    pairs = combinations(range(rows.shape[1]), 2)
    return np.column_stack(
        [first[:, a] * second[:, b] - first[:, b] * second[:, a] for a, b in pairs]
    )


def signed_sum(matrix: np.ndarray, sign: int) -> float:
    """Determinant (sign -1) or permanent (sign 1) of a small matrix."""
    if not len(matrix):
        return 1.0
    rest = matrix[1:]
    return float(
        sum(
            sign**j * matrix[0, j] * signed_sum(np.delete(rest, j, axis=1), sign)
            for j in range(len(matrix))
        )
    )


def permutation_sign(order: list[int]) -> int:
    inversions = sum(a > b for a, b in combinations(order, 2))
    return -1 if inversions % 2 else 1
