"""A training run whose rows are known by the products of a kernel."""

from dataclasses import replace
from math import fsum
from typing import Any

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from rosenblatt import _core
from rosenblatt.training.keepers import LAST
from rosenblatt.training.kernel import Kernel, kernel_of, squared_norms
from rosenblatt.training.kernel_model import KernelModel, KernelVotes
from rosenblatt.training.kernel_products import SupportProducts, one_thread_each
from rosenblatt.training.records import Record, changed, weight_lines
from rosenblatt.training.rows import open_rows, require_squares
from rosenblatt.training.session import (
    Checkpoint,
    Data,
    Frame,
    Session,
    constant_squared,
    seed_of,
    threads_of,
)
from rosenblatt.training.stream import stacked
from rosenblatt.training.votes import VoteList

MEGABYTE = 1 << 20


class KernelSession(Session):
    """Weights are coefficients of support rows, which are rows that were learned.

    Parameters
    ----------
    kernel : Kernel, default=None
        The one that training began with, if it resumes.
    known : rows, default=None
        The support rows so far; they come before those of the data.
    **kwargs
        As in Session.
    """

    def __init__(
        self,
        settings: list[Any],
        data: Data,
        *,
        kernel: Kernel | None = None,
        known: Any = None,
        start: list[Record] | None = None,
        **kwargs: Any,
    ) -> None:
        first = settings[0]
        require_squares(data.rows)
        self.kernel = kernel or kernel_of(first, data.rows.X, taken_weights(data))
        self.known = 0 if known is None else known.shape[0]
        if self.known:
            data = behind(known, data)
        self.norm2 = self._norm2(data)
        size = data.rows.X.shape[0]
        self.slots = size if first.budget is None else min(max(first.budget, self.known), size)
        threads = threads_of(first.n_jobs)
        self.products = SupportProducts(self.kernel, data.rows, threads)
        if start is not None:
            start = [expanded(record, self.known, self.slots) for record in start]
        super().__init__(settings, data, start=start, **kwargs)

    def _norm2(self, data: Data) -> np.ndarray:
        with np.errstate(over="ignore", invalid="ignore"):
            norm2 = self.kernel.diagonal(data.rows.X)
        wrong = np.flatnonzero(~(np.isfinite(norm2) & (norm2 >= 0)))
        if len(wrong):
            raise ValueError(
                f"the kernel of row {wrong[0]} with itself is {norm2[wrong[0]]:.6g}, but it must "
                "be a number of at least 0, a squared length; scale the features, or choose other "
                "kernel parameters."
            )
        return norm2

    def _frame(self, estimator: Any) -> Frame:
        """The unit is the mean of the kernel of a row with itself."""
        rows = slice(None) if self.data.subset is None else self.data.subset
        norm2 = self.norm2[rows]
        weights = np.ones(len(norm2)) if self.data.weights is None else self.data.weights[rows]
        unit = fsum(norm2 * weights) / fsum(weights) or 1.0
        return Frame(unit, unit, constant_squared(estimator, unit, unit))

    def _start(self, setting: Any) -> list[Record]:
        weights = np.zeros(0)
        if setting.init == "threshold" and self.frame.constant2:
            weights = np.zeros(self.slots + 1)
            weights[-1] = -self.frame.unit
        return [Record(weights, np.zeros(0)) for _ in self.positives]

    def _hypotheses(self) -> set[str]:
        return self.settings[0]._hypotheses()

    def _kernel(self) -> dict[str, Any]:
        first = self.settings[0]
        projects = first.budget is not None and first.budget_policy == "projection"
        inverse = self._inverse() if projects and self.known else None
        core = _core.kernel(
            self.products.fill,
            self.data.rows.X.dtype == np.float32,
            self.data.rows.X.shape[0],
            self.slots,
            known=self.known,
            project=projects,
            seed=seed_of(first.random_state),
            cache=int(first.cache_size * MEGABYTE),
            inverse=inverse,
        )
        return {"kernel": core, "norm2": self.norm2}

    def _inverse(self) -> np.ndarray:
        """Of the products of the support rows that are known from the start."""
        products = np.empty((self.known, self.known), self.data.rows.X.dtype)
        numbers = np.arange(self.known)
        self.products.fill(numbers, numbers, -1, products)
        exact = products.astype(np.float64)
        with one_thread_each():
            try:
                return np.ascontiguousarray(cho_solve(cho_factor(exact), np.eye(self.known)))
            except LinAlgError:  # rounding has made rows dependent
                return np.linalg.pinv(exact, hermitian=True)

    # ------------------------------------------------------------------ results

    def model(self, number: int = 0, hypothesis: str | None = None) -> Any:
        support = self.training.support
        found = {name: self._weights(name) for name in sorted(self.hypotheses | {LAST})}
        rows = support - self.known if self.kernel.precomputed else self.data.rows.take(support)
        return KernelModel(
            kernel=self.kernel,
            rows=rows,
            dual={name: weights[:, : len(support)] for name, weights in found.items()},
            intercept={name: weights[:, -1] for name, weights in found.items()},
            group=self.group,
            numbers=self._numbers(support),
            votes=self._kernel_votes(support) if "voted" in self.hypotheses else None,
            norms=squared_norms(rows) if self.kernel.name == "rbf" else np.zeros(0),
        )

    def _weights(self, hypothesis: str) -> np.ndarray:
        found = [self.training.hypothesis(group, hypothesis) for group in self.groups(0)]
        weights = np.concatenate(found).reshape(len(self.positives), -1)
        used = np.r_[: len(self.training.support), self.slots]
        return np.ascontiguousarray(weights[:, used].astype(self.data.rows.X.dtype))

    def _numbers(self, support: np.ndarray) -> np.ndarray:
        """In the caller's X; -1 for support rows of earlier batches."""
        numbers = np.where(support < self.known, -1, support - self.known)
        if self.data.present is None:
            return numbers
        return np.where(numbers < 0, -1, self.data.present[numbers])

    def _kernel_votes(self, support: np.ndarray) -> KernelVotes:
        slot = np.full(self.data.rows.X.shape[0], -1)
        slot[support] = np.arange(len(support))
        lists = [VoteList(*self.training.votes(group)) for group in self.groups(0)]
        if not (self.warm or self.settings[0]._start_votes()):
            lists = [replace(votes, start_run=0.0) for votes in lists]
        start = weight_lines(self.records, self.slots + 1)
        return KernelVotes(
            lists=tuple(replace(votes, row=slot[votes.row]) for votes in lists),
            start=np.ascontiguousarray(start[:, : len(support)]),
            start_score=start[:, -1],
            constant2=self.frame.constant2,
            group=self.group,
        )

    def checkpoint(self, number: int = 0, hypothesis: str | None = None) -> Checkpoint:
        end = super().checkpoint(number, hypothesis)
        used = len(self.training.support)
        return replace(end, records=tuple(shortened(r, used, self.slots) for r in end.records))

    def counts(self, number: int = 0) -> np.ndarray:
        groups = self.groups(number)
        counts = np.zeros((len(groups), self.data.rows.X.shape[0]), dtype=np.int64)
        for line, group in zip(counts, groups, strict=True):
            self.training.add_counts(group, line)
        return self._told(counts[:, self.known :])


