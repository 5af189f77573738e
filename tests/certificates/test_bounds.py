"""Mistake bounds are never exceeded, and are what their papers print."""

import numpy as np
import pytest

from rosenblatt import (
    certify,
    freund_schapire_bound,
    khardon_wachman_bound,
    margin_guarantee,
    margin_update_bound,
    novikoff_bound,
    pla,
    pla_bound,
    second_order_bound,
    separability,
    started_bound,
)
from rosenblatt.certificates.bounds import slack_of
from rosenblatt.estimators import (
    AveragedPerceptron,
    Perceptron,
    PocketPerceptron,
    SecondOrderPerceptron,
    VotedPerceptron,
)


def random_rows(rng):
    """Small integers or real numbers; a hyperplane's sides, noisy in half of all cases."""
    n, d = rng.integers(4, 30), rng.integers(1, 6)
    X = rng.integers(-4, 5, size=(n, d)) * 1.0 if rng.random() < 0.5 else rng.normal(size=(n, d))
    scores = X @ rng.normal(size=d) + rng.normal() + (rng.random() < 0.5) * rng.normal(size=n)
    y = (scores > 0).astype(int)
    y[:2] = 0, 1
    return X, y


def test_no_update_count_of_the_lecture_exceeds_its_bound():
    """400 runs of the literal algorithm, from zero (15) and from elsewhere (14)."""
    rng = np.random.default_rng(0)
    runs = 0
    while runs < 400:
        X, y = random_rows(rng)
        found = separability(X, y)
        if not found.separable:
            continue
        bound = pla_bound(X, y, found.coef, found.intercept)
        if bound > 3000:
            continue
        runs += 2
        assert len(pla(X, y, max_passes=4000).updates) <= bound * (1 + 1e-9)
        start = 5 * rng.normal(size=X.shape[1] + 1)
        assert len(pla(X, y, start=start, max_passes=9000).updates) <= from_start(
            X, y, found, start
        )


def from_start(X, y, found, start):
    theta = np.append(found.intercept, found.coef)
    theta = theta / np.linalg.norm(theta)
    rows = np.column_stack([np.ones(len(X)), X])
    gamma = (np.where(y == 1, 1, -1) * (rows @ theta)).min()
    radius = np.linalg.norm(rows, axis=1).max()
    return started_bound(radius, gamma, np.linalg.norm(start), start @ theta) * (1 + 1e-9)


def random_model(rng):
    kind = rng.choice(["perceptron", "averaged", "voted", "pocket", "second order"])
    shared = {
        "order": str(rng.choice(["content", "shuffled", "cyclic"])),
        "max_iter": int(rng.choice([1, 2, 20, 300])),
        "fit_intercept": bool(rng.random() < 0.8),
        "intercept_scaling": [1.0, "auto", "norm"][rng.integers(3)],
        "random_state": int(rng.integers(100)),
    }
    if kind == "second order":
        return SecondOrderPerceptron(ridge=float(rng.choice([0.01, 1.0, 30.0])), **shared)
    margin = float(rng.choice([0.0, 0.0, 0.3, 2.0]))
    if kind == "perceptron":
        return Perceptron(
            margin=margin,
            lam=float(rng.choice([0.0, 0.5])),
            alpha_bound=[None, 3][rng.integers(2)],
            eta0=float(rng.choice([0.2, 1.0])),
            init=str(rng.choice(["zero", "threshold"])),
            hypothesis="last",
            **shared,
        )
    made = {"averaged": AveragedPerceptron, "voted": VotedPerceptron, "pocket": PocketPerceptron}
    return made[kind](margin=margin, **shared)


def check_random_runs(seed, count):
    rng = np.random.default_rng(seed)
    bounded = 0
    for _ in range(count):
        X, y = random_rows(rng)
        found = certify(random_model(rng).fit(X, y), X, y)
        if found.margin is not None:  # a vote is no hyperplane
            assert found.error_bound.errors <= found.errors
        if found.mistakes.bound is not None:
            bounded += 1
            assert found.mistakes.updates <= found.mistakes.bound, found
        if found.best_margin is not None and found.margin is not None:
            assert found.margin <= found.best_margin.high
            assert found.best_margin.low <= found.best_margin.high
    return bounded


