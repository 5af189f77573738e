"""The committee machine: perceptrons of which the majority decides."""

from numbers import Integral, Real
from typing import Any

from rosenblatt import _core
from rosenblatt._sklearn import Interval, StrOptions
from rosenblatt.estimators.base import BasePerceptron
from rosenblatt.estimators.documentation import documented
from rosenblatt.estimators.parameter_types import ClassWeight, RandomState, Start
from rosenblatt.training.committee_session import CommitteeSession
from rosenblatt.training.groups import majority_of

COMMON = {k: v for k, v in BasePerceptron._parameter_constraints.items() if k != "multi_class"}


@documented
class CommitteeMachine(BasePerceptron):
    """An odd number of perceptrons that vote, learned row by row.

    The class is the sign of the sum V of the votes ``s(w_i . x)``. On a mistake the
    ``(1 + |V|) / 2`` wrong perceptrons with the smallest ``|w_i . x|`` take the step
    ``w_i += eta0 y x``: just as many as it takes to turn the majority, and those that have to
    change least. Together they form a boundary with bends, which no single hyperplane has.

    Parameters
    ----------
    n_perceptrons : int, default=5
        Size of the committee, an odd number; 1 is the perceptron. For more than two classes, each
        has a committee of this size.
    hypothesis : {"last", "longest", "pocket", "averaged", "voted"}, default="averaged"
        Which of the committees met in training predicts: the last one, the one that survived the
        most rows, the one with the lowest training error among those that survived long, the one
        made of each perceptron's mean, or the vote of all committees.
    eta0 : float, default=1.0
        Length of steps, in comparison with the random start, which is as long as a step of 1.
    init : "random" or array, default="random"
        Starting weights: random directions, as long as the root mean squared norm of the rows times
        the mean weight of a visit. An array has a line for each perceptron, those of a class
        together; if it has one column more than X, the last one holds the intercepts.
    random_state : int, RandomState, Generator or None, default=None
        Seed of the start and of the visiting order.

    Attributes
    ----------
    coef_ : ndarray of shape (n_committees * n_perceptrons, n_features)
        Weights of each perceptron. There is one committee for two classes, whose positive side is
        the second class; for more classes one for each against the rest.
    intercept_ : ndarray of shape (n_committees * n_perceptrons,)
        Intercepts of each perceptron.

    See Also
    --------
    ParallelPerceptron : All wrong perceptrons learn, and right ones keep a margin.

    Notes
    -----
    Scores are the medians of the scores of a committee's perceptrons, which have the sign of the
    majority; with several classes, the one with the highest median is predicted.

    With ``hypothesis="voted"`` a committee has one vote for each row it survived.

    References
    ----------
    Nilsson (1965), "Learning machines", chapter 6.

    Examples
    --------
    >>> from rosenblatt import CommitteeMachine
    >>> X, y = [[0, 0], [1, 1], [0, 1], [1, 0]], ["same", "same", "other", "other"]
    >>> model = CommitteeMachine(n_perceptrons=3, hypothesis="last", random_state=0)
    >>> model.fit(X, y).predict(X).tolist()
    ['same', 'same', 'other', 'other']
    >>> model.coef_.shape
    (3, 2)
    """

    _session_type = CommitteeSession
    _parameter_constraints: dict = {
        **COMMON,
        "n_perceptrons": [Interval(Integral, 1, None, closed="left")],
        "eta0": [Interval(Real, 0, None, closed="neither")],
        "init": [StrOptions({"random"}), "array-like"],
    }

    def __init__(
        self,
        *,
        n_perceptrons: int = 5,
        hypothesis: str = "averaged",
        eta0: float = 1.0,
        fit_intercept: bool = True,
        intercept_scaling: str | float = "auto",
        scale: str | None = None,
        init: Start = "random",
        order: str = "content",
        weighting: str = "reweight",
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
        self.n_perceptrons = n_perceptrons
        self.hypothesis = hypothesis
        self.eta0 = eta0
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.scale = scale
        self.init = init
        self.order = order
        self.weighting = weighting
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

    @property
    def multi_class(self) -> str:  # type: ignore[override]
        """How the hyperplanes act together: not a parameter, but the size of the committees."""
        return majority_of(self.n_perceptrons)

    def _check_choices(self) -> None:
        super()._check_choices()
        if self.n_perceptrons % 2 == 0:
            raise ValueError(
                f"n_perceptrons={self.n_perceptrons} is even, so that votes may tie; choose an odd "
                f"number, for example {self.n_perceptrons + 1}."
            )

    def _rule(self) -> Any:
        return _core.Perceptron(eta0=self.eta0)
