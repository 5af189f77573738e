"""Fetch a data set from OpenML into the cache, if it is the one that the registry describes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.datasets.data_folder import ADVICE, DataFolder, open_folder
from rosenblatt.datasets.manifest import class_counts, file_facts
from rosenblatt.datasets.readers import Npz
from rosenblatt.datasets.registry import spec_of
from rosenblatt.datasets.remote.cache import cache_folder, put
from rosenblatt.datasets.remote.download_bar import download_bar
from rosenblatt.datasets.remote.fingerprint import fingerprint, matrix_fingerprint
from rosenblatt.datasets.remote.openml import (
    Downloader,
    DownloadError,
    columns_of,
    download,
    labels_of,
)
from rosenblatt.datasets.remote.openml_ids import OPENML_SOURCES, OpenMLSource
from rosenblatt.datasets.remote.writers import Features, LabelledPart, csv_writers, npz_writers


def fetch(name: str, *, downloader: Downloader = download) -> Path:
    """Download a data set from OpenML into the cache.

    Rows, columns, rows per class and a checksum of the content must be those of the registry,
    or nothing is kept. The order of the rows is OpenML's.

    Parameters
    ----------
    name : str
        One of ``names()``.
    downloader : callable, default=scikit-learn's fetch_openml
        Called with the :class:`OpenMLSource` and a folder, returns a Bunch.

    Returns
    -------
    folder : Path
        The folder of the data set in the cache.

    Raises
    ------
    DownloadError
        If there is no network, no known id on OpenML, or the data are not as expected.
    """
    reader = spec_of(name).reader
    if name not in OPENML_SOURCES:
        raise DownloadError(f"no OpenML id is known for the set {name!r}; {ADVICE}")
    source, facts = OPENML_SOURCES[name], [file_facts()[file] for file in reader.files]
    with download_bar(name, 3) as begin:
        begin("downloading from OpenML")
        bunch = downloader(source, cache_folder() / "openml")
        begin("checking")
        parts = _parts(bunch, source, facts)
        _check(name, source, parts, facts)
        begin("writing")
        folder = cache_folder() / name
        writers = npz_writers if isinstance(reader, Npz) else csv_writers
        provenance = {"repository": f"OpenML {source.id}", "note": "order of the rows as there"}
        put(folder, writers(parts, facts), [entry | {"source": provenance} for entry in facts])
    return folder


def fetched(name: str) -> DataFolder | None:
    """Return the data set's folder in the cache, None if it was not fetched."""
    folder = cache_folder() / name
    return open_folder(folder) if (folder / "manifest.json").is_file() else None


def _sizes(facts: list[dict[str, Any]]) -> list[int]:
    if "rows_train" in facts[0]:
        return [facts[0]["rows_train"], facts[0]["rows_test"]]
    return [entry["rows"] for entry in facts]


def _parts(bunch: Any, source: OpenMLSource, facts: list[dict[str, Any]]) -> list[LabelledPart]:
    columns, labels = columns_of(bunch), labels_of(bunch, source)
    ends = np.cumsum(_sizes(facts))[:-1]
    split = zip(*(np.split(column, ends) for column in columns), strict=True)
    return [(list(part), y) for part, y in zip(split, np.split(labels, ends), strict=True)]


def _check(
    name: str, source: OpenMLSource, parts: list[LabelledPart], facts: list[dict[str, Any]]
) -> None:
    expected, found = _summary_expected(facts), _summary_found(parts)
    for what, value in expected.items():
        if found[what] != value:
            _refuse(name, source, f"{what}: {found[what]}, expected {value}")
    prints = [print_ for entry in facts for print_ in entry["fingerprints"]]
    as_matrix = "rows_train" in facts[0]
    for (columns, labels), print_ in zip(parts, prints, strict=True):
        if _fingerprint(columns, labels, as_matrix) != print_:
            _refuse(name, source, "some values differ")


def _refuse(name: str, source: OpenMLSource, why: str) -> None:
    raise DownloadError(
        f"OpenML's data set {source.id} is not the set {name!r} that the papers used "
        f"({why}): it is not kept; {ADVICE}"
    )


def _summary_expected(facts: list[dict[str, Any]]) -> dict[str, object]:
    features = max(entry["features"] for entry in facts)
    return {"rows": sum(_sizes(facts)), "columns": features, "classes": class_counts(facts)}


def _summary_found(parts: list[LabelledPart]) -> dict[str, object]:
    counts = Counter(label for _, labels in parts for label in labels.tolist())
    return {"rows": counts.total(), "columns": len(parts[0][0]), "classes": dict(counts)}


def _fingerprint(columns: Features, labels: NDArray[np.str_], as_matrix: bool) -> str:
    if as_matrix:
        return matrix_fingerprint(np.column_stack(columns).astype(np.float32), labels.tolist())
    return fingerprint(columns, labels)
