"""Faults 9 to 12: every layout of memory, every type of number and label, every kind of table."""

import ctypes
import mmap

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse as sp
from children import in_child

from rosenblatt import Perceptron
from rosenblatt.training.keepers import HYPOTHESES
from rosenblatt.training.rows import open_rows


def halves(n=90, d=5):
    """Multiples of 1/8, exact in every floating-point type; labels with some noise."""
    rng = np.random.default_rng(2)
    X = rng.integers(-16, 17, size=(n, d)) / 8
    return X, (X[:, 0] + X[:, 1] + rng.normal(size=n) > 0).astype(int)


# ---------------------------------------------------------------- 9: layouts


def wider(X):
    """A view of an array whose other columns hold NaN."""
    wide = np.full((len(X), X.shape[1] + 3), np.nan, dtype=X.dtype)
    wide[:, 2:-1] = X
    return wide[:, 2:-1]


def every_other(X):
    """A view that steps over columns and rows of NaN."""
    wide = np.full((2 * len(X), 2 * X.shape[1]), np.nan, dtype=X.dtype)
    wide[::2, 1::2] = X
    return wide[::2, 1::2]


def unaligned(X):
    raw = bytearray(X.nbytes + 1)
    view = np.frombuffer(raw, dtype=X.dtype, offset=1, count=X.size).reshape(X.shape)
    view[...] = X
    return view


def read_only(X):
    X = X.copy()
    X.flags.writeable = False
    return X


LAYOUTS = {
    "as it is": lambda X: X.copy(),
    "big-endian": lambda X: X.astype(X.dtype.newbyteorder(">")),
    "float16": lambda X: X.astype(np.float16),
    "long double": lambda X: X.astype(np.longdouble),
    "Fortran order": np.asfortranarray,
    "rows backwards": lambda X: X[::-1].copy()[::-1],
    "columns backwards": lambda X: X[:, ::-1].copy()[:, ::-1],
    "both backwards": lambda X: X[::-1, ::-1].copy()[::-1, ::-1],
    "view of a wider array": wider,
    "every other value": every_other,
    "unaligned": unaligned,
    "read-only": read_only,
    "objects": lambda X: X.astype(object),
    "lists": lambda X: X.tolist(),
    "one memory for all rows": lambda X: np.broadcast_to(X[:1], X.shape),
}


