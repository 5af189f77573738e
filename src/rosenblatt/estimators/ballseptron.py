"""The Ballseptron."""

from numbers import Real
from typing import Any

from sklearn.utils._param_validation import Interval

from rosenblatt import _core
from rosenblatt.estimators.base import BasePerceptron
from rosenblatt.estimators.parameters import parameters


class Ballseptron(BasePerceptron):
    """Perceptron whose hyperplane must stay clear of a ball around every row.

    A mistake is learned by ``w += y x``. A row that is right, but nearer to the hyperplane than r,
    is learned through the point of its ball that lies farthest on the wrong side:
    ``w += y x - r w / |w|``. Once a pass makes no update, every row is farther than r.

    Parameters
    ----------
    radius : float, default=0.1
        Radius of the balls, in units of the root of the mean squared norm of the rows: r is
        ``radius sqrt(C)``. 0 is Rosenblatt's perceptron.

    The other parameters and all attributes are those of :class:`Perceptron`; ``margin``, ``lam``,
    ``alpha_bound`` and ``eta0`` do not exist. Distances are those of rows with the intercept's
    feature; sample weights multiply a step, shift included.

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
    __init__ = parameters(  # type: ignore[assignment]
        without=("margin", "lam", "alpha_bound", "eta0"), radius=0.1
    )

    def _rule(self) -> Any:
        return _core.Ballseptron(radius=self.radius)
