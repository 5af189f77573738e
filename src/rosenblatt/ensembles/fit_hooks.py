"""scikit-learn's callbacks in ensembles: a task for every learner."""

from collections.abc import Callable
from typing import Any


class FitHooks:
    """Tells callbacks about the fit of an ensemble, and about its parts when they are over.

    Parameters
    ----------
    estimator : estimator
        The ensemble.
    context : CallbackContext
        That of its fit.
    given : dict
        What else callbacks may ask for.
    parts : int
        How many there are at most.
    """

    def __init__(self, estimator: Any, context: Any, given: dict[str, Any], parts: int) -> None:
        self.estimator, self.context, self.given = estimator, context, given
        context.max_subtasks = parts
        context.call_on_fit_task_begin(estimator=estimator, **given)

    def after(self, name: str, model: Callable[[Any], dict[str, Any]]) -> Any:
        """A function to call after each part, which says whether to stop; None if nobody listens.

        ``model`` makes attributes of what it is called with, if a callback asks for them.
        """
        if not getattr(self.estimator, "_skl_callbacks", None):
            return None

        def told(found: Any) -> bool:
            task = self.context.subcontext(task_name=name)
            task.call_on_fit_task_begin(estimator=self.estimator, **self.given)
            stop: bool = task.call_on_fit_task_end(
                estimator=self.estimator,
                reconstruction_attributes=lambda: model(found),
                **self.given,
            )
            return stop

        return told

    def end(self, model: dict[str, Any]) -> None:
        """Announce the end of the fit, with what it learned."""
        self.context.call_on_fit_task_end(
            estimator=self.estimator, reconstruction_attributes=model, **self.given
        )
