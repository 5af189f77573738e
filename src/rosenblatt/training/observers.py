"""Observers of training: told after every pass, each may end it with a reason."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from rosenblatt.training.session import MOST_PASSES, Checkpoint, LinearModel, Session


class Printer:
    """Prints one line per pass."""

    def __init__(self, name: str) -> None:
        self.name, self.since = name, time.perf_counter()

    def after_pass(self, session: Session) -> str | None:
        history = session.history()
        updates, mistakes = (int(history[k][-1].sum()) for k in ("updates", "mistakes"))
        seconds = time.perf_counter() - self.since
        print(
            f"[{self.name}] pass {session.n_iter()}: {updates} updates, {mistakes} mistakes, "
            f"{seconds:.2f} s",
            flush=True,
        )
        return None


class EarlyStopping:
    """Ends training when the held-out rows have not been predicted better for some passes."""

    def __init__(self, score: Callable[[LinearModel], float], patience: int) -> None:
        self.score, self.patience = score, patience
        self.best_score, self.since_best = -np.inf, 0
        self.best: Checkpoint | None = None
        self.scores: list[float] = []

    def after_pass(self, session: Session) -> str | None:
        checkpoint = session.checkpoint()
        self.scores.append(self.score(checkpoint.model))
        self.since_best += 1
        if self.scores[-1] > self.best_score:
            self.best_score, self.best, self.since_best = self.scores[-1], checkpoint, 0
        return "no_improvement" if self.since_best >= self.patience else None


class CallbackHooks:
    """Tells scikit-learn's callbacks about every pass; any of them may ask to stop."""

    def __init__(self, estimator: Any, context: Any, given: dict[str, Any]) -> None:
        self.estimator, self.context, self.known = estimator, context, given

    def before_pass(self) -> None:
        self.sub = self.context.subcontext(task_name="pass")
        self.sub.call_on_fit_task_begin(estimator=self.estimator, **self.known)

    def after_pass(self, session: Session) -> str | None:
        stop = self.sub.call_on_fit_task_end(
            estimator=self.estimator,
            reconstruction_attributes=lambda: session.model().attributes(session.data.classes),
            **self.known,
        )
        return "callback" if stop else None


def train(
    session: Session, max_iter: int, time_limit: float | None, observers: list[Any]
) -> str | None:
    """Run the passes; says why they ended if the session did not end them itself."""
    until = None if time_limit is None else time.monotonic() + time_limit
    at_once = 1 if observers else min(max_iter, MOST_PASSES)
    while not session.training.done:
        for observer in observers:
            getattr(observer, "before_pass", lambda: None)()
        left = None if until is None else max(0.0, until - time.monotonic())
        status = session.training.run(at_once, left)
        if status == "overflow":
            raise ValueError(
                "the scores overflowed: some features, sample weights or eta0 are far too large; "
                "scale the features, for example with sklearn.preprocessing.StandardScaler."
            )
        reasons = [observer.after_pass(session) for observer in observers]
        if status == "time_limit":
            return status
        for reason in filter(None, reasons):
            return str(reason)
    return None
