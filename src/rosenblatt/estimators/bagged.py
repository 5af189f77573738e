"""Random coordinate descent, regularised by bagging."""

from rosenblatt.estimators.parameters import parameters
from rosenblatt.estimators.rcd import RCDPerceptron


class BaggedRCDPerceptron(RCDPerceptron):
    """Mean of hyperplanes of low training error, each from its own bootstrap sample.

    Random coordinate descent fits the training rows closely, noise included. Bagging regularises
    it: 25 times an averaged perceptron on a bootstrap sample, then 200 epochs of descent, then the
    mean of the unit vectors, which is one hyperplane again. Take it if new rows count.

    Parameters and attributes are those of :class:`RCDPerceptron`; ``combine`` and ``bootstrap`` are
    fixed, and ``init="averaged"``, ``n_restarts=25``, ``max_iter=200`` are the defaults.

    References
    ----------
    Li (2005), "Perceptron learning with random coordinate descent".
    Breiman (1996), "Bagging predictors".

    Examples
    --------
    >>> from rosenblatt import BaggedRCDPerceptron
    >>> X, y = [[-2.0], [-1.0], [1.0], [2.0]], ["no", "no", "yes", "yes"]
    >>> BaggedRCDPerceptron(random_state=0).fit(X, y).predict([[3.0]])
    array(['yes'], dtype='<U3')
    """

    combine = "mean"
    bootstrap = True
    _parameter_constraints: dict = {
        name: allowed
        for name, allowed in RCDPerceptron._parameter_constraints.items()
        if name not in ("combine", "bootstrap")
    }
    __init__ = parameters(  # type: ignore[assignment]
        RCDPerceptron,
        without=("combine", "bootstrap"),
        init="averaged",
        n_restarts=25,
        max_iter=200,
    )
