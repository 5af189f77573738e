"""Random coordinate descent: epochs compared with two baselines and memory, complete fits."""

from collections.abc import Callable
from functools import lru_cache, partial

import numpy as np

from benchmarks.baselines import map_stump, numpy_argsort
from benchmarks.cases import BenchmarkOptions, ResultTable
from benchmarks.made_learners import LI
from benchmarks.timing import Job, cpu_seconds, interleaved, medians
from rosenblatt import RCDPerceptron
from rosenblatt.training.descent import DescentOptions, DescentProblem, descend
from rosenblatt.training.rows import open_rows

SIZES = ((614, 8), (600, 20), (10_000, 30), (100_000, 50), (1_000_000, 20))
QUICK = ((614, 8),)
WORK = 2_000_000  # values of X read by a short run

EpochRunner = Callable[[int], object]


def epochs(options: BenchmarkOptions) -> ResultTable:
    """One epoch of ours compared with the baselines and with one pass over X."""
    about = (
        "RCD with uniform directions, float32, one thread, CPU time of one epoch without the "
        "start. Ratios: baseline / ours. One pass over X is its size divided by the memory "
        "bandwidth (of summing a large array); above 1, an epoch is cheaper."
    )
    columns = ["rows x features", "us per epoch", "NumPy argsort", "std::map", "one pass over X"]
    table = ResultTable("Random coordinate descent, epochs", about, columns)
    for n, m in QUICK if options.quick else SIZES:
        X, y, start = problem(n, m)
        runs = contenders(X, y, start)
        found: dict[str, list[float]] = {name: [] for name in [*runs, "pass"]}
        for _ in range(options.repeats):
            for name, (run, count) in runs.items():
                found[name].append(per_epoch(run, count))
            found["pass"].append(X.nbytes / bandwidth())
        middle = medians(found)
        ratios = [f"{middle[name] / middle['ours']:.1f}" for name in ("numpy", "map", "pass")]
        table.lines.append([f"{n} x {m}", f"{1e6 * middle['ours']:.2f}", *ratios])
        table.raw.append({"size": [n, m], "seconds": found})
    return table


def per_epoch(run: EpochRunner, count: int) -> float:
    """Seconds of one epoch, from the difference between a long and a short run."""
    short = count // 5
    return (cpu_seconds(lambda: run(count)) - cpu_seconds(lambda: run(short))) / (count - short)


def bandwidth() -> float:
    """Bytes per second that one thread reads from memory."""
    large = many_values()
    return large.nbytes / cpu_seconds(lambda: large.sum())


@lru_cache(maxsize=1)
def many_values() -> np.ndarray:
    return np.ones(50_000_000, dtype=np.float32)


def fits(options: BenchmarkOptions) -> ResultTable:
    """Complete fits of 2000 epochs from Fisher's discriminant."""
    about = "Li's setting, float64, one thread, CPU time of everything."
    table = ResultTable(
        "Random coordinate descent, complete fits", about, ["rows x features", "ms"]
    )
    for n, m in QUICK if options.quick else SIZES[:3]:
        X, y, _ = problem(n, m)
        fit = partial(RCDPerceptron(**LI, random_state=0).fit, X.astype(np.float64), y)
        found = interleaved([Job("fit", fit)], 3 * options.repeats)
        table.lines.append([f"{n} x {m}", f"{1e3 * medians(found)['fit']:.1f}"])
        table.raw.append({"size": [n, m], "seconds": found})
    return table


def problem(n: int, m: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows in a cube, labels of a hyperplane through noise, the mean of y x as a start."""
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, size=(n, m)).astype(np.float32)
    noise = rng.normal(size=n) * 0.5 * np.sqrt(m)
    y = np.where(X @ rng.normal(size=m) + noise > 0, 1, -1).astype(np.int8)
    return X, y, np.append(y @ X.astype(float) / n, 0.0)


def contenders(
    X: np.ndarray, y: np.ndarray, start: np.ndarray
) -> dict[str, tuple[EpochRunner, int]]:
    """Calls that run a number of epochs, and how many to run."""
    scale = max(1, WORK // X.size)
    table = open_rows(X).table

    def ours(count: int) -> object:
        options = DescentOptions(bias_direction=False, max_iter=count, history=False)
        return descend(table, [DescentProblem(y, start, options=options)])

    return {
        "ours": (ours, 40 * scale + 200),
        "numpy": (lambda count: numpy_argsort.descend(X, y, start, count), 2 * scale + 30),
        "map": (lambda count: map_stump.descend(X, y, start, count), scale + 8),
    }
