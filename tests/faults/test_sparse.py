"""Faults 13 to 17: sparse rows whose indices lie, in every index type, beyond 2^31 non-zeros."""

import mmap
import time

import numpy as np
import pytest
import scipy.sparse as sp
from children import in_child
from runs import fresh

from rosenblatt import Perceptron, _core
from rosenblatt.training.keepers import HYPOTHESES, keepers_of


def sparse(dtype=np.float64, index=np.int32):
    """Integers, 40 % of them zero: sums are exact whatever their order."""
    rng = np.random.default_rng(3)
    X = rng.integers(-4, 5, size=(80, 7)).astype(dtype)
    X[rng.random(X.shape) < 0.4] = 0
    y = (X[:, 0] - X[:, 3] + rng.normal(size=80) > 0).astype(int)
    return with_parts(sp.csr_array(X), index), y


def with_parts(X, index):
    X.indices, X.indptr = X.indices.astype(index), X.indptr.astype(index)
    return X


def assert_refused_everywhere(X, y, match):
    """Neither learning nor prediction reads what is not there: the child must not crash."""
    good, _ = sparse()
    model = Perceptron().fit(good, y)
    uses = (Perceptron().fit, Perceptron(order="cyclic").fit, model.partial_fit)
    for use in uses:
        with pytest.raises(ValueError, match=match):
            in_child(lambda use=use: use(X, y))
    with pytest.raises(ValueError, match=match):
        in_child(lambda: model.predict(X))


# ---------------------------------------------------------------- 13: column indices


@pytest.mark.parametrize("index", [np.int32, np.int64])
@pytest.mark.parametrize("column", [7, 1000, 2**31 - 1, -1, -(2**31)])
def test_a_column_index_out_of_range_is_an_error(column, index):
    """Fault 13."""
    X, y = sparse(index=index)
    X.indices[X.indptr[5]] = column
    assert_refused_everywhere(X, y, match=rf"row 5 .*column index {column}\b")


@pytest.mark.parametrize("column", [2**40, 2**63 - 1, -(2**63)])
def test_a_column_index_beyond_32_bits_is_an_error(column):
    """Fault 13."""
    X, y = sparse(index=np.int64)
    X.indices[X.indptr[5]] = column
    assert_refused_everywhere(X, y, match=rf"row 5 .*column index {column}\b")


def test_a_column_index_out_of_range_in_a_row_of_weight_zero_is_an_error():
    """Fault 13."""
    X, y = sparse()
    X.indices[X.indptr[5]] = 2**31 - 1
    with pytest.raises(ValueError, match="row 5"):
        in_child(lambda: Perceptron().fit(X, y, np.arange(80) != 5))


# ---------------------------------------------------------------- 14: index types


