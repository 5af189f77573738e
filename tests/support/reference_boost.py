"""AdaBoost written down slowly: one loop, one line per formula, over decision stumps."""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin


class Stump(ClassifierMixin, BaseEstimator):
    """The best of all cuts through one feature; both sides hold the class with more weight."""

    def fit(self, X, y, sample_weight=None):
        w = np.ones(len(y)) if sample_weight is None else np.asarray(sample_weight)
        self.classes_, lowest = np.unique(y), np.inf
        for feature in range(X.shape[1]):
            for cut in np.unique(X[:, feature]):
                above = X[:, feature] > cut
                sides = [heaviest(y[side], w[side], self.classes_) for side in (~above, above)]
                error = w[np.where(above, sides[1], sides[0]) != y].sum() / w.sum()
                if error < lowest - 1e-9:
                    lowest, self.cut_ = error, (feature, cut, *sides)
        return self

    def predict(self, X):
        feature, cut, below, above = self.cut_
        return np.where(X[:, feature] > cut, above, below)


def heaviest(y, w, classes):
    return classes[np.argmax([w[y == label].sum() for label in classes])]


def adaboost(X, y, rounds, given=None):
    """Errors, weights in the vote, sample weights before each round, votes at the end."""
    classes = np.unique(y)
    given = np.ones(len(y)) if given is None else given
    phi, K = given / given.sum(), len(classes)
    errors, alphas, seen, votes = [], [], [], np.zeros((len(y), K))
    for _ in range(rounds):
        guess = Stump().fit(X, y, given.sum() * phi).predict(X)
        e = phi[guess != y].sum()
        if e >= 1 - 1 / K:
            break
        odds = 1 / e - 1 if e > 0 else 1000
        alpha = 0.5 * np.log(odds * (K - 1))
        seen.append(given.sum() * phi)
        errors.append(e)
        alphas.append(alpha)
        votes += alpha * (guess[:, None] == classes)
        if e > 0:
            phi = phi * np.exp(np.where(guess == y, -alpha, alpha))
            phi /= phi.sum()
    return np.array(errors), np.array(alphas), seen, votes
