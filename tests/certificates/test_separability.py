"""Separable or not: known answers, and proofs that are checked apart from the library."""

from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.datasets import load_iris

from rosenblatt import separability
from rosenblatt.datasets import load

PAPER_SETS = {
    "sonar": True,
    "pima_diabetes": False,
    "heart_statlog": False,
    "breast_cancer_wisconsin": False,
    "votes84": False,
    "ionosphere": False,
    "german_numeric": False,
    "cleveland": False,
    "australian": False,
}


def proves(found, X, y):
    """Whether the proof holds, in fractions and loops that share no code with the library."""
    positive = np.asarray(y) == found.classes[1]
    rows = [[Fraction(float(value)) for value in row] for row in np.asarray(X)]
    if found.separable:
        *w, b = found.hyperplane
        scores = [sum(a * c for a, c in zip(w, row, strict=True)) + b for row in rows]
        return all(s > 0 if p else s < 0 for s, p in zip(scores, positive, strict=True))
    points = []
    for side in (False, True):
        of = [(w, rows[k]) for w, k in zip(found.weights, found.rows, strict=True)
              if positive[k] == side]  # fmt: skip
        if sum(w for w, _ in of) != 1 or min(w for w, _ in of) < 0:
            return False
        points.append([sum(w * row[j] for w, row in of) for j in range(len(rows[0]))])
    return points[0] == points[1]


def integers(rng, n, d):
    return rng.integers(-3, 4, size=(n, d)).astype(float)


