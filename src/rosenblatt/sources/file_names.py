"""Which files are meant: names, folders and patterns."""

from __future__ import annotations

import glob
from collections.abc import Iterable
from pathlib import Path

from rosenblatt.sources.array_part import LABELS, ROWS, WEIGHTS
from rosenblatt.tables.errors import bad_file
from rosenblatt.tables.files import DELIMITED, SVMLIGHT
from rosenblatt.tables.open_bytes import without_packing

ENDINGS = (*DELIMITED, *SVMLIGHT, ".parquet", ".pq")


def file_names(given: Iterable[str | Path]) -> list[Path]:
    """The files, in the order given; those of a folder or pattern sorted by name.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from rosenblatt.sources.file_names import file_names
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> for name in ("b.csv", "a.csv.gz", "notes.txt"):
    ...     _ = (folder / name).write_text("")
    >>> [path.name for path in file_names([folder])]
    ['a.csv.gz', 'b.csv']
    """
    found: list[Path] = []
    for name in given:
        path = Path(name).expanduser()
        if path.is_dir():
            found += of_folder(path)
        elif glob.has_magic(str(path)) and not path.exists():
            found += of_pattern(str(path))
        else:
            found.append(path)
    twice = [path for k, path in enumerate(found) if path in found[:k]]
    if twice:
        raise bad_file(twice[0], "is named twice; every row would be learned twice in a pass.")
    return found


def of_folder(folder: Path) -> list[Path]:
    """The tables in a folder and those in it; names that begin with . or _ are left out."""
    found = [path for path in sorted(folder.rglob("*")) if is_table(path.relative_to(folder))]
    if not found:
        raise bad_file(folder, f"has no files that end in {', '.join((*ENDINGS, ROWS))}.")
    return found


def of_pattern(pattern: str) -> list[Path]:
    names = [Path(name) for name in sorted(glob.glob(pattern, recursive=True))]
    found = [path for path in names if path.is_file() and not path.name.endswith((LABELS, WEIGHTS))]
    if not found:
        raise bad_file(pattern, "there are no such files.")
    return found


def is_table(path: Path) -> bool:
    hidden = any(part.startswith((".", "_")) for part in path.parts)
    name = without_packing(path.name)
    return not hidden and (name.endswith(ROWS) or name.lower().endswith(ENDINGS))
