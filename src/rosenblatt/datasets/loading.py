"""Load a data set by name, plain or as a paper coded it."""

from __future__ import annotations

import os
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import Bunch

from rosenblatt.datasets.card import Card
from rosenblatt.datasets.card_text import coding_text, missing_text, rows_text, source_text
from rosenblatt.datasets.coding import Coding
from rosenblatt.datasets.data_folder import VARIABLE, DataFolder, open_folder, shipped
from rosenblatt.datasets.raw_table import Matrix
from rosenblatt.datasets.registry import DATASETS, PAPERS, DatasetSpec, spec_of
from rosenblatt.datasets.remote.fetching import fetch, fetched

Folder = str | os.PathLike[str] | None


def names(paper: str | None = None) -> list[str]:
    """Return the names of the data sets that can be loaded, sorted.

    Parameters
    ----------
    paper : {"kw", "li", "dpp"} or None, default=None
        Only the sets that this paper uses; None for all sets.

    Returns
    -------
    names : list of str
        The names.

    Examples
    --------
    >>> from rosenblatt.datasets import names
    >>> names(paper="dpp")[:3]
    ['ann_thyroid', 'breast_cancer_wisconsin', 'cleveland']
    """
    _check_paper(paper)
    return sorted(name for name, spec in DATASETS.items() if paper in spec.codings)


@overload
def load(
    name: str,
    *,
    paper: str | None = ...,
    data_home: Folder = ...,
    return_X_y: Literal[False] = ...,
) -> Bunch: ...


@overload
def load(
    name: str, *, paper: str | None = ..., data_home: Folder = ..., return_X_y: Literal[True]
) -> tuple[Any, NDArray[Any]]: ...


def load(
    name: str, *, paper: str | None = None, data_home: Folder = None, return_X_y: bool = False
) -> Bunch | tuple[Any, NDArray[Any]]:
    """Load a data set.

    The plain form (``paper=None``) keeps every row and class. Nominal columns become one 0/1
    column per value that occurs (a missing value: all zeros), unless their values are 0 and 1
    already; missing numbers are NaN; nothing is scaled. Labels are whole numbers where the stored
    ones are, else strings. With a paper's short name the set is coded as that paper coded it:
    ``card.coding`` says how, and which class is +1 (the others are -1; the ten-class sets keep
    their classes).

    Parameters
    ----------
    name : str
        One of ``names()``.
    paper : {"kw", "li", "dpp"} or None, default=None
        Whose coding: ``kw`` Khardon and Wachman (2007), ``li`` Li's random coordinate descent,
        ``dpp`` González, Cantador and Dorronsoro's discriminant parallel perceptrons.
    data_home : path or None, default=None
        Folder with ``manifest.json`` and the data files; None looks in the folder named by the
        environment variable ``ROSENBLATT_DATA``, then among the small tables that come with the
        package, then in the cache (``ROSENBLATT_CACHE``, else ``~/.cache/rosenblatt``), then
        downloads the set from OpenML into the cache.
    return_X_y : bool, default=False
        Return ``(data, target)`` instead of a Bunch: the training part, where there are two.

    Returns
    -------
    bunch : Bunch
        ``data`` (dense float64, float32 for images, CSR for text-like sets), ``target``,
        ``feature_names``, ``target_names`` (in the order of ``numpy.unique(target)``) and
        ``card`` (a :class:`Card`); where the set has a test part of its own also ``data_test``
        and ``target_test``.

    Raises
    ------
    ValueError
        If the set is not known, or the paper does not use it.
    DataNotFoundError
        If the data folder or a file is missing, or the set cannot be downloaded.
    ChecksumError
        If a file is not the one that the manifest describes.

    Examples
    --------
    >>> from rosenblatt.datasets import load
    >>> sonar = load("sonar", paper="kw")
    >>> sonar.data.shape
    (208, 60)
    >>> load("sonnar")
    Traceback (most recent call last):
    ...
    ValueError: name='sonnar' is not a known data set; did you mean sonar?
    """
    spec = spec_of(name)
    coding = _coding(name, spec, paper)
    folder = _find_folder(name, spec, data_home)
    coded, steps = coding.apply(spec.reader.read(folder))
    labels, classes = _labels(coded.target, coding, folder.facts(spec.reader.files[0]))
    if return_X_y:
        return coded.data[: coded.n_train], labels[: coded.n_train]
    card = _card(name, paper, folder, coded, steps, classes)
    return _bunch(coded, labels, card)


def _find_folder(name: str, spec: DatasetSpec, data_home: Folder) -> DataFolder:
    """Open the given folder; else the one of ROSENBLATT_DATA, that of the package, the cache, a
    download into it."""
    if data_home is not None:
        return open_folder(data_home)
    folders = [open_folder(None)] if os.environ.get(VARIABLE) else []
    for folder in (*folders, shipped()):
        if folder.holds(spec.reader.files):
            return folder
    return fetched(name) or open_folder(fetch(name))


def _check_paper(paper: str | None) -> None:
    if paper is not None and paper not in PAPERS:
        raise ValueError(f"paper={paper!r} is not known; choose one of {', '.join(PAPERS)}.")


def _coding(name: str, spec: DatasetSpec, paper: str | None) -> Coding:
    _check_paper(paper)
    if paper not in spec.codings:
        users = ", ".join(other for other in spec.codings if other) or "none of the papers"
        raise ValueError(
            f"paper={paper!r} does not use the set {name!r} (used by: {users}); "
            f"choose from names(paper={paper!r}), or paper=None for the plain form."
        )
    return spec.codings[paper]


def _labels(
    stored: NDArray[Any], coding: Coding, facts: dict[str, Any]
) -> tuple[NDArray[Any], tuple[str, ...]]:
    """Return the labels, and the names of the classes in their order."""
    if coding.positive:
        others = [str(label) for label in np.unique(stored) if label not in coding.positive]
        labels = np.where(np.isin(stored, coding.positive), 1, -1)
        return labels, (" or ".join(others), " or ".join(coding.positive))
    labels = _as_integers(stored)
    return labels, tuple(facts.get("class_names", map(str, np.unique(labels).tolist())))


def _as_integers(labels: NDArray[Any]) -> NDArray[Any]:
    try:
        return labels.astype(np.int64)
    except ValueError:
        return labels


def _card(
    name: str,
    paper: str | None,
    folder: DataFolder,
    coded: Matrix,
    steps: list[str],
    classes: tuple[str, ...],
) -> Card:
    facts = [folder.facts(file) for file in DATASETS[name].reader.files]
    n_rows, n_features = coded.data.shape
    steps = steps + missing_text(coded.data)
    coding = DATASETS[name].codings[paper]
    return Card(
        name=name,
        paper=paper,
        rows=coded.n_train,
        rows_test=n_rows - coded.n_train,
        features=n_features,
        classes=classes,
        licence=facts[0]["licence"],
        source=source_text(facts),
        citation=facts[0].get("citation", "not recorded"),
        coding=coding_text(paper, coding, steps, classes, rows_text(n_rows, facts)),
        note=facts[0].get("note", ""),
    )


def _bunch(coded: Matrix, labels: NDArray[Any], card: Card) -> Bunch:
    n = coded.n_train
    bunch = Bunch(
        data=coded.data[:n],
        target=labels[:n],
        feature_names=coded.feature_names,
        target_names=list(card.classes),
        card=card,
    )
    if card.rows_test:
        bunch.update(data_test=coded.data[n:], target_test=labels[n:])
    return bunch
