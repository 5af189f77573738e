"""One training run in the core: settings x classes as lanes over one set of rows."""

from dataclasses import dataclass, field, replace
from itertools import islice, repeat
from typing import Any

import numpy as np
from joblib import effective_n_jobs
from sklearn.utils import check_random_state

from rosenblatt import _core
from rosenblatt.training.fisher import discriminant
from rosenblatt.training.groups import group_name, group_of
from rosenblatt.training.keepers import KEEPERS, LAST
from rosenblatt.training.records import Record, weight_lines
from rosenblatt.training.rows import Rows
from rosenblatt.training.scaling import Scaling
from rosenblatt.training.starts import start_lines
from rosenblatt.training.votes import VoteList, Votes, compact

MOST_PASSES = 2**53  # beyond that, runs could not be counted one by one
MOST_THREADS = 1024
OTHER = -1  # the class code of a lane that is always negative
STOP_RANK = ("separated", "no_update", "max_iter")


@dataclass
class Data:
    """Rows, class codes and weights of one fit."""

    rows: Rows
    codes: np.ndarray
    classes: np.ndarray
    weights: np.ndarray | None = None
    subset: np.ndarray | None = None  # rows to learn from, if not all
    held_out: np.ndarray | None = None  # rows to judge by, if some are
    counts: np.ndarray = field(default_factory=lambda: np.zeros(0))  # sample weight of each class
    present: np.ndarray | None = None  # rows of the caller's X that take part, if not all
    n_given: int = 0  # rows of the caller's X
    scaling: Scaling | None = None  # what made the rows of the caller's X, if they were scaled


@dataclass
class Frame:
    """What a stream must remember of its first batch: the scale of margins and of the constant."""

    unit: float  # mean squared norm of the rows
    value2: float  # mean square of the values that are not 0
    constant2: float  # square of the constant feature: what an intercept moves per unit of step


@dataclass
class LinearModel:
    """What prediction needs, in the units of the caller's X."""

    coef: np.ndarray
    intercept: np.ndarray
    votes: Votes | None
    group: str  # how the hyperplanes act together

    def attributes(self, classes: np.ndarray) -> dict[str, Any]:
        """As an estimator keeps it."""
        return {
            "coef_": self.coef,
            "intercept_": self.intercept,
            "_votes": self.votes,
            "_group": self.group,
            "classes_": classes,
        }


@dataclass
class Checkpoint:
    """A setting after a pass: its model, and how each of its lanes resumes from there."""

    model: LinearModel
    records: tuple[Record, ...]


@dataclass
class TrainingOutcome:
    """What the training of a setting came to."""

    checkpoint: Checkpoint
    n_iter: int
    history: dict[str, np.ndarray]
    counts: np.ndarray  # updates per row of X
    reason: str
    separable: bool | None
    error_evaluations: int
    visits: int  # of rows, in all passes

    def attributes(self, hypothesis: str) -> dict[str, Any]:
        """How the training went, as an estimator keeps it."""
        found = {
            "n_iter_": self.n_iter,
            "history_": self.history,
            "mistakes_": self.counts,
            "n_updates_": int(self.history["updates"].sum()),
            "t_": self.visits + 1,
            "stop_reason_": self.reason,
            "separable_": self.separable,
        }
        if hypothesis == "pocket":
            found["n_error_evaluations_"] = self.error_evaluations
        return found


