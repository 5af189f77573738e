"""The rows of the tests' experiment, from an undisturbed run."""

import lab_work
import pytest


@pytest.fixture(scope="package")
def undisturbed(tmp_path_factory):
    path = tmp_path_factory.mktemp("undisturbed") / "store.sqlite"
    lab_work.run(path, jobs=2)
    return lab_work.rows(path)
