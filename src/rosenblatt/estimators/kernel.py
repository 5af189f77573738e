"""The perceptron with a kernel."""

from collections.abc import Callable
from dataclasses import replace
from numbers import Integral, Real
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

from rosenblatt import _core
from rosenblatt._sklearn import Interval, StrOptions
from rosenblatt.classifiers.classifier import predicted_codes
from rosenblatt.classifiers.shares import vote_shares
from rosenblatt.estimators.base import BasePerceptron, OnlineClassifier
from rosenblatt.estimators.documentation import documented
from rosenblatt.estimators.online_parameters import OnlineParameters
from rosenblatt.estimators.parameter_types import ClassWeight, RandomState
from rosenblatt.estimators.perceptron import Perceptron
from rosenblatt.estimators.second_order import SecondOrderPerceptron
from rosenblatt.training.groups import group_of
from rosenblatt.training.kernel import KERNELS
from rosenblatt.training.kernel_model import KernelModel
from rosenblatt.training.kernel_session import KernelSession
from rosenblatt.training.kernel_stream import KernelStream
from rosenblatt.training.rows import open_rows
from rosenblatt.training.session import Data, threads_of
from rosenblatt.training.votes import Votes

OWN_RULE = {"margin": 0.0, "lam": 0.0, "alpha_bound": None, "eta0": 1.0}
AT_NO_COST = {"last", "longest", "averaged"}  # hypotheses that are kept whichever is chosen


