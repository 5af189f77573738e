"""Random coordinate descent on the training error."""

from numbers import Integral, Real
from time import monotonic
from typing import Any, Self

import numpy as np
from sklearn.callback import CallbackSupportMixin, with_callbacks

from rosenblatt._sklearn import Interval, StrOptions, _fit_context
from rosenblatt.classifiers.calibration import PROBABILITY, CalibratedClassifier
from rosenblatt.classifiers.classifier import all_or_nothing
from rosenblatt.classifiers.linear import LinearClassifier
from rosenblatt.estimators.descent_hooks import DescentHooks
from rosenblatt.estimators.descent_task import DescentTask, history_of
from rosenblatt.estimators.documentation import documented
from rosenblatt.estimators.effort import EFFORTS, plan_of
from rosenblatt.estimators.parameter_types import RANDOM_STATE, ClassWeight, RandomState, Start
from rosenblatt.training.descent import DIRECTIONS, DescentResult
from rosenblatt.training.examples import examples_of
from rosenblatt.training.groups import positive_codes
from rosenblatt.training.rows import warn_if_uneven
from rosenblatt.training.scaling import SCALES, Scaling, scaling_of
from rosenblatt.training.session import Data
from rosenblatt.training.starts import start_lines

STOP_RANK = ("separated", "max_iter", "time_limit")


