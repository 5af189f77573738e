"""Random coordinate descent as the paper tells it, in plain NumPy: slow and obvious.

The bias comes last (``w[-1]``, the last column of ``X1`` is 1), but it is the first to be drawn and
the first term of every sum. A row is right only if ``y <w, x> > 0``.
"""

import math

import numpy as np
import reference_line as line

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
OTHER = 0xD1B54A32D192ED03
DIRECTIONS = 1 << 60  # the stream that directions are drawn from
SHARES = (0.5, 0.375, 0.625, 0.28125, 0.5)


def mix(v: int) -> int:
    """Finaliser of splitmix64."""
    v = ((v ^ (v >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    v = ((v ^ (v >> 27)) * 0x94D049BB133111EB) & MASK
    return v ^ (v >> 31)


class Random:
    """Random numbers addressed by a counter: a hash of seed, stream and counter."""

    def __init__(self, seed: int, stream: int = DIRECTIONS) -> None:
        self.key = mix((seed + GOLDEN) & MASK) ^ mix((stream + OTHER) & MASK)

    def unit(self, counter: int) -> float:
        return (mix((self.key + counter * GOLDEN) & MASK) >> 11) * 2.0**-53

    def symmetric(self, counter: int) -> float:
        return 2 * self.unit(counter) - 1

    def gaussian(self, k: int) -> float:
        radius = math.sqrt(-2 * math.log(1 - self.unit(2 * k)))
        return radius * math.cos(2 * math.pi * self.unit(2 * k + 1))


def plain_direction(kind: str, dim: int, epoch: int, seed: int, bias_direction: bool) -> np.ndarray:
    """Direction number ``epoch`` before any orthogonalisation."""
    if kind == "coordinate" or (bias_direction and epoch % dim == 0):
        return np.eye(dim)[epoch % dim - 1]
    random = Random(seed)
    draw = random.symmetric if kind == "uniform" else random.gaussian
    bias, *others = (draw(epoch * dim + j) for j in range(dim))
    return np.array([*others, 0.0 if bias_direction else bias])


def orthogonal_direction(
    kind: str, dim: int, epoch: int, seed: int, bias_direction: bool
) -> np.ndarray:
    """Direction number ``epoch`` of the cycle's orthonormal basis (Gram-Schmidt by QR)."""
    first = epoch - epoch % dim
    cycle = [plain_direction(kind, dim, first + k, seed, bias_direction) for k in range(dim)]
    q, r = np.linalg.qr(np.array(cycle).T)
    return (q * np.sign(np.diag(r)))[:, epoch % dim]


def gradient_direction(X1, y, weights, w, epoch: int, bias_direction: bool) -> np.ndarray:
    """Minus the gradient of the perceptron criterion, the mean of ``y x`` over wrong rows."""
    if bias_direction and epoch % X1.shape[1] == 0:
        return np.eye(X1.shape[1])[-1]
    wrong = y * scores(X1, w) <= 0
    d = (weights * wrong * y) @ X1 / weights.sum()
    if bias_direction:
        d[-1] = 0
    return d


def scores(X1: np.ndarray, w: np.ndarray) -> np.ndarray:
    """``X1 @ w``, summed column by column."""
    total = X1[:, -1] * w[-1]
    for j, wj in enumerate(w[:-1]):
        total += X1[:, j] * wj
    return total


def error(X1, y, weights, w) -> int:
    """Weight of the rows that are not right."""
    return int(weights[y * scores(X1, w) <= 0].sum())


def point(low: float, high: float, share: float) -> float:
    """The point of an interval at the given share of the way; the middle is the paper's."""
    if np.isinf(low) and np.isinf(high):
        return 8 * share - 4
    if np.isinf(low) or np.isinf(high):
        end = high if np.isinf(low) else low
        unit = (line.middle(low, high) - end) * 2 * share
        return end + unit
    return (1 - share) * low + share * high


def on_hyperplane(X1, w, d) -> bool:
    """Whether a row that moves along d has score zero, as far as double precision tells."""
    size = np.abs(w) @ np.abs(X1).max(axis=0)
    return bool(np.any((np.abs(scores(X1, w)) <= len(w) * 2.0**-53 * size) & (scores(X1, d) != 0)))


def step(X1, y, weights, w, d, two_sided: bool = False) -> np.ndarray:
    """One epoch: Algorithm 4, or Algorithm 3 if two-sided.

    A middle at which a row lies on the hyperplane (its crossing point was cancelled by another
    row's) is left for another point of the interval; the error never rises.
    """
    s, delta = scores(X1, w), scores(X1, d)
    if two_sided:
        low, high, _, flipped = line.search_two_sided(s, delta, y, weights)
    else:
        low, high, _ = line.search(s, delta, y, weights)
        flipped = False
    for share in SHARES:
        moved = w - point(low, high, share) * d
        if not on_hyperplane(X1, moved, d):
            break
    moved = -moved if flipped else moved
    return moved if error(X1, y, weights, moved) <= error(X1, y, weights, w) else w