def dependent(rng, n, d):
    return integers(rng, n, max(1, d // 2)) @ integers(rng, max(1, d // 2), d)


def one_constant(rng, n, d):
    return np.column_stack([integers(rng, n, d), np.full(n, 7.0)])


def far_from_zero(rng, n, d):
    return 1e6 + 1e-6 * integers(rng, n, d)


def real(rng, n, d):
    return rng.normal(size=(n, d))


KINDS = [integers, dependent, one_constant, far_from_zero, real]


def separable_set(rng, make):
    """Labels are sides of a hyperplane that no row lies on, decided in whole numbers."""
    while True:
        X = make(rng, rng.integers(4, 40), rng.integers(1, 7))
        w = rng.integers(-3, 4, size=X.shape[1])
        base = [Fraction(float(X[0, j])) for j in range(X.shape[1])]
        scores = [sum(int(a) * (Fraction(float(v)) - c)
                      for a, v, c in zip(w, row, base, strict=True)) for row in X]  # fmt: skip
        cut = sorted(set(scores))
        if len(cut) > 1:
            at = rng.integers(1, len(cut))
            return X, np.array([int(s >= cut[at]) for s in scores])


def inseparable_set(rng, make):
    """A row is put exactly between two rows of the other class, or upon one of them."""
    while True:
        X, y = separable_set(rng, make)
        ones = np.flatnonzero(y == 1)
        a, b = X[rng.choice(ones)], X[rng.choice(ones)]
        middle = [(Fraction(float(p)) + Fraction(float(q))) / 2 for p, q in zip(a, b, strict=True)]
        between = np.array([float(value) for value in middle])
        if [Fraction(float(value)) for value in between] == middle:
            return np.vstack([X, between]), np.append(y, 0)


@pytest.mark.parametrize("make", KINDS)
def test_fifty_separable_sets_are_proven_separable(make):
    rng = np.random.default_rng(0)
    for _ in range(50):
        X, y = separable_set(rng, make)
        found = separability(X, y)
        assert found.separable is True
        assert proves(found, X, y) and found.verify(X, y)


@pytest.mark.parametrize("make", KINDS)
def test_fifty_sets_that_only_touch_are_proven_inseparable(make):
    rng = np.random.default_rng(1)
    for _ in range(50):
        X, y = inseparable_set(rng, make)
        found = separability(X, y)
        assert found.separable is False
        assert proves(found, X, y) and found.verify(X, y)
        assert len(found.rows) <= X.shape[1] + 2


@pytest.mark.parametrize("name", PAPER_SETS)
def test_the_papers_sets_are_what_they_are_known_to_be(name, data_home):
    X, y = load(name, paper="li", data_home=data_home, return_X_y=True)
    found = separability(X, y)
    assert found.separable is PAPER_SETS[name]
    assert found.verify(X, y) and proves(found, X, y)


def test_equal_rows_of_different_labels_are_their_own_proof():
    X = np.array([[0.0, 1.0], [2.0, 3.0], [0.0, 1.0], [5.0, 5.0]])
    found = separability(X, ["a", "a", "b", "b"])
    assert found.separable is False
    assert found.rows.tolist() == [0, 2] and found.weights == (1, 1)


@pytest.mark.parametrize("gap", [1e-9, 1e-13, 2.0**-50])
def test_a_gap_below_the_tolerance_of_the_solver_is_found(gap):
    """Two rows this far apart decide; the rest is 10^3 away."""
    rng = np.random.default_rng(2)
    far = rng.uniform(-1e3, 1e3, size=(30, 2))
    X = np.vstack([far, [[0.5, 0.0], [0.5 + gap, 0.0]]])
    y = (X[:, 0] > 0.5).astype(int)
    assert (X[-1, 0] != X[-2, 0]) and separability(X, y).separable is True
    assert separability(X, y).verify(X, y)


@pytest.mark.parametrize("factor", [1e200, 1e-200, 2.0**-1070, 2.0**1016])
def test_extreme_values_are_proven_too(factor):
    X, y = load_iris(return_X_y=True)
    X = np.round(10 * X)
    for label, answer in ((0, True), (1, False)):
        found = separability(X * factor, y == label)
        assert found.separable is answer and found.verify(X * factor, y == label)


def test_columns_of_very_different_size_are_seen():
    X = np.array([[1e-8, 1e8], [2e-8, -1e8], [3e-8, 1e8], [4e-8, -1e8]])
    assert separability(X, [0, 0, 1, 1]).separable is True


def test_sparse_rows_have_the_same_answer_as_dense_ones():
    rng = np.random.default_rng(3)
    for number in range(20):
        X = integers(rng, 60, 5) * (rng.random((60, 5)) < 0.4)
        y = (X[:, 0] + X[:, 1] > 0).astype(int) if number % 2 else rng.integers(0, 2, size=60)
        narrow = sp.csr_array(X)
        wide = sp.csr_array(X)
        wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
        dense = separability(X, y)
        for rows in (narrow, wide):
            found = separability(rows, y)
            assert found.separable is dense.separable
            assert found.verify(rows, y) and proves(found, X, y)


def test_without_an_intercept_the_origin_counts():
    X = np.array([[1.0], [2.0]])
    assert separability(X, [0, 1]).separable is True
    found = separability(X, [0, 1], fit_intercept=False)
    assert found.separable is False and found.verify(X, [0, 1])
    assert found.weights == (Fraction(2, 3), Fraction(1, 3))


def test_the_working_set_grows_until_all_rows_agree():
    """More rows than the first look takes, and one of the two classes is a thin shell."""
    rng = np.random.default_rng(4)
    X = rng.normal(size=(3000, 4))
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    X[1500:] *= 1 + 1e-7
    squares = np.column_stack([X, (X**2).sum(axis=1)])
    y = np.repeat([0, 1], 1500)
    assert separability(X, y).separable is False
    found = separability(squares, y)
    assert found.separable is True and found.verify(squares, y)


def test_a_tampered_proof_is_refused():
    X, y = load_iris(return_X_y=True)
    good = separability(X, y == 0)
    assert not good.verify(X, y == 1)
    bad = separability(X, y == 1)
    assert not bad.verify(X + 1e-9 * np.arange(150)[:, None], y == 1)
    assert not good.verify(X[:, :3], y == 0) and not bad.verify(X[40:60], y[40:60] == 1)


def test_an_answer_without_proof_says_so(monkeypatch):
    """A gap of 2^-50 escapes the solver, and whole numbers are not allowed to look."""
    monkeypatch.setattr("rosenblatt.certificates.exact_simplex.MOST_CELLS", 0)
    X = np.array([[0.5, 1e3], [0.5 + 2.0**-50, -1e3], [0.5, -1e3], [0.5 + 2.0**-50, 1e3]])
    y = [0, 1, 0, 1]
    found = separability(np.vstack([X, [[-1e3, 0.0], [1e3, 0.0]]]), [*y, 0, 1])
    assert found.separable is None and "Not decided" in repr(found)
    assert not found.verify(np.vstack([X, [[-1e3, 0.0], [1e3, 0.0]]]), [*y, 0, 1])
    with pytest.raises(ValueError, match="Not decided"):
        bool(found)


def test_three_classes_are_refused_with_advice():
    with pytest.raises(ValueError, match=r"3 classes.*one class against the rest"):
        separability(*load_iris(return_X_y=True))


def test_the_hyperplane_predicts_every_row():
    X, y = load_iris(return_X_y=True)
    found = separability(X, y == 0)
    np.testing.assert_array_equal(X @ found.coef + found.intercept > 0, y == 0)


@pytest.mark.slow
@pytest.mark.parametrize("noise", [0.0, 0.01])
def test_a_hundred_thousand_rows_of_a_hundred_features_are_decided(noise):
    rng = np.random.default_rng(5)
    X = rng.normal(size=(100_000, 100))
    y = X @ rng.normal(size=100) + noise * rng.normal(size=100_000) * 10 > 0
    found = separability(X, y)
    assert found.separable is (noise == 0) and found.verify(X, y)
