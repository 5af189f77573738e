"""Numbers as people read them; a dash where there is none."""

from math import isfinite
from typing import Any, TypeGuard

NONE = "–"
THIN = "\u202f"  # a narrow space that does not break, between thousands and before units


def is_number(value: Any) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def count(value: Any) -> str:
    """
    >>> count(10000) == "10\\u202f000"
    True
    """
    return f"{value:,.0f}".replace(",", THIN) if is_number(value) else NONE


def percent(value: Any, decimals: int = 1) -> str:
    """A fraction in per cent, with its sign."""
    return f"{points(value, decimals)}{THIN}%" if is_number(value) else NONE


def points(value: Any, decimals: int = 1) -> str:
    """A fraction in per cent, without a sign.

    >>> points(0.2345)
    '23.4'
    """
    return f"{100 * value:.{decimals}f}" if is_number(value) else NONE


def duration(seconds: Any) -> str:
    """Seconds in the unit that suits them."""
    if not is_number(seconds):
        return NONE
    for limit, factor, unit in ((1e-3, 1e6, "µs"), (1.0, 1e3, "ms"), (120.0, 1.0, "s")):
        if seconds < limit:
            return f"{three_digits(seconds * factor)}{THIN}{unit}"
    return f"{seconds / 60:.0f}{THIN}min"


def probability(p: Any) -> str:
    if not is_number(p):
        return NONE
    return f"{p:.3f}" if p >= 0.001 else "< 0.001"


def three_digits(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def plural(number: float, noun: str) -> str:
    """
    >>> plural(1, "row"), plural(3, "row")
    ('1 row', '3 rows')
    """
    return f"{count(number)} {noun}{'' if number == 1 else 's'}"


def listed(words: list[str]) -> str:
    """
    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1] if words else ""]))
