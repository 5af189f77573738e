"""The second-order perceptron."""

from numbers import Real
from typing import Any

import numpy as np

from rosenblatt import _core
from rosenblatt._sklearn import Interval, StrOptions
from rosenblatt.estimators.base import BasePerceptron
from rosenblatt.estimators.directions import refuse_kernel, refuse_votes
from rosenblatt.estimators.documentation import documented
from rosenblatt.estimators.parameter_types import ClassWeight, RandomState, Start
from rosenblatt.training.session import Data

MOST_FEATURES = 10_000  # half a matrix of this size for each hyperplane takes 400 MB
SIDES = {"mistake": 0, "positive": 1, "negative": -1}


@documented
class SecondOrderPerceptron(BasePerceptron):
    """The perceptron on rows that are whitened by the mistakes made so far.

    The weights are ``A^-1 v`` with ``A = ridge C + sum of x x'`` and ``v = sum of y x``, both over
    the mistakes: directions in which mistakes vary much count less. C is the mean squared norm of
    the rows, so no parameter depends on the scale of X. A row that is right costs as much as for
    the perceptron, a mistake time proportional to the square of the number of features.

    Parameters
    ----------
    ridge : float, default=1.0
        The a of the paper, in units of C. Large values come near the perceptron; 0 takes the
        pseudo-inverse of A: mistakes then do not change under any invertible linear map of the
        rows, and a row outside the span of the mistakes has the score 0.
    covariance : {"full", "diagonal"}, default="full"
        Whether A is a matrix, or a number for each feature: for rows of very many columns. The
        diagonal form has the variances of :class:`AROW` and learns mistakes alone.
    tie : {"mistake", "positive", "negative"}, default="mistake"
        How a score of exactly 0 counts in training: as a mistake, whatever the label, or as a
        prediction of one side (positive: the second class, or the class itself against the rest).

    Notes
    -----
    ``KernelPerceptron(rule=SecondOrderPerceptron(...))`` is the kernel form. ``hypothesis="voted"``
    is not offered: votes are replayed from the rows, and the steps are not taken along them. With
    ``ridge=0`` whether a row is inside the span of the mistakes is decided up to rounding, and X is
    read in double precision.

    References
    ----------
    Cesa-Bianchi, Conconi and Gentile (2005), "A second-order perceptron algorithm".

    Examples
    --------
    >>> from rosenblatt import SecondOrderPerceptron
    >>> X, y = [[-2.0], [-1.0], [1.0], [2.0]], ["no", "no", "yes", "yes"]
    >>> SecondOrderPerceptron(random_state=0).fit(X, y).predict([[3.0]])
    array(['yes'], dtype='<U3')
    """

    _parameter_constraints: dict = {
        **BasePerceptron._parameter_constraints,
        "ridge": [Interval(Real, 0, None, closed="left")],
        "covariance": [StrOptions({"full", "diagonal"})],
        "tie": [StrOptions({"mistake", "positive", "negative"})],
    }

    def __init__(
        self,
        *,
        ridge: float = 1.0,
        covariance: str = "full",
        tie: str = "mistake",
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
        self.ridge = ridge
        self.covariance = covariance
        self.tie = tie
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
        refuse_votes(self.hypothesis, "SecondOrderPerceptron")
        if self.covariance == "diagonal" and (self.ridge == 0 or self.tie != "mistake"):
            raise ValueError(
                "covariance='diagonal' needs a ridge above 0 and tie='mistake', but got "
                f"ridge={self.ridge} and tie={self.tie!r}; choose covariance='full'."
            )

    def _read(self, X: Any, y: Any, sample_weight: Any, *, reset: bool) -> Any:
        X, y, weights = super()._read(X, y, sample_weight, reset=reset)
        # In single precision nobody could tell what is inside a span.
        return X.astype(np.float64) if self.ridge == 0 else X, y, weights

    def _open(self, X: Any, y: Any, sample_weight: Any) -> Data:
        data = super()._open(X, y, sample_weight)
        self._require_width(data.rows.X.shape[1])
        return data

    def _require_width(self, n_features: int) -> None:
        if self.covariance == "full" and n_features > MOST_FEATURES:
            raise ValueError(
                f"covariance='full' keeps a matrix of {n_features} x {n_features} numbers for each "
                f"hyperplane, too large beyond {MOST_FEATURES} features; choose "
                "covariance='diagonal', or reduce the features."
            )

    def _rule(self) -> Any:
        if self.covariance == "diagonal":
            return _core.Arow(r=self.ridge, tau=0.0)
        return _core.SecondOrder(ridge=self.ridge, tie=SIDES[self.tie])

    def _kernel_rule(self) -> Any:
        if self.covariance == "diagonal":
            refuse_kernel("SecondOrderPerceptron(covariance='diagonal')")
        if self.ridge == 0:
            raise ValueError(
                "rule=SecondOrderPerceptron(ridge=0) has no kernel form here: whether a row is "
                "inside the span of the others cannot be told from products in floating point; "
                "choose a ridge above 0."
            )
        return _core.KernelSecondOrder(ridge=self.ridge, tie=SIDES[self.tie])
