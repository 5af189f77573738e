"""``python -m benchmarks.text_tables``: reading text tables, ours beside pyarrow's.

CPU seconds for 200,000 rows of 21 columns, medians of interleaved rounds: 20 numbers and a whole
label, or 10 numbers, 10 texts and a label that is a text. Figures go to
benchmarks/results/text_tables.json.
"""

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.markdown_table import markdown
from benchmarks.stored import measured, store
from benchmarks.timing import Job, interleaved, medians
from rosenblatt.tables import number_blocks, open_table

RESULTS = Path(__file__).parent / "results" / "text_tables.json"
ROWS = 200_000
KINDS = ("20 numbers, whole label", "10 numbers, 10 texts, text label")


def main() -> None:
    """Measure both tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.text_tables", description=__doc__)
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = {
            kind: interleaved(jobs(write(Path(folder), kind, given.rows)), given.repeats)
            for kind in KINDS
        }
    store(given.out, "python -m benchmarks.text_tables", {"rows": given.rows, "seconds": found})


def write(folder: Path, kind: str, rows: int) -> Path:
    rng = np.random.default_rng(0)
    texts = 0 if kind == KINDS[0] else 10
    numbers = rng.normal(size=(rows, 20 - texts))
    words = rng.integers(0, 50, size=(rows, texts))
    labels = rng.integers(0, 2, size=rows)
    path = folder / f"{texts} texts.csv"
    with path.open("w") as file:
        file.write(",".join([*(f"c{j}" for j in range(20)), "y"]) + "\n")
        for row, others, label in zip(numbers.tolist(), words.tolist(), labels, strict=True):
            cells = [*(f"{x:.6g}" for x in row), *(f"word {w}" for w in others)]
            file.write(",".join([*cells, ("no", "yes")[label] if texts else str(label)]) + "\n")
    return path


def jobs(path: Path) -> list[Job]:
    return [
        Job("ours with pyarrow", lambda: through(path)),
        Job("ours without pyarrow", lambda: without_arrow(lambda: through(path))),
        Job("`pyarrow.csv.open_csv`, cells as texts, then cast", lambda: cast_by_arrow(path)),
        Job("`pyarrow.csv.open_csv`, types inferred", lambda: by_arrow(path, None)),
    ]


def through(path: Path) -> int:
    return sum(batch.n_rows for batch in open_table(path, target="y").batches())


def without_arrow(run: Callable[[], Any]) -> Any:
    """As where pyarrow is not installed."""
    kept = number_blocks._by_arrow
    number_blocks._by_arrow = lambda text, delimiter, width: None
    try:
        return run()
    finally:
        number_blocks._by_arrow = kept


def by_arrow(path: Path, types: Any) -> list[Any]:
    import pyarrow.csv as csv

    options = csv.ConvertOptions(column_types=types)
    read = csv.ReadOptions(use_threads=False)
    with csv.open_csv(path, read_options=read, convert_options=options) as reader:
        return list(reader)


def cast_by_arrow(path: Path) -> None:
    """Numbers are cast where that is possible."""
    import pyarrow as pa

    names = [*(f"c{j}" for j in range(20)), "y"]
    for batch in by_arrow(path, dict.fromkeys(names, pa.string())):
        for column in batch.columns:
            try:
                column.cast(pa.float64())
            except pa.ArrowInvalid:
                continue


def page_table() -> str:
    """As docs/libraries.md shows it."""
    found = measured(RESULTS)
    middles = [medians(found["seconds"][kind]) for kind in KINDS]
    lines = [[name, *(f"{middle[name]:.2f} s" for middle in middles)] for name in middles[0]]
    return markdown([f"{found['rows']:,} rows, 21 columns, CPU time", *KINDS], lines)


if __name__ == "__main__":
    main()
