"""The rows of a fit in an order that depends on what they hold alone, equal ones merged."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt import _core
from rosenblatt.training.rows import Rows


@dataclass
class Examples:
    """Different rows with their class codes and weights (None: 1 each)."""

    X: Any
    codes: np.ndarray
    weights: np.ndarray | None


def examples_of(
    rows: Rows, codes: np.ndarray, weights: np.ndarray | None, subset: np.ndarray | None = None
) -> Examples:
    """Rows of positive weight; shuffling or repeating rows changes nothing in what is returned."""
    plan = rows.table.arrange(codes, weights, subset, _core.Order.content, 0)
    visits = plan.pass_order(0)
    chosen, mass = plan.rows[visits], plan.weights[visits]
    if np.bincount(chosen).max() > 1:  # a row of weight k stands at k places
        total = np.bincount(chosen, mass)
        chosen = chosen[np.sort(np.unique(chosen, return_index=True)[1])]
        mass = total[chosen]
    return Examples(rows.take(chosen), codes[chosen], None if np.all(mass == 1) else mass)


def bootstrap(examples: Examples, random: np.random.Generator) -> np.ndarray:
    """Weights of a bootstrap sample, drawn class by class, so that none is lost.

    With whole weights a row of weight k is drawn like k rows. Otherwise as many rows are drawn as
    there are different ones of the class, by their weight, and weighted to the class's total.
    """
    codes = examples.codes
    weights = np.ones(len(codes)) if examples.weights is None else examples.weights
    whole = bool(np.allclose(weights, np.rint(weights), rtol=1e-12, atol=0))
    drawn = np.zeros(len(codes))
    for code in np.unique(codes):
        rows = np.flatnonzero(codes == code)
        total = weights[rows].sum()
        draws = min(round(total), MOST_DRAWS) if whole else len(rows)
        counts = random.multinomial(draws, weights[rows] / total)
        drawn[rows] = counts * (total / draws)
    return drawn


MOST_DRAWS = 2**28  # sums of draws stay whole numbers of the core
