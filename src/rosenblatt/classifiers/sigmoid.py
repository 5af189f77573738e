"""The sigmoid that turns scores into probabilities, after Platt."""

from dataclasses import dataclass

import numpy as np
from scipy.special import log_softmax, softmax

from rosenblatt.classifiers.shares import columns, for_prediction

LARGEST = 1e300  # so that differences of logits stay finite
MOST_STEPS, MOST_HALVINGS = 100, 40
NO_PROGRESS = 1e-14  # of a mean log loss


@dataclass
class Held:
    """Scores of rows by models that did not learn them, with the rows' codes and weights."""

    scores: np.ndarray  # (n_rows, n_classes)
    codes: np.ndarray
    weights: np.ndarray


@dataclass
class LogLoss:
    """Mean log loss of a slope and of offsets (all but the first, which is 0): convex."""

    scores: np.ndarray
    wanted: np.ndarray
    shares: np.ndarray

    def logs(self, parameters: np.ndarray) -> np.ndarray:
        logits = parameters[0] * self.scores + np.append(0.0, parameters[1:])
        return np.asarray(log_softmax(logits, axis=1))

    def value(self, parameters: np.ndarray) -> float:
        return float(-(self.shares @ (self.wanted * self.logs(parameters)).sum(axis=1)))

    def gradient(self, parameters: np.ndarray) -> np.ndarray:
        gaps = self.shares[:, None] * (np.exp(self.logs(parameters)) - self.wanted)
        return np.append((gaps * self.scores).sum(), gaps.sum(axis=0)[1:])

    def curvature(self, parameters: np.ndarray) -> np.ndarray:
        found = np.exp(self.logs(parameters))
        weighted = self.shares[:, None] * found
        apart = self.scores - (found * self.scores).sum(axis=1, keepdims=True)
        mixed = (weighted * apart).sum(axis=0)
        among = np.diag(weighted.sum(axis=0)) - weighted.T @ found
        matrix = np.empty_like(among)
        matrix[0, 0] = (weighted * apart**2).sum()
        matrix[0, 1:] = matrix[1:, 0] = mixed[1:]
        matrix[1:, 1:] = among[1:, 1:]
        return matrix


def fit_sigmoid(held: Held) -> np.ndarray:
    """A slope of at least 0 and an offset per class (0 for the first) of least log loss."""
    largest = np.abs(held.scores).max() or 1.0
    spread = largest * np.sqrt(np.mean((held.scores / largest) ** 2)) or 1.0
    wanted, shares = targets(held), held.weights / held.weights.sum()
    loss = LogLoss(held.scores / spread, wanted, shares)
    expected = shares @ wanted
    best = np.append(0.0, np.log(expected[1:] / expected[0]))  # without slope
    if loss.gradient(best)[0] < 0:  # or no slope is the best there is
        best = descend(loss, best)
    return np.concatenate([[best[0] / spread, 0.0], best[1:]])


def descend(loss: LogLoss, parameters: np.ndarray) -> np.ndarray:
    """Newton's method, for as long as a step promises progress and makes some."""
    for _ in range(MOST_STEPS):
        gradient = loss.gradient(parameters)
        step = np.linalg.lstsq(loss.curvature(parameters), gradient, rcond=None)[0]
        promised = float(gradient @ step)
        size = length(loss, parameters, step, promised) if promised > NO_PROGRESS else 0.0
        if not size:
            break
        parameters = parameters - size * step
    return parameters


def length(loss: LogLoss, parameters: np.ndarray, step: np.ndarray, promised: float) -> float:
    """The longest of 1, 1/2, 1/4, ... that keeps a quarter of what the step promises; or 0."""
    value = loss.value(parameters)
    for size in 0.5 ** np.arange(MOST_HALVINGS):
        if loss.value(parameters - size * step) <= value - size * promised / 4:
            return float(size)
    return 0.0


def targets(held: Held) -> np.ndarray:
    """What to expect of one more row of a class: never certainty (Platt's targets)."""
    n_rows, n_classes = held.scores.shape
    counts = np.bincount(held.codes, held.weights, minlength=n_classes)
    wanted = np.ones((n_rows, n_classes))
    wanted[np.arange(n_rows), held.codes] += counts[held.codes]
    return wanted / (counts[held.codes] + n_classes)[:, None]


def probabilities_of(sigmoid: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """Softmax of slope times score plus offset, made to agree with the prediction."""
    with np.errstate(over="ignore"):
        logits = finite(sigmoid[0] * finite(columns(scores))) + sigmoid[1:]
    return for_prediction(softmax(logits, axis=1), scores)


def finite(values: np.ndarray) -> np.ndarray:
    return np.clip(values, -LARGEST, LARGEST)
