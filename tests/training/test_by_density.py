"""Dense and sparse rows of the same values are multiplied alike."""

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt import (
    DiscriminantParallelPerceptron,
    KernelPerceptron,
    ParallelPerceptron,
    WhitenedPerceptron,
    Whitening,
)
from rosenblatt.training.by_density import by_density

KINDS = [
    DiscriminantParallelPerceptron,
    KernelPerceptron,
    ParallelPerceptron,
    WhitenedPerceptron,
]


def table(share, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.integers(-3, 4, size=(80, 12)) * (rng.random((80, 12)) < share).astype(float)
    return X, rng.integers(3, size=80)


@pytest.mark.parametrize("share", [0.05, 0.5, 1.0])
@pytest.mark.parametrize("kind", KINDS)
def test_sparse_rows_give_the_model_of_dense_ones_bit_for_bit(kind, share):
    for seed in range(5):
        X, y = table(share, seed)
        dense, sparse = (kind(random_state=0).fit(rows, y) for rows in (X, sp.csr_array(X)))
        expected, found = (model.decision_function(X) for model in (dense, sparse))
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("share", [0.05, 0.5])
def test_whitened_rows_are_the_same_bit_for_bit(share):
    X, _ = table(share)
    expected = Whitening().fit_transform(X)
    np.testing.assert_array_equal(Whitening().fit_transform(sp.csr_array(X)), expected)
    np.testing.assert_array_equal(Whitening().fit_transform(np.asfortranarray(X)), expected)


def test_few_values_are_stored_alone_whatever_the_layout():
    few, many = table(0.05)[0], table(0.5)[0]
    with_zeros = sp.csr_array(few + 4.0)
    with_zeros.data -= 4.0  # zeros that are stored
    for X in (few, sp.csr_array(few), with_zeros):
        rows = by_density(X)
        assert sp.issparse(rows) and rows.nnz == np.count_nonzero(few)
    for X in (many, sp.csr_array(many), np.asfortranarray(many)):
        assert by_density(X).flags.c_contiguous