@pytest.mark.parametrize("hypothesis", sorted(HYPOTHESES))
@pytest.mark.parametrize("order", ["content", "shuffled", "cyclic", "random"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_int64_indices_give_the_model_of_int32(dtype, order, hypothesis):
    """Fault 14."""
    settings = {"order": order, "hypothesis": hypothesis, "random_state": 0, "margin": 0.1}
    narrow, y = sparse(dtype, np.int32)
    wide, _ = sparse(dtype, np.int64)
    one, other = Perceptron(**settings).fit(narrow, y), Perceptron(**settings).fit(wide, y)
    np.testing.assert_array_equal(one.coef_, other.coef_)
    np.testing.assert_array_equal(one.decision_function(narrow), other.decision_function(wide))


@pytest.mark.parametrize(("indices", "indptr"), [("i4", "i8"), ("i8", "i4")])
def test_indices_and_row_starts_may_have_different_types(indices, indptr):
    """Fault 14."""
    X, y = sparse()
    expected = Perceptron(random_state=0).fit(X, y).coef_
    X.indices, X.indptr = X.indices.astype(indices), X.indptr.astype(indptr)
    np.testing.assert_array_equal(Perceptron(random_state=0).fit(X, y).coef_, expected)


@pytest.mark.parametrize("index", ["u4", "i2", "u8", ">i4", ">i8"])
def test_unusual_index_types_work_or_are_a_clear_error(index):
    """Fault 14."""
    X, y = sparse()
    expected = Perceptron(random_state=0).fit(X, y).coef_
    try:
        coef = Perceptron(random_state=0).fit(with_parts(X, index), y).coef_
    except ValueError as error:
        assert "ind" in str(error) and "_core" not in str(error)
    else:
        np.testing.assert_array_equal(coef, expected)


@pytest.mark.parametrize("part", ["data", "indices", "indptr"])
@pytest.mark.parametrize("view", [
    lambda a: np.repeat(a, 2)[::2], lambda a: a[::-1].copy()[::-1],
], ids=["every other", "backwards"])  # fmt: skip
def test_parts_that_are_not_contiguous_work(view, part):
    """Fault 14: sparse arrays may be made of views."""
    X, y = sparse()
    expected = Perceptron(random_state=0).fit(X, y).coef_
    setattr(X, part, view(getattr(X, part)))
    np.testing.assert_array_equal(Perceptron(random_state=0).fit(X, y).coef_, expected)


@pytest.mark.parametrize("dtype", ["f2", "g", ">f8", ">f4", "i1", "i8", "u2"])
def test_values_of_every_type_work(dtype):
    """Fault 14."""
    X, y = sparse()
    X = abs(X) if dtype == "u2" else X
    expected = Perceptron(random_state=0).fit(X, y).coef_
    X.data = X.data.astype(dtype)
    np.testing.assert_array_equal(Perceptron(random_state=0).fit(X, y).coef_, expected)


@pytest.mark.parametrize("form", ["csc", "coo", "lil", "dok", "bsr", "dia"])
@pytest.mark.parametrize("container", [sp.csr_array, sp.csr_matrix])
def test_every_sparse_format_works(container, form):
    """Fault 14."""
    X, y = sparse()
    expected = Perceptron(random_state=0).fit(X, y).coef_
    given = container(X).asformat(form)
    np.testing.assert_array_equal(Perceptron(random_state=0).fit(given, y).coef_, expected)


# ---------------------------------------------------------------- 15: unsorted, duplicate


def backwards(X):
    """The same rows with their columns in falling order."""
    parts = [slice(X.indptr[i + 1] - 1, X.indptr[i] - 1 if X.indptr[i] else None, -1)
             for i in range(X.shape[0])]  # fmt: skip
    data = np.concatenate([X.data[p] for p in parts])
    return sp.csr_array((data, np.concatenate([X.indices[p] for p in parts]), X.indptr), X.shape)


def doubled(X):
    """The same rows, each value stored as two that add up to it, and not side by side."""
    data = np.concatenate([np.concatenate([row.data - 1, row.data * 0 + 1]) for row in lines(X)])
    indices = np.concatenate([np.tile(row.indices, 2) for row in lines(X)])
    return sp.csr_array((data, indices, 2 * X.indptr), X.shape)


def lines(X):
    return [X[[i]] for i in range(X.shape[0])]


@pytest.mark.parametrize("hypothesis", sorted(HYPOTHESES))
@pytest.mark.parametrize("order", ["content", "cyclic"])
@pytest.mark.parametrize("index", [np.int32, np.int64])
@pytest.mark.parametrize("change", [backwards, doubled])
def test_unsorted_and_duplicate_indices_give_the_canonical_model(change, index, order, hypothesis):
    """Fault 15."""
    X, y = sparse()
    settings = {"order": order, "hypothesis": hypothesis, "random_state": 0, "lam": 0.1}
    odd = with_parts(change(X), index)
    model, same = Perceptron(**settings).fit(odd, y), Perceptron(**settings).fit(X, y)
    np.testing.assert_array_equal(model.coef_, same.coef_)
    np.testing.assert_array_equal(model.intercept_, same.intercept_)
    np.testing.assert_array_equal(model.predict(odd), same.predict(X))


@pytest.mark.parametrize("change", [backwards, doubled])
def test_unsorted_and_duplicate_indices_are_not_put_right_in_place(change):
    """Fault 15."""
    X, y = sparse()
    odd = change(X)
    before = odd.data.copy(), odd.indices.copy(), odd.indptr.copy()
    Perceptron().fit(odd, y).partial_fit(odd, y).predict(odd)
    for now, then in zip((odd.data, odd.indices, odd.indptr), before, strict=True):
        np.testing.assert_array_equal(now, then)


def test_a_matrix_that_only_claims_to_be_sorted_is_not_believed():
    """Fault 15."""
    X, y = sparse()
    odd = doubled(X)
    odd.has_canonical_format = odd.has_sorted_indices = True
    model, same = Perceptron(random_state=0).fit(odd, y), Perceptron(random_state=0).fit(X, y)
    np.testing.assert_array_equal(model.coef_, same.coef_)


def test_duplicates_whose_sum_overflows_are_an_error():
    """Fault 15."""
    data = np.array([1.5e308, 1.5e308, 1.0])
    X = sp.csr_array((data, np.array([0, 0, 1]), np.array([0, 2, 3])), (2, 2))
    with pytest.raises(ValueError, match="row 0, column 0"):
        Perceptron().fit(X, [0, 1])


# ---------------------------------------------------------------- 16: row starts


def replaced(at, value):
    def change(starts):
        starts[at] = value
        return starts

    return change


@pytest.mark.parametrize("index", [np.int32, np.int64])
@pytest.mark.parametrize(
    "change",
    [
        replaced(5, 200), replaced(5, 0), replaced(5, -7), replaced(0, 3), replaced(0, -3),
        replaced(-1, 10**6), replaced(-1, 2**31 - 1), replaced(40, -(2**31)),
        lambda starts: starts[:-3], lambda starts: np.append(starts, starts[-1]),
        lambda starts: starts[:0], lambda starts: starts[::-1].copy(),
    ],
    ids=["jump", "zero", "negative", "late start", "negative start", "far end", "huge end",
         "huge negative", "too short", "too long", "empty", "backwards"],
)  # fmt: skip
def test_row_starts_that_do_not_rise_within_the_values_are_an_error(change, index):
    """Fault 16."""
    X, y = sparse(index=index)
    X.indptr = change(X.indptr.copy())
    assert_refused_everywhere(X, y, match=r"indptr|index pointer|stored values")


@pytest.mark.parametrize("part", ["data", "indices"])
def test_values_or_indices_that_are_missing_at_the_end_are_an_error(part):
    """Fault 16."""
    X, y = sparse()
    setattr(X, part, getattr(X, part)[:-3].copy())
    assert_refused_everywhere(X, y, match=r"indptr|indices|stored values")


def test_values_beyond_the_last_row_are_not_read():
    """Fault 16: room to grow is no fault."""
    X, y = sparse()
    expected = Perceptron(random_state=0).fit(X, y).coef_
    X.data = np.append(X.data, [np.nan, np.inf])
    X.indices = np.append(X.indices, [2**30, -5]).astype(np.int32)
    np.testing.assert_array_equal(Perceptron(random_state=0).fit(X, y).coef_, expected)


# ---------------------------------------------------------------- 17: more than 2^31 non-zeros


def beyond_31_bits(X, skipped=2**31 + 11):
    """A table of X whose first row holds ``skipped`` stored zeros more.

    The memory before X is reserved and read, but never written: the system shows one page of
    zeros everywhere, so 26 GB of addresses cost next to no memory.
    """
    nnz = skipped + X.nnz
    values, columns = reserved(nnz, np.float32), reserved(nnz, np.int64)
    values[skipped:], columns[skipped:] = X.data, X.indices
    starts = np.append(0, X.indptr.astype(np.int64) + skipped)
    return _core.csr(values, columns, starts, X.shape[1])


def reserved(count, dtype):
    itemsize = np.dtype(dtype).itemsize
    lazily = getattr(mmap, "MAP_NORESERVE", 0) | mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    memory = mmap.mmap(-1, count * itemsize, flags=lazily)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        memory.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(memory, dtype=dtype, count=count)


def trained(table, codes, weights, rule):
    plan = table.arrange(codes.astype(np.int32), weights, None, _core.Order.cyclic, 0)
    training = _core.train(
        plan, [rule] * 2, [0, 1], [fresh(), fresh()], keepers_of({"averaged", "longest", "voted"}),
        _core.Single(), constant2=1.0, max_passes=3,
    )  # fmt: skip
    assert training.run(3) == "finished"
    return training


def test_more_than_two_to_the_31_non_zeros_are_counted_in_64_bits():
    """Fault 17."""
    X, y = sparse(np.float32, np.int64)
    rule = _core.Perceptron(tau=1.0, lam=0.1)

    def learn():
        since = time.monotonic()
        table = beyond_31_bits(X)
        assert table.inspect() is None
        ours = trained(table, np.append(0, y), np.append(0.0, np.ones(80)), rule)
        plain = _core.csr(X.data, X.indices, X.indptr, X.shape[1])
        assert plain.inspect() is None
        truth = trained(plain, y, None, rule)
        for keeper in ("last", "averaged", "longest"):
            np.testing.assert_array_equal(ours.hypothesis(1, keeper), truth.hypothesis(1, keeper))
        np.testing.assert_array_equal(ours.votes(0)[1] - 1, truth.votes(0)[1])
        return time.monotonic() - since

    assert in_child(learn, timeout=120) < 120


def test_a_fault_beyond_two_to_the_31_non_zeros_is_found_in_its_row():
    """Fault 17."""
    X, _ = sparse(np.float32, np.int64)
    X.indices[X.indptr[33]] = 7
    assert in_child(lambda: beyond_31_bits(X).inspect(), timeout=120) == ("column", 34, 7)
