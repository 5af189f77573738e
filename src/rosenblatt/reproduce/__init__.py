"""Reproductions: the printed numbers of a paper next to those of this library.

Each sub-package is one paper and declares it as ``PAPER``; nothing else needs to know about it. The
numbers printed in the papers are in ``published``.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module

from rosenblatt.reproduce.paper import Figure, Line, Paper, PaperTable
from rosenblatt.reproduce.reproducing import Reproduction, choose, count, make
from rosenblatt.reproduce.result_files import write

Made, Table = Reproduction, PaperTable  # earlier names, which programs may import

__all__ = [
    "Figure",
    "Line",
    "Made",
    "Paper",
    "PaperTable",
    "Reproduction",
    "Table",
    "choose",
    "count",
    "make",
    "names",
    "paper",
    "write",
]


def names() -> list[str]:
    """Short names of the papers, sorted."""
    packages = {module.name for module in pkgutil.iter_modules(__path__) if module.ispkg}
    return sorted(packages - {"published"})  # the printed numbers of all of them


def paper(name: str) -> Paper:
    """The declaration of a paper.

    Parameters
    ----------
    name : str
        One of :func:`names`.
    """
    if name not in names():
        raise ValueError(f"paper={name!r} is not known; choose one of {', '.join(names())}.")
    found: Paper = import_module(f"{__name__}.{name}").PAPER
    return found
