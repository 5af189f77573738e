"""Passive-aggressive learning."""

from numbers import Real
from typing import Any

from sklearn.utils._param_validation import Interval, StrOptions

from rosenblatt import _core
from rosenblatt.estimators.base import BasePerceptron
from rosenblatt.estimators.parameters import parameters


class PassiveAggressiveClassifier(BasePerceptron):
    """Learner that changes its weights just enough to give each row the margin 1.

    A row with ``loss = 1 - y (w . x + b) > 0`` is learned by ``w += step y x``. The step is
    ``min(C, loss / (|x|^2 + c^2))`` (PA-I) or ``loss / (|x|^2 + c^2 + 1 / (2 C))`` (PA-II), where
    c is the constant feature of the intercept (0 without one). So a row has the margin 1 once
    learned, unless C held the step back.

    Parameters
    ----------
    C : float, default=1.0
        Bound of a step; small values make single rows matter less. ``inf`` is the algorithm
        without slack (PA). A row of weight v has v times the C.
    loss : {"hinge", "squared_hinge"}, default="hinge"
        PA-I or PA-II.

    The other parameters and all attributes are those of :class:`Perceptron`; ``margin``, ``lam``,
    ``alpha_bound`` and ``eta0`` do not exist, because the loss decides when and how far to move.

    Notes
    -----
    ``order="cyclic", hypothesis="last", fit_intercept=False`` gives the coefficients of
    scikit-learn's class of this name (``shuffle=False, tol=None``). Everything that differs:

    - ``hypothesis="averaged"`` is the default; theirs is the last one, or the mean with
      ``average=True``.
    - ``order="content"`` is the default, which takes the place of ``shuffle``.
    - The intercept is the weight of a constant feature and counts in the norm of the row, so that
      the margin of 1 is reached with it. Theirs moves by the same step without being counted, and
      a hundredth as fast if X is sparse.
    - That feature is the root of the mean squared norm of the rows; set ``intercept_scaling=1.0``
      for theirs.
    - ``sample_weight`` and ``class_weight`` multiply C; theirs multiply the step, which may then
      overshoot.
    - ``max_iter`` is 50, not 1000, and there is no ``tol``: training ends when nothing changes.
    - With more than two classes ``multi_class="joint"`` is offered beside one against the rest.
    - ``C`` may be infinite.

    Losses are in the units of X: unlike Perceptron, the result depends on its scale, so
    standardise the features.

    References
    ----------
    Crammer, Dekel, Keshet, Shalev-Shwartz and Singer (2006), "Online passive-aggressive
    algorithms".

    Examples
    --------
    >>> from rosenblatt import PassiveAggressiveClassifier
    >>> X, y = [[-2.0], [-1.0], [1.0], [2.0]], ["no", "no", "yes", "yes"]
    >>> model = PassiveAggressiveClassifier(C=0.5, random_state=0).fit(X, y)
    >>> model.predict([[3.0]])
    array(['yes'], dtype='<U3')
    """

    _parameter_constraints: dict = {
        **BasePerceptron._parameter_constraints,
        "C": [Interval(Real, 0, None, closed="right")],
        "loss": [StrOptions({"hinge", "squared_hinge"})],
    }
    __init__ = parameters(  # type: ignore[assignment]
        without=("margin", "lam", "alpha_bound", "eta0"), C=1.0, loss="hinge"
    )

    def _rule(self) -> Any:
        return _core.PassiveAggressive(c=self.C, squared=self.loss == "squared_hinge")
