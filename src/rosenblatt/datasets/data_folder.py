"""The data folder: where it is, what its manifest says; only undamaged files are read."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

VARIABLE = "ROSENBLATT_DATA"
ADVICE = (
    f"set the environment variable {VARIABLE} to the folder that holds manifest.json and the "
    "data files, or pass that folder as data_home."
)


class DataNotFoundError(FileNotFoundError):
    """The data folder, its manifest or one of its files is missing."""


class ChecksumError(OSError):
    """A data file is not the one that the manifest describes."""


@dataclass(frozen=True)
class DataFolder:
    """An opened data folder.

    Parameters
    ----------
    path : Path
        Where it is.
    manifest : dict
        For each stored file its facts (rows, columns, licence, ...), by name.
    """

    path: Path
    manifest: dict[str, dict[str, Any]]

    def holds(self, names: Iterable[str]) -> bool:
        """Whether the manifest lists all these files."""
        return set(names) <= set(self.manifest)

    def facts(self, name: str) -> dict[str, Any]:
        """Return what the manifest says of one stored file."""
        if name not in self.manifest:
            raise DataNotFoundError(
                f"{self.path / 'manifest.json'} does not list {name!r}: the data folder is of "
                f"another version; {ADVICE}"
            )
        return self.manifest[name]

    def read(self, name: str) -> bytes:
        """Return the bytes of one stored file after comparing their SHA-256."""
        facts = self.facts(name)
        path = self.path / str(facts["file"])
        if not path.is_file():
            raise DataNotFoundError(f"{path} is listed in manifest.json but missing; {ADVICE}")
        content = path.read_bytes()
        digest = hashlib.sha256(content).hexdigest()
        if digest != facts["sha256"]:
            raise ChecksumError(
                f"{path} has SHA-256 {digest}, but manifest.json says {facts['sha256']}: the file "
                "is damaged or of another version; download it again."
            )
        return content


def open_folder(data_home: str | os.PathLike[str] | None) -> DataFolder:
    """Open data_home, or the folder named by ROSENBLATT_DATA if data_home is None."""
    home = data_home if data_home is not None else os.environ.get(VARIABLE)
    if not home:
        raise DataNotFoundError(f"no data folder is set; {ADVICE}")
    path = Path(home).expanduser() / "manifest.json"
    if not path.is_file():
        raise DataNotFoundError(f"{path} does not exist; {ADVICE}")
    return DataFolder(path.parent, _entries(path))


def shipped() -> DataFolder:
    """The small tables that come with the package."""
    return open_folder(Path(__file__).parent / "shipped")


def _entries(path: Path) -> dict[str, dict[str, Any]]:
    try:
        return {entry["name"]: entry for entry in json.loads(path.read_bytes())["datasets"]}
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError(
            f"{path} is not a manifest of data sets ({error!r}): it must be JSON with a list "
            "'datasets' of entries with name, file and sha256; download it again."
        ) from error
