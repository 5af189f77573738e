"""The optimum of the 0/1 loss: against brute force, and proven independently of solvers."""

from itertools import product

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.optimize import linprog

from rosenblatt import ExactPerceptron, RCDPerceptron
from rosenblatt.certificates import linear_programs, optimum
from rosenblatt.datasets import load


def proven():
    return ExactPerceptron(random_state=0, time_limit=None)


def tiny(seed):
    """Up to 9 rows of up to 6 features: Gaussian, or small whole numbers with ties."""
    rng = np.random.default_rng(seed)
    n, d = rng.integers(2, 10), rng.integers(1, 7)
    X = rng.normal(size=(n, d)) if seed % 2 else rng.integers(-2, 3, size=(n, d)).astype(float)
    if seed % 5 == 0:
        X[:, 0] = 1.0
    y = rng.integers(0, 2, size=n)
    y[:2] = 0, 1
    return X, y, rng.integers(1, 4, size=n).astype(float) if seed % 3 == 0 else np.ones(n)


def least_error(X, y, weights):
    """The lightest set of rows without which the others are separable, by trying all sets."""
    rows = np.column_stack([X, np.ones(len(X))]) * np.where(y == 1, 1.0, -1.0)[:, None]
    sets = np.array(list(product([False, True], repeat=len(X))))
    for removed in sets[np.argsort(sets @ weights, kind="stable")]:
        left = rows[~removed]
        found = linprog(np.zeros(rows.shape[1]), A_ub=-left, b_ub=-np.ones(len(left)),
                        bounds=(None, None))  # fmt: skip
        if found.status == 0:
            return weights[removed].sum()
    raise AssertionError("without rows everything is separable")


@pytest.mark.parametrize("seed", range(100))
def test_the_optimum_of_tiny_sets_is_that_of_brute_force(seed):
    X, y, weights = tiny(seed)
    model = proven().fit(X, y, weights)
    assert model.errors_ == model.lower_bound_ == least_error(X, y, weights)
    assert model.errors_ == weights[model.predict(X) != y].sum()


@pytest.mark.parametrize("seed", range(100, 200))
def test_branch_and_cut_finds_the_optimum_of_brute_force(seed, monkeypatch):
    X, y, weights = tiny(seed)
    monkeypatch.setattr(optimum, "by_cells", lambda problem: False)
    model = proven().fit(X, y, weights)
    assert model.errors_ == model.lower_bound_ == least_error(X, y, weights)
    assert model.errors_ == weights[model.predict(X) != y].sum()


