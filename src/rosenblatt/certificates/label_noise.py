"""How many labels are wrong, from margins of rows that were held out."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

STARTS = [(rate, slope, 0.0) for rate in (-3.0, -1.0) for slope in (0.5, 2.0)]
BINS = 400
WRONG, RIGHT = 0.9, 5.1  # as if so many wrong and right labels had been seen before
BENT = 0.3  # standard deviation of the curvature before any row is seen
DRAWS = 512  # noise models that share in the answer
BROAD = np.array([1.5, 0.7, BENT])  # how far they spread where the rows say little
LARGEST = 40.0  # of what is exponentiated
LEAST = 1e-12
CUTS = 1000  # cut-offs for which an interval is computed
TAIL = 0.05  # of the posterior, on either side of an interval


@dataclass(frozen=True)
class LabelNoise:
    """The share of labels that were drawn wrongly, and the probability of each row.

    `kinds` has the kind of each row, and `by_model` the probabilities of each kind by noise models,
    which are all as likely as each other.
    """

    rate: float
    probabilities: np.ndarray
    kinds: np.ndarray
    by_model: np.ndarray

    def right_among_first(self, ranking: np.ndarray) -> np.ndarray:
        """Between which shares of the first k rows are right, for each k: two lines."""
        ends = np.unique(np.linspace(0, len(ranking), CUTS + 1).round().astype(np.intp))[1:]
        cut = np.searchsorted(ends, np.arange(len(ranking)), side="right")
        cell = cut * self.by_model.shape[1] + self.kinds[ranking]
        counts = np.bincount(cell, minlength=len(ends) * self.by_model.shape[1])
        wrong = np.cumsum(self.by_model @ counts.reshape(len(ends), -1).T, axis=1)
        low, high = np.quantile(1.0 - wrong / ends, (TAIL, 1.0 - TAIL), axis=0)
        every = np.arange(1, len(ranking) + 1)
        return np.vstack([np.interp(every, ends, low), np.interp(every, ends, high)])


def fit_label_noise(margins: np.ndarray, n_classes: int) -> LabelNoise:
    """The noise rate and the probability of each row: means over noise models, by their posterior.

    A label that was not drawn wrongly is the prediction with probability
    ``s = sigmoid(a m + c m^2)`` at the absolute margin m, in units of its root mean square; one
    that was, is any other class. The rate has a beta prior with a mean of 0.15, the curvature c a
    normal one, so that few rows do not bend the sigmoid; the logarithm of a is free.
    """
    distances, agree = np.abs(margins) / (np.sqrt(np.mean(margins**2)) or 1.0), margins > 0
    likelihood = binned(distances, agree, n_classes)
    models, shares = likelihood.models()
    by_kind = np.hstack([likelihood.wrong(models, agreed=a) for a in (True, False)])
    kinds = likelihood.bin_of + np.where(agree, 0, len(likelihood.distances))
    rate = float(shares @ likelihood.rates(models))
    return LabelNoise(rate, (shares @ by_kind)[kinds], kinds, by_kind[drawn(shares)])


def drawn(shares: np.ndarray) -> np.ndarray:
    """As many models as there are, each about as often as its share asks for."""
    places = (np.arange(len(shares)) + 0.5) / len(shares)
    return np.minimum(np.searchsorted(np.cumsum(shares), places), len(shares) - 1)


def binned(distances: np.ndarray, agree: np.ndarray, n_classes: int) -> "NoiseLikelihood":
    """Neighbours in distance are counted together: many rows cost no more than some."""
    bins = np.array_split(np.argsort(distances, kind="stable"), min(BINS, len(distances)))
    sizes = np.array([len(rows) for rows in bins])
    bin_of = np.empty(len(distances), dtype=np.intp)
    bin_of[np.concatenate(bins)] = np.repeat(np.arange(len(bins)), sizes)
    middles = np.array([distances[rows].mean() for rows in bins])
    agreeing = np.array([np.count_nonzero(agree[rows]) for rows in bins])
    return NoiseLikelihood(middles, agreeing, sizes - agreeing, bin_of, n_classes)


@dataclass
class NoiseLikelihood:
    """At some distances from the hyperplane, how many labels are the prediction or are not.

    A noise model is a line of three numbers: rate (on a logistic scale), logarithm of the slope,
    curvature.
    """

    distances: np.ndarray
    agreeing: np.ndarray
    others: np.ndarray
    bin_of: np.ndarray
    n_classes: int

    @property
    def ways(self) -> int:
        return self.n_classes - 1

    def rates(self, models: np.ndarray) -> np.ndarray:
        logistic = 1.0 / (1.0 + np.exp(-np.clip(models[:, 0], -LARGEST, LARGEST)))
        return np.asarray(self.ways / self.n_classes * logistic)

    def sigmoids(self, models: np.ndarray) -> np.ndarray:
        """Probability that a label not drawn wrongly is the prediction, for each bin."""
        slopes = np.exp(np.clip(models[:, 1:2], -LARGEST, 20.0))
        power = self.distances * (slopes + models[:, 2:] * self.distances)
        return 1.0 / (1.0 + np.exp(-np.clip(power, 0.0, LARGEST)))

    def agreement(self, models: np.ndarray) -> np.ndarray:
        """The same of labels as they are, wrong ones among them."""
        rate, s = self.rates(models)[:, None], self.sigmoids(models)
        return np.clip((1 - rate) * s + rate / self.ways * (1 - s), LEAST, 1 - LEAST)

    def wrong(self, models: np.ndarray, *, agreed: bool) -> np.ndarray:
        """Probability that a label which is the prediction, or is not, is wrong, for each bin."""
        rate, agreement = self.rates(models)[:, None], self.agreement(models)
        drawn_alike = rate / self.ways * (1 - self.sigmoids(models))
        if agreed:
            return np.minimum(drawn_alike / agreement, 1.0)
        return np.minimum((rate - drawn_alike) / (1 - agreement), 1.0)

    def log_posterior(self, models: np.ndarray) -> np.ndarray:
        """Up to a constant; the density of the rate is that of its logistic scale."""
        agreement, rates = self.agreement(models), self.rates(models)
        fit = np.log(agreement) @ self.agreeing + np.log1p(-agreement) @ self.others
        below_most = np.log1p(-rates * self.n_classes / self.ways)
        rate_prior = WRONG * np.log(rates) + (RIGHT - 1) * np.log1p(-rates) + below_most
        return np.asarray(fit + rate_prior - 0.5 * (models[:, 2] / BENT) ** 2)

    @cached_property
    def likeliest(self) -> np.ndarray:
        from scipy.optimize import minimize

        tried = [minimize(self.loss, start, method="BFGS", jac=True) for start in STARTS]
        return np.asarray(min(tried, key=lambda found: found.fun).x)

    def loss(self, model: np.ndarray) -> tuple[float, np.ndarray]:
        """What is minimised, with its gradient by differences, all at once."""
        steps = np.eye(len(model)) * 1e-5
        models = np.vstack([model, model + steps, model - steps])
        losses = -self.log_posterior(models) / (self.agreeing.sum() + self.others.sum())
        ahead, behind = np.split(losses[1:], 2)
        return float(losses[0]), (ahead - behind) / 2e-5

    def models(self) -> tuple[np.ndarray, np.ndarray]:
        """Noise models around the likeliest one, and the share of each in the posterior.

        Half of them are drawn as narrowly as many rows ask for, half as broadly as few do; weights
        for how they were drawn make the shares those of the posterior.
        """
        narrow, broad = self.spread(), np.diag(BROAD)
        normal = np.random.default_rng(0).normal(size=(2, DRAWS // 2, len(broad)))
        moves = np.vstack([normal[0] @ narrow.T, normal[1] @ broad.T])
        models = self.likeliest + moves
        drawn = np.logaddexp(log_normal(moves, narrow), log_normal(moves, broad))
        weights = self.log_posterior(models) - drawn
        shares = np.exp(weights - weights.max())
        return models, shares / shares.sum()

    def spread(self) -> np.ndarray:
        """Lower root of the covariance where the posterior is normal, nowhere above `BROAD`."""
        values, vectors = np.linalg.eigh(self.curvature())
        least = np.diag(1 / BROAD**2)
        precision = vectors @ np.diag(np.maximum(values, 0.0)) @ vectors.T + least
        return np.linalg.cholesky(np.linalg.inv(precision))

    def curvature(self) -> np.ndarray:
        """Of the negative logarithm of the posterior at its highest point, by differences."""
        step, size = 1e-2, len(self.likeliest)
        corners = step * np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]])
        matrix, unit = np.empty((size, size)), np.eye(size)
        for i, j in np.ndindex(size, size):
            moves = corners @ unit[[i, j]]
            ends = self.log_posterior(self.likeliest + moves)
            matrix[i, j] = -(ends[0] - ends[1] - ends[2] + ends[3]) / (2 * step) ** 2
        return matrix


def log_normal(moves: np.ndarray, root: np.ndarray) -> np.ndarray:
    """Log density of normal moves whose covariance has this root, up to a constant."""
    plain = np.linalg.solve(root, moves.T)
    return np.asarray(-0.5 * np.sum(plain**2, axis=0) - np.log(np.diag(root)).sum())
