"""``python -m benchmarks.error_against_time``: how fast does the training error fall?

Random coordinate descent, plain and perturbed, compared with pocket, LinearSVC and
LogisticRegression on nine full UCI data sets. Time is CPU time of one thread. Writes a plot, prints
a table of the errors reached, and keeps the curves: a stopped run resumes.
"""

import argparse
import json
import sys
import warnings
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC
from threadpoolctl import threadpool_limits  # type: ignore

from benchmarks.machine import PACKAGES, installed
from benchmarks.made_learners import LI
from benchmarks.markdown_table import markdown
from benchmarks.sets import data_home
from benchmarks.splits import load_set
from rosenblatt import PocketPerceptron, RCDPerceptron
from rosenblatt.reproduce.li.paper_splits import STORED, scaled

Curve = dict[str, list[float]]  # "seconds" and the "errors" (wrong rows) reached by then
RESULTS = Path(__file__).parent / "results" / "error_against_time.json"
PLOT = Path(__file__).parents[1] / "docs" / "error_against_time.png"
TRIAL = 20_000  # epochs to measure the time of one
PLAIN_SHARE = 0.1  # plain descent stops improving long before the perturbed one
LADDER = (1, 3, 10, 30, 100, 300, 1000, 3000, 10_000)
PERTURBED, PLAIN, POCKET = "RCD, perturbed", "RCD-bias", "pocket"


def rcd(**params: Any) -> Callable[..., RCDPerceptron]:
    return lambda max_iter: RCDPerceptron(max_iter=max_iter, random_state=0, **params)


DESCENTS = {
    PLAIN: rcd(**{k: v for k, v in LI.items() if k != "max_iter"}),
    PERTURBED: rcd(directions="mixed", init="lp", scale="range"),
}
SWEEPS: dict[str, Callable[[int], Any]] = {
    POCKET: lambda n: PocketPerceptron(max_iter=n, intercept_scaling=1.0, random_state=0),
    "LinearSVC": lambda n: LinearSVC(max_iter=n, loss="hinge", random_state=0),
    "LinearSVC, C=100": lambda n: LinearSVC(C=100, max_iter=n, loss="hinge", random_state=0),
    "LogisticRegression": lambda n: LogisticRegression(max_iter=n),
    "LogisticRegression, C=1e4": lambda n: LogisticRegression(C=1e4, max_iter=n),
}


def main() -> None:
    """Measure what is not yet measured, then plot and print."""
    options = parser().parse_args()
    warnings.simplefilter("ignore")  # peers warn when they stop early
    home = data_home()
    if home is None:
        sys.exit("no data folder: set ROSENBLATT_DATA to the folder that holds manifest.json.")
    known = json.loads(options.results.read_text()) if options.results.is_file() else {}
    versions = {p: installed(p) for p in PACKAGES if installed(p) != "absent"}
    known.setdefault("made by", {"command": __doc__.split(":")[0].strip("`"), **versions})
    with threadpool_limits(1):
        for key, curve in measure(options.seconds, known, home):
            known[key] = curve
            options.results.write_text(json.dumps(known, indent=0))
    plot(known, options.plot)
    print(table(known))


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.error_against_time", description=__doc__
    )
    parser.add_argument(
        "--seconds", type=float, default=10, help="CPU time of the perturbed search"
    )
    parser.add_argument("--results", type=Path, default=RESULTS, help="file to resume")
    parser.add_argument("--plot", type=Path, default=PLOT, help="plot to write")
    return parser


def measure(seconds: float, known: dict[str, Any], home: Path) -> Iterator[tuple[str, Curve]]:
    for name, who in product(STORED, (*DESCENTS, *SWEEPS)):
        if (key := f"{name}: {who}") in known:
            continue
        print(f"measuring {key}", file=sys.stderr, flush=True)
        X, y = load_set(name, home)
        X = scaled(X, X)
        if who in DESCENTS:
            budget = seconds * (1 if who == PERTURBED else PLAIN_SHARE)
            yield key, descent_curve(DESCENTS[who], X, y, budget)
        else:
            yield key, sweep_curve(SWEEPS[who], X, y)


