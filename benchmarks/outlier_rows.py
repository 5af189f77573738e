"""Tables with outliers: features of heavy tails, as spreadsheets and counts of words have them."""

from collections.abc import Callable

import numpy as np

Rows = tuple[np.ndarray, np.ndarray]


def word_counts(seed: int, *, tail: float = 1.5, rate: float = 0.25) -> Rows:
    """4601 mails: shares of 54 words, most of them 0, and three lengths; 40 % are spam."""
    rng = np.random.default_rng(seed)
    n, d = 4601, 57
    spam = rng.random(n) < 0.4
    usual = 2 * rate * rng.beta(0.6, 2, size=d)
    chance = np.where(spam[:, None], usual * np.exp(rng.normal(0, 1, d)), usual)
    there = rng.random((n, d)) < np.clip(chance, 0, 0.95)
    more = np.where(spam[:, None], rng.normal(0, 0.3, d), 0)
    X = there * np.exp(rng.normal(-1, tail, (n, d)) + more)
    lengths = rng.normal(1, 1, (n, 3)) * [1, 1.5, 2]
    X[:, -3:] = np.exp(lengths + spam[:, None] * [0.6, 0.8, 0.8])
    return X, spam.astype(int)


def slips_of_the_comma(seed: int) -> Rows:
    """Normal features, one value in a hundred of them 10 to 10 000 times too large."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(2000, 20))
    y = X @ rng.normal(size=20) + rng.normal(0, 2, 2000) > 0
    slipped = rng.random(X.shape) < 0.01
    return np.where(slipped, X * 10 ** rng.uniform(1, 4, X.shape), X), y.astype(int)


def amounts(seed: int) -> Rows:
    """Log-normal amounts in units from a thousandth to a thousand; their logarithms decide."""
    rng = np.random.default_rng(seed)
    logarithms = rng.normal(size=(3000, 30))
    y = logarithms @ rng.normal(size=30) + rng.normal(0, 2, 3000) > 0.5
    return np.exp(1.5 * logarithms) * 10 ** rng.uniform(-3, 3, 30), y.astype(int)


TABLES: dict[str, Callable[[], Rows]] = {
    "words": lambda: word_counts(0),
    "words, again": lambda: word_counts(1),
    "rare words, longer tails": lambda: word_counts(2, tail=2.2, rate=0.15),
    "slips of the comma": lambda: slips_of_the_comma(0),
    "amounts": lambda: amounts(0),
}
