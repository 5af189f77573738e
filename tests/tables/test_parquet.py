"""Parquet files give what CSV files give."""

import datetime as dt
import decimal
import sys

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from rosenblatt.tables import BadFileError, open_table, read_table

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")


@pytest.fixture
def write_parquet(tmp_path):
    def write(**columns):
        path = tmp_path / "data.parquet"
        pq.write_table(pa.table(columns), path)
        return path

    return write


def test_numbers_texts_and_missing_cells_are_told_apart(write_parquet):
    path = write_parquet(
        a=[1, None, 3], b=["x", None, ""], c=[1.5, float("nan"), 2.0], y=["n", "j", "n"]
    )
    table = read_table(path)
    assert_array_equal(table.columns["a"], [1, np.nan, 3])
    assert table.columns["b"].tolist() == ["x", None, None]
    assert_array_equal(table.columns["c"], [1.5, np.nan, 2])
    assert table.target.tolist() == ["n", "j", "n"]


def test_dictionaries_truth_values_decimals_and_dates_are_read(write_parquet):
    path = write_parquet(
        words=pa.array(["u", "v", "u"]).dictionary_encode(),
        truth=[True, False, None],
        money=[decimal.Decimal("1.25"), None, decimal.Decimal("2.00")],
        day=[dt.date(1970, 1, 2), None, dt.date(1970, 1, 11)],
        y=[1.0, 2.0, 1.0],
    )
    table = read_table(path)
    assert table.columns["words"].tolist() == ["u", "v", "u"]
    assert_array_equal(table.columns["truth"], [1, 0, np.nan])
    assert_array_equal(table.columns["money"], [1.25, np.nan, 2])
    assert_array_equal(table.columns["day"], [1, np.nan, 10])
    assert table.target.tolist() == [1, 2, 1]


def test_a_column_that_is_declared_as_text_is_text(write_parquet):
    table = read_table(write_parquet(code=["1", "2", "x", "4"], y=[0, 1, 0, 1]))
    assert table.columns["code"].tolist() == ["1", "2", "x", "4"]
    assert "code" not in " ".join(table.notes)


def test_rows_with_a_missing_label_are_left_out(write_parquet):
    table = read_table(write_parquet(a=[1, 2, 3], y=[1.0, None, float("nan")]))
    assert table.target.tolist() == [1]


def test_batches_cover_all_rows(write_parquet):
    batches = list(open_table(write_parquet(a=list(range(25)))).batches(10))
    assert [b.first_row for b in batches] == [0, 10, 20]
    assert sum(b.columns["a"].sum() for b in batches) == sum(range(25))


def test_an_infinite_number_is_refused_by_row(write_parquet):
    with pytest.raises(BadFileError, match="column 'a', row 2"):
        read_table(write_parquet(a=[1.0, float("inf")], y=[0, 1]))


def test_a_column_of_lists_is_refused_by_name(write_parquet):
    with pytest.raises(BadFileError, match="column 'a' has the type list"):
        read_table(write_parquet(a=[[1], [2]], y=[0, 1]))


def test_a_file_without_rows_is_refused(write_parquet):
    with pytest.raises(BadFileError, match="no rows"):
        read_table(write_parquet(a=pa.array([], pa.int64()), y=pa.array([], pa.int64())))


def test_without_pyarrow_the_error_says_what_to_install(write_parquet, monkeypatch):
    path = write_parquet(a=[1], y=[1])
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"pip install 'rosenblatt\[files\]'"):
        open_table(path)


@pytest.mark.parametrize("kind", ["int8", "int32", "int64", "uint32", "uint64"])
def test_whole_labels_of_every_type_are_whole_numbers_below_2_to_the_53(tmp_path, kind):
    for wanted in ([0, 1, 100], [2**53 - 1, 5, 7], [2**53, 5, 7]):
        if max(wanted) > np.iinfo(kind).max:
            continue
        path = tmp_path / f"{kind}.parquet"
        pq.write_table(
            pa.table({"x": [1.0, 2, 3], "y": pa.array(wanted, getattr(pa, kind)())}), path
        )
        target = read_table(path, target="y").target
        exact = max(wanted) < 2**53
        assert (target.dtype == np.int64) == exact
        assert not exact or target.tolist() == wanted
