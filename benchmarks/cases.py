"""The cases of the benchmark: each measures one claim about speed and returns a table."""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import sets
from benchmarks.peers import AVERAGED, CONTENT, DEFAULT, EPOCHS, OURS, PEERS, jobs, ours
from benchmarks.timing import START_HERE, Job, fresh_processes, interleaved, medians
from rosenblatt.training.observers import train
from rosenblatt.training.rows import open_rows
from rosenblatt.training.session import Data, Session

DTYPES = (np.float32, np.float64)
DENSE = ((100_000, 50), (1_000_000, 28))
MARGINS, WIDEST = 32, 2.0
SAMPLED = 4  # margins fitted separately, as a sample of all
CLASSES = 10


@dataclass(frozen=True)
class BenchmarkOptions:
    """How much to measure."""

    repeats: int = 5
    quick: bool = False


@dataclass
class ResultTable:
    """Rows of cells below a heading, with the raw numbers they come from."""

    title: str
    about: str
    columns: list[str]
    lines: list[list[str]] = field(default_factory=list)
    raw: list[dict[str, Any]] = field(default_factory=list)


def dense(options: BenchmarkOptions) -> ResultTable:
    """Complete fits of dense rows compared with every peer."""
    table = fit_table("Dense rows")
    with tempfile.TemporaryDirectory() as folder:
        for n, d in shapes(options):
            X, y = sets.dense(n, d)
            for dtype in DTYPES:
                name = f"{n} x {d} {np.dtype(dtype)}"
                add_fits(table, name, X.astype(dtype, copy=False), y, Path(folder), options)
    return table


def sparse(options: BenchmarkOptions) -> ResultTable:
    """Complete fits of sparse rows compared with every peer."""
    table = fit_table("Sparse rows")
    with tempfile.TemporaryDirectory() as folder:
        for name, X, y in sparse_sets(options):
            for dtype in DTYPES:
                label = f"{name} {np.dtype(dtype)}"
                add_fits(table, label, X.astype(dtype), y, Path(folder), options)
    return table


def shapes(options: BenchmarkOptions) -> list[tuple[int, int]]:
    return [(n // sets.TINY if options.quick else n, d) for n, d in DENSE]


def sparse_sets(options: BenchmarkOptions) -> Iterator[tuple[str, Any, np.ndarray]]:
    """a9a, w8a, news20 with its 20 classes, and news20 in two halves."""
    for name in sets.SHAPES:
        label, X, y = sets.sparse(name, options.quick)
        n_classes = len(np.unique(y))
        yield (f"{label}, {n_classes} classes" if n_classes > 2 else label), X, y
        if n_classes > 2:
            yield f"{label}, 2 halves", X, np.where(y < np.median(np.unique(y)), -1, 1)


def fit_table(title: str) -> ResultTable:
    about = (
        f"Complete `fit`, {EPOCHS} epochs, one thread, medians of CPU time. The first columns are "
        "`Perceptron(order='shuffled', hypothesis='last')`; peers as peer / ours (above 1: ours "
        "is faster), our other variants as extra time."
    )
    head = ["data", "ours, ms", "ns per row and epoch", *PEERS, CONTENT, AVERAGED, DEFAULT]
    return ResultTable(title, about, head)


def add_fits(
    table: ResultTable, name: str, X: Any, y: np.ndarray, folder: Path, options: BenchmarkOptions
) -> None:
    seconds = interleaved(jobs(X, y, folder), options.repeats)
    middle = medians(seconds)
    base = middle[OURS]
    peers = [f"{middle[p] / base:.1f}" if p in middle else "absent" for p in PEERS]
    extra = [f"{100 * (middle[v] / base - 1):+.0f} %" for v in (CONTENT, AVERAGED, DEFAULT)]
    each = 1e9 * base / (EPOCHS * X.shape[0])
    table.lines.append([name, f"{1e3 * base:.1f}", f"{each:.0f}", *peers, *extra])
    table.raw.append({"data": name, "seconds": seconds})


def lanes(options: BenchmarkOptions) -> ResultTable:
    """The cost of many hypotheses in one pass, in fits of one hypothesis."""
    about = (
        f"{EPOCHS} epochs, one thread, float32. Costs are in fits of one hypothesis (two classes, "
        f"margin 0); the {MARGINS} margins go from 0 to {WIDEST}; large ones cause more updates."
    )
    head = ["data", "one fit, ms", f"{MARGINS} margins", "the same separately"]
    table = ResultTable("Lanes", about, [*head, f"{CLASSES} classes"])
    for n, d in shapes(options):
        X, y = sets.dense(n, d)
        seconds = interleaved(lane_jobs(X, y), options.repeats)
        middle = medians(seconds)
        ratios = [f"{middle[many] / middle['one']:.1f}" for many in list(middle)[1:]]
        table.lines.append([f"{n} x {d}", f"{1e3 * middle['one']:.1f}", *ratios])
        table.raw.append({"data": f"{n} x {d}", "seconds": seconds})
    return table


def lane_jobs(X: np.ndarray, y: np.ndarray) -> list[Job]:
    some = np.linspace(0, WIDEST, SAMPLED)
    many = sets.classes(X, CLASSES)
    return [
        Job("one", lambda: ours().fit(X, y)),
        Job("margins", lambda: fit_margins(X, y)),
        Job("one by one", lambda: [ours(margin=m).fit(X, y) for m in some], MARGINS / SAMPLED),
        Job("classes", lambda: ours().fit(X, many)),
    ]


def fit_margins(X: np.ndarray, y: np.ndarray) -> list[Any]:
    """Train a grid of margins in one session and return the models."""
    settings = [ours(margin=margin) for margin in np.linspace(0, WIDEST, MARGINS)]
    data = Data(open_rows(X), (y > 0).astype(np.int32), np.arange(2))
    session = Session(settings, data, seed=0, order="shuffled", max_iter=EPOCHS)
    train(session, EPOCHS, None, [])
    return [session.model(number) for number in range(MARGINS)]


FIRST_FIT = "Perceptron().fit([[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1])"
THEIR_FIT = f"from sklearn.linear_model import Perceptron\n{FIRST_FIT}"
OUR_FIT = f"from rosenblatt import Perceptron\n{FIRST_FIT}"
SCRIPTS = {
    "python alone": "pass",
    "import sklearn": "import sklearn",
    "sklearn Perceptron, import and first fit": THEIR_FIT,
    "rosenblatt, import and first fit": OUR_FIT,
    "sklearn Perceptron, what it adds to import sklearn": "import sklearn" + START_HERE + THEIR_FIT,
    "rosenblatt, what it adds to import sklearn": "import sklearn" + START_HERE + OUR_FIT,
}


def cold(options: BenchmarkOptions) -> ResultTable:
    """Import and first fit in a new process, and importing scikit-learn alone."""
    about = (
        "New processes, taking turns, medians, bytecode cached. CPU time includes starting Python, "
        "except in the last two rows, which start after `import sklearn`."
    )
    table = ResultTable("Cold start", about, ["what", "CPU, ms", "wall, ms"])
    times = fresh_processes(SCRIPTS, options.repeats)
    for name, values in times.items():
        cpu, wall = 1e3 * np.median(values, axis=0)
        table.lines.append([name, f"{cpu:.0f}", f"{wall:.0f}"])
        table.raw.append({"what": name, "seconds": values})
    return table
