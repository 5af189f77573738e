"""Prediction of voted perceptrons from the list of their updates."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import scipy.sparse as sp

from rosenblatt import _core

CHUNK_BYTES = 1 << 25


@dataclass(frozen=True)
class VoteList:
    """The updates of one hypothesis: hypothesis k is the start after the first k of them."""

    start_run: float
    row: np.ndarray
    raised: np.ndarray
    lowered: np.ndarray
    keep: np.ndarray
    step: np.ndarray
    run: np.ndarray

    def then(self, later: "VoteList") -> "VoteList":
        """This list, continued; ``later`` starts where it ended."""
        run, start = self.run.copy(), self.start_run
        if len(run):
            run[-1] = later.start_run
        else:
            start = later.start_run
        parts = {
            name: np.concatenate([getattr(self, name), getattr(later, name)])
            for name in ("row", "raised", "lowered", "keep", "step")
        }
        return VoteList(start_run=start, run=np.concatenate([run, later.run]), **parts)


@dataclass(frozen=True)
class Votes:
    """All a voted model needs: the rows it learned, its starting weights, its lists of updates."""

    rows: Any  # one line per learned row
    start: np.ndarray  # (lanes, features) starting weights
    start_score: np.ndarray  # (lanes,) what the starting intercept adds
    constant2: float
    lists: tuple[VoteList, ...]
    joint: bool

    def sums(self, X: Any) -> np.ndarray:
        """Signed vote sums (one column per lane); votes for each class if trained jointly."""
        width = max(1, CHUNK_BYTES // (8 * max(1, self.rows.shape[0])))
        parts = [self._sums(X[at : at + width]) for at in range(0, X.shape[0], width)]
        return np.concatenate(parts) if parts else np.zeros((0, len(self.start)))

    def _sums(self, X: Any) -> np.ndarray:
        products = as_dense(self.rows @ X.T) + self.constant2
        scores = as_dense(self.start @ X.T) + self.start_score[:, None]
        sums = np.zeros_like(scores)
        if self.joint:
            votes = self.lists[0]
            _core.vote_joint(
                products, votes.row, votes.raised, votes.lowered, votes.keep, votes.step,
                votes.run, votes.start_run, scores, sums,
            )  # fmt: skip
            return sums.T
        for votes, score, total in zip(self.lists, scores, sums, strict=True):
            _core.vote(
                products, votes.row, votes.keep, votes.step, votes.run, votes.start_run, score,
                total,
            )  # fmt: skip
        return sums.T

    @property
    def most(self) -> float:
        """The most votes that a class can have."""
        return max(float(votes.start_run + votes.run.sum()) for votes in self.lists)

    def for_classes(self, sums: np.ndarray) -> np.ndarray:
        """Votes for each class, in the order of their sums, none negative."""
        if self.joint:
            return sums
        signed = np.column_stack([-sums, sums]) if sums.ndim == 1 else sums
        return np.maximum(self.most + signed, 0.0)  # rounding may leave a little below 0

    def with_lists(self, lists: list[VoteList], lanes: list[int]) -> "Votes":
        return replace(
            self,
            lists=tuple(lists),
            start=self.start[lanes],
            start_score=self.start_score[lanes],
        )


def as_dense(products: Any) -> np.ndarray:
    if sp.issparse(products):
        products = products.toarray()
    return np.ascontiguousarray(products, dtype=np.float64)


def compact(lists: list[VoteList]) -> tuple[np.ndarray, list[VoteList]]:
    """The rows any list names, in rising order, and the lists renumbered to them."""
    named = np.zeros(1 + max((votes.row.max(initial=-1) for votes in lists), default=-1), bool)
    for votes in lists:
        named[votes.row] = True
    numbers = np.cumsum(named) - 1
    return np.flatnonzero(named), [replace(votes, row=numbers[votes.row]) for votes in lists]
