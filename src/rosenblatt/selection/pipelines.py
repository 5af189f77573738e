"""Candidates that are pipelines: transformers are fitted once for each fold, learners in lanes."""

import time
from collections.abc import Mapping
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.pipeline import Pipeline
from sklearn.utils.parallel import delayed

from rosenblatt._sklearn import _safe_split, _score
from rosenblatt.selection.evaluation import LANES_AT_ONCE, Evaluation, Params, in_order
from rosenblatt.selection.lanes import fit_together, read_search_data
from rosenblatt.selection.sharing import Lanes, batches, trains_in_lanes


def ends_in_lanes(estimator: Any) -> bool:
    """Whether it is a pipeline with transformers before a learner that trains in lanes."""
    return (
        isinstance(estimator, Pipeline)
        and len(estimator.steps) > 1
        and estimator.memory is None
        and trains_in_lanes(estimator.steps[-1][1])
    )


def of_learner(params: Params, pipeline: Pipeline) -> Params | None:
    """Parameters of the last step, without its name; None if others are among them."""
    begin = f"{pipeline.steps[-1][0]}__"
    if not all(name.startswith(begin) for name in params):
        return None
    return {name.removeprefix(begin): value for name, value in params.items()}


class PipelineEvaluation(Evaluation):
    """Evaluates pipelines whose candidates differ in the learner at their end.

    Transformers see the training rows of a fold alone, as in a fit of the pipeline, but once for
    all candidates; so do scores, which are those of the learner on the transformed test rows.
    Candidates that change a transformer are fitted separately.
    """

    def _evaluate(self, params: list[Params]) -> list[dict]:
        stripped = [of_learner(p, self.search.estimator) for p in params]
        shared = [number for number, found in enumerate(stripped) if found is not None]
        learner = self.search.estimator.steps[-1][1]
        settings = [clone(learner).set_params(**clone(stripped[k], safe=False)) for k in shared]
        lanes, alone = batches(settings, len(np.unique(self.data.y)), LANES_AT_ONCE)
        numbers = dict(enumerate(shared))
        separate = [k for k in range(len(params)) if k not in set(shared)]
        separate += [numbers[k] for k in alone]
        self._announce(params, lanes, separate)
        seeds = [[clone(settings[batch[0][0]])._seed() for batch in lanes] for _ in self.folds]
        tasks = [
            delayed(self._fit_fold)(settings, params, numbers, lanes, fold, seeds[fold])
            for fold in range(len(self.folds))
            if lanes
        ]
        tasks += [
            delayed(self._fit_separately)(params, number, fold)
            for number in separate
            for fold in range(len(self.folds))
        ]
        return in_order(self._parallel()(tasks), len(params), len(self.folds))

    def _fit_fold(
        self,
        settings: list[Any],
        params: list[Params],
        numbers: Mapping[int, int],
        batches: list[Lanes],
        fold: int,
        seeds: list[int],
    ) -> list[tuple[int, int, dict]]:
        """All candidates that share the transformers of a fold."""
        since = time.perf_counter()
        part = FoldOfPipeline(self, fold)
        spent = time.perf_counter() - since
        found = []
        for lanes, seed in zip(batches, seeds, strict=True):
            own = [number for lane in lanes for number in lane]
            since = time.perf_counter()
            try:
                fitted = fit_together(
                    [[settings[number] for number in lane] for lane in lanes],
                    part.data, np.arange(len(part.data.y)), seed,
                )  # fmt: skip
                spent_on_fits = time.perf_counter() - since
                fitted.count_votes(part.scored)
                models = [make() for make in fitted]
            except ValueError:
                for number in own:
                    found += self._fit_separately(params, numbers[number], fold)
                continue
            share = spent / len(numbers) + spent_on_fits / len(own)
            found += [
                (numbers[number], fold, part.scores(model, share, fitted.counting_of(model)))
                for number, model in zip(own, models, strict=True)
            ]
        return found


class FoldOfPipeline:
    """The rows of one fold behind the transformers, which were fitted to its training rows."""

    def __init__(self, evaluation: Evaluation, fold: int) -> None:
        search, (train, test) = evaluation.search, evaluation.folds[fold]
        self.search, self.scorer = search, evaluation.scorer
        before = clone(search.estimator)[:-1]
        X, y = _safe_split(search.estimator, evaluation.X, evaluation.y, train)
        X_test, y_test = _safe_split(search.estimator, evaluation.X, evaluation.y, test, train)
        learner = search.estimator.steps[-1][1]
        X = before.fit_transform(X, y)
        self.data = read_search_data(learner, X, y, {})
        self.parts = [(before.transform(X_test), y_test), (X, y)]

    @property
    def scored(self) -> list[Any]:
        """The rows that candidates are scored on."""
        return [X for X, _ in self.parts[: 2 if self.search.return_train_score else 1]]

    def scores(self, model: Any, fit_time: float, counting: float) -> dict[str, Any]:
        """The results of a candidate, as scikit-learn's searches expect them."""
        since = time.perf_counter()
        result = {"fit_error": None, "fit_time": fit_time, "n_test_samples": len(self.parts[0][1])}
        result["test_scores"] = self._score(model, *self.parts[0])
        result["score_time"] = time.perf_counter() - since + counting
        if self.search.return_train_score:
            result["train_scores"] = self._score(model, *self.parts[1])
        return result

    def _score(self, model: Any, X: Any, y: Any) -> Any:
        return _score(model, X, y, self.scorer, {}, self.search.error_score)