def taken_weights(data: Data) -> np.ndarray | None:
    """The weights of the rows that are learned; those that are not have none."""
    if data.subset is None:
        return data.weights
    weights = np.zeros(data.rows.X.shape[0])
    weights[data.subset] = 1.0 if data.weights is None else data.weights[data.subset]
    return weights


def behind(known: Any, data: Data) -> Data:
    """The same data with rows before them that are not learned again."""
    before = known.shape[0]
    X = stacked(known, data.rows.X)
    subset = np.arange(data.rows.X.shape[0]) if data.subset is None else data.subset
    weights = None if data.weights is None else np.append(np.ones(before), data.weights)
    codes = np.append(np.zeros(before, data.codes.dtype), data.codes)
    return replace(
        data, rows=open_rows(X), codes=codes, weights=weights, subset=subset + before,
        held_out=None if data.held_out is None else data.held_out + before,
    )  # fmt: skip


def shortened(record: Record, used: int, slots: int) -> Record:
    """Without the weights that are not used."""
    return changed(record, lambda numbers: np.append(numbers[:used], numbers[slots:]))


def expanded(record: Record, used: int, slots: int) -> Record:
    """With room for more weights."""
    more = np.zeros(slots - used)
    return changed(record, lambda n: np.concatenate([n[:used], more, n[used:]]))
