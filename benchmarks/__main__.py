"""``python -m benchmarks``: run the cases, print their tables, write Markdown and JSON."""

import argparse
import sys
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

from threadpoolctl import threadpool_limits  # type: ignore

from benchmarks import cases, descents, rivals, speed_pages
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
SPEED = [
    "dense", "sparse", "lanes", "cold", "passive-aggressive", "boosting", "descent", "descent fits",
    "second order",
]  # fmt: skip


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
        for name in given.only or (SPEED if given.page else CASES):
            print(f"... {name}", file=sys.stderr, flush=True)
            tables.append(CASES[name](options))
            print(markdown(tables[-1]), flush=True)
            files = write(
                machine, tables, given.out or folder_of(None if given.quick else given.page)
            )
    print("Written:", *files)


def folder_of(page: str | None) -> Path:
    return speed_pages.FOLDER if page else Path("out/bench")


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--only", action="append", choices=CASES, help="only this case; may be repeated"
    )
    parser.add_argument("--repeats", type=int, default=5, help="rounds per case (5)")
    parser.add_argument("--quick", action="store_true", help="tiny data, one round")
    parser.add_argument(
        "--page", choices=["speed"], help="the cases of docs/speed.md, stored for that page"
    )
    parser.add_argument("--out", type=Path, help="folder (out/bench, or that of the page)")
    return parser


if __name__ == "__main__":
    main()
