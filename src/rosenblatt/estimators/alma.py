"""The approximate large margin algorithm."""

from math import sqrt
from numbers import Real
from typing import Any

from sklearn.utils._param_validation import Interval

from rosenblatt import _core
from rosenblatt.estimators.base import BasePerceptron
from rosenblatt.estimators.parameters import parameters


class ALMA(BasePerceptron):
    """Perceptron on rows of length 1 whose margin and rate fall, with weights in the unit ball.

    With ``x' = x / |x|`` and after k - 1 updates, a row is learned when
    ``y w . x' <= (1 - alpha) B / sqrt(k)``; then ``w += C / sqrt(k) y x'``, and w is divided by its
    norm if that exceeds 1. Once a pass over separable rows makes no update, every row has at least
    ``1 - alpha`` times the largest possible margin.

    Parameters
    ----------
    alpha : float, default=0.9
        Part of the largest margin to give away: 1 asks for no margin, values near 0 come close to
        the maximum and take many passes.
    B : float or None, default=None
        Factor of the margin asked for. None is ``sqrt(8) / alpha``, for which the statement above
        is proved; ``1 / alpha`` is what many implementations take.
    C : float, default=sqrt(2)
        Factor of the rate.

    The other parameters and all attributes are those of :class:`Perceptron`; ``margin``, ``lam``,
    ``alpha_bound`` and ``eta0`` do not exist. Lengths include the intercept's feature; sample
    weights multiply the rate.

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

    _parameter_constraints: dict = {
        **BasePerceptron._parameter_constraints,
        "alpha": [Interval(Real, 0, 1, closed="right")],
        "B": [Interval(Real, 0, None, closed="neither"), None],
        "C": [Interval(Real, 0, None, closed="neither")],
    }
    __init__ = parameters(  # type: ignore[assignment]
        without=("margin", "lam", "alpha_bound", "eta0"), alpha=0.9, B=None, C=sqrt(2)
    )

    def _rule(self) -> Any:
        b = sqrt(8) / self.alpha if self.B is None else self.B
        return _core.Alma(alpha=self.alpha, b=b, c=self.C)
