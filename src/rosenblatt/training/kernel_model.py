"""What a kernel learner has learned, and prediction with it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, partial
from typing import Any

import numpy as np
import scipy.sparse as sp

from rosenblatt import _core
from rosenblatt.training.groups import decided, decided_by_votes
from rosenblatt.training.kernel import Kernel, squared_norms
from rosenblatt.training.kernel_products import Tiles, one_thread_each, without_zeros
from rosenblatt.training.plain_rows import from_plain, plain
from rosenblatt.training.rows import laid_out, table_of
from rosenblatt.training.summed_votes import may_tie, summed_steps, ties_broken
from rosenblatt.training.votes import (
    CHUNK_BYTES,
    TILE,
    VoteList,
    as_dense,
    fewest_votes,
    most_votes,
    voting,
)


@dataclass(frozen=True)
class KernelVotes:
    """The updates of all hypotheses; lists name slots of support rows."""

    lists: tuple[VoteList, ...]
    start: np.ndarray  # (lanes, slots) coefficients before the first update
    start_score: np.ndarray  # (lanes,)
    constant2: float
    group: str  # how the lanes act together

    def sums(self, products: np.ndarray, threads: int) -> np.ndarray:
        """Signed vote sums, one line per lane, from products of support rows and points."""
        return self._voting.sums(products, self._starts(products), threads)

    def _starts(self, products: np.ndarray) -> np.ndarray | None:
        """Scores before the first update; None if all are 0."""
        slots = self._start_slots
        if not len(slots) and not self.start_score.any():
            return None
        scores = np.repeat(self.start_score[:, None], products.shape[1], axis=1)
        if len(slots):
            scores += self.start[:, slots] @ products[slots]
        return scores

    @cached_property
    def _start_slots(self) -> np.ndarray:
        """Support rows with a coefficient before the first update: none but in streams."""
        return np.flatnonzero(self.start.any(axis=0))

    @cached_property
    def _voting(self) -> Any:
        return voting(self.lists, self.group, len(self.start), self.constant2)

    def __getstate__(self) -> dict[str, Any]:
        """Without what can be made again."""
        return {f.name: getattr(self, f.name) for f in fields(self)}

    def decisions(self, products: np.ndarray, threads: int) -> np.ndarray:
        """As ``decision_function`` gives them: sums of votes, with ties broken."""
        votes = self.for_classes(products, threads)
        if not may_tie(votes, self.lists):
            return votes
        dual, intercepts = self._summed
        with np.errstate(over="ignore", invalid="ignore"):
            summed = (dual @ products.astype(np.float64, copy=False)).T + intercepts
        require_finite(summed)
        return ties_broken(votes, summed, self.most, fewest_votes(self.lists))

    def for_classes(self, products: np.ndarray, threads: int) -> np.ndarray:
        """Sums of votes for each class, ties as they are."""
        return decided_by_votes(self.group, self.sums(products, threads).T)

    @cached_property
    def _summed(self) -> tuple[np.ndarray, np.ndarray]:
        """Coefficients of support rows, and intercepts, of all hypotheses times their votes."""
        steps = summed_steps(self.lists, *self.start.shape)
        dual = steps.dual + self.start * steps.start[:, None]
        learned = steps.dual.sum(axis=1) * self.constant2
        return dual, learned + self.start_score * steps.start

    @property
    def most(self) -> float:
        """The most votes that a class can have."""
        return most_votes(self.lists)


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

    def __getstate__(self) -> dict[str, Any]:
        """Without what can be made again."""
        state = {f.name: getattr(self, f.name) for f in fields(self)}
        return {**state, "rows": plain(self.rows)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, rows=from_plain(state["rows"]))

    def attributes(self, classes: np.ndarray) -> dict[str, Any]:
        """As an estimator keeps it."""
        return {"_model": self, "support_": self.numbers, "classes_": classes}

    def decisions(self, X: Any, hypothesis: str, threads: int) -> np.ndarray:
        """Scores as ``decision_function`` gives them."""
        return self._in_chunks(X, threads, partial(self._decided, hypothesis=hypothesis))

    def vote_sums(self, X: Any, threads: int) -> np.ndarray:
        """Sums of votes for each class, ties as they are."""
        if self.votes is None:
            raise ValueError("this model was fitted without votes")
        return self._in_chunks(X, threads, self.votes.for_classes)

    def _in_chunks(self, X: Any, threads: int, scores_of: Callable[..., np.ndarray]) -> np.ndarray:
        """Scores from the products of support rows and points, a chunk of X at a time."""
        with one_thread_each():  # threads of ours make the products
            parts = [scores_of(part, threads=threads) for part in self._products(X, threads)]
        lanes = len(next(iter(self.intercept.values())))
        return np.concatenate(parts) if parts else decided(self.group, np.zeros((0, lanes)))

    def _decided(self, products: np.ndarray, threads: int, hypothesis: str) -> np.ndarray:
        """From the products of support rows (lines) and points (columns)."""
        if hypothesis == "voted" and self.votes is not None:
            return self.votes.decisions(products, threads)
        with np.errstate(over="ignore", invalid="ignore"):
            lanes = (self.dual[hypothesis] @ products).T + self.intercept[hypothesis]
        require_finite(lanes)
        return decided(self.group, lanes)

    def _products(self, X: Any, threads: int) -> Iterator[np.ndarray]:
        """Of support rows and a chunk of X at a time."""
        size = len(self.numbers)
        dtype = np.result_type(X.dtype, self.rows.dtype if not self.kernel.precomputed else X.dtype)
        tiles_each = max(2, CHUNK_BYTES // (TILE * dtype.itemsize * max(1, size)))
        width = threads * TILE * tiles_each
        chunks = (X[at : at + width] for at in range(0, X.shape[0], width))
        if self.kernel.precomputed:
            yield from (np.asarray(chunk[:, self.rows]).T for chunk in chunks)
            return
        tiles = Tiles(self.kernel, threads)
        try:
            for chunk in chunks:
                out = np.empty((size, len_of(chunk)), dtype)
                own = self.norms if len(self.norms) else np.zeros(size)
                with np.errstate(over="ignore", invalid="ignore"):
                    wanted = self.kernel.name == "rbf"
                    norms = squared_norms(chunk) if wanted else np.zeros(len_of(chunk))
                    self._fill(tiles, chunk, (own.astype(dtype), norms.astype(dtype)), out)
                yield out
        finally:
            tiles.close()

    def _fill(
        self, tiles: Tiles, X: Any, norms: tuple[np.ndarray, np.ndarray], out: np.ndarray
    ) -> None:
        if self._without_zeros:
            points = table_of(laid_out(X.astype(out.dtype, copy=False)))
            right = _core.nonzeros(points, np.arange(len_of(X)))
            tiles.fill_sparse(self._nonzeros[out.dtype.name], right, norms, out)
        else:
            as_they_are = callable(self.kernel.name)
            tiles.fill(self.rows, X if as_they_are else as_dense(X), norms, out)

    @cached_property
    def _without_zeros(self) -> bool:
        rows = self.rows
        return without_zeros(
            self.kernel, rows, rows.nnz if sp.issparse(rows) else int((rows != 0).sum())
        )

    @cached_property
    def _nonzeros(self) -> "NonzerosByType":
        return NonzerosByType(self.rows)

    def of_lanes(self, lanes: list[int], votes: KernelVotes | None) -> "KernelModel":
        """The model of some of the lanes."""
        pick = lambda found: {name: table[lanes] for name, table in found.items()}  # noqa: E731
        return replace(self, dual=pick(self.dual), intercept=pick(self.intercept), votes=votes)


class NonzerosByType(dict[str, Any]):
    """The values of rows that are not 0, in the type that products are made in."""

    def __init__(self, rows: Any) -> None:
        super().__init__()
        self.rows = rows

    def __missing__(self, dtype: str) -> Any:
        table = table_of(laid_out(self.rows.astype(dtype, copy=False)))
        self[dtype] = _core.nonzeros(table, np.arange(len_of(self.rows)))
        return self[dtype]


def require_finite(scores: np.ndarray) -> None:
    if not np.isfinite(scores).all():
        raise ValueError(
            "the values of X are so large that products of the kernel leave the range of their "
            "type; scale the features as those of the training rows."
        )


def len_of(X: Any) -> int:
    return int(X.shape[0])
