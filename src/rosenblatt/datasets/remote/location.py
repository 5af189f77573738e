"""Where a data set is, as text for the command line."""

from __future__ import annotations

import os

from rosenblatt.datasets.data_folder import VARIABLE, open_folder, shipped
from rosenblatt.datasets.registry import spec_of
from rosenblatt.datasets.remote.fetching import fetched
from rosenblatt.datasets.remote.openml_ids import OPENML_SOURCES


def location_of(name: str) -> str:
    """Describe where a set is: in a folder, with the package, in the cache, on OpenML, nowhere."""
    if os.environ.get(VARIABLE):
        folder = open_folder(None)
        files = [folder.manifest.get(file, {}).get("file") for file in spec_of(name).reader.files]
        if all(file and (folder.path / file).is_file() for file in files):
            return "data folder"
    if shipped().holds(spec_of(name).reader.files):
        return "with the package"
    if fetched(name):
        return "cache"
    return "to fetch from OpenML" if name in OPENML_SOURCES else f"not here: needs {VARIABLE}"


def openml_text(name: str) -> str:
    """Describe which data set of OpenML it should be."""
    if name not in OPENML_SOURCES:
        return "no id known"
    return f"{OPENML_SOURCES[name].id} (id not verified; downloads are checked by their content)"
