"""scikit-learn's callbacks in random coordinate descent: a task for every part of a descent."""

from collections.abc import Callable
from typing import Any

import numpy as np

from rosenblatt.training.descent import DescentResult

PARTS = 20  # of each descent


class DescentHooks:
    """Tells callbacks about parts of descents when they are over; any of them may ask to stop.

    Descents then come one after another, so that what callbacks hear does not depend on threads.

    Parameters
    ----------
    estimator : estimator
        The one that is fitted.
    context : CallbackContext
        That of its fit.
    given : dict
        What else callbacks may ask for.
    """

    def __init__(self, estimator: Any, context: Any, given: dict[str, Any]) -> None:
        self.estimator, self.context, self.given = estimator, context, given
        self.active = bool(getattr(estimator, "_skl_callbacks", None))
        self.stopped, self.part = False, 1
        self.lines: list[list[np.ndarray]] = []
        self.errors: list[list[float]] = []

    def begin(
        self, starts: np.ndarray, descents: int, epochs: int, model: Callable[..., dict[str, Any]]
    ) -> None:
        """Announce so many descents of so many epochs, and how a model is made of their lines."""
        self.model, self.starts = model, starts
        self.lines, self.errors = [[] for _ in starts], [[] for _ in starts]
        self.part = -(-epochs // PARTS)
        self.context.max_subtasks = descents * (epochs // self.part)
        self.context.call_on_fit_task_begin(estimator=self.estimator, **self.given)

    def watching(
        self, classes: list[int], line_of: Callable[[np.ndarray], np.ndarray]
    ) -> Callable[[int, int, float, np.ndarray], bool]:
        """What the core is to call: descent, epochs so far, error and weights."""
        last = -1

        def after_part(number: int, epochs: int, error: float, weights: np.ndarray) -> bool:
            nonlocal last
            lines, errors = self.lines[classes[number]], self.errors[classes[number]]
            if number == last:
                lines.pop(), errors.pop()
            last = number
            lines.append(line_of(weights))
            errors.append(error)
            self.tell()
            return self.stopped

        return after_part

    def end(self, model: dict[str, Any]) -> None:
        """Announce the end of the fit, with what it learned."""
        self.context.call_on_fit_task_end(
            estimator=self.estimator, reconstruction_attributes=model, **self.given
        )

    def tell(self) -> None:
        task = self.context.subcontext(task_name="part")
        task.call_on_fit_task_begin(estimator=self.estimator, **self.given)
        self.stopped |= task.call_on_fit_task_end(
            estimator=self.estimator, reconstruction_attributes=self.attributes, **self.given
        )

    def attributes(self) -> dict[str, Any]:
        """The model as if all descents that have begun were over, and there were no others."""
        none = np.empty(0)
        found = [
            [DescentResult(line, error, 0, "", none, none, none) for line, error in pairs]
            for pairs in (
                list(zip(lines, errors, strict=True)) or [(start, 0.0)]
                for lines, errors, start in zip(self.lines, self.errors, self.starts, strict=True)
            )
        ]
        return self.model(found)
