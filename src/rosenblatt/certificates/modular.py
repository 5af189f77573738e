"""Linear algebra modulo a prime."""

import numpy as np

PRIMES = (67108859, 67108837, 67108819)  # below 2**26: products of two add up 2000 times in int64
MOST_TERMS = 1024


def reduced(matrix: np.ndarray, prime: int) -> np.ndarray:
    """Whole numbers of any size modulo a prime, as int64."""
    return np.asarray(matrix % prime, dtype=np.int64)


def independent(matrix: np.ndarray, prime: int) -> tuple[list[int], list[int]]:
    """Rows and columns that form a regular square matrix of the full rank modulo a prime.

    Examples
    --------
    >>> import numpy as np
    >>> independent(np.array([[1, 2, 0], [2, 4, 0], [0, 0, 3]]), PRIMES[0])
    ([0, 2], [0, 2])
    """
    left = reduced(matrix, prime)
    places = np.arange(len(left))
    columns: list[int] = []
    for column in range(left.shape[1]):
        done = len(columns)
        below = np.flatnonzero(left[done:, column])
        if not len(below):
            continue
        swap = [done, done + int(below[0])]
        left[swap], places[swap] = left[swap[::-1]], places[swap[::-1]]
        line = left[done] * pow(int(left[done, column]), -1, prime) % prime
        rest = left[done + 1 :]
        touched = np.flatnonzero(rest[:, column])
        rest[touched] = (rest[touched] - rest[touched, column, None] * line) % prime
        columns.append(column)
    return places[: len(columns)].tolist(), columns


def inverse(matrix: np.ndarray, prime: int) -> np.ndarray:
    """The inverse of a matrix that is regular modulo the prime."""
    size = len(matrix)
    both = np.hstack([reduced(matrix, prime), np.eye(size, dtype=np.int64)])
    for k in range(size):
        swap = [k, k + int(np.flatnonzero(both[k:, k])[0])]
        both[swap] = both[swap[::-1]]
        both[k] = both[k] * pow(int(both[k, k]), -1, prime) % prime
        factors = both[:, k].copy()
        factors[k] = 0
        touched = np.flatnonzero(factors)
        both[touched] = (both[touched] - factors[touched, None] * both[k]) % prime
    return both[:, size:]


def product(matrix: np.ndarray, vector: np.ndarray, prime: int) -> np.ndarray:
    """Matrix times vector, both reduced, in parts whose sums fit into int64."""
    total = np.zeros(len(matrix), dtype=np.int64)
    for first in range(0, matrix.shape[1], MOST_TERMS):
        part = slice(first, first + MOST_TERMS)
        total = (total + matrix[:, part] @ vector[part]) % prime
    return total
