"""Numbers and lists as text for people."""

from __future__ import annotations

from collections.abc import Sequence


def count(number: int) -> str:
    """A whole number with separated thousands.

    Examples
    --------
    >>> count(581012)
    '581,012'
    """
    return f"{number:,}"


def percent(fraction: float) -> str:
    """A fraction in per cent.

    Examples
    --------
    >>> percent(0.0341)
    '3.4 %'
    """
    return f"{100 * fraction:.1f} %"


def duration(seconds: float) -> str:
    """A measured time in a unit that fits.

    Examples
    --------
    >>> duration(0.35), duration(4.2), duration(180)
    ('350 ms', '4.2 s', '3 min')
    """
    if seconds < 0.001:
        return "< 1 ms"
    if seconds < 1:
        return f"{1000 * seconds:.0f} ms"
    return f"{seconds:.1f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


def rough_duration(seconds: float) -> str:
    """An estimated or long time, with few digits.

    Examples
    --------
    >>> rough_duration(4.2), rough_duration(100), rough_duration(10_000)
    ('4 s', '2 min', '2.8 h')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def listing(words: Sequence[str]) -> str:
    """Words as a list.

    Examples
    --------
    >>> listing(["a", "b", "c"])
    'a, b and c'
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def plural(number: int, noun: str) -> str:
    """A number with its noun.

    Examples
    --------
    >>> plural(1, "repeat"), plural(3, "repeat")
    ('1 repeat', '3 repeats')
    """
    return f"{count(number)} {noun}" + ("" if number == 1 else "s")
