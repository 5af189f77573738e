"""What a count of verdicts is worth: what wrong numbers would get, and how contrasts agree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean

from rosenblatt.reproduce.paper import Line

SHARP = 2.0  # points: a wider tolerance tells little


@dataclass(frozen=True)
class Evidence:
    """Counts of a table's verdicts beside those of numbers that are wrong on purpose.

    Rows of a table are lines that agree in all labels but the last, which names the column.

    Parameters
    ----------
    inside, counted : int
        Numbers inside their tolerance, of all that are counted.
    sharp_inside, sharp : int
        The same for tolerances of at most 2 points.
    row_means : float or None
        Share that would be inside if each number were the mean of ours over its row.
    other_columns : float or None
        Share that would be inside if each number were ours of another column of its row, the mean
        over all of them.
    contrasts : float or None
        Correlation of the paper's numbers and ours, each less the mean of its row.
    """

    inside: int
    counted: int
    sharp_inside: int
    sharp: int
    row_means: float | None
    other_columns: float | None
    contrasts: float | None


def evidence(lines: Iterable[Line]) -> Evidence:
    """The evidence of a table.

    Examples
    --------
    >>> numbers = {"a": (10.0, 10.5), "b": (20.0, 20.5), "c": (30.0, 30.5)}
    >>> lines = [Line({"set": "pima", "by": k}, *v, tolerance=1.0) for k, v in numbers.items()]
    >>> found = evidence(lines)
    >>> found.inside, found.sharp, found.other_columns, round(found.contrasts, 6)
    (3, 3, 0.0, 1.0)
    >>> round(found.row_means, 2)
    0.33
    """
    judged = [line for line in lines if line.counted and line.verdict in ("inside", "outside")]
    sharp = [line for line in judged if line.tolerance is not None and line.tolerance <= SHARP]
    rows = [row for row in rows_of(judged) if len(row) > 1]
    return Evidence(
        inside=count_inside(judged),
        counted=len(judged),
        sharp_inside=count_inside(sharp),
        sharp=len(sharp),
        row_means=mean_of([share_of_mean(row) for row in rows], rows),
        other_columns=mean_of([share_of_others(row) for row in rows], rows),
        contrasts=correlation([pair for row in rows for pair in contrasts(row)]),
    )


def rows_of(lines: Iterable[Line]) -> list[list[Line]]:
    """Lines that agree in all labels but the last."""
    found: dict[tuple[str, ...], list[Line]] = defaultdict(list)
    for line in lines:
        found[tuple(line.labels.values())[:-1]].append(line)
    return list(found.values())


def count_inside(lines: Sequence[Line]) -> int:
    return sum(line.verdict == "inside" for line in lines)


def allows(line: Line, number: float | None) -> bool:
    """Whether a number would be inside in the place of ours."""
    return abs((number or 0.0) - (line.paper or 0.0)) <= (line.tolerance or 0.0)


def share_of_mean(row: Sequence[Line]) -> float:
    mean = fmean(line.ours or 0.0 for line in row)
    return fmean(allows(line, mean) for line in row)


def share_of_others(row: Sequence[Line]) -> float:
    return fmean(allows(line, other.ours) for line in row for other in row if other is not line)


def contrasts(row: Sequence[Line]) -> list[tuple[float, float]]:
    paper, ours = ([float(getattr(line, name)) for line in row] for name in ("paper", "ours"))
    return [(a - fmean(paper), b - fmean(ours)) for a, b in zip(paper, ours, strict=True)]


def mean_of(shares: Sequence[float], rows: Sequence[Sequence[Line]]) -> float | None:
    """The mean over all numbers, not over rows."""
    total = sum(len(row) for row in rows)
    if total == 0:
        return None
    return sum(share * len(row) for share, row in zip(shares, rows, strict=True)) / total


def correlation(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Of numbers whose means are 0; None where one side does not vary."""
    size = sqrt(sum(a * a for a, _ in pairs) * sum(b * b for _, b in pairs))
    return sum(a * b for a, b in pairs) / size if size > 0 else None


def sentences(found: Evidence) -> list[str]:
    """The evidence in words, for the terminal and the page; none where nothing is counted.

    Examples
    --------
    >>> for text in sentences(Evidence(9, 10, 3, 4, 0.85, 0.7, 0.91)):
    ...     print(text)
    Tolerance at most 2 points: 3 of 4 are inside.
    Wrong numbers would be inside: 85 % as the mean of their row, 70 % as another column.
    Contrasts within a row correlate by 0.910 with the paper's.
    """
    if not found.counted:
        return []
    texts = [
        f"Tolerance at most {SHARP:g} points: {found.sharp_inside} of {found.sharp} are inside."
    ]
    if found.row_means is not None and found.other_columns is not None:
        texts.append(
            f"Wrong numbers would be inside: {100 * found.row_means:.0f} % as the mean of their "
            f"row, {100 * found.other_columns:.0f} % as another column."
        )
    if found.contrasts is not None:
        texts.append(f"Contrasts within a row correlate by {found.contrasts:.3f} with the paper's.")
    return texts
