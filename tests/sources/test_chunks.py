"""Chunks of text files, row groups and folders, and the order in which they come."""

import gzip

import numpy as np
import pytest

from rosenblatt.sources import Chunk, chunk_order, open_source, row_order
from rosenblatt.sources.file_names import file_names
from rosenblatt.sources.parquet_part import runs_of_groups
from rosenblatt.sources.text_blocks import bytes_of, text_blocks


def test_the_order_follows_from_the_seed_and_the_list_alone():
    first = chunk_order(3, 0, range(10))
    np.testing.assert_array_equal(first, chunk_order(3, 0, "abcdefghij"))
    assert first.tolist() == [9, 1, 0, 8, 2, 4, 3, 5, 7, 6]  # by NumPy's frozen RandomState
    assert chunk_order(3, 1, range(10)).tolist() != first.tolist()
    assert chunk_order(4, 0, range(10)).tolist() != first.tolist()


def test_rows_are_shuffled_anew_in_each_pass_and_chunk():
    orders = {tuple(row_order(0, number, chunk, 20)) for number in (0, 1) for chunk in (0, 1)}
    assert len(orders) == 4
    assert all(sorted(order) == list(range(20)) for order in orders)


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("rows", [1, 2, 3, 100])
def test_blocks_of_text_hold_whole_rows_and_are_found_again(tmp_path, rows, packed):
    lines = ["h,t\n", "1,a\n", "\n", '2,"b\n c"\n', "3,d\n", '4,"e ""x"" \n\n f"\n', "5,g"]
    text = "".join(lines).encode()
    path = tmp_path / "table"
    path.write_bytes(gzip.compress(text) if packed else text)
    blocks = list(text_blocks(path, rows, 1, lambda line: not line.isspace(), True))
    assert len(blocks) == -(-5 // rows)
    assert b"".join(line for block in blocks for line in block.lines) == text[4:]
    for block in blocks:
        assert bytes_of(path, block.start, block.end) == b"".join(block.lines)
        assert text[: block.start].count(b"\n") == block.line


@pytest.mark.parametrize("rows", [1, 2, 4, 9])
def test_a_chunk_of_a_csv_file_is_read_again_as_it_was_found(tmp_path, rows):
    path = tmp_path / "t.csv"
    path.write_text('a,b,label\n1,"x, y",0\n\n2,"line\nbreak",1\n3,,0\n4,z,1\n')
    part = open_source(path, target="label").parts[0]
    total = 0
    for chunk, batch in part.through(0, rows):
        again = part.read(chunk)
        assert chunk.first == again.first_row == total
        for name in ("a", "b"):
            np.testing.assert_array_equal(again.columns[name], batch.columns[name])
        np.testing.assert_array_equal(again.target, batch.target)
        total += chunk.rows
    assert total == 4
    assert part.place(Chunk(0, 2, 1), 0) == "line 6"


def test_small_row_groups_are_joined_and_large_ones_stand_alone():
    assert list(runs_of_groups([3, 3, 3, 10, 0, 2, 2], 6)) == [[0, 1], [2], [3], [5, 6]]


def test_folders_and_patterns_stand_for_their_files(tmp_path):
    (tmp_path / "day=1").mkdir()
    for name in ("b.csv", "day=1/a.parquet", "c.svm.gz", "_log.csv", ".x.csv", "read.me", "r.X.npy",
                 "r.y.npy"):  # fmt: skip
        (tmp_path / name).write_text("")
    names = [path.relative_to(tmp_path).as_posix() for path in file_names([tmp_path])]
    assert names == ["b.csv", "c.svm.gz", "day=1/a.parquet", "r.X.npy"]
    assert [p.name for p in file_names([str(tmp_path / "*.csv")])] == ["_log.csv", "b.csv"]


def test_arrays_that_do_not_match_are_refused():
    for pair, message in (
        ((np.eye(3), np.zeros(2)), "one label for each"),
        ((np.zeros((0, 3)), np.zeros(0)), "at least one row"),
        ((np.array([["a"]]), np.zeros(1)), "must be numbers"),
    ):
        with pytest.raises(ValueError, match=message):
            open_source(pair)


def test_arrays_without_their_labels_are_refused(tmp_path):
    np.save(tmp_path / "rows.X.npy", np.eye(2))
    with pytest.raises(ValueError, match=r"rows\.y\.npy: there is no such file; rows are in NAME"):
        open_source(tmp_path / "rows.X.npy")
    np.save(tmp_path / "rows.npy", np.eye(2))
    with pytest.raises(ValueError, match=r"is not called NAME\.X\.npy"):
        open_source(tmp_path / "rows.npy")
