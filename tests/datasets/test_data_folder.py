"""The data folder: missing, incomplete or damaged data are reported, never read."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from rosenblatt.datasets import ChecksumError, DataNotFoundError, load
from rosenblatt.datasets.data_folder import shipped


@pytest.fixture
def no_variable(monkeypatch):
    monkeypatch.delenv("ROSENBLATT_DATA", raising=False)


def test_without_a_folder_the_error_names_the_variable_to_set(no_variable):
    with pytest.raises(FileNotFoundError, match="set the environment variable ROSENBLATT_DATA"):
        load("adult")


def test_an_empty_variable_counts_as_not_set(monkeypatch):
    monkeypatch.setenv("ROSENBLATT_DATA", "")
    with pytest.raises(DataNotFoundError, match="cannot be reached"):
        load("adult")


def test_small_tables_come_with_the_package(no_variable):
    assert load("bupa").data.shape == (345, 6)
    for name in shipped().manifest:
        assert shipped().read(name)


def test_a_folder_of_ones_own_wins_over_the_package(write_folder, monkeypatch):
    monkeypatch.setenv("ROSENBLATT_DATA", str(write_folder()))
    assert load("bupa").data.shape == (3, 2)
    assert load("sonar").data.shape == (208, 60)  # which that folder lacks


def test_every_shipped_table_says_whom_to_thank_and_on_which_terms(no_variable):
    for facts in shipped().manifest.values():
        assert "UCI" in facts["licence"]
        assert facts["source"]


def test_a_folder_without_manifest_is_refused(tmp_path, no_variable):
    with pytest.raises(DataNotFoundError, match=r"manifest\.json does not exist"):
        load("bupa", data_home=tmp_path)


def test_the_variable_names_the_folder(write_folder, monkeypatch):
    monkeypatch.setenv("ROSENBLATT_DATA", str(write_folder()))
    assert load("bupa").data.shape == (3, 2)


def test_the_argument_wins_over_the_variable(write_folder, monkeypatch, tmp_path):
    monkeypatch.setenv("ROSENBLATT_DATA", str(tmp_path / "nowhere"))
    assert load("bupa", data_home=write_folder()).data.shape == (3, 2)


def test_a_changed_byte_is_found(write_folder):
    folder = write_folder()
    path = folder / "bupa.csv.gz"
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    with pytest.raises(ChecksumError, match=r"bupa\.csv\.gz has SHA-256"):
        load("bupa", data_home=folder)


def test_a_listed_file_that_is_missing_is_named(write_folder):
    folder = write_folder()
    (folder / "bupa.csv.gz").unlink()
    with pytest.raises(DataNotFoundError, match=r"bupa\.csv\.gz is listed .* but missing"):
        load("bupa", data_home=folder)


def test_a_set_that_the_manifest_does_not_list_is_named(write_folder):
    with pytest.raises(DataNotFoundError, match="does not list 'sonar'"):
        load("sonar", data_home=write_folder())


@pytest.mark.parametrize("text", ["{", "[]", '{"datasets": [{}]}', '{"sets": []}'])
def test_a_broken_manifest_is_named(write_folder, text):
    folder = write_folder()
    (folder / "manifest.json").write_text(text)
    with pytest.raises(ValueError, match="is not a manifest of data sets"):
        load("bupa", data_home=folder)


def test_empty_cells_of_numeric_columns_are_read_as_nan(write_folder):
    data = load("bupa", data_home=write_folder()).data
    assert_array_equal(data, [[85, 0.5], [np.nan, 2.5], [90, np.nan]])


def test_empty_cells_become_zero_where_the_paper_says_so(write_folder):
    data = load("bupa", paper="kw", data_home=write_folder()).data
    assert_array_equal(data, [[85, 0.5], [0, 2.5], [90, 0]])
