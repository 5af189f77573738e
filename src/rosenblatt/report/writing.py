"""A report on disk: the old file stays whole until the new one is."""

import os
from pathlib import Path

from rosenblatt.atomic_write import write_whole


def write_report(html: str, path: str | os.PathLike[str]) -> Path:
    """Write a page so that a crash or a full disk never leaves half of it.

    Parameters
    ----------
    html : str
        The page.
    path : str or path
        Where to; its folder must exist.

    Returns
    -------
    Path
        The file written.
    """
    write_whole(path, html.encode("utf-8"))
    return Path(path)
