"""Interleaved timing: in each round, every contender of a case runs once."""

import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any


@dataclass(frozen=True)
class Job:
    """A named call to be timed; ``factor`` scales its time if it does only part of the work."""

    name: str
    run: Callable[[], Any]
    factor: float = 1.0


def interleaved(jobs: Sequence[Job], repeats: int) -> dict[str, list[float]]:
    """CPU seconds of every job in every round; each round starts with the next job.

    A temporary disturbance of the machine then affects all contenders alike.
    """
    seconds: dict[str, list[float]] = {job.name: [] for job in jobs}
    for turn in range(repeats):
        shift = turn % len(jobs)
        for job in [*jobs[shift:], *jobs[:shift]]:
            seconds[job.name].append(job.factor * cpu_seconds(job.run))
    return seconds


def cpu_seconds(run: Callable[[], Any]) -> float:
    gc.collect()
    gc.disable()
    try:
        start = time.process_time()
        run()
        return time.process_time() - start
    finally:
        gc.enable()


def medians(seconds: dict[str, list[float]]) -> dict[str, float]:
    return {name: median(values) for name, values in seconds.items()}


PROLOGUE = "import json, time; cpu, wall = 0.0, time.perf_counter()\n"
EPILOGUE = "\nprint(json.dumps([time.process_time() - cpu, time.perf_counter() - wall]))"
START_HERE = "\ncpu, wall = time.process_time(), time.perf_counter()\n"


def fresh_processes(scripts: dict[str, str], repeats: int) -> dict[str, list[list[float]]]:
    """CPU seconds (with the start of Python) and wall seconds (without it) of scripts, interleaved.

    An untimed first round fills the bytecode cache, as every start but the first finds it filled.
    """
    times: dict[str, list[list[float]]] = {name: [] for name in scripts}
    with tempfile.TemporaryDirectory() as cache:
        for turn in range(repeats + 1):
            for name, script in scripts.items():
                seconds = fresh_process(PROLOGUE + script + EPILOGUE, cache)
                times[name] += [seconds] if turn else []
    return times


def fresh_process(script: str, cache: str) -> list[float]:
    settings = {"PYTHONPYCACHEPREFIX": cache, "PYTHONDONTWRITEBYTECODE": ""}
    command, env = [sys.executable, "-c", script], os.environ | settings
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    return [float(value) for value in json.loads(done.stdout.splitlines()[-1])]
