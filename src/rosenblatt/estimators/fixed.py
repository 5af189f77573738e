"""The perceptron with its hypothesis fixed: averaged, voted, pocket."""

from rosenblatt.estimators.documentation import documented, documented_without
from rosenblatt.estimators.parameter_types import ClassWeight, RandomState, Start
from rosenblatt.estimators.perceptron import Perceptron

FIXED = {"hypothesis", "lam_form"}
CONSTRAINTS = {k: v for k, v in Perceptron._parameter_constraints.items() if k not in FIXED}


@documented_without("n_error_evaluations_")
class AveragedPerceptron(Perceptron):
    """Perceptron that predicts with the mean of all hypotheses met in training.

    Each hypothesis is weighted by the number of rows it survived. The mean is one hyperplane,
    steadier than the last one, and costs next to nothing: the first choice for noisy data.

    References
    ----------
    Freund and Schapire (1999), "Large margin classification using the perceptron algorithm".

    Examples
    --------
    >>> from rosenblatt import AveragedPerceptron
    >>> X, y = [[-2.0], [-1.0], [1.0], [2.0]], ["no", "no", "yes", "yes"]
    >>> AveragedPerceptron(random_state=0).fit(X, y).predict([[3.0]])
    array(['yes'], dtype='<U3')
    """

    hypothesis = "averaged"
    lam_form = "row"
    _parameter_constraints: dict = CONSTRAINTS

    def __init__(
        self,
        *,
        margin: float | tuple[float, float] | list[float] = 0.0,
        lam: float = 0.0,
        alpha_bound: int | None = None,
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
        self.alpha_bound = alpha_bound
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


@documented_without("n_error_evaluations_")
class VotedPerceptron(Perceptron):
    """Perceptron that predicts by a vote of all hypotheses met in training.

    Each hypothesis has one vote for each row it survived. Only the list of updates is kept;
    prediction costs one product with each learned row and one addition per update.
    ``decision_function`` is the signed sum of votes. With three or more classes, each voted on
    against the rest, it may happen that none has a majority, or that several tie; then the scores
    of the hypotheses, weighted by their votes, decide (see ``decision_function``).

    Attributes
    ----------
    coef_ : ndarray of shape (n_hyperplanes, n_features)
        Weights of the last hypothesis: the vote is no single hyperplane.
    intercept_ : ndarray of shape (n_hyperplanes,)
        Intercepts of the last hypothesis.

    References
    ----------
    Freund and Schapire (1999), "Large margin classification using the perceptron algorithm".

    Examples
    --------
    >>> from rosenblatt import VotedPerceptron
    >>> X, y = [[-2.0], [-1.0], [1.0], [2.0]], [0, 0, 1, 1]
    >>> VotedPerceptron(random_state=0).fit(X, y).predict([[3.0]])
    array([1])
    """

    hypothesis = "voted"
    lam_form = "row"
    _parameter_constraints: dict = CONSTRAINTS

    def __init__(
        self,
        *,
        margin: float | tuple[float, float] | list[float] = 0.0,
        lam: float = 0.0,
        alpha_bound: int | None = None,
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
        self.alpha_bound = alpha_bound
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


@documented
class PocketPerceptron(Perceptron):
    """Perceptron that keeps the hypothesis with the lowest training error among long survivors.

    When the current weights have survived more rows in a run than those in the pocket, their
    training error is counted; they replace those in the pocket if it is strictly lower (the
    ratchet). A good choice if the training error is what matters. There is no ``partial_fit``,
    because the count needs all rows.

    Attributes
    ----------
    n_error_evaluations_ : int
        How often the training error was counted.

    References
    ----------
    Gallant (1990), "Perceptron-based learning algorithms".

    Examples
    --------
    >>> from rosenblatt import PocketPerceptron
    >>> X, y = [[-2.0], [-1.0], [1.0], [2.0]], [0, 0, 1, 1]
    >>> PocketPerceptron(random_state=0).fit(X, y).n_error_evaluations_ > 0
    True
    """

    hypothesis = "pocket"
    lam_form = "row"
    _parameter_constraints: dict = CONSTRAINTS

    def __init__(
        self,
        *,
        margin: float | tuple[float, float] | list[float] = 0.0,
        lam: float = 0.0,
        alpha_bound: int | None = None,
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
        self.alpha_bound = alpha_bound
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
