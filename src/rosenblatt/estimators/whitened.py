"""Linear learners on whitened rows."""

from numbers import Real
from typing import Any, Self

import numpy as np
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.utils.validation import has_fit_parameter

from rosenblatt._sklearn import HasMethods, Interval, _fit_context
from rosenblatt.classifiers.calibration import PROBABILITY, CalibratedClassifier
from rosenblatt.classifiers.classifier import all_or_nothing
from rosenblatt.classifiers.linear import LinearClassifier
from rosenblatt.classifiers.whitening import Whitening
from rosenblatt.estimators.documentation import documented
from rosenblatt.estimators.parameter_types import RANDOM_STATE, RandomState
from rosenblatt.estimators.perceptron import Perceptron
from rosenblatt.training.examples import Examples, examples_of
from rosenblatt.training.groups import require_line_per_class
from rosenblatt.training.part_fits import fit_part
from rosenblatt.training.rows import Rows, open_rows
from rosenblatt.training.session import Data


@documented
class WhitenedPerceptron(CalibratedClassifier, LinearClassifier):
    """The perceptron, or another linear learner, on rows that were whitened beforehand.

    It learns from ``C^-1/2 x``, where C is the mean of ``x x'`` over all rows that are known,
    labelled or not (transductive learning): all directions vary alike then, and the bound on the
    perceptron's mistakes becomes ``max(x' C^-1 x) (u' C u) / g^2`` for a hyperplane u that
    separates the rows with the margin g. ``coef_`` is for the rows as given: one hyperplane, which
    needs no whitening to predict.

    Parameters
    ----------
    estimator : classifier, default=None
        What learns: any classifier with ``coef_``, ``intercept_`` and sample weights. None:
        ``Perceptron()``.
    tol : float, default=1e-10
        What counts as no variance, see :class:`Whitening`. Rows may have fewer dimensions than
        features (``whitening_.rank_``): directions in which no row varies get no weight, and the
        components of new rows along them are ignored.
    probability : "sigmoid" or None, default=None
        Whether to learn a sigmoid for ``predict_proba`` (see there) from the scores of rows held
        out in turn: five more fits. The ``probability`` of the estimator is ignored.
    random_state : int, RandomState, Generator or None, default=None
        Seed of the learner; None: its own.

    Attributes
    ----------
    whitening_ : Whitening
        The map of the rows.
    estimator_ : classifier
        The learner, with its weights for whitened rows.

    See Also
    --------
    Whitening : The same map as a transformer, for pipelines.
    SecondOrderPerceptron : Whitens by the mistakes made so far, so that rows may come one by one.

    Notes
    -----
    Learners with ``order="content"`` see the distinct rows in the order of their content, others
    all rows in the order given, as numbers of double precision. There is no ``partial_fit``: all
    rows must be known.

    References
    ----------
    Cesa-Bianchi, Conconi and Gentile (2005), "A second-order perceptron algorithm", section 3.

    Examples
    --------
    >>> from rosenblatt import WhitenedPerceptron
    >>> from rosenblatt.datasets import make_flat_ellipsoid
    >>> X, y = make_flat_ellipsoid(300, 5, random_state=0)
    >>> known = X[:100], y[:100]
    >>> model = WhitenedPerceptron(random_state=0).fit(*known, unlabelled=X[100:])
    >>> model.coef_.shape, model.whitening_.rank_
    ((1, 5), 5)
    >>> bool(model.score(X, y) > 0.95)
    True
    """

    whitening_: Whitening
    estimator_: Any

    _parameter_constraints: dict = {
        "estimator": [HasMethods(["fit", "predict"]), None],
        "tol": [Interval(Real, 0, 1, closed="left")],
        **PROBABILITY,
        "random_state": RANDOM_STATE,
    }

    def __init__(
        self,
        estimator: Any = None,
        *,
        tol: float = 1e-10,
        probability: str | None = None,
        random_state: RandomState = None,
    ) -> None:
        self.estimator = estimator
        self.tol = tol
        self.probability = probability
        self.random_state = random_state

    @_fit_context(prefer_skip_nested_validation=False)
    def fit(self, X: Any, y: Any, sample_weight: Any = None, unlabelled: Any = None) -> Self:
        """Whiten all rows, and learn from those with labels.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows.
        y : array-like of shape (n_samples,)
            Labels: numbers or strings.
        sample_weight : array-like of shape (n_samples,), default=None
            How often a row counts. Rows of weight 0 are treated as absent.
        unlabelled : {array-like, sparse matrix} of shape (n_unlabelled, n_features), default=None
            More rows, such as those to predict; they count in C with a weight of 1 each.

        Returns
        -------
        self : object
            The fitted estimator.
        """
        learner = self._learner()
        with all_or_nothing(self):
            data = self._open(X, y, sample_weight)
            self._fit(learner, data, self._rows_without_labels(unlabelled))
            self._calibrate(data)
        return self

    def _learner(self) -> Any:
        learner = Perceptron() if self.estimator is None else clone(self.estimator)
        settings = learner.get_params(deep=False)
        if not has_fit_parameter(learner, "sample_weight"):
            raise ValueError(
                f"{type(learner).__name__} does not take sample_weight, but equal rows are learned "
                "once, by their weight; choose another learner."
            )
        if settings.get("hypothesis", getattr(learner, "hypothesis", None)) == "voted":
            raise ValueError(no_hyperplane(learner))
        if self.random_state is not None and "random_state" in settings:
            learner.set_params(random_state=self._seed())
        if settings.get("probability") == "sigmoid":
            learner.set_params(probability=None)  # only hyperplanes are used
        return learner

    def _rows_without_labels(self, unlabelled: Any) -> Any:
        return None if unlabelled is None else self._validated(unlabelled, reset=False)

    def _fit(self, learner: Any, data: Data, unlabelled: Any) -> None:
        examples = seen_by(learner, data)
        known, weights = examples.X, examples.weights
        if unlabelled is not None:
            others = open_rows(unlabelled, data.rows.scale)
            known, weights = with_others(known, weights, others)
        whitening = Whitening(tol=self.tol).fit(known, sample_weight=weights)
        white = whitening.transform(examples.X.astype(np.float64))
        fit_part(learner, white, examples.codes, examples.weights, data.classes)
        if not (hasattr(learner, "coef_") and hasattr(learner, "intercept_")):
            raise ValueError(no_hyperplane(learner))
        require_line_per_class(getattr(learner, "_group", "ovr"), "which cannot be mapped back")
        whitening.matrix_ *= data.rows.scale
        self.classes_, self.whitening_, self.estimator_ = data.classes, whitening, learner
        coef = np.atleast_2d(learner.coef_)
        self.coef_ = whitening.weights_for_rows(coef)
        self.intercept_ = np.broadcast_to(np.atleast_1d(learner.intercept_), len(coef)).copy()

    def _merges_equal_rows(self) -> bool:
        return by_content(Perceptron() if self.estimator is None else self.estimator)


def by_content(learner: Any) -> bool:
    """Whether the order of the rows does not matter, or is that of their content."""
    return getattr(learner, "order", "content") == "content"


def seen_by(learner: Any, data: Data) -> Examples:
    """The rows in the order in which the learner is to meet them."""
    if by_content(learner):
        return examples_of(data.rows, data.codes, data.weights)
    return Examples(data.rows.X, data.codes, data.weights)


def with_others(X: Any, weights: np.ndarray | None, others: Rows) -> tuple[Any, np.ndarray]:
    """All rows, labelled or not, and their weights."""
    more = examples_of(others, np.zeros(others.X.shape[0], np.int32), None)
    both = sp.vstack([X, more.X], format="csr") if sp.issparse(X) else np.vstack([X, more.X])
    parts = [
        np.ones(Z.shape[0]) if w is None else w for Z, w in ((X, weights), (more.X, more.weights))
    ]
    return both, np.concatenate(parts)


def no_hyperplane(estimator: Any) -> str:
    return (
        f"{type(estimator).__name__} does not predict with one hyperplane (coef_ and intercept_), "
        "so there are no weights to map back to the rows; choose a linear learner such as "
        "AveragedPerceptron, or put Whitening into a pipeline before it."
    )
