"""Where a table comes from: a file, a data set by name, bundled data, or a generator."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine

from rosenblatt.datasets import (
    load,
    make_khardon_wachman,
    make_ringnorm,
    make_threenorm,
    make_yinyang,
    names,
)
from rosenblatt.tables import BadFileError, Table, Wishes, examine, read_table

MOST_BYTES = 256_000_000

BUNDLED: dict[str, Callable[[], Any]] = {
    "breast_cancer": load_breast_cancer,
    "digits": load_digits,
    "iris": load_iris,
    "wine": load_wine,
}
GENERATED: dict[str, Callable[..., Any]] = {
    "khardon_wachman": lambda seed: make_khardon_wachman(noise=0.1, random_state=seed),
    "ringnorm": lambda seed: make_ringnorm(2000, random_state=seed),
    "threenorm": lambda seed: make_threenorm(2000, random_state=seed),
    "yinyang": lambda seed: make_yinyang(2000, random_state=seed),
}


def find_table(
    source: str,
    *,
    target: str | None = None,
    random_state: int = 0,
    wishes: Wishes | None = None,
) -> Table:
    """Return the table of a file or a named data set.

    Parameters
    ----------
    source : str
        Path of a file; or the name of a data set of :mod:`rosenblatt.datasets`, of one bundled
        with scikit-learn (breast_cancer, digits, iris, wine), or of a generator (khardon_wachman,
        ringnorm, threenorm, yinyang). A file takes precedence over a name.
    target : str or None, default=None
        The column with the labels; named data sets have their own.
    random_state : int, default=0
        Seed of generators, and of the sample drawn from a file too large for memory.
    wishes : Wishes or None, default=None
        Columns to read in a certain way, and columns to leave out.

    Examples
    --------
    >>> from rosenblatt.compare import find_table
    >>> find_table("iris").n_rows
    150
    """
    if Path(source).exists() or source not in {*names(), *BUNDLED, *GENERATED}:
        return _read(source, target, random_state, wishes)
    if target not in (None, "target"):
        raise ValueError(f"the data set {source} has its own target; leave out --target {target}.")
    return examine(_named(source, random_state), wishes)


def _named(name: str, random_state: int) -> Table:
    if name in BUNDLED:
        return _bundled(name)
    if name in GENERATED:
        return Table.from_arrays(name, *GENERATED[name](random_state))
    return _loaded(name)


def _read(source: str, target: str | None, random_state: int, wishes: Wishes | None) -> Table:
    try:
        return read_table(
            source, target=target, max_bytes=MOST_BYTES, random_state=random_state, wishes=wishes
        )
    except BadFileError as problem:
        near = get_close_matches(source, {*names(), *BUNDLED, *GENERATED}, n=1)
        if Path(source).exists() or not near:
            raise
        raise BadFileError(f"{problem} Did you mean the data set {near[0]}?") from None


def _bundled(name: str) -> Table:
    bunch = BUNDLED[name]()
    labels = np.asarray(bunch.target_names, dtype=str)[bunch.target]
    return Table.from_arrays(name, bunch.data, labels, [str(n) for n in bunch.feature_names])


def _loaded(name: str) -> Table:
    bunch = load(name)
    X, y = bunch.data, bunch.target
    if "data_test" in bunch:
        stack = sp.vstack if sp.issparse(X) else np.vstack
        X, y = stack([X, bunch.data_test]), np.concatenate([y, bunch.target_test])
    return Table.from_arrays(name, X, y, bunch.feature_names)
