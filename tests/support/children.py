"""Code that may crash, hang or be interrupted runs in a child process, not in the tests' own."""

import faulthandler
import os
import pickle
import select
import signal
import threading
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Any


class DiedError(AssertionError):
    """The child ended by a signal, without a word, or not at all."""


def in_child(function: Callable[[], Any], timeout: float = 20.0) -> Any:
    """What ``function`` returns in a forked child; what it raises is raised here.

    Examples
    --------
    >>> in_child(lambda: 6 * 7)
    42
    """
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # threads of earlier tests are idle
        child = os.fork()
    if child == 0:
        os.close(reader)
        _tell(function, writer)
    os.close(writer)
    try:
        told = _listen(reader, time.monotonic() + timeout)
    finally:
        os.close(reader)
        status = _end(child)
    return _understand(told, status, timeout)


def ctrl_c(after: float = 0.3) -> list[float]:
    """Send SIGINT to this process in a while; the list will hold the time at which it was sent."""
    sent: list[float] = []

    def send() -> None:
        time.sleep(after)
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=send, daemon=True).start()
    return sent


def seconds_to_stop(function: Callable[[], Any], after: float = 0.3) -> float:
    """How long ``function`` goes on after Ctrl-C; it must end with KeyboardInterrupt."""
    sent = ctrl_c(after)
    try:
        function()
    except KeyboardInterrupt:
        return time.monotonic() - sent[0]
    raise AssertionError("Ctrl-C did not raise KeyboardInterrupt")


def _tell(function: Callable[[], Any], writer: int) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    faulthandler.disable()  # a crash is reported once, by the parent
    try:
        answer = ("returned", function())
    except BaseException as error:
        answer = ("raised", error)
    try:
        message = pickle.dumps(answer)
    except Exception:
        message = pickle.dumps(("raised", AssertionError(f"not to be sent: {answer!r}")))
    with os.fdopen(writer, "wb") as pipe:
        pipe.write(message)
    os._exit(0)


def _listen(reader: int, until: float) -> bytes | None:
    """All the child wrote, or None if it did not close its end in time."""
    told = b""
    while select.select([reader], [], [], max(0.0, until - time.monotonic()))[0]:
        if not (part := os.read(reader, 1 << 16)):
            return told
        told += part
    return None


def _end(child: int) -> int:
    """Wait for a child that has closed its pipe; one that has not is killed."""
    until = time.monotonic() + 1.0
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status
        time.sleep(0.002)
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    return os.waitpid(child, 0)[1]


def _understand(told: bytes | None, status: int, timeout: float) -> Any:
    if told is None:
        raise DiedError(f"the child was still running after {timeout} s")
    if os.WIFSIGNALED(status):
        raise DiedError(f"the child was ended by {signal.Signals(os.WTERMSIG(status)).name}")
    kind, answer = pickle.loads(told)
    if kind == "raised":
        raise answer
    return answer
