"""One unit of work, identified by what it does: equal work always has the same key."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import Any


@dataclass(frozen=True)
class Task:
    """A call of a function with given arguments, to be done once.

    The function must be pure: its result depends on the arguments alone, so that a task may be done
    by any worker, at any time, even twice.

    Parameters
    ----------
    function : str
        ``"package.module:function"``. It is called with the arguments as keywords and returns a
        flat dict of numbers and texts, or a list of such dicts: the rows of the task.
    arguments : dict
        JSON values; tuples become lists.
    version : int, default=1
        Version of the function. Raise it when the function computes something else than before:
        rows of earlier versions in the store are then no longer used.

    Examples
    --------
    >>> from rosenblatt.lab import Task
    >>> task = Task("math:hypot", {"x": 3, "y": 4})
    >>> task.key == Task("math:hypot", {"y": 4, "x": 3}).key
    True
    >>> task.key == Task("math:hypot", {"x": 3, "y": 4}, version=2).key
    False
    """

    function: str
    arguments: dict[str, Any] = field(default_factory=dict)
    version: int = 1

    @cached_property
    def text(self) -> str:
        """The task as canonical JSON: sorted names, no spaces."""
        return canonical([self.function, self.version, self.arguments])

    @cached_property
    def key(self) -> str:
        """SHA-256 of the canonical JSON, in hexadecimal digits."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    def __hash__(self) -> int:
        return hash(self.key)


def canonical(value: Any) -> str:
    """JSON with sorted names and no spaces; not-a-number and infinities are refused.

    Examples
    --------
    >>> canonical({"b": (1, 2.0), "a": None})
    '{"a":null,"b":[1,2.0]}'
    """
    try:
        return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"{value!r} cannot be written as JSON ({error}); a task takes texts, finite numbers, "
            "true, false, None, and lists and dicts of these."
        ) from None


def find(function: str) -> Callable[..., Any]:
    """Import the function that ``"package.module:function"`` names.

    Examples
    --------
    >>> find("math:sqrt")(9)
    3.0
    """
    module, _, name = function.partition(":")
    found = getattr(import_module(module), name, None) if name else None
    if not callable(found):
        raise ValueError(f"function={function!r} is not known; write package.module:function.")
    return found
