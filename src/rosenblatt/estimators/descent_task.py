"""One fit of random coordinate descent: starts, problems, results."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

import numpy as np

from rosenblatt.classifiers.linear import linear_scores
from rosenblatt.estimators.descent_hooks import DescentHooks
from rosenblatt.estimators.effort import DescentPlan, options_of
from rosenblatt.estimators.starts import StartRows, start_rows
from rosenblatt.training.descent import DescentOptions, DescentProblem, DescentResult, descend
from rosenblatt.training.examples import Examples, bootstrap
from rosenblatt.training.rows import table_of
from rosenblatt.training.scaling import Scaling, scaling_of
from rosenblatt.training.session import Data

EVERY = 1.0  # seconds between two lines of progress


class DescentTask:
    """What the descents of a fit have in common: the estimator's wishes and the examples."""

    def __init__(
        self,
        estimator: Any,
        data: Data,
        plan: DescentPlan,
        scaling: Scaling,
        examples: Examples,
        positives: list[int],
        begin: float,
        hooks: DescentHooks,
    ) -> None:
        self.data, self.hooks = data, hooks
        self.estimator, self.plan, self.scaling = estimator, plan, scaling
        self.examples, self.positives, self.begin = examples, positives, begin
        self.seed = estimator._seed()
        self.divided = scaling.divide(examples.X)
        self.table = table_of(self.divided)
        self.labels = [np.where(examples.codes == c, 1, -1).astype(np.int8) for c in positives]
        self.names: list[str] = []
        self.prepared = 0.0

    # ---------------------------------------------------------------- starts

    def start_rows(self) -> StartRows:
        X, weights = self.examples.X, self.examples.weights
        if self.plan.start_scale == self.plan.scale:
            return start_rows(X, self.scaling)
        shift = self.estimator.fit_intercept
        return start_rows(X, scaling_of(self.plan.start_scale, X, weights, shift=shift))

    def samples(self) -> list[np.ndarray | None]:
        """Weights of the examples for each restart."""
        if not self.estimator.bootstrap:
            return [self.examples.weights] * self.plan.n_restarts
        return [
            bootstrap(self.examples, np.random.default_rng([self.seed, restart]))
            for restart in range(self.plan.n_restarts)
        ]

    def starts(self, rows: StartRows, weights: np.ndarray | None) -> np.ndarray:
        """The best of the starts of the plan, for each class; notes their names."""
        sample = replace(self.examples, weights=weights)
        tried = [self.lines_of(name, rows, sample) for name in self.plan.starts]
        best = [0] * len(self.positives)
        if len(tried) > 1:
            best = [self.best_of(label, lines, weights) for label, lines in self.by_class(tried)]
        if not self.names:
            self.names = [self.plan.starts[k] for k in best]
        return np.array([tried[k][number] for number, k in enumerate(best)])

    def lines_of(self, name: str, rows: StartRows, sample: Examples) -> np.ndarray:
        intercept = self.estimator.fit_intercept
        lines = rows.lines(name, sample, self.positives, intercept, self.seed)
        return rows.for_divided(lines, self.scaling)

    def by_class(self, tried: list[np.ndarray]) -> Any:
        lines = [[start[number] for start in tried] for number in range(len(self.positives))]
        return zip(self.labels, lines, strict=True)

    def best_of(self, label: np.ndarray, lines: list[np.ndarray], weights: Any) -> int:
        """Which start errs least with the best intercept; the first of several."""
        first = DescentOptions(
            fit_intercept=self.estimator.fit_intercept, max_iter=1, history=False
        )
        problems = [DescentProblem(label, line, weights, options=first) for line in lines]
        return int(np.argmin([f.error for f in descend(self.table, problems)]))

    # ---------------------------------------------------------------- descents

    def problems(self, given: np.ndarray | None) -> list[DescentProblem]:
        """Those of one restart after the other, one for each class."""
        options, starts = self.options(), given
        if given is not None:
            self.names = ["given"] * len(self.positives)
        rows = self.start_rows() if given is None else None
        problems: list[DescentProblem] = []
        for restart, weights in enumerate(self.samples()):
            if rows is not None and (restart == 0 or self.estimator.bootstrap):
                starts = self.starts(rows, weights)
            for label, start in zip(self.labels, starts, strict=True):  # type: ignore[arg-type]
                number = self.seed + len(problems)
                problem = DescentProblem(label, start, weights, None, number, options)
                problems.append(replace(problem, shift=self.scaling.scaled_shift))
        return problems

    def options(self) -> DescentOptions:
        return options_of(self.estimator, self.plan)

    def solve(self, problems: list[DescentProblem]) -> list[list[DescentResult]]:
        """One list of results per restart, in it one for each class."""
        size = len(self.positives)
        self.announce(np.array([problem.start for problem in problems[:size]]))
        classes = [number % size for number in range(len(problems))]
        flat = self.run(self.table, problems, self.seconds_left(), classes)
        found = [flat[k : k + size] for k in range(0, len(flat), size)]
        self.print_results(found)
        return found

    def announce(self, starts: np.ndarray) -> None:
        """Tell the hooks what is going to happen, from these hyperplanes on."""
        descents = self.plan.n_restarts * len(starts)
        self.hooks.begin(starts, descents, self.plan.max_iter, self.model_of)

    def run(
        self,
        table: Any,
        problems: list[DescentProblem],
        seconds: float | None,
        classes: list[int],
        line_of: Callable[[np.ndarray], np.ndarray] = lambda weights: weights,
    ) -> list[DescentResult]:
        """Solve problems that belong to these classes; hooks are shown lines over divided rows."""
        self.prepared = monotonic() - self.begin
        report = self.print_progress if self.estimator.verbose else None
        threads, hooks = self.estimator._threads(), self.hooks
        if hooks.stopped:
            problems = [replace(p, options=replace(p.options, max_iter=0)) for p in problems]
        return descend(
            table, problems, threads=threads, time_limit=seconds, report=report, every=EVERY,
            at_part=hooks.watching(classes, line_of) if hooks.active else None, part=hooks.part,
        )  # fmt: skip

    def seconds_left(self, parts: int = 1) -> float | None:
        """Seconds for the next of so many equal parts."""
        limit = self.estimator.time_limit
        return None if limit is None else max(limit - (monotonic() - self.begin), 0) / parts

    # ---------------------------------------------------------------- results

    def chosen(self, found: list[list[DescentResult]]) -> list[list[DescentResult]]:
        """The results kept for each class: one, or all of them for a mean."""
        return self.kept([list(tried) for tried in zip(*found, strict=True)])

    def kept(self, found: list[list[DescentResult]]) -> list[list[DescentResult]]:
        """The same of lists of results by class."""
        if self.estimator.combine == "mean":
            return found
        chosen = []
        for code, tried in zip(self.positives, found, strict=True):
            errors = [f.error for f in tried]
            if self.estimator.bootstrap:  # the samples' own errors say nothing about each other
                errors = [self.training_error(f.weights, code) for f in tried]
            chosen.append([tried[int(np.argmin(errors))]])
        return chosen

    def model_of(self, found: list[list[DescentResult]]) -> dict[str, Any]:
        """What the estimator learns of results by class."""
        lines = np.array([self.mean_of_units(tried) for tried in self.kept(found)])
        learned: dict[str, Any] = self.estimator._learned(self.scaling.undivided(lines), self.data)
        return learned

    def training_error(self, weights: np.ndarray, positive: int) -> float:
        """Weight of the examples that are not strictly right."""
        scores = linear_scores(weights[None, :-1], weights[-1:], self.divided)
        wrong = np.where(self.examples.codes == positive, scores, -scores) <= 0
        given = self.examples.weights
        return float(wrong.sum() if given is None else given[wrong].sum())

    def mean_of_units(self, tried: list[DescentResult]) -> np.ndarray:
        """The mean direction; a hyperplane without weights has none and adds nothing."""
        total = np.zeros_like(tried[0].weights)
        for f in tried:
            [shifted] = self.scaling.shifted(f.weights[None])
            total += f.weights / (np.linalg.norm(shifted) or 1.0)
        return total / len(tried)

    # ---------------------------------------------------------------- talking

    def print_progress(self, progress: list[tuple[int, float]]) -> None:
        epochs = sum(epochs for epochs, _ in progress)
        errors = ", ".join(f"{error:g}" for epochs, error in progress if epochs)
        seconds = monotonic() - self.begin
        name = type(self.estimator).__name__
        print(f"{name}: {seconds:.1f} s, {epochs} epochs, error {errors or '?'}", flush=True)

    def print_results(self, found: list[list[DescentResult]]) -> None:
        if not self.estimator.verbose:
            return
        for restart, results in enumerate(found):
            for number, f in enumerate(results):
                print(
                    f"{type(self.estimator).__name__}: restart {restart}, hyperplane {number}: "
                    f"error {f.error:g} after {f.n_iter} epochs ({f.reason})",
                    flush=True,
                )


