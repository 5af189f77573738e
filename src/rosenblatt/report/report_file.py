"""Reports on disk: an old file is replaced only when the new one is complete."""

import os
from pathlib import Path

from rosenblatt.atomic_write import write_whole


def write_report(html: str, path: str | os.PathLike[str]) -> Path:
    """Write a page completely or not at all, even if the program crashes or the disk is full.

    Parameters
    ----------
    html : str
        The page.
    path : str or path
        The file to write; its folder must exist.

    Returns
    -------
    Path
        The file written.
    """
    write_whole(path, html.encode("utf-8"))
    return Path(path)
