"""``python -m benchmarks.old_and_new OLD_PYTHON NEW_PYTHON``: what a change did to the speed.

Two installations, each in a process of its own, prepare the same case and then fit it in turn, one
at a time: old, new, new, old, ... What disturbs the machine for a while meets both; after a few
pairs the rows are laid out anew, for where they lie in memory can matter more than the change.
Times are those of the CPU, one thread; the ratio is the median over the pairs of neighbours, the
interval holds the middle half of them. Run it from the checkout.
"""

import argparse
import json
import math
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median, quantiles
from typing import Any

ROOT = Path(__file__).parents[1]
SHORTEST = 0.03  # seconds; what takes less is repeated between two looks at the clock
PAIRS_IN_PLACE = 3  # pairs before the rows are laid out anew
CLEARLY = 1.03  # ratio at the better end of the interval that counts as slower
THREADS = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")

Seconds = tuple[float, float]  # CPU and wall


class FailedError(Exception):
    """What a worker could not do."""


class Worker:
    """An installation that answers."""

    def __init__(self, python: str) -> None:
        self.python = python
        command = [python, "-m", "benchmarks.timing_worker"]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        env = os.environ | THREADS
        self.process: Any = subprocess.Popen(command, cwd=ROOT, env=env, **pipes)  # type: ignore

    def ask(self, what: str, *given: Any) -> Any:
        with suppress(BrokenPipeError):
            print(json.dumps([what, given]), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"the worker of {self.python} died when asked for {what} {given}")
        answer = json.loads(line)
        if isinstance(answer, dict):
            raise FailedError(answer["error"])
        return answer

    def close(self) -> None:
        with suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.wait()


@dataclass(frozen=True)
class Pairs:
    """Seconds of both installations, taken side by side."""

    old: list[Seconds]
    new: list[Seconds]

    def milliseconds(self) -> list[float]:
        return [1e3 * median(cpu for cpu, _ in side) for side in (self.old, self.new)]

    def ratios(self, clock: int = 0) -> list[float]:
        return [new[clock] / old[clock] for old, new in zip(self.old, self.new, strict=True)]

    def quartiles(self) -> tuple[float, float, float]:
        """Of the ratios of CPU times."""
        low, middle, high = quantiles(self.ratios(), n=4, method="inclusive")
        return low, middle, high


def measure(old: Worker, new: Worker, name: str, repeats: int) -> Pairs:
    """Both prepare and warm up; then they take turns, each pair the other way round."""
    found: dict[Worker, list[Seconds]] = {old: [], new: []}
    times = 0
    for number in range(repeats):
        if number % PAIRS_IN_PLACE == 0:
            for worker in found:
                worker.ask("prepare", name)
            times = times or repetitions(old, new)
        for worker in (old, new) if number % 2 == 0 else (new, old):
            found[worker].append(worker.ask("time", times))
    return Pairs(found[old], found[new])


def repetitions(*workers: Worker) -> int:
    """How often a case is run between two looks at the clock, the same for all."""
    seconds = min(worker.ask("time", 1)[0] for worker in workers)
    return math.ceil(SHORTEST / max(seconds, 1e-6))


def measured(workers: Sequence[Worker], wanted: str, repeats: int) -> Iterator[tuple[str, Pairs]]:
    """The cases that both know and whose names match; what fails is said and left out."""
    old, new = workers
    known = new.ask("names")
    for name in old.ask("names"):
        if name not in known or not re.search(wanted, name):
            continue
        try:
            yield name, measure(old, new, name, repeats)
        except FailedError as error:
            print(f"{name:<45} not measured: {error}", flush=True)


def report(results: Iterator[tuple[str, Pairs]]) -> None:
    """A line as soon as a case is through, and a summary."""
    print(
        f"{'case':<45} {'old ms':>9} {'new ms':>9} {'new/old':>8}  {'middle half':<13} {'wall':>5}"
    )
    middles, slower = [], []
    for name, pairs in results:
        old, new = pairs.milliseconds()
        low, middle, high = pairs.quartiles()
        wall = median(pairs.ratios(clock=1))
        line = f"{name:<45} {old:9.3f} {new:9.3f} {middle:8.3f}  {low:.3f} - {high:.3f} {wall:5.2f}"
        print(line, flush=True)
        middles.append(middle)
        slower += [name] if low > CLEARLY else []
    if middles:
        print(f"{len(middles)} cases, mean ratio {math.exp(fmean(map(math.log, middles))):.3f}")
        print("clearly slower:", "; ".join(slower) or "none")


def main(argv: Sequence[str] | None = None) -> None:
    """Measure two installations."""
    given = parser().parse_args(argv)
    workers = [Worker(python) for python in (given.old, given.new)]
    try:
        report(measured(workers, given.only, max(given.repeats, 2)))
    finally:
        for worker in workers:
            worker.close()


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.old_and_new", description=__doc__)
    parser.add_argument("old", metavar="OLD_PYTHON", help="interpreter of the version before")
    parser.add_argument("new", metavar="NEW_PYTHON", help="interpreter of the version after")
    parser.add_argument("--repeats", type=int, default=9, help="pairs per case (9; 2 or more)")
    parser.add_argument("--only", default="", metavar="REGEX", help="cases whose name matches")
    return parser


if __name__ == "__main__":
    main()
