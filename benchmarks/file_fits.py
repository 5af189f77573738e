"""``python -m benchmarks.file_fits --gigabytes 10``: fitting from Parquet beside merely reading it.

A table like HIGGS (28 columns of single precision, two classes) is made in FOLDER, read with
pyarrow, fitted in two passes within ``--memory``, and removed. Vowpal Wabbit learns some of the
same rows from its own cache. Every contender runs in a process of its own, after the pages of the
files were dropped from memory; CPU seconds are told beside those on the clock, as others may be at
work on the machine. Figures go to benchmarks/results/file_fits.json.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.machine import describe
from benchmarks.markdown_table import markdown
from benchmarks.stored import measured

COLUMNS = 28
GROUP = 250_000
FILE_ROWS = 8 * GROUP
ROW_BYTES = 4 * COLUMNS + 1
NONE: dict[str, Any] = {"passes": ()}
PASSES = {
    "pyarrow": ("pyarrow, from the disk", "pyarrow, once more"),
    "fit_files": ("coding pass", "first pass of learning", "second pass"),
    "fit_files with scratch": (
        "coding pass, chunks kept", "first pass, writing them", "second pass, from them",
    ),
}  # fmt: skip
RESULTS = Path(__file__).parent / "results" / "file_fits.json"


def main() -> None:
    """Make the table, let every contender run, remove it."""
    given = parser().parse_args()
    if given.contender:
        print(json.dumps(CONTENDERS[given.contender](given)))
        return
    folder = Path(tempfile.mkdtemp(prefix="file-fits-", dir=given.folder))
    given.folder = str(folder)
    try:
        rows = make(folder, int(given.gigabytes * 1e9 / ROW_BYTES))
        size = sum(path.stat().st_size for path in folder.glob("*.parquet"))
        found: dict[str, Any] = {"machine": describe(), "rows": rows, "bytes": size, "runs": {}}
        for name in given.only or CONTENDERS:
            found["runs"][name] = run(name, given, folder)
            print(name, json.dumps(found["runs"][name]), flush=True)
    finally:
        shutil.rmtree(folder)
    given.out.write_text(json.dumps(found, indent=1) + "\n")


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m benchmarks.file_fits", description=__doc__)
    made.add_argument("--gigabytes", type=float, default=10.0)
    made.add_argument("--folder", help="where the table is made for the time being")
    made.add_argument("--memory", default="1GB")
    made.add_argument("--vw-rows", type=int, default=2_000_000)
    made.add_argument("--only", nargs="*", choices=list(CONTENDERS))
    made.add_argument("--out", type=Path, default=RESULTS)
    made.add_argument("--contender", help=argparse.SUPPRESS)
    return made


def make(folder: Path, rows: int) -> int:
    """Whole files; a class is a noisy quadratic function of some columns, as in HIGGS."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    n_files = max(1, round(rows / FILE_ROWS))
    for number in range(n_files):
        path = folder / f"{number:04d}.parquet"
        with pq.ParquetWriter(path, schema(pa), compression="snappy", use_dictionary=False) as out:
            for group in range(FILE_ROWS // GROUP):
                out.write_table(pa.table(rows_of(number, group), schema=schema(pa)), GROUP)
    return n_files * FILE_ROWS


def schema(pa: Any) -> Any:
    fields = [(f"x{j}", pa.float32()) for j in range(COLUMNS)]
    return pa.schema([*fields, ("label", pa.int8())])


def rows_of(number: int, group: int) -> dict[str, Any]:
    rng = np.random.default_rng([number, group])
    X = rng.standard_normal((COLUMNS, GROUP), dtype=np.float32)
    X[20:] = np.exp(0.5 * X[20:])
    score = X[:8].sum(axis=0) + X[8] * X[9] - 0.5 * X[20] + 2 * rng.standard_normal(GROUP)
    return {f"x{j}": X[j] for j in range(COLUMNS)} | {"label": (score > 0).astype(np.int8)}


def run(name: str, given: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """One contender in a process of its own, with nothing of the files in memory."""
    drop_pages(folder)
    words = [sys.executable, "-m", "benchmarks.file_fits", "--contender", name, "--folder",
             str(folder), "--memory", given.memory, "--vw-rows", str(given.vw_rows)]  # fmt: skip
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def drop_pages(folder: Path) -> None:
    for path in folder.glob("*.parquet"):
        handle = os.open(path, os.O_RDONLY)
        os.fsync(handle)
        os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(handle)


class Stopwatch:
    """Seconds on the clock and of the processor since the last look."""

    def __init__(self) -> None:
        self.lap()

    def lap(self) -> dict[str, float]:
        now = time.perf_counter(), time.process_time()
        before, self.last = getattr(self, "last", now), now
        return {"seconds": now[0] - before[0], "cpu": now[1] - before[1]}


def read_plainly(given: argparse.Namespace) -> dict[str, Any]:
    """Every row group with pyarrow's defaults, once from the disk and once more."""
    import pyarrow.parquet as pq

    watch, laps = Stopwatch(), []
    for _ in range(2):
        for path in sorted(Path(given.folder).glob("*.parquet")):
            with pq.ParquetFile(path) as file:
                for group in range(file.num_row_groups):
                    file.read_row_group(group)
        laps.append(watch.lap())
    return {"passes": laps, "peak": peak()}


def fit_from_files(given: argparse.Namespace, scratch: str = "0") -> dict[str, Any]:
    """AveragedPerceptron, single precision: a coding pass and two passes of learning."""
    from rosenblatt import AveragedPerceptron
    from rosenblatt.models import fit_files

    watch, laps, number, before = Stopwatch(), [], 0, peak()

    def look(progress: Any) -> None:
        nonlocal number
        if progress.number != number:
            laps.append(watch.lap())
            number = progress.number

    model = fit_files(
        given.folder, target="label", learner=AveragedPerceptron(), passes=2, dtype="float32",
        memory=given.memory, scratch_size=scratch, scratch=Path(given.folder) / "scratch",
        progress=look,
    )  # fmt: skip
    laps.append(watch.lap())
    facts = model.facts
    return {
        "passes": laps, "peak": peak(), "peak before": before, "chunks": facts["chunks"],
        "rows": facts["rows"], "error before learning": facts["progressive_error"],
    }  # fmt: skip


def fit_with_scratch(given: argparse.Namespace) -> dict[str, Any]:
    """The same with coded chunks kept for the second pass, if that pays."""
    return fit_from_files(given, "100GB")


def vowpal_wabbit(given: argparse.Namespace) -> dict[str, Any]:
    """Two passes over some of the rows; the first reads text and writes the cache."""
    from vowpalwabbit import Workspace  # type: ignore

    text = Path(given.folder) / "rows.vw"
    rows = write_text(text, Path(given.folder), given.vw_rows)
    found = {"rows": rows}
    for name, more in (("text to cache", "--passes 1"), ("from the cache", "--passes 1")):
        watch = Stopwatch()
        words = f"-d {text} -c {more} --quiet --holdout_off --loss_function hinge -b 18"
        Workspace(words, enable_logging=False).finish()
        found[name] = watch.lap()
    return {**found, "peak": peak()}


def write_text(path: Path, folder: Path, rows: int) -> int:
    import pyarrow.parquet as pq

    written = 0
    with path.open("w") as out:
        for source in sorted(folder.glob("*.parquet")):
            for batch in pq.ParquetFile(source).iter_batches(20_000):
                columns = [column.to_numpy() for column in batch.columns]
                for *values, label in zip(*columns, strict=True):
                    pairs = " ".join(f"{j}:{value:.6g}" for j, value in enumerate(values))
                    out.write(f"{1 if label else -1} | {pairs}\n")
                written += batch.num_rows
                if written >= rows:
                    return written
    return written


def peak() -> int:
    """The most memory that this process has had, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def page_table(file: Path = RESULTS) -> str:
    """As docs/scale.md shows it."""
    found = measured(file)
    plain = found["runs"]["pyarrow"]["passes"][0]
    head = ["", "seconds", "CPU seconds", "ns a row", "CPU ns a row", "to the plain read",
            "of CPU", "peak of memory"]  # fmt: skip
    return markdown(head, [pass_line(*each, plain, found["rows"]) for each in passes_of(found)])


def passes_of(found: dict[str, Any]) -> Iterator[tuple[str, dict[str, float], int, int | None]]:
    """Name, seconds and rows of every pass, and the peak of memory with the first of a process."""
    runs = found["runs"]
    for name, labels in PASSES.items():
        for at, (label, lap) in enumerate(
            zip(labels, runs.get(name, NONE)["passes"], strict=False)
        ):
            yield label, lap, found["rows"], None if at else runs[name]["peak"]
    rival = runs.get("vowpal wabbit")
    for name, label in (("text to cache", "text to cache"), ("from the cache", "from its cache")):
        if rival:
            rows, at_first = rival["rows"], name == "text to cache"
            label = f"Vowpal Wabbit, {label}, {rows:,} rows"
            yield label, rival[name], rows, rival["peak"] if at_first else None


def pass_line(
    label: str, lap: dict[str, float], rows: int, most: int | None, plain: dict[str, float],
    plain_rows: int,
) -> list[str]:  # fmt: skip
    """Times, and those of a row as multiples of what reading it plainly takes."""
    each = {key: lap[key] / rows for key in ("seconds", "cpu")}
    ratios = [f"{each[key] / (plain[key] / plain_rows):.2f}" for key in each]
    return [
        label, f"{lap['seconds']:.1f}", f"{lap['cpu']:.1f}",
        *(f"{1e9 * value:.0f}" for value in each.values()), *ratios,
        "" if most is None else f"{most / 1e6:.0f} MB",
    ]  # fmt: skip


CONTENDERS: dict[str, Callable[[argparse.Namespace], dict[str, Any]]] = {
    "pyarrow": read_plainly,
    "fit_files": fit_from_files,
    "fit_files with scratch": fit_with_scratch,
    "vowpal wabbit": vowpal_wabbit,
}

if __name__ == "__main__":
    main()
