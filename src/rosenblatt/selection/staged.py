"""One grid after the other: the sequential searches of the papers."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.model_selection import ParameterGrid

from rosenblatt._sklearn import BaseSearchCV
from rosenblatt.estimators.documentation import documented
from rosenblatt.selection.search import LaneSearch

ROUNDING = 1e-12


@documented
class StagedSearchCV(LaneSearch):
    """Search over several grids in turn, each with the best values of the grids before it.

    The first grid is searched with the estimator's own values for all other parameters; its best
    candidate is fixed, the second grid is searched with it, and so on. This is how Khardon and
    Wachman choose a margin and then an alpha bound or a lambda for it. Among equals the first is
    chosen, so list the value with the weakest effect first. The best candidate of the last stage is
    the result; include the inactive value in later stages if they may also change nothing.

    Parameters
    ----------
    estimator : estimator
        A learner of this library; candidates are then trained together as in
        :class:`LaneSearchCV`. (Others work too.)
    stages : list of dicts (or of lists of dicts)
        One parameter grid per stage.
    refit : bool or str, default=True
        Whether to fit the best candidate to all rows; with several scores, the one that decides.
    cv : int, splitter or iterable, default=None
        Folds, the same for all stages; five stratified ones by default.

    Attributes
    ----------
    cv_results_ : dict of arrays
        One row per candidate of every stage; the column ``stage`` counts from 1.
    best_estimator_ : estimator
        The winner of the last stage, fitted to all rows.

    References
    ----------
    Khardon and Wachman (2007), "Noise tolerant variants of the perceptron algorithm", section 3.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from rosenblatt import Perceptron
    >>> from rosenblatt.selection import StagedSearchCV
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> stages = [{"margin": [0.0, 0.125, 0.5, 2.0]}, {"alpha_bound": [None, 80, 20, 5]}]
    >>> search = StagedSearchCV(Perceptron(random_state=0), stages).fit(X / X.std(axis=0), y)
    >>> search.cv_results_["stage"]
    array([1, 1, 1, 1, 2, 2, 2, 2])
    >>> sorted(search.best_params_)
    ['alpha_bound', 'margin']
    """

    _parameter_constraints: dict = {
        **BaseSearchCV._parameter_constraints,
        "stages": [list, tuple],
        "refit": ["boolean", str],
    }

    def __init__(
        self,
        estimator: Any,
        stages: Sequence[Any],
        *,
        scoring: Any = None,
        n_jobs: int | None = None,
        refit: bool | str = True,
        cv: Any = None,
        verbose: int = 0,
        pre_dispatch: int | str = "2*n_jobs",
        error_score: Any = np.nan,
        return_train_score: bool = False,
    ) -> None:
        super().__init__(
            estimator,
            scoring=scoring,
            n_jobs=n_jobs,
            refit=refit,
            cv=cv,
            verbose=verbose,
            pre_dispatch=pre_dispatch,
            error_score=error_score,
            return_train_score=return_train_score,
        )
        self.stages = stages

    def _run_search(self, evaluate_candidates: Any, *, callback_ctx: Any) -> None:
        if not self.stages:
            raise ValueError("stages is empty; give one parameter grid or more.")
        whole = callback_ctx.subcontext(task_name="search", max_subtasks=len(self.stages))
        whole.call_on_fit_task_begin(estimator=self)
        fixed: dict[str, Any] = {}
        for stage, grid in enumerate(self.stages, start=1):
            candidates = [{**fixed, **params} for params in ParameterGrid(grid)]
            part = whole.subcontext(
                task_name="stage",
                max_subtasks=len(candidates) * self.n_splits_,
                sequential_subtasks=False,
            ).call_on_fit_task_begin(estimator=self)
            column = {"stage": [stage] * len(candidates)}
            results = evaluate_candidates(candidates, more_results=column, callback_ctx=part)
            best = self._select_best_index(self.refit, self._metric(results), results)
            fixed = results["params"][best]
            part.call_on_fit_task_end(estimator=self)
        whole.call_on_fit_task_end(estimator=self)

    def _metric(self, results: dict[str, Any]) -> str:
        if f"mean_test_{self.refit}" in results:
            return str(self.refit)
        if "mean_test_score" in results:
            return "score"
        raise ValueError(
            f"refit={self.refit!r} does not say which of several scores chooses the best candidate "
            "of a stage; give its name."
        )

    @staticmethod
    def _select_best_index(refit: bool | str, refit_metric: str, results: dict[str, Any]) -> int:
        """The first of the best candidates in the last stage so far."""
        stage = np.asarray(results["stage"])
        means = results[f"mean_test_{refit_metric}"]
        last = np.flatnonzero(stage == stage[-1])
        means = np.where(np.isnan(means[last]), -np.inf, means[last])
        # The mean of equal scores in another order may differ in its last bit.
        return int(last[np.argmax(means >= means.max() - ROUNDING * abs(means.max()))])