def noisy(n, d, noise, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, (X[:, 0] + noise * rng.normal(size=n) > 0).astype(int)


@pytest.mark.parametrize("seed", range(3))
def test_cells_and_cuts_agree(seed, monkeypatch):
    X, y = noisy(50, 2 + seed, 0.4, seed)
    cells = proven().fit(X, y)
    monkeypatch.setattr(optimum, "by_cells", lambda problem: False)
    cuts = proven().fit(X, y)
    assert cells.n_subsystems_ == 0 < cuts.n_subsystems_
    assert cells.stop_reason_ == cuts.stop_reason_ == "optimal"
    assert cells.errors_ == cuts.errors_


def test_300_noisy_rows_of_three_features_are_proven():
    X, y = noisy(300, 3, 1.0)
    model = proven().fit(X, y)
    assert model.stop_reason_ == "optimal" and model.gap_ == 0
    assert model.errors_ == np.sum(model.predict(X) != y) > 20


def test_rows_on_a_grid_are_proven():
    rng = np.random.default_rng(1)
    X = rng.integers(0, 5, size=(300, 3)).astype(float)
    y = X @ [1, 2, -1] + 2 * rng.normal(size=300) > 4
    model = proven().fit(X, y)
    assert model.stop_reason_ == "optimal"
    assert model.errors_ == np.sum(model.predict(X) != y)


def test_scipy_alone_proves_the_same(monkeypatch):
    pytest.importorskip("highspy")
    X, y = noisy(60, 6, 0.5)
    fast = proven().fit(X, y)
    alone = linear_programs.ScipyCircuits, linear_programs.ScipyCovers
    monkeypatch.setattr("rosenblatt.certificates.branch_and_cut.programs", lambda: alone)
    slow = proven().fit(X, y)
    assert slow.errors_ == fast.errors_ == slow.lower_bound_ == fast.lower_bound_ > 0


def test_a_solver_that_lies_proves_nothing(monkeypatch):
    """Rows that a solver calls infeasible without reason are not believed."""
    X, y = noisy(80, 6, 0.7)
    true = proven().fit(X, y).errors_
    circuits, covers = linear_programs.programs()

    class Liar(circuits):
        def solve(self, costs):
            found = super().solve(costs)
            found.lam[:] = 0.0
            found.lam[np.argsort(costs)[:4]] = 0.25  # too few rows for a circuit
            return found

    monkeypatch.setattr("rosenblatt.certificates.branch_and_cut.programs", lambda: (Liar, covers))
    fooled = ExactPerceptron(random_state=0, time_limit=0.5).fit(X, y)
    assert fooled.lower_bound_ <= true <= fooled.errors_
    assert fooled.stop_reason_ != "optimal"


def test_prices_that_are_too_high_prove_less_not_more():
    from rosenblatt.certificates.cover_bound import VerifiedSubsystems

    rows = [[1, 1], [-1, -1], [2, 1], [-2, -1]]
    known = VerifiedSubsystems(rows, np.ones(4, dtype=np.int64))
    assert known.add(np.array([0, 1])) and known.add(np.array([2, 3]))
    assert not known.add(np.array([0, 1])) and not known.add(np.array([0, 2]))
    nothing, all_rows = np.zeros(4), np.ones(4)
    assert known.bound(np.array([1.0, 1.0]), nothing, all_rows) == 2
    assert known.bound(np.array([0.5, 0.6]), nothing, all_rows) == 2
    assert known.bound(np.array([0.5, 0.5]), nothing, all_rows) == 1
    assert known.bound(np.array([9.0, 9.0]), nothing, all_rows) == -14
    assert known.bound(np.array([0.0, 1.0]), np.array([1, 1, 0, 0]), all_rows) == 3


def test_a_row_of_weight_3_is_three_rows_and_one_of_weight_0_is_absent():
    X, y = noisy(40, 5, 0.8)
    weights = np.random.default_rng(0).integers(0, 4, size=40)
    weighted = proven().fit(X, y, weights)
    repeated = proven().fit(X.repeat(weights, axis=0), y.repeat(weights))
    assert weighted.errors_ == repeated.errors_ == weighted.lower_bound_
    np.testing.assert_array_equal(weighted.coef_, repeated.coef_)


def test_weights_without_a_common_unit_leave_a_gap_of_rounding_alone():
    X, y = noisy(40, 5, 0.8)
    weights = np.random.default_rng(0).random(40) + 0.1
    model = proven().fit(X, y, weights)
    assert model.stop_reason_ == "optimal"
    assert 0 <= model.gap_ <= 40 / 2**30 * weights.sum()
    assert model.errors_ == pytest.approx(weights[model.predict(X) != y].sum())


@pytest.mark.parametrize("kind", [sp.csr_array, sp.csc_matrix])
def test_sparse_rows_give_the_model_of_dense_ones(kind):
    X, y = noisy(40, 5, 0.8)
    X[np.abs(X) < 0.5] = 0.0
    dense, sparse = (proven().fit(rows, y) for rows in (X, kind(X)))
    np.testing.assert_array_equal(dense.coef_, sparse.coef_)
    assert dense.errors_ == sparse.errors_


def test_equal_rows_of_different_labels_are_errors_from_the_start():
    X = np.array([[0.0], [0.0], [0.0], [1.0], [1.0]])
    model = proven().fit(X, [0, 0, 1, 1, 0], [1, 1, 1, 1, 5])
    assert model.errors_ == model.lower_bound_ == 2


def test_no_hyperplane_of_descent_is_below_the_bound():
    X, y = noisy(150, 8, 1.0)
    model = ExactPerceptron(random_state=0, time_limit=2.0).fit(X, y)
    descent = RCDPerceptron(random_state=1, directions="mixed", perturb=True).fit(X, y)
    assert model.lower_bound_ <= model.errors_ <= descent.history_["error"].min()
    assert model.lower_bound_ > 0


def test_more_classes_have_a_proof_for_each_hyperplane(noisy_data):
    X, y = noisy_data
    model = ExactPerceptron(random_state=0, time_limit=6.0).fit(X, y)
    wrong = [
        np.sum((X @ w + b > 0) != (y == k))
        for k, (w, b) in enumerate(zip(model.coef_, model.intercept_, strict=True))
    ]
    np.testing.assert_array_equal(model.errors_, wrong)
    assert np.all(model.lower_bound_ <= model.errors_)


def test_too_many_values_are_refused_with_a_way_out():
    X = sp.csr_array((20_000, 1_000))
    with pytest.raises(ValueError, match=r"too many for an exact search.*RCDPerceptron"):
        ExactPerceptron().fit(X, np.arange(20_000) % 2)


@pytest.mark.parametrize("name, errors", [("votes84", 5), ("breast_cancer_wisconsin", 11)])
def test_published_sets_are_proven(name, errors, data_home):
    X, y = load(name, paper="li", data_home=data_home, return_X_y=True)
    model = proven().fit(X, y)
    assert model.errors_ == model.lower_bound_ == errors
    assert np.sum(model.predict(X) != y) == errors
