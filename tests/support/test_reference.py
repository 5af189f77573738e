"""the reference itself: hand-worked examples, printed algorithms taken literally, theorems."""

import math
from dataclasses import dataclass, field
from itertools import repeat

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from reference import (
    RULES,
    Perceptron,
    TwoClasses,
    fisher,
    train,
    vote_sum,
)

CASES = [make(**params) for make, cases in RULES.values() for params in cases]
every_rule = pytest.mark.parametrize("rule", CASES, ids=str)

# Row 0 pulls w up by 2, row 1 down by 1: with alpha=1 the last visit to row 1 is suppressed.
TUG_X, TUG_Y = np.array([[2.0], [1.0]]), np.array([1, -1])
TUG_ORDER = [0, 1, 0, 1, 0]


@dataclass
class Fading:
    """A rule that halves the weights before each step, to exercise ``keep``."""

    def move(self, e):
        return ("right", 1.0, 0.0) if e.margin > 0 else ("update", 0.5, e.weight)


@dataclass
class Listening:
    """A rule that updates always, by one, and remembers what it was told."""

    told: list = field(default_factory=list)

    def move(self, e):
        self.told.append((e.margin, e.norm2, e.reach, e.count, e.weight))
        return "update", 1.0, 1.0


@st.composite
def small_data(draw):
    """Small integer rows, so that every sum is exact and ties are common."""
    n, d = draw(st.integers(2, 9)), draw(st.integers(1, 3))
    cells = st.lists(st.integers(-4, 4), min_size=n * d, max_size=n * d)
    y = draw(st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n))
    return np.array(draw(cells), dtype=float).reshape(n, d), np.array(y)


@st.composite
def separable_data(draw):
    """Rows, their labels, and a hyperplane (w, b) that separates them with margin at least 1."""
    X, _ = draw(small_data())
    w = np.array(draw(st.lists(st.integers(-4, 4), min_size=X.shape[1], max_size=X.shape[1])))
    b = draw(st.integers(-4, 4))
    score = X @ w + b
    X, score = X[score != 0], score[score != 0]
    assume(len(X) > 0)
    return X, np.sign(score).astype(int), (w, b)


def some_passes(seed, n, passes=6):
    """Orders that repeat some rows and leave out others."""
    return np.random.default_rng(seed).integers(n, size=(passes, 2 * n))


def figure_2(X, y, passes, tau, lam, alpha, eta, theta, C):
    """Khardon and Wachman's Figure 2 with a threshold, as printed but for the sign of C."""
    w, a, tally, best = np.zeros(X.shape[1]), [0] * len(y), 0, 0
    longest, votes = (w, theta), [[w, theta, 0]]
    for j in (j for order in passes for j in order):
        total = w @ X[j] + (a[j] != 0) * y[j] * lam * (X[j] @ X[j])
        said = -1 if total < theta - tau else 1 if total > theta + tau else 0
        if said != y[j] and a[j] < alpha:
            w, theta = w + eta * y[j] * X[j], theta - eta * y[j] * C
            a[j], tally = a[j] + 1, 0
            votes.append([w, theta, 0])
        elif said == y[j]:
            votes[-1][2] += 1
            tally += 1
            if tally > best:
                best, longest = tally, (w, theta)
    return (w, theta), longest, votes[1:]


def algorithm_1(X, y, passes, weights):
    """Li's Algorithm 1 with weights; the error is computed anew at each record run."""
    Z = y[:, None] * np.column_stack([X, np.ones(len(X))])
    w = pocket = np.zeros(Z.shape[1])
    run, best_run, best = 0.0, 0.0, weights.sum()
    for k in (k for order in passes for k in order):
        if Z[k] @ w > 0:
            run += weights[k]
            error = weights[Z @ w <= 0].sum()
            if run > best_run and error < best:
                pocket, best, best_run = w, error, run
        else:
            w, run = w + weights[k] * Z[k], 0.0
    return pocket


def algorithm_6(X, y, passes, weights):
    """Li's Algorithm 6 with the orders given: the run of a new vector starts at its weight."""
    Z = y[:, None] * np.column_stack([X, np.ones(len(X))])
    w, runs = [np.zeros(Z.shape[1])], [0.0]
    for k in (k for order in passes for k in order):
        if Z[k] @ w[-1] > 0:
            runs[-1] += weights[k]
        else:
            w.append(w[-1] + weights[k] * Z[k])
            runs.append(weights[k])
    return np.average(w, axis=0, weights=runs)


