"""Laws of batches: what ``partial_fit`` must keep, whatever is between two of them."""

import pickle
import warnings
from itertools import pairwise
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.base import clone

from fuzz.drawn_learners import KINDS, drawn_learner
from fuzz.drawn_rows import DrawnRows, drawn_rows
from fuzz.learner_laws import bytes_of, require, same
from rosenblatt.models.learner_names import LEARNERS

STREAMED = [name for name in KINDS if hasattr(LEARNERS[name], "partial_fit")]


def check_stream(seed: int) -> str:
    """One stream of up to six batches; "refused" or "kept"."""
    random = np.random.default_rng(seed)
    learner, rows = drawn_learner(random, STREAMED), drawn_rows(random)
    batches = drawn_batches(len(rows.y), random)
    classes = np.unique(rows.y) if random.random() < 0.6 else None
    before = bytes_of(rows)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.simplefilter("error", RuntimeWarning)
        try:
            model = learned(learner, rows.X, rows, batches, classes)
        except (ValueError, AttributeError) as refused:
            require(len(str(refused)) > 20, learner, "a refusal says why")
            return "refused"
        finally:
            require(bytes_of(rows) == before, learner, "the caller's arrays are not written to")
        check_model(learner, model, rows)
        scores = model.decision_function(rows.plain)
        other = learned(learner, rows.X, rows, batches, classes, between=pickled)
        same(learner, scores, other.decision_function(rows.plain), "pickled between batches")
        if rows.whole:
            for X in (rows.plain, sp.csr_array(rows.plain)):
                other = learned(learner, X, rows, batches, classes)
                same(learner, scores, other.decision_function(rows.plain), "dense and sparse")
        check_refused_batch(learner, model, rows, scores)
    return "kept"


def drawn_batches(n: int, random: np.random.Generator) -> list[slice]:
    cuts = np.unique(random.integers(1, n, size=random.integers(6)))
    ends = [0, *cuts.tolist(), n]
    return [slice(a, b) for a, b in pairwise(ends)]


def learned(
    learner: Any,
    X: Any,
    rows: DrawnRows,
    batches: list[slice],
    classes: np.ndarray | None,
    between: Any = lambda model: model,
) -> Any:
    model = clone(learner)
    for batch in batches:
        weights = None if rows.weights is None else rows.weights[batch]
        model.partial_fit(X[batch], rows.y[batch], classes=classes, sample_weight=weights)
        model = between(model)
    return model


def pickled(model: Any) -> Any:
    return pickle.loads(pickle.dumps(model))


def check_model(learner: Any, model: Any, rows: DrawnRows) -> None:
    scores = model.decision_function(rows.X)
    require(bool(np.isfinite(scores).all()), learner, "scores are finite")
    require(set(model.predict(rows.X)) <= set(model.classes_), learner, "known labels")
    require(set(model.classes_) <= set(rows.y.tolist()), learner, "no class but those given")


def check_refused_batch(learner: Any, model: Any, rows: DrawnRows, scores: np.ndarray) -> None:
    """A batch that cannot be learned leaves the model as it was."""
    broken = rows.plain.copy()
    broken[-1, -1] = np.nan
    try:
        model.partial_fit(broken, rows.y)
    except ValueError:
        same(learner, scores, model.decision_function(rows.plain), "after a refused batch")
    else:
        require(False, learner, "a missing value is refused")
