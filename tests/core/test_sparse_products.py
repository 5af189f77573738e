"""Inner products of rows without their zeros."""

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt import KernelPerceptron, _core

DTYPES = [np.float32, np.float64]


def mostly_zeros(size, columns, dtype, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.integers(-9, 10, (size, columns)) * (rng.random((size, columns)) < 0.2)
    return X.astype(dtype)


def tables(X):
    """The same rows stored in every way."""
    yield _core.dense(X)
    for kind in (np.int32, np.int64):
        S = sp.csr_array(X)
        yield _core.csr(S.data, S.indices.astype(kind), S.indptr.astype(kind), X.shape[1])


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(
    "size, others, columns", [(1, 1, 1), (5, 63, 7), (40, 64, 30), (9, 150, 300)]
)
def test_products_of_whole_numbers_are_exact(dtype, size, others, columns):
    X, Z = mostly_zeros(size, columns, dtype), mostly_zeros(others, columns, dtype, seed=1)
    for left in tables(X):
        for right in tables(Z):
            out = np.full((size, others + 3), np.nan, dtype)
            lists = [_core.nonzeros(t, np.arange(n)) for t, n in ((left, size), (right, others))]
            lists[0].multiply(lists[1], 0, out[:, :others])
            np.testing.assert_array_equal(out[:, :others], X @ Z.T)
            assert np.isnan(out[:, others:]).all()


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_product_has_the_same_bits_whatever_stands_beside_it(dtype):
    X = mostly_zeros(200, 50, dtype) / dtype(3)
    rows = _core.nonzeros(_core.dense(X), np.arange(200))
    whole = np.empty((200, 200), dtype)
    rows.multiply(rows, 0, whole)
    for start, count in ((0, 1), (17, 1), (63, 2), (100, 100)):
        part = np.empty((200, count), dtype)
        rows.multiply(rows, start, part)
        np.testing.assert_array_equal(part, whole[:, start : start + count])


def test_instruction_sets_agree():
    X = mostly_zeros(100, 40, np.float32) / np.float32(7)
    rows = _core.nonzeros(_core.dense(X), np.arange(100))
    found = []
    for instructions in ("portable", "best"):
        _core.use(instructions)
        out = np.empty((100, 100), np.float32)
        rows.multiply(rows, 0, out)
        found.append(out)
    np.testing.assert_array_equal(*found)


def test_rows_can_be_appended():
    X = mostly_zeros(30, 20, np.float64)
    table = _core.dense(X)
    rows = _core.nonzeros(table, np.arange(10))
    rows.append(table, np.arange(10, 30))
    out = np.empty((30, 30))
    rows.multiply(rows, 0, out)
    assert len(rows) == 30
    np.testing.assert_array_equal(out, X @ X.T)


def test_rows_that_are_not_there_are_refused():
    table = _core.dense(mostly_zeros(5, 4, np.float64))
    with pytest.raises(ValueError, match="no row of that number"):
        _core.nonzeros(table, np.array([5]))
    rows = _core.nonzeros(table, np.arange(5))
    with pytest.raises(ValueError, match="products want lines"):
        rows.multiply(rows, 1, np.empty((5, 5)))


@pytest.mark.parametrize("kernel", ["linear", "poly", "sigmoid"])
def test_dense_and_sparse_rows_of_few_values_give_the_same_bits(kernel):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(120, 30)) * (rng.random((120, 30)) < 0.2)
    y = (X[:, 0] + X[:, 1] > 0).astype(int)
    models = [
        KernelPerceptron(kernel=kernel, gamma=0.5, random_state=0, max_iter=5).fit(rows, y)
        for rows in (X, sp.csr_array(X))
    ]
    dense, sparse = (model.decision_function(X) for model in models)
    np.testing.assert_array_equal(dense, sparse)
    np.testing.assert_array_equal(dense, models[1].decision_function(sp.csr_array(X)))
    one_by_one = np.concatenate([models[0].decision_function(row[None]) for row in X])
    np.testing.assert_allclose(dense, one_by_one, rtol=1e-12)


def test_dense_points_meet_sparse_support_rows_and_the_other_way_round():
    rng = np.random.default_rng(1)
    X = rng.integers(0, 3, (80, 12)).astype(float)  # most values are not 0
    y = (X.sum(axis=1) > X.sum(axis=1).mean()).astype(int)
    model = KernelPerceptron(kernel="poly", degree=2, random_state=0).fit(X, y)
    of_sparse = KernelPerceptron(kernel="poly", degree=2, random_state=0).fit(sp.csr_array(X), y)
    wanted = model.decision_function(X)
    for fitted in (model, of_sparse):
        for points in (X, sp.csr_array(X)):
            np.testing.assert_allclose(fitted.decision_function(points), wanted, rtol=1e-9)
