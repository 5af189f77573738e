"""The parameters shared by all learners that visit one row after another."""

from numbers import Integral, Real

from rosenblatt._sklearn import Interval, StrOptions
from rosenblatt.classifiers.calibration import PROBABILITY
from rosenblatt.estimators.parameter_types import RANDOM_STATE, ClassWeight, RandomState, Start
from rosenblatt.training.groups import GROUPS
from rosenblatt.training.keepers import HYPOTHESES


class OnlineParameters:
    """What may be set, and what it does; each learner writes out its own ``__init__``.

    Parameters
    ----------
    hypothesis : {"last", "longest", "pocket", "averaged", "voted"}
        Which of the hypotheses met in training predicts: the last one, the one that survived the
        most rows, the one with the lowest training error among those that survived long, the mean
        of all, or the vote of all. Means and votes are weighted by the rows survived. A vote is no
        single hyperplane: ``coef_`` and ``intercept_`` are then those of the last hypothesis.
    fit_intercept : bool
        Whether to learn an intercept, as the weight of a constant feature.
    intercept_scaling : {"auto", "norm"} or float
        Value of the constant feature. "auto" is the root mean square of the values of X that are
        not 0, "norm" the root mean squared norm of the rows (as in Khardon and Wachman), both
        weighted by the sample weights; 1.0 is the textbooks' value.
    scale : {"range", "standard", "maxabs", "robust"} or None
        How to scale the features during training. ``coef_`` and ``intercept_`` are for X as given;
        margins, and starts other than arrays, are for scaled rows. "range": to [-1, 1].
        "standard": to mean 0 and variance 1, by sample weights. "maxabs": divided by the largest
        absolute value. "robust": to median 0, and divided by a measure of spread that a few huge
        values do not influence. Without an intercept nothing is shifted. Sparse rows can only be
        divided ("maxabs", or no intercept); streams and warm starts cannot be scaled.
    init : {"zero", "threshold", "fisher"} or array
        Starting weights. "threshold" starts with the intercept at minus the mean squared norm of
        the rows, "fisher" with Fisher's discriminant. An array has one row per hyperplane; if it
        has one column more than X, the last one holds the intercepts.
    order : {"content", "shuffled", "cyclic", "random"}
        How a pass visits the rows. "content": in an order that depends on the seed and on the
        values of the rows, not on their positions; equal rows are merged, and a row of weight k is
        visited k times (a row of weight 2.5 three times, the third time with half a step).
        "shuffled": in a new permutation each pass. "cyclic": in the order given. "random": by
        independent draws.
    weighting : {"reweight", "resample"}
        Whether sample weights multiply steps and runs, or (only with ``order="random"``) rows are
        drawn with probabilities proportional to them.
    multi_class : {"ovr", "joint"}
        With more than two classes, train one hyperplane for each class against the rest, or all
        of them together: a mistake then raises the score of the right class and lowers that of the
        best wrong one.
    max_iter : int
        Maximum number of passes over the rows. Training ends earlier only when nothing can change
        any more; votes and averages still count the passes that were not needed.
    early_stopping : bool
        Whether to hold out ``validation_fraction`` of the rows, to stop when their predictions have
        not improved for ``n_iter_no_change`` passes, and to keep the best model. Warm starts
        resume from the pass of that model, and so do batches once this is set to False.
    validation_fraction : float
        Share of each class that is held out. With ``order="content"`` it is a share of the distinct
        rows, chosen by their values, so that equal rows stay together.
    n_iter_no_change : int
        Number of passes without improvement after which early stopping ends the training.
    time_limit : float or None
        Seconds after which training stops where it is.
    class_weight : dict, "balanced" or None
        Factors of the sample weights by class. A class that is not named has the factor 1. Classes
        that do not occur may be named only if all classes that do occur are named. With
        ``order="content"`` factors are rounded to 30 bits, so that sums of whole weights are exact.
    warm_start : bool
        Whether ``fit`` resumes from the last weights of the previous fit, which must have used the
        same ``fit_intercept`` and ``intercept_scaling``.
    n_jobs : int or None
        Number of threads, among which the classes are divided, and the rows whose votes are counted
        (``hypothesis="voted"``). Models and predictions are the same for any number.
    random_state : int, RandomState, Generator or None
        Seed of the visiting order.
    verbose : int
        If not 0, print a line per pass.
    """

    hypothesis: str
    fit_intercept: bool
    intercept_scaling: str | float
    init: Start
    order: str
    weighting: str
    multi_class: str
    max_iter: int
    early_stopping: bool
    validation_fraction: float
    n_iter_no_change: int
    time_limit: float | None
    class_weight: ClassWeight
    probability: str | None
    warm_start: bool
    n_jobs: int | None
    random_state: RandomState
    verbose: int

    _parameter_constraints: dict = {
        "hypothesis": [StrOptions(HYPOTHESES)],
        "fit_intercept": ["boolean"],
        "intercept_scaling": [
            StrOptions({"auto", "norm"}),
            Interval(Real, 0, None, closed="neither"),
        ],
        "init": [StrOptions({"zero", "threshold", "fisher"}), "array-like"],
        "order": [StrOptions({"cyclic", "shuffled", "random", "content"})],
        "weighting": [StrOptions({"reweight", "resample"})],
        "multi_class": [StrOptions(set(GROUPS))],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
        "early_stopping": ["boolean"],
        "validation_fraction": [Interval(Real, 0, 1, closed="neither")],
        "n_iter_no_change": [Interval(Integral, 1, None, closed="left")],
        "time_limit": [Interval(Real, 0, None, closed="neither"), None],
        "class_weight": [StrOptions({"balanced"}), dict, None],
        **PROBABILITY,
        "warm_start": ["boolean"],
        "n_jobs": [Integral, None],
        "random_state": RANDOM_STATE,
        "verbose": ["verbose"],
    }
