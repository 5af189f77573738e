"""Comparison of learners on a table: the same splits for all, verdicts, a summary.

The package itself can be called: ``rosenblatt.compare(frame, target="y")`` is
``rosenblatt.compare.compare(frame, target="y")``. A function of the package's name beside it would
be replaced by the package as soon as anybody imports one of its modules.
"""

import sys
from inspect import signature
from types import ModuleType
from typing import Any

from rosenblatt.compare.calling import compare
from rosenblatt.compare.comparison import Comparison, Entry
from rosenblatt.compare.learner_list import LEARNERS, Learner, choose_learners
from rosenblatt.compare.table_source import find_table

__all__ = [
    "LEARNERS",
    "Comparison",
    "Entry",
    "Learner",
    "choose_learners",
    "compare",
    "find_table",
]


class CallablePackage(ModuleType):
    """The type of this package."""

    def __call__(self, *args: Any, **options: Any) -> Comparison:
        """As :func:`rosenblatt.compare.compare`."""
        return compare(*args, **options)


CallablePackage.__call__.__doc__ = compare.__doc__
CallablePackage.__signature__ = signature(compare)  # type: ignore[attr-defined]
sys.modules[__name__].__class__ = CallablePackage
