"""Two readings of one table: which of them comes closer to the printed numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from statistics import fmean

from rosenblatt.reproduce.paper import Line

ROUNDS = re.compile(r"([0-9.]+) rounds, paper ([0-9.]+)")


@dataclass(frozen=True)
class Closeness:
    """How close a reading comes to the printed numbers.

    Parameters
    ----------
    numbers : int
        Counted numbers compared.
    inside : int
        Those inside their tolerance.
    mean_difference : float
        Mean absolute difference.
    squares : float
        Sum of squared differences in standard deviations; about ``numbers`` for a true reading.
    log_likelihood : float
        Of the printed numbers, normal around ours, as if they were independent; only differences
        between readings mean something.
    rounds : float or None
        Mean absolute logarithm of our number of rounds over the printed one; None where the lines
        have no rounds.
    """

    numbers: int
    inside: int
    mean_difference: float
    squares: float
    log_likelihood: float
    rounds: float | None


def compare_readings(
    first: Sequence[Line], second: Sequence[Line], deviations: float
) -> tuple[Closeness, Closeness]:
    """Both readings, on the counted numbers that both have.

    Parameters
    ----------
    first, second : sequence of Line
        The lines of the two tables.
    deviations : float
        How many standard deviations of a difference its tolerance is: 3 in Li's tables, 2.5 in
        those of Khardon and Wachman.

    Examples
    --------
    >>> def made(ours):
    ...     return [Line({"set": "pima"}, 10.0, ours, tolerance=3.0, note="50.0 rounds, paper 100")]
    >>> near, far = compare_readings(made(11.0), made(12.0), deviations=3)
    >>> near.squares, far.squares, near.log_likelihood - far.log_likelihood, round(near.rounds, 3)
    (1.0, 4.0, 1.5, 0.693)
    """
    common = set(map(place, filter(comparable, first))) & set(
        map(place, filter(comparable, second))
    )
    both = ([line for line in lines if place(line) in common] for lines in (first, second))
    one, other = (closeness(lines, deviations) for lines in both)
    return one, other


def place(line: Line) -> tuple[str, ...]:
    return tuple(line.labels.values())


def comparable(line: Line) -> bool:
    return line.counted and line.verdict in ("inside", "outside") and bool(line.tolerance)


def closeness(lines: Sequence[Line], deviations: float) -> Closeness:
    differences = [abs(line.difference or 0.0) for line in lines]
    sds = [(line.tolerance or 0.0) / deviations for line in lines]
    squares = [(d / sd) ** 2 for d, sd in zip(differences, sds, strict=True)]
    ratios = [abs(log(ours / paper)) for ours, paper in filter(all, map(rounds, lines))]
    return Closeness(
        numbers=len(lines),
        inside=sum(line.verdict == "inside" for line in lines),
        mean_difference=fmean(differences),
        squares=sum(squares),
        log_likelihood=-sum(s / 2 + log(sd) for s, sd in zip(squares, sds, strict=True)),
        rounds=fmean(ratios) if ratios else None,
    )


def rounds(line: Line) -> tuple[float, float]:
    """Our rounds of boosting and the printed ones, as the note of a line has them; or zeros."""
    found = ROUNDS.search(line.note)
    return (float(found[1]), float(found[2])) if found else (0.0, 0.0)
