"""Which of the hypotheses met in training is kept, by name."""

from collections.abc import Callable, Iterable
from typing import Any

from rosenblatt import _core

LAST = "last"  # needs no keeper
KEEPERS: dict[str, Callable[[], Any]] = {
    "longest": _core.Longest,
    "pocket": _core.Pocket,
    "averaged": _core.Averaged,
    "voted": _core.Voted,
}
HYPOTHESES = {LAST, *KEEPERS}
SURVIVORS = {"longest", "pocket", "voted"}  # look for hypotheses that survive rows
NOT_IN_STREAMS = {
    "pocket": "it counts errors over all rows, and a stream never has them together",
}


def keepers_of(hypotheses: Iterable[str]) -> list[Any]:
    """The keepers that a training run needs so that these hypotheses can be asked of it."""
    return [KEEPERS[name]() for name in sorted(set(hypotheses) - {LAST})]
