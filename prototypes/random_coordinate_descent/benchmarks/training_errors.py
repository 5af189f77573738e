"""Training errors of the iterated search on full UCI sets within a CPU budget.

Usage: ``python training_errors.py DATA_FOLDER [SECONDS] [SEEDS]``
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pandas as pd

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import search_module as core

SETS = {
    "breast": ("breast_cancer_wisconsin", lambda t: t == 4),
    "heart": ("heart_statlog", lambda t: t == 2),
    "cleveland": ("cleveland", lambda t: t > 0),
    "votes84": ("votes84", lambda t: t == "democrat"),
    "ionosphere": ("ionosphere", lambda t: t == "g"),
    "australian": ("australian", lambda t: t == 1),
    "pima": ("pima_diabetes", lambda t: t == 1),
    "german": ("german_numeric", lambda t: t == 2),
}


def load(folder: Path, name: str):
    """Features scaled to [-1, 1] and labels; incomplete records dropped, except in votes84."""
    file, positive = SETS[name]
    table = pd.read_csv(folder / f"{file}.csv.gz")
    if name == "votes84":
        features = table.drop(columns="target").replace({"y": 1.0, "n": -1.0}).fillna(0.0)
    else:
        table = table.dropna()
        features = table.drop(columns="target")
    X = features.to_numpy(dtype=float)
    low, high = X.min(axis=0), X.max(axis=0)
    span = np.where(high > low, high - low, 1.0)
    X = np.where(high > low, 2 * (X - low) / span - 1, 0.0)
    return np.ascontiguousarray(X), np.where(positive(table["target"]), 1, -1).astype(np.int8)


def fisher(X, y):
    """Fisher's discriminant, bias first, priors swapped as in the paper's implementation."""
    a, b = X[y > 0], X[y < 0]
    p = len(a) / len(X)
    S = p * np.cov(a.T, bias=True) + (1 - p) * np.cov(b.T, bias=True)
    S += 1e-10 * np.trace(S) / len(S) * np.eye(len(S))
    w = np.linalg.solve(S, a.mean(axis=0) - b.mean(axis=0))
    return np.append(-((1 - p) * a.mean(axis=0) + p * b.mean(axis=0)) @ w, w)


def main(folder: str, seconds: float = 10.0, seeds: int = 1) -> None:
    for name in SETS:
        X, y = load(Path(folder), name)
        line = f"{name:>11} {X.shape[0]:>5} x {X.shape[1]:<3}"
        for seed in range(seeds):
            options = {"directions": "mixed", "perturb": True, "epochs": 10**9, "seed": seed}
            options["history"] = False
            result = core.descend(X, y, None, fisher(X, y), options, cpu_limit=seconds)
            w = np.array(result["weights"])
            recount = int(np.sum(y * (X @ w[1:] + w[0]) <= 0))
            epoch = result["cpu"] / result["epochs"] * 1e6
            line += f"  {result['error']:.0f}/{recount} ({epoch:.1f} us)"
        print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], *(kind(v) for kind, v in zip((float, int), sys.argv[2:], strict=False)))