@settings(deadline=None)
@given(
    small_data(),
    st.sampled_from([0.0, 1.0, 2.0, math.inf]),
    st.sampled_from([0.0, 0.25, 2.0]),
    st.sampled_from([1, 2, 4, math.inf]),
    st.booleans(),
)
def test_training_is_figure_2_with_a_constant_feature(data, tau, lam, alpha, cyclic):
    X, y = data
    passes = [range(len(y))] * 12 if cyclic else some_passes(0, len(y), 12)
    rule = Perceptron(tau=tau, lam=lam, alpha=alpha, eta0=0.5)
    fit = train(X, y, passes, rule, constant2=4.0, init=(np.zeros(X.shape[1]), -4.0))
    (w, theta), (wl, thetal), votes = figure_2(X, y, passes, tau, lam, alpha, 0.5, 4.0, 4.0)
    assert_array_equal([*fit.last[0], -fit.last[1]], [*w, theta])
    assert_array_equal([*fit.longest[0], -fit.longest[1]], [*wl, thetal])
    assert [(*u, -b, run) for u, b, run in fit.votes] == [(*u, t, run) for u, t, run in votes]


@settings(deadline=None)
@given(small_data(), st.integers(0, 99))
def test_the_pocket_is_algorithm_1_although_it_skips_evaluations(data, seed):
    X, y = data
    passes = some_passes(seed, len(y))
    weights = np.random.default_rng(seed).integers(1, 9, len(y)) / 4
    w, b = train(X, y, passes, Perceptron(), weights=weights).pocket
    assert_array_equal([*w, b], algorithm_1(X, y, passes, weights))


@settings(deadline=None)
@given(small_data(), st.integers(0, 99))
def test_the_average_is_algorithm_6(data, seed):
    X, y = data
    passes = some_passes(seed, len(y))
    weights = np.random.default_rng(seed).integers(1, 9, len(y)) / 4
    w, b = train(X, y, passes, Perceptron(), weights=weights).averaged
    assert_allclose([*w, b], algorithm_6(X, y, passes, weights), atol=1e-12)


@settings(deadline=None)
@given(separable_data(), st.sampled_from([0.0, 3.0]))
def test_updates_stay_below_the_bound_of_novikoff(data, tau):
    X, y, (w, b) = data
    gamma2 = np.min(np.abs(X @ w + b)) ** 2 / (w @ w + b * b)
    bound = (np.max((X * X).sum(axis=1)) + 1 + 2 * tau) / gamma2
    limit = int(bound) + 2
    rule = Perceptron(tau=tau)
    fit = train(X, y, repeat(range(len(y))), rule, max_iter=limit, credit=False)
    assert fit.stop == "separated"
    assert sum(fit.updates) <= bound * (1 + 1e-12)


@settings(deadline=None)
@given(separable_data())
def test_voted_equals_last_on_separable_data_with_enough_credit(data):
    X, y, _ = data
    first = train(X, y, repeat(range(len(y))), Perceptron(), max_iter=5000, credit=False)
    passes = repeat(range(len(y)), 2 * first.n_iter + 2)
    fit = train(X, y, passes, Perceptron())
    grid = np.random.default_rng(0).integers(-9, 10, (50, X.shape[1]))
    signs = np.where(grid @ fit.last[0] + fit.last[1] >= 0, 1, -1)
    assert_array_equal(np.sign(vote_sum(fit.votes, grid)), signs)


@pytest.mark.parametrize("rule", [rule for rule in CASES if isinstance(rule, Perceptron)], ids=str)
def test_weights_are_the_start_plus_the_counted_rows(rule):
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(20, 3)), rng.choice([-1, 1], 20)
    w0, b0 = rng.normal(size=3), 0.75
    fit = train(X, y, some_passes(2, 20), rule, init=(w0, b0), constant2=2.25)
    step = rule.eta0 * fit.counts * y
    assert fit.counts.sum() == sum(fit.updates)
    assert_allclose(fit.last[0], w0 + step @ X, atol=1e-12)
    assert_allclose(fit.last[1], b0 + 2.25 * step.sum(), atol=1e-12)