@documented
class RCDPerceptron(CallbackSupportMixin, CalibratedClassifier, LinearClassifier):
    """Hyperplane of low training error, by exact line searches along random directions.

    Every epoch draws a direction d and moves to ``w + alpha d`` with the alpha that leaves the
    smallest (weighted) number of rows wrong, among all real numbers. The training error never
    rises. A row is right if ``y (w . x + b) > 0``.

    ``effort`` says how much time may be spent; parameters that are "auto" or None follow it, others
    are used as given. By default the search starts from the best of several quick learners, prefers
    directions along the rows nearest to the hyperplane (``directions="mixed"``), escapes from local
    minima (``perturb``), and scales features so that outliers do no harm.

    The paper's algorithm is ``RCDPerceptron(directions="uniform", perturb=False, init="fisher",
    scale="range", max_iter=2000)``, called RCD-bias there. In place of ``directions="uniform"``:

    ============== ====================================================================
    variant        parameters
    ============== ====================================================================
    RCD            ``directions="uniform", bias_direction=False``
    RCD-conj       ``directions="uniform", bias_direction=False, orthogonal=True``
    RCD-conj-bias  ``directions="uniform", orthogonal=True``
    RCD-grad       ``directions="gradient", bias_direction=False``
    CCD            ``directions="coordinate"``
    ============== ====================================================================

    Parameters
    ----------
    effort : {"low", "default", "high"}, default="default"
        How much time to spend. "default" takes about one to two times as long as the paper's 2000
        epochs; "low" a fraction of it; "high" some seconds, for hyperplanes that may well be
        optimal. It chooses numbers of epochs by the shape of X, not by a clock: results can be
        repeated.
    directions : {"auto", "uniform", "gaussian", "coordinate", "gradient", "mixed"}, default="auto"
        How directions are chosen. "uniform": components from [-1, 1]. "gaussian": normal
        components. "coordinate": intercept and features in turn. "gradient": down the perceptron
        criterion, the mean of ``y x`` over the wrong rows. "mixed": normal components, one or two
        coordinates, a wrong row, and, most often, random directions orthogonal to some of the
        rows nearest to the hyperplane. "auto": "mixed", or "uniform" with ``orthogonal``.
    orthogonal : bool, default=False
        Make the directions of each cycle of ``n_features + 1`` epochs orthogonal (Gram-Schmidt).
        Not for "gradient" and "mixed".
    bias_direction : bool, default=True
        Begin each cycle with the intercept alone and leave it out of the other directions (of
        "mixed" ones, only begin with it).
    two_sided : bool, default=False
        Try the negated hyperplane in each search too (the paper's Algorithm 3).
    init : {"auto", "fisher", "zero", "lp", "averaged"} or array, default="auto"
        Where to start. "fisher": Fisher's discriminant. "lp": a hyperplane without training error
        if there is one, found by linear programming, otherwise Fisher's discriminant. "averaged":
        an averaged perceptron of 100 passes over the same rows. "auto": the best of those that are
        quick enough for the shape of X (``init_`` says which). An array has one row per
        hyperplane, in units of X; if it has one column more than X, the last one holds the
        intercepts.
    scale : {"auto", "range", "standard", "maxabs", "robust", None}, default="auto"
        How to scale the features during training; ``coef_`` and ``intercept_`` are for X as given.
        "range": to [-1, 1]. "standard": to mean 0 and variance 1. "maxabs": divided by the largest
        absolute value. "robust", which is "auto": to median 0, and divided by the standard
        deviation, or by twice the third quartile of the distances from the median (of rows that
        differ from it) if outliers make that smaller; the divisor is rounded to a power of two, so
        that values are not rounded.
        Constant features become 0. Sparse rows are scaled alike and remain sparse. Without an
        intercept nothing is shifted.
    fit_intercept : bool, default=True
        Whether to learn an intercept. Without one, ``bias_direction`` has no effect.
    max_iter : int or None, default=None
        Maximum number of epochs; None: by ``effort``. Training ends earlier when no row is wrong.
    n_restarts : int or None, default=None
        Number of independent descents, each with its own directions; None: by ``effort``.
    combine : {"best", "mean"}, default="best"
        Keep the hyperplane with the lowest training error (the first if several have it), or the
        mean of all, each a unit vector in the space of the scaled features: again one hyperplane.
    bootstrap : bool, default=False
        Whether each restart learns from its own bootstrap sample, drawn class by class. If all
        sample weights are whole numbers, a row of weight k is drawn like k rows; otherwise as many
        rows are drawn as there are distinct ones, with probabilities proportional to their weights,
        so that k copies of a row of weight 0.3 are not the same as one of weight 0.3 k.
    perturb : bool or None, default=None
        Iterated local search: choose at random among equally good intervals, give wrong rows more
        weight when there is no progress, start again near the best hyperplane, and keep the best
        of all. Otherwise the leftmost of the best intervals is taken, as in the paper. None: with
        "mixed" directions.
    time_limit : float or None, default=None
        Seconds for the fit, divided among classes and restarts.
    class_weight : dict, "balanced" or None, default=None
        Factors of the sample weights by class. A class that is not named has the factor 1. Classes
        that do not occur may be named only if all classes that do occur are named.
    probability : "sigmoid" or None, default=None
        Whether to learn a sigmoid for ``predict_proba`` (see there) from the scores of rows held
        out in turn: five more fits, each with its own ``time_limit``.
    n_jobs : int or None, default=None
        Number of threads, among which classes and restarts are divided. The model is the same for
        any number.
    random_state : int, RandomState, Generator or None, default=None
        Seed of directions and bootstrap samples.
    verbose : int, default=0
        If not 0, print the progress once a second, and a line per descent at the end.

    Attributes
    ----------
    coef_ : ndarray of shape (1, n_features) or (n_classes, n_features)
        Weights, in double precision; with more than two classes one hyperplane for each class
        against the rest.
    n_iter_ : int
        Epochs of the longest descent.
    history_ : dict of ndarrays
        "error": weight of the wrong training rows after each epoch, with a column per class if
        there are more than two; of the restart that was kept, or the mean over all restarts with
        ``combine="mean"``. Errors on a bootstrap sample are those of the sample. "seconds": when
        that was, since the beginning of the fit, in the same shape. "epoch": which epochs these
        are; of more than 65 536 every second, fourth, ... is kept.
    init_ : list of str
        The start of each hyperplane, of those that ``init`` names, or "given"; of the first
        restart.
    stop_reason_ : str
        "separated" (no row is wrong), "max_iter", "time_limit" or "callback".

    See Also
    --------
    BaggedRCDPerceptron : Regularised by bagging, for a low test error.
    PocketPerceptron : The best hyperplane met by chance.

    Notes
    -----
    ``partial_fit`` is not offered: a line search counts the errors on all rows.

    scikit-learn's callbacks are called twenty times during each descent, with the model found so
    far; descents then run one after another, and the model is the same.

    The model depends on the values of the rows, not on their order, and a row of weight k equals k
    copies of it. Weights enter as whole numbers: exactly if they are whole or multiples of the
    smallest, and sum up to less than 2**30 of these units; otherwise rounded so that the error of a
    hyperplane is off by at most ``n_samples / 2**30`` of the total weight.

    Errors are counted on the scaled rows, in the precision of X (float32 rows are scaled to
    float32); a row whose score is mere rounding noise counts as wrong.

    With ``combine="best"``, ``check_class_weight_classifiers`` of scikit-learn fails by design. It
    gives one class the weight 1000 and the others 0.0001 and wants more than 87 % of the test rows
    predicted as the heavy class. The lowest weighted 0/1 error, which is reached, leaves no heavy
    training row wrong and cuts off as many light ones as it can; how many test rows lie beyond that
    cut depends on the seed (78 to 92 % are on the heavy side). Pass
    ``rosenblatt.estimators.expected_failed_checks(estimator)`` to ``check_estimator`` as its
    ``expected_failed_checks``.

    References
    ----------
    Li (2005), "Perceptron learning with random coordinate descent".

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from rosenblatt import RCDPerceptron
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> model = RCDPerceptron(random_state=0).fit(X, y)
    >>> bool(model.score(X, y) > 0.98)
    True
    """

    init_: list[str]
    n_iter_: int
    history_: dict[str, np.ndarray]
    stop_reason_: str

    _parameter_constraints: dict = {
        "effort": [StrOptions(set(EFFORTS))],
        "directions": [StrOptions({"auto", *DIRECTIONS})],
        "orthogonal": ["boolean"],
        "bias_direction": ["boolean"],
        "two_sided": ["boolean"],
        "init": [StrOptions({"auto", "fisher", "zero", "lp", "averaged"}), "array-like"],
        "scale": [StrOptions({"auto", *SCALES}), None],
        "fit_intercept": ["boolean"],
        "max_iter": [Interval(Integral, 1, None, closed="left"), None],
        "n_restarts": [Interval(Integral, 1, None, closed="left"), None],
        "combine": [StrOptions({"best", "mean"})],
        "bootstrap": ["boolean"],
        "perturb": ["boolean", None],
        "time_limit": [Interval(Real, 0, None, closed="neither"), None],
        "class_weight": [StrOptions({"balanced"}), dict, None],
        **PROBABILITY,
        "n_jobs": [Integral, None],
        "random_state": RANDOM_STATE,
        "verbose": ["verbose"],
    }

    def __init__(
        self,
        *,
        effort: str = "default",
        directions: str = "auto",
        orthogonal: bool = False,
        bias_direction: bool = True,
        two_sided: bool = False,
        init: Start = "auto",
        scale: str | None = "auto",
        fit_intercept: bool = True,
        max_iter: int | None = None,
        n_restarts: int | None = None,
        combine: str = "best",
        bootstrap: bool = False,
        perturb: bool | None = None,
        time_limit: float | None = None,
        class_weight: ClassWeight = None,
        probability: str | None = None,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: int = 0,
    ) -> None:
        self.effort = effort
        self.directions = directions
        self.orthogonal = orthogonal
        self.bias_direction = bias_direction
        self.two_sided = two_sided
        self.init = init
        self.scale = scale
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.n_restarts = n_restarts
        self.combine = combine
        self.bootstrap = bootstrap
        self.perturb = perturb
        self.time_limit = time_limit
        self.class_weight = class_weight
        self.probability = probability
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    @property
    def partial_fit(self) -> Any:
        """Not offered."""
        raise AttributeError(
            f"{type(self).__name__} has no partial_fit: a line search counts the errors on all "
            "rows, and a stream never has them together. Use fit, or AveragedPerceptron for "
            "streams."
        )

    @_fit_context(prefer_skip_nested_validation=True)
    @with_callbacks
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from all rows at once.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows.
        y : array-like of shape (n_samples,)
            Labels: numbers or strings.
        sample_weight : array-like of shape (n_samples,), default=None
            What an error on a row costs. Rows of weight 0 are treated as absent.

        Returns
        -------
        self : object
            The fitted estimator.
        """
        begin = monotonic()
        self._check_choices()
        context = self._init_callback_context(max_subtasks=None)
        given = {"X": X, "y": y, "metadata": {"sample_weight": sample_weight}}
        with all_or_nothing(self):
            data = self._open(X, y, sample_weight)
            self._fit(data, begin, DescentHooks(self, context, given))
            self._calibrate(data)
        return self

    def _check_choices(self) -> None:
        if self.orthogonal and self.directions in ("gradient", "mixed"):
            raise ValueError(
                f"orthogonal=True cannot be combined with directions={self.directions!r}, which "
                "follow the data; choose uniform, gaussian or coordinate directions."
            )

    def _fit(self, data: Data, begin: float, hooks: DescentHooks) -> None:
        rows, classes = data.rows, data.classes
        if self.scale is None:
            warn_if_uneven(rows, "scale='auto', or with ")
        examples = examples_of(rows, data.codes, data.weights)
        plan = plan_of(self, *examples.X.shape)
        scaling = scaling_of(plan.scale, examples.X, examples.weights, shift=self.fit_intercept)
        positives = positive_codes(len(classes))
        task = DescentTask(self, data, plan, scaling, examples, positives, begin, hooks)
        found = self._descend(task, self._given_starts(positives, rows, scaling))
        by_class = [list(tried) for tried in zip(*found, strict=True)]
        model = hooks.attributes() if hooks.stopped else task.model_of(by_class)
        self.__dict__.update(model)
        self._report(task, found)
        hooks.end(model)

    def _given_starts(self, positives: list[int], rows: Any, scaling: Scaling) -> Any:
        """Starting weights for divided rows, if they were given as an array."""
        if isinstance(self.init, str):
            return None
        lines = start_lines(self.init, len(positives), rows.X.shape[1])
        lines[:, :-1] /= rows.scale
        return scaling.divided(lines)

    def _descend(self, task: DescentTask, given: Any) -> list[list[DescentResult]]:
        """One list of results per restart, in it one for each positive class."""
        return task.solve(task.problems(given))

    def _learned(self, lines: np.ndarray, data: Data) -> dict[str, Any]:
        """Hyperplanes as attributes, for rows as given."""
        with np.errstate(over="ignore"):
            coef = lines[:, :-1] * data.rows.scale
        vanished = lines[:, :-1].any() and not np.any(np.abs(coef) >= np.finfo(float).tiny)
        if vanished or not np.isfinite(lines).all() or not np.isfinite(coef).all():
            raise ValueError(
                "the weights overflow or underflow float64: the values of X or init are extreme; "
                "scale the features."
            )
        return {"classes_": data.classes, "coef_": coef, "intercept_": lines[:, -1]}

    def _report(self, task: DescentTask, found: list[list[DescentResult]]) -> None:
        every = [f for restart in found for f in restart]
        self.n_iter_ = max(f.n_iter for f in every)
        reason = max((f.reason for f in every), key=STOP_RANK.index)
        self.stop_reason_ = "callback" if task.hooks.stopped else reason
        self.init_ = task.names
        self.history_ = history_of(task.chosen(found), task.prepared)
