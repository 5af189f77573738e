"""``python -m benchmarks.error_against_time``: how fast does the training error fall?

Random coordinate descent, plain and perturbed, compared with pocket, LinearSVC and
LogisticRegression on nine full UCI data sets. Every learner is fitted once for each of several
numbers of epochs or passes; time is CPU time of one thread of such a fit, for the rivals with the
search for the threshold that leaves the fewest rows wrong. Writes a plot, prints a table of the
errors reached, and keeps the curves: a stopped run resumes.
"""

import argparse
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

from benchmarks.made_learners import LI
from benchmarks.markdown_table import markdown
from benchmarks.sets import data_home
from benchmarks.splits import load_set
from benchmarks.stored import measured, store
from benchmarks.thresholds import best_threshold
from rosenblatt import PocketPerceptron, RCDPerceptron
from rosenblatt.reproduce.li.paper_splits import STORED, scaled

Curve = dict[str, list[float]]  # "seconds" and the "errors" (wrong rows) reached by then
Judge = Callable[[Any, Any, np.ndarray], float]
RESULTS = Path(__file__).parent / "results" / "error_against_time.json"
PLOT = Path(__file__).parents[1] / "docs" / "error_against_time.png"
SHORT = 0.1  # seconds
STEP = 3  # from one number of epochs to the next
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
    known = measured(options.results)
    with threadpool_limits(1):
        for key, curve in measure(options.seconds, known, home):
            known[key] = curve
            store(options.results, "python -m benchmarks.error_against_time", known)
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
    """One fit for each number of epochs, the last of about as many seconds as the budget."""
    epochs, found = 1, [timed(made(1), X, y, wrong)]
    while found[-1][1] > 0 and (spent := found[-1][0]) < 0.9 * budget:
        more = STEP if STEP * spent < budget else max(budget / spent, 1.1)
        epochs = max(round(epochs * more), epochs + 1)
        found.append(timed(made(epochs), X, y, wrong))
    return best_so_far(found)


def sweep_curve(made: Callable[[int], Any], X: Any, y: np.ndarray) -> Curve:
    """One fit for each number of passes, with the threshold that leaves the fewest rows wrong."""
    fits = [timed(made(passes), X, y, wrong_at_best) for passes in LADDER]
    plain = [wrong(made(passes).fit(X, y), X, y) for passes in LADDER]
    return best_so_far(fits) | {"as fitted": np.minimum.accumulate(plain).tolist()}


def best_so_far(fits: list[tuple[float, float]]) -> Curve:
    """Seconds in rising order, and the fewest errors of the fits that took no longer."""
    seconds, errors = zip(*sorted(fits), strict=True)
    return {
        "seconds": [round(spent, 6) for spent in seconds],
        "errors": np.minimum.accumulate(errors).tolist(),
    }


def timed(model: Any, X: Any, y: np.ndarray, judge: Judge) -> tuple[float, float]:
    """CPU seconds of fitting and judging, of short fits the least of three, and the wrong rows."""
    fits = [once(model, X, y, judge)]
    if fits[0][0] < SHORT:
        fits += [once(model, X, y, judge) for _ in range(2)]
    return min(fits)


def once(model: Any, X: Any, y: np.ndarray, judge: Judge) -> tuple[float, float]:
    begin = process_time()
    found = judge(model.fit(X, y), X, y)
    return process_time() - begin, found


def wrong(model: Any, X: Any, y: np.ndarray) -> float:
    return float(np.sum(model.predict(X) != y))


def wrong_at_best(model: Any, X: Any, y: np.ndarray) -> float:
    return float(best_threshold(model.decision_function(X), y == model.classes_[1]))


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


def page_table() -> str:
    """As docs/training_error.md shows it."""
    return table(measured(RESULTS))


def table(curves: dict[str, Any]) -> str:
    """Errors at the end of each curve, and when the perturbed search reached its own."""
    learners = [*DESCENTS, *SWEEPS]
    lines = []
    for name in STORED:
        found = {who: curves[f"{name}: {who}"] for who in learners}
        best = found[PERTURBED]
        reached = best["seconds"][int(np.argmin(best["errors"]))]
        lines.append([name, *map(ends, found.values()), f"{reached:.2f}"])
    return markdown(["wrong training rows", *learners, f"seconds, {PERTURBED}"], lines)


def ends(curve: Curve) -> str:
    """The errors at the end; of rivals as fitted and with the best threshold."""
    return " / ".join(f"{curve[kind][-1]:.0f}" for kind in ("as fitted", "errors") if kind in curve)


if __name__ == "__main__":
    main()
