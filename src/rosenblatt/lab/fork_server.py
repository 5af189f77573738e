"""A server process that imports the library once and then only forks workers.

A worker costs milliseconds this way, one that was killed is replaced at once, and forking is safe:
the server has a single thread. When the process that started it ends, in whatever way, the server
kills all its workers and itself.
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


class ForkServer:
    """The parent's side: starts the server, asks it for workers, ends them all."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair()
        self._lock = threading.Lock()
        with theirs:
            self._process = _start(theirs.fileno())

    def spawn(self) -> Worker:
        """A new worker."""
        tasks_in, tasks_out = os.pipe()
        answers_in, answers_out = os.pipe()
        started = self._request(tasks_in, answers_out)
        os.close(tasks_in)
        os.close(answers_out)
        worker = Worker(tasks_out, answers_in)
        if not started:
            worker.close()
            raise WorkerError(
                "worker processes cannot be started, or were killed by another program; messages "
                "above may say why. Nothing done is lost: run the same command to resume."
            )
        return worker

    def _request(self, *pipes: int) -> bool:
        """Ask for a worker with these pipes; whether there is one."""
        with self._lock:
            try:
                socket.send_fds(self._socket, [b"w"], pipes)
                return self._socket.recv(1) != b""
            except OSError:
                return False

    def end(self) -> None:
        """Kill the server and all its workers."""
        # All of them are in the session that the server leads. Its number cannot belong to another
        # process: it is not free until we have waited for it.
        if self._process.returncode is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        with self._lock:
            self._socket.close()


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
        """Close the pipes: an idle worker ends."""
        for pipe in (self._tasks, self._answers):
            try:
                pipe.close()
            except OSError:  # what was left to write has no reader
                continue


def main() -> None:
    """Fork a worker for each pair of pipes received; when the socket closes, kill everything."""
    requests = socket.socket(fileno=int(sys.argv[1]))
    os.dup2(2, 1)  # what tasks print must not be mixed with results
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        request, pipes, _, _ = socket.recv_fds(requests, 1, 2)
        if not request:
            os.killpg(0, signal.SIGKILL)
        if os.fork() == 0:
            requests.close()
            _work(*pipes)
        for pipe in pipes:
            os.close(pipe)
        requests.send(b"w")


def _work(tasks: int, answers: int) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    try:
        with os.fdopen(tasks, encoding="utf-8") as lines, os.fdopen(answers, "w") as out:
            serve(lines, out)
    finally:
        os._exit(0)


def _start(requests: int) -> subprocess.Popen[bytes]:
    """A process that finds our modules, uses one thread, and does not receive our Ctrl-C."""
    return subprocess.Popen(
        [sys.executable, "-c", f"from {__name__} import main; main()", str(requests)],
        stdin=subprocess.DEVNULL,
        pass_fds=[requests],
        start_new_session=True,
        env=os.environ
        | {f"{library}_NUM_THREADS": "1" for library in THREADS}
        | {"PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)},
    )
