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
LONGEST_WAIT = 4  # times the cap, on a machine that does other things
WAITING = 0.05  # share of its own time below which a block is not computing but waiting


class TimeUp(BaseException):
    """The time that a fit was given is used up; no ``except Exception`` hides it."""


@contextmanager
def capped(seconds: float, slowdown: float = 1.0) -> Iterator[None]:
    """Raise :class:`TimeUp` if the block takes longer than ``seconds``.

    On a busy machine, where a computation takes ``slowdown`` times its own time, a block is left
    alone for longer until it had its share of the processor.

    Compiled learners of this package and all Python code end at once; the solvers of other
    libraries end when they return. An interrupt by the user stays what it is. In other threads
    than the main one, which alone can be interrupted, nothing is limited.
    """
    if isinf(seconds) or threading.current_thread() is not threading.main_thread():
        yield
        return
    alarm = _Alarm(seconds, slowdown)
    try:
        yield
        alarm.cancel()
    finally:
        alarm.restore()


class _Alarm:
    """Interrupts the main thread as Ctrl-C does, and tells that it was not the user."""

    def __init__(self, seconds: float, slowdown: float) -> None:
        self.lock, self.rang, self.over = threading.Lock(), False, False
        self.seconds, self.slowdown = max(seconds, 0.0), slowdown
        self.begin, self.own = time.monotonic(), time.process_time()
        self.before: Any = signal.signal(signal.SIGINT, self._on_interrupt)
        self._wait(self.seconds)

    def _wait(self, seconds: float) -> None:
        self.timer = threading.Timer(seconds, self._ring)
        self.timer.daemon = True
        self.timer.start()

    def _ring(self) -> None:
        with self.lock:
            if self.over:
                return
            missing = self._missing()
            if missing > 0:
                self._wait(missing)
                return
            self.rang = True
            os.kill(os.getpid(), signal.SIGINT)

    def _missing(self) -> float:
        """Seconds until a block that is computing has had its share of the processor."""
        taken, own = time.monotonic() - self.begin, time.process_time() - self.own
        if own < WAITING * taken or taken >= LONGEST_WAIT * self.seconds:
            return 0.0
        rest = self.seconds / self.slowdown - own
        return min(rest * self.slowdown, LONGEST_WAIT * self.seconds - taken) if rest > 0 else 0.0

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
