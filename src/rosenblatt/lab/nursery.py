"""A process that imports the library once and then only forks workers.

A worker costs milliseconds this way, one that was killed is replaced at once, and forking is safe:
the nursery has a single thread. When the process that started it ends, in whatever way, the nursery
ends all its workers and itself.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading

from rosenblatt.lab.worker import serve

THREADS = ("OMP", "OPENBLAS", "MKL", "BLIS", "NUMEXPR")


class WorkerError(OSError):
    """Workers cannot be started."""


class Nursery:
    """The parent's side: starts the process, asks it for workers, ends all of them."""

    def __init__(self) -> None:
        self._line, theirs = socket.socketpair()
        self._asking = threading.Lock()
        with theirs:
            self._process = _start(theirs.fileno())

    def hire(self) -> Worker:
        """A new worker."""
        tasks_in, tasks_out = os.pipe()
        answers_in, answers_out = os.pipe()
        begun = self._send(tasks_in, answers_out)
        os.close(tasks_in)
        os.close(answers_out)
        worker = Worker(tasks_out, answers_in)
        if not begun:
            worker.close()
            raise WorkerError(
                "worker processes cannot be started, or were ended by another program; messages "
                "above may say why. Nothing done is lost: run the same command to go on."
            )
        return worker

    def _send(self, *pipes: int) -> bool:
        with self._asking:
            try:
                socket.send_fds(self._line, [b"w"], pipes)
                return self._line.recv(1) != b""
            except OSError:
                return False

    def end(self) -> None:
        """End the nursery and all its workers at once."""
        # All of them are in the session that the nursery leads, and it cannot be another's: its
        # number is ours until we wait for it.
        if self._process.returncode is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        with self._asking:
            self._line.close()


class Worker:
    """The parent's ends of the pipes of one worker."""

    def __init__(self, tasks: int, answers: int) -> None:
        self._tasks = os.fdopen(tasks, "w", encoding="utf-8")
        self._answers = os.fdopen(answers, encoding="utf-8")

    def ask(self, line: str) -> str | None:
        """The answer to a line; None if the worker died."""
        try:
            self._tasks.write(line + "\n")
            self._tasks.flush()
        except OSError:
            return None
        answer = self._answers.readline()
        return answer if answer.endswith("\n") else None

    def close(self) -> None:
        """Hang up: a worker that is not at work ends."""
        for pipe in (self._tasks, self._answers):
            try:
                pipe.close()
            except OSError:  # what was to be written has no reader
                continue


def main() -> None:
    """Fork a worker for each pair of pipes that comes; the end of the line is the end of all."""
    line = socket.socket(fileno=int(sys.argv[1]))
    os.dup2(2, 1)  # what tasks print is not to stand among the results
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        asked, pipes, _, _ = socket.recv_fds(line, 1, 2)
        if not asked:
            os.killpg(0, signal.SIGKILL)
        if os.fork() == 0:
            line.close()
            _work(*pipes)
        for pipe in pipes:
            os.close(pipe)
        line.send(b"w")


def _work(tasks: int, answers: int) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    try:
        with os.fdopen(tasks, encoding="utf-8") as lines, os.fdopen(answers, "w") as out:
            serve(lines, out)
    finally:
        os._exit(0)


def _start(line: int) -> subprocess.Popen[bytes]:
    """A process that sees our modules, keeps to one thread, and does not hear our Ctrl-C."""
    return subprocess.Popen(
        [sys.executable, "-c", f"from {__name__} import main; main()", str(line)],
        stdin=subprocess.DEVNULL,
        pass_fds=[line],
        start_new_session=True,
        env=os.environ
        | {f"{library}_NUM_THREADS": "1" for library in THREADS}
        | {"PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)},
    )
