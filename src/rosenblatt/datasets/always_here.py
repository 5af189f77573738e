"""Data sets by name that need no file: scikit-learn's small ones, and those made to order."""

from __future__ import annotations

from typing import NamedTuple


class NamedSet(NamedTuple):
    """A data set that ``rosenblatt compare`` takes by name, and where it comes from."""

    name: str
    rows: int
    columns: int
    classes: int
    where: str


WITH_SKLEARN, MADE = "with scikit-learn", "made to order"
ALWAYS_HERE = (
    NamedSet("breast_cancer", 569, 30, 2, WITH_SKLEARN),
    NamedSet("digits", 1797, 64, 10, WITH_SKLEARN),
    NamedSet("iris", 150, 4, 3, WITH_SKLEARN),
    NamedSet("khardon_wachman", 582, 50, 2, MADE),
    NamedSet("ringnorm", 2000, 20, 2, MADE),
    NamedSet("threenorm", 2000, 20, 2, MADE),
    NamedSet("wine", 178, 13, 3, WITH_SKLEARN),
    NamedSet("yinyang", 2000, 2, 2, MADE),
)
