"""The sigmoid that turns scores into probabilities, after Platt."""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize
from scipy.special import log_softmax, softmax

from rosenblatt._shares import columns, for_prediction

LARGEST = 1e300  # so that differences of logits stay finite


@dataclass
class Held:
    """Scores of rows by models that did not learn them, with the rows' codes and weights."""

    scores: np.ndarray  # (n_rows, n_classes)
    codes: np.ndarray
    weights: np.ndarray


def fit_sigmoid(held: Held) -> np.ndarray:
    """A slope of at least 0 and an offset per class (0 for the first) of least log loss."""
    largest = np.abs(held.scores).max() or 1.0
    spread = largest * np.sqrt(np.mean((held.scores / largest) ** 2)) or 1.0
    scores, n_classes = held.scores / spread, held.scores.shape[1]
    wanted = targets(held, n_classes)
    shares = held.weights / held.weights.sum()

    def loss(parameters: np.ndarray) -> tuple[float, np.ndarray]:
        logits = parameters[0] * scores + np.append(0.0, parameters[1:])
        logs = log_softmax(logits, axis=1)
        gaps = shares[:, None] * (np.exp(logs) - wanted)
        gradient = np.append((gaps * scores).sum(), gaps.sum(axis=0)[1:])
        return float(-(shares @ (wanted * logs).sum(axis=1))), gradient

    bounds = [(0.0, None)] + [(None, None)] * (n_classes - 1)
    start = np.append(1.0, np.zeros(n_classes - 1))
    options = {"ftol": 1e-15, "gtol": 1e-9, "maxiter": 1000}
    found = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options=options).x
    return np.concatenate([[found[0] / spread, 0.0], found[1:]])


def targets(held: Held, n_classes: int) -> np.ndarray:
    """What to expect of one more row like those of a class: never certainty (Platt's targets)."""
    counts = np.bincount(held.codes, held.weights, minlength=n_classes)
    wanted = np.ones((len(held.codes), n_classes))
    wanted[np.arange(len(held.codes)), held.codes] += counts[held.codes]
    return wanted / (counts[held.codes] + n_classes)[:, None]


def probabilities_of(sigmoid: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """Softmax of slope times score plus offset, made to agree with the prediction."""
    with np.errstate(over="ignore"):
        logits = finite(sigmoid[0] * finite(columns(scores))) + sigmoid[1:]
    return for_prediction(softmax(logits, axis=1), scores)


def finite(values: np.ndarray) -> np.ndarray:
    return np.clip(values, -LARGEST, LARGEST)
