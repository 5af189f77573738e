"""Numbers in words that people read."""

from __future__ import annotations

from collections.abc import Sequence


def count(number: int) -> str:
    """Whole number with thin groups: 581,012."""
    return f"{number:,}"


def percent(fraction: float) -> str:
    """A share as people say it: 3.4 %."""
    return f"{100 * fraction:.1f} %"


def seconds_text(seconds: float) -> str:
    """Seconds in a unit that fits: 350 ms, 4.2 s, 3 min."""
    if seconds < 0.001:
        return "< 1 ms"
    if seconds < 1:
        return f"{1000 * seconds:.0f} ms"
    return f"{seconds:.1f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


def listing(words: Sequence[str]) -> str:
    """Words in a row: a, b and c."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def plural(number: int, noun: str) -> str:
    """A number with its noun: 1 repeat, 3 repeats."""
    return f"{count(number)} {noun}" + ("" if number == 1 else "s")
