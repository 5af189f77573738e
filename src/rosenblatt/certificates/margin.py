"""The hyperplane of the widest margin, hard or soft."""

from dataclasses import replace
from numbers import Real
from typing import Any, Self

import numpy as np
import scipy.sparse as sp
from sklearn.exceptions import ConvergenceWarning
from threadpoolctl import threadpool_limits

from rosenblatt._sklearn import Interval, StrOptions, _fit_context
from rosenblatt.certificates.quadratic import InteriorPoint, MarginProblem
from rosenblatt.certificates.separability import Separability, separability
from rosenblatt.classifiers.classifier import all_or_nothing
from rosenblatt.classifiers.linear import LinearClassifier, lane_scores
from rosenblatt.estimators.documentation import documented
from rosenblatt.estimators.parameter_types import ClassWeight
from rosenblatt.training.examples import Examples, examples_of
from rosenblatt.training.groups import positive_codes
from rosenblatt.training.quiet import warn
from rosenblatt.training.rows import require_squares
from rosenblatt.training.session import Data

ON_THE_MARGIN = 1e-6  # of a margin of 1
LARGE_GAP = 1e-6  # of the objective
MOST_VALUES = 2 * 10**7  # of X as an array of doubles


class InseparableError(ValueError):
    """A hard margin was asked for, but there is none; ``certificate`` is the proof."""

    def __init__(self, message: str, certificate: Separability) -> None:
        super().__init__(message, certificate)  # so that pickling keeps both
        self.certificate = certificate

    def __str__(self) -> str:
        return str(self.args[0])


