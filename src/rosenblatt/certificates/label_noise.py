"""How many labels are wrong, from margins of rows that were held out."""

from dataclasses import dataclass

import numpy as np

STARTS = [(rate, slope, 0.0) for rate in (-3.0, -1.0) for slope in (0.5, 2.0)]
BINS = 400
BENT = 0.3  # standard deviation of the curvature before any row is seen
LARGEST = 40.0  # of what is exponentiated
LEAST = 1e-12


@dataclass
class LabelNoise:
    """The share of labels that were drawn wrongly, and the probability of each row."""

    rate: float
    probabilities: np.ndarray


def fit_label_noise(margins: np.ndarray, n_classes: int) -> LabelNoise:
    """The noise rate of the highest posterior probability, together with the form of the sigmoid.

    A label that was not drawn wrongly is the prediction with probability
    ``s = sigmoid(a m + c m^2)`` at the absolute margin m, in units of its root mean square; one
    that was, is any other class. The curvature c has a normal prior, so that few rows do not bend
    the sigmoid; a and the rate have none.
    """
    from scipy.optimize import minimize

    distances = np.abs(margins) / (np.sqrt(np.mean(margins**2)) or 1.0)
    model = binned(distances, margins > 0, n_classes)
    tried = [minimize(model.loss, start, method="BFGS") for start in STARTS]
    best = min(tried, key=lambda found: found.fun)
    return model.noise(best.x, distances, margins > 0)


def binned(distances: np.ndarray, agree: np.ndarray, n_classes: int) -> "NoiseLikelihood":
    """Neighbours in distance are counted together: many rows cost no more than some."""
    bins = np.array_split(np.argsort(distances, kind="stable"), min(BINS, len(distances)))
    middles = np.array([distances[rows].mean() for rows in bins])
    agreeing = np.array([np.count_nonzero(agree[rows]) for rows in bins])
    sizes = np.array([len(rows) for rows in bins])
    return NoiseLikelihood(middles, agreeing, sizes - agreeing, n_classes)


@dataclass
class NoiseLikelihood:
    """At some distances from the hyperplane, how many labels are the prediction or are not."""

    distances: np.ndarray
    agreeing: np.ndarray
    others: np.ndarray
    n_classes: int

    def parts(
        self, parameters: np.ndarray, distances: np.ndarray
    ) -> tuple[float, np.ndarray, np.ndarray]:
        """The rate, the sigmoid, and the probability of agreement."""
        ways = self.n_classes - 1
        rate = ways / self.n_classes / (1.0 + np.exp(-np.clip(parameters[0], -LARGEST, LARGEST)))
        slope = np.exp(np.clip(parameters[1], -LARGEST, 20.0))
        power = slope * distances + parameters[2] * distances**2
        s = 1.0 / (1.0 + np.exp(-np.clip(power, 0.0, LARGEST)))
        return float(rate), s, np.clip((1 - rate) * s + rate / ways * (1 - s), LEAST, 1 - LEAST)

    def loss(self, parameters: np.ndarray) -> float:
        _, _, agreement = self.parts(parameters, self.distances)
        fit = self.agreeing @ np.log(agreement) + self.others @ np.log(1 - agreement)
        prior = -0.5 * (parameters[2] / BENT) ** 2
        return -float(fit + prior) / float(self.agreeing.sum() + self.others.sum())

    def noise(self, parameters: np.ndarray, distances: np.ndarray, agree: np.ndarray) -> LabelNoise:
        rate, s, agreement = self.parts(parameters, distances)
        drawn_alike = rate / (self.n_classes - 1) * (1 - s)
        joint = np.where(agree, drawn_alike, rate - drawn_alike)
        likelihood = np.where(agree, agreement, 1 - agreement)
        return LabelNoise(rate, np.minimum(joint / likelihood, 1.0))
