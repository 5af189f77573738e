"""How many labels are wrong, from margins of rows that were held out."""

from dataclasses import dataclass

import numpy as np

STARTS = [(rate, slope) for rate in (-3.0, -1.0) for slope in (0.5, 2.0)]
LARGEST = 500.0  # of what is exponentiated
LEAST = 1e-300


@dataclass
class LabelNoise:
    """The share of labels that were drawn wrongly, and the probability of each row."""

    rate: float
    probabilities: np.ndarray


def fit_label_noise(margins: np.ndarray, n_classes: int) -> LabelNoise:
    """The noise rate and slope of highest likelihood.

    A label that was not drawn wrongly is the prediction with probability
    ``s = 1 / (1 + exp(-a |margin|))``; one that was, is any other class.
    """
    from scipy.optimize import minimize

    size = np.sqrt(np.mean(margins**2)) or 1.0
    model = NoiseLikelihood(np.abs(margins) / size, margins > 0, n_classes)
    tried = [minimize(model.loss, start, method="BFGS") for start in STARTS]
    best = min(tried, key=lambda found: found.fun)
    return model.noise(best.x)


@dataclass
class NoiseLikelihood:
    """Distances from the hyperplane, and whether labels agree with the predictions."""

    distances: np.ndarray
    agree: np.ndarray
    n_classes: int

    def parts(self, parameters: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
        """The rate, the sigmoid, and the probability of agreement."""
        others = self.n_classes - 1
        largest = others / self.n_classes
        rate = largest / (1.0 + np.exp(-np.clip(parameters[0], -LARGEST, LARGEST)))
        slope = np.exp(np.clip(parameters[1], -20.0, 20.0))
        s = 1.0 / (1.0 + np.exp(-np.minimum(slope * self.distances, LARGEST)))
        return float(rate), s, (1 - rate) * s + rate / others * (1 - s)

    def loss(self, parameters: np.ndarray) -> float:
        _, _, agreement = self.parts(parameters)
        likelihood = np.where(self.agree, agreement, 1 - agreement)
        return -float(np.mean(np.log(np.maximum(likelihood, LEAST))))

    def noise(self, parameters: np.ndarray) -> LabelNoise:
        rate, s, agreement = self.parts(parameters)
        drawn_alike = rate / (self.n_classes - 1) * (1 - s)
        joint = np.where(self.agree, drawn_alike, rate - drawn_alike)
        likelihood = np.where(self.agree, agreement, 1 - agreement)
        return LabelNoise(rate, joint / np.maximum(likelihood, LEAST))
