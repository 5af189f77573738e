"""Parallel perceptrons: committees that learn by batch passes and keep a margin."""

from numbers import Integral, Real
from time import monotonic
from typing import Any, Self

import numpy as np

from rosenblatt._sklearn import Interval, StrOptions, _fit_context
from rosenblatt.classifiers.calibration import PROBABILITY, CalibratedClassifier
from rosenblatt.classifiers.classifier import all_or_nothing, replace_learned
from rosenblatt.classifiers.linear import lane_scores
from rosenblatt.estimators.documentation import documented
from rosenblatt.estimators.parameter_types import RANDOM_STATE, ClassWeight, RandomState
from rosenblatt.training.committee import (
    Committee,
    CommitteeRows,
    CommitteeSettings,
    with_constant,
)
from rosenblatt.training.examples import examples_of
from rosenblatt.training.groups import positive_codes
from rosenblatt.training.output_layers import (
    FisherWeights,
    HardVotes,
    Layer,
    LayerFactory,
    fisher_weights,
    hard_votes,
    ramp_width,
)
from rosenblatt.training.rows import warn_if_uneven
from rosenblatt.training.session import Data, squeeze


class CommitteeClassifier(CalibratedClassifier):
    """What both kinds of parallel perceptrons share.

    Parameters
    ----------
    n_perceptrons : int
        Size of the committee.
    eta0 : "auto" or float
        Length of a step in the first pass, for a row of weight 1; in pass t it is
        ``eta0 / sqrt(t)``. "auto" is 1 over the total weight of the rows, which is in the middle of
        the paper's rates (0.03 to 8 over the number of rows).
    margin_weight : float
        Factor of steps on rows that are right, but within the margin of some perceptron.
    passes : {"batch", "online"}
        "batch": the steps of a pass are taken together at its end. "online": one row after another,
        in a new order each pass, which takes much longer.
    max_iter : int
        Number of passes over the rows.
    time_limit : float or None
        Seconds for the fit, divided among the classes; each has at least one pass.
    class_weight : dict, "balanced" or None
        Factors of the sample weights by class. A class that is not named has the factor 1. Classes
        that do not occur may be named only if all classes that do occur are named.
    random_state : int, RandomState, Generator or None
        Seed of the starting weights (random directions), and of the order of online passes.
    verbose : int
        If not 0, print a line per pass.

    Attributes
    ----------
    perceptrons_ : ndarray of shape (n_committees, n_perceptrons, n_features + 1)
        Weights of each perceptron, the bias last; unit vectors. There is one committee for two
        classes, whose positive side is the second class; for more classes one for each against the
        rest.
    gamma_ : ndarray of shape (n_committees,)
        The margin that most rows keep from the perceptrons that are right.
    n_iter_ : int
        Number of passes made.
    history_ : dict of ndarrays of shape (n_iter,) or (n_iter, n_classes)
        After each pass: "gamma", and "error", the weight of the wrong training rows.
    stop_reason_ : str
        "max_iter" or "time_limit".
    """

    perceptrons_: np.ndarray
    gamma_: np.ndarray
    n_iter_: int
    history_: dict[str, np.ndarray]
    stop_reason_: str

    n_perceptrons: int
    eta0: str | float
    margin_weight: float
    passes: str
    max_iter: int
    time_limit: float | None
    class_weight: ClassWeight
    probability: str | None
    random_state: RandomState
    verbose: int

    _parameter_constraints: dict = {
        "n_perceptrons": [Interval(Integral, 1, None, closed="left")],
        "eta0": [StrOptions({"auto"}), Interval(Real, 0, None, closed="neither")],
        "margin_weight": [Interval(Real, 0, None, closed="left")],
        "passes": [StrOptions({"batch", "online"})],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
        "time_limit": [Interval(Real, 0, None, closed="neither"), None],
        "class_weight": [StrOptions({"balanced"}), dict, None],
        **PROBABILITY,
        "random_state": RANDOM_STATE,
        "verbose": ["verbose"],
    }

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from all rows at once.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows.
        y : array-like of shape (n_samples,)
            Labels: numbers or strings.
        sample_weight : array-like of shape (n_samples,), default=None
            Factors of steps, and of the row's part in the margin and in Fisher's weights. Rows of
            weight 0 are treated as absent.

        Returns
        -------
        self : object
            The fitted estimator.
        """
        begin = monotonic()
        with all_or_nothing(self):
            data = self._open(X, y, sample_weight)
            warn_if_uneven(data.rows)
            self._fit(data, begin)
            self._calibrate(data)
        return self

    def _fit(self, data: Data, begin: float) -> None:
        examples = examples_of(data.rows, data.codes, data.weights)
        X = with_constant(examples.X)
        weights = np.ones(len(examples.codes)) if examples.weights is None else examples.weights
        positives = positive_codes(len(data.classes))
        seed, committees, reasons = self._seed(), [], set()
        for number, code in enumerate(positives):
            rows = CommitteeRows(X, np.where(examples.codes == code, 1.0, -1.0), weights)
            against = "" if len(positives) == 1 else f", {data.classes[code]} against the rest"
            settings = self._settings(float(weights.sum()), type(self).__name__ + against)
            committees.append(Committee(rows, settings, [seed, number]))
            reasons.add(committees[-1].train(self._seconds(begin, len(positives) - number)))
        reason = "time_limit" if "time_limit" in reasons else "max_iter"
        found = self._found(data.classes, committees, reason)
        found["perceptrons_"] = in_units_of_x(found["perceptrons_"], data.rows.scale)
        replace_learned(self, found)

    def _settings(self, total: float, name: str) -> CommitteeSettings:
        return CommitteeSettings(
            n_perceptrons=self.n_perceptrons,
            eta0=1 / total if isinstance(self.eta0, str) else self.eta0,
            margin_weight=self.margin_weight,
            passes=self.passes,
            max_iter=self.max_iter,
            layer=self._layer_factory(),
            printed_name=name if self.verbose else None,
        )

    def _seconds(self, begin: float, classes_left: int) -> float | None:
        if self.time_limit is None:
            return None
        return max(0.0, self.time_limit - (monotonic() - begin)) / classes_left

    def _found(
        self, classes: np.ndarray, committees: list[Committee], reason: str
    ) -> dict[str, Any]:
        names = committees[0].history
        return {
            "classes_": classes,
            "perceptrons_": np.array([c.perceptrons for c in committees]),
            "gamma_": np.array([c.gamma for c in committees]),
            "n_iter_": max(c.n_iter for c in committees),
            "history_": {
                name: squeeze(padded([np.array(c.history[name]) for c in committees]))
                for name in names
            },
            "stop_reason_": reason,
        }

    def _scores(self, X: Any) -> np.ndarray:
        found = [
            layer.scores(lane_scores(lines[:, :-1], lines[:, -1], X).T)
            for lines, layer in zip(self.perceptrons_, self._layers(), strict=True)
        ]
        return found[0] if len(found) == 1 else np.column_stack(found)

    def _merges_equal_rows(self) -> bool:
        return True

    def _layer_factory(self) -> LayerFactory:
        """Makes the layer that decides, anew for each pass."""
        raise NotImplementedError

    def _layers(self) -> list[Layer]:
        """The layer of each committee that was learned."""
        raise NotImplementedError


def in_units_of_x(perceptrons: np.ndarray, scale: float) -> np.ndarray:
    """Weights for the rows as given, from those for rows scaled by a power of two."""
    if scale == 1.0:
        return perceptrons
    weights = perceptrons[:, :, :-1] * scale
    if not np.isfinite(weights).all() or not np.any(np.abs(weights) >= np.finfo(float).tiny):
        raise ValueError(
            "the weights overflow or underflow float64: the values of X are extreme; scale the "
            "features, for example with sklearn.preprocessing.StandardScaler."
        )
    return np.concatenate([weights, perceptrons[:, :, -1:]], axis=2)


@documented
class ParallelPerceptron(CommitteeClassifier):
    """A committee of perceptrons that vote; all wrong ones learn, and right ones keep a margin.

    The class is the sign of the sum of the votes ``s(w_i . x)``. On a row that the committee gets
    wrong, every wrong perceptron takes the step ``w_i += eta y x``. On a row that is right, those
    with ``0 < y w_i . x < gamma`` take ``margin_weight`` of it. The margin gamma finds its own
    value: it rises by ``eta / 4`` for each row that is right and clear of it, and falls by
    ``3 eta / 4`` for each that is right and within it. After a pass, weights are made unit vectors.

    Parameters
    ----------
    n_perceptrons : int, default=5
        Size of the committee; an odd number avoids ties. 3 to 5 are enough for most data.

    See Also
    --------
    DiscriminantParallelPerceptron : Their outputs are weighted by Fisher's discriminant.

    Notes
    -----
    Standardise the features first: the bias is the weight of a feature that is 1, and the margin
    starts at 0.05.

    Scores are the sum of the votes, plus a fraction of a vote for the side of the summed
    activations, which breaks ties between classes.

    The model depends on the values of the rows, not on their order: equal rows are one, with the
    sum of their weights, so that a row of weight k equals k copies of it.

    References
    ----------
    Auer, Burgsteiner and Maass (2002), "Reducing communication for distributed learning in neural
    networks".
    González, Cantador and Dorronsoro (2005), "Discriminant parallel perceptrons", whose form of the
    rule this is.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.preprocessing import scale
    >>> from rosenblatt import ParallelPerceptron
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> model = ParallelPerceptron(random_state=0).fit(scale(X), y)
    >>> bool(model.score(scale(X), y) > 0.97)
    True
    >>> model.perceptrons_.shape
    (1, 5, 31)
    """

    def __init__(
        self,
        *,
        n_perceptrons: int = 5,
        eta0: str | float = "auto",
        margin_weight: float = 0.1,
        passes: str = "batch",
        max_iter: int = 500,
        time_limit: float | None = None,
        class_weight: ClassWeight = None,
        probability: str | None = None,
        random_state: RandomState = None,
        verbose: int = 0,
    ) -> None:
        self.n_perceptrons = n_perceptrons
        self.eta0 = eta0
        self.margin_weight = margin_weight
        self.passes = passes
        self.max_iter = max_iter
        self.time_limit = time_limit
        self.class_weight = class_weight
        self.probability = probability
        self.random_state = random_state
        self.verbose = verbose

    def _layer_factory(self) -> LayerFactory:
        return hard_votes

    def _layers(self) -> list[Layer]:
        return [HardVotes(np.ones(len(lines))) for lines in self.perceptrons_]

    def _unit(self) -> float:
        return float(self.perceptrons_.shape[1])


@documented
class DiscriminantParallelPerceptron(CommitteeClassifier):
    """A committee of perceptrons whose outputs are weighted by Fisher's discriminant.

    The output of a perceptron is the ramp ``P_i = clip(w_i . x / min(1, 2 gamma), -1, 1)``, and the
    score is ``a . (P - p)``: a is Fisher's discriminant of the outputs, p the middle between the
    means of both classes, both computed anew after each pass. Perceptrons learn as those of
    :class:`ParallelPerceptron` do, with ``s(y a_i)`` in the place of y: one with a negative weight
    learns the opposite labels.

    Parameters
    ----------
    n_perceptrons : int, default=5
        Size of the committee. 5 are enough for most data; for a curved boundary, more help.

    Attributes
    ----------
    output_weights_ : ndarray of shape (n_committees, n_perceptrons)
        Fisher's weights of the outputs.
    output_intercept_ : ndarray of shape (n_committees,)
        ``-a . p``.
    history_ : dict of ndarrays of shape (n_iter,) or (n_iter, n_classes)
        After each pass: "gamma"; "error", the weight of the wrong training rows; and "J", the total
        variance of the scores over the variance between the classes, at least 1.

    See Also
    --------
    ParallelPerceptron : Every perceptron has one vote.

    Notes
    -----
    Standardise the features first: the bias is the weight of a feature that is 1, and the margin
    starts at 0.05.

    Both classes count the same in p, so that rare classes are not neglected;
    :func:`rosenblatt.g_mean` measures that.

    The model depends on the values of the rows, not on their order: equal rows are one, with the
    sum of their weights, so that a row of weight k equals k copies of it.

    References
    ----------
    González, Cantador and Dorronsoro (2005), "Discriminant parallel perceptrons".

    Examples
    --------
    >>> from sklearn.datasets import make_moons
    >>> from rosenblatt import DiscriminantParallelPerceptron
    >>> X, y = make_moons(noise=0.1, random_state=0)
    >>> model = DiscriminantParallelPerceptron(n_perceptrons=20, random_state=0).fit(X, y)
    >>> bool(model.score(X, y) > 0.95)
    True
    >>> model.output_weights_.shape
    (1, 20)
    """

    output_weights_: np.ndarray
    output_intercept_: np.ndarray

    def __init__(
        self,
        *,
        n_perceptrons: int = 5,
        eta0: str | float = "auto",
        margin_weight: float = 0.1,
        passes: str = "batch",
        max_iter: int = 500,
        time_limit: float | None = None,
        class_weight: ClassWeight = None,
        probability: str | None = None,
        random_state: RandomState = None,
        verbose: int = 0,
    ) -> None:
        self.n_perceptrons = n_perceptrons
        self.eta0 = eta0
        self.margin_weight = margin_weight
        self.passes = passes
        self.max_iter = max_iter
        self.time_limit = time_limit
        self.class_weight = class_weight
        self.probability = probability
        self.random_state = random_state
        self.verbose = verbose

    def _layer_factory(self) -> LayerFactory:
        return fisher_weights

    def _found(
        self, classes: np.ndarray, committees: list[Committee], reason: str
    ) -> dict[str, Any]:
        layers: list[Any] = [c.layer for c in committees]
        return super()._found(classes, committees, reason) | {
            "output_weights_": np.array([layer.weights for layer in layers]),
            "output_intercept_": np.array([layer.intercept for layer in layers]),
        }

    def _layers(self) -> list[Layer]:
        return [
            FisherWeights(weights, float(intercept), ramp_width(float(gamma)))
            for weights, intercept, gamma in zip(
                self.output_weights_, self.output_intercept_, self.gamma_, strict=True
            )
        ]

    def _unit(self) -> float:
        return float(np.linalg.norm(self.output_weights_)) or 1.0


def padded(curves: list[np.ndarray]) -> np.ndarray:
    """Curves of one length, one per row; a curve that ended early repeats its last value."""
    length = max(len(curve) for curve in curves)
    table = np.zeros((len(curves), length))
    for line, curve in zip(table, curves, strict=True):
        line[: len(curve)] = curve
        line[len(curve) :] = curve[-1] if len(curve) else 0.0
    return table
