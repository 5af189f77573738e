"""The papers' large data sets, which do not come with the package (all sets: test_loading.py)."""

import json
from functools import cache

import numpy as np
import pytest
from data_folders import folder_of_all, need_large_sets
from numpy.testing import assert_array_equal

from rosenblatt.datasets import load
from rosenblatt.datasets.manifest import file_facts
from rosenblatt.datasets.registry import DATASETS

need_large_sets()
HOME = folder_of_all()
MANIFEST = {
    entry["name"]: entry for entry in json.loads((HOME / "manifest.json").read_text())["datasets"]
}


@pytest.fixture(scope="module")
def load_plain():
    """Return a function that loads a plain set once."""
    return cache(lambda name: load(name, data_home=HOME))


@pytest.fixture(scope="module")
def load_coded():
    """Return a function that loads a set as Khardon and Wachman coded it, once."""
    return cache(lambda name: load(name, data_home=HOME, paper="kw"))


def test_the_facts_are_those_of_the_data_folder():
    for name, entry in file_facts().items():
        for key in ("file", "sha256", "rows", "features", "columns", "class_counts", "licence"):
            assert entry.get(key) == MANIFEST[name].get(key), (name, key)


@pytest.mark.parametrize("name", ["a9a", "w8a", "news20_bydate"])
def test_sparse_sets_hold_the_stored_number_of_values(name, load_plain):
    bunch = load_plain(name)
    found = [bunch[key].nnz for key in ("data", "data_test") if key in bunch]
    assert found == [MANIFEST[file]["nnz"] for file in DATASETS[name].reader.files]


def test_both_parts_of_a9a_have_the_same_width(load_plain):
    bunch = load_plain("a9a")
    assert bunch.data.shape[1] == bunch.data_test.shape[1] == 123


def test_words_name_the_columns_of_the_newsgroups(load_plain):
    bunch = load_plain("news20_bydate")
    in_space = np.asarray(bunch.data[:, bunch.feature_names.index("nasa")].sum(axis=1)).ravel()
    most = np.bincount(bunch.target, weights=in_space).argmax()
    assert bunch.target_names[most] == "sci.space"


def test_the_labels_of_a9a_are_those_of_adult(load_plain):
    a9a, adult = load_plain("a9a"), load_plain("adult")
    assert_array_equal(a9a.target == 1, adult.target == ">50K")
    assert_array_equal(a9a.target_test == 1, adult.target_test == ">50K")


def test_every_row_of_covtype_has_one_area_and_one_soil(load_plain):
    bunch = load_plain("covtype")
    area = [i for i, name in enumerate(bunch.feature_names) if name.startswith("Wilderness")]
    soil = [i for i, name in enumerate(bunch.feature_names) if name.startswith("Soil")]
    assert (bunch.data[:, area].sum(axis=1) == 1).all()
    assert (bunch.data[:, soil].sum(axis=1) == 1).all()


@pytest.mark.parametrize(
    ("name", "features", "parts"),
    [
        ("usps", 256, (7291, 2007)),
        ("mnist", 784, (60000, 10000)),
    ],
)
def test_digits_keep_ten_classes_and_their_split(name, features, parts, load_coded):
    bunch = load_coded(name)
    assert (bunch.data.shape, bunch.data_test.shape) == tuple((rows, features) for rows in parts)
    assert_array_equal(np.unique(bunch.target), np.arange(10))


def test_adult_is_scaled_to_the_unit_interval_column_by_column(load_coded):
    X = load_coded("adult").data
    assert_array_equal(X.min(axis=0), 0)
    assert_array_equal(X.max(axis=0), 1)


def test_adult_has_the_size_that_khardon_and_wachman_print(load_coded):
    bunch = load_coded("adult")
    assert bunch.data.shape == (32561, 105)
    assert 100 * (bunch.target == -1).mean() == pytest.approx(75.9, abs=0.05)


def test_rows_and_labels_alone_are_those_of_the_training_part(load_coded):
    X, y = load("usps", data_home=HOME, paper="kw", return_X_y=True)
    assert_array_equal(X, load_coded("usps").data)
    assert_array_equal(y, load_coded("usps").target)
