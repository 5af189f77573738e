"""The formats of the large sets, on made files under their names: no real data is needed."""

import gzip
import hashlib
import io
import json

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.testing import assert_array_equal

from rosenblatt.datasets import load
from rosenblatt.datasets.manifest import file_facts
from rosenblatt.datasets.registry import DATASETS

TRAIN = "+1 1:1 3:1\n-1 2:1\n-1 1:1 2:1\n"
TEST = "-1 1:1\n+1 2:1 5:1\n"  # wider than the training part


@pytest.fixture
def folder(tmp_path):
    """A function that writes files and a manifest with what the package knows of them."""
    entries = []

    def write(name, content, **facts):
        known = file_facts()[name]
        (tmp_path / known["file"]).write_bytes(content)
        digest = hashlib.sha256(content).hexdigest()
        entries.append({**known, "name": name, "sha256": digest, **facts})
        (tmp_path / "manifest.json").write_text(json.dumps({"datasets": entries}))
        return tmp_path

    return write


def packed(text):
    return gzip.compress(text.encode())


def write_sparse(folder, name, labels=("+1", "-1")):
    for file, text, width in zip(DATASETS[name].reader.files, (TRAIN, TEST), (3, 5), strict=True):
        for sign, label in zip(("+1", "-1"), labels, strict=True):
            text = text.replace(f"{sign} ", f"{label} ")
        home = folder(file, packed(text), rows=text.count("\n"), features=width)
    return home


def test_both_parts_of_a_sparse_set_have_the_width_of_the_wider_one(folder):
    bunch = load("a9a", data_home=write_sparse(folder, "a9a"))
    assert sp.issparse(bunch.data) and bunch.data.format == "csr"
    assert (bunch.data.shape, bunch.data_test.shape) == ((3, 5), (2, 5))
    assert (bunch.data.nnz, bunch.data_test.nnz) == (5, 3)
    assert_array_equal(bunch.target, [1, -1, -1])
    assert_array_equal(bunch.data_test.toarray()[1], [0, 1, 0, 0, 1])


def test_a_sparse_set_of_one_part_has_no_test_rows(folder):
    home = folder("w8a_train", packed(TRAIN), rows=3, features=3)
    bunch = load("w8a", data_home=home)
    assert bunch.data.shape == (3, 3)
    assert "data_test" not in bunch
    assert bunch.feature_names == ["x1", "x2", "x3"]


def test_words_name_the_columns_of_the_newsgroups(folder):
    words = ["god", "space", "nasa", "car", "gun"]
    folder("news20_bydate_vocabulary", packed("\n".join(words) + "\n"))
    bunch = load("news20_bydate", data_home=write_sparse(folder, "news20_bydate", ("15", "1")))
    assert bunch.feature_names == words
    assert bunch.data[0, words.index("nasa")] == 1


def arrays(name):
    content = io.BytesIO()
    X = np.arange(12 * 4, dtype=np.uint8).reshape(12, 4)
    y = np.arange(12) % 10
    np.savez(content, X_train=X[:10], y_train=y[:10], X_test=X[10:], y_test=y[10:])
    return content.getvalue(), X, y


@pytest.mark.parametrize("name", ["usps", "mnist"])
def test_digits_keep_ten_classes_and_their_split(folder, name):
    content, X, y = arrays(name)
    bunch = load(name, data_home=folder(name, content, rows=12, features=4))
    assert bunch.data.dtype == np.float32
    assert_array_equal(bunch.data, X[:10])
    assert_array_equal(bunch.data_test, X[10:])
    assert_array_equal(bunch.target, y[:10])
    assert len(bunch.target_names) == 10
