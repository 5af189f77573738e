"""``python -m benchmarks``: run the cases, print their tables, write Markdown and JSON."""

import argparse
import sys
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

from threadpoolctl import threadpool_limits  # type: ignore

from benchmarks import cases, descents, rivals
from benchmarks.accuracy import accuracy
from benchmarks.cases import BenchmarkOptions, ResultTable
from benchmarks.kernels import kernels
from benchmarks.machine import describe
from benchmarks.one_pass import one_pass
from benchmarks.report import machine_list, markdown, write
from benchmarks.sets import data_home
from benchmarks.solves import solves

CASES: dict[str, Callable[[BenchmarkOptions], ResultTable]] = {
    "dense": cases.dense,
    "sparse": cases.sparse,
    "lanes": cases.lanes,
    "cold": cases.cold,
    "descent": descents.epochs,
    "descent fits": descents.fits,
    "passive-aggressive": rivals.passive_aggressive,
    "boosting": rivals.boosting,
    "kernels": kernels,
    "second order": solves,
    "one pass": one_pass,
    "accuracy": accuracy,
}


def main(argv: Sequence[str] | None = None) -> None:
    """Run the benchmarks with the given command-line arguments."""
    given = parser().parse_args(argv)
    options = BenchmarkOptions(repeats=1 if given.quick else given.repeats, quick=given.quick)
    warnings.simplefilter("ignore")  # peers warn when they stop after the agreed epochs
    machine = describe() | {
        "data folder": "present" if data_home() else "absent, generated data instead"
    }
    print(machine_list(machine), flush=True)
    tables = []
    with threadpool_limits(1):
        for name in given.only or CASES:
            print(f"... {name}", file=sys.stderr, flush=True)
            tables.append(CASES[name](options))
            print(markdown(tables[-1]), flush=True)
            files = write(machine, tables, given.out)
    print("Written:", *files)


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--only", action="append", choices=CASES, help="only this case; may be repeated"
    )
    parser.add_argument("--repeats", type=int, default=5, help="rounds per case (5)")
    parser.add_argument("--quick", action="store_true", help="tiny data, one round")
    parser.add_argument("--out", type=Path, default=Path("out/bench"), help="folder (out/bench)")
    return parser


if __name__ == "__main__":
    main()
