"""Taking turns: the contenders of a case run one after the other, round by round."""

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
    """A named call to be timed; ``factor`` scales its time where it does a part of the work."""

    name: str
    run: Callable[[], Any]
    factor: float = 1.0


def interleaved(jobs: Sequence[Job], repeats: int) -> dict[str, list[float]]:
    """CPU seconds of every job in every round; each round starts with the next job.

    What disturbs the machine for a while then meets all contenders alike.
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
    """CPU seconds (starting Python included) and wall seconds (without) of scripts, interleaved.

    An untimed first round fills a cache of bytecode, as any second start of a program finds one.
    """
    times: dict[str, list[list[float]]] = {name: [] for name in scripts}
    with tempfile.TemporaryDirectory() as cache:
        for turn in range(repeats + 1):
            for name, script in scripts.items():
                seconds = fresh_process(PROLOGUE + script + EPILOGUE, cache)
                times[name] += [seconds] if turn else []
    return times


def fresh_process(script: str, cache: str) -> list[float]:
    wanted = {"PYTHONPYCACHEPREFIX": cache, "PYTHONDONTWRITEBYTECODE": ""}
    command, env = [sys.executable, "-c", script], os.environ | wanted
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    return [float(value) for value in json.loads(done.stdout.splitlines()[-1])]
