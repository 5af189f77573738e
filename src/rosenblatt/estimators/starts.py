"""Starting hyperplanes that are learned from the rows."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import scipy.sparse as sp

from rosenblatt.estimators.fixed import AveragedPerceptron
from rosenblatt.training.examples import Examples
from rosenblatt.training.fisher import discriminant
from rosenblatt.training.observers import train
from rosenblatt.training.rows import open_rows
from rosenblatt.training.scaling import MOST_DENSE, Scaling
from rosenblatt.training.separation import separating_hyperplane
from rosenblatt.training.session import Data, Session

AVERAGED_EPOCHS = 100
MOST_FISHER_FEATURES = 10_000


@dataclass
class StartRows:
    """Rows from which starts are learned: dense and scaled, so that sparse rows have the same.

    Where that is too large a copy, they are only divided, and sparse ones remain sparse.
    """

    X: Any
    scaling: Scaling
    shifted: bool

    def lines(
        self,
        name: str,
        sample: Examples,
        positives: list[int],
        fit_intercept: bool,
        seed: int,
        epochs: int = AVERAGED_EPOCHS,
    ) -> np.ndarray:
        """Starts for these rows, with the codes and weights of a sample."""
        rows = replace(sample, X=self.X)
        return named_starts(name, rows, positives, fit_intercept, seed, epochs)

    def for_divided(self, lines: np.ndarray, scaling: Scaling) -> np.ndarray:
        """What is learned here, for rows that are divided by another scaling, or by this one."""
        if self.shifted:
            lines = self.scaling.unshifted(lines)
        return lines if scaling is self.scaling else scaling.divided(self.scaling.undivided(lines))


def start_rows(X: Any, scaling: Scaling) -> StartRows:
    if X.shape[0] * X.shape[1] > MOST_DENSE:
        return StartRows(scaling.divide(X), scaling, False)
    scaled = scaling.apply(X)
    return StartRows(scaled.toarray() if sp.issparse(scaled) else scaled, scaling, True)


def named_starts(
    name: str,
    examples: Examples,
    positives: list[int],
    fit_intercept: bool,
    seed: int,
    epochs: int = AVERAGED_EPOCHS,
) -> np.ndarray:
    """One line of weights, intercept last, for each class code against the rest."""
    if name == "zero":
        return np.zeros((len(positives), examples.X.shape[1] + 1))
    examples = with_weight(examples)
    if name == "averaged":
        return averaged_starts(examples, positives, fit_intercept, seed, epochs)
    lines = [
        hyperplane_start(name, examples, examples.codes == code, fit_intercept)
        for code in positives
    ]
    return np.array(lines)


def with_weight(examples: Examples) -> Examples:
    """The examples with a positive weight in a sample."""
    if examples.weights is None or examples.weights.all():
        return examples
    kept = np.flatnonzero(examples.weights)
    return Examples(examples.X[kept], examples.codes[kept], examples.weights[kept])


def hyperplane_start(
    name: str, examples: Examples, positive: np.ndarray, fit_intercept: bool
) -> np.ndarray:
    found = None
    if name == "lp":
        found = separating_hyperplane(examples.X, positive, fit_intercept=fit_intercept)
    if found is None:
        found = fisher_start(examples, positive)
    w, b = found
    return np.append(w, b if fit_intercept else 0.0)


def fisher_start(examples: Examples, positive: np.ndarray) -> tuple[np.ndarray, float]:
    n_features = examples.X.shape[1]
    if n_features > MOST_FISHER_FEATURES:
        raise ValueError(
            f"init='fisher' needs the covariance of all pairs of features, and X has {n_features} "
            f"of them; the most is {MOST_FISHER_FEATURES}. Choose init='averaged' or 'zero'."
        )
    weights = np.ones(len(positive)) if examples.weights is None else examples.weights
    return discriminant(examples.X, positive, weights)


def averaged_starts(
    examples: Examples, positives: list[int], fit_intercept: bool, seed: int, epochs: int
) -> np.ndarray:
    """A short run of the averaged perceptron; the constant feature is 1, as in the descent."""
    setting: Any = AveragedPerceptron(fit_intercept=fit_intercept, intercept_scaling=1.0)
    classes = np.arange(max(positives) + 1)
    data = Data(open_rows(examples.X), examples.codes, classes, examples.weights)
    session = Session([setting], data, seed=seed, order="content", max_iter=epochs)
    train(session, epochs, None, [])
    model = session.model()
    return np.column_stack([model.coef, model.intercept]).astype(np.float64)
