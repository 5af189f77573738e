"""The margin that a margin perceptron is known to have once it has separated the rows."""

from __future__ import annotations

from typing import Any

from rosenblatt import _core
from rosenblatt.certificates.bounds import margin_guarantee
from rosenblatt.certificates.labelled_rows import LabelledRows
from rosenblatt.certificates.mistake_bounds import training_space, why_not, widest
from rosenblatt.certificates.separability import Separability

ROUNDED_DOWN = 1 - 1e-9  # computed in floating point


def guaranteed_margin(
    model: Any, problem: LabelledRows, found: Separability, updates: int | None, *, weighted: bool
) -> float | None:
    """The least margin by :func:`margin_guarantee`, or None where the theorem does not apply.

    The theorem is about the rows with the intercept's feature. There a margin is divided by the
    length of all weights, the intercept's among them, so it is no larger than that of the rows.
    """
    if why_not(model, problem, updates, weighted) or not separated_with_margin(model):
        return None
    space = training_space(model, problem)
    widest_margin, threshold = widest(space, found).low, max(model._margins()) * space.unit
    if not widest_margin > 0:
        return None
    return margin_guarantee(widest_margin, space.radius, threshold, model.eta0) * ROUNDED_DOWN


def separated_with_margin(model: Any) -> bool:
    """Whether every row is beyond the threshold, of the plain rule, from a start of zero."""
    plain = isinstance(model._rule(), _core.Perceptron) and isinstance(model.init, str)
    return (
        plain
        and model.init == "zero"
        and model.hypothesis == "last"
        and model.stop_reason_ == "separated"
        and model.lam == 0
        and model.alpha_bound is None
        and 0 < min(model._margins()) == max(model._margins()) < float("inf")
    )
