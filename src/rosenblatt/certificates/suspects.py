"""Rows whose labels may be wrong, the most suspicious first."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.model_selection import StratifiedKFold
from sklearn.utils.validation import check_X_y

from rosenblatt.certificates.label_noise import LabelNoise, fit_label_noise
from rosenblatt.classifiers.linear import lane_scores
from rosenblatt.classifiers.shares import columns
from rosenblatt.classifiers.sigmoid import Held, fit_sigmoid
from rosenblatt.estimators import AveragedPerceptron
from rosenblatt.estimators.parameter_types import RandomState
from rosenblatt.training.labels import encode, require_two
from rosenblatt.training.scaling import scaling_of
from rosenblatt.training.session import seed_of

SEEDS, FOLDS = 5, 5
MARGIN, PASSES = 1.0, 20
MOST_UPDATES = PASSES // 5  # of one row: a wrong label must not be learned by heart


@dataclass(frozen=True, repr=False)
class LabelSuspects:
    """The answer of :func:`label_suspects`.

    Attributes
    ----------
    ranking : ndarray of int, shape (n_rows,)
        All rows, the most suspicious first.
    margins : ndarray of shape (n_rows,)
        The normalised margin of each row by which it is ranked: low is suspicious.
    probabilities : ndarray of shape (n_rows,)
        Estimated probability that the label of each row is wrong.
    suggestions : ndarray of shape (n_rows,)
        The class other than its label to which each row belongs most.
    noise_rate : float
        Estimated share of wrong labels.
    false_discovery : ndarray of shape (n_rows,)
        For each cut-off k = 1, 2, ...: the estimated share of right labels among the first k rows
        of the ranking. It never falls as k grows.
    false_discovery_interval : ndarray of shape (2, n_rows)
        Between which shares it lies, for each cut-off, with a probability of 90 % by the noise
        model. Wide where the rows say little about it.
    """

    ranking: np.ndarray
    margins: np.ndarray
    probabilities: np.ndarray
    suggestions: np.ndarray
    noise_rate: float
    false_discovery: np.ndarray
    false_discovery_interval: np.ndarray

    def __repr__(self) -> str:
        count = len(self.rows(0.5))
        return (
            f"LabelSuspects: about {100 * self.noise_rate:.1f} % of {len(self.ranking)} labels may "
            f"be wrong; {count} rows are suspected if half of them may be right after all."
        )

    def rows(self, false_discovery: float) -> np.ndarray:
        """The longest beginning of the ranking with at most this share of right labels."""
        within = np.flatnonzero(self.false_discovery <= false_discovery)
        return self.ranking[: within[-1] + 1 if len(within) else 0]


def label_suspects(X: Any, y: Any, *, random_state: RandomState = None) -> LabelSuspects:
    """Rank training rows by how likely their labels are wrong.

    The score of a row is ``(w . x + b) / |w|``, the mean over five averaged perceptrons that
    learned it (margin 1 in mean squared norms, 20 passes); no row is learned more than four times,
    so that a wrong label is outvoted. Scores are then shifted halfway to where the classes are
    equally likely, so that no class is suspected because the hyperplane lies near to it, and rows
    are ranked by their margin: the score of the label minus the highest score of another class.

    How many of the first k rows are wrong is estimated from margins of rows held out in turn: if a
    share rho of all labels was drawn wrongly and the others follow a sigmoid of the margin, then
    ``P(label = prediction) = (1 - rho) s + rho / (K - 1) (1 - s)`` for K classes, with
    ``s = sigmoid(a |margin| + c margin^2)``. The probability of each row is the mean over rho, a
    and c by their posterior (a priori rho has the mean 0.15, c is normal around 0, a free). The
    first k rows are taken to hold as many wrong labels as the k highest probabilities add up to.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_rows, n_features)
        Rows. Features are standardised; sparse ones are divided by their largest absolute value.
    y : array-like of shape (n_rows,)
        Labels, some of which may be wrong; two rows of each class or more.
    random_state : int, RandomState or None, default=None
        Seed of the perceptrons and of the folds.

    Returns
    -------
    LabelSuspects
        ``ranking``, and for each cut-off the estimated false-discovery share.

    Notes
    -----
    The estimate assumes that label noise is the same everywhere. Rows that are by nature far on the
    side of another class count as wrong labels: nothing in X and y tells the two apart. On a few
    hundred rows of classes that overlap a lot, it can be off by 20 points and more, which
    ``false_discovery_interval`` shows.

    References
    ----------
    Khardon and Wachman (2007), "Noise tolerant variants of the perceptron algorithm": the bound on
    the updates of a row. Northcutt, Jiang and Chuang (2021), "Confident learning", is the method to
    compare with.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt import label_suspects
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> y[[5, 77]] = 1 - y[[5, 77]]
    >>> found = label_suspects(X, y, random_state=0)
    >>> bool(np.isin([5, 77], found.ranking[:20]).all())
    True
    """
    X, y = check_X_y(X, y, accept_sparse="csr", dtype=[np.float64, np.float32])
    classes, codes = encode(y)
    require_two(classes)
    smallest = int(np.bincount(codes).min())
    if smallest < 2:
        label = classes[np.bincount(codes).argmin()]
        raise ValueError(
            f"class {label} has one row only, so none can be held out to judge it; drop the class "
            "or join it with another one."
        )
    X, seed = scaled(X), seed_of(random_state)
    scores = np.mean([scores_of(X, codes, X, seed + k) for k in range(SEEDS)], axis=0)
    margins, others = margins_from(balanced(scores, codes), codes)
    noise = fit_label_noise(held_out_margins(X, codes, seed, min(FOLDS, smallest)), len(classes))
    return suspects(margins, noise, classes[others])


def suspects(margins: np.ndarray, noise: LabelNoise, suggestions: np.ndarray) -> LabelSuspects:
    """The ranking by margins, and how many of its first rows are right by the noise model.

    The ranking finds at least as many wrong labels as one by the probabilities, which know less:
    they are those of margins of rows that were held out. Added up over rows that another score
    chose they would be too low, so the first k rows of the ranking are given the k highest.
    """
    ranking = np.argsort(margins, kind="stable")
    likeliest = np.argsort(-noise.probabilities, kind="stable")
    wrong = np.cumsum(noise.probabilities[likeliest])
    right = 1.0 - wrong / np.arange(1, len(ranking) + 1)
    interval = noise.right_among_first(likeliest)
    return LabelSuspects(
        ranking, margins, noise.probabilities, suggestions, noise.rate, right, interval
    )


def scaled(X: Any) -> Any:
    return scaling_of("maxabs" if sp.issparse(X) else "standard", X).apply(X)


def balanced(scores: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """Scores, a column for each class, moved half the way to where classes are equally likely.

    A hyperplane may lie nearer to one class than to the other, whose rows would then be suspected
    first; the offsets that calibrate the scores say how much, but they were learned from the wrong
    labels too.
    """
    plain = columns(scores[:, 0] if scores.shape[1] == 1 else scores)
    slope, *offsets = fit_sigmoid(Held(plain, codes, np.ones(len(codes))))
    return plain + 0.5 * np.array(offsets) / slope if slope > 0 else plain


def held_out_margins(X: Any, codes: np.ndarray, seed: int, folds: int) -> np.ndarray:
    margins = np.zeros(len(codes))
    splitter = StratifiedKFold(folds, shuffle=True, random_state=seed % 2**32)
    for train, test in splitter.split(np.zeros(len(codes)), codes):
        scores = scores_of(X[train], codes[train], X[test], seed)
        margins[test], _ = margins_from(scores, codes[test])
    return margins


def scores_of(X: Any, codes: np.ndarray, rows: Any, seed: int) -> np.ndarray:
    """Scores of rows by a perceptron that learned X, in units of the length of its weights."""
    model = AveragedPerceptron(
        margin=MARGIN, max_iter=PASSES, alpha_bound=MOST_UPDATES, random_state=seed
    ).fit(X, codes)
    lengths = np.linalg.norm(model.coef_, axis=1)
    lengths[lengths == 0] = 1.0
    return lane_scores(model.coef_ / lengths[:, None], model.intercept_ / lengths, rows)


def margins_from(scores: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How much the score of the label is above the highest of another class, and which that is."""
    if scores.shape[1] == 1:
        return np.where(labels == 1, scores[:, 0], -scores[:, 0]), 1 - labels
    own = np.arange(len(labels)), labels
    mine, rest = scores[own], scores.copy()
    rest[own] = -np.inf
    return mine - rest.max(axis=1), rest.argmax(axis=1)
