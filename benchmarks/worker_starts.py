"""``python -m benchmarks.worker_starts``: worker processes, ours beside those of two libraries.

Seconds until the first worker has answered, seconds of each further one, and what becomes of 40
tasks of which one kills its worker. Each library is asked in a fresh process, in turn. Figures go
to benchmarks/results/worker_starts.json.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.markdown_table import markdown
from benchmarks.stored import measured, store

RESULTS = Path(__file__).parent / "results" / "worker_starts.json"
FURTHER = 8  # workers after the first
TASKS, DEADLY = 40, 20  # tasks of a batch, and which of them ends its worker
LASTING = 0.1  # seconds that a task of a batch takes
PATIENCE = 60.0  # seconds until a batch without an answer counts as lost

Starts = dict[str, Any]


def main() -> None:
    """Ask every library several times, each in a process of its own."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.worker_starts", description=__doc__)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--out", type=Path, default=RESULTS)
    parser.add_argument("--only", choices=sorted(KINDS), help="one library, once, told as JSON")
    given = parser.parse_args()
    if given.only:
        first, further = KINDS[given.only]()
        print(json.dumps({"first": first, "further": further, "batch": BATCHES[given.only]()}))
        return
    found: dict[str, list[Starts]] = {name: [] for name in KINDS}
    for _ in range(given.repeats):
        for name, runs in found.items():
            runs.append(in_fresh_process(name))
    store(given.out, "python -m benchmarks.worker_starts", {"runs": found})


def in_fresh_process(name: str) -> Starts:
    command = [sys.executable, "-m", "benchmarks.worker_starts", "--only", name]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    told: Starts = json.loads(done.stdout.splitlines()[-1])
    return told


def task(seed: int) -> list[dict[str, Any]]:
    """Nothing but what a worker of the laboratory has to import before it can do anything."""
    import rosenblatt.lab.measure  # noqa: F401

    return []


def deadly_task(seed: int) -> list[dict[str, Any]]:
    """One of a batch, of which one kills its worker."""
    if seed == DEADLY:
        os._exit(1)
    time.sleep(LASTING)
    return task(seed)


def waited(act: Callable[[], Any]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def ours() -> tuple[float, float]:
    from rosenblatt.lab.fork_server import ForkServer

    line = json.dumps([["benchmarks.worker_starts:task", {"seed": 0}, ""]])
    begin = time.perf_counter()
    server = ForkServer()
    server.spawn().ask(line)
    first = time.perf_counter() - begin
    further = [waited(lambda: server.spawn().ask(line)) for _ in range(FURTHER)]
    server.end()
    return first, median(further)


def our_batch() -> dict[str, int]:
    from rosenblatt.lab.task import Task
    from rosenblatt.lab.worker_pool import WorkerPool

    kind = "benchmarks.worker_starts:deadly_task"
    pool = WorkerPool([Task(kind, {"seed": k}) for k in range(TASKS)], 2)
    outcomes = []
    while len(outcomes) < TASKS:
        done = pool.done.get(timeout=PATIENCE)
        if isinstance(done, Exception):
            raise done
        outcomes += [outcome for _, outcome in done]
    pool.stop()
    return tally(outcome.error is None for outcome in outcomes)


def by_loky() -> tuple[float, float]:
    """Workers of a pool start together: the further ones are those of a second pool."""
    from joblib.externals.loky import ProcessPoolExecutor

    pools = []

    def start() -> None:
        pools.append(ProcessPoolExecutor(max_workers=1))
        pools[-1].submit(task, 0).result()

    first = waited(start)
    further = [waited(start) for _ in range(2)]
    for pool in pools:
        pool.shutdown(kill_workers=True)
    return first, median(further)


def batch_by_loky() -> dict[str, int]:
    from joblib.externals.loky import ProcessPoolExecutor

    with ProcessPoolExecutor(max_workers=2) as pool:
        futures = [pool.submit(deadly_task, k) for k in range(TASKS)]
        return tally(future.exception(PATIENCE) is None for future in futures)


def by_fork_server() -> tuple[float, float]:
    import multiprocessing

    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["rosenblatt.lab.measure"])

    def start() -> None:
        process = context.Process(target=task, args=(0,))
        process.start()
        process.join()

    return waited(start), median([waited(start) for _ in range(FURTHER)])


def batch_by_fork_server() -> dict[str, int]:
    """A pool of multiprocessing replaces the worker, but never tells what it had taken."""
    import multiprocessing

    context = multiprocessing.get_context("forkserver")
    with context.Pool(2) as pool:
        answers = [pool.apply_async(deadly_task, (k,)) for k in range(TASKS)]
        until = time.monotonic() + PATIENCE / 6
        while time.monotonic() < until and not all(answer.ready() for answer in answers):
            time.sleep(0.05)
        return tally(answer.ready() for answer in answers)


def tally(results: Any) -> dict[str, int]:
    found = list(results)
    return {"results": sum(found), "lost": len(found) - sum(found)}


KINDS: dict[str, Callable[[], tuple[float, float]]] = {
    "ours": ours,
    "loky": by_loky,
    "multiprocessing's fork server": by_fork_server,
}
BATCHES: dict[str, Callable[[], dict[str, int]]] = {
    "ours": our_batch,
    "loky": batch_by_loky,
    "multiprocessing's fork server": batch_by_fork_server,
}


def page_table() -> str:
    """As docs/libraries.md shows it."""
    runs = measured(RESULTS)["runs"]
    lines = [
        ["first worker ready", *(seconds(runs[name], "first") for name in runs)],
        [
            "each further worker, or a replacement",
            *(seconds(runs[name], "further") for name in runs),
        ],
        [f"{TASKS} tasks, of which one kills its worker", *(batch(runs[name]) for name in runs)],
    ]
    return markdown(["", *runs], lines)


def seconds(runs: list[Starts], which: str) -> str:
    middle = median(run[which] for run in runs)
    return f"{middle:.1f} s" if middle >= 0.1 else f"{1e3 * middle:.0f} ms"


def batch(runs: list[Starts]) -> str:
    """Of the run in the middle."""
    batches = sorted((run["batch"] for run in runs), key=lambda told: told["results"])
    middle = batches[len(batches) // 2]
    return f"{middle['results']} results, {middle['lost']} lost"


if __name__ == "__main__":
    main()
