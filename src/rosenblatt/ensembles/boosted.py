"""AdaBoost over perceptrons: a weighted vote of hyperplanes."""

from collections.abc import Iterator
from numbers import Integral
from typing import Any, Self

import numpy as np
from sklearn.callback import CallbackSupportMixin, with_callbacks
from sklearn.metrics import accuracy_score
from sklearn.utils import get_tags
from sklearn.utils.validation import check_is_fitted

from rosenblatt._sklearn import HasMethods, Interval, StrOptions, _fit_context
from rosenblatt.classifiers.classifier import all_or_nothing, predicted_codes
from rosenblatt.classifiers.linear import LinearClassifier
from rosenblatt.classifiers.shares import vote_shares
from rosenblatt.ensembles.boosting import Boosted, boost
from rosenblatt.ensembles.fit_hooks import FitHooks
from rosenblatt.ensembles.held_out_rounds import best_rounds, held_out_errors
from rosenblatt.estimators import AveragedPerceptron, RCDPerceptron
from rosenblatt.estimators.documentation import documented_without
from rosenblatt.estimators.parameter_types import RANDOM_STATE, RandomState
from rosenblatt.training.examples import examples_of
from rosenblatt.training.quiet import warn
from rosenblatt.training.session import random_state_of

MOST_SEARCHED = 1000  # features that random directions of so few epochs can find their way in


