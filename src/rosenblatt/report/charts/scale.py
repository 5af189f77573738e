"""Scales from numbers to positions, and round numbers for their ticks."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10


@dataclass(frozen=True)
class Scale:
    """A linear or logarithmic map from ``low..high`` to ``start..end``."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def __call__(self, value: float) -> float:
        low, high, value = (self.transformed(v) for v in (self.low, self.high, value))
        return self.start + (value - low) / (high - low) * (self.end - self.start)

    def transformed(self, value: float) -> float:
        return log10(value) if self.log else value

    def ticks(self, most: int = 6) -> list[float]:
        """Round numbers within the range, at most ``most``."""
        return (
            log_ticks(self.low, self.high, most) if self.log else ticks(self.low, self.high, most)
        )


def scale_for(values: Iterable[float], start: float, end: float, *, log: bool = False) -> Scale:
    """A scale that shows all values with a small margin; never of zero length."""
    known = [v for v in values if isfinite(v) and (v > 0 or not log)] or [1.0]
    low, high = min(known), max(known)
    if log:
        return Scale(low / 1.1, high * 1.1, start, end, log=True)
    room = 0.04 * (high - low) or 0.05 * abs(high) or 1.0
    return Scale(low - room if low else 0.0, high + room, start, end)


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Multiples of 1, 2 or 5 times a power of ten.

    >>> ticks(0, 1, 6)
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    """
    power = 10.0 ** floor(log10((high - low) / most))
    step = next(s * power for s in (1, 2, 5, 10, 20) if (high - low) / (s * power) <= most)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [round(k * step, 12) for k in range(first, last + 1)]


def log_ticks(low: float, high: float, most: int) -> list[float]:
    """Powers of ten, with 2 and 5 times these if there is room."""
    decades = range(floor(log10(low)), ceil(log10(high)) + 1)
    for factors in ((1, 2, 5), (1, 3), (1,)):
        found = [f * 10.0**k for k in decades for f in factors if low <= f * 10.0**k <= high]
        if len(found) <= most:
            break
    return found[:: ceil(len(found) / most)] if found else [low]
