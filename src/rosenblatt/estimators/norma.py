"""NORMA: gradient descent on the regularised hinge cost."""

from numbers import Real
from typing import Any

from sklearn.utils._param_validation import Interval

from rosenblatt import _core
from rosenblatt.estimators.base import BasePerceptron
from rosenblatt.estimators.parameters import parameters
from rosenblatt.estimators.survivors import refuse_survivors


class NORMA(BasePerceptron):
    """Hyperplane found by gradient descent on ``max(0, rho - m) + lam / 2 |w|^2``, row by row.

    Every row shrinks the weights, ``w = (1 - eta lam) w``; one with a margin ``m = y (w . x + b)``
    of at most rho then adds ``eta y x``. So what was learned long ago is forgotten, which suits
    streams that drift.

    Parameters
    ----------
    lam : float, default=1e-4
        Strength of the regulariser; also of the intercept, which is the weight of a constant.
    eta0 : float, default=0.01
        Rate; ``eta0 lam`` must be below 1.
    decay : float, default=0.0
        The rate of a row is ``eta0 / (1 + v)^decay``, where v is the weight of all rows visited
        before.
    rho : float, default=1.0
        The margin asked for; where it starts if ``nu`` is given.
    nu : float or None, default=None
        Adapt rho so that this share of the rows stays below it: rho falls by ``eta (1 - nu)`` with
        each of them and rises by ``eta nu`` with any other row.

    The other parameters and all attributes are those of :class:`Perceptron`; ``margin``,
    ``alpha_bound`` and the lambda trick do not exist. A row of weight v has v times the rate. No
    hypothesis survives a row, so only "last" and "averaged" are offered; every visit is an update.

    Notes
    -----
    With ``fit_intercept=False``, ``nu=None`` and ``rho=1`` these are the steps of scikit-learn's
    ``SGDClassifier(loss="hinge", alpha=lam, learning_rate="constant")``. The papers' kernels are
    not offered. Every row costs as much as X has columns, sparse or not.

    References
    ----------
    Kivinen, Smola and Williamson (2004), "Online learning with kernels".

    Examples
    --------
    >>> from rosenblatt import NORMA
    >>> X, y = [[-2.0], [-1.0], [1.0], [2.0]], ["no", "no", "yes", "yes"]
    >>> NORMA(random_state=0).fit(X, y).predict([[3.0]])
    array(['yes'], dtype='<U3')
    """

    _parameter_constraints: dict = {
        **BasePerceptron._parameter_constraints,
        "lam": [Interval(Real, 0, None, closed="neither")],
        "eta0": [Interval(Real, 0, None, closed="neither")],
        "decay": [Interval(Real, 0, None, closed="left")],
        "rho": [Interval(Real, 0, None, closed="left")],
        "nu": [Interval(Real, 0, 1, closed="neither"), None],
    }
    __init__ = parameters(  # type: ignore[assignment]
        without=("margin", "lam", "alpha_bound", "eta0"),
        lam=1e-4, eta0=0.01, decay=0.0, rho=1.0, nu=None,
    )  # fmt: skip

    def _check_choices(self) -> None:
        super()._check_choices()
        refuse_survivors(self.hypothesis, "NORMA")
        if self.eta0 * self.lam >= 1:
            raise ValueError(
                f"eta0={self.eta0} times lam={self.lam} is {self.eta0 * self.lam:.3g}, so that one "
                "row would wipe out the weights; choose values whose product is below 1."
            )

    def _rule(self) -> Any:
        return _core.Norma(
            lam=self.lam, eta0=self.eta0, decay=self.decay, nu=self.nu or 0.0, rho=self.rho
        )
