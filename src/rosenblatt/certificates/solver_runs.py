"""Runs of a solver that give the interpreter lock away, and the end of the program."""

import atexit
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_changed = threading.Condition()
_state = {"running": 0, "leaving": False}


@contextmanager
def solver_run() -> Iterator[None]:
    """Keep the program alive until the solver has returned, and begin nothing once it ends.

    A thread that asks for the interpreter lock in the midst of a solver when the program ends
    would abort it. Runs are short: the end waits for one of each thread at most.
    """
    with _changed:
        _changed.wait_for(may_begin)  # a thread that may not is ended there
        _state["running"] += 1
    try:
        yield
    finally:
        with _changed:
            _state["running"] -= 1
            _changed.notify_all()


def may_begin() -> bool:
    return not _state["leaving"] or threading.current_thread() is threading.main_thread()


@atexit.register
def _wait_for_runs() -> None:
    with _changed:
        _state["leaving"] = True
        _changed.wait_for(lambda: not _state["running"])
