"""End a fit that takes too long, wherever it is."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import isinf
from types import FrameType
from typing import Any

LAST_WAIT = 0.5


class TimeUp(BaseException):
    """The time that a fit was given is used up; no ``except Exception`` hides it."""


@contextmanager
def capped(seconds: float) -> Iterator[None]:
    """Raise :class:`TimeUp` if the block takes longer than ``seconds``.

    Compiled learners of this package and all Python code end at once; the solvers of other
    libraries end when they return. An interrupt by the user stays what it is. In other threads
    than the main one, which alone can be interrupted, nothing is limited.
    """
    if isinf(seconds) or threading.current_thread() is not threading.main_thread():
        yield
        return
    alarm = _Alarm(seconds)
    try:
        yield
        alarm.cancel()
    finally:
        alarm.restore()


class _Alarm:
    """Interrupts the main thread as Ctrl-C does, and tells that it was not the user."""

    def __init__(self, seconds: float) -> None:
        self.lock, self.rang, self.over = threading.Lock(), False, False
        self.before: Any = signal.signal(signal.SIGINT, self._on_interrupt)
        self.timer = threading.Timer(max(seconds, 0.0), self._ring)
        self.timer.daemon = True
        self.timer.start()

    def _ring(self) -> None:
        with self.lock:
            if not self.over:
                self.rang = True
                os.kill(os.getpid(), signal.SIGINT)

    def _on_interrupt(self, number: int, frame: FrameType | None) -> None:
        if self.rang:
            self.rang = False
            raise TimeUp
        if callable(self.before):
            self.before(number, frame)

    def cancel(self) -> None:
        """End the alarm; if it rang a moment ago, wait for what it raises."""
        self._silence()
        until = time.monotonic() + LAST_WAIT
        while self.rang and time.monotonic() < until:
            time.sleep(0.001)

    def _silence(self) -> None:
        with self.lock:
            self.over = True
        self.timer.cancel()

    def restore(self) -> None:
        """Put back the handler that was there before."""
        self._silence()
        signal.signal(signal.SIGINT, self.before)
