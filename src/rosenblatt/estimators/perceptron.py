"""The perceptron with all its noise-tolerant variants."""

from numbers import Integral, Real
from typing import Any

import numpy as np
from sklearn.utils._param_validation import Interval

from rosenblatt import _core
from rosenblatt.estimators.base import BasePerceptron
from rosenblatt.estimators.survivors import refuse_survivors


class Perceptron(BasePerceptron):
    """Rosenblatt's perceptron, with margin, lambda trick, alpha bound and a choice of hypothesis.

    A row is learned when ``y (w . x + b) + [learned before] lam |x|^2 <= margin * C``, unless it
    was learned ``alpha_bound`` times before; then ``w += eta0 y x``. C is the mean squared norm of
    the rows, so no parameter depends on the scale of X.

    Parameters
    ----------
    margin : float or pair of floats, default=0.0
        Rows within this margin are learned too, in units of the mean squared norm of the rows
        (tau of Khardon and Wachman). 0 is Rosenblatt's rule; ``inf`` learns every row, so that no
        hypothesis survives one and only "last" and "averaged" are offered. A pair is the margin of
        the first class (of more than two: of all others) and that of the second (of the class
        itself): a rare class wants the larger one.
    lam : float, default=0.0
        Once learned, a row counts as ``lam |x|^2`` more to the right (the lambda trick).
    alpha_bound : int or None, default=None
        How often one row may be learned (with ``order="content"``, one visit of it in a pass: see
        ``mistakes_``).
    hypothesis : {"last", "longest", "pocket", "averaged", "voted"}, default="averaged"
        Which of the hypotheses met in training predicts: the last one, the one that survived most
        rows, the one with the lowest training error among the long survivors, the mean of all, or
        the vote of all, each weighted with its survival.
    eta0 : float, default=1.0
        Length of a step. With ``init="zero"`` and ``margin=0`` it only scales the weights.
    fit_intercept : bool, default=True
        Whether to learn an intercept, as the weight of a constant feature.
    intercept_scaling : "auto" or float, default="auto"
        Value of that feature. "auto" is the root of the mean squared norm of the rows; 1.0 is the
        textbooks'.
    init : {"zero", "threshold", "fisher"} or array, default="zero"
        Starting weights. "threshold" starts with the intercept at minus the mean squared norm,
        "fisher" with Fisher's discriminant; an array has one line per hyperplane, the intercept
        last if it has one more column than X.
    order : {"content", "shuffled", "cyclic", "random"}, default="content"
        How a pass visits the rows. "content": in an order that depends on the seed and on what
        the rows hold, not on where they stand; equal rows are merged, and a row of weight k is
        visited k times (of 2.5 three times, the third for half a step). "shuffled": a new
        permutation each pass. "cyclic": as given. "random": independent draws.
    weighting : {"reweight", "resample"}, default="reweight"
        Sample weights multiply steps and runs, or (with ``order="random"``) rows are drawn by them.
    multi_class : {"ovr", "joint"}, default="ovr"
        More than two classes: one hyperplane each against the rest, or all together, where a
        mistake raises the right class and lowers the best wrong one.
    max_iter : int, default=50
        Most passes over the rows. Training ends earlier only if nothing can change any more; the
        passes it is spared then count for votes and averages.
    early_stopping : bool, default=False
        Hold out ``validation_fraction`` of the rows, stop when they are not predicted better for
        ``n_iter_no_change`` passes, and keep the best model: later batches and warm starts go on
        from its pass.
    validation_fraction : float, default=0.1
        Share of each class held out; with ``order="content"`` of its different rows, chosen by what
        they hold, so that equal rows stay together.
    n_iter_no_change : int, default=5
        Passes without improvement before early stopping.
    time_limit : float or None, default=None
        Seconds after which training stops where it is.
    class_weight : dict, "balanced" or None, default=None
        Factors of the sample weights by class. A class without a name has 1; names of classes that
        do not occur are no error if all that do are named too. With ``order="content"`` a factor
        has 30 bits, so that sums of whole weights are exact.
    probability : "sigmoid" or None, default=None
        Whether to learn a sigmoid for ``predict_proba``, from the scores of rows held out in turn:
        five more fits. See Notes.
    warm_start : bool, default=False
        Whether ``fit`` goes on from the last weights of the fit before, with the same
        ``fit_intercept`` and ``intercept_scaling``.
    n_jobs : int or None, default=None
        Threads among which classes are shared. The model is the same for any number.
    random_state : int, RandomState or None, default=None
        Seed of the order.
    verbose : int, default=0
        Print a line per pass.

    Attributes
    ----------
    coef_ : ndarray of shape (1, n_features) or (n_classes, n_features)
        Weights (of the last hypothesis if ``hypothesis="voted"``, which is no single hyperplane).
    intercept_ : ndarray of shape (1,) or (n_classes,)
        Intercepts.
    classes_ : ndarray
        Sorted labels.
    n_iter_ : int
        Passes made; one that ``time_limit`` cut off counts, and every batch of ``partial_fit`` is
        one more.
    n_updates_ : int
        Updates made, those of all hyperplanes together.
    mistakes_ : ndarray of shape (n_samples,) or (n_samples, n_classes)
        Updates per training row (alpha of Khardon and Wachman). With ``order="content"`` visits
        count one by one, and ``alpha_bound`` holds for each of them: a row of weight 3 may show 3
        where the bound is 1, as three copies of it may show 1 each. Equal rows share their count.
        After ``partial_fit``: of the rows of the last batch.
    history_ : dict of ndarrays of shape (n_iter,) or (n_iter, n_classes)
        "updates" and "mistakes" (rows on the wrong side when visited) of each pass, a column per
        class if more than two are trained apart. A class that can learn no more before the others
        are done repeats the mistakes of its last pass. A class that appears late in a stream has a
        number for every batch: until then all rows were its negatives.
    stop_reason_ : str
        "separated" (every row is strictly right), "no_update", "max_iter", "no_improvement",
        "time_limit" or "callback".
    separable_ : bool or None
        True once separated; False if ``order="content"`` met equal rows with different labels;
        None if neither is known.
    n_error_evaluations_ : int
        How often the training error was counted (pocket only).
    sigmoid_ : ndarray of shape (1 + n_classes,)
        Slope and offsets of the sigmoid (``probability="sigmoid"`` only).

    See Also
    --------
    AveragedPerceptron, VotedPerceptron, PocketPerceptron : The same with the hypothesis fixed.

    Notes
    -----
    ``margin=inf, alpha_bound=1, max_iter=1, hypothesis="last"`` is Servedio's average algorithm:
    the sum of ``y x``. (Not with ``order="random"``, whose draws leave rows out.)

    If the values of X are so large or small that their squares would overflow, X is scaled by a
    power of two while learning, and scores are those of the scaled rows.

    ``predict_proba`` is the softmax of ``sigmoid_[0] score + sigmoid_[1:]``, one slope for all
    classes; for two, Platt's sigmoid ``1 / (1 + exp(-sigmoid_[0] score - sigmoid_[2]))``. Slope and
    offsets have the least log loss on scores of a stratified five-fold cross-validation, in which
    equal rows stay together and sample and class weights count; scores are taken in units of
    ``|w|``. The highest probability is always
    that of the predicted class: where an offset would put others above it, it shares evenly with
    them (of two classes, both have one half). With ``probability=None``, ``hypothesis="voted"``
    gives shares of the votes, which nothing calibrates; the votes for one class against the rest
    are ``most + sum``, where ``most`` is the largest sum there can be.

    References
    ----------
    Rosenblatt (1958), "The perceptron: a probabilistic model for information storage".
    Khardon and Wachman (2007), "Noise tolerant variants of the perceptron algorithm".
    Freund and Schapire (1999), "Large margin classification using the perceptron algorithm".
    Gallant (1990), "Perceptron-based learning algorithms".
    Li (2005), "Perceptron learning with random coordinate descent".
    Platt (1999), "Probabilistic outputs for support vector machines".
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
        "alpha_bound": [Interval(Integral, 1, None, closed="left"), None],
        "eta0": [Interval(Real, 0, None, closed="neither")],
    }

    def __init__(
        self,
        *,
        margin: Any = 0.0,
        lam: float = 0.0,
        alpha_bound: int | None = None,
        hypothesis: str = "averaged",
        eta0: float = 1.0,
        fit_intercept: bool = True,
        intercept_scaling: str | float = "auto",
        init: Any = "zero",
        order: str = "content",
        weighting: str = "reweight",
        multi_class: str = "ovr",
        max_iter: int = 50,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        n_iter_no_change: int = 5,
        time_limit: float | None = None,
        class_weight: Any = None,
        probability: str | None = None,
        warm_start: bool = False,
        n_jobs: int | None = None,
        random_state: Any = None,
        verbose: int = 0,
    ) -> None:
        self.margin = margin
        self.lam = lam
        self.alpha_bound = alpha_bound
        self.hypothesis = hypothesis
        self.eta0 = eta0
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
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
        if not isinstance(self.margin, Real):
            self._check_pair()
        if np.isinf(self._margins()).all():
            refuse_survivors(self.hypothesis, f"margin={self.margin}", ", or a finite margin")

    def _check_pair(self) -> None:
        sound = [isinstance(margin, Real) and float(margin) >= 0 for margin in self.margin]
        if sound != [True, True]:
            raise ValueError(
                f"margin={self.margin!r} is neither a number nor a pair of numbers from 0 up; give "
                "one margin, or that of the first and that of the second class."
            )
        if self.multi_class == "joint":
            raise ValueError(
                f"margin={self.margin!r} has a margin for either side of a hyperplane, but "
                "multi_class='joint' compares classes with each other; choose multi_class='ovr'."
            )

    def _margins(self) -> list[float]:
        """Of the negative and of the positive side."""
        pair = [self.margin] * 2 if isinstance(self.margin, Real) else self.margin
        return [float(margin) for margin in pair]

    def _rule(self) -> Any:
        negative, positive = self._margins()
        alpha = np.inf if self.alpha_bound is None else min(self.alpha_bound, 2**53)
        return _core.Perceptron(
            tau=positive, tau_negative=negative, lam=self.lam, eta0=self.eta0, alpha=alpha
        )
