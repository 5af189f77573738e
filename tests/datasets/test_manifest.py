"""What is known without the data agrees with the data."""

from dataclasses import fields

import pytest

from rosenblatt.datasets import facts, names
from rosenblatt.datasets.data_folder import open_folder
from rosenblatt.datasets.manifest import file_facts
from rosenblatt.datasets.readers import Csv
from rosenblatt.datasets.registry import DATASETS
from rosenblatt.datasets.remote.fingerprint import fingerprint
from rosenblatt.datasets.remote.openml_ids import OPENML_SOURCES


@pytest.mark.parametrize("name", names())
def test_everything_is_known_about_every_set(name):
    known = facts(name)
    assert all(getattr(known, field.name) is not None for field in fields(known))
    assert sum(known.classes.values()) == known.rows


@pytest.mark.parametrize("name", ["sonar", "crx", "votes84", "cleveland", "ann_thyroid"])
def test_fingerprints_are_those_of_the_stored_files(data_home, name):
    for file in DATASETS[name].reader.files:
        table = Csv((file,)).read(open_folder(data_home))
        found = fingerprint(list(table.columns.values()), table.target)
        assert [found] == file_facts()[file]["fingerprints"]


def test_every_set_with_an_openml_id_has_a_fingerprint():
    for name in OPENML_SOURCES:
        assert all(file_facts()[file]["fingerprints"] for file in DATASETS[name].reader.files)


def test_labels_of_openml_become_known_classes():
    for name, origin in OPENML_SOURCES.items():
        assert set(origin.labels.values()) <= set(facts(name).classes)
