"""The perceptron with all its noise-tolerant variants."""

from collections.abc import Sequence
from numbers import Integral, Real
from typing import Any

import numpy as np

from rosenblatt import _core
from rosenblatt._sklearn import Interval, StrOptions
from rosenblatt.estimators.base import BasePerceptron
from rosenblatt.estimators.documentation import documented
from rosenblatt.estimators.parameter_types import ClassWeight, RandomState, Start
from rosenblatt.estimators.survivors import refuse_survivors
from rosenblatt.training.groups import group_of


@documented
class Perceptron(BasePerceptron):
    """Rosenblatt's perceptron, with margin, lambda trick, alpha bound and a choice of hypothesis.

    A row is learned if ``y (w . x + b) + [learned before] lam |x|^2 <= margin * C``, unless it was
    learned ``alpha_bound`` times before; then ``w += eta0 y x``. C is the mean squared norm of the
    rows, so no parameter depends on the scale of X.

    Parameters
    ----------
    margin : float or pair of floats, default=0.0
        Rows within this margin are learned too, in units of the mean squared norm of the rows
        (tau of Khardon and Wachman). 0 is Rosenblatt's rule; ``inf`` learns every row, so that no
        hypothesis survives a row and only "last" and "averaged" are offered. A pair has one margin
        for rows of the first class and one for rows of the second (with more than two classes: of
        the rest, and of the class itself); a rare class needs the larger one.
    lam : float, default=0.0
        Once a row has been learned, its margin counts as ``lam |x|^2`` larger (the lambda trick).
        With ``order="content"`` each visit of a row in a pass has its own count, unless the weight
        of all rows is more than eight times their number: see ``mistakes_``.
    lam_form : {"row", "step"}, default="row"
        What lam is multiplied by: "row" is ``|x|^2``, as Khardon and Wachman print it; "step" is
        what one step adds to the margin of its own row, ``eta0 (|x|^2 + c^2)`` with the constant
        feature c, which comes closer to the numbers in their tables. Which form they used is not
        settled.
    alpha_bound : int or None, default=None
        How often one row may be learned (with ``order="content"``, how often on each of its visits
        in a pass, unless the weight of all rows is more than eight times their number: see
        ``mistakes_``).
    eta0 : float, default=1.0
        Length of a step. With ``init="zero"``, ``margin=0`` and ``lam=0`` it only scales the
        weights: training counts them in steps, and they are multiplied by it at the end. Unless
        it is a power of two, that product is rounded, which may decide how a row is predicted that
        lies exactly on the hyperplane, and thus what early stopping or boosting does with it.

    Attributes
    ----------
    mistakes_ : ndarray of shape (n_samples,) or (n_samples, n_classes)
        Number of updates made on each training row (alpha of Khardon and Wachman). With
        ``order="content"`` every visit counts, and ``alpha_bound`` applies to each visit of a pass
        separately: a row of weight 3 may show 3 where the bound is 1, just as three copies of it
        may show 1 each. If the weight of all rows is more than eight times their number (equal
        rows counting as one), the k visits of a row follow each other and share one count: ``lam``
        applies after k updates, and ``alpha_bound`` allows k times as many. Equal rows share their
        count. After ``partial_fit``: of the rows of the last batch.

    See Also
    --------
    AveragedPerceptron, VotedPerceptron, PocketPerceptron : The same with the hypothesis fixed.

    Notes
    -----
    ``margin=inf, alpha_bound=1, max_iter=1, hypothesis="last"`` is Servedio's average algorithm:
    the sum of ``y x``. (Not with ``order="random"``, whose draws leave rows out.)

    If the values of X are so large or small that their squares would overflow or vanish, X is
    multiplied by a power of two during training; ``coef_`` and ``intercept_`` are for X as given.

    The model does not depend on the unit of X, nor on whether rows are dense or CSR, up to
    rounding. It is exactly the same for units that are powers of two, and for whole numbers, dense
    or CSR (in float32 while sums stay below 2^24); in other cases it is the same unless a row comes
    to lie within rounding of a hyperplane. ``init="fisher"`` and arrays do not follow the unit of
    X, and sums of Fisher's discriminant differ between dense and CSR rows in their last digits.

    References
    ----------
    Rosenblatt (1958), "The perceptron: a probabilistic model for information storage".
    Khardon and Wachman (2007), "Noise tolerant variants of the perceptron algorithm".
    Freund and Schapire (1999), "Large margin classification using the perceptron algorithm".
    Gallant (1990), "Perceptron-based learning algorithms".
    Li (2005), "Perceptron learning with random coordinate descent".
    Servedio (1999), "On PAC learning using Winnow, Perceptron, and a Perceptron-like algorithm".
    Li, Zaragoza, Herbrich, Shawe-Taylor and Kandola (2002), "The perceptron algorithm with uneven
    margins".

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from rosenblatt import Perceptron
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> model = Perceptron(margin=0.25, random_state=0).fit(X, y)
    >>> model.stop_reason_
    'max_iter'
    >>> bool(model.score(X, y) > 0.9)
    True

    Servedio's average algorithm:

    >>> servedio = Perceptron(margin=float("inf"), alpha_bound=1, max_iter=1, hypothesis="last")
    >>> servedio.fit([[1.0, 2.0], [4.0, 8.0], [0.5, 0.0]], ["no", "yes", "yes"]).coef_
    array([[3.5, 6. ]])
    """

    _parameter_constraints: dict = {
        **BasePerceptron._parameter_constraints,
        "margin": [Interval(Real, 0, None, closed="both"), tuple, list],
        "lam": [Interval(Real, 0, None, closed="left")],
        "lam_form": [StrOptions({"row", "step"})],
        "alpha_bound": [Interval(Integral, 1, None, closed="left"), None],
        "eta0": [Interval(Real, 0, None, closed="neither")],
    }

    def __init__(
        self,
        *,
        margin: float | tuple[float, float] | list[float] = 0.0,
        lam: float = 0.0,
        lam_form: str = "row",
        alpha_bound: int | None = None,
        hypothesis: str = "averaged",
        eta0: float = 1.0,
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
        self.margin = margin
        self.lam = lam
        self.lam_form = lam_form
        self.alpha_bound = alpha_bound
        self.hypothesis = hypothesis
        self.eta0 = eta0
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
        if isinstance(self.margin, (tuple, list)):
            self._check_pair(self.margin)
        if np.isinf(self._margins()).all():
            refuse_survivors(self.hypothesis, f"margin={self.margin}", ", or a finite margin")

    def _check_pair(self, pair: Sequence[float]) -> None:
        sound = [isinstance(margin, Real) and float(margin) >= 0 for margin in pair]
        if sound != [True, True]:
            raise ValueError(
                f"margin={self.margin!r} is neither a number nor a pair of numbers from 0 up; give "
                "one margin, or one for the first and one for the second class."
            )
        if not group_of(self.multi_class).sides:
            raise ValueError(
                f"margin={self.margin!r} has a margin for either side of a hyperplane, but "
                f"multi_class={self.multi_class!r} compares classes with each other; choose "
                "multi_class='ovr'."
            )

    def _margins(self) -> list[float]:
        """Of the negative and of the positive side."""
        both = self.margin if isinstance(self.margin, (tuple, list)) else [self.margin] * 2
        return [float(margin) for margin in both]

    def _rule(self) -> Any:
        negative, positive = self._margins()
        alpha = np.inf if self.alpha_bound is None else min(self.alpha_bound, 2**53)
        return _core.Perceptron(
            tau=positive, tau_negative=negative, lam=self.lam, eta0=self.eta0, alpha=alpha,
            lam_of_step=self.lam_form == "step",
        )  # fmt: skip
