"""Passive-aggressive learning."""

from numbers import Real
from typing import Any

from rosenblatt import _core
from rosenblatt._sklearn import Interval, StrOptions
from rosenblatt.estimators.base import BasePerceptron
from rosenblatt.estimators.documentation import documented
from rosenblatt.estimators.parameter_types import ClassWeight, RandomState, Start


@documented
class PassiveAggressiveClassifier(BasePerceptron):
    """Learner that changes its weights just enough to give each row a margin of 1.

    A row with ``loss = 1 - y (w . x + b) > 0`` is learned by ``w += step y x``. The step is
    ``min(C, loss / (|x|^2 + c^2))`` (PA-I) or ``loss / (|x|^2 + c^2 + 1 / (2 C))`` (PA-II), where
    c is the constant feature of the intercept (0 without one). A row therefore has a margin of 1
    once learned, unless C limited the step.

    Parameters
    ----------
    C : float, default=1.0
        Bound of a step; with small values single rows matter less. ``inf`` is the algorithm
        without slack (PA). A row of weight v has the bound ``v C``.
    loss : {"hinge", "squared_hinge"}, default="hinge"
        PA-I or PA-II.

    Notes
    -----
    ``order="cyclic", hypothesis="last", fit_intercept=False`` gives the coefficients of
    scikit-learn's class of this name (``shuffle=False, tol=None``). Everything that differs:

    - ``hypothesis="averaged"`` is the default; theirs is the last one, or the mean with
      ``average=True``.
    - ``order="content"`` is the default, which takes the place of ``shuffle``.
    - The intercept is the weight of a constant feature and counts in the norm of the row, so that
      the margin of 1 includes it. Theirs moves by the same step without being counted, and a
      hundredth as fast if X is sparse.
    - That feature is the root mean square of the non-zero values of X; set
      ``intercept_scaling=1.0`` for theirs.
    - ``sample_weight`` and ``class_weight`` multiply C; theirs multiply the step, which may then
      overshoot.
    - ``max_iter`` is 50, not 1000, and there is no ``tol``: training ends when nothing changes.
    - With more than two classes ``multi_class="joint"`` is offered beside one against the rest.
    - ``C`` may be infinite.

    Losses are in the units of X: unlike Perceptron's, the result depends on its scale, so
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

    def __init__(
        self,
        *,
        C: float = 1.0,
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

    def _rule(self) -> Any:
        return _core.PassiveAggressive(c=self.C, squared=self.loss == "squared_hinge")
