"""Random coordinate descent regularised by bagging."""

from dataclasses import replace
from time import monotonic
from typing import Any

import numpy as np

from rosenblatt.classifiers.linear import linear_scores
from rosenblatt.estimators.documentation import documented
from rosenblatt.estimators.parameter_types import ClassWeight, RandomState
from rosenblatt.estimators.rcd import RCDPerceptron
from rosenblatt.estimators.starts import named_starts
from rosenblatt.training.descent import DescentOptions, DescentProblem, DescentResult, descend
from rosenblatt.training.examples import Examples
from rosenblatt.training.rows import table_of

FIXED = (
    "directions", "orthogonal", "bias_direction", "two_sided", "combine", "bootstrap", "perturb",
)  # fmt: skip
MEMBER_EPOCHS = 30  # members that have not converged differ more, and their mean errs less


@documented
class BaggedRCDPerceptron(RCDPerceptron):
    """Hyperplane of low test error: few exact line searches within the span of bagged hyperplanes.

    Random coordinate descent fits the training rows too closely if it may go anywhere. Here it may
    only go where the data leave room for doubt. An averaged perceptron of 30 epochs is learned from
    each of ``n_restarts`` bootstrap samples, drawn class by class; their unit vectors ``u_k``
    differ most in the directions that the rows determine least. From the mean of the ``u_k`` start
    ``n_restarts`` descents on all rows, each of ``max_iter`` line searches along random
    ``sum_k z_k u_k`` with normal ``z_k``. The mean of their results, as unit vectors, is the model:
    one hyperplane.

    Parameters
    ----------
    init : {"averaged", "fisher", "lp"}, default="averaged"
        What is learned from each bootstrap sample.
    max_iter : int, default=5
        Line searches of each descent. More of them lower the training error, and in the end raise
        the test error.
    n_restarts : int, default=25
        Number of bootstrap samples, and of descents.
    fit_intercept : bool, default=True
        Whether to learn an intercept.
    time_limit : float or None, default=None
        Seconds for the fit, divided among classes and descents.
    n_jobs : int or None, default=None
        Number of threads, among which descents are divided. The model is the same for any number.
    random_state : int, RandomState, Generator or None, default=None
        Seed of bootstrap samples and directions.

    Attributes
    ----------
    history_ : dict of ndarrays
        "error": weight of the wrong training rows after each epoch, the mean over the descents,
        with a column per class if there are more than two.

    See Also
    --------
    RCDPerceptron : The lowest training error instead.
    BaggedPerceptron : Bagging of any linear learner.

    Notes
    -----
    Bagging in which each member descends, the older recipe, is
    ``RCDPerceptron(init="averaged", bootstrap=True, n_restarts=25, combine="mean", max_iter=200)``.

    References
    ----------
    Li (2005), "Perceptron learning with random coordinate descent".
    Breiman (1996), "Bagging predictors".

    Examples
    --------
    >>> from rosenblatt import BaggedRCDPerceptron
    >>> X, y = [[-2.0], [-1.0], [1.0], [2.0]], ["no", "no", "yes", "yes"]
    >>> BaggedRCDPerceptron(random_state=0).fit(X, y).predict([[3.0]])
    array(['yes'], dtype='<U3')
    """

    directions = "gaussian"
    orthogonal = bias_direction = two_sided = perturb = False
    combine = "mean"
    bootstrap = True
    _parameter_constraints: dict = {
        name: allowed
        for name, allowed in RCDPerceptron._parameter_constraints.items()
        if name not in FIXED
    }

    def __init__(
        self,
        *,
        init: str = "averaged",
        scale: str | None = "range",
        fit_intercept: bool = True,
        max_iter: int = 5,
        n_restarts: int = 25,
        time_limit: float | None = None,
        class_weight: ClassWeight = None,
        probability: str | None = None,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: int = 0,
    ) -> None:
        self.init = init
        self.scale = scale
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.n_restarts = n_restarts
        self.time_limit = time_limit
        self.class_weight = class_weight
        self.probability = probability
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def _check_choices(self) -> None:
        if not isinstance(self.init, str) or self.init == "zero":
            raise ValueError(
                f"init={self.init!r} is the same for every bootstrap sample, so the members would "
                "not differ; choose 'averaged', 'fisher' or 'lp'."
            )

    def _descend(
        self, examples: Examples, positives: list[int], given: Any, begin: float
    ) -> list[list[DescentResult]]:
        """One list of results per descent, in it one for each positive class."""
        seed = self._seed()
        members = self._members(examples, positives, seed)
        columns = []
        for number, code in enumerate(positives):
            labels = np.where(examples.codes == code, 1, -1).astype(np.int8)
            left = self._left(begin, len(positives) - number)
            first = seed + number * self.n_restarts
            columns.append(self._within(members[:, number], examples, labels, first, left))
        found = [list(line) for line in zip(*columns, strict=True)]
        if self.verbose:
            self._print(found)
        return found

    def _members(self, examples: Examples, positives: list[int], seed: int) -> np.ndarray:
        """Unit vectors, intercept last, by bootstrap sample and class."""
        lines = []
        for k, weights in enumerate(self._samples(examples, seed)):
            sample = Examples(examples.X, examples.codes, weights)
            lines.append(
                named_starts(
                    str(self.init), sample, positives, self.fit_intercept, seed + k, MEMBER_EPOCHS
                )
            )
        norms = np.linalg.norm(lines, axis=2, keepdims=True)
        return np.asarray(lines / np.where(norms > 0, norms, 1.0))

    def _left(self, begin: float, classes: int) -> float | None:
        """Seconds for the next of the classes that are left."""
        if self.time_limit is None:
            return None
        return max(self.time_limit - (monotonic() - begin), 0) / classes

    def _within(
        self, members: np.ndarray, examples: Examples, labels: np.ndarray, seed: int, left: Any
    ) -> list[DescentResult]:
        """Descents over the scores of the members: their weights are those of a combination."""
        scores = linear_scores(members[:, :-1], members[:, -1], examples.X).astype(np.float64)
        table = table_of(np.ascontiguousarray(scores.reshape(len(labels), -1)))
        mean = np.append(np.full(len(members), 1 / len(members)), 0.0)
        problems = [
            DescentProblem(labels, mean, examples.weights, None, seed + k, self._options())
            for k in range(self.n_restarts)
        ]
        found = descend(table, problems, threads=self._threads(), time_limit=left)
        return [replace(f, weights=f.weights[:-1] @ members) for f in found]

    def _options(self) -> DescentOptions:
        """The constant is in the members' scores, so their combination needs no intercept."""
        return replace(super()._options(), fit_intercept=False)
