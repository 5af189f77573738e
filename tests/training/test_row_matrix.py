"""Rows of a kind of their own: what an estimator does with them is what it does with arrays."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from searches import fingerprint
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV

from rosenblatt import (
    AdaBoostPerceptron,
    BaggedPerceptron,
    BaggedRCDPerceptron,
    KernelPerceptron,
    Perceptron,
    RCDPerceptron,
    _core,
)
from rosenblatt.selection import LaneSearchCV
from rosenblatt.training.keepers import HYPOTHESES
from rosenblatt.training.row_matrix import RowMatrix


class Wrapped(RowMatrix):
    """An array that is asked for nothing that a matrix need not have."""

    copied: list[int] = []  # rows of each dense copy

    def __init__(self, array):
        self._array = np.ascontiguousarray(array)
        self.shape, self.dtype = self._array.shape, self._array.dtype

    def table(self):
        return _core.dense(self._array)

    def take(self, rows):
        return Wrapped(self._array[rows])

    def times(self, factor):
        return Wrapped(self._array * factor)

    def dense(self):
        self.copied.append(len(self._array))
        return self._array.copy()


@pytest.fixture
def copied():
    Wrapped.copied.clear()
    return Wrapped.copied


def rows(n_classes=2, n_rows=90, dtype=np.float64):
    rng = np.random.default_rng(n_classes)
    X = rng.normal(size=(n_rows, 5))
    scores = X @ rng.normal(size=(5, n_classes)) + rng.normal(size=(n_rows, n_classes))
    return X.astype(dtype), scores.argmax(axis=1)


def assert_alike(model, X, y, learn=None):
    """With the wrapped rows everything is as with the array, to the last bit of the model."""
    learn = learn or (lambda one, rows: one.fit(rows, y))
    wrapped, plain = (learn(clone(model), given) for given in (Wrapped(X), X))
    for name in ("coef_", "intercept_", "dual_coef_", "mistakes_", "n_iter_", "n_features_in_"):
        if hasattr(plain, name):
            assert_array_equal(getattr(wrapped, name), getattr(plain, name), err_msg=name)
    methods = ["predict", "decision_function"]
    methods += ["predict_proba"] if hasattr(plain, "predict_proba") else []
    for method in methods:
        found, wanted = getattr(wrapped, method)(Wrapped(X)), getattr(plain, method)(X)
        assert_allclose(found, wanted, rtol=1e-12, err_msg=method)


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("hypothesis", sorted(HYPOTHESES))
def test_every_hypothesis(hypothesis, dtype, n_classes):
    X, y = rows(n_classes, dtype=dtype)
    assert_alike(Perceptron(hypothesis=hypothesis, max_iter=5, random_state=0), X, y)


@pytest.mark.parametrize("model", [
    Perceptron(init="fisher", random_state=0), Perceptron(early_stopping=True, random_state=0),
    Perceptron(early_stopping=True, order="shuffled", random_state=0),
    Perceptron(probability="sigmoid", random_state=0),
    RCDPerceptron(max_iter=30, random_state=0), RCDPerceptron(scale="standard", random_state=0),
    RCDPerceptron(init="lp", random_state=0), BaggedRCDPerceptron(n_restarts=2, random_state=0),
    AdaBoostPerceptron(n_estimators=4, random_state=0),
    AdaBoostPerceptron(Perceptron(init="fisher"), n_estimators=4, random_state=0),
    BaggedPerceptron(n_estimators=3, random_state=0),
    KernelPerceptron(random_state=0), KernelPerceptron(kernel="poly", random_state=0),
], ids=str)  # fmt: skip
def test_every_learner(model):
    assert_alike(model, *rows(2))


@pytest.mark.parametrize("factor", [1e-170, 1e170])
def test_extreme_values(factor):
    X, y = rows()
    assert_alike(Perceptron(random_state=0), X * factor, y)


def test_rows_without_weight():
    X, y = rows()
    weights = np.arange(90) % 3.0
    learn = lambda model, given: model.fit(given, y, sample_weight=weights)  # noqa: E731
    assert_alike(Perceptron(random_state=0), X, y, learn)


@pytest.mark.parametrize("kind", [Perceptron, KernelPerceptron])
@pytest.mark.parametrize("hypothesis", ["averaged", "voted"])
def test_streams(hypothesis, kind):
    X, y = rows(3)

    def learn(model, given):
        for first in range(0, 90, 30):
            model.partial_fit(given[first : first + 30], y[first : first + 30])
        return model

    assert_alike(kind(hypothesis=hypothesis), X, y, learn)


@pytest.mark.parametrize("kind", [GridSearchCV, LaneSearchCV])
def test_searches(kind):
    X, y = rows()
    grid = {"margin": [0.0, 0.25], "hypothesis": sorted(HYPOTHESES)}
    options = {"scoring": fingerprint, "refit": "accuracy", "cv": 3}
    wrapped, plain = (
        kind(Perceptron(random_state=0, max_iter=4), grid, **options).fit(given, y)
        for given in (Wrapped(X), X)
    )
    for name in ("mean_test_coef", "mean_test_accuracy", "mean_test_mistakes"):
        assert_array_equal(wrapped.cv_results_[name], plain.cv_results_[name])
    assert_array_equal(wrapped.predict(Wrapped(X)), plain.predict(X))


def test_training_and_checks_copy_no_more_than_a_sample(copied):
    X, y = rows(n_rows=5000)
    model = Perceptron(max_iter=3, random_state=0).fit(Wrapped(X), y)
    assert max(copied) <= 250
    copied.clear()
    model.predict(Wrapped(X))
    assert copied == [5000]  # the product


@pytest.mark.parametrize(("X", "y", "message"), [
    (np.full((4, 2), np.nan), [0, 1, 0, 1], "NaN at row 0, column 0"),
    (np.ones((4, 2)), [0, 1, 0], "inconsistent numbers of samples"),
    (np.ones((4, 2)), [0, 1, 0, np.nan], "NaN"),
    (np.ones((4, 0)), [0, 1, 0, 1], "0 feature"),
    (np.ones((0, 2)), [], "0 sample"),
])  # fmt: skip
def test_what_cannot_be_learned_is_refused(X, y, message):
    with pytest.raises(ValueError, match=message):
        Perceptron().fit(Wrapped(X), y)


def test_rows_that_cannot_be_predicted_are_refused():
    X, y = rows()
    model = Perceptron().fit(Wrapped(X), y)
    with pytest.raises(ValueError, match="X has 2 features"):
        model.predict(Wrapped(X[:, :2]))
    X[3, 1] = np.inf
    with pytest.raises(ValueError, match="infinity at row 3, column 1"):
        model.predict(Wrapped(X))
