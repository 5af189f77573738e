"""Where a data set is, in words."""

from __future__ import annotations

import os

from rosenblatt.datasets.fetching import fetched
from rosenblatt.datasets.origins import ORIGINS
from rosenblatt.datasets.registry import entry_of
from rosenblatt.datasets.store import VARIABLE, open_store


def whereabouts(name: str) -> str:
    """Say whether a set is in the data folder, in the cache, to be fetched, or none of these."""
    if os.environ.get(VARIABLE):
        store = open_store(None)
        files = [store.manifest.get(file, {}).get("file") for file in entry_of(name).reader.files]
        if all(file and (store.folder / file).is_file() for file in files):
            return "data folder"
    if fetched(name):
        return "cache"
    return "to fetch from OpenML" if name in ORIGINS else f"not here: needs {VARIABLE}"


def openml_text(name: str) -> str:
    """Say where on OpenML a set should be."""
    if name not in ORIGINS:
        return "no id known"
    return f"{ORIGINS[name].id} (id not verified; what is downloaded is checked by its content)"
