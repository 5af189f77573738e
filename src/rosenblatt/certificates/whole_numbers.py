"""Floating-point numbers as whole numbers times a power of two, without rounding."""

import numpy as np

MANTISSA = 53


def whole(values: np.ndarray) -> tuple[np.ndarray, int]:
    """Python integers n and an exponent e with ``values == n * 2**e``, exactly.

    Parameters
    ----------
    values : ndarray of float64
        Finite numbers, of any shape.

    Returns
    -------
    (n, e)
        ``n`` an array of Python integers of the same shape, as small as they can be.

    Examples
    --------
    >>> import numpy as np
    >>> whole(np.array([0.75, -2.0, 0.0]))
    (array([3, -8, 0], dtype=object), -2)
    """
    fractions, exponents = np.frexp(np.asarray(values, dtype=np.float64))
    mantissas = np.ldexp(fractions, MANTISSA).astype(np.int64)
    lowest_bits = np.where(mantissas == 0, 1, mantissas & -mantissas)
    powers = exponents - MANTISSA + np.frexp(lowest_bits.astype(np.float64))[1] - 1
    mantissas //= lowest_bits
    if not mantissas.any():
        return mantissas.astype(object), 0
    least = int(powers[mantissas != 0].min())
    shifts = np.where(mantissas == 0, 0, powers - least)
    return np.left_shift(mantissas.astype(object), shifts.astype(object)), least


def as_floats(numbers: list[int]) -> np.ndarray:
    """Whole numbers of any size, divided by one power of two so that the largest is below 1."""
    shift = 1 << max((abs(number).bit_length() for number in numbers), default=0)
    return np.array([number / shift for number in numbers], dtype=np.float64)