@pytest.mark.parametrize("dtype", ["f8", "f4"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_gives_the_same_model_and_is_never_written(layout, dtype):
    """Fault 9."""
    X, y = halves()
    given = LAYOUTS[layout](X.astype(dtype))
    before = np.array(given)
    model = Perceptron(random_state=0, margin=0.25).fit(given, y)
    scores = model.decision_function(given)
    np.testing.assert_array_equal(np.array(given), before)
    plain = np.ascontiguousarray(before, dtype=model.coef_.dtype)
    same = Perceptron(random_state=0, margin=0.25).fit(plain, y)
    np.testing.assert_array_equal(model.coef_, same.coef_)
    np.testing.assert_allclose(scores, same.decision_function(plain), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("hypothesis", sorted(HYPOTHESES))
@pytest.mark.parametrize("order", ["content", "shuffled"])
def test_rows_mapped_read_only_from_a_file_are_learned(order, hypothesis, tmp_path):
    """Fault 9: a write to such a page would end the process."""
    X, y = halves()
    np.save(tmp_path / "X.npy", X)
    mapped = np.load(tmp_path / "X.npy", mmap_mode="r")
    settings = {"order": order, "hypothesis": hypothesis, "random_state": 0}
    coef = in_child(lambda: Perceptron(**settings).fit(mapped, y).coef_)
    np.testing.assert_array_equal(coef, Perceptron(**settings).fit(X, y).coef_)


@pytest.mark.parametrize("init", ["fisher", "array"])
@pytest.mark.parametrize("sparse", [False, True])
def test_nothing_that_is_read_only_is_written(sparse, init):
    """Fault 9."""
    X, y = halves()
    weights, start = np.linspace(0, 3, len(y)), np.ones((1, 5))
    X = sp.csr_array(X) if sparse else X
    arrays = [y, weights, start, *((X.data, X.indices, X.indptr) if sparse else (X,))]
    for array in arrays:
        array.flags.writeable = False
    model = Perceptron(init=start if init == "array" else init, class_weight="balanced")
    model.fit(X, y, weights).partial_fit(X, y, sample_weight=weights).predict(X)


@pytest.mark.parametrize("change", [
    lambda a: np.repeat(a, 2)[::2], lambda a: a[::-1].copy()[::-1], lambda a: a.astype(">f8"),
    lambda a: a.astype(">i8"), lambda a: a.astype("f2"), lambda a: a.astype("g"), list,
    lambda a: a.astype("u1"), pd.Series, pl.Series, pa.array,
], ids=["strided", "backwards", ">f8", ">i8", "f2", "long double", "list", "u1", "pandas",
        "polars", "pyarrow"])  # fmt: skip
@pytest.mark.parametrize("which", ["labels", "weights"])
def test_labels_and_weights_may_have_any_layout(which, change):
    """Fault 9."""
    X, y = halves()
    weights = np.arange(len(y)) % 3
    expected = Perceptron(random_state=0).fit(X, y, weights).coef_
    y, weights = (change(y), weights) if which == "labels" else (y, change(weights))
    np.testing.assert_array_equal(Perceptron(random_state=0).fit(X, y, weights).coef_, expected)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_nothing_is_read_beyond_the_last_row(dtype):
    """Fault 9: the page after the array may not be read at all."""

    def learn():
        rng = np.random.default_rng(0)
        for d in [*range(1, 18), 31, 33]:
            X = before_forbidden_page(7, d, dtype)
            X[...] = rng.normal(size=X.shape)
            for order in ("content", "shuffled"):
                for y in (np.arange(7) % 2, np.arange(7) % 3):
                    Perceptron(order=order, hypothesis="pocket").fit(X, y).predict(X)
        return True

    assert in_child(learn)


def before_forbidden_page(n, d, dtype):
    size = mmap.PAGESIZE
    memory = mmap.mmap(-1, 3 * size)
    address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    libc = ctypes.CDLL(None, use_errno=True)
    assert libc.mprotect(ctypes.c_void_p(address + 2 * size), ctypes.c_size_t(size), 0) == 0
    offset = 2 * size - n * d * np.dtype(dtype).itemsize
    return np.frombuffer(memory, dtype=dtype, count=n * d, offset=offset).reshape(n, d)


@pytest.mark.parametrize("d", [1, 2, 3, 5, 8, 11])
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_columns_beside_a_view_are_never_used(dtype, d):
    """Fault 9: reading eight values at a time must not let the neighbours in."""
    X, y = halves(d=d) if d > 1 else (halves()[0][:, :1], halves()[1])
    given = wider(X.astype(dtype))
    for hypothesis in sorted(HYPOTHESES):
        settings = {"hypothesis": hypothesis, "random_state": 0, "margin": 0.5}
        model = Perceptron(**settings).fit(given, y)
        same = Perceptron(**settings).fit(X.astype(dtype), y)
        np.testing.assert_array_equal(model.coef_, same.coef_)


# ---------------------------------------------------------------- 10, 11: types


def test_complex_rows_are_an_error():
    """Fault 10."""
    X, y = halves()
    with pytest.raises(ValueError, match=r"[Cc]omplex"):
        Perceptron().fit(X + 1j, y)


def test_complex_sparse_rows_are_an_error():
    """Fault 10."""
    X, y = halves()
    with pytest.raises(ValueError, match=r"[Cc]omplex"):
        Perceptron().fit(sp.csr_array(X + 1j), y)


@pytest.mark.parametrize("method", ["fit", "partial_fit"])
def test_continuous_labels_are_an_error(method):
    """Fault 10."""
    X, _ = halves()
    with pytest.raises(ValueError, match="continuous"):
        getattr(Perceptron(), method)(X, X[:, 0] + 0.1)


def test_complex_labels_are_an_error():
    """Fault 10."""
    X, y = halves()
    with pytest.raises(ValueError, match=r"[Cc]omplex"):
        Perceptron().fit(X, y + 1j)


@pytest.mark.parametrize("shape", [(90, 2), (2, 45), ()])
def test_labels_of_the_wrong_shape_are_an_error(shape):
    """Fault 10."""
    X, _ = halves()
    with pytest.raises(ValueError):
        Perceptron().fit(X, np.ones(shape, dtype=int))


@pytest.mark.parametrize("container", [lambda y: np.array(y, dtype=object), pd.Series])
@pytest.mark.parametrize("method", ["fit", "partial_fit"])
@pytest.mark.parametrize(("one", "other"), [(True, "a"), (1, "a")])
def test_labels_of_mixed_types_are_an_error_that_names_the_types(one, other, method, container):
    """Fault 11."""
    X, y = halves()
    labels = container([one if k else other for k in y])
    with pytest.raises(ValueError, match=rf"{type(one).__name__}.*str"):
        getattr(Perceptron(), method)(X, labels)


@pytest.mark.parametrize("later", [lambda y: np.where(y, "a", "b"), lambda y: y.astype(str)])
def test_a_stream_of_numbers_refuses_words(later):
    """Fault 11: classes 0, 1 and "0", "1" must not become four classes."""
    X, y = halves()
    model = Perceptron().partial_fit(X, y)
    with pytest.raises(ValueError, match="type"):
        model.partial_fit(X, later(y))


def test_a_stream_of_words_refuses_numbers():
    """Fault 11."""
    X, y = halves()
    model = Perceptron().partial_fit(X, np.where(y, "a", "b"))
    with pytest.raises(ValueError, match="type"):
        model.partial_fit(X, y)


def test_declared_classes_of_another_type_are_a_clear_error():
    """Fault 11."""
    X, y = halves()
    with pytest.raises(ValueError, match="class"):
        Perceptron().partial_fit(X, y, classes=["0", "1"])


@pytest.mark.parametrize("labels", [
    np.array([2**63 + 5, 2**63 + 9], dtype=np.uint64), np.array([-(2**63), 2**63 - 1]),
    np.array([0, 255], dtype=np.uint8), np.array([-128, 127], dtype=np.int8),
    np.array([False, True]), np.array(["", "é"]), np.array([-0.5e3, 1e15]),
], ids=str)  # fmt: skip
def test_labels_come_back_as_they_were_given(labels):
    """Fault 11: no label is bent by its encoding."""
    X, y = halves()
    model = Perceptron(random_state=0).fit(X, labels[y])
    np.testing.assert_array_equal(model.classes_, labels)
    assert model.classes_.dtype == labels.dtype
    assert set(model.predict(X).tolist()) <= set(labels.tolist())
    assert model.score(X, labels[y]) > 0.6


# ---------------------------------------------------------------- 12: tables


NAMES = ["a", "b", "c", "d", "e"]
TABLES = {
    "pandas": lambda X, names: pd.DataFrame(X, columns=names),
    "polars": lambda X, names: pl.DataFrame(X, schema=names),
    "pyarrow": lambda X, names: pa.table(pd.DataFrame(X, columns=names)),
}


@pytest.mark.parametrize("method", ["fit", "partial_fit"])
@pytest.mark.parametrize("kind", TABLES)
def test_the_names_of_columns_are_recorded(kind, method):
    """Fault 12."""
    X, y = halves()
    model = getattr(Perceptron(), method)(TABLES[kind](X, NAMES), y)
    assert model.feature_names_in_.tolist() == NAMES


@pytest.mark.parametrize("names", [["b", "a", "c", "d", "e"], ["a", "b", "c", "d", "z"]])
@pytest.mark.parametrize("method", ["predict", "decision_function", "partial_fit"])
@pytest.mark.parametrize("kind", TABLES)
def test_other_names_than_those_of_fit_are_an_error(kind, method, names):
    """Fault 12."""
    X, y = halves()
    model = Perceptron().fit(TABLES[kind](X, NAMES), y)
    other = TABLES[kind](X, names)
    with pytest.raises(ValueError, match="feature names should match"):
        getattr(model, method)(*((other, y) if method == "partial_fit" else (other,)))


@pytest.mark.parametrize("kind", TABLES)
def test_a_table_gives_the_model_of_its_numbers(kind):
    """Fault 12."""
    X, y = halves()
    table = TABLES[kind](X, NAMES)
    model = Perceptron(random_state=0).fit(table, y)
    same = Perceptron(random_state=0).fit(X, y)
    np.testing.assert_array_equal(model.coef_, same.coef_)
    np.testing.assert_array_equal(model.predict(table), same.predict(X))


@pytest.mark.parametrize("kind", TABLES)
def test_a_table_without_rows_of_numbers_is_an_error(kind):
    """Fault 12."""
    X, y = halves()
    words = pd.DataFrame(np.where(X > 0, "up", "down"), columns=NAMES)
    table = {"pandas": words, "polars": pl.from_pandas(words), "pyarrow": pa.table(words)}[kind]
    with pytest.raises(ValueError):
        Perceptron().fit(table, y)


def test_a_table_in_a_model_fitted_without_names_warns():
    """Fault 12."""
    X, y = halves()
    with pytest.warns(UserWarning, match="without feature names"):
        Perceptron().fit(X, y).predict(TABLES["pandas"](X, NAMES))


def test_odd_addresses_never_reach_the_core():
    X = np.arange(12.0).reshape(4, 3)
    assert not unaligned(X).flags.aligned and open_rows(unaligned(X)).X.flags.aligned
    sparse = sp.csr_array(X)
    sparse.data, sparse.indices = unaligned(sparse.data), unaligned(sparse.indices)
    read = open_rows(sparse).X
    assert read.data.flags.aligned and read.indices.flags.aligned
