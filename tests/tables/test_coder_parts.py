"""A coder learned from parts of the rows is the coder of all rows, bit for bit."""

import json
import pickle
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from rosenblatt import _core
from rosenblatt.tables import TableCoder
from rosenblatt.tables.column_codes import fill

FLOATS = st.floats(allow_infinity=False, allow_nan=True, width=64)
CELLS = st.lists(st.tuples(FLOATS, st.sampled_from(["a", "b", "1", "01", "c", None])), min_size=2)


def table(cells):
    texts = np.array([text for _, text in cells], dtype=object)
    return {"number": np.array([value for value, _ in cells]), "text": texts}


def taken(columns, rows):
    return {name: column[rows] for name, column in columns.items()}


@settings(max_examples=200, deadline=None)
@given(CELLS, st.integers(0, 2**32 - 1), st.booleans())
def test_parts_in_any_order_give_what_all_rows_give(cells, seed, scale):
    rng = np.random.default_rng(seed)
    columns, n = table(cells), len(cells)
    cuts = np.sort(rng.integers(0, n + 1, size=3))
    parts = [taken(columns, rows) for rows in np.split(rng.permutation(n), cuts) if len(rows)]
    whole = TableCoder(scale=scale, max_values=2).fit(columns).schema_
    one = TableCoder(scale=scale, max_values=2)
    for part in parts:
        one.partial_fit(part)
    coders = [TableCoder(scale=scale, max_values=2).partial_fit(part) for part in parts]
    while len(coders) > 1:
        coders.append(coders.pop(0).merge(coders.pop(int(rng.integers(len(coders))))))
    assert json.dumps(one.schema_) == json.dumps(coders[0].schema_) == json.dumps(whole)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.floats(allow_infinity=False, allow_nan=False), min_size=1))
def test_mean_and_spread_are_the_exact_ones_rounded(values):
    code = TableCoder().fit({"x": np.array(values)}).schema_["columns"][0]
    exact = [Fraction(value) for value in values]
    mean = sum(exact) / len(exact)
    variance = sum((value - mean) ** 2 for value in exact) / len(exact)
    assert code["mean"] == float(mean)
    if min(values) < max(values):
        assert abs(Fraction(code["scale"]) ** 2 - variance) <= variance * Fraction(2, 2**52) or (
            code["scale"] < 1e-300 or code["scale"] == 1.0
        )
    else:
        assert code["scale"] == 1.0


@pytest.mark.parametrize("spread", [0, 5, 60])
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_long_columns_are_added_without_rounding(dtype, spread):
    rng = np.random.default_rng(spread)
    values = (rng.normal(size=5000) * 2.0 ** rng.integers(-spread, spread + 1, 5000)).astype(dtype)
    values[::7], values[3] = np.nan, -0.0
    known, infinite, least, largest, total, squares = _core.exact_moments(values)
    exact = [Fraction(float(value)) for value in values[~np.isnan(values)]]
    assert (known, infinite, least, largest) == (len(exact), 0, min(exact), max(exact))
    for words, wanted, unit in (
        (total, sum(exact), 1074),
        (squares, sum(value**2 for value in exact), 2148),
    ):
        whole = int.from_bytes(words.tobytes(), "little", signed=True)
        assert Fraction(whole, 2**unit) == wanted


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("given_as", ["float64", "float32", "int16", ">f8"])
def test_columns_are_coded_as_one_by_one(given_as, dtype):
    rng = np.random.default_rng(0)
    values = (1000 * rng.normal(size=(200, 3))).astype(given_as)
    columns = {name: values[:, k] for k, name in enumerate("abc")}
    if values.dtype.kind == "f":
        columns["b"] = np.where(rng.random(200) < 0.3, np.nan, columns["b"]).astype(given_as)
    coder = TableCoder(dtype=dtype).fit(columns)
    alone = [fill(code, columns[code["name"]], 0, dtype) for code in coder.schema_["columns"]]
    np.testing.assert_array_equal(coder.transform(columns), np.hstack(alone))


def test_sparse_parts_of_different_width_give_what_all_rows_give():
    matrix = sp.random_array((40, 30), density=0.2, rng=np.random.default_rng(1), format="csr")
    narrow = matrix[:20, :]
    narrow = sp.csr_array(narrow[:, : narrow.indices.max() + 1])
    whole = TableCoder().fit(matrix).schema_
    for parts in ([narrow, matrix[20:]], [matrix[20:], narrow]):
        coders = [TableCoder().partial_fit(part) for part in parts]
        assert coders[0].merge(coders[1]).schema_ == whole
        assert TableCoder().partial_fit(parts[0]).partial_fit(parts[1]).schema_ == whole


def test_a_coder_on_its_way_travels_between_processes():
    columns = table([(1.0, "a"), (2.5, "b"), (np.nan, None)])
    coder = pickle.loads(pickle.dumps(TableCoder().partial_fit(columns)))
    other = TableCoder().partial_fit(columns)
    assert coder.partial_fit(columns).schema_ == other.merge(other).schema_


def test_a_fixed_coder_codes_alike_and_refuses_more_rows():
    columns = table([(1.0, "a"), (2.5, "b")])
    coder = TableCoder(scale=False).partial_fit(columns)
    fixed = coder.fixed()
    np.testing.assert_array_equal(fixed.transform(columns), coder.transform(columns))
    for closed in (fixed, TableCoder().fit(columns)):
        with pytest.raises(ValueError, match="use partial_fit from the first rows on"):
            closed.partial_fit(columns)
        with pytest.raises(ValueError, match="use partial_fit from the first rows on"):
            coder.merge(closed)


def test_parts_that_do_not_belong_together_are_refused_and_change_nothing():
    coder = TableCoder().partial_fit({"x": np.array([1.0, 2.0])})
    before = dict(coder.schema_)
    for part, message in (
        ({"x": np.array(["a", "b"])}, "column 'x' holds numbers in some rows and texts"),
        ({"y": np.array([1.0])}, "some rows have the column 'y'"),
        ({"x": np.array([1.0]), "y": np.array([1.0])}, "some rows have the column 'y'"),
        (sp.csr_array(np.eye(2)), "use one form"),
        ({"x": np.array([np.inf])}, "column 'x' holds 1 infinite numbers"),
    ):
        with pytest.raises(ValueError, match=message):
            coder.partial_fit(part)
    assert coder.schema_ == before


def test_dates_words_and_answers_are_learned_from_parts_too():
    days = [f"{day}.{month}.2021" for day in (1, 15, 28) for month in range(1, 13)]
    columns = {
        "day": np.array([*days, None], dtype=object),
        "price": np.array([f"{k},5 €" for k in range(37)], dtype=object),
        "paid": np.array(["ja", "nein", "Ja"] * 12 + ["nein"], dtype=object),
        "remark": np.array([f"late again {k % 5} times" for k in range(37)], dtype=object),
    }
    readings = {
        "day": {"kind": "date", "order": "dmy"},
        "price": {"kind": "number", "decimal": ","},
        "paid": {"kind": "yes-no", "words": "ja nein"},
        "remark": {"kind": "text"},
    }
    whole = TableCoder(readings=readings).fit(columns)
    parts = [TableCoder(readings=readings).partial_fit(taken(columns, slice(k, k + 10)))
             for k in range(0, 37, 10)]  # fmt: skip
    last = parts.pop()
    for part in parts:
        last.merge(part)
    assert json.dumps(last.schema_) == json.dumps(whole.schema_)
    assert (last.transform(columns) == whole.transform(columns)).all()
