"""Soft confidence-weighted learning."""

from numbers import Real
from statistics import NormalDist
from typing import Any

from rosenblatt import _core
from rosenblatt._sklearn import Interval, StrOptions
from rosenblatt.estimators.base import BasePerceptron
from rosenblatt.estimators.directions import refuse_kernel, refuse_votes
from rosenblatt.estimators.documentation import documented
from rosenblatt.estimators.parameter_types import ClassWeight, RandomState, Start


@documented
class SCW(BasePerceptron):
    """Soft confidence-weighted learning, with a variance for each weight (the diagonal form).

    Like :class:`ConfidenceWeighted`, but a row may stay wrong, at a cost. With the margin m,
    ``v = x . S x`` and the quantile phi of ``confidence``, a row with a loss
    ``phi sqrt(v) - m > 0`` is learned by ``w += a y S x``. The step a is that of
    :class:`ConfidenceWeighted`, at most C (SCW-I), or with ``n = v + 1 / (2 C)``
    ``(phi sqrt(phi^2 m^2 v^2 + 4 n v (n + phi^2 v)) - m (2 n + phi^2 v)) / (2 n (n + phi^2 v))``
    (SCW-II). The variance of feature j falls by ``b (S_j x_j)^2`` with
    ``b = a phi / (sqrt(u) + a phi v)``,
    ``sqrt(u) = (sqrt((a phi v)^2 + 4 v) - a phi v) / 2``. Variances begin at one over the mean
    squared norm of the rows, so no parameter depends on the scale of X.

    Parameters
    ----------
    C : float, default=1.0
        What a loss costs; with small values single rows matter less. A row of weight v has ``v C``.
    confidence : float, default=0.75
        Probability with which a row is to be right, above 0.5 and below 1.
    loss : {"hinge", "squared_hinge"}, default="hinge"
        SCW-I or SCW-II: whether losses cost by their size or by its square.

    See Also
    --------
    ConfidenceWeighted : Without slack, ``C=inf``.
    AROW : A variance for each weight, and the squared loss.

    Notes
    -----
    The variances are the diagonal of the paper's full matrix after each update.
    ``hypothesis="voted"`` is not offered: votes are replayed from the rows, and the steps are not
    taken along them.

    References
    ----------
    Wang, Zhao and Hoi (2012), "Exact soft confidence-weighted learning".

    Examples
    --------
    >>> from rosenblatt import SCW
    >>> X, y = [[-2.0], [-1.0], [1.0], [2.0]], ["no", "no", "yes", "yes"]
    >>> SCW(random_state=0).fit(X, y).predict([[3.0]])
    array(['yes'], dtype='<U3')
    """

    _parameter_constraints: dict = {
        **BasePerceptron._parameter_constraints,
        "C": [Interval(Real, 0, None, closed="neither")],
        "confidence": [Interval(Real, 0.5, 1, closed="neither")],
        "loss": [StrOptions({"hinge", "squared_hinge"})],
    }

    def __init__(
        self,
        *,
        C: float = 1.0,
        confidence: float = 0.75,
        loss: str = "hinge",
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
        self.C = C
        self.confidence = confidence
        self.loss = loss
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
        refuse_votes(self.hypothesis, "SCW")

    def _rule(self) -> Any:
        phi = NormalDist().inv_cdf(self.confidence)
        return _core.Confidence(phi=phi, c=self.C, squared=self.loss == "squared_hinge")

    def _kernel_rule(self) -> Any:
        refuse_kernel("SCW(...)")
