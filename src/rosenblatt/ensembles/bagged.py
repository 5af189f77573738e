"""Bagging of linear learners: many hyperplanes, one in the end."""

from collections.abc import Iterator
from numbers import Integral
from typing import Any, Self

import numpy as np
from sklearn.base import clone
from sklearn.callback import CallbackSupportMixin, with_callbacks
from sklearn.utils import get_tags
from sklearn.utils.parallel import Parallel, delayed

from rosenblatt._sklearn import HasMethods, Interval, _fit_context
from rosenblatt.classifiers.calibration import PROBABILITY, CalibratedClassifier
from rosenblatt.classifiers.classifier import all_or_nothing
from rosenblatt.classifiers.linear import LinearClassifier
from rosenblatt.ensembles.boosting import LARGEST_SEED, require_weights, seeded
from rosenblatt.ensembles.fit_hooks import FitHooks
from rosenblatt.estimators import AveragedPerceptron
from rosenblatt.estimators.documentation import documented
from rosenblatt.estimators.parameter_types import RANDOM_STATE, RandomState
from rosenblatt.training.examples import Examples, bootstrap, examples_of
from rosenblatt.training.groups import require_line_per_class
from rosenblatt.training.part_fits import fit_part
from rosenblatt.training.quiet import is_quiet, quietly
from rosenblatt.training.session import Data, random_state_of


