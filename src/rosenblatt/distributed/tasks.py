"""Who does tasks: this process, or a cluster."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol


class Tasks(Protocol):
    """Calls functions, here or elsewhere; the answers come in the order of the calls."""

    def run(self, function: Callable[..., Any], calls: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Call a pure function once for each tuple of arguments."""
        ...

    def start(self, function: Callable[..., Any], calls: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The same, but the answers stay where they are; they may be arguments of later calls."""
        ...

    def parts(self, X: Any, y: Any, weights: Any, n_parts: int) -> list[Any] | None:
        """The parts of collections that lie on the cluster; None for anything else."""
        ...


class HereTasks:
    """One after the other, in this process."""

    def run(self, function: Callable[..., Any], calls: Sequence[tuple[Any, ...]]) -> list[Any]:
        return [function(*arguments) for arguments in calls]

    def start(self, function: Callable[..., Any], calls: Sequence[tuple[Any, ...]]) -> list[Any]:
        return self.run(function, calls)

    def parts(self, X: Any, y: Any, weights: Any, n_parts: int) -> list[Any] | None:
        return None


class ClusterLostError(RuntimeError):
    """The cluster does not answer any more."""
