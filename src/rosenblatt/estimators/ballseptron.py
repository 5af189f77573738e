"""The Ballseptron."""

from numbers import Real
from typing import Any

from rosenblatt import _core
from rosenblatt._sklearn import Interval
from rosenblatt.estimators.base import BasePerceptron
from rosenblatt.estimators.documentation import documented
from rosenblatt.estimators.parameter_types import ClassWeight, RandomState, Start


@documented
class Ballseptron(BasePerceptron):
    """Perceptron whose hyperplane must stay clear of a ball of radius r around every row.

    A mistake is learned by ``w += y x``. A row on its right side, but closer to the hyperplane than
    r, is learned through the point of its ball that lies farthest on the wrong side:
    ``w += y x - r w / |w|``. Once a pass makes no update, every row is farther away than r.
    Distances are those of rows with the intercept's feature; sample weights multiply the whole
    step, including the shift by r.

    Parameters
    ----------
    radius : float, default=0.1
        Radius of the balls in units of the root mean squared norm of the rows: r is
        ``radius sqrt(C)``, where C is the mean squared norm. 0 is Rosenblatt's perceptron.

    Notes
    -----
    An update within a ball scales the weights, so it costs as much as X has columns, sparse or not.

    References
    ----------
    Shalev-Shwartz and Singer (2005), "A new perspective on an old perceptron algorithm".

    Examples
    --------
    >>> from rosenblatt import Ballseptron
    >>> X, y = [[-2.0], [-1.0], [1.0], [2.0]], ["no", "no", "yes", "yes"]
    >>> Ballseptron(random_state=0).fit(X, y).predict([[3.0]])
    array(['yes'], dtype='<U3')
    """

    _parameter_constraints: dict = {
        **BasePerceptron._parameter_constraints,
        "radius": [Interval(Real, 0, None, closed="left")],
    }

    def __init__(
        self,
        *,
        radius: float = 0.1,
        hypothesis: str = "averaged",
        fit_intercept: bool = True,
        intercept_scaling: str | float = "auto",
        scale: str | None = None,
        init: Start = "zero",
        order: str = "content",
        weighting: str = "reweight",
        multi_class: str = "ovr",
        max_iter: int = 50,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        n_iter_no_change: int = 5,
        time_limit: float | None = None,
        class_weight: ClassWeight = None,
        probability: str | None = None,
        warm_start: bool = False,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: int = 0,
    ) -> None:
        self.radius = radius
        self.hypothesis = hypothesis
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.scale = scale
        self.init = init
        self.order = order
        self.weighting = weighting
        self.multi_class = multi_class
        self.max_iter = max_iter
        self.early_stopping = early_stopping
        self.validation_fraction = validation_fraction
        self.n_iter_no_change = n_iter_no_change
        self.time_limit = time_limit
        self.class_weight = class_weight
        self.probability = probability
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def _rule(self) -> Any:
        return _core.Ballseptron(radius=self.radius)
