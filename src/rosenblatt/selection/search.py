"""Grid search that trains its candidates together."""

import time
from typing import Any

from sklearn.base import clone, is_classifier
from sklearn.model_selection import GridSearchCV, check_cv
from sklearn.utils import column_or_1d, indexable

from rosenblatt._sklearn import BaseSearchCV, _check_method_params, _fit_context, _MultimetricScorer
from rosenblatt.classifiers.classifier import all_or_nothing, forget
from rosenblatt.classifiers.described_parameters import DescribedParameters
from rosenblatt.estimators.documentation import documented
from rosenblatt.selection.evaluation import Evaluation
from rosenblatt.selection.lanes import SearchData, read_search_data
from rosenblatt.selection.pipelines import PipelineEvaluation, ends_in_lanes
from rosenblatt.selection.sharing import trains_in_lanes


class LaneSearch(DescribedParameters, BaseSearchCV):
    """The ``fit`` of all searches; a search defines in ``_run_search`` what to evaluate.

    Parameters
    ----------
    scoring : str, callable, list, tuple or dict
        The metric; the estimator's ``score`` by default.
    n_jobs : int or None
        Number of threads, among which folds are divided.
    cv : int, splitter or iterable
        Folds; five stratified ones by default.
    verbose : int
        1: print what will be fitted; 2: also a line per session.
    pre_dispatch : int or str
        How many jobs are given to the threads in advance.
    error_score : "raise" or float
        Score of a candidate whose fit fails.
    return_train_score : bool
        Whether to score the training rows too.

    Attributes
    ----------
    cv_results_ : dict of arrays
        One row per candidate.
    best_estimator_ : estimator
        The best candidate, fitted to all rows.
    best_score_ : float
        Its mean score over the folds.
    best_params_ : dict
        Its parameters.
    best_index_ : int
        Its row in ``cv_results_``.
    scorer_ : callable or dict
        What computes the scores.
    n_splits_ : int
        Number of folds.
    refit_time_ : float
        Seconds that the fit to all rows took.
    multimetric_ : bool
        Whether there are several scores.
    classes_ : ndarray of shape (n_classes,)
        Sorted labels.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the features, if X had names that are all strings.
    """

    @_fit_context(prefer_skip_nested_validation=False)
    def fit(self, X: Any, y: Any = None, **params: Any) -> "LaneSearch":
        """Evaluate all candidates, and fit the best to all rows.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows.
        y : array-like of shape (n_samples,)
            Labels.
        **params : dict
            ``sample_weight``, for fitting and (if the scorer accepts it) scoring, split like X;
            ``groups``, for the splitter. With metadata routing, whatever was requested.

        Returns
        -------
        self : object
            The search, fitted.
        """
        with all_or_nothing(self):
            forget(self)
            in_lanes = trains_in_lanes(self.estimator) or self._shares_transformers(params)
            if not in_lanes or self._has_callbacks():
                return super().fit(X, y, **params)
            return self._fit(X, y, params)

    def _fit(self, X: Any, y: Any, params: dict[str, Any]) -> "LaneSearch":
        scorers, metric = self._get_scorers()
        X, y = indexable(X, y)
        routed = self._get_routed_params_for_fit(_check_method_params(X, params=params))
        folds = self._folds(X, y, routed.splitter.split)
        if ends_in_lanes(self.estimator):
            y = column_or_1d(y)
            data = SearchData(None, y, None, {})  # rows are read behind the transformers
            evaluation: Evaluation = PipelineEvaluation(self, X, y, data, folds, scorers, routed)
        else:
            data = read_search_data(self.estimator, X, y, routed.estimator.fit)
            evaluation = Evaluation(self, X, y, data, folds, scorers, routed)
        self._run_search(evaluation, callback_ctx=self._init_callback_context(max_subtasks=None))
        self._choose(evaluation, metric)
        if self.refit:
            self._fit_best(X, y, routed.estimator.fit)
        self.scorer_ = scorers._scorers if isinstance(scorers, _MultimetricScorer) else scorers
        return self

    def _shares_transformers(self, params: dict[str, Any]) -> bool:
        """Whether transformers before the learner can be fitted once for all candidates."""
        return ends_in_lanes(self.estimator) and not set(params) - {"groups"}

    def _has_callbacks(self) -> bool:
        """Callbacks need to be called for every single fit."""
        return any(getattr(each, "_skl_callbacks", None) for each in (self, self.estimator))

    def _folds(self, X: Any, y: Any, params: dict[str, Any]) -> list[Any]:
        splitter = check_cv(self.cv, y, classifier=is_classifier(self.estimator))
        self.n_splits_ = splitter.get_n_splits(X, y, **params)
        folds = list(splitter.split(X, y, **params))
        if len(folds) != self.n_splits_ or not folds:
            raise ValueError(
                f"cv={self.cv!r} announced {self.n_splits_} folds but made {len(folds)}; give a "
                "splitter that makes one or more folds, as many as it announces."
            )
        return folds

    def _choose(self, evaluation: Evaluation, metric: str) -> None:
        first = evaluation.out[0]["test_scores"]
        self.multimetric_ = isinstance(first, dict)
        if callable(self.scoring) and self.multimetric_:  # only now known to have several metrics
            self._check_refit_for_multimetric(first)
            metric = self.refit
        self.cv_results_ = results = evaluation.results
        if self.multimetric_ and not self.refit:
            return
        self.best_index_ = self._select_best_index(self.refit, metric, results)
        self.best_params_ = results["params"][self.best_index_]
        if not callable(self.refit):
            self.best_score_ = results[f"mean_test_{metric}"][self.best_index_]

    def _fit_best(self, X: Any, y: Any, params: dict[str, Any]) -> None:
        best = clone(self.estimator).set_params(**clone(self.best_params_, safe=False))
        since = time.perf_counter()
        self.best_estimator_ = best.fit(X, y, **params)
        self.refit_time_ = time.perf_counter() - since
        if hasattr(best, "feature_names_in_"):
            self.feature_names_in_ = best.feature_names_in_


