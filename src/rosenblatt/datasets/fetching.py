"""Fetch a data set from OpenML into the cache, refusing what is not the registry's."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.datasets.cache import cache_folder, put
from rosenblatt.datasets.fingerprint import fingerprint, matrix_fingerprint
from rosenblatt.datasets.manifest import class_counts, file_facts
from rosenblatt.datasets.openml import (
    Downloader,
    DownloadError,
    columns_of,
    download,
    labels_of,
)
from rosenblatt.datasets.origins import ORIGINS, Origin
from rosenblatt.datasets.progress import stages
from rosenblatt.datasets.readers import Npz
from rosenblatt.datasets.registry import entry_of
from rosenblatt.datasets.store import ADVICE, Store, open_store
from rosenblatt.datasets.writers import Columns, Part, csv_writers, npz_writers


def fetch(name: str, *, downloader: Downloader = download) -> Path:
    """Download a data set from OpenML into the cache.

    Rows, columns, rows per class and a checksum of the content must be those of the registry:
    else nothing is kept. The order of the rows is OpenML's.

    Parameters
    ----------
    name : str
        One of ``names()``.
    downloader : callable, default=scikit-learn's fetch_openml
        Called with the :class:`Origin` and a folder, returns a Bunch.

    Returns
    -------
    folder : Path
        The folder of the data set in the cache.

    Raises
    ------
    DownloadError
        If there is no network, no known place on OpenML, or other data than expected.
    """
    reader = entry_of(name).reader
    if name not in ORIGINS:
        raise DownloadError(f"no place on OpenML is known for the set {name!r}; {ADVICE}")
    origin, facts = ORIGINS[name], [file_facts()[file] for file in reader.files]
    with stages(name, 3) as tell:
        tell("downloading from OpenML")
        bunch = downloader(origin, cache_folder() / "openml")
        tell("checking")
        parts = _parts(bunch, origin, facts)
        _check(name, origin, parts, facts)
        tell("writing")
        folder = cache_folder() / name
        writers = npz_writers if isinstance(reader, Npz) else csv_writers
        source = {"repository": f"OpenML {origin.id}", "note": "order of the rows as there"}
        put(folder, writers(parts, facts), [entry | {"source": source} for entry in facts])
    return folder


def fetched(name: str) -> Store | None:
    """Return the data set's folder in the cache, None if it was not fetched."""
    folder = cache_folder() / name
    return open_store(folder) if (folder / "manifest.json").is_file() else None


def _sizes(facts: list[dict[str, Any]]) -> list[int]:
    if "rows_train" in facts[0]:
        return [facts[0]["rows_train"], facts[0]["rows_test"]]
    return [entry["rows"] for entry in facts]


def _parts(bunch: Any, origin: Origin, facts: list[dict[str, Any]]) -> list[Part]:
    columns, labels = columns_of(bunch), labels_of(bunch, origin)
    ends = np.cumsum(_sizes(facts))[:-1]
    split = zip(*(np.split(column, ends) for column in columns), strict=True)
    return [(list(part), y) for part, y in zip(split, np.split(labels, ends), strict=True)]


def _check(name: str, origin: Origin, parts: list[Part], facts: list[dict[str, Any]]) -> None:
    wanted, found = _summary_wanted(facts), _summary_found(parts)
    for what, value in wanted.items():
        if found[what] != value:
            _refuse(name, origin, f"{what}: {found[what]}, wanted {value}")
    prints = [print_ for entry in facts for print_ in entry["fingerprints"]]
    as_matrix = "rows_train" in facts[0]
    for (columns, labels), print_ in zip(parts, prints, strict=True):
        if _fingerprint(columns, labels, as_matrix) != print_:
            _refuse(name, origin, "some values differ")


def _refuse(name: str, origin: Origin, why: str) -> None:
    raise DownloadError(
        f"OpenML's data set {origin.id} is not the set {name!r} that the papers' results belong "
        f"to ({why}): it is not used; {ADVICE}"
    )


def _summary_wanted(facts: list[dict[str, Any]]) -> dict[str, object]:
    features = max(entry["features"] for entry in facts)
    return {"rows": sum(_sizes(facts)), "columns": features, "classes": class_counts(facts)}


def _summary_found(parts: list[Part]) -> dict[str, object]:
    counts = Counter(label for _, labels in parts for label in labels.tolist())
    return {"rows": counts.total(), "columns": len(parts[0][0]), "classes": dict(counts)}


def _fingerprint(columns: Columns, labels: NDArray[np.str_], as_matrix: bool) -> str:
    if as_matrix:
        return matrix_fingerprint(np.column_stack(columns).astype(np.float32), labels.tolist())
    return fingerprint(columns, labels)
