"""Texts that a person takes for one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def spelled_twice(texts: Iterable[Any]) -> list[list[str]]:
    """Return the texts that differ in capitals or spaces only, those that are alike together.

    Examples
    --------
    >>> spelled_twice(["Roma", "Bari", "roma"])
    [['Roma', 'roma']]
    """
    by_word: dict[str, list[str]] = {}
    for text in sorted(map(str, texts)):
        by_word.setdefault(" ".join(text.lower().split()), []).append(text)
    return [spelled for spelled in by_word.values() if len(spelled) > 1]