@documented
class LaneSearchCV(LaneSearch, GridSearchCV):
    """GridSearchCV that trains its candidates together and reads each row once for all of them.

    Parameters, attributes, methods and scores are those of
    :class:`sklearn.model_selection.GridSearchCV`. Candidates that differ only in parameters of one
    hyperplane (``margin``, ``lam``, ``alpha_bound``, ``eta0``, ``init``, ``hypothesis``) are lanes
    of one training session per fold; hypotheses of the same hyperplane share a lane. The grid may
    have other parameters too: each of their values has its own sessions.

    Parameters
    ----------
    estimator : estimator
        A learner of this library, or a pipeline that ends with one: its transformers are then
        fitted once for each fold. (Others work as in GridSearchCV.)
    param_grid : dict or list of dicts
        Names of parameters and lists of values to try.
    refit : bool, str or callable, default=True
        Whether, or by which score, to choose the best candidate and fit it to all rows. Among
        equals the first is chosen.

    Attributes
    ----------
    cv_results_ : dict of arrays
        One row per candidate. ``mean_fit_time`` is the candidate's share of its session.

    See Also
    --------
    StagedSearchCV : One grid after the other.

    Notes
    -----
    The scores equal those of GridSearchCV bit for bit if ``random_state`` of the estimator is an
    int or a RandomState. With None, GridSearchCV draws an order of the rows for every fit; here one
    is drawn for every session, so the candidates of a fold are compared on the same order.

    Votes of the candidates of a fold are counted together: a row that several of them have learned
    is multiplied once. Dense rows in float32 are an exception, because their products are rounded
    differently if other rows are multiplied beside them.

    X is not copied for the folds, except for voted hypotheses if the splitter shuffles the training
    rows, and for splitters that repeat rows.

    Candidates with ``early_stopping``, ``time_limit`` or ``verbose``, hyperplanes that are learned
    together (joint training of three or more classes), and searches with callbacks are fitted
    separately, with the same results.
    X, y and the weights are checked once, before the first fold: data that no candidate could learn
    from is an error at once, whatever ``error_score`` is.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from rosenblatt import Perceptron
    >>> from rosenblatt.selection import LaneSearchCV
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> grid = {"margin": [0.0, 0.125, 0.25, 0.5], "hypothesis": ["last", "longest", "voted"]}
    >>> search = LaneSearchCV(Perceptron(random_state=0), grid).fit(X / X.std(axis=0), y)
    >>> len(search.cv_results_["params"])
    12
    >>> bool(search.best_score_ > 0.95)
    True
    """
