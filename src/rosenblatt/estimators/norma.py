"""NORMA: gradient descent on the regularised hinge cost."""

from numbers import Real
from typing import Any

from rosenblatt import _core
from rosenblatt._sklearn import Interval
from rosenblatt.estimators.base import BasePerceptron
from rosenblatt.estimators.documentation import documented_without
from rosenblatt.estimators.parameter_types import ClassWeight, RandomState, Start
from rosenblatt.estimators.survivors import refuse_survivors


@documented_without("n_error_evaluations_")
class NORMA(BasePerceptron):
    """Hyperplane found by gradient descent on ``max(0, rho - m) + lam / 2 |w|^2``, row by row.

    Every row shrinks the weights, ``w = (1 - eta lam) w``; a row with a margin
    ``m = y (w . x + b)`` of at most rho then adds ``eta y x``. What was learned long ago is
    gradually forgotten, which suits streams that drift. A row of weight v has v times the rate.

    Parameters
    ----------
    lam : float, default=1e-4
        Strength of the regulariser, which includes the intercept (the weight of a constant).
    eta0 : float, default=0.01
        Rate; ``eta0 lam`` must be below 1.
    decay : float, default=0.0
        The rate of a row is ``eta0 / (1 + v)^decay``, where v is the total weight of the rows
        visited before.
    rho : float, default=1.0
        The margin asked for; the initial margin if ``nu`` is given.
    nu : float or None, default=None
        Adapt rho so that this share of the rows stays below it: rho falls by ``eta (1 - nu)`` with
        each row below it and rises by ``eta nu`` with every other row.
    hypothesis : {"last", "averaged"}, default="averaged"
        Which of the hypotheses met in training predicts: the last one, or the mean of all. Every
        visit is an update, so no hypothesis survives a row, and the others are not offered.

    Notes
    -----
    With ``fit_intercept=False``, ``nu=None`` and ``rho=1`` these are the steps of scikit-learn's
    ``SGDClassifier(loss="hinge", alpha=lam, learning_rate="constant")``. The paper's kernels are
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

    def __init__(
        self,
        *,
        lam: float = 1e-4,
        eta0: float = 0.01,
        decay: float = 0.0,
        rho: float = 1.0,
        nu: float | None = None,
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
        self.lam = lam
        self.eta0 = eta0
        self.decay = decay
        self.rho = rho
        self.nu = nu
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
