"""``python -m benchmarks.cluster_costs``: what a pass on a cluster costs, and a model of it.

Measured are the bytes that travel (pickled arguments and answers of a part), the CPU seconds of a
part by rows, columns and classes, and the round trip of an empty task on a local cluster. Fitted by
least squares is ``seconds = rows * (a + b * columns * lanes)``. Figures go to
benchmarks/results/cluster_costs.json.
"""

import argparse
import json
import pickle
import statistics
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import file_fits
from benchmarks.file_fits import COLUMNS as FILE_COLUMNS
from benchmarks.markdown_table import markdown
from benchmarks.stored import measured, store
from rosenblatt import AveragedPerceptron
from rosenblatt.distributed.part_tasks import ArrayRows, first_stream, learn_part

ROWS = (20_000, 80_000)
COLUMNS = (10, 30, 100)
CLASSES = (2, 5)
NETWORK = 1e9  # bytes a second at the scheduler
ON_PAPER = ((8, 1), (9, 8), (10, 100), (12, 1000))  # powers of ten of rows, parts
RESULTS = Path(__file__).parent / "results" / "cluster_costs.json"


def main() -> None:
    """Measure and fit."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cluster_costs", description=__doc__)
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args()
    parts = [part_costs(n, d, k) for n in ROWS for d in COLUMNS for k in CLASSES]
    found = {"parts": parts, "model": fitted(parts), "round trip": round_trips()}
    store(given.out, "python -m benchmarks.cluster_costs", found, indent=1)
    print(json.dumps({"model": found["model"], "round trip": found["round trip"]}, indent=1))


def part_costs(rows: int, columns: int, classes: int) -> dict[str, Any]:
    """Bytes and CPU seconds of one part in one pass."""
    rng = np.random.default_rng([rows, columns, classes])
    X = rng.standard_normal((rows, columns))
    y = (X[:, :classes] + rng.standard_normal((rows, classes))).argmax(axis=1)
    setting, data = AveragedPerceptron(random_state=0), ArrayRows(X, y)
    stream, *_ = first_stream(setting, data, 0, np.arange(classes))
    seconds, outcome = [], None
    for number in range(3):
        begin = time.process_time()
        outcome = learn_part(setting, stream, data, np.arange(classes), 0, number)
        seconds.append(time.process_time() - begin)
    sent, answered = (len(pickle.dumps(each)) for each in ((setting, outcome.stream), outcome))
    return {
        "rows": rows, "columns": columns, "classes": classes, "lanes": len(stream.positives()),
        "cpu": min(seconds), "bytes sent": sent, "bytes answered": answered,
    }  # fmt: skip


def fitted(parts: list[dict[str, Any]]) -> dict[str, float]:
    """Seconds per row, and per row, column and lane; bytes per column and lane, and beside them."""
    rows, cells = (
        np.array([f(part) for part in parts], dtype=float)
        for f in (lambda p: p["rows"], lambda p: p["rows"] * p["columns"] * p["lanes"])
    )
    cpu = np.array([part["cpu"] for part in parts])
    # Relative errors count: small parts matter as much as large ones.
    (a, b), *_ = np.linalg.lstsq(np.column_stack([rows, cells]) / cpu[:, None], np.ones(len(cpu)))
    weights = np.array([part["columns"] * part["lanes"] for part in parts], dtype=float)
    size = np.array([part["bytes sent"] + part["bytes answered"] for part in parts], dtype=float)
    (per_weight, fixed), *_ = np.linalg.lstsq(np.column_stack([weights, np.ones(len(size))]), size)
    off = np.abs((rows * a + cells * b) / cpu - 1)
    return {
        "seconds per row": a, "seconds per row, column and lane": b,
        "largest relative error": float(off.max()),
        "bytes per column and lane": per_weight, "bytes beside": fixed,
    }  # fmt: skip


def round_trips() -> dict[str, float]:
    """Seconds of an empty task and of eight at once, on a cluster of two processes."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster,
        Client(cluster) as client,
    ):
        client.submit(abs, -1).result()
        times = {count: [one_trip(client, count) for _ in range(50)] for count in (1, 8)}
    return {f"{count} tasks": statistics.median(found) for count, found in times.items()}


def one_trip(client: Any, count: int) -> float:
    begin = time.perf_counter()
    client.gather([client.submit(abs, k, pure=False) for k in range(count)])
    return time.perf_counter() - begin


def page_table() -> str:
    """A pass on paper, as docs/scale.md shows it."""
    head = ["rows", "workers = parts", "learning, s", "tasks, s", "bytes moved", "seconds a pass"]
    found, row = measured(RESULTS), cpu_of_row()
    return markdown(head, [on_paper(found, row, *size) for size in ON_PAPER])


def on_paper(found: dict[str, Any], row: float, power: int, parts: int) -> list[str]:
    """One pass over ``10 ** power`` rows of 28 columns and two classes, which have three lanes."""
    model, trip = found["model"], found["round trip"]
    learning = row * 10**power / parts
    tasks = parts * (trip["8 tasks"] - trip["1 tasks"]) / 7
    moved = parts * (FILE_COLUMNS * 3 * model["bytes per column and lane"] + model["bytes beside"])
    seconds = learning + tasks + trip["1 tasks"] + moved / NETWORK
    return [
        f"10^{power}", str(parts), f"{learning:.0f}", f"{tasks:.2f}", f"{moved / 1e6:.2f} MB",
        f"{seconds:.0f}",
    ]  # fmt: skip


def cpu_of_row() -> float:
    """CPU seconds of a row of a Parquet file, reading and coding included, in the first pass."""
    fit = measured(file_fits.RESULTS)["runs"]["fit_files"]
    return float(fit["passes"][1]["cpu"] / fit["rows"])


if __name__ == "__main__":
    main()
