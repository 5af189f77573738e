"""Confidence-weighted learning."""

from numbers import Real
from statistics import NormalDist
from typing import Any

from rosenblatt import _core
from rosenblatt._sklearn import Interval
from rosenblatt.estimators.base import BasePerceptron
from rosenblatt.estimators.directions import refuse_kernel, refuse_votes
from rosenblatt.estimators.documentation import documented
from rosenblatt.estimators.parameter_types import ClassWeight, RandomState, Start


@documented
class ConfidenceWeighted(BasePerceptron):
    """Confidence-weighted learning, with a variance for each weight (the diagonal form).

    Weights are normal variables with means ``w`` and variances ``S``, and a row is to be right with
    the probability ``confidence``: its margin m must be at least ``phi sqrt(v)`` with
    ``v = x . S x`` and phi, the quantile of the normal distribution. If it is not, means and
    variances change as little as that takes:
    ``a = (sqrt(m^2 phi^4 / 4 + v phi^2 (1 + phi^2)) - m (1 + phi^2 / 2)) / (v (1 + phi^2))``,
    ``w += a y S x``, and the variance of feature j falls by ``b (S_j x_j)^2`` with
    ``b = a phi / (sqrt(u) + a phi v)``,
    ``sqrt(u) = (sqrt((a phi v)^2 + 4 v) - a phi v) / 2``. Variances begin at ``1 / C``, where C is
    the mean squared norm of the rows, so no parameter depends on the scale of X.

    Parameters
    ----------
    confidence : float, default=0.75
        Probability with which a row is to be right, above 0.5 and below 1.

    See Also
    --------
    SCW : The same, but rows may stay wrong; better if labels are noisy.

    Notes
    -----
    Every row is made right, mislabelled ones too: for noisy labels use :class:`SCW` or
    :class:`AROW`. Rows that contradict each other use up the variances; once v has fallen to 1e-12
    of what it was at first, a row is left out. The variances are the diagonal of the papers' full
    matrix after each update. A row of weight below 1 takes that part of the step; more than the
    whole is not possible. ``hypothesis="voted"`` is not offered: votes are replayed from the rows,
    and the steps are not taken along them.

    References
    ----------
    Dredze, Crammer and Pereira (2008), "Confidence-weighted linear classification".
    Crammer, Dredze and Pereira (2008), "Exact convex confidence-weighted learning", whose update
    this is.

    Examples
    --------
    >>> from rosenblatt import ConfidenceWeighted
    >>> X, y = [[-2.0], [-1.0], [1.0], [2.0]], ["no", "no", "yes", "yes"]
    >>> ConfidenceWeighted(random_state=0).fit(X, y).predict([[3.0]])
    array(['yes'], dtype='<U3')
    """

    _parameter_constraints: dict = {
        **BasePerceptron._parameter_constraints,
        "confidence": [Interval(Real, 0.5, 1, closed="neither")],
    }

    def __init__(
        self,
        *,
        confidence: float = 0.75,
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
        self.confidence = confidence
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
        refuse_votes(self.hypothesis, "ConfidenceWeighted")

    def _rule(self) -> Any:
        return _core.Confidence(phi=NormalDist().inv_cdf(self.confidence))

    def _kernel_rule(self) -> Any:
        refuse_kernel("ConfidenceWeighted(...)")
