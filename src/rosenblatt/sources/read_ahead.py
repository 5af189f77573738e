"""Have the next item ready while this one is in use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
_END = object()


def read_ahead(items: Iterable[Item]) -> Iterator[Item]:
    """Yield the items; each is made by another thread while the one before is in use.

    Examples
    --------
    >>> from rosenblatt.sources.read_ahead import read_ahead
    >>> list(read_ahead(k * k for k in range(4)))
    [0, 1, 4, 9]
    """
    source = iter(items)
    with ThreadPoolExecutor(1) as pool:
        coming = pool.submit(next, source, _END)
        while (item := coming.result()) is not _END:
            coming = pool.submit(next, source, _END)
            yield item  # type: ignore[misc]
