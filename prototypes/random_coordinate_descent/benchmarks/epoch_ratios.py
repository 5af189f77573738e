"""CPU time per epoch of the search core against two baselines, float32, one thread.

Medians of interleaved repeats. Run after ``build.sh``.
"""

from __future__ import annotations

import ctypes
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tests")]

import numpy_argsort  # noqa: E402
import search_module as core  # noqa: E402

SIZES = ((614, 8), (600, 20), (10_000, 30), (100_000, 50))


def build_map_stump() -> ctypes.CDLL:
    library = HERE / "map_stump.so"
    source = HERE / "map_stump.cpp"
    command = ["g++", "-std=c++20", "-O3", "-shared", "-fPIC", str(source), "-o", str(library)]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(library))


def problem(n: int, m: int):
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, size=(n, m)).astype(np.float32)
    noise = rng.normal(size=n) * 0.5 * np.sqrt(m)
    y = np.where(X @ rng.normal(size=m) + noise > 0, 1, -1).astype(np.int8)
    return X, y, np.append(0.0, y @ X.astype(float) / n)


def cpu_time(run) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def per_epoch(run, epochs: int) -> float:
    """Seconds per epoch without the cost of starting up."""
    return (cpu_time(lambda: run(epochs)) - cpu_time(lambda: run(epochs // 5))) / (
        epochs - epochs // 5
    )


def main(repeats: int = 7) -> None:
    stump = build_map_stump()
    for n, m in SIZES:
        X, y, start = problem(n, m)

        def ours(epochs, X=X, y=y, start=start):
            core.descend(X, y, None, start, {"epochs": epochs, "bias_direction": False})

        def numpy(epochs, X=X, y=y, start=start):
            numpy_argsort.descend(X, y, start, epochs)

        def with_map(epochs, X=X, y=y, start=start):
            w = start.copy()
            pointers = [a.ctypes.data_as(ctypes.c_void_p) for a in (X, y, w)]
            sizes = [ctypes.c_int64(v) for v in (*X.shape,)]
            stump.map_stump(
                pointers[0],
                pointers[1],
                *sizes,
                pointers[2],
                ctypes.c_int64(epochs),
                ctypes.c_uint64(0),
            )

        scale = max(1, 2_000_000 // (n * m))
        counts = {
            "ours": (ours, 40 * scale + 200),
            "numpy": (numpy, 2 * scale + 30),
            "map": (with_map, scale + 8),
        }
        times = {name: [] for name in counts}
        for _ in range(repeats):
            for name, (run, epochs) in counts.items():
                times[name].append(per_epoch(run, epochs))
        t = {name: float(np.median(v)) for name, v in times.items()}
        print(
            f"{n:>7} x {m:<3} {1e6 * t['ours']:9.2f} us  best {1e6 * min(times['ours']):9.2f}"
            f"  numpy {t['numpy'] / t['ours']:6.1f}x  map {t['map'] / t['ours']:6.1f}x"
            f"   (numpy {1e6 * t['numpy']:.0f} us, map {1e6 * t['map']:.0f} us)",
            flush=True,
        )


if __name__ == "__main__":
    main()
