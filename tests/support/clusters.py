"""Small Dask clusters, and what they leave behind."""

import multiprocessing
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

# Workers are forked from a process that has imported all they need: they start in no time.
os.environ["DASK_DISTRIBUTED__WORKER__MULTIPROCESSING_METHOD"] = "forkserver"
NEEDED = ["distributed", "distributed.nanny", "rosenblatt.distributed.part_tasks", "pandas"]


@contextmanager
def local_cluster(n_workers, folder):
    from distributed import Client, LocalCluster

    multiprocessing.get_context("forkserver").set_forkserver_preload(NEEDED)
    cluster = LocalCluster(
        n_workers=n_workers, threads_per_worker=1, processes=True, dashboard_address=None,
        local_directory=str(folder), silence_logs=50,
    )  # fmt: skip
    try:
        with Client(cluster) as client:
            client.wait_for_workers(n_workers, timeout=60)
            yield client
    finally:
        with suppress(KeyError):  # Dask's own list may lack a worker that was killed
            cluster.close()


def worker_ids(client):
    """Process numbers of the workers that run."""
    numbers = [nanny.pid for nanny in client.cluster.workers.values()]
    return [number for number in numbers if number is not None and psutil.pid_exists(number)]


def kill_later(number, seconds):
    """Kill -9 a process in a while."""

    def kill():
        time.sleep(seconds)
        os.kill(number, signal.SIGKILL)

    thread = threading.Thread(target=kill)
    thread.start()
    return thread


class WorkerKiller(threading.Thread):
    """Kills -9 workers at random moments, a given number of times."""

    def __init__(self, client, times, seconds, seed):
        super().__init__()
        self.client, self.times, self.seconds = client, times, seconds
        self.draw, self.killed = random.Random(seed), []

    def run(self):
        while len(self.killed) < self.times:
            time.sleep(self.draw.uniform(0, self.seconds))
            running = [number for number in worker_ids(self.client) if number not in self.killed]
            if running:
                self.killed.append(self.draw.choice(running))
                with suppress(ProcessLookupError):
                    os.kill(self.killed[-1], signal.SIGKILL)


@contextmanager
def scheduler_and_worker(folder):
    """A scheduler and a worker as processes of their own; the scheduler's process and address."""
    told = Path(folder) / "scheduler.json"
    python = [sys.executable, "-m", "dask"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    scheduler = subprocess.Popen(
        [*python, "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
         "--scheduler-file", str(told)], **quiet,
    )  # fmt: skip
    worker = subprocess.Popen(
        [*python, "worker", "--scheduler-file", str(told), "--nthreads", "1", "--no-nanny",
         "--no-dashboard", "--death-timeout", "60"], **quiet,
    )  # fmt: skip
    try:
        until = time.monotonic() + 60
        while not told.exists() and time.monotonic() < until:
            time.sleep(0.05)
        yield scheduler, told
    finally:
        for process in (worker, scheduler):
            process.kill()
            process.wait()


def children():
    """Process numbers of all that this process has started, but for Python's own helpers."""
    return {child.pid for child in psutil.Process().children(recursive=True) if is_ours(child)}


def is_ours(child):
    try:
        words = " ".join(child.cmdline())
        helper = "tracker" in words or "forkserver import main" in words
        return child.status() != "zombie" and not (helper and child.ppid() == os.getpid())
    except psutil.NoSuchProcess:
        return False


def is_listening(address):
    """Whether somebody answers at tcp://host:port."""
    host, port = address.removeprefix("tcp://").rsplit(":", 1)
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex((host, int(port))) == 0
