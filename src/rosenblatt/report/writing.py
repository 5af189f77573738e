"""A report on disk: the old file stays whole until the new one is."""

import os
import tempfile
from pathlib import Path


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
    target = Path(path)
    check(target)
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", dir=target.parent)
    try:
        with open(handle, "w", encoding="utf-8") as stream:
            stream.write(html)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, permissions(target))
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return target


def check(target: Path) -> None:
    if not target.parent.is_dir():
        raise FileNotFoundError(
            f"cannot write the report {target}: there is no folder {target.parent}; make it first "
            "or name another place"
        )
    if target.is_dir():
        raise IsADirectoryError(
            f"cannot write the report {target}: it is a folder; name a file in it, such as "
            f"{target / 'report.html'}"
        )


def permissions(target: Path) -> int:
    """Those of the file replaced, else what a plain new file gets."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
