"""Download a data set from OpenML; the only file that uses the network."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import fetch_openml

from rosenblatt.datasets.data_folder import ADVICE, DataNotFoundError
from rosenblatt.datasets.remote.openml_ids import OpenMLSource

HOST = "https://www.openml.org"
TIMEOUT = 5.0

Downloader = Callable[[OpenMLSource, Path], Any]
"""Returns a Bunch as scikit-learn's fetch_openml does, keeping its own files in the folder."""


class DownloadError(DataNotFoundError):
    """A data set could not be downloaded, or the download is not that data set."""


def download(source: OpenMLSource, folder: Path) -> Any:
    """Fetch a data set through scikit-learn, once OpenML is known to be reachable."""
    _check_reachable()
    try:
        # One retry: after two refusals it is better to try later. The plain parser gives the same
        # result with pandas and without.
        return fetch_openml(
            data_id=source.id,
            target_column=source.target,
            data_home=folder,
            as_frame=False,
            parser="liac-arff",
            n_retries=1,
        )
    except (OSError, ValueError, KeyError) as error:
        raise DownloadError(
            f"OpenML's data set {source.id} could not be downloaded ({error}); try again later, "
            f"or {ADVICE}"
        ) from error


def _check_reachable() -> None:
    try:
        urlopen(HOST, timeout=TIMEOUT).close()
    except HTTPError:
        return
    except (URLError, OSError) as error:
        reason = getattr(error, "reason", error)
        raise DownloadError(
            f"{HOST} cannot be reached ({reason}): without a network, {ADVICE}"
        ) from error


def columns_of(bunch: Any) -> list[NDArray[Any]]:
    """Return the features: numbers with NaN, or texts with "" for a missing value."""
    data, categories = np.asarray(bunch.data), bunch.categories or {}
    return [
        _decoded(data[:, j], categories[name]) if name in categories else data[:, j].astype(float)
        for j, name in enumerate(bunch.feature_names)
    ]


def _decoded(codes: NDArray[Any], values: list[Any]) -> NDArray[np.str_]:
    texts = np.array([*(str(value) for value in values), ""])
    missing = np.isnan(codes.astype(float))
    return texts[np.where(missing, len(values), codes.astype(float)).astype(int)]


def labels_of(bunch: Any, source: OpenMLSource) -> NDArray[np.str_]:
    """Return the labels, spelled as in the registry."""
    return np.array([source.labels.get(str(label), str(label)) for label in bunch.target])
