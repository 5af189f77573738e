"""Scores of fitted candidates on the test and training rows of a fold."""

import time
from typing import Any

import numpy as np

from rosenblatt._sklearn import _check_method_params, _safe_split, _score


class FoldScorer:
    """Scores fitted estimators on the rows of one fold, which are selected once."""

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
        used = [test, train] if search.return_train_score else [test]
        self.parts = [
            (
                *_safe_split(search.estimator, X, y, rows),
                _check_method_params(X, params=params, indices=rows),
            )
            for rows in used
        ]

    def __call__(self, estimator: Any, fit_time: float, counting: float = 0.0) -> dict[str, Any]:
        """The results of a candidate in a fold, as scikit-learn's searches expect them.

        ``counting`` is the time that its votes took before.
        """
        since = time.perf_counter()
        result = {"fit_error": None, "fit_time": fit_time, "n_test_samples": len(self.parts[0][1])}
        result["test_scores"] = self._scores(estimator, *self.parts[0])
        result["score_time"] = time.perf_counter() - since + counting
        if self.search.return_train_score:
            result["train_scores"] = self._scores(estimator, *self.parts[1])
        return result

    def _scores(self, estimator: Any, X: Any, y: Any, params: dict[str, Any]) -> Any:
        return _score(estimator, X, y, self.scorer, params, self.search.error_score)
