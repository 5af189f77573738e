"""The compiled core, in a package of its own: the import linter sees Python files only."""

import atexit
import threading

from rosenblatt._core._core import *  # noqa: F403
from rosenblatt._core._core import leave


@atexit.register
def _stop_threads() -> None:
    """Threads that Python ended in the midst of the core would abort the process."""
    leave(with_others=threading.active_count() > 1)
