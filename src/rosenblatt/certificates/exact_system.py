"""Systems of linear equations in whole numbers, solved without rounding."""

from math import isqrt

import numpy as np

from rosenblatt.certificates.modular import PRIMES, independent, inverse, product, reduced

SMALL = 2**62


def null_vector(matrix: np.ndarray) -> list[int] | None:
    """The only combination of the columns that is zero, up to a factor; None if not unique.

    The columns without the last dependent one are a regular system, which is solved by p-adic
    lifting: one inverse modulo a prime, then a product for every 26 bits of the answer.

    Parameters
    ----------
    matrix : ndarray of Python integers, shape (m, k)
        Its rank must be k - 1.

    Returns
    -------
    list of int, or None
        Whole numbers n, not all 0, with ``matrix @ n == 0`` (checked), the largest positive.

    References
    ----------
    Dixon (1982), "Exact solution of linear equations using p-adic expansions".

    Examples
    --------
    >>> import numpy as np
    >>> null_vector(np.array([[1, -1, 0], [2, 1, -6]], dtype=object))
    [2, 2, 1]
    """
    for prime in PRIMES:
        rows, columns = independent(matrix, prime)
        if len(columns) == matrix.shape[1] - 1:
            free = next(iter(set(range(matrix.shape[1])) - set(columns)))
            square, right = matrix[np.ix_(rows, columns)], -matrix[rows, free]
            found = solve(square, right, prime)
            numbers = dict(zip([*columns, free], found, strict=True))
            null = [numbers[k] for k in range(matrix.shape[1])]
            if not np.any(matrix @ np.array(null, dtype=object)):
                sign = 1 if max(null, key=abs) > 0 else -1
                return [sign * number for number in null]
    return None


def solve(square: np.ndarray, right: np.ndarray, prime: int) -> list[int]:
    """Numerators of the solution, followed by their common denominator."""
    backward = inverse(square, prime)
    narrow = narrowed(square, prime)
    digits: list[np.ndarray] = []
    rest, wanted = right, 8
    while True:
        while len(digits) < wanted:
            digit = product(backward, reduced(rest, prime), prime)
            digits.append(digit)
            rest = (rest - (narrow @ digit.astype(narrow.dtype)).astype(object)) // prime
        numbers = reconstructed(digits, prime)
        if numbers is not None:
            solution = np.array(numbers[:-1], dtype=object)
            if not np.any(square @ solution - numbers[-1] * right):
                return numbers
        wanted *= 2


def narrowed(square: np.ndarray, prime: int) -> np.ndarray:
    """As int64, where products with digits cannot overflow."""
    largest = max((abs(number) for number in square.ravel().tolist()), default=0)
    return square.astype(np.int64) if largest * prime * max(1, len(square)) < SMALL else square


def reconstructed(digits: list[np.ndarray], prime: int) -> list[int] | None:
    """Fractions of a common denominator from their p-adic digits, if these are enough."""
    modulus, residues = combined(digits, prime)
    bound = isqrt(modulus // 2)
    denominator = 1
    numerators: list[int] = []
    for residue in residues:
        scaled = centred(residue * denominator, modulus)
        if abs(scaled) > bound:
            scaled, factor = fraction(scaled, modulus, bound)
            denominator *= factor
            numerators = [factor * number for number in numerators]
        if denominator > bound:
            return None
        numerators.append(scaled)
    return [*numerators, denominator]


def combined(digits: list[np.ndarray], prime: int) -> tuple[int, list[int]]:
    """The modulus and the residues; neighbouring digits are joined, so that numbers grow alike."""
    parts, base = [digit.astype(object) for digit in digits], prime
    while len(parts) > 1:
        parts.extend([np.zeros_like(parts[0])] * (len(parts) % 2))
        parts = [low + base * high for low, high in zip(parts[::2], parts[1::2], strict=True)]
        base *= base
    return prime ** len(digits), list(parts[0])


def centred(number: int, modulus: int) -> int:
    number %= modulus
    return number - modulus if 2 * number > modulus else number


def fraction(residue: int, modulus: int, bound: int) -> tuple[int, int]:
    """Numerator and denominator of the fraction with this residue, by Euclid's algorithm."""
    before, now = modulus, residue % modulus
    factor_before, factor = 0, 1
    while now > bound:
        quotient = before // now
        before, now = now, before - quotient * now
        factor_before, factor = factor, factor_before - quotient * factor
    return (now, factor) if factor > 0 else (-now, -factor)
