"""What a kernel learner has learned, and prediction with it."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from rosenblatt import _core
from rosenblatt.training.groups import GROUPS, decided
from rosenblatt.training.kernel import Kernel, squared_norms
from rosenblatt.training.kernel_products import Tiles
from rosenblatt.training.votes import VoteList

CHUNK_BYTES = 1 << 25  # products held at a time


@dataclass(frozen=True)
class KernelVotes:
    """The updates of all hypotheses; lists name slots of support rows."""

    lists: tuple[VoteList, ...]
    start: np.ndarray  # (lanes, slots) coefficients before the first update
    start_score: np.ndarray  # (lanes,)
    constant2: float

    @property
    def most(self) -> float:
        """The most votes that a class can have."""
        return max(float(votes.start_run + votes.run.sum()) for votes in self.lists)


@dataclass(frozen=True)
class KernelModel:
    """Support rows and, for every hypothesis that was kept, their coefficients."""

    kernel: Kernel
    rows: Any  # support rows; of a precomputed kernel their numbers
    dual: dict[str, np.ndarray]  # (lanes, slots)
    intercept: dict[str, np.ndarray]  # (lanes,)
    group: str
    numbers: np.ndarray  # support rows in the X of the fit, or of the last batch (-1: earlier ones)
    votes: KernelVotes | None = None
    norms: np.ndarray = field(default_factory=lambda: np.zeros(0))  # squared, if the kernel asks

    def attributes(self, classes: np.ndarray) -> dict[str, Any]:
        """As an estimator keeps it."""
        return {"_model": self, "support_": self.numbers, "classes_": classes}

    def decisions(self, X: Any, hypothesis: str, threads: int) -> np.ndarray:
        """Scores as ``decision_function`` gives them."""
        parts = [self._lanes(part, hypothesis) for part in self._products(X, threads)]
        lanes = np.concatenate(parts) if parts else np.zeros((0, len(self.dual[hypothesis])))
        return decided(self.group, lanes)

    def _lanes(self, products: np.ndarray, hypothesis: str) -> np.ndarray:
        """One column per lane, from the products of support rows (lines) and points (columns)."""
        if hypothesis == "voted":
            return self._vote_sums(products)
        return (self.dual[hypothesis] @ products).T + self.intercept[hypothesis]

    def _vote_sums(self, products: np.ndarray) -> np.ndarray:
        assert self.votes is not None
        votes = self.votes
        exact = np.ascontiguousarray(products, dtype=np.float64)
        scores = votes.start @ exact + votes.start_score[:, None]
        exact += votes.constant2
        sums = np.zeros_like(scores)
        size = len(scores) // len(votes.lists)
        for number, found in enumerate(votes.lists):
            lanes = slice(number * size, (number + 1) * size)
            _core.vote(
                GROUPS[self.group].core(), exact, found.start_run, found.row, found.first,
                found.lane, found.keep, found.step, found.run, scores[lanes], sums[lanes],
            )  # fmt: skip
        return sums.T

    def _products(self, X: Any, threads: int) -> Iterator[np.ndarray]:
        """Of support rows and a chunk of X at a time."""
        size = len(self.numbers)
        dtype = np.result_type(X.dtype, self.rows.dtype if not self.kernel.precomputed else X.dtype)
        width = max(64, CHUNK_BYTES // (dtype.itemsize * max(1, size)))
        chunks = (X[at : at + width] for at in range(0, X.shape[0], width))
        if self.kernel.precomputed:
            yield from (np.asarray(chunk[:, self.rows]).T for chunk in chunks)
            return
        tiles = Tiles(self.kernel, threads)
        try:
            for chunk in chunks:
                norms = (
                    squared_norms(chunk) if self.kernel.name == "rbf" else np.zeros(len_of(chunk))
                )
                out = np.empty((size, len_of(chunk)), dtype)
                own = self.norms if len(self.norms) else np.zeros(size)
                tiles.fill(self.rows, chunk, (own.astype(dtype), norms.astype(dtype)), out)
                yield out
        finally:
            tiles.close()

    def of_lanes(self, lanes: list[int], votes: KernelVotes | None) -> "KernelModel":
        """The model of some of the lanes."""
        pick = lambda found: {name: table[lanes] for name, table in found.items()}  # noqa: E731
        return replace(self, dual=pick(self.dual), intercept=pick(self.intercept), votes=votes)


def len_of(X: Any) -> int:
    return int(X.shape[0])