@documented_without("coef_", "intercept_")
class AdaBoostPerceptron(CallbackSupportMixin, LinearClassifier):
    """Weighted vote of perceptrons, each trained on what the ones before it got wrong.

    Discrete AdaBoost: every round trains a new learner on rows of weight ``N phi``. A learner of
    weighted error e gets the weight ``alpha = 0.5 log(1/e - 1)`` in the vote; the weights of the
    rows it got wrong are multiplied by ``exp(alpha)``, those of the others by ``exp(-alpha)``. With
    K > 2 classes ``0.5 log(K - 1)`` is added to alpha (SAMME). The training error of the vote is at
    most the product of ``2 sqrt(e (1 - e))`` over the rounds (two classes).

    A learner without error gets the weight ``0.5 log 1000``, the sample weights stay as they are,
    and boosting continues with the next seed. A learner no better than chance, ``e >= 1 - 1/K``,
    ends boosting and is left out. If that happens in the first round, the learner is kept, alone
    and with weight 1, with a warning: ``n_rounds_`` is 0, and the model predicts what the learner
    predicts, which says more than an empty vote.

    Parameters
    ----------
    estimator : classifier, default=None
        What is boosted: a learner of this package or any classifier that takes ``sample_weight``
        (any at all with ``weighting="resample"``). None: ``RCDPerceptron(directions="uniform",
        init="zero", scale="range", max_iter=200)``, or for more than 1000 features
        ``AveragedPerceptron(max_iter=5)``.
    n_estimators : int, default=200
        Maximum number of rounds.
    early_stopping : bool or "auto", default="auto"
        Whether to boost first without a fifth of the rows, held out in turn (until 2000 held-out
        rows were predicted), and then on all rows with the number of rounds that predicted the
        held-out rows best. On 17 tables this was on the mean as good as all rounds, from 2 points
        better to 2 worse, with fewer learners. "auto": if ``estimator`` is None. It is skipped if a
        class has fewer than ten different rows.
    weighting : {"reweight", "resample"}, default="reweight"
        Give the learner all rows with their weights, or a sample of rows drawn with probabilities
        proportional to them, in which a class of any weight has its share and at least one row.
    random_state : int, RandomState, Generator or None, default=None
        Seed, from which every round gets its own.

    Attributes
    ----------
    estimators_ : list of classifiers
        The learners of the rounds.
    estimator_weights_ : ndarray of shape (n_estimators,)
        Their weights alpha.
    estimator_errors_ : ndarray of shape (n_estimators,)
        Their errors e on the rows as weighted in their rounds.
    n_rounds_ : int
        Number of rounds that entered the vote.
    stop_reason_ : str
        "n_estimators", "no_improvement" (rows held out were predicted best with fewer rounds),
        "callback" or "error at least a half" ("error at least that of chance" with more than two
        classes).
    history_ : dict of ndarrays
        "error": training error of the vote after each round, by the given weights; a tied vote
        counts as an error. "validation_error": error on rows held out, with early stopping, after
        each round up to ``n_estimators``.

    See Also
    --------
    BaggedPerceptron : One hyperplane instead of a vote.

    Notes
    -----
    Some learners are boosted by compiled code, with no Python between the rounds: `RCDPerceptron`
    with ``init="zero"``, one restart, no bootstrap, perturbation or time limit, ``scale="range"``
    or "maxabs" (once for all rounds, by all rows) or None and directions that do not look at the
    rows;
    `Perceptron`, `AveragedPerceptron`, `PocketPerceptron`, `GradientPerceptron`,
    `PassiveAggressiveClassifier`, `ROMMA` and `ALMA` with ``init="zero"`` and any hypothesis but
    the vote, without early stopping, time limit and callbacks; all of them without ``class_weight``
    and ``verbose``. The units of margin and intercept (mean squared norm) follow the weights of
    each round, as in ``fit``. Every other learner is fitted round by round, with the same
    bookkeeping.

    The model depends on the values of the rows, not on their order, and a row of weight k equals k
    copies of it, unless the learner depends on the order: equal rows are merged before boosting.

    scikit-learn's callbacks are called after every round on all rows, with the vote so far; the
    rounds of early stopping come before.

    ``predict`` gives a tied vote to the second of two classes, and to the first of several.

    References
    ----------
    Freund and Schapire (1997), "A decision-theoretic generalization of on-line learning and an
    application to boosting".
    Zhu, Zou, Rosset and Hastie (2009), "Multi-class AdaBoost".
    Li (2005), "Perceptron learning with random coordinate descent".

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt import AdaBoostPerceptron, RCDPerceptron
    >>> X = np.random.default_rng(0).uniform(-1, 1, size=(200, 2))
    >>> y = X[:, 0] * X[:, 1] > 0  # no hyperplane separates these
    >>> RCDPerceptron(random_state=0).fit(X, y).score(X, y) < 0.8
    True
    >>> AdaBoostPerceptron(random_state=0).fit(X, y).score(X, y)
    1.0
    """

    estimator_weights_: np.ndarray
    estimator_errors_: np.ndarray
    n_rounds_: int
    history_: dict[str, np.ndarray]
    stop_reason_: str

    _parameter_constraints: dict = {
        "estimator": [HasMethods(["fit", "predict"]), None],
        "n_estimators": [Interval(Integral, 1, None, closed="left")],
        "early_stopping": ["boolean", StrOptions({"auto"})],
        "weighting": [StrOptions({"reweight", "resample"})],
        "random_state": RANDOM_STATE,
    }

    def __init__(
        self,
        estimator: Any = None,
        *,
        n_estimators: int = 200,
        early_stopping: bool | str = "auto",
        weighting: str = "reweight",
        random_state: RandomState = None,
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.early_stopping = early_stopping
        self.weighting = weighting
        self.random_state = random_state

    @_fit_context(prefer_skip_nested_validation=False)
    @with_callbacks
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Boost on all rows.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows.
        y : array-like of shape (n_samples,)
            Labels: numbers or strings.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows in the first round, used as given. Rows of weight 0 are treated as
            absent.

        Returns
        -------
        self : object
            The fitted estimator.
        """
        context = self._init_callback_context(max_subtasks=None)
        given = {"X": X, "y": y, "metadata": {"sample_weight": sample_weight}}
        with all_or_nothing(self):
            data = self._open(X, y, sample_weight)
            examples = examples_of(data.rows.unscaled(), data.codes, data.weights)
            learner, resample = self._learner(examples.X.shape[1]), self.weighting == "resample"
            random, rounds = random_state_of(self.random_state), self.n_estimators
            judged = None
            if self._stops_early():
                judged = held_out_errors(learner, examples, data.classes, rounds, resample, random)
                rounds = rounds if judged is None else best_rounds(judged)
            hooks = FitHooks(self, context, given, rounds)
            told = hooks.after("round", lambda boosted: model_of(data.classes, boosted()))
            found = boost(learner, examples, data.classes, rounds, resample, random, told)
            self._store(data.classes, found, judged)
            hooks.end(model_of(data.classes, found))
        return self

    def _learner(self, n_features: int = 0) -> Any:
        if self.estimator is not None:
            return self.estimator
        if n_features > MOST_SEARCHED:
            return AveragedPerceptron(max_iter=5)
        return RCDPerceptron(directions="uniform", init="zero", scale="range", max_iter=200)

    def _stops_early(self) -> bool:
        return (
            self.estimator is None if self.early_stopping == "auto" else bool(self.early_stopping)
        )

    def _store(self, classes: np.ndarray, found: Boosted, judged: np.ndarray | None) -> None:
        if not found.rounds:
            warn(
                f"the first learner has an error of {found.errors[0]:.3g} and is no better than "
                "chance, so there is nothing to boost; the model is this learner alone. Choose a "
                "stronger estimator, for example one with more epochs.",
                UserWarning,
                stacklevel=4,
            )
        chance = "a half" if len(classes) == 2 else "that of chance"
        self.__dict__.update(model_of(classes, found))
        self.history_ = {"error": found.vote_errors}
        if judged is not None:
            self.history_["validation_error"] = judged
        self.n_rounds_ = found.rounds
        fewer = judged is not None and found.rounds < self.n_estimators
        ended = "no_improvement" if fewer else "n_estimators"
        self.stop_reason_ = f"error at least {chance}" if found.chance else ended
        if found.stopped:
            self.stop_reason_ = "callback"

    @property
    def estimators_(self) -> list[Any]:
        """The learners of the rounds."""
        check_is_fitted(self)
        return self._hypotheses.estimators

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_hypotheses")

    def _votes_after_rounds(self, X: Any) -> Iterator[np.ndarray]:
        """Votes for each class after every round: one array that grows."""
        votes = np.zeros((X.shape[0], len(self.classes_)))
        rows = np.arange(X.shape[0])
        for weight, codes in zip(self.estimator_weights_, self._hypotheses.codes(X), strict=True):
            votes[rows, codes] += weight
            yield votes

    def _final_votes(self, X: Any) -> np.ndarray:
        *_, votes = self._votes_after_rounds(X)
        return votes

    def _scores(self, X: Any) -> np.ndarray:
        return scores_of(self._final_votes(X))

    def _unit(self) -> float:
        return float(np.abs(self.estimator_weights_).sum()) or 1.0

    def decision_function(self, X: Any) -> np.ndarray:
        """Weighted votes.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows.

        Returns
        -------
        scores : ndarray of shape (n_samples,) or (n_samples, n_classes)
            Votes for the second class minus those for the first, or the votes for each class.
        """
        return self._scores(self._read_to_predict(X))

    def predict_proba(self, X: Any) -> np.ndarray:
        """Shares of the weighted vote; the class that ``predict`` returns has the highest.

        Shares rank the classes, but boosting does not calibrate them:
        :class:`sklearn.calibration.CalibratedClassifierCV` does.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows.

        Returns
        -------
        probabilities : ndarray of shape (n_samples, n_classes)
            Each row sums up to 1 but for rounding. If classes tie, the predicted one is put ahead
            by the smallest step of floating point.
        """
        votes = self._final_votes(self._read_to_predict(X))
        return vote_shares(votes, predicted_codes(scores_of(votes)))

    def staged_predict_proba(self, X: Any) -> Iterator[np.ndarray]:
        """Shares of the weighted vote after each round.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows.

        Yields
        ------
        probabilities : ndarray of shape (n_samples, n_classes)
            As ``predict_proba`` gives them.
        """
        for votes in self._votes_after_rounds(self._read_to_predict(X)):
            yield vote_shares(votes, predicted_codes(scores_of(votes)))

    def staged_decision_function(self, X: Any) -> Iterator[np.ndarray]:
        """Weighted votes after each round.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows.

        Yields
        ------
        scores : ndarray of shape (n_samples,) or (n_samples, n_classes)
            As ``decision_function`` gives them.
        """
        for votes in self._votes_after_rounds(self._read_to_predict(X)):
            yield scores_of(votes)

    def staged_predict(self, X: Any) -> Iterator[np.ndarray]:
        """Classes after each round.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows.

        Yields
        ------
        labels : ndarray of shape (n_samples,)
            As ``predict`` gives them.
        """
        for scores in self.staged_decision_function(X):
            yield self.classes_[predicted_codes(scores)]

    def staged_score(self, X: Any, y: Any, sample_weight: Any = None) -> Iterator[float]:
        """Accuracy after each round.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows.
        y : array-like of shape (n_samples,)
            Their labels.
        sample_weight : array-like of shape (n_samples,), default=None
            Their weights.

        Yields
        ------
        score : float
            As ``score`` gives it.
        """
        for labels in self.staged_predict(X):
            yield float(accuracy_score(y, labels, sample_weight=sample_weight))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = get_tags(self._learner()).input_tags.sparse
        return tags


def model_of(classes: np.ndarray, found: Boosted) -> dict[str, Any]:
    """What prediction needs, as attributes."""
    return {
        "classes_": classes,
        "_hypotheses": found.hypotheses,
        "estimator_weights_": found.weights,
        "estimator_errors_": found.errors,
    }


def scores_of(votes: np.ndarray) -> np.ndarray:
    return votes[:, 1] - votes[:, 0] if votes.shape[1] == 2 else votes.copy()