@pytest.mark.parametrize("rule", [*CASES, Fading()], ids=str)
def test_the_average_is_the_mean_of_all_hypotheses_visit_by_visit(rule):
    rng = np.random.default_rng(3)
    X, y = rng.integers(-3, 4, (15, 2)).astype(float), rng.choice([-1, 1], 15)
    order = some_passes(4, 15, 1)[0]
    options = {"init": (np.ones(2), 1.0), "vote_of_start": True}
    fits = [train(X, y, [order[:t]], rule, **options) for t in range(1, len(order) + 1)]
    seen = [sum(run for *_, run in fit.votes) + sum(fit.updates) for fit in fits]
    mean = np.average([[*f.last[0], f.last[1]] for f in fits], axis=0, weights=np.diff([0, *seen]))
    assert_allclose([*fits[-1].averaged[0], fits[-1].averaged[1]], mean, atol=1e-12)


def test_one_pass_with_endless_margin_and_bound_one_is_the_sum_of_the_rows():
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(30, 4)), rng.choice([-1, 1], 30)
    fit = train(X, y, [rng.permutation(30)], Perceptron(tau=math.inf, alpha=1), constant2=9.0)
    assert_allclose([*fit.last[0], fit.last[1]], [*(y @ X), 9 * y.sum()], atol=1e-12)


def test_a_suppressed_row_neither_votes_nor_resets_the_run():
    fit = train(TUG_X, TUG_Y, [TUG_ORDER], Perceptron(alpha=1), fit_intercept=False)
    assert [(float(w[0]), run) for w, _, run in fit.votes] == [(2, 0), (1, 2)]


def test_a_suppressed_row_adds_nothing_to_the_average():
    fit = train(TUG_X, TUG_Y, [TUG_ORDER], Perceptron(alpha=1), fit_intercept=False)
    assert fit.averaged[0].tolist() == [(1 * 2 + 3 * 1) / 4]


def test_a_suppressed_row_is_still_a_mistake():
    fit = train(TUG_X, TUG_Y, [TUG_ORDER], Perceptron(alpha=1), fit_intercept=False)
    assert (fit.updates, fit.mistakes) == ([2], [3])


def test_the_pocket_evaluates_the_start_and_each_record_of_changed_weights():
    fit = train(TUG_X, TUG_Y, [TUG_ORDER], Perceptron(alpha=1), fit_intercept=False)
    assert (fit.pocket_evaluations, fit.pocket[0].tolist()) == (2, [1.0])


def test_the_pocket_keeps_the_start_against_an_equal_error():
    start = np.array([4.0]), 0.0
    fit = train(TUG_X, TUG_Y, [[1, 0, 0]], Perceptron(), fit_intercept=False, init=start)
    assert (fit.pocket_evaluations, fit.pocket[0].tolist()) == (2, [4.0])


@every_rule
def test_the_error_of_the_pocket_is_never_above_that_of_the_start(rule):
    rng = np.random.default_rng(6)
    X, y, weights = rng.normal(size=(25, 2)), rng.choice([-1, 1], 25), rng.uniform(0.5, 2, 25)
    start = fisher(X, y, weights)
    fit = train(X, y, some_passes(7, 25), rule, init=start, weights=weights)
    error = [weights[y * (X @ w + b) <= 0].sum() for w, b in (fit.pocket, start)]
    assert error[0] <= error[1]


def test_the_first_of_two_equally_long_runs_is_kept():
    fit = train(TUG_X, TUG_Y, [[0, 0, 1, 0]], Perceptron(), fit_intercept=False)
    assert [run for *_, run in fit.votes] == [1, 1]
    assert fit.longest[0].tolist() == [2.0]


def test_the_start_is_the_longest_survivor_when_nothing_survives():
    fit = train(TUG_X, TUG_Y, [[0, 1]], Perceptron(), fit_intercept=False)
    assert fit.longest[0].tolist() == [0.0]


def test_without_any_run_mass_the_average_is_the_last():
    start = np.array([-1.0]), 0.0
    rule = Perceptron(alpha=0)
    fit = train(TUG_X[:1], TUG_Y[:1], [[0]], rule, fit_intercept=False, init=start)
    assert fit.averaged[0].tolist() == [-1.0]


def test_the_vote_of_the_start_is_listed_on_request_only():
    start = np.array([1.0]), 0.0
    options = {"fit_intercept": False, "init": start}
    listed = train(TUG_X, TUG_Y, [[0, 1]], Perceptron(), vote_of_start=True, **options)
    silent = train(TUG_X, TUG_Y, [[0, 1]], Perceptron(), **options)
    assert [run for *_, run in listed.votes] == [1, 0]
    assert [run for *_, run in silent.votes] == [0]


