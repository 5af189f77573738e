"""How rows are split into training and test rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

TrainTest = tuple[NDArray[np.intp], NDArray[np.intp]]


class Splitter(Protocol):
    """A way to split rows, given a seed."""

    def splits(self, n_rows: int, seed: int) -> Iterator[TrainTest]:
        """Yield training rows and test rows."""

    @property
    def test_fraction(self) -> float:
        """Share of the rows that one split tests."""


@dataclass(frozen=True)
class Splits:
    """One random split per repetition.

    Parameters
    ----------
    train_fraction : float, default=0.8
        Share of the rows for training, rounded down.

    Examples
    --------
    >>> [(train, test)] = Splits(0.8).splits(10, seed=0)
    >>> len(train), len(test)
    (8, 2)
    """

    train_fraction: float = 0.8

    def splits(self, n_rows: int, seed: int) -> Iterator[TrainTest]:
        """Yield the one split of this seed."""
        order = np.random.default_rng(seed).permutation(n_rows)
        cut = int(self.train_fraction * n_rows)
        yield order[:cut], order[cut:]

    @property
    def test_fraction(self) -> float:
        """Share of the rows that are test rows."""
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
    >>> [len(test) for train, test in Folds(3).splits(10, seed=0)]
    [4, 3, 3]
    """

    folds: int = 10

    def splits(self, n_rows: int, seed: int) -> Iterator[TrainTest]:
        """Yield training and test rows of each fold, in the permuted order."""
        order = np.random.default_rng(seed).permutation(n_rows)
        for fold in np.array_split(np.arange(n_rows), self.folds):
            yield np.delete(order, fold), order[fold]

    @property
    def test_fraction(self) -> float:
        """Share of the rows that one fold tests."""
        return 1 / self.folds


KINDS: dict[str, type[Splits] | type[Folds]] = {"splits": Splits, "folds": Folds}


def splitter_of(described: dict[str, Any]) -> Splitter:
    """The splitter that a dict such as ``{"kind": "folds", "folds": 10}`` describes.

    Examples
    --------
    >>> splitter_of({"kind": "splits", "train_fraction": 0.7})
    Splits(train_fraction=0.7)
    """
    kind = described.get("kind")
    if kind not in KINDS:
        raise ValueError(f"protocol kind={kind!r} is not known; choose one of {', '.join(KINDS)}.")
    options = {name: value for name, value in described.items() if name != "kind"}
    try:
        return KINDS[kind](**options)
    except TypeError:
        given, known = ", ".join(options), ", ".join(KINDS[kind].__dataclass_fields__)
        raise ValueError(f"protocol {kind} was given {given}; it takes {known}.") from None
