"""Processes that tests start and kill: only ever those that they started themselves."""

import os
import signal
import subprocess
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path


def start(function: Callable[[], object]) -> int:
    """Fork a child that calls the function and ends; its process number."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # threads of earlier tests are idle
        child = os.fork()
    if child == 0:
        code = 1
        try:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            function()
            code = 0
        finally:
            os._exit(code)
    return child


def ended(process: int) -> int | None:
    """Exit code of a child (negative: its signal), None while it runs."""
    done, status = os.waitpid(process, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if done else None


def wait(process: int, seconds: float = 120.0) -> int:
    """Exit code of a child, once it has ended."""
    until = time.monotonic() + seconds
    while (code := ended(process)) is None:
        if time.monotonic() > until:
            kill(process)
            raise AssertionError(f"the process was still running after {seconds} s")
        time.sleep(0.01)
    return code


def kill(process: int, how: int = signal.SIGKILL) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, how)


def descendants(process: int) -> list[int]:
    """Children, their children, and so on: nearest first."""
    parents = _parents()
    found = [process]
    for number in found:
        found += [child for child, parent in parents.items() if parent == number]
    return found[1:]


def alive(processes: list[int]) -> list[int]:
    """Those that still exist, zombies left out."""
    return [process for process in processes if process in _parents()]


def _parents() -> dict[int, int]:
    """Parent of every process, zombies left out."""
    listed = _from_proc() if Path("/proc/self/stat").exists() else _from_ps()
    return {number: parent for number, parent, state in listed if not state.startswith("Z")}


def _from_proc() -> Iterator[tuple[int, int, str]]:
    for entry in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            number = int(entry.name)
            state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
            yield number, int(parent), state


def _from_ps() -> Iterator[tuple[int, int, str]]:
    """Where there is no /proc, as on macOS."""
    columns = ["-o", "pid=", "-o", "ppid=", "-o", "stat="]
    listing = subprocess.run(["ps", "-A", *columns], capture_output=True, text=True, check=True)
    for line in listing.stdout.splitlines():
        number, parent, state = line.split()[:3]
        yield int(number), int(parent), state
