"""``python -m benchmarks.verdict_theory``: false verdicts by how much training sets matter.

No tables are made: differences of splits are drawn, with a sampling error of 1 and an effect of the
training sets of so many times that, and judged with the weights of ``rosenblatt.judgement`` or with
those that it had before. On such draws, with seeds of their own, its prior and its caution were
chosen; ``benchmarks.verdicts`` judges them.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.special import ndtr

from benchmarks.markdown_table import markdown
from benchmarks.stored import measured, store
from rosenblatt.judgement import pairs_among
from rosenblatt.judgement.decision import CAUTION, LEVEL
from rosenblatt.judgement.training_effect import GRID, magnitudes

RESULTS = Path(__file__).parent / "results" / "verdict_theory.json"
RATIOS = (1, 2, 4, 8, 16, 32)
LARGEST = 200.0  # share of the rows that differ, in sampling errors
DESIGNS = {"2 folds": (2, 1.0), "3 folds": (3, 0.5), "3 hold-outs, 90% train": (3, 1 / 9)}


@dataclass(frozen=True)
class Method:
    """Possible effects of training sets, and times how much a risk is counted."""

    name: str
    effects: np.ndarray
    caution: float


def half_cauchy(median: float) -> np.ndarray:
    """Equally probable values of a half-Cauchy distribution that ends at the largest effect."""
    shares = (np.arange(GRID) + 0.5) / GRID
    return median * np.tan(shares * np.arctan(LARGEST / median))


METHODS = (
    Method("before", half_cauchy(2.0), 1.0),
    Method("now", magnitudes(1 / 3, LARGEST), CAUTION),
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.verdict_theory")
    parser.add_argument("--draws", type=int, default=3000, help="draws for each number (3000)")
    parser.add_argument("--out", type=Path, default=RESULTS, help="file to write")
    given = parser.parse_args()
    found = {
        f"{name}|{learners}|{method.name}": [
            alarms(method, splits, common, ratio, learners, given.draws) for ratio in RATIOS
        ]
        for name, (splits, common) in DESIGNS.items()
        for learners in (2, 8)
        for method in METHODS
    }
    store(given.out, "python -m benchmarks.verdict_theory", found)
    print(table(found))


def page_table() -> str:
    """As docs/verdicts.md shows it."""
    return table(measured(RESULTS))


def table(found: dict[str, list[float]]) -> str:
    """False alarms in percent."""
    head = ["splits", "learners", "method", *(f"{ratio} times" for ratio in RATIOS)]
    lines = [[*key.split("|"), *(f"{100 * s:.1f}" for s in found[key])] for key in found]
    return markdown(head, lines)


def alarms(
    method: Method, splits: int, common: float, ratio: float, learners: int, draws: int
) -> float:
    """Share of draws in which any learner is called worse than the best, though all are alike."""
    rng = np.random.default_rng([splits, learners, int(1000 * common), int(ratio)])
    errors = rng.normal(size=(draws, learners, splits)) * np.sqrt((1 + ratio**2) / 2)
    best = errors[np.arange(draws), errors.mean(axis=2).argmin(axis=1)]
    others = (errors[:, k] - best for k in range(learners))
    false = [worse(method, each, common, pairs_among(learners)) for each in others]
    return float(np.any(false, axis=0).mean())


def worse(method: Method, differences: np.ndarray, common: float, pairs: int) -> np.ndarray:
    """Whether the differences of the splits, a line for each draw, are found above 0."""
    splits = differences.shape[1]
    mean, spread = differences.mean(axis=1), differences.var(axis=1, ddof=1)
    effects = method.effects**2
    single, whole = 1 + effects, 1 / splits + effects * (1 / splits + common)
    minus_log = (splits - 1) / 2 * (np.log(single) + spread[:, None] / single)
    weights = np.exp(minus_log.min(axis=1, keepdims=True) - minus_log)
    tails = np.minimum(method.caution * pairs * 2 * ndtr(-mean[:, None] / np.sqrt(whole)), 1)
    risk = (weights * tails).sum(axis=1) / weights.sum(axis=1)
    found: np.ndarray = (mean > 0) & (risk < LEVEL)
    return found


if __name__ == "__main__":
    main()
