"""Scores of candidates over folds: trained together where possible, else separately."""

import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.utils.parallel import Parallel, delayed

from rosenblatt._sklearn import (
    _fit_and_score,
    _insert_error_scores,
    _warn_or_raise_about_fit_failures,
)
from rosenblatt.selection.fold_scorer import FoldScorer
from rosenblatt.selection.folds import Fold
from rosenblatt.selection.lanes import SearchData, fit_together
from rosenblatt.selection.sharing import Lanes, batches, parallel

Params = dict[str, Any]

LANES_AT_ONCE = 32  # more are slower: their weights do not fit into the fastest cache


@dataclass
class Evaluation:
    """Evaluates candidates when called, as scikit-learn's searches expect; keeps all results."""

    search: Any
    X: Any
    y: Any
    data: SearchData
    folds: list[Fold]
    scorer: Any
    routed: Any
    params: list[Params] = field(default_factory=list)
    out: list[dict] = field(default_factory=list)
    more: dict[str, list] = field(default_factory=lambda: defaultdict(list))
    results: dict[str, Any] = field(default_factory=dict)

    def __call__(
        self,
        candidates: Iterable[Params],
        cv: Any = None,
        more_results: dict[str, list] | None = None,
        callback_ctx: Any = None,
    ) -> dict[str, Any]:
        """Evaluate candidates, and return the table of all results so far."""
        params = list(candidates)
        out = self._evaluate(params)
        _warn_or_raise_about_fit_failures(out, self.search.error_score)
        if callable(self.search.scoring):
            _insert_error_scores(out, self.search.error_score)
        self.params += params
        self.out += out
        for name, values in (more_results or {}).items():
            self.more[name] += values
        n_splits = len(self.folds)
        self.results = self.search._format_results(self.params, n_splits, self.out, self.more)
        return self.results

    def _evaluate(self, params: list[Params]) -> list[dict]:
        settings = [self._setting(p) for p in params]
        n_classes = len(np.unique(self.data.y))
        together, separate = batches(settings, n_classes, LANES_AT_ONCE)
        self._announce(params, together, separate)
        folds = range(len(self.folds))
        # Seeds are drawn here, so that threads do not race for them.
        tasks = [
            delayed(self._fit_together)(
                settings, params, lanes, fold, clone(settings[lanes[0][0]])._seed()
            )
            for lanes in together
            for fold in folds
        ]
        tasks += [
            delayed(self._fit_separately)(params, number, fold)
            for number in separate
            for fold in folds
        ]
        return in_order(self._parallel()(tasks), len(params), len(folds))

    def _setting(self, params: Params) -> Any:
        return clone(self.search.estimator).set_params(**clone(params, safe=False))

    def _parallel(self) -> Parallel:
        return parallel(self.search.n_jobs, pre_dispatch=self.search.pre_dispatch)

    def _announce(self, params: list[Params], together: list[Lanes], separate: list[int]) -> None:
        if self.search.verbose > 0:
            print(
                f"Fitting {len(self.folds)} folds for each of {len(params)} candidates: "
                f"{len(params) - len(separate)} in {len(together)} sessions per fold, "
                f"{len(separate)} separately",
                flush=True,
            )

    # ------------------------------------------------------------------ one fold

    def _fit_together(
        self, settings: list[Any], params: list[Params], lanes: Lanes, fold: int, seed: int
    ) -> list[tuple[int, int, dict]]:
        train, test = (self._row_numbers(rows) for rows in self.folds[fold])
        numbers = [number for lane in lanes for number in lane]
        since = time.perf_counter()
        try:
            fitted = fit_together(
                [[settings[number] for number in lane] for lane in lanes], self.data, train, seed
            )
        except ValueError:
            # Separately, each setting gives the same result or reports its own error.
            return [
                result
                for number in numbers
                for result in self._fit_separately(params, number, fold)
            ]
        share = (time.perf_counter() - since) / len(numbers)
        score = FoldScorer(
            self.search, self.X, self.y, train, test, self.scorer, self.routed.scorer.score
        )
        fitted.count_votes([X for X, _, _ in score.parts])
        found = []
        for number, make in zip(numbers, fitted, strict=True):
            try:
                model = make()
            except ValueError:
                found += self._fit_separately(params, number, fold)
            else:
                found.append((number, fold, score(model, share, fitted.counting_of(model))))
        self._progress(fold, len(numbers), time.perf_counter() - since)
        return found

    def _row_numbers(self, rows: Any) -> np.ndarray:
        """Row numbers from what a splitter may give: numbers, negative numbers, a mask."""
        return np.arange(len(self.data.y))[np.asarray(rows)]

    def _fit_separately(
        self, params: list[Params], number: int, fold: int
    ) -> list[tuple[int, int, dict]]:
        train, test = self.folds[fold]
        search = self.search
        found = _fit_and_score(
            clone(search.estimator),
            self.X,
            self.y,
            scorer=self.scorer,
            train=train,
            test=test,
            verbose=search.verbose,
            parameters=params[number],
            fit_params=self.routed.estimator.fit,
            score_params=self.routed.scorer.score,
            return_train_score=search.return_train_score,
            return_n_test_samples=True,
            return_times=True,
            split_progress=(fold, len(self.folds)),
            candidate_progress=(number, len(params)),
            error_score=search.error_score,
            caller=search,
        )
        return [(number, fold, found)]

    def _progress(self, fold: int, count: int, seconds: float) -> None:
        if self.search.verbose > 1:
            name = type(self.search).__name__
            print(f"[{name}] fold {fold + 1}: {count} candidates, {seconds:.2f} s", flush=True)


def in_order(found: list[list[tuple[int, int, dict]]], n_candidates: int, n_folds: int) -> list:
    out: list[Any] = [None] * (n_candidates * n_folds)
    for number, fold, result in (item for items in found for item in items):
        out[number * n_folds + fold] = result
    return out
