"""Warnings of fits. A fit that is a part of another one keeps its warnings to itself.

``warnings.catch_warnings`` would change the filters of the whole process: two threads that do so at
the same time leave them changed for good.
"""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_quiet: ContextVar[bool] = ContextVar("quiet", default=False)


@contextmanager
def quietly(quiet: bool = True) -> Iterator[None]:
    """What is fitted here, in this thread, does not warn."""
    token = _quiet.set(quiet or _quiet.get())
    try:
        yield
    finally:
        _quiet.reset(token)


def is_quiet() -> bool:
    return _quiet.get()


def warn(message: str, category: type[Warning] = UserWarning, stacklevel: int = 2) -> None:
    """As ``warnings.warn``, unless the fit is a part of another one."""
    if not is_quiet():
        warnings.warn(message, category, stacklevel=stacklevel + 1)