@documented
class BaggedPerceptron(CallbackSupportMixin, CalibratedClassifier, LinearClassifier):
    """Mean of hyperplanes, each learned from its own bootstrap sample or with its own seed.

    The weights of every learner are divided by their length, so that its score is the signed
    distance to its hyperplane, and the model is the mean: ``w = mean(w_k / |w_k|)``,
    ``b = mean(b_k / |w_k|)``. That is one hyperplane again, as fast and as readable as that of a
    single learner. It follows shifts, rotations and scalings of X as far as the learner does.

    Parameters
    ----------
    estimator : classifier, default=None
        What is bagged: a linear learner of this package, or any classifier with ``coef_``,
        ``intercept_`` and sample weights. None: ``AveragedPerceptron()``.
    n_estimators : int, default=25
        Number of learners.
    bootstrap : bool, default=True
        Whether each learns from its own bootstrap sample, drawn class by class, so that no class is
        lost. Otherwise all learn from all rows and differ only in their seeds.
    probability : "sigmoid" or None, default=None
        Whether to learn a sigmoid for ``predict_proba`` (see there) from the scores of rows held
        out in turn: five more bags. The ``probability`` of the estimator is ignored.
    n_jobs : int or None, default=None
        Number of threads. The model is the same for any number.
    random_state : int, RandomState, Generator or None, default=None
        Seed of samples and learners.

    Attributes
    ----------
    coef_ : ndarray of shape (1, n_features) or (n_classes, n_features)
        Weights. With more than two classes the hyperplanes of a learner are divided by their common
        length, which leaves its predictions as they are.

    See Also
    --------
    BaggedRCDPerceptron : Bagged random coordinate descent; takes the mean among scaled features.
    AdaBoostPerceptron : A vote instead of a mean.

    Notes
    -----
    Samples are drawn from the distinct rows by their total weight, so that the model depends on the
    values of the rows, not on their order, as far as the learner's does. If all sample weights are
    whole numbers, a row of weight k is drawn like k rows.

    scikit-learn's callbacks are called after each learner, with the mean so far; if one asks to
    stop, the remaining learners are left out.

    A learner without weights (``w_k = 0``) has no hyperplane and adds nothing; if none has one, the
    intercept is the mean of the signs.

    References
    ----------
    Breiman (1996), "Bagging predictors".

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from rosenblatt import BaggedPerceptron
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> model = BaggedPerceptron(random_state=0).fit(X, y)
    >>> model.coef_.shape
    (1, 30)
    >>> bool(model.score(X, y) > 0.9)
    True
    """

    _parameter_constraints: dict = {
        "estimator": [HasMethods(["fit", "predict"]), None],
        "n_estimators": [Interval(Integral, 1, None, closed="left")],
        "bootstrap": ["boolean"],
        **PROBABILITY,
        "n_jobs": [Integral, None],
        "random_state": RANDOM_STATE,
    }

    def __init__(
        self,
        estimator: Any = None,
        *,
        n_estimators: int = 25,
        bootstrap: bool = True,
        probability: str | None = None,
        n_jobs: int | None = None,
        random_state: RandomState = None,
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.bootstrap = bootstrap
        self.probability = probability
        self.n_jobs = n_jobs
        self.random_state = random_state

    @_fit_context(prefer_skip_nested_validation=False)
    @with_callbacks
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from all rows.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows.
        y : array-like of shape (n_samples,)
            Labels: numbers or strings.
        sample_weight : array-like of shape (n_samples,), default=None
            How often a row counts. Rows of weight 0 are treated as absent.

        Returns
        -------
        self : object
            The fitted estimator.
        """
        learner = self._learner()
        require_weights(learner, "bagging draws rows by their weights; choose another learner")
        if getattr(learner, "hypothesis", None) == "voted":
            raise ValueError(no_hyperplane(learner))
        context = self._init_callback_context(max_subtasks=None)
        given = {"X": X, "y": y, "metadata": {"sample_weight": sample_weight}}
        with all_or_nothing(self):
            data = self._open(X, y, sample_weight)
            self._fit(learner, data, FitHooks(self, context, given, self.n_estimators))
            self._calibrate(data)
        return self

    def _fit(self, learner: Any, data: Data, hooks: FitHooks) -> None:
        examples = examples_of(data.rows, data.codes, data.weights)
        told = hooks.after("learner", lambda lines: model_of(lines, data))
        lines: list[np.ndarray] = []
        for line in self._lines(learner, examples, data.classes):
            lines.append(line)
            if told is not None and told(lines):
                break
        model = model_of(lines, data)
        self.__dict__.update(model)
        hooks.end(model)

    def _learner(self) -> Any:
        if self.estimator is None:
            return AveragedPerceptron()
        if getattr(self.estimator, "probability", None) == "sigmoid":
            return clone(self.estimator).set_params(probability=None)  # only hyperplanes are used
        return self.estimator

    def _lines(self, learner: Any, examples: Examples, classes: np.ndarray) -> Iterator[np.ndarray]:
        states = random_state_of(self.random_state).randint(LARGEST_SEED, size=self.n_estimators)
        jobs = (
            delayed(line_of)(
                seeded(learner, int(state)),
                examples,
                classes,
                self._sample(examples, state),
                is_quiet(),
            )
            for state in states
        )
        parallel = Parallel(n_jobs=self._threads(), prefer="threads", return_as="generator")
        found: Iterator[np.ndarray] = parallel(jobs)
        return found

    def _sample(self, examples: Examples, state: int) -> np.ndarray | None:
        if not self.bootstrap:
            return examples.weights
        return bootstrap(examples, np.random.default_rng(state))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = get_tags(self._learner()).input_tags.sparse
        return tags


def line_of(
    estimator: Any, examples: Examples, classes: np.ndarray, weights: Any, quiet: bool
) -> np.ndarray:
    """Weights and intercepts of a learner, side by side."""
    X, codes = examples.X, examples.codes
    if weights is not None and not weights.all():  # some learners do not treat weight 0 as absent
        kept = np.flatnonzero(weights)
        X, codes, weights = X[kept], codes[kept], weights[kept]
    with quietly(quiet):
        fit_part(estimator, X, codes, weights, classes)
    if not (hasattr(estimator, "coef_") and hasattr(estimator, "intercept_")):
        raise ValueError(no_hyperplane(estimator))
    require_line_per_class(getattr(estimator, "_group", "ovr"), "so there is no mean of them")
    coef = np.atleast_2d(estimator.coef_)
    intercept = np.broadcast_to(np.atleast_1d(estimator.intercept_), len(coef))
    return np.column_stack([coef, intercept])


def model_of(lines: list[np.ndarray], data: Data) -> dict[str, Any]:
    """The mean of hyperplanes, as attributes."""
    mean = mean_line(np.array(lines))
    coef = mean[:, :-1] * data.rows.scale
    return {"classes_": data.classes, "coef_": coef, "intercept_": mean[:, -1].copy()}


def mean_line(lines: np.ndarray) -> np.ndarray:
    """Mean of (learners, hyperplanes, n_features + 1), the weights of each learner of length 1."""
    lengths = np.linalg.norm(lines[:, :, :-1].astype(np.float64), axis=(1, 2))
    if not lengths.any():
        return np.sign(lines).mean(axis=0)
    units = lines[lengths > 0] / lengths[lengths > 0, None, None]
    return (units.sum(axis=0) / len(lines)).astype(lines.dtype)


def no_hyperplane(estimator: Any) -> str:
    return (
        f"{type(estimator).__name__} does not predict with one hyperplane (coef_ and intercept_), "
        "so there is no mean of them; choose a linear learner such as AveragedPerceptron or "
        "RCDPerceptron, or bag with sklearn.ensemble.BaggingClassifier, which votes."
    )