def test_weights_multiply_steps_and_runs():
    weights = np.array([0.5, 3.0])
    fit = train(TUG_X, TUG_Y, [[0, 0]], Perceptron(), weights=weights, fit_intercept=False)
    assert [(float(w[0]), run) for w, _, run in fit.votes] == [(1.0, 0.5)]


def test_a_rule_is_told_margin_norm_reach_count_and_weight():
    rule, X, weights = Listening(), np.array([[1.0, 2.0]]), np.array([0.5])
    train(X, np.array([-1]), [[0, 0]], rule, constant2=9.0, weights=weights)
    assert rule.told == [(0.0, 5.0, 14.0, 0, 0.5), (14.0, 5.0, 14.0, 1, 0.5)]


def test_without_an_intercept_the_reach_is_the_squared_norm():
    rule = Listening()
    train(np.array([[1.0, 2.0]]), np.array([1]), [[0]], rule, constant2=9.0, fit_intercept=False)
    assert rule.told == [(0.0, 5.0, 5.0, 0, 1.0)]


def test_keep_scales_weights_and_bias_before_the_step():
    start = np.array([-4.0]), -8.0
    fit = train(np.array([[3.0]]), np.array([1]), [[0]], Fading(), init=start, constant2=4.0)
    assert (fit.last[0].tolist(), fit.last[1]) == ([1.0], 0.0)


def test_a_pass_without_mistakes_stops_training():
    fit = train(np.eye(2), np.array([1, -1]), [[0, 1]] * 9, Perceptron(), fit_intercept=False)
    assert (fit.stop, fit.n_iter, fit.updates, fit.mistakes) == ("separated", 2, [2, 0], [2, 0])


def test_rows_that_are_right_only_by_the_help_of_lambda_are_not_separated():
    fit = train(np.ones((2, 1)), np.array([1, -1]), [[0, 1]] * 9, Perceptron(lam=9.0))
    assert (fit.stop, fit.n_iter) == ("no_update", 2)


def test_rows_strictly_right_are_separated_even_within_the_margin():
    rule = Perceptron(tau=5.0, lam=9.0)
    fit = train(np.ones((1, 1)), np.array([1]), [[0]] * 9, rule)
    assert (fit.last[0].tolist(), fit.stop, fit.n_iter) == ([1.0], "separated", 2)


def test_rows_that_a_lenient_rule_calls_right_on_the_wrong_side_are_not_separated():
    fit = train(np.eye(2), np.array([1, -1]), [[0, 1]] * 9, Perceptron(tau=-1.0))
    assert (fit.stop, fit.n_iter) == ("no_update", 1)


def test_a_pass_that_misses_a_wrong_row_does_not_stop_training():
    passes = [[0], [0], [1], [0, 1]]
    fit = train(np.eye(2), np.array([1, -1]), passes, Perceptron(), fit_intercept=False)
    assert (fit.stop, fit.updates) == ("separated", [1, 0, 1, 0])


def test_without_credit_the_runs_end_with_the_last_pass():
    options = {"fit_intercept": False, "credit": False}
    fit = train(np.eye(2), np.array([1, -1]), [[0, 1]] * 9, Perceptron(), **options)
    assert fit.votes[-1][2] == 2


def test_a_start_with_bias_but_no_intercept_is_refused():
    with pytest.raises(ValueError, match="without an intercept"):
        train(TUG_X, TUG_Y, [[0]], Perceptron(), init=(np.zeros(1), 1.0), fit_intercept=False)


def test_a_row_gets_the_same_bits_alone_and_among_all_rows():
    rng = np.random.default_rng(8)
    data = TwoClasses(rng.normal(size=(40, 37)), rng.choice([-1, 1], 40), 1.0)
    hypothesis = rng.normal(size=37), 0.1
    assert_array_equal(data.margin(hypothesis), [data.margin(hypothesis, i) for i in range(40)])


def test_a_vote_of_zero_score_counts_for_plus_one():
    votes = [(np.array([1.0]), -2.0, 3.0), (np.array([-1.0]), 0.0, 1.0)]
    assert vote_sum(votes, np.array([[2.0], [1.0]])).tolist() == [2.0, -4.0]
