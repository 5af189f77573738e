"""The numbers of Khardon and Wachman (2007) for their small data sets."""

from functools import cache

import numpy as np
import pytest
from kw_small import fold_accuracies

from rosenblatt import datasets
from rosenblatt.reproduce.kw.folds import accuracies, permuted, splits
from rosenblatt.reproduce.kw.parameter_grid import HYPOTHESES, Setting

SETS = {"breast_cancer_wisconsin": "breast", "ionosphere": "ionosphere", "sonar": "sonar"}
TRIED = [Setting(tau) for tau in (0.0, 0.25, 1.0)]
PERMUTATIONS = range(3)
# Mean and standard deviation over permutations of independent runs of the protocol (the paper
# prints one run each: 96.9/96.9, 87.2/88.0, 75.3/75.1), parameters inactive.
EXPECTED = {
    ("breast", "longest"): (96.6, 0.3), ("breast", "voted"): (96.9, 0.1),
    ("ionosphere", "longest"): (87.2, 1.4), ("ionosphere", "voted"): (88.1, 1.2),
    ("sonar", "longest"): (75.6, 2.8), ("sonar", "voted"): (75.8, 2.0),
}  # fmt: skip
PRINTED = {
    ("breast", "longest"): 96.9, ("breast", "voted"): 96.9,
    ("ionosphere", "longest"): 87.2, ("ionosphere", "voted"): 88.0,
    ("sonar", "longest"): 75.3, ("sonar", "voted"): 75.1,
}  # fmt: skip


@pytest.fixture(scope="module")
def loaded(data_home):
    return {
        short: datasets.load(name, paper="kw", data_home=data_home, return_X_y=True)
        for name, short in SETS.items()
    }


@pytest.fixture(scope="module")
def ours(loaded):
    """Accuracies by set, permutation, setting, hypothesis and fold."""

    def search(X, y, permutation):
        X, y = permuted(X, y, permutation)
        return accuracies(X, y, TRIED, splits(len(y)))

    return {
        name: np.stack([search(X, y, permutation) for permutation in PERMUTATIONS])
        for name, (X, y) in loaded.items()
    }


@pytest.fixture(scope="module")
def reference(loaded):
    """A function from a data set's name to its accuracies by setting, permutation and fold."""
    taus = [setting.tau for setting in TRIED]
    return cache(lambda name: fold_accuracies(*loaded[name], PERMUTATIONS, taus))


@pytest.mark.parametrize("number", range(len(TRIED)))
@pytest.mark.parametrize("name", SETS.values())
def test_folds_of_table_3_equal_the_reference_exactly(name, number, reference, ours):
    for at, hypothesis in enumerate(HYPOTHESES):
        found, expected = ours[name][:, number, at], reference(name)[hypothesis][number]
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize("hypothesis", ["longest", "voted"])
@pytest.mark.parametrize("name", SETS.values())
def test_means_of_table_3_are_reproduced(name, hypothesis, ours):
    found = ours[name][:, 0, HYPOTHESES.index(hypothesis)].mean()
    mean, deviation = EXPECTED[name, hypothesis]
    # A deviation of 0.1 points is less than one row of breast: no tolerance below one point.
    tolerance = max(1.0, 2.5 * deviation)
    assert abs(found - mean) <= tolerance
    assert abs(found - PRINTED[name, hypothesis]) <= tolerance