@documented
class KernelPerceptron(OnlineClassifier):
    """The perceptron, or the rule of another learner, in the space of a kernel.

    Scores are sums over support rows, which are the rows that were learned:
    ``sum_i a_i K(x_i, x) + b``. A row is learned as by :class:`Perceptron`, with ``K(x, x)`` in the
    place of its squared norm and the mean of ``K(x, x)`` as the unit C.

    Parameters
    ----------
    kernel : {"linear", "poly", "rbf", "sigmoid", "precomputed"} or callable, default="rbf"
        ``x . z``, ``(gamma x . z + coef0)^degree``, ``exp(-gamma |x - z|^2)``,
        ``tanh(gamma x . z + coef0)``; the products that X already holds (with the training
        rows); or a function of two matrices that returns the products of their rows.
    gamma : {"scale", "auto"} or float, default="scale"
        "scale" is ``1 / (n_features * variance of X)``, "auto" ``1 / n_features``.
    degree : int or float, default=3
        Degree of "poly".
    coef0 : float, default=0.0
        Constant of "poly" and "sigmoid".
    kernel_params : dict or None, default=None
        Further arguments of a callable.
    rule : estimator or None, default=None
        A learner whose rule is taken in place of the perceptron's, for example
        ``PassiveAggressiveClassifier(C=0.1)``. Only the parameters of its rule are used; what all
        learners share (hypothesis, order, ...) is set here. With
        ``SecondOrderPerceptron(ridge=...)`` memory, and the time of each update, grow with the
        square of the number of support rows.
    margin : float or pair of floats, default=0.0
        Rows within this margin are learned too, in units of the mean of ``K(x, x)``.
    lam : float, default=0.0
        Once a row has been learned, its margin counts as ``lam K(x, x)`` larger.
    alpha_bound : int or None, default=None
        How often one row may be learned.
    eta0 : float, default=1.0
        Length of a step.
    budget : int or None, default=None
        Largest number of support rows; None: all rows that are learned.
    budget_policy : {"projection", "random"}, default="projection"
        What becomes of a row that is learned when there are as many support rows as allowed:
        "projection" learns its projection onto the support rows in its place (Projectron; an update
        then takes time proportional to the square of the budget), "random" gives it the place of
        one drawn at random, whose coefficients are lost.
    cache_size : float, default=200
        Megabytes of products that are kept between passes.
    intercept_scaling : "norm" or float, default="norm"
        Value of the constant feature; "norm" is the root of the mean of ``K(x, x)``.
    init : {"zero", "threshold"}, default="zero"
        Starting weights. "threshold" starts with the intercept at minus the mean of ``K(x, x)``.
    n_jobs : int or None, default=None
        Number of threads that make products. The model is the same for any number.

    Attributes
    ----------
    support_ : ndarray of shape (n_support,)
        Indices of the support rows in X. After ``partial_fit``: in the last batch, and -1 for rows
        of earlier ones.
    support_vectors_ : {ndarray, sparse array} of shape (n_support, n_features)
        The support rows (not with a precomputed kernel).
    dual_coef_ : ndarray of shape (n_hyperplanes, n_support)
        Their coefficients in the hypothesis that predicts; of a vote, those of the last hypothesis.
    intercept_ : ndarray of shape (n_hyperplanes,)
        Intercepts.

    Notes
    -----
    All hypotheses come from one training run: after ``fit``, set ``hypothesis`` to "last",
    "longest", "averaged" or "voted" and predict. (Exceptions: "pocket", which counts errors over
    all rows, and "voted" with another rule must be chosen before ``fit``; "voted" is not offered
    with a budget.)

    Products are made in blocks, and those of the support rows alone: memory grows with the number
    of support rows, never with the square of the number of rows. Different linear algebra libraries
    round products differently, so models may differ a little between machines.

    References
    ----------
    Freund and Schapire (1999), "Large margin classification using the perceptron algorithm".
    Khardon and Wachman (2007), "Noise tolerant variants of the perceptron algorithm".
    Orabona, Keshet and Caputo (2009), "Bounded kernel-based online learning".
    Cesa-Bianchi, Conconi and Gentile (2005), "A second-order perceptron algorithm".
    Cavallanti, Cesa-Bianchi and Gentile (2007), "Tracking the best hyperplane with a simple budget
    Perceptron".

    Examples
    --------
    >>> from sklearn.datasets import make_circles
    >>> from rosenblatt import KernelPerceptron
    >>> X, y = make_circles(noise=0.1, factor=0.3, random_state=0)
    >>> model = KernelPerceptron(random_state=0).fit(X, y)
    >>> model.score(X, y)
    1.0
    >>> model.set_params(hypothesis="voted").score(X, y)
    1.0
    """

    support_: np.ndarray

    _session_type = KernelSession
    _stream_type = KernelStream

    _parameter_constraints: dict = {
        **OnlineClassifier._parameter_constraints,
        "kernel": [StrOptions(KERNELS), callable],
        "gamma": [StrOptions({"scale", "auto"}), Interval(Real, 0, None, closed="neither")],
        "degree": [Interval(Real, 0, None, closed="left")],
        "coef0": [Interval(Real, None, None, closed="neither")],
        "kernel_params": [dict, None],
        "rule": [BasePerceptron, None],
        "margin": Perceptron._parameter_constraints["margin"],
        "lam": Perceptron._parameter_constraints["lam"],
        "alpha_bound": Perceptron._parameter_constraints["alpha_bound"],
        "eta0": Perceptron._parameter_constraints["eta0"],
        "budget": [Interval(Integral, 1, None, closed="left"), None],
        "budget_policy": [StrOptions({"projection", "random"})],
        "cache_size": [Interval(Real, 0, None, closed="left")],
        "intercept_scaling": [StrOptions({"norm"}), Interval(Real, 0, None, closed="neither")],
        "init": [StrOptions({"zero", "threshold"})],
    }

    def __init__(
        self,
        *,
        kernel: str | Callable[..., Any] = "rbf",
        gamma: str | float = "scale",
        degree: float = 3,
        coef0: float = 0.0,
        kernel_params: dict[str, Any] | None = None,
        rule: Any = None,
        margin: float | tuple[float, float] | list[float] = 0.0,
        lam: float = 0.0,
        alpha_bound: int | None = None,
        hypothesis: str = "averaged",
        eta0: float = 1.0,
        budget: int | None = None,
        budget_policy: str = "projection",
        cache_size: float = 200,
        fit_intercept: bool = True,
        intercept_scaling: str | float = "norm",
        init: str = "zero",
        order: str = "content",
        weighting: str = "reweight",
        multi_class: str = "ovr",
        max_iter: int = 10,
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
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.kernel_params = kernel_params
        self.rule = rule
        self.margin = margin
        self.lam = lam
        self.alpha_bound = alpha_bound
        self.hypothesis = hypothesis
        self.eta0 = eta0
        self.budget = budget
        self.budget_policy = budget_policy
        self.cache_size = cache_size
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

    # ------------------------------------------------------------------ the rule

    def _source(self, hypothesis: str) -> BasePerceptron:
        """The linear learner whose rule this one takes, set up as this one is."""
        own = {name: getattr(self, name) for name in OWN_RULE}
        source = Perceptron(**own) if self.rule is None else clone(self.rule)
        return source.set_params(
            hypothesis=hypothesis, order=self.order, weighting=self.weighting,
            multi_class=self.multi_class,
        )  # fmt: skip

    def _rule(self) -> Any:
        return self._source(self.hypothesis)._kernel_rule()

    def _check_choices(self) -> None:
        super()._check_choices()
        if self.rule is not None:
            self._check_rule()
        self._source(self.hypothesis)._check_choices()
        if self.budget is not None:
            self._check_budget()
        if self.kernel_params is not None and not callable(self.kernel):
            raise ValueError(
                f"kernel_params={self.kernel_params} are arguments of a callable, but kernel is "
                f"{self.kernel!r}; set gamma, degree and coef0, or kernel_params=None."
            )
        if self.kernel == "precomputed" and self.probability is not None:
            raise ValueError(
                "probability='sigmoid' holds out rows in turn, which a precomputed kernel does not "
                "allow here; wrap the model in sklearn.calibration.CalibratedClassifierCV."
            )

    def _check_rule(self) -> None:
        name = type(self.rule).__name__
        if not group_of(self.rule.multi_class).line_per_class:
            raise ValueError(
                f"rule={name}(...) has several perceptrons for a class, which learn by one "
                "another's scores; choose another rule, for example PassiveAggressiveClassifier()."
            )
        self.rule._validate_params()
        self.rule._kernel_rule()
        set_here = [k for k, default in OWN_RULE.items() if getattr(self, k) != default]
        if set_here:
            raise ValueError(
                f"{set_here[0]}={getattr(self, set_here[0])!r} belongs to the perceptron's rule, "
                f"but rule={name}(...) is another one; set its own parameters, or rule=None."
            )
        if self.rule.scale is not None:
            raise ValueError(
                f"rule={name}(scale={self.rule.scale!r}) would scale features, and a kernel sees "
                "rows as they are; scale them before, for example in a pipeline."
            )
        plain = type(self.rule)().get_params(deep=False)
        for key in OnlineParameters._parameter_constraints:
            if key in plain and not same(getattr(self.rule, key), plain[key]):
                raise ValueError(
                    f"rule={name}({key}={getattr(self.rule, key)!r}) sets what KernelPerceptron "
                    f"sets itself; give {key} to KernelPerceptron."
                )

    def _check_budget(self) -> None:
        if self.hypothesis == "voted":
            raise ValueError(
                "hypothesis='voted' needs the list of all updates, which no budget bounds; choose "
                "'averaged' or 'last', or budget=None."
            )
        if isinstance(self.rule, SecondOrderPerceptron):
            raise ValueError(
                "rule=SecondOrderPerceptron(...) remembers the products of all rows it has "
                "learned, which no budget bounds; choose another rule, or budget=None."
            )
        if self.budget_policy == "projection":
            return
        if self.hypothesis != "last":
            raise ValueError(
                f"hypothesis={self.hypothesis!r} is made of rows that budget_policy='random' may "
                "have dropped; choose hypothesis='last', or budget_policy='projection'."
            )
        if _core.asks_weights2(self._rule()):
            raise ValueError(
                f"rule={type(self.rule).__name__}(...) asks for the length of the weights, which "
                "is lost when support rows are dropped; choose budget_policy='projection'."
            )

    def _hypotheses(self) -> set[str]:
        """All that are kept: what is free, if the rule has it, and what is chosen."""
        wanted = {self.hypothesis}
        if self.budget is not None and self.budget_policy == "random":
            return wanted
        free = AT_NO_COST | ({"voted"} if self.rule is None and self.budget is None else set())
        return wanted | {name for name in free if self._offers(name)}

    def _offers(self, hypothesis: str) -> bool:
        try:
            self._source(hypothesis)._check_choices()
        except ValueError:
            return False
        return True

    # ------------------------------------------------------------------ reading

    def _open(self, X: Any, y: Any, sample_weight: Any) -> Data:
        data = super()._open(X, y, sample_weight)
        if self.kernel != "precomputed":
            return data
        size = data.n_given
        if self.n_features_in_ != size:
            raise ValueError(
                f"kernel='precomputed' needs the products of all rows, a square X, but X has "
                f"{size} rows and {self.n_features_in_} columns."
            )
        return (
            data
            if data.present is None
            else among_all(data, self._read(X, y, None, reset=False)[0])
        )

    def _read(self, X: Any, y: Any, sample_weight: Any, *, reset: bool) -> Any:
        self._require_dense(X)
        return super()._read(X, y, sample_weight, reset=reset)

    def _read_to_predict(self, X: Any) -> Any:
        self._require_dense(X)
        return super()._read_to_predict(X)

    def _require_dense(self, X: Any) -> None:
        if self.kernel == "precomputed" and sp.issparse(X):
            raise TypeError(
                "kernel='precomputed' needs a dense array of products, but X is sparse; use "
                "X.toarray(), or give the rows and a kernel that is computed."
            )

    def _require_rows(self) -> None:
        if self.kernel == "precomputed":
            raise AttributeError(
                "kernel='precomputed' has no partial_fit: later batches would need products with "
                "rows that this one does not know. Use fit, or a kernel that is computed."
            )

    # ------------------------------------------------------------------ prediction

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_model")

    def _scores(self, X: Any) -> np.ndarray:
        return self._decide(self._model, X)

    def _vote_sums(self, X: Any) -> np.ndarray:
        """Of a voted model: sums of votes for each class, ties as they are."""
        self._require_kept(self._model)
        return self._model.vote_sums(X, threads_of(self.n_jobs))

    def _decide(self, model: KernelModel, X: Any, scale: float = 1.0) -> np.ndarray:
        self._require_kept(model)
        return model.decisions(X, self.hypothesis, threads_of(self.n_jobs))

    def _require_kept(self, model: KernelModel) -> None:
        kept = (
            sorted(model.dual) if model.votes is not None else sorted(set(model.dual) - {"voted"})
        )
        if self.hypothesis not in kept:
            raise NotFittedError(
                f"KernelPerceptron was fitted without hypothesis={self.hypothesis!r}; it has "
                f"{', '.join(kept)}. Fit again, or choose one of those."
            )

    def _vote_shares(self, scores: np.ndarray) -> np.ndarray:
        votes = self._model.votes
        shares = group_of(self._model.group).class_votes(scores, votes.most)
        return vote_shares(shares, predicted_codes(scores))

    def _votes_for_classes(self) -> bool:
        return self.hypothesis == "voted"

    def _unit(self) -> float:
        if self.hypothesis == "voted":
            return self._model.votes.most or 1.0
        return float(np.abs(self.dual_coef_).sum(axis=1).max(initial=0.0)) or 1.0

    @property
    def dual_coef_(self) -> np.ndarray:
        self._require_kept(self._fitted())
        return self._model.dual[self.hypothesis]

    @property
    def intercept_(self) -> np.ndarray:
        self._require_kept(self._fitted())
        return self._model.intercept[self.hypothesis]

    @property
    def support_vectors_(self) -> Any:
        model = self._fitted()
        if model.kernel.precomputed:
            raise AttributeError("a precomputed kernel knows products of rows, not the rows.")
        return model.rows

    def _fitted(self) -> KernelModel:
        if not hasattr(self, "_model"):
            raise AttributeError("KernelPerceptron has learned nothing yet; call fit first.")
        return self._model

    def to_linear(self) -> Perceptron:
        """The same model as hyperplanes, if the kernel is linear.

        Returns
        -------
        model : Perceptron
            Predicts the same, in time that does not grow with the number of support rows.
        """
        model = self._fitted()
        if model.kernel.name != "linear":
            raise ValueError(
                f"kernel={model.kernel.name!r} has no hyperplanes over the features; only "
                "kernel='linear' has."
            )
        self._require_kept(model)
        linear = Perceptron(hypothesis=self.hypothesis)
        found = {
            "coef_": np.asarray(model.dual[self.hypothesis] @ model.rows),
            "intercept_": model.intercept[self.hypothesis].copy(),
            "classes_": self.classes_,
            "n_features_in_": self.n_features_in_,
            "_group": model.group,
            "_votes": None,
        }
        votes = model.votes
        if self.hypothesis == "voted" and votes is not None:
            found["_votes"] = Votes(
                rows=model.rows, start=np.asarray(votes.start @ model.rows),
                start_score=votes.start_score, constant2=votes.constant2, lists=votes.lists,
                group=model.group,
            )  # fmt: skip
        if hasattr(self, "feature_names_in_"):
            found["feature_names_in_"] = self.feature_names_in_
        for name, value in found.items():
            setattr(linear, name, value)
        return linear

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.kernel == "precomputed"
        tags.input_tags.sparse = not tags.input_tags.pairwise
        return tags


def among_all(data: Data, X: Any) -> Data:
    """The same data with all rows of X, of which those without weight are not learned: products
    name rows by their columns, so none may be left out."""
    codes, weights = np.zeros(data.n_given, data.codes.dtype), np.zeros(data.n_given)
    codes[data.present], weights[data.present] = data.codes, data.weights
    return replace(
        data, rows=open_rows(X), codes=codes, weights=weights, subset=data.present, present=None
    )


def same(value: Any, other: Any) -> bool:
    return value is other or (np.isscalar(value) and np.isscalar(other) and value == other)
