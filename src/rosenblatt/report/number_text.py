"""Numbers as text for pages: thin spaces that do not break, and a dash where there is none."""

from math import isfinite
from typing import Any, TypeGuard

from rosenblatt import formatting

MISSING = "–"
THIN = "\u202f"  # a narrow space that does not break, between thousands and before units


def is_number(value: Any) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def count(value: Any) -> str:
    """A whole number.

    >>> count(10000) == "10\\u202f000"
    True
    """
    return formatting.count(value).replace(",", THIN) if is_number(value) else MISSING


def percent(value: Any, decimals: int = 1) -> str:
    """A fraction in percent, with the sign."""
    return thin(formatting.percent(value, decimals)) if is_number(value) else MISSING


def points(value: Any, decimals: int = 1) -> str:
    """A fraction in percent, without the sign.

    >>> points(0.2345)
    '23.4'
    """
    return percent(value, decimals).removesuffix(f"{THIN}%")


def duration(seconds: Any) -> str:
    """A measured time."""
    return thin(formatting.precise_duration(seconds)) if is_number(seconds) else MISSING


def interval_points(low: Any, high: Any) -> str:
    if not is_number(low) or not is_number(high):
        return MISSING
    return formatting.interval_points(low, high).replace("-", "−")


def plural(number: float, noun: str) -> str:
    """A number with its noun.

    >>> plural(1, "row"), plural(3, "row")
    ('1 row', '3 rows')
    """
    return formatting.plural(number, noun).replace(",", THIN)


def compact(value: float) -> str:
    """A number with no more digits than it needs, for ticks.

    >>> compact(0.25), compact(-3.0), compact(2e6)
    ('0.25', '−3', '2M')
    """
    for size, unit in ((1e9, "G"), (1e6, "M")):
        if abs(value) >= size:
            return f"{value / size:g}{unit}".replace("-", "−")
    text = count(value) if abs(value) >= 1000 else f"{value:.6g}"
    return text.replace("-", "−")


def thin(text: str) -> str:
    return text.replace(" ", THIN)