@documented
class MarginHyperplane(LinearClassifier):
    """Hyperplane of the widest margin: the linear support vector machine, with a duality gap.

    Minimises ``|w|^2 / 2 + (C / N) sum of slack`` subject to ``y (w . x + b) >= 1 - slack`` and
    ``slack >= 0``, where N is the total weight of the rows and a row of weight k counts k times. An
    interior point method takes 10 to 30 steps, each with a system of as many equations as there
    are features (or rows, if these are fewer).

    Parameters
    ----------
    C : float, default=1.0
        What slack costs, N times the C of libsvm and scikit-learn. ``inf``: the hard margin in
        canonical form (the nearest rows have ``y (w . x + b) = 1``); rows that are not separable
        raise an :class:`InseparableError`, whose ``certificate``
        proves that they are not.
    loss : {"hinge", "squared_hinge"}, default="hinge"
        Whether slack or its square is summed. Squared slack is the soft margin that adds
        ``N / (2 C)`` to the diagonal of the kernel matrix.
    class_weight : dict, "balanced" or None, default=None
        Factors of the sample weights by class. A class that is not named has the factor 1. Classes
        that do not occur may be named only if all classes that do occur are named.

    Attributes
    ----------
    margin_ : float or ndarray of shape (n_classes,)
        ``1 / |w|``: the distance of the rows with ``y (w . x + b) = 1`` from the hyperplane.
    support_ : ndarray of int, or list of them
        Rows on the margin or inside it, ``y (w . x + b) <= 1`` up to 1e-6; one array for each
        hyperplane if there are more than two classes.
    duality_gap_ : float or ndarray of shape (n_classes,)
        How far above its minimum the objective can be at most, by weak duality.
    n_iter_ : int
        Steps of the longest solution.

    See Also
    --------
    ExactPerceptron : The fewest errors instead of the widest margin.
    ROMMA : Near the widest margin by passes over the rows.

    Notes
    -----
    The model depends on the values of the rows, not on their order. Features are not scaled, and
    large values make a small C mean more: use a ``StandardScaler``.

    References
    ----------
    Cortes and Vapnik (1995), "Support-vector networks".
    Bloch, "The perceptron", equations (21) and (23).

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt import MarginHyperplane
    >>> X, y = [[-2.0, 0.0], [0.0, 1.0], [2.0, 0.0], [4.0, 1.0]], [0, 0, 1, 1]
    >>> model = MarginHyperplane(C=np.inf).fit(X, y)
    >>> model.coef_.round(6), model.intercept_.round(6), model.support_
    (array([[ 0.8, -0.4]]), array([-0.6]), array([1, 2]))
    """

    margin_: Any
    support_: Any
    duality_gap_: Any
    n_iter_: int

    _parameter_constraints: dict = {
        "C": [Interval(Real, 0, np.inf, closed="right")],
        "loss": [StrOptions({"hinge", "squared_hinge"})],
        "class_weight": [StrOptions({"balanced"}), dict, None],
    }

    def __init__(
        self, *, C: float = 1.0, loss: str = "hinge", class_weight: ClassWeight = None
    ) -> None:
        self.C = C
        self.loss = loss
        self.class_weight = class_weight

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from all rows at once.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows; sparse ones are made dense.
        y : array-like of shape (n_samples,)
            Labels: numbers or strings.
        sample_weight : array-like of shape (n_samples,), default=None
            How often a row counts. Rows of weight 0 are treated as absent.

        Returns
        -------
        self : object
            The fitted estimator.
        """
        with all_or_nothing(self):
            data = self._open(X, y, sample_weight)
            if np.isfinite(self.C):  # it is in units of X
                require_squares(data.rows)
            examples = examples_of(data.rows, data.codes, data.weights)
            examples.X = dense_array(examples.X)
            codes = positive_codes(len(data.classes))
            if np.isinf(self.C):
                for code in codes:
                    require_separable(data, code)
            with threadpool_limits(1):  # so that the number of cores changes nothing
                found = [self._hyperplane(examples, code, data.rows.scale) for code in codes]
            self._store(data, codes, found)
        return self

    def _hyperplane(
        self, examples: Examples, code: int, scale: float
    ) -> tuple[np.ndarray, float, int]:
        """Weights and intercept for the scaled rows, the duality gap and the number of steps."""
        X, turn, shift = narrowed(examples.X)
        labels = np.where(examples.codes == code, 1.0, -1.0)
        rows = np.column_stack([X, np.ones(len(X))]) * labels[:, None]
        problem = MarginProblem(rows, *self._costs(examples, scale))
        found = InteriorPoint(problem).solve()
        plane = found.plane
        if np.isinf(self.C):
            plane = plane / (rows @ plane).min()
        gap = max(problem.gap(plane, found.alphas), 0.0)
        if gap > LARGE_GAP * problem.primal(plane):
            warn_of_gap(gap / problem.primal(plane))
        w = plane[:-1] if turn is None else turn @ plane[:-1]
        return np.append(w, plane[-1] - w @ shift), gap * scale**2, found.n_iter

    def _costs(self, examples: Examples, scale: float) -> tuple[np.ndarray, np.ndarray]:
        """The caps and bends of the programme; the square of the weights is that of scaled rows."""
        n = len(examples.codes)
        weights = np.ones(n) if examples.weights is None else examples.weights
        each = self.C / scale**2 * weights / weights.sum()
        if np.isinf(self.C):
            return each, np.zeros(n)
        return (each, np.zeros(n)) if self.loss == "hinge" else (np.full(n, np.inf), 0.5 / each)

    def _store(self, data: Data, codes: list[int], found: list[Any]) -> None:
        planes = np.array([plane for plane, _, _ in found])
        self.classes_ = data.classes
        self.coef_, self.intercept_ = planes[:, :-1] * data.rows.scale, planes[:, -1]
        scores = lane_scores(planes[:, :-1], planes[:, -1], data.rows.X)
        signs = np.where(data.codes[:, None] == codes, 1.0, -1.0)
        near = [np.flatnonzero(line <= 1 + ON_THE_MARGIN) for line in (signs * scores).T]
        if data.present is not None:
            near = [data.present[rows] for rows in near]
        alone = len(codes) == 1
        with np.errstate(divide="ignore"):
            margins = 1.0 / np.linalg.norm(self.coef_, axis=1)
        gaps = np.array([gap for _, gap, _ in found])
        self.support_ = near[0] if alone else near
        self.margin_ = float(margins[0]) if alone else margins
        self.duality_gap_ = float(gaps[0]) if alone else gaps
        self.n_iter_ = max(n_iter for _, _, n_iter in found)


def require_separable(data: Data, code: int) -> None:
    several = len(data.classes) > 2
    y = data.codes == code if several else data.classes[data.codes]
    proof = separability(data.rows.given, y)
    if proof.separable is not False:
        return
    if data.present is not None:
        proof = replace(proof, rows=data.present[proof.rows], n_rows=data.n_given)
    which = f"class {data.classes[code]} against the rest: " if several else ""
    raise InseparableError(
        "C=inf asks for a hard margin, but the rows are not linearly separable; give a finite C, "
        "or drop or relabel rows. The error's certificate is a proof for the rows as given: "
        f"{which}{proof.statement}",
        proof,
    )


def warn_of_gap(share: float) -> None:
    warn(
        f"the objective may be above the minimum by up to {share:.1g} of itself: rounding stopped "
        "the solver. Scale the features, for example with a StandardScaler, or lower C.",
        ConvergenceWarning,
        stacklevel=4,
    )


def dense_array(X: Any) -> np.ndarray:
    if X.shape[0] * X.shape[1] > MOST_VALUES:
        raise ValueError(
            f"X has {X.shape[0]} rows and {X.shape[1]} columns, too many for an interior point "
            f"method (at most {MOST_VALUES} values); take a sample, or GradientPerceptron."
        )
    return np.asarray(X.toarray() if sp.issparse(X) else X, dtype=np.float64)


def narrowed(X: np.ndarray) -> tuple[np.ndarray, np.ndarray | None, np.ndarray]:
    """Centred rows in at most as many columns as there are rows, and the way back.

    Only the span of the rows matters to w, and its coordinates in an orthonormal basis keep norms.
    """
    shift = X.mean(axis=0)
    X = X - shift
    if X.shape[1] <= len(X):
        return X, None, shift
    basis, coordinates = np.linalg.qr(X.T)
    return coordinates.T, basis, shift
