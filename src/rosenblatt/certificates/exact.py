"""The hyperplane with the fewest wrong training rows, and the proof of it."""

from numbers import Real
from time import monotonic
from typing import Any, Self

import numpy as np
import scipy.sparse as sp

from rosenblatt._sklearn import Interval, _fit_context
from rosenblatt.certificates.optimum import TimeLimit, ZeroOneOptimum, optimise
from rosenblatt.certificates.zero_one import ZeroOneProblem, zero_one_problem
from rosenblatt.classifiers.classifier import all_or_nothing
from rosenblatt.classifiers.linear import LinearClassifier, lane_scores
from rosenblatt.estimators.documentation import documented
from rosenblatt.estimators.parameter_types import RANDOM_STATE, RandomState
from rosenblatt.training.groups import positive_codes
from rosenblatt.training.session import Data

MOST_VALUES = 10**7  # of X as an array of doubles


@documented
class ExactPerceptron(LinearClassifier):
    """Hyperplane of the lowest training error there is, with a proven lower bound.

    Minimises the weight of the rows with ``y (w . x + b) <= 0`` over all w and b, and reports how
    far from the minimum the hyperplane can be at most: ``lower_bound_ <= minimum <= errors_``.

    With up to four features and some hundred rows all cells of the arrangement of rows are
    enumerated. Beyond that, branch and cut: sets of rows of which every hyperplane gets at least
    one wrong (infeasible subsystems) are found by linear programming, and the wrong rows must
    cover all of them. Random coordinate descent and the dual solutions of the linear programmes
    give hyperplanes.

    Every bound is checked without the solver, whose tolerances therefore cannot make it wrong:
    each infeasible subsystem is verified in rational arithmetic on the values of X as given, the
    bound of a branch follows from the subsystems in whole numbers, and the rows that a hyperplane
    gets wrong are counted exactly.

    Parameters
    ----------
    time_limit : float or None, default=60.0
        Seconds for the fit, divided among the classes if there are more than two. None: until the
        optimum is proven, which can take very long: with many errors (more than about 15) and
        more than four features, expect a gap.
    random_state : int, RandomState, Generator or None, default=None
        Seed of the descent that gives the first hyperplane.

    Attributes
    ----------
    errors_ : float or ndarray of shape (n_classes,)
        Weight of the training rows that are wrong; with more than two classes for each hyperplane.
    lower_bound_ : float or ndarray of shape (n_classes,)
        No hyperplane has a smaller weight of wrong rows.
    gap_ : float or ndarray of shape (n_classes,)
        ``errors_ - lower_bound_``.
    stop_reason_ : str
        "optimal" (the bounds meet), "time_limit", or "rounding": the search ended, but the
        hyperplane found needs more digits than doubles have, or a solver failed.
    n_subsystems_ : int or ndarray of shape (n_classes,)
        Number of verified infeasible subsystems; 0 after an enumeration.
    n_branches_ : int or ndarray of shape (n_classes,)
        Number of branches of the search; 0 if none was needed.

    See Also
    --------
    RCDPerceptron : Low training error without a proof, for any number of rows.
    MarginHyperplane : The widest margin instead of the fewest errors.

    Notes
    -----
    With ``pip install "rosenblatt[exact]"`` the linear programmes are solved by highspy, which
    starts from the last solution and is several times as fast as SciPy's interface.

    Weights enter as whole multiples of a unit: exactly if they have a common one (up to 1e-12) and
    sum up to less than 2**30 units; otherwise rounded down, which leaves the lower bound valid and
    a gap of at most ``n_samples / 2**30`` of the total weight. A search that is stopped by the
    clock depends on the speed of the machine; the error of a proven optimum does not.

    References
    ----------
    Codato and Fischetti (2006), "Combinatorial Benders' cuts for mixed-integer linear programming".
    Amaldi, Pfetsch and Trotter (2003), "On the maximum feasible subsystem problem, IISs and
    IIS-hypergraphs".

    Examples
    --------
    >>> from rosenblatt import ExactPerceptron
    >>> X, y = [[0, 0], [1, 1], [0, 1], [1, 0]], ["no", "no", "yes", "yes"]
    >>> model = ExactPerceptron(random_state=0).fit(X, y)
    >>> model.errors_, model.lower_bound_, model.stop_reason_
    (1.0, 1.0, 'optimal')
    """

    errors_: Any
    lower_bound_: Any
    gap_: Any
    stop_reason_: str
    n_subsystems_: Any
    n_branches_: Any

    _parameter_constraints: dict = {
        "time_limit": [Interval(Real, 0, None, closed="neither"), None],
        "random_state": RANDOM_STATE,
    }

    def __init__(
        self, *, time_limit: float | None = 60.0, random_state: RandomState = None
    ) -> None:
        self.time_limit = time_limit
        self.random_state = random_state

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
            What an error on a row costs. Rows of weight 0 are treated as absent.

        Returns
        -------
        self : object
            The fitted estimator.
        """
        begin = monotonic()
        with all_or_nothing(self):
            data = self._open(X, y, sample_weight)
            positives = positive_codes(len(data.classes))
            dense, seed = dense_rows(data), self._seed()
            problems = [zero_one_problem(dense, data.codes == c, data.weights) for c in positives]
            ends = self._ends(begin, len(problems))
            found = [
                optimise(problem, seed=seed, clock=TimeLimit(end))
                for problem, end in zip(problems, ends, strict=True)
            ]
            self._store(data, found)
            self._report(data, problems, found)
            self.stop_reason_ = reason(found, ends)
        return self

    def _ends(self, begin: float, parts: int) -> list[float]:
        """When to stop each search; time that one leaves is for the next."""
        limit = np.inf if self.time_limit is None else self.time_limit
        return [begin + limit * (part + 1) / parts for part in range(parts)]

    def _store(self, data: Data, found: list[ZeroOneOptimum]) -> None:
        planes = np.array([optimum.plane for optimum in found])
        self.classes_ = data.classes
        self.coef_, self.intercept_ = planes[:, :-1] * data.rows.scale, planes[:, -1]
        self.n_subsystems_ = alone([optimum.n_subsystems for optimum in found])
        self.n_branches_ = alone([optimum.n_branches for optimum in found])

    def _report(
        self, data: Data, problems: list[ZeroOneProblem], found: list[ZeroOneOptimum]
    ) -> None:
        pairs = list(zip(problems, found, strict=True))
        bounds = [problem.units(optimum.bound) for problem, optimum in pairs]
        errors = [problem.units(optimum.error) for problem, optimum in pairs]
        if any(problem.rounded for problem in problems):
            errors = self._weights_wrong(data)
        self.lower_bound_, self.errors_ = alone(bounds), alone(errors)
        self.gap_ = alone(np.subtract(errors, bounds))

    def _weights_wrong(self, data: Data) -> list[float]:
        """Weight of the rows that are wrong, without rounding the weights."""
        scores = lane_scores(self.coef_ / data.rows.scale, self.intercept_, data.rows.X)
        codes = positive_codes(len(data.classes))
        weights: Any = data.weights
        return [
            float(weights[(scores[:, k] > 0) != (data.codes == code)].sum())
            for k, code in enumerate(codes)
        ]


def dense_rows(data: Data) -> np.ndarray:
    X = data.rows.X
    if X.shape[0] * X.shape[1] > MOST_VALUES:
        raise ValueError(
            f"X has {X.shape[0]} rows and {X.shape[1]} columns, too many for an exact search (at "
            f"most {MOST_VALUES} values); take a sample, or RCDPerceptron, which proves nothing."
        )
    return np.asarray(X.toarray() if sp.issparse(X) else X, dtype=np.float64)


def reason(found: list[ZeroOneOptimum], ends: list[float]) -> str:
    if all(optimum.error <= optimum.bound for optimum in found):
        return "optimal"
    return "time_limit" if monotonic() > ends[-1] else "rounding"


def alone(values: Any) -> Any:
    """A number for two classes, an array for more."""
    return np.asarray(values)[0].item() if len(values) == 1 else np.asarray(values)
