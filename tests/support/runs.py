"""One training run, by the core and by the reference, in comparable form."""

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from reference import KEEPERS, joint, train, vote_sum
from reference.groups import GROUPS as REFERENCE_GROUPS

from rosenblatt import _core
from rosenblatt.training.groups import group_of
from rosenblatt.training.keepers import keepers_of
from rosenblatt.training.rows import inspected

CONSTANT2 = 4.0


def strided(X):
    """A view into a wider array whose other columns must not be read."""
    wide = np.full((len(X), X.shape[1] + 3), np.nan, dtype=X.dtype)
    wide[:, : X.shape[1]] = X
    return wide[:, : X.shape[1]]


def csr(X, index):
    made = sp.csr_array(X)
    made.indices, made.indptr = made.indices.astype(index), made.indptr.astype(index)
    return made


ROWS = {
    "dense float64": lambda X: np.ascontiguousarray(X, dtype=np.float64),
    "dense float32": lambda X: np.ascontiguousarray(X, dtype=np.float32),
    "strided float32": lambda X: strided(X.astype(np.float32)),
    "csr float64 int32": lambda X: csr(X.astype(np.float64), np.int32),
    "csr float64 int64": lambda X: csr(X.astype(np.float64), np.int64),
    "csr float32 int32": lambda X: csr(X.astype(np.float32), np.int32),
    "csr float32 int64": lambda X: csr(X.astype(np.float32), np.int64),
}


def plan_of(X, codes, *, order="cyclic", weights=None, seed=5, subset=None):
    codes = np.asarray(codes, dtype=np.int32)
    return inspected(X).arrange(codes, weights, subset, getattr(_core.Order, order), seed)


def fresh():
    return _core.Record(np.zeros(0), np.zeros(0))


def train_core(plan, rules, positives, *, passes=6, constant2=CONSTANT2, group="ovr", **options):
    training = _core.train(
        plan,
        rules,
        positives,
        [fresh() for _ in rules],
        keepers_of(KEEPERS),
        group_of(group).core(),
        group_lanes=group_of(group).size(len(positives)),
        constant2=constant2,
        max_passes=passes,
        **options,
    )
    assert training.run(passes) == "finished"
    return training


@dataclass
class Outcome:
    """What is compared: hypotheses (bias last), vote sums of the rows, and the book-keeping."""

    hypotheses: dict
    votes: np.ndarray
    counts: np.ndarray
    updates: list
    mistakes: list
    evaluations: int
    stop: str


def outcome_of(training, plan, X, n_rows, *, number=0, lanes=1, group="ovr"):
    dense = np.asarray(X.toarray() if sp.issparse(X) else X, dtype=np.float64)
    counts = np.zeros(n_rows, dtype=np.int64)
    training.add_counts(number, counts)
    return Outcome(
        hypotheses={k: training.hypothesis(number, k).reshape(lanes, -1) for k in KEEPERS},
        votes=core_votes(training, dense, number, lanes, group_of(group).core()),
        counts=counts,
        updates=training.updates(number).tolist(),
        mistakes=training.mistakes(number).tolist(),
        evaluations=training.error_evaluations(number),
        stop=training.reason(number),
    )


def core_votes(training, X, number, lanes, policy):
    lists = [(0.0, *training.votes(number)[1:])]
    sums = _core.Voting(policy, lists, lanes, CONSTANT2).sums(X @ X.T)
    return sums[0] if lanes == 1 else sums.T


def train_reference(plan, X, codes, rule, positive, *, passes=6, group="ovr", constant2=CONSTANT2):
    """The same by the reference, example by example; ``positive`` is the class of the lane, or
    those of the lanes of a group."""
    dense = np.asarray(X.toarray() if sp.issparse(X) else X, dtype=np.float64)
    rows = plan.rows
    times = plan.times
    orders = [np.repeat(order, times[order]) for order in map(plan.pass_order, range(passes))]
    weights, labels = plan.weights / times, np.asarray(codes)[rows]
    if group == "ovr":
        y = np.where(labels == positive, 1, -1)
        fit = train(dense[rows], y, orders, rule, weights=weights, constant2=constant2)
        votes = vote_sum(fit.votes, dense)
    else:
        fit = joint(
            dense[rows], labels, None, orders, rule, group=group, positives=positive,
            weights=weights, constant2=constant2,
        )  # fmt: skip
        votes = REFERENCE_GROUPS[group].votes(fit.votes, dense)
    counts = np.zeros(len(dense))
    np.add.at(counts, rows, fit.counts)
    hypotheses = {
        k: np.column_stack([np.atleast_2d(getattr(fit, k)[0]), np.atleast_1d(getattr(fit, k)[1])])
        for k in KEEPERS
    }
    return Outcome(hypotheses, votes, counts, fit.updates, fit.mistakes, fit.pocket_evaluations,
                   fit.stop)  # fmt: skip


def assert_same(ours, truth, exact=True, tolerance=0.0, keepers=KEEPERS):
    assert (ours.updates, ours.mistakes, ours.stop) == (truth.updates, truth.mistakes, truth.stop)
    assert "pocket" not in keepers or ours.evaluations == truth.evaluations
    np.testing.assert_array_equal(ours.counts, truth.counts)
    for keeper in keepers:
        bound = max(tolerance, getattr(KEEPERS[keeper], "tolerance", 0.0))
        np.testing.assert_allclose(
            ours.hypotheses[keeper], truth.hypotheses[keeper], rtol=bound, atol=bound * 10,
            err_msg=keeper,
        )  # fmt: skip
    if exact:
        np.testing.assert_allclose(ours.votes, truth.votes, rtol=1e-12)
