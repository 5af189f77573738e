"""Where the papers' real data sets are: all of them, or the small ones of the package."""

import os
from pathlib import Path

import pytest

from rosenblatt.datasets.data_folder import open_folder, shipped
from rosenblatt.datasets.registry import DATASETS

ABSENT = "the papers' large data sets are not here: set ROSENBLATT_DATA to their folder"


def folder_of_all() -> Path | None:
    """ROSENBLATT_DATA, or shared/data beside the checkout."""
    named = os.environ.get("ROSENBLATT_DATA")
    folder = Path(named) if named else Path(__file__).resolve().parents[3] / "shared" / "data"
    return folder if (folder / "manifest.json").exists() else None


def folder_at_hand() -> Path:
    """The folder of all data sets, else that of the package."""
    return folder_of_all() or shipped().path


def sets_at_hand() -> list[str]:
    """The data sets whose files are here."""
    folder = open_folder(folder_at_hand())
    return sorted(name for name in DATASETS if folder.holds(DATASETS[name].reader.files))


def need_large_sets() -> None:
    """Skip the module that calls this, as one skip, where the large sets are absent."""
    if folder_of_all() is None:
        pytest.skip(ABSENT, allow_module_level=True)
