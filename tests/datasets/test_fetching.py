"""Downloads: checked by their content, kept in the cache, refused when they differ."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.utils import Bunch

from rosenblatt.datasets import DataNotFoundError, DownloadError, fetch, load
from rosenblatt.datasets.data_folder import open_folder
from rosenblatt.datasets.readers import numbered
from rosenblatt.datasets.registry import DATASETS
from rosenblatt.datasets.remote.fetching import fetched
from rosenblatt.datasets.remote.openml_ids import OPENML_SOURCES

NAMES = ["sonar", "crx", "votes84", "heart_statlog", "wdbc", "glass"]


def as_openml_gives_it(name, data_home, order=slice(None)) -> Bunch:
    """Return the stored set in OpenML's form: codes for texts, its own names and labels."""
    table = DATASETS[name].reader.read(open_folder(data_home))
    categories, columns = {}, []
    for title, column in zip(numbered(len(table.columns)), table.columns.values(), strict=True):
        if column.dtype.kind == "U":
            categories[title] = sorted(set(column) - {""})
            codes = [categories[title].index(c) if c else np.nan for c in column]
            column = np.array(codes, dtype=float)
        columns.append(column[order])
    back = {ours: theirs for theirs, ours in OPENML_SOURCES[name].labels.items()}
    labels = np.array([back.get(label, label) for label in table.target[order]], dtype=object)
    return Bunch(
        data=np.column_stack(columns),
        target=labels,
        feature_names=numbered(len(columns)),
        categories=categories,
    )


@pytest.fixture
def without_folder(data_home, monkeypatch):
    monkeypatch.delenv("ROSENBLATT_DATA", raising=False)
    return data_home


@pytest.mark.parametrize("name", NAMES)
def test_a_fetched_set_is_the_stored_one(name, without_folder):
    made = fetch(name, downloader=lambda *_: as_openml_gives_it(name, without_folder))
    stored, loaded = load(name, data_home=without_folder), load(name, data_home=made)
    assert_array_equal(loaded.data, stored.data)
    assert_array_equal(loaded.target, stored.target)
    assert loaded.feature_names == stored.feature_names


@pytest.mark.parametrize("paper", ["kw", "li"])
def test_a_fetched_set_is_coded_as_the_papers_did(paper, without_folder):
    made = fetch("sonar", downloader=lambda *_: as_openml_gives_it("sonar", without_folder))
    stored = load("sonar", paper=paper, data_home=without_folder)
    assert_array_equal(load("sonar", paper=paper, data_home=made).target, stored.target)


def test_the_card_says_that_a_set_came_from_openml(without_folder):
    made = fetch("sonar", downloader=lambda *_: as_openml_gives_it("sonar", without_folder))
    assert "OpenML 40" in load("sonar", data_home=made).card.source


def test_another_order_of_the_rows_is_accepted(without_folder):
    backwards = slice(None, None, -1)
    given = as_openml_gives_it("sonar", without_folder, backwards)
    made = fetch("sonar", downloader=lambda *_: given)
    stored = load("sonar", data_home=without_folder)
    assert_array_equal(load("sonar", data_home=made).data, stored.data[::-1])


def test_one_changed_value_is_refused_and_nothing_is_kept(without_folder):
    def downloader(*_):
        bunch = as_openml_gives_it("sonar", without_folder)
        bunch.data[17, 3] += 1e-4
        return bunch

    with pytest.raises(DownloadError, match="some values differ"):
        fetch("sonar", downloader=downloader)
    assert fetched("sonar") is None


def test_two_rows_with_exchanged_labels_are_refused(without_folder):
    def downloader(*_):
        bunch = as_openml_gives_it("sonar", without_folder)
        bunch.target[[0, -1]] = bunch.target[[-1, 0]]
        return bunch

    with pytest.raises(DownloadError, match="some values differ"):
        fetch("sonar", downloader=downloader)


def test_a_missing_row_shows_in_the_counts(without_folder):
    fewer = slice(1, None)
    with pytest.raises(DownloadError, match="rows: 207, expected 208"):
        fetch("sonar", downloader=lambda *_: as_openml_gives_it("sonar", without_folder, fewer))


def test_a_different_set_is_refused(without_folder):
    with pytest.raises(DownloadError, match="OpenML's data set 59 is not the set 'ionosphere'"):
        fetch("ionosphere", downloader=lambda *_: as_openml_gives_it("sonar", without_folder))


def test_both_parts_of_images_are_kept(monkeypatch):
    from rosenblatt.datasets.remote.fingerprint import matrix_fingerprint

    X, y = np.arange(12.0).reshape(6, 2), np.array(["0", "1", "1", "0", "1", "0"])
    entry = {
        "name": "mnist", "file": "mnist.npz", "rows": 6, "rows_train": 4, "rows_test": 2,
        "features": 2, "class_counts_train": {"0": 2, "1": 2}, "licence": "free",
        "class_counts_test": {"0": 1, "1": 1}, "source": {},
        "fingerprints": [matrix_fingerprint(X[:4], y[:4]), matrix_fingerprint(X[4:], y[4:])],
    }  # fmt: skip
    monkeypatch.setattr("rosenblatt.datasets.remote.fetching.file_facts", lambda: {"mnist": entry})
    monkeypatch.delenv("ROSENBLATT_DATA", raising=False)
    bunch = Bunch(data=X, target=y, feature_names=["a", "b"], categories={})
    fetch("mnist", downloader=lambda *_: bunch)
    loaded = load("mnist")
    assert_array_equal(loaded.data, X[:4])
    assert_array_equal(loaded.target_test, [1, 0])


def test_without_a_network_the_error_says_what_to_do(monkeypatch):
    monkeypatch.delenv("ROSENBLATT_DATA", raising=False)
    with pytest.raises(DownloadError, match=r"cannot be reached .* ROSENBLATT_DATA"):
        load("adult")


def test_a_set_without_an_openml_id_is_named(monkeypatch):
    monkeypatch.delenv("ROSENBLATT_DATA", raising=False)
    with pytest.raises(DataNotFoundError, match="no OpenML id is known for the set 'w8a'"):
        load("w8a")


def test_a_set_that_the_folder_lacks_is_looked_for_in_the_cache(
    write_folder, without_folder, monkeypatch
):
    fetch("sonar", downloader=lambda *_: as_openml_gives_it("sonar", without_folder))
    monkeypatch.setenv("ROSENBLATT_DATA", str(write_folder()))
    assert load("sonar").data.shape == (208, 60)
