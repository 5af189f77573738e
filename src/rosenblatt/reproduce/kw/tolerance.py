"""A printed number next to ours, and how far they may differ."""

import math
from collections.abc import Sequence
from statistics import fmean, stdev

from rosenblatt.reproduce.paper import Line

ENOUGH = 12  # permutations for a verdict
LEAST = 1.0  # percentage points: a few rows of a test set
DEVIATIONS = 2.5


def tolerance(values: Sequence[float]) -> float | None:
    """``max(1.0, 2.5 sd)``, sd over permutations; None for fewer than 12 of them.

    The paper prints one permutation, so its number varies around our mean like one of our own
    permutations, by sd. Below one point, rounding and a handful of rows decide.

    Examples
    --------
    >>> from rosenblatt.reproduce.kw.tolerance import tolerance
    >>> tolerance([90.0, 90.1] * 6)
    1.0
    >>> tolerance([90.0, 94.0] * 6) > 5
    True
    >>> tolerance([90.0, 94.0]) is None
    True
    """
    if len(values) < ENOUGH:
        return None
    return max(LEAST, DEVIATIONS * stdev(values))


def line(
    labels: dict[str, str],
    printed: str | float | None,
    values: Sequence[float],
    *,
    counted: bool = True,
    note: str = "",
) -> Line:
    """A line of a table from the values of all permutations."""
    several = len(values) > 1
    sd = stdev(values) if several else math.nan
    spread = f"sd over {len(values)} permutations {sd:.1f}" if several else ""
    return Line(
        labels=labels,
        paper=None if printed in (None, "") else float(printed),
        ours=fmean(values) if values else None,
        standard_error=sd / math.sqrt(len(values)) if several else None,
        tolerance=tolerance(values),
        counted=counted,
        note="; ".join(part for part in (spread, note) if part),
    )
