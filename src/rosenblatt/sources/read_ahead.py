"""Have the next item ready while this one is in use."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

Item = TypeVar("Item")
CALLS_AHEAD = 2  # as many threads: reading takes longer than learning
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


def call_ahead(calls: Iterable[Callable[[], Item]]) -> Iterator[Item]:
    """Yield what the calls return, in their order; the next ones are made meanwhile.

    Examples
    --------
    >>> from functools import partial
    >>> from rosenblatt.sources.read_ahead import call_ahead
    >>> list(call_ahead(partial(pow, k, 2) for k in range(4)))
    [0, 1, 4, 9]
    """
    source = iter(calls)
    with ThreadPoolExecutor(CALLS_AHEAD) as pool:
        coming = deque(pool.submit(call) for call in islice(source, CALLS_AHEAD))
        try:
            while coming:
                found = coming.popleft().result()
                coming.extend(pool.submit(call) for call in islice(source, 1))
                yield found
        finally:
            for future in coming:
                future.cancel()
