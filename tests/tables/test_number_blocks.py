"""Blocks of plain numbers: read at once, and as if cell by cell."""

import gzip

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from rosenblatt.tables import BadFileError, delimited, number_blocks, read_table
from rosenblatt.tables.delimited import open_delimited
from rosenblatt.tables.number_blocks import plain_numbers

ODD = ["", "?", "nan", "1_0", "x", '"2"', "1-2", "1 2", "inf", "1e400", "0x1", "1e", "٣", "- 1"]
PLAIN = st.one_of(
    st.integers(-(10**18), 10**18).map(str),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.sampled_from(["+1", "1.", ".5", "01", "-0", "1e3", "1E-3", " 2", "5e-324", "1.0"]),
)
CELLS = st.one_of(PLAIN, PLAIN, PLAIN, st.sampled_from(ODD))
TABLES = st.lists(st.tuples(CELLS, CELLS, PLAIN), min_size=1, max_size=12)


def batches(path, target="c"):
    return list(open_delimited(path, target).batches(rows=3))


def cell_by_cell(path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(delimited, "number_blocks", lambda *_: iter([None]))
        return batches(path)


def written(path, rows, delimiter=",", end="\n"):
    lines = [delimiter.join(cells) for cells in [("a", "b", "c"), *rows]]
    path.write_bytes((end.join(lines) + end).encode())
    return path


def assert_equal_batches(ours, theirs):
    assert [b.first_row for b in ours] == [b.first_row for b in theirs]
    for one, other in zip(ours, theirs, strict=True):
        assert list(one.columns) == list(other.columns)
        for name in one.columns:
            assert_array_equal(one.columns[name], other.columns[name], strict=True)
        assert_array_equal(one.target, other.target, strict=True)


@pytest.mark.parametrize("many", [0, 1 << 20], ids=["by pyarrow", "by NumPy"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@given(rows=TABLES)
def test_blocks_give_what_cells_give(tmp_path_factory, delimiter, many, rows):
    path = written(tmp_path_factory.mktemp("t") / "t.csv", rows, delimiter)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(number_blocks, "MANY_BYTES", many)
        assert_equal_batches(batches(path), cell_by_cell(path, patch))


def test_files_of_windows_are_read_in_blocks_too(tmp_path):
    path = written(tmp_path / "t.csv", [("1", "2.5", "0"), ("3", "4", "1")], end="\r\n")
    [batch] = batches(path)
    assert_array_equal(batch.columns["b"], [2.5, 4.0])


@pytest.mark.parametrize("many", [0, 1 << 20], ids=["by pyarrow", "by NumPy"])
@pytest.mark.parametrize("cell", ODD)
def test_odd_cells_are_left_to_the_careful_reader(cell, many, monkeypatch):
    monkeypatch.setattr(number_blocks, "MANY_BYTES", many)
    assert plain_numbers(f"1,2\n{cell},3\n".encode(), b",", 2) is None


@pytest.mark.parametrize("text", [b"1,2,3\n4\n", b"1,2\n\n3,4\n", b"1,2\n3,4,5\n", b"1,2\n3\n"])
def test_lines_of_unequal_length_are_left_to_the_careful_reader(text):
    assert plain_numbers(text, b",", 2) is None


def test_a_mistake_behind_many_plain_rows_is_told_with_its_line(tmp_path):
    rows = [("1", "2", "0"), ("2", "3", "1")] * 30_000
    path = written(tmp_path / "t.csv", [*rows, ("1", "2", "3", "4")])
    with pytest.raises(BadFileError, match="line 60002"):
        read_table(path, target="c")


def test_an_open_quote_behind_many_plain_rows_is_told_with_its_line(tmp_path):
    rows = [("1", "2", "0"), ("2", "3", "1")] * 30_000
    path = written(tmp_path / "t.csv", [*rows, ('"1', "2", "3")])
    with pytest.raises(BadFileError, match="line 60002"):
        read_table(path, target="c")


def test_a_file_cut_off_behind_many_plain_rows_is_refused(tmp_path):
    rows = np.random.default_rng(0).integers(0, 10**6, size=(30_000, 3)).astype(str)
    packed = gzip.compress(written(tmp_path / "t.csv", rows).read_bytes())
    (tmp_path / "t.csv.gz").write_bytes(packed[: len(packed) // 2])
    with pytest.raises(BadFileError, match="truncated"):
        read_table(tmp_path / "t.csv.gz", target="c")
