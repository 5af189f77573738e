"""The worker of ``old_and_new``: prepares and times cases with the installation that runs it."""

import gc
import json
import sys
import time
import warnings
from contextlib import redirect_stdout

from benchmarks.timed_cases import Prepare, Run, Spent, cases


def serve() -> None:
    """Answer requests, one JSON line each, until there are no more."""
    warnings.simplefilter("ignore")
    answers, desk = sys.stdout, Desk(cases())
    with redirect_stdout(sys.stderr):
        for line in sys.stdin:
            name, given = json.loads(line)
            try:
                answer = getattr(desk, name)(*given)
            except Exception as error:
                answer = {"error": f"{type(error).__name__}: {error}"}
            print(json.dumps(answer), file=answers, flush=True)


class Desk:
    """What a worker can be asked for."""

    def __init__(self, cases: dict[str, Prepare]) -> None:
        self.cases = cases
        self.run: Run | None = None

    def names(self) -> list[str]:
        return list(self.cases)

    def prepare(self, name: str) -> None:
        """Lay out the rows and run once."""
        self.run = None  # the rows of the last case go before those of the next come
        self.run = self.cases[name]()
        self.run()

    def time(self, times: int) -> Spent:
        """Seconds of one run of what is prepared, the mean of several."""
        if self.run is None:
            raise ValueError("nothing is prepared.")
        return timed(self.run, times)


def timed(run: Run, times: int) -> Spent:
    gc.collect()
    gc.disable()
    try:
        cpu, wall = time.process_time(), time.perf_counter()
        for _ in range(times):
            result = run()
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    finally:
        gc.enable()
    return result if isinstance(result, Spent) else Spent(cpu / times, wall / times)


if __name__ == "__main__":
    serve()