def test_no_bound_is_violated_in_150_random_runs():
    assert check_random_runs(1, 150) > 100


@pytest.mark.slow
def test_no_bound_is_violated_in_2000_random_runs():
    assert check_random_runs(2, 2000) > 1300


def test_the_bound_of_noisy_rows_holds_for_one_pass_of_any_vector():
    """Freund and Schapire by hand: random unit vectors and margins, one cyclic pass."""
    rng = np.random.default_rng(3)
    for _ in range(200):
        X, y = random_rows(rng)
        signs = np.where(y == 1, 1, -1)
        u = rng.normal(size=X.shape[1])
        margins = signs * (X @ u) / np.linalg.norm(u)
        gamma = rng.exponential() + 0.01
        model = Perceptron(order="cyclic", max_iter=1, fit_intercept=False).fit(X, y)
        radius = np.linalg.norm(X, axis=1).max()
        slack = slack_of(margins, gamma)
        tight = freund_schapire_bound(radius, gamma, slack)
        assert model.n_updates_ <= tight * (1 + 1e-9)
        assert khardon_wachman_bound(radius, gamma, slack) == pytest.approx(4 * tight)


def test_the_second_order_bound_holds_for_any_vector():
    rng = np.random.default_rng(4)
    for _ in range(200):
        X, y = random_rows(rng)
        ridge = float(rng.choice([0.1, 1.0, 10.0]))
        model = SecondOrderPerceptron(
            ridge=ridge, order="cyclic", max_iter=3, fit_intercept=False
        ).fit(X, y)
        signs = np.where(y == 1, 1, -1)
        learned = np.repeat(X * signs[:, None], model.mistakes_, axis=0)
        unit = (X**2).sum(axis=1).mean()
        bound = second_order_bound(
            learned, rng.normal(size=X.shape[1]), rng.exponential() + 0.01, ridge * unit
        )
        assert model.n_updates_ <= bound * (1 + 1e-9)


def test_a_margin_perceptron_that_separated_keeps_its_guarantee():
    rng = np.random.default_rng(5)
    seen = 0
    while seen < 60:
        X, y = random_rows(rng)
        model = Perceptron(margin=1.0, hypothesis="last", fit_intercept=False, max_iter=3000)
        if model.fit(X, y).stop_reason_ != "separated":
            continue
        seen += 1
        found = certify(model, X, y)
        radius = np.linalg.norm(X, axis=1).max()
        tau = (X**2).sum(axis=1).mean()
        least = margin_guarantee(found.best_margin.low, radius, tau)
        assert found.guaranteed_margin == pytest.approx(least)
        assert found.margin >= found.guaranteed_margin


def test_the_bounds_are_consistent_with_each_other():
    assert novikoff_bound(3, 0.5) == margin_update_bound(3, 0.5, 0.0)
    assert novikoff_bound(3, 0.5) == freund_schapire_bound(3, 0.5, 0.0)
    assert started_bound(3, 0.5, 0.0, 0.0) == pytest.approx(novikoff_bound(3, 0.5))
    larger = started_bound(3, 0.5, 4.0, -1.0)
    both = -1.0 + larger * 0.5, np.sqrt(16.0 + larger * 9)
    assert both[0] == pytest.approx(both[1])


@pytest.mark.parametrize("margin", [0.0, -1.0, float("nan")])
def test_a_margin_that_is_not_positive_is_refused(margin):
    with pytest.raises(ValueError, match="must be above 0"):
        novikoff_bound(1.0, margin)


def test_the_lectures_bound_wants_a_separating_hyperplane():
    with pytest.raises(ValueError, match="1 rows are not strictly"):
        pla_bound([[-1.0], [1.0], [2.0]], [0, 1, 0], [1.0], 0.0)
