"""The approximate large margin algorithm."""

from math import sqrt
from numbers import Real
from typing import Any

from rosenblatt import _core
from rosenblatt._sklearn import Interval
from rosenblatt.estimators.base import BasePerceptron
from rosenblatt.estimators.documentation import documented
from rosenblatt.estimators.parameter_types import ClassWeight, RandomState, Start


@documented
class ALMA(BasePerceptron):
    """Perceptron on rows of length 1 with a falling margin and rate, and weights in the unit ball.

    With ``x' = x / |x|`` and after k - 1 updates, a row is learned if
    ``y w . x' <= (1 - alpha) B / sqrt(k)``; then ``w += C / sqrt(k) y x'``, and w is divided by its
    norm if that exceeds 1. Once a pass over separable rows makes no update, every row has at least
    ``1 - alpha`` times the largest possible margin. Lengths include the intercept's feature; sample
    weights multiply the rate.

    Parameters
    ----------
    alpha : float, default=0.9
        Fraction of the largest margin to give up: 1 asks for no margin, values near 0 approach the
        maximum and take many passes.
    B : float or None, default=None
        Factor of the margin asked for. None is ``sqrt(8) / alpha``, for which the statement above
        is proved; ``1 / alpha`` is what many implementations use.
    C : float, default=sqrt(2)
        Factor of the rate.

    Notes
    -----
    An update scales the weights, so it costs as much as X has columns, sparse or not.

    References
    ----------
    Gentile (2001), "A new approximate maximal margin classification algorithm" (with p = 2).

    Examples
    --------
    >>> from rosenblatt import ALMA
    >>> X, y = [[-2.0], [-1.0], [1.0], [2.0]], ["no", "no", "yes", "yes"]
    >>> ALMA(random_state=0).fit(X, y).predict([[3.0]])
    array(['yes'], dtype='<U3')
    """

    _presumes_separable = True
    _parameter_constraints: dict = {
        **BasePerceptron._parameter_constraints,
        "alpha": [Interval(Real, 0, 1, closed="right")],
        "B": [Interval(Real, 0, None, closed="neither"), None],
        "C": [Interval(Real, 0, None, closed="neither")],
    }

    def __init__(
        self,
        *,
        alpha: float = 0.9,
        B: float | None = None,
        C: float = sqrt(2),
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
        self.alpha = alpha
        self.B = B
        self.C = C
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
        b = sqrt(8) / self.alpha if self.B is None else self.B
        return _core.Alma(alpha=self.alpha, b=b, c=self.C)
