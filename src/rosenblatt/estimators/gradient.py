"""Stochastic gradient descent on the costs of the perceptron's relatives."""

from numbers import Real
from typing import Any

import numpy as np
from sklearn.utils._param_validation import Interval, StrOptions

from rosenblatt import _core
from rosenblatt.estimators.base import BasePerceptron
from rosenblatt.estimators.parameters import parameters
from rosenblatt.estimators.survivors import refuse_survivors

# Up to which margin a cost has a slope, and whether the slope is the residual 1 - m.
COSTS = {
    "perceptron": (0.0, False),
    "hinge": (1.0, False),
    "least_squares": (np.inf, True),
    "modified_least_squares": (1.0, True),
}


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

    There is no regulariser. Squared costs carry the factor 1/2, so that no 2 appears in a step.

    Parameters
    ----------
    loss : {"hinge", "perceptron", "least_squares", "modified_least_squares"}, default="hinge"
        The cost.
    eta0 : float, default=0.002
        Rate, for rows of about the length 1.
    decay : float, default=0.0
        The rate of a row is ``eta0 / (1 + v)^decay``, where v is the weight of all rows visited
        before: 0 is a constant rate, 0.5 the usual root.

    The other parameters and all attributes are those of :class:`Perceptron`; ``margin``, ``lam``
    and ``alpha_bound`` do not exist. With ``loss="least_squares"`` every row changes the weights,
    so that no hypothesis survives one: choose ``hypothesis="last"`` or ``"averaged"``.

    Notes
    -----
    Margins are in the units of X: unlike Perceptron's, the result depends on its scale, so
    standardise the features. Li's learner is ``hypothesis="last", order="random",
    intercept_scaling=1.0`` on features in [-1, 1].

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
        "eta0": [Interval(Real, 0, None, closed="neither")],
        "decay": [Interval(Real, 0, None, closed="left")],
    }
    __init__ = parameters(  # type: ignore[assignment]
        without=("margin", "lam", "alpha_bound", "eta0"), loss="hinge", eta0=0.002, decay=0.0
    )

    def _check_choices(self) -> None:
        super()._check_choices()
        if self.loss == "least_squares":
            instead = ", or loss='modified_least_squares'"
            refuse_survivors(self.hypothesis, "loss='least_squares'", instead)

    def _rule(self) -> Any:
        tau, residual = COSTS[self.loss]
        return _core.Gradient(tau=tau, residual=residual, eta0=self.eta0, decay=self.decay)
