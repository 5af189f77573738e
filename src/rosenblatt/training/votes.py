"""Prediction of voted perceptrons from the list of their updates."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import numpy as np
import scipy.sparse as sp

from rosenblatt import _core
from rosenblatt.training.finite_products import finite_products, scaled_products
from rosenblatt.training.groups import decided_by_votes, group_of
from rosenblatt.training.place_free import pieces, place_free_products, same_rows
from rosenblatt.training.plain_rows import from_plain, plain
from rosenblatt.training.scaling import Scaling
from rosenblatt.training.summed_votes import may_tie, smallest_vote, summed_steps, ties_broken

CHUNK_BYTES = 1 << 23  # products for a thread: they stay in the cache until they are walked
TILE = 32  # points that the core walks side by side
ROOM = 2.0**-40  # below the largest number, so that millions of products can be added up


@dataclass(frozen=True)
class VoteList:
    """The updates of one hypothesis: hypothesis k is the start after the first k of them."""

    start_run: float
    row: np.ndarray  # which row each update learned
    first: np.ndarray  # where its steps begin (one entry more than updates)
    lane: np.ndarray  # which lane each step moves,
    keep: np.ndarray  # the weights were scaled by this first
    step: np.ndarray  # and how much of the row it adds
    run: np.ndarray  # how long the new weights survived

    def then(self, later: "VoteList") -> "VoteList":
        """This list, continued; ``later`` starts where it ended."""
        run, start = self.run.copy(), self.start_run
        if len(run):
            run[-1] = later.start_run
        else:
            start = later.start_run
        parts = {
            name: np.concatenate([getattr(self, name), getattr(later, name)])
            for name in ("row", "lane", "keep", "step")
        }
        first = np.concatenate([self.first, later.first[1:] + self.first[-1]])
        return VoteList(start_run=start, run=np.concatenate([run, later.run]), first=first, **parts)

    def steps_of(self, update: int) -> Iterator[tuple[int, float]]:
        """Which lanes an update moves, and how much of the row each takes."""
        for k in range(self.first[update], self.first[update + 1]):
            yield int(self.lane[k]), float(self.step[k])


@dataclass(frozen=True)
class Votes:
    """All a voted model needs: the rows it learned, its starting weights, its lists of updates."""

    rows: Any  # one line per learned row
    start: np.ndarray  # (lanes, features) starting weights
    start_score: np.ndarray  # (lanes,) what the starting intercept adds
    constant2: float
    lists: tuple[VoteList, ...]
    group: str  # how the lanes act together
    offset: np.ndarray | None = None  # (rows,) what each product with a row has too much

    def of_scaled(self, scaling: Scaling) -> "Votes":
        """For rows as given, if these are votes for scaled ones."""
        rows = scaling.divide(self.rows)
        start = scaling.weights_for_rows(np.column_stack([self.start, self.start_score]))
        return replace(
            self, rows=rows, start=start[:, :-1], start_score=start[:, -1],
            offset=rows @ scaling.shift if scaling.shift.any() else None,
        )  # fmt: skip

    def sums(self, X: Any, threads: int = 1) -> np.ndarray:
        """Signed vote sums, one column per lane; of lanes in one group, what the group makes of
        them. Any number of threads gives the same."""
        for rows, sums in self.counted:
            if same_rows(rows, X):
                return sums.copy()
        return sums_together([self], X, threads)[0]

    @cached_property
    def counted(self) -> list[tuple[Any, np.ndarray]]:
        """Rows whose sums are known already, with them."""
        return []

    def decisions(self, X: Any, threads: int = 1) -> np.ndarray:
        """Scores as ``decision_function`` gives them: sums of votes, with ties broken."""
        votes = decided_by_votes(self.group, self.sums(X, threads))
        if not may_tie(votes, self.lists):
            return votes
        lines = self.summed_lines
        summed = finite_products(X, lines[:, :-1]) + lines[:, -1]
        return ties_broken(votes, summed, self.most, self.smallest)

    @cached_property
    def summed_lines(self) -> np.ndarray:
        """The sum of all hypotheses, each times its votes: one line for each lane, the intercept
        last, all of them times one number."""
        steps = summed_steps(self.lists, len(self.start), self.rows.shape[0])
        constant = self.constant2 if self.offset is None else self.constant2 - self.offset
        start = np.column_stack([self.start, self.start_score]) * steps.start[:, None]
        learned = in_order_of_updates(self.lists)  # so that copies of rows do not change the sum
        # Row by row, so that zeros that are not stored change no sum either.
        weights = as_dense(sp.csr_array(self.rows[learned]).T @ steps.dual[:, learned].T).T
        return start + np.column_stack([weights, (steps.dual * constant)[:, learned].sum(axis=1)])

    def products(self, X: Any) -> np.ndarray:
        """Of the learned rows (lines) and the rows of X (columns)."""
        with np.errstate(over="ignore", invalid="ignore"):
            products = place_free_products(self.rows, X)
        lost = np.flatnonzero(~np.isfinite(products).all(axis=0))
        if len(lost):
            products[:, lost] = scaled_products(X[lost], self.rows, products.dtype, ROOM).T
        if self.offset is not None:
            products = (products - self.offset[:, None]).astype(products.dtype, copy=False)
        return products

    def walk(self, X: Any, products: np.ndarray, threads: int) -> np.ndarray:
        """Signed vote sums, one line per lane, from the products with some rows X."""
        start = None
        if self.start.any() or self.start_score.any():
            start = np.ascontiguousarray(as_dense(self.start @ X.T) + self.start_score[:, None])
        return self._voting.sums(products, start, threads)

    @cached_property
    def _voting(self) -> Any:
        return voting(self.lists, self.group, len(self.start), self.constant2)

    def __getstate__(self) -> dict[str, Any]:
        """Without what can be made again."""
        state = {f.name: getattr(self, f.name) for f in fields(self)}
        return {**state, "rows": plain(self.rows)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, rows=from_plain(state["rows"]))

    @property
    def most(self) -> float:
        """The most votes that a class can have."""
        return most_votes(self.lists)

    @property
    def smallest(self) -> float:
        """The fewest votes of a hypothesis that has any."""
        return fewest_votes(self.lists)

    def for_classes(self, sums: np.ndarray) -> np.ndarray:
        """Votes for each class, in the order of their sums, none negative."""
        return group_of(self.group).class_votes(sums, self.most)

    def with_lists(self, lists: list[VoteList], lanes: list[int]) -> "Votes":
        return replace(
            self,
            lists=tuple(lists),
            start=self.start[lanes],
            start_score=self.start_score[lanes],
        )


def sums_together(several: Sequence[Votes], X: Any, threads: int = 1) -> list[np.ndarray]:
    """Vote sums of each model, a column per lane; all of them learned from the same ``rows``.

    Every learned row is multiplied with every row of X once, whichever models learned it.
    """
    rows = several[0].rows
    bytes_each = max(1, rows.shape[0]) * np.result_type(rows.dtype, X.dtype).itemsize
    width = threads * TILE * max(1, CHUNK_BYTES // (TILE * bytes_each))
    sums = [np.zeros((len(votes.start), X.shape[0])) for votes in several]
    for piece in pieces(X.shape[0], width):
        products = several[0].products(X[piece])
        for votes, found in zip(several, sums, strict=True):
            found[:, piece] = votes.walk(X[piece], products, threads)
    return [found.T for found in sums]


def most_votes(lists: tuple[VoteList, ...]) -> float:
    """The most votes that a class can have."""
    return max(float(votes.start_run + votes.run.sum()) for votes in lists)


def fewest_votes(lists: tuple[VoteList, ...]) -> float:
    """Of a hypothesis that has any."""
    return smallest_vote(np.concatenate([np.append(made.run, made.start_run) for made in lists]))


def in_order_of_updates(lists: tuple[VoteList, ...]) -> np.ndarray:
    """The rows that any list names, each at its first update."""
    named = np.concatenate([made.row for made in lists])
    rows, first = np.unique(named, return_index=True)
    return rows[np.argsort(first)]


def voting(lists: tuple[VoteList, ...], group: str, lanes: int, constant2: float) -> Any:
    """The lists as the core walks them."""
    told = [tuple(getattr(made, f.name) for f in fields(made)) for made in lists]
    return _core.Voting(group_of(group).core(), told, lanes // len(lists), constant2)


def as_dense(products: Any) -> np.ndarray:
    return products.toarray() if sp.issparse(products) else products


def compact(lists: list[VoteList]) -> tuple[np.ndarray, list[VoteList]]:
    """The rows any list names, in rising order, and the lists renumbered to them."""
    named = np.zeros(1 + max((votes.row.max(initial=-1) for votes in lists), default=-1), bool)
    for votes in lists:
        named[votes.row] = True
    numbers = np.cumsum(named) - 1
    return np.flatnonzero(named), [replace(votes, row=numbers[votes.row]) for votes in lists]
