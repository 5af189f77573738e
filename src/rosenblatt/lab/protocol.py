"""How rows are parted into those to learn from and those to be tested on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Part = tuple[NDArray[np.intp], NDArray[np.intp]]


class Parting(Protocol):
    """A way to part rows by a seed."""

    def parts(self, n_rows: int, seed: int) -> Iterator[Part]:
        """Yield rows to learn from, rows to test on."""

    @property
    def test_fraction(self) -> float:
        """Share of the rows that one part tests."""


@dataclass(frozen=True)
class Splits:
    """One random split per repetition.

    Parameters
    ----------
    train_fraction : float, default=0.8
        Share of the rows to learn from, rounded down.

    Examples
    --------
    >>> [(train, test)] = Splits(0.8).parts(10, seed=0)
    >>> len(train), len(test)
    (8, 2)
    """

    train_fraction: float = 0.8

    def parts(self, n_rows: int, seed: int) -> Iterator[Part]:
        """Yield the one split of this seed."""
        order = np.random.default_rng(seed).permutation(n_rows)
        cut = int(self.train_fraction * n_rows)
        yield order[:cut], order[cut:]

    @property
    def test_fraction(self) -> float:
        """Share of the rows that is tested."""
        return 1 - self.train_fraction


@dataclass(frozen=True)
class Folds:
    """Cross-validation over contiguous folds of one random permutation per repetition.

    Parameters
    ----------
    folds : int, default=10
        Number of folds.

    Examples
    --------
    >>> [len(test) for train, test in Folds(3).parts(10, seed=0)]
    [4, 3, 3]
    """

    folds: int = 10

    def parts(self, n_rows: int, seed: int) -> Iterator[Part]:
        """Yield each fold's rows to learn from and to test on, in the permuted order."""
        order = np.random.default_rng(seed).permutation(n_rows)
        place = np.array_split(np.arange(n_rows), self.folds)
        for fold in place:
            yield np.delete(order, fold), order[fold]

    @property
    def test_fraction(self) -> float:
        """Share of the rows that one fold tests."""
        return 1 / self.folds


KINDS: dict[str, type[Splits] | type[Folds]] = {"splits": Splits, "folds": Folds}


def parting(described: dict[str, Any]) -> Parting:
    """The way that a dict such as ``{"kind": "folds", "folds": 10}`` describes.

    Examples
    --------
    >>> parting({"kind": "splits", "train_fraction": 0.7})
    Splits(train_fraction=0.7)
    """
    kind = described.get("kind")
    if kind not in KINDS:
        raise ValueError(f"protocol kind={kind!r} is not known; choose one of {', '.join(KINDS)}.")
    options = {name: value for name, value in described.items() if name != "kind"}
    try:
        return KINDS[kind](**options)
    except TypeError:
        given, wanted = ", ".join(options), ", ".join(KINDS[kind].__dataclass_fields__)
        raise ValueError(f"protocol {kind} was given {given}; it takes {wanted}.") from None