@dataclass
class DescentCurve:
    """Numbers at some epochs; each holds until the next."""

    epochs: np.ndarray
    values: np.ndarray

    def at(self, epochs: np.ndarray) -> np.ndarray:
        if np.array_equal(self.epochs, epochs):  # as nearly always: there is nothing to look up
            return self.values
        if not len(self.epochs):
            return np.zeros(len(epochs))
        return self.values[np.maximum(np.searchsorted(self.epochs, epochs, side="right") - 1, 0)]


def history_of(chosen: list[list[DescentResult]], prepared: float) -> dict[str, np.ndarray]:
    """Errors and seconds at epochs; a descent that ended early repeats its last values."""
    epochs = all_epochs([f.epochs for kept in chosen for f in kept])
    errors = [
        mean_curve(epochs, [DescentCurve(f.epochs, f.history) for f in kept]) for kept in chosen
    ]
    seconds = [
        mean_curve(epochs, [DescentCurve(f.epochs, f.seconds) for f in kept]) for kept in chosen
    ]
    return {
        "error": columns_of(errors),
        "seconds": columns_of(seconds) + prepared,
        "epoch": epochs,
    }


def all_epochs(of_each: list[np.ndarray]) -> np.ndarray:
    """Every epoch that any of them has, rising."""
    first, *others = of_each
    if all(np.array_equal(first, other) for other in others):
        return first
    return np.unique(np.concatenate(of_each))


def mean_curve(epochs: np.ndarray, curves: list[DescentCurve]) -> np.ndarray:
    return np.asarray(np.mean([curve.at(epochs) for curve in curves], axis=0))


def columns_of(curves: list[np.ndarray]) -> np.ndarray:
    """One column per curve, or a plain list of numbers if there is one."""
    return curves[0] if len(curves) == 1 else np.column_stack(curves)
