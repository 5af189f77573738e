"""Tables that are too large are sampled while they are read."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from rosenblatt.tables import read_table
from rosenblatt.tables.sampling import GrowingNumbers, Sample

ROWS = 6000


@pytest.fixture
def large(write):
    rows = "".join(f"{i / 8},{'uvw'[i % 3]}{i % 500},{i % 2}\n" for i in range(ROWS))
    return write("large.csv", "number,text,y\n" + rows)


def test_a_sample_is_within_its_bounds(large):
    table = read_table(large, max_bytes=80_000)
    words = set(table.columns["text"].tolist())
    used = sum(column.nbytes for column in table.columns.values()) + 60 * len(words)
    assert 20_000 < used <= 80_000
    assert table.n_rows_file == ROWS
    assert any(f"sample of {table.n_rows} of the {ROWS} rows" in note for note in table.notes)


def test_sampled_rows_are_rows_of_the_file_in_their_order(large):
    table = read_table(large, max_bytes=80_000)
    rows = (table.columns["number"] * 8).astype(int)
    assert (np.diff(rows) > 0).all()
    assert table.columns["text"].tolist() == [f"{'uvw'[i % 3]}{i % 500}" for i in rows]
    assert_array_equal(table.target, rows % 2)


def test_every_row_is_equally_likely():
    kept = np.zeros(2000)
    for seed in range(200):
        sample = Sample(8 * 300, np.random.default_rng(seed))
        numbers = sample.register(GrowingNumbers())
        for rows in np.arange(2000.0).reshape(20, 100):
            numbers.add(rows[sample.draw(100)])
            sample.cut()
        kept[numbers.finish().astype(int)] += 1
    tenths = kept.reshape(10, 200).mean(axis=1) / 200
    spread = np.sqrt(tenths.mean() / (200 * 200))
    assert tenths.mean() > 0.1
    assert (abs(tenths - tenths.mean()) < 4 * spread).all()


def test_the_sample_depends_on_the_seed_only(large):
    one, same, other = (read_table(large, max_bytes=80_000, random_state=s) for s in (1, 1, 2))
    assert_array_equal(one.columns["number"], same.columns["number"])
    assert one.columns["number"].tolist() != other.columns["number"].tolist()


def test_sparse_rows_are_sampled_too(write):
    path = write("large.svm", "".join(f"{i % 2} 1:{i} 5:1\n" for i in range(1, 9001)))
    table = read_table(path, max_bytes=60_000)
    assert 1000 < table.n_rows < 5000
    assert_array_equal(table.matrix[:, [0]].toarray().ravel() % 2, table.target)
