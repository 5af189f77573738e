"""Names are imported when they are asked for, and known to type checkers all the same."""

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGES = ("rosenblatt", "rosenblatt.estimators", "rosenblatt.ensembles")


@pytest.mark.parametrize("name", PACKAGES)
def test_every_name_is_there(name):
    package = importlib.import_module(name)
    for exported in package.__all__:
        assert getattr(package, exported) is not None


@pytest.mark.parametrize("name", PACKAGES)
def test_type_checkers_see_the_names_that_are_there(name):
    package = importlib.import_module(name)
    tree = ast.parse(Path(package.__file__).read_text())
    guarded = [node for node in tree.body if isinstance(node, ast.If)]
    seen = {alias.asname for node in guarded for line in node.body for alias in line.names}
    assert seen == set(package.__all__)


def test_a_name_that_is_not_there_is_named():
    with pytest.raises(ImportError, match="cannot import name 'Perceptrons' from 'rosenblatt'"):
        exec("from rosenblatt import Perceptrons")


def test_the_package_alone_imports_neither_numpy_nor_scikit_learn():
    script = "import sys, rosenblatt; print(any(m in sys.modules for m in ('numpy', 'sklearn')))"
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert found.stdout.strip() == "False", found.stderr


def test_one_learner_does_not_import_the_others():
    script = "import sys; from rosenblatt import Perceptron; print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    loaded = set(found.stdout.split())
    assert "rosenblatt.estimators.perceptron" in loaded
    assert not {"rosenblatt.estimators.kernel", "rosenblatt.ensembles.boosted"} & loaded