class Session:
    """Trains every setting (an estimator) on the same rows in the same order.

    Parameters
    ----------
    settings : list of estimators
        They differ only in what concerns a single lane (rule, hypothesis, start).
    data : Data
        What to learn from.
    seed : int
        Of the visiting order, and of random starts.
    order, max_iter
        Of the passes.
    frame : Frame, default=None
        Units to use instead of those of the data.
    start : list of records, default=None
        Where each lane of each setting resumes.
    positives : list of int, default=None
        The class code each lane of a setting calls +1; by default as its group has them.
    hypotheses : set of str, default=None
        Those that will be asked of every setting; by default each setting's own.
    """

    def __init__(
        self,
        settings: list[Any],
        data: Data,
        *,
        seed: int,
        order: str,
        max_iter: int,
        frame: Frame | None = None,
        start: list[Record] | None = None,
        positives: list[int] | None = None,
        hypotheses: set[str] | None = None,
    ) -> None:
        first = settings[0]
        self.settings, self.data, self.order, self.seed = settings, data, order, seed
        self.group = group_name(first.multi_class, len(data.classes))
        group = group_of(self.group)
        self.positives = positives or group.positives(len(data.classes))
        self.group_lanes = group.size(len(self.positives))
        self.warm = start is not None
        check_steps(first, data)
        self.plan = data.rows.table.arrange(
            data.codes, data.weights, data.subset, getattr(_core.Order, order), seed
        )
        self.frame = frame or self._frame(first)
        self.records = start or [record for setting in settings for record in self._start(setting)]
        self.hypotheses = hypotheses or self._hypotheses()
        keepers = [KEEPERS[name]() for name in sorted(self.hypotheses - {LAST})]
        threads, kernel = threads_of(first.n_jobs), self._kernel()
        self.training = _core.train(
            self.plan,
            [setting._rule() for setting in settings for _ in self.positives],
            self.positives * len(settings),
            self.records,
            keepers,
            group.core(),
            group_lanes=self.group_lanes,
            unit=self.frame.unit,
            constant2=self.frame.constant2,
            resample=first.weighting == "resample",
            max_passes=min(max_iter, MOST_PASSES),
            threads=threads,
            **kernel,
        )

    def _hypotheses(self) -> set[str]:
        return {setting.hypothesis for setting in self.settings}

    def _kernel(self) -> dict[str, Any]:
        """Where the core finds rows that are known by products alone, if they are."""
        return {}

    def _frame(self, estimator: Any) -> Frame:
        unit, value2 = self.plan.mean_squared_norm or 1.0, 1.0
        if estimator.intercept_scaling == "auto":  # counting zeros may take a look at all rows
            value2 = self.plan.mean_squared_value or 1.0
        return Frame(unit, value2, constant_squared(estimator, unit, value2))

    # ------------------------------------------------------------------ starts

    def _start(self, setting: Any) -> list[Record]:
        n_features = self.data.rows.X.shape[1]
        if isinstance(setting.init, str):
            rows = [self._named_start(setting.init, code) for code in self.positives]
        else:
            rows = self._given_start(setting.init, n_features)
        return [Record(weights, np.zeros(0)) for weights in rows]

    def _named_start(self, init: str, positive: int) -> np.ndarray:
        if init == "zero":
            return np.zeros(0)
        weights = np.zeros(self.data.rows.X.shape[1] + 1)
        if init == "fisher":
            weights[:-1], bias = self._fisher(positive)
        else:
            bias = -self.frame.unit
        weights[-1] = bias if self.frame.constant2 else 0.0
        return weights

    def _fisher(self, positive: int) -> tuple[np.ndarray, float]:
        order = self._every_row()
        rows, weights = self.plan.rows[order], self.plan.weights[order]
        mask = self.data.codes[rows] == positive
        if mask.all() or not mask.any():
            return np.zeros(self.data.rows.X.shape[1]), 0.0
        return discriminant(self.data.rows.take(rows), mask, weights)

    def _every_row(self) -> np.ndarray:
        """In the order of the first pass, so that sums do not depend on the order of the file.

        Random draws leave rows out and take others twice: they are no order to sum in.
        """
        if self.order == "random":
            return np.arange(len(self.plan.rows))
        return self.plan.pass_order(0)

    def _given_start(self, init: Any, n_features: int) -> list[np.ndarray]:
        shown = group_of(self.group).positives(len(self.data.classes))
        weights = start_lines(init, len(shown), n_features)
        if self.data.scaling is not None:
            weights = self.data.scaling.scaled(weights)
        weights[:, :-1] /= self.data.rows.scale
        weights[:, -1] *= self.frame.constant2 > 0
        if self.positives == shown:
            return list(weights)
        # A stream also trains the first of two classes, and lanes that are always negative.
        lines = {code: iter(weights[np.equal(shown, code)]) for code in shown}
        hidden = {OTHER: repeat(np.zeros(n_features + 1)), 0: iter(-weights)}
        return [next((hidden | lines)[code]) for code in self.positives]

    # ------------------------------------------------------------------ results

    def groups(self, number: int) -> range:
        """The groups of lanes that belong to a setting."""
        width = len(self.positives) // self.group_lanes
        return range(number * width, (number + 1) * width)

    def records_of(self, number: int) -> list[Record]:
        """Where the lanes of a setting have started."""
        lanes = len(self.positives)
        return self.records[number * lanes : (number + 1) * lanes]

    def model(self, number: int = 0, hypothesis: str | None = None) -> LinearModel:
        hypothesis = hypothesis or self.settings[number].hypothesis
        found = [self.training.hypothesis(group, hypothesis) for group in self.groups(number)]
        weights = np.concatenate(found).reshape(len(self.positives), -1)
        votes = self.votes(number) if hypothesis == "voted" else None
        return LinearModel(*self.in_units_of_x(weights), votes, self.group)

    def in_units_of_x(self, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        dtype = self.data.rows.X.dtype
        if self.data.scaling is not None:
            weights = self.data.scaling.weights_for_rows(weights)
        with np.errstate(over="ignore"):
            coef = (weights[:, :-1] * self.data.rows.scale).astype(dtype)
            intercept = weights[:, -1].astype(dtype)
        vanished = (
            weights[:, :-1].any() and np.abs(coef).max() < 1e3 * np.finfo(dtype).smallest_subnormal
        )
        if vanished or not (np.isfinite(coef).all() and np.isfinite(intercept).all()):
            raise ValueError(
                f"the weights overflow or underflow {dtype}: eta0, init, the sample weights or the "
                "values of X are extreme; scale the features, or use float64."
            )
        return coef, intercept

    def votes(self, number: int = 0) -> Votes:
        return self.votes_together([number])[0]

    def votes_together(self, numbers: list[int]) -> list[Votes]:
        """Of several settings; all share the rows that any of them has learned."""
        own = [self._vote_lists(number) for number in numbers]
        named, compacted = compact([votes for lists in own for votes in lists])
        lists, scale = iter(compacted), self.data.rows.scale
        rows = self.data.rows.take(named) * self.data.rows.X.dtype.type(scale)
        found = []
        for number, made in zip(numbers, own, strict=True):
            start = self._start_lines(number)
            votes = Votes(
                rows=rows,
                start=start[:, :-1] * scale,
                start_score=start[:, -1],
                constant2=self.frame.constant2,
                lists=tuple(islice(lists, len(made))),
                group=self.group,
            )
            scaling = self.data.scaling
            found.append(votes if scaling is None else votes.of_scaled(scaling))
        return found

    def _vote_lists(self, number: int) -> list[VoteList]:
        lists = [VoteList(*self.training.votes(group)) for group in self.groups(number)]
        if self.warm or self.settings[number]._start_votes():
            return lists
        return [replace(votes, start_run=0.0) for votes in lists]

    def _start_lines(self, number: int) -> np.ndarray:
        """Weights and intercepts that the lanes of a setting started with."""
        return weight_lines(self.records_of(number), self.data.rows.X.shape[1] + 1)

    def outcome(self, reason: str | None = None) -> TrainingOutcome:
        """What the only setting came to; ``reason`` says what ended the training from outside."""
        return self.outcome_of(0, self.checkpoint(), reason)

    def outcome_of(
        self, number: int, checkpoint: Checkpoint, reason: str | None
    ) -> TrainingOutcome:
        reason = reason or self.stop_reason(number)
        contradiction = False if self.plan.contradictions else None
        return TrainingOutcome(
            checkpoint=checkpoint,
            n_iter=self.n_iter(number),
            history=self.history(number),
            counts=self.counts(number),
            reason=reason,
            separable=True if reason == "separated" else contradiction,
            error_evaluations=sum(map(self.training.error_evaluations, self.groups(number))),
            visits=self.n_iter(number) * self.n_rows(),
        )

    def checkpoint(self, number: int = 0, hypothesis: str | None = None) -> Checkpoint:
        lanes = len(self.positives)
        records = tuple(self.training.record(number * lanes + lane) for lane in range(lanes))
        return Checkpoint(self.model(number, hypothesis), records)

    def counts(self, number: int = 0) -> np.ndarray:
        """Updates per row of X; one column per group if there are several."""
        groups = self.groups(number)
        counts = np.zeros((len(groups), self.data.rows.X.shape[0]), dtype=np.int64)
        for line, group in zip(counts, groups, strict=True):
            self.training.add_counts(group, line)
        return self._told(counts)

    def _told(self, counts: np.ndarray) -> np.ndarray:
        return squeeze(self._among_all_rows(counts))

    def _among_all_rows(self, counts: np.ndarray) -> np.ndarray:
        if self.data.present is None:
            return counts
        everywhere = np.zeros((len(counts), self.data.n_given), dtype=counts.dtype)
        everywhere[:, self.data.present] = counts
        return everywhere

    def history(self, number: int = 0) -> dict[str, np.ndarray]:
        """Counts of each pass; a group that made no update any more repeats its last one."""
        groups = self.groups(number)
        length = max(self.training.passes(group) for group in groups)
        history = {}
        for name in ("updates", "mistakes"):
            table = np.zeros((len(groups), length), dtype=np.int64)
            for line, group in zip(table, groups, strict=True):
                found = getattr(self.training, name)(group)
                line[: len(found)] = found
                if self.training.reason(group) == "no_update":
                    line[len(found) :] = found[-1]
            history[name] = squeeze(table)
        return history

    def n_rows(self) -> int:
        """Rows to learn from."""
        rows = self.data.rows.X.shape[0]
        return rows if self.data.subset is None else len(self.data.subset)

    def n_iter(self, number: int = 0) -> int:
        return max(self.training.passes(group) for group in self.groups(number))

    def stop_reason(self, number: int = 0) -> str:
        reasons = [self.training.reason(group) for group in self.groups(number)]
        return max(reasons, key=STOP_RANK.index)


def session_of(kind: type[Session], estimator: Any, data: Data, resumed: dict[str, Any]) -> Session:
    """The session of an estimator's own fit; ``resumed`` says where an earlier one ended."""
    return kind(
        [estimator],
        data,
        seed=seed_of(estimator.random_state),
        order=estimator.order,
        max_iter=estimator.max_iter,
        **resumed,
    )


def seed_of(random_state: Any) -> int:
    return int(random_state_of(random_state).randint(np.iinfo(np.int32).max))


def random_state_of(random_state: Any) -> np.random.RandomState:
    """scikit-learn's generator; one of NumPy's newer ones gives it a seed, and moves on by that."""
    if isinstance(random_state, np.random.Generator):
        random_state = int(random_state.integers(np.iinfo(np.int32).max))
    return check_random_state(random_state)


def threads_of(n_jobs: int | None) -> int:
    if n_jobs is not None and abs(n_jobs) > MOST_THREADS:
        raise ValueError(f"n_jobs={n_jobs} is too many; choose at most {MOST_THREADS}.")
    return int(effective_n_jobs(n_jobs))


def constant_squared(estimator: Any, unit: float, value2: float) -> float:
    """The square of the feature that the estimator wants for its intercept; 0: it wants none."""
    scaling = estimator.intercept_scaling
    if isinstance(scaling, str):
        square = unit if scaling == "norm" else value2
    else:
        square = float(scaling) * float(scaling)
    if not np.isfinite(square):
        raise ValueError(f"intercept_scaling={scaling} is too large: its square overflows.")
    return square if estimator.fit_intercept else 0.0


def check_steps(estimator: Any, data: Data) -> None:
    """Steps must not vanish or overflow in the precision of X."""
    dtype = data.rows.X.dtype
    widest = 1e30 if dtype == np.float32 else 1e200
    weights = np.ones(1) if data.weights is None else data.weights[data.weights > 0]
    given = getattr(estimator, "eta0", 1.0)
    eta0 = 1.0 if isinstance(given, str) else given  # a rate of our choice fits the rows
    if eta0 * weights.min() < 1 / widest or eta0 * weights.max() > widest:
        raise ValueError(
            "sample_weight times class_weight times eta0 ranges from "
            f"{eta0 * weights.min():.0e} to {eta0 * weights.max():.0e}, too far for {dtype}; "
            "choose eta0 or the weights nearer to 1."
        )


def squeeze(table: np.ndarray) -> np.ndarray:
    """(groups, n) -> (n,) for one group, (n, groups) for several."""
    return table[0] if len(table) == 1 else np.ascontiguousarray(table.T)
