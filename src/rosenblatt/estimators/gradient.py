"""Stochastic gradient descent on the costs of the perceptron's relatives."""

from numbers import Real
from typing import Any

import numpy as np

from rosenblatt import _core
from rosenblatt._sklearn import Interval, StrOptions
from rosenblatt.estimators.base import BasePerceptron
from rosenblatt.estimators.documentation import documented
from rosenblatt.estimators.parameter_types import ClassWeight, RandomState, Start
from rosenblatt.estimators.survivors import refuse_survivors

RATE = 0.1  # in units of the mean squared norm; between 0.02 and 0.5 it hardly matters
# Up to which margin a cost has a slope, and whether the slope is the residual 1 - m.
COSTS = {
    "perceptron": (0.0, False),
    "hinge": (1.0, False),
    "least_squares": (np.inf, True),
    "modified_least_squares": (1.0, True),
}


@documented
class GradientPerceptron(BasePerceptron):
    """Hyperplane found by stochastic gradient descent on a cost of the margin, row by row.

    With the margin ``m = y (w . x + b)`` and the rate ``eta``:

    ==========================  =========================  =========  =====================
    loss                        cost of a row              learned    step
    ==========================  =========================  =========  =====================
    ``perceptron``              ``max(0, -m)``             m <= 0     ``eta y x``
    ``hinge``                   ``max(0, 1 - m)``          m < 1      ``eta y x``
    ``least_squares``           ``(1 - m)^2 / 2``          always     ``eta (1 - m) y x``
    ``modified_least_squares``  ``max(0, 1 - m)^2 / 2``    m < 1      ``eta (1 - m) y x``
    ==========================  =========================  =========  =====================

    There is no regulariser. Squared costs have the factor 1/2, so that no 2 appears in a step.

    Parameters
    ----------
    loss : {"hinge", "perceptron", "least_squares", "modified_least_squares"}, default="hinge"
        The cost. With "least_squares" every row changes the weights, so that no hypothesis
        survives one: choose ``hypothesis="last"`` or ``"averaged"``.
    eta0 : float or "auto", default="auto"
        Rate. "auto": 0.1 over the mean squared norm of the rows (of the first batch of a stream),
        so that a step moves the margin of a row by about 0.1, whatever the unit of X. The paper
        has 0.002, for features in [-1, 1].
    decay : float, default=0.0
        The rate of a row is ``eta0 / (1 + v)^decay``, where v is the total weight of the rows
        visited before: 0 is a constant rate, 0.5 the usual inverse square root.

    Notes
    -----
    Features that differ much in size should be standardised (``scale="standard"``). If ``eta0`` is
    a number, the unit of X matters, too. Li's learner is ``eta0=0.002, hypothesis="last",
    order="random", intercept_scaling=1.0`` on features in [-1, 1].

    References
    ----------
    Li (2005), "Perceptron learning with random coordinate descent", Table 1.
    Widrow and Hoff (1960), "Adaptive switching circuits" (least squares).

    Examples
    --------
    >>> from rosenblatt import GradientPerceptron
    >>> X, y = [[-2.0], [-1.0], [1.0], [2.0]], ["no", "no", "yes", "yes"]
    >>> GradientPerceptron(random_state=0).fit(X, y).predict([[3.0]])
    array(['yes'], dtype='<U3')
    """

    _parameter_constraints: dict = {
        **BasePerceptron._parameter_constraints,
        "loss": [StrOptions(set(COSTS))],
        "eta0": [StrOptions({"auto"}), Interval(Real, 0, None, closed="neither")],
        "decay": [Interval(Real, 0, None, closed="left")],
    }

    def __init__(
        self,
        *,
        loss: str = "hinge",
        eta0: float | str = "auto",
        decay: float = 0.0,
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
        self.loss = loss
        self.eta0 = eta0
        self.decay = decay
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
        if self.loss == "least_squares":
            instead = ", or loss='modified_least_squares'"
            refuse_survivors(self.hypothesis, "loss='least_squares'", instead)

    def _rule(self) -> Any:
        tau, residual = COSTS[self.loss]
        relative = isinstance(self.eta0, str)
        eta0 = RATE if isinstance(self.eta0, str) else self.eta0
        return _core.Gradient(
            tau=tau, residual=residual, eta0=eta0, decay=self.decay, relative=relative
        )
