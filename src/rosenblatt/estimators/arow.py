"""AROW: a variance for each weight."""

from numbers import Real
from typing import Any

from rosenblatt import _core
from rosenblatt._sklearn import Interval
from rosenblatt.estimators.base import BasePerceptron
from rosenblatt.estimators.directions import refuse_kernel, refuse_votes
from rosenblatt.estimators.documentation import documented
from rosenblatt.estimators.parameter_types import ClassWeight, RandomState, Start


@documented
class AROW(BasePerceptron):
    """Adaptive regularization of weight vectors, with a variance for each weight (diagonal AROW).

    A row with a margin m below 1 is learned. With the variances S (all 1 at first) and
    ``b = 1 / (x . S x + r C)``, the weights move by ``(1 - m) b y S x``, and the variance of
    feature j falls by ``b (S_j x_j)^2``: features met often soon move little, rare ones much, which
    suits texts and other sparse rows of many columns. C is the mean squared norm of the rows, so no
    parameter depends on the scale of X. A row of weight v has an r of ``r / v``.

    Parameters
    ----------
    r : float, default=1.0
        How little a single row is trusted: large values mean small steps and variances that fall
        slowly. In units of the mean squared norm of the rows; for rows of length 1 it is the r of
        the paper.

    Notes
    -----
    ``hypothesis="voted"`` is not offered: votes are replayed from the rows, and the steps are not
    taken along them.

    References
    ----------
    Crammer, Kulesza and Dredze (2009), "Adaptive regularization of weight vectors".

    Examples
    --------
    >>> from rosenblatt import AROW
    >>> X, y = [[-2.0], [-1.0], [1.0], [2.0]], ["no", "no", "yes", "yes"]
    >>> AROW(random_state=0).fit(X, y).predict([[3.0]])
    array(['yes'], dtype='<U3')
    """

    _parameter_constraints: dict = {
        **BasePerceptron._parameter_constraints,
        "r": [Interval(Real, 0, None, closed="neither")],
    }

    def __init__(
        self,
        *,
        r: float = 1.0,
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
        self.r = r
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

    def _check_choices(self) -> None:
        super()._check_choices()
        refuse_votes(self.hypothesis, "AROW")

    def _rule(self) -> Any:
        return _core.Arow(r=self.r)

    def _kernel_rule(self) -> Any:
        refuse_kernel("AROW(...)")
