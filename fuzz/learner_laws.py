"""What every fit must keep: refuse with a ValueError, or obey all laws."""

import copy
import pickle
import warnings
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.base import clone

from fuzz.drawn_learners import drawn_learner
from fuzz.drawn_rows import DrawnRows, drawn_rows


class BrokenLawError(AssertionError):
    """Says which law was broken, by which learner."""


def check_learner(seed: int) -> str:
    """One case; returns what became of it: "refused" or "kept"."""
    random = np.random.default_rng(seed)
    learner, rows = drawn_learner(random), drawn_rows(random)
    before = bytes_of(rows)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.simplefilter("error", RuntimeWarning)
        try:
            model = clone(learner).fit(rows.X, rows.y, sample_weight=rows.weights)
        except ValueError as refused:
            require(len(str(refused)) > 20, learner, "a refusal says why")
            require(bytes_of(rows) == before, learner, "the caller's arrays are not written to")
            return "refused"
        try:
            check_model(learner, model, rows)
        except ValueError as refused:
            require("scale the features" in str(refused), learner, f"no error later: {refused}")
            return "refused"
    require(bytes_of(rows) == before, learner, "the caller's arrays are not written to")
    return "kept"


def require(kept: bool, learner: Any, law: str) -> None:
    if not kept:
        raise BrokenLawError(f"{learner!r}: {law}")


def check_model(learner: Any, model: Any, rows: DrawnRows) -> None:
    scores = model.decision_function(rows.X)
    require(bool(np.isfinite(scores).all()), learner, "scores are finite")
    require(set(np.unique(model.predict(rows.X))) <= set(model.classes_), learner, "known labels")
    require(model.classes_.tolist() == sorted(set(rows.y.tolist())), learner, "all classes stay")
    if hasattr(model, "predict_proba"):
        shares = model.predict_proba(rows.X)
        require(bool(np.isfinite(shares).all()), learner, "probabilities are finite")
        agree = model.classes_[shares.argmax(axis=1)] == model.predict(rows.X)
        require(bool(agree.all()), learner, "the most probable class is the prediction")
    same(learner, scores, pickle.loads(pickle.dumps(model)).decision_function(rows.X), "pickled")
    again = fitted(learner, rows.X, rows.y, rows.weights)
    same(learner, scores, again.decision_function(rows.X), "fitted again")
    check_layouts(learner, scores, rows)
    check_copies(learner, scores, rows)


def check_layouts(learner: Any, scores: np.ndarray, rows: DrawnRows) -> None:
    """Whole numbers have the same products, however they are stored; scaled ones are not whole."""
    if not rows.whole or getattr(learner, "scale", None) is not None:
        return
    other = rows.plain if sp.issparse(rows.X) else sp.csr_array(rows.plain)
    try:
        found = fitted(learner, other, rows.y, rows.weights)
    except ValueError as refused:
        require("sparse" in str(refused), learner, f"one layout is refused: {refused}")
        return
    model = fitted(learner, rows.X, rows.y, rows.weights)
    expected, got = (m.decision_function(rows.plain) for m in (model, found))
    same(learner, expected, got, "scores of sparse and dense")


def check_copies(learner: Any, scores: np.ndarray, rows: DrawnRows) -> None:
    """A row of weight k is k rows, for learners that merge equal rows."""
    if rows.weights is None or not learner._merges_equal_rows() or not rows.weights.all():
        return
    copies = np.repeat(np.arange(len(rows.y)), rows.weights.astype(int))
    found = fitted(learner, rows.plain[copies], rows.y[copies], None)
    by_weight = fitted(learner, rows.plain, rows.y, rows.weights)
    expected = by_weight.decision_function(rows.plain)
    same(learner, expected, found.decision_function(rows.plain), "copies and weights")


def fitted(learner: Any, X: Any, y: np.ndarray, weights: np.ndarray | None) -> Any:
    return clone(learner).fit(copy.copy(X), y, sample_weight=weights)


def same(learner: Any, expected: np.ndarray, found: np.ndarray, how: str) -> None:
    require(np.array_equal(expected, found), learner, f"the same bits: {how}")


def bytes_of(rows: DrawnRows) -> list[bytes]:
    X = rows.X
    parts = [X.data, X.indices, X.indptr] if sp.issparse(X) else [X]
    weights = [] if rows.weights is None else [rows.weights]
    return [np.ascontiguousarray(part).tobytes() for part in [*parts, *weights]] + [
        repr(rows.y.tolist()).encode()
    ]
