"""The cache of downloads: one folder with a manifest per data set."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

VARIABLE = "ROSENBLATT_CACHE"


def cache_folder() -> Path:
    """Return the folder: ROSENBLATT_CACHE, else rosenblatt in XDG_CACHE_HOME or ~/.cache."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named).expanduser()
    home = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(home).expanduser() / "rosenblatt"


def put(
    folder: Path,
    files: Mapping[str, Callable[[Path], None]],
    entries: list[dict[str, Any]],
) -> None:
    """Write the files of a data set and a manifest, all or none.

    Parameters
    ----------
    folder : Path
        Where to; replaced if it exists.
    files : mapping of str to callable
        For each file name a function that writes the file to a path.
    entries : list of dict
        The manifest's entries without the SHA-256 of the new files.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(dir=folder.parent, prefix=".new-"))
    try:
        for name, write in files.items():
            write(draft / name)
        signed = [entry | {"sha256": _digest(draft / entry["file"])} for entry in entries]
        (draft / "manifest.json").write_text(json.dumps({"datasets": signed}), encoding="utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        draft.rename(folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()
