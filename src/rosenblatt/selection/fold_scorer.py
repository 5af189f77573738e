"""Scores of fitted candidates on the parts of a fold."""

import time
from typing import Any

import numpy as np

from rosenblatt._sklearn import _check_method_params, _safe_split, _score


class FoldScorer:
    """Scores fitted estimators on the parts of one fold, which are cut out once."""

    def __init__(
        self,
        search: Any,
        X: Any,
        y: Any,
        train: np.ndarray,
        test: np.ndarray,
        scorer: Any,
        params: dict[str, Any],
    ) -> None:
        self.search, self.scorer = search, scorer
        cut = [test, train] if search.return_train_score else [test]
        self.parts = [
            (
                *_safe_split(search.estimator, X, y, rows),
                _check_method_params(X, params=params, indices=rows),
            )
            for rows in cut
        ]

    def __call__(self, estimator: Any, fit_time: float) -> dict[str, Any]:
        """What scikit-learn's searches want to know of a candidate in a fold."""
        since = time.perf_counter()
        found = {"fit_error": None, "fit_time": fit_time, "n_test_samples": len(self.parts[0][1])}
        found["test_scores"] = self._scores(estimator, *self.parts[0])
        found["score_time"] = time.perf_counter() - since
        if self.search.return_train_score:
            found["train_scores"] = self._scores(estimator, *self.parts[1])
        return found

    def _scores(self, estimator: Any, X: Any, y: Any, params: dict[str, Any]) -> Any:
        return _score(estimator, X, y, self.scorer, params, self.search.error_score)
