"""Numbers and lists as text for people."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10


def count(number: float) -> str:
    """A whole number with separated thousands.

    Examples
    --------
    >>> count(581012)
    '581,012'
    """
    return f"{number:,.0f}"


def plain_number(value: float) -> str:
    """Write a number with four significant digits or more, without an exponent where possible.

    Examples
    --------
    >>> plain_number(48842.0), plain_number(0.012345), plain_number(-3.0), plain_number(1.5e-9)
    ('48,842', '0.01235', '-3', '1.5e-09')
    """
    size = abs(value)
    if size >= 1e15 or 0 < size < 1e-6 or not size < float("inf"):
        return f"{value:.4g}"
    decimals = 0 if size >= 1000 else 3 if size == 0 else max(3 - floor(log10(size)), 0)
    written = f"{value:,.{decimals}f}"
    return written.rstrip("0").rstrip(".") if "." in written else written


def percent(fraction: float, decimals: int = 1) -> str:
    """A fraction in percent.

    Examples
    --------
    >>> percent(0.0341)
    '3.4 %'
    """
    return f"{100 * fraction:.{decimals}f} %"


def signed_points(difference: float) -> str:
    """The difference of two fractions in percentage points.

    Examples
    --------
    >>> signed_points(0.021)
    '+2.1 points'
    """
    return f"{100 * difference:+.1f} points"


def interval_points(low: float, high: float) -> str:
    """The interval of a difference of fractions in percentage points.

    One decimal, or as many as it takes to show on which side of 0 a short interval ends.

    Examples
    --------
    >>> interval_points(0.0213, 0.034), interval_points(0.0002, 0.0131)
    ('2.1 to 3.4', '0.02 to 1.31')
    >>> interval_points(-0.01, 0.02)
    '-1.0 to 2.0'
    """
    ends = 100 * low, 100 * high
    decimals = next((d for d in (1, 2, 3) if all(abs(end) >= 0.5 * 10**-d for end in ends)), 3)
    return " to ".join(f"{end:.{decimals}f}" for end in ends)


def loss_number(loss: float, share: bool) -> str:
    """A loss for a column: in percent, if it is a share.

    Examples
    --------
    >>> loss_number(0.0341, True), loss_number(0.0341, False)
    ('3.41', '0.034')
    """
    return f"{100 * loss:.2f}" if share else f"{loss:.3f}"


def loss_text(loss: float, share: bool) -> str:
    """A loss for a sentence.

    Examples
    --------
    >>> loss_text(0.0341, True), loss_text(0.0341, False)
    ('3.4 %', '0.034')
    """
    return percent(loss) if share else f"{loss:.3f}"


def loss_interval(low: float, high: float, share: bool) -> str:
    """The interval of a difference of losses.

    Examples
    --------
    >>> loss_interval(0.0213, 0.034, True), loss_interval(0.0213, 0.034, False)
    ('2.1 to 3.4', '0.021 to 0.034')
    """
    return interval_points(low, high) if share else f"{low:.3f} to {high:.3f}"


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


def precise_duration(seconds: float) -> str:
    """A measured time with up to three digits, down to microseconds.

    Examples
    --------
    >>> precise_duration(0.000221), precise_duration(0.00653), precise_duration(20.1)
    ('221 µs', '6.53 ms', '20.1 s')
    """
    for limit, factor, unit in ((1e-3, 1e6, "µs"), (1.0, 1e3, "ms"), (120.0, 1.0, "s")):
        if seconds < limit:
            value = factor * seconds
            return f"{value:.0f} {unit}" if value >= 100 else f"{value:.3g} {unit}"
    return f"{seconds / 60:.0f} min"


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


def byte_size(number: int) -> str:
    """The size of a file.

    Examples
    --------
    >>> byte_size(812), byte_size(12_345), byte_size(4_600_000)
    ('812 bytes', '12.3 kB', '4.6 MB')
    """
    for unit, size in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if number >= size:
            return f"{number / size:.1f} {unit}"
    return f"{number} bytes"


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


def plural(number: float, noun: str) -> str:
    """A number with its noun.

    Examples
    --------
    >>> plural(1, "repeat"), plural(3, "repeat")
    ('1 repeat', '3 repeats')
    """
    return f"{count(number)} {noun}" + ("" if number == 1 else "s")