def descent_curve(made: Callable[[int], Any], X: Any, y: np.ndarray, budget: float) -> Curve:
    """The history of one fit, spread evenly over its CPU time after the start."""
    fixed, first = min((fitted(made(1), X, y) for _ in range(3)), key=lambda pair: pair[0])
    if first.stop_reason_ == "separated":
        return {"seconds": [round(fixed, 6)], "errors": [wrong(first, X, y)]}
    trial, _ = fitted(made(TRIAL), X, y)
    epochs = int(TRIAL * budget / max(trial - fixed, 1e-3))
    spent, model = fitted(made(epochs), X, y)
    errors, epoch = model.history_["error"], model.history_["epoch"]
    drops = np.flatnonzero(np.diff(errors, prepend=np.inf) < 0)
    times = fixed + epoch[drops] / epoch[-1] * max(spent - fixed, 0)
    return cut(times.tolist(), errors[drops].tolist(), min(spent, budget))


def cut(seconds: list[float], errors: list[float], end: float) -> Curve:
    """The curve up to the end: the trial may have suggested more epochs than there is time for."""
    kept = [time for time in seconds if time <= end]
    reached = errors[: len(kept)]
    return {
        "seconds": [round(time, 6) for time in (*kept, end)],
        "errors": [*reached, reached[-1]],
    }


def sweep_curve(made: Callable[[int], Any], X: Any, y: np.ndarray) -> Curve:
    """One fit for each number of passes; each point is the best so far."""
    fits = [fitted(made(passes), X, y) for passes in LADDER]
    return {
        "seconds": np.maximum.accumulate([round(spent, 6) for spent, _ in fits]).tolist(),
        "errors": np.minimum.accumulate([wrong(model, X, y) for _, model in fits]).tolist(),
    }


def fitted(model: Any, X: Any, y: np.ndarray) -> tuple[float, Any]:
    begin = process_time()
    model.fit(X, y)
    return process_time() - begin, model


def wrong(model: Any, X: Any, y: np.ndarray) -> float:
    return float(np.sum(model.predict(X) != y))


def plot(curves: dict[str, Any], file: Path) -> None:
    from matplotlib.figure import Figure  # an optional dependency, owned by this file

    figure = Figure(figsize=(11, 9), layout="constrained")
    for axes, name in zip(figure.subplots(3, 3).flat, STORED, strict=True):
        for who in (*DESCENTS, *SWEEPS):
            curve = curves[f"{name}: {who}"]
            axes.step(curve["seconds"], curve["errors"], where="post", label=who)
            axes.plot(
                curve["seconds"][-1], curve["errors"][-1], "o", ms=3, c=axes.lines[-1].get_c()
            )
        axes.set(xscale="log", title=name, xlabel="CPU seconds", ylabel="wrong training rows")
        axes.set_ylim(*limits(curves, name))
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=4)
    figure.savefig(file, dpi=110)


def limits(curves: dict[str, Any], name: str) -> tuple[float, float]:
    """From the best to a little above the worst end; the start of the curves is cut off."""
    ends = [curves[f"{name}: {who}"]["errors"][-1] for who in (*DESCENTS, *SWEEPS)]
    room = 0.25 * (max(ends) - min(ends)) + 1
    return min(ends) - room / 2, max(ends) + 2 * room


def table(curves: dict[str, Any]) -> str:
    """Errors at the end of each curve, and when the perturbed search reached its own."""
    learners = [*DESCENTS, *SWEEPS]
    lines = []
    for name in STORED:
        ends = [curves[f"{name}: {who}"]["errors"][-1] for who in learners]
        best = curves[f"{name}: {PERTURBED}"]
        reached = best["seconds"][int(np.argmin(best["errors"]))]
        lines.append([name, *(f"{end:.0f}" for end in ends), f"{reached:.2f}"])
    return markdown(["wrong training rows", *learners, f"seconds, {PERTURBED}"], lines)


if __name__ == "__main__":
    main()
