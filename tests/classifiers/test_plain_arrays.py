"""Plain arrays are read without scikit-learn's validation, and as it reads them."""

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import DataConversionWarning

from rosenblatt import AveragedPerceptron, RCDPerceptron
from rosenblatt.classifiers import classifier

KINDS = [AveragedPerceptron, RCDPerceptron]
LABELS = {
    "flags": lambda y: y.astype(bool),
    "whole numbers": lambda y: y,
    "texts": lambda y: np.array(["no", "yes"])[y],
}
each_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)


@pytest.fixture
def table():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3))
    return X, (X[:, 0] + 0.3 * rng.normal(size=60) > 0).astype(int)


def made(kind):
    return kind(random_state=0, max_iter=20)


@each_kind
@pytest.mark.parametrize("labels", LABELS)
def test_plain_arrays_are_not_asked_about(kind, labels, table, monkeypatch):
    X, y = table[0], LABELS[labels](table[1])
    wanted = made(kind).fit(X.tolist(), y.tolist()).predict(X.tolist())
    monkeypatch.setattr(classifier, "validate_data", None)
    model = made(kind).fit(X, y)
    np.testing.assert_array_equal(model.predict(X), wanted)
    assert model.n_features_in_ == 3


def test_batches_of_plain_arrays_are_not_asked_about(table, monkeypatch):
    X, y = table
    monkeypatch.setattr(classifier, "validate_data", None)
    model = AveragedPerceptron().partial_fit(X[:30], y[:30], classes=[0, 1])
    assert model.partial_fit(X[30:], y[30:]).predict(X).shape == (60,)


@each_kind
def test_another_width_is_scikit_learns_error(kind, table):
    X, y = table
    model = made(kind).fit(X, y)
    for ask in (model.predict, model.decision_function):
        with pytest.raises(ValueError, match=r"X has 2 features, but \w+ is expecting 3 features"):
            ask(X[:, :2])


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (3,), (2, 3, 1)])
def test_tables_of_no_values_or_other_shapes_are_scikit_learns_error(table, shape):
    X, y = table
    model = made(AveragedPerceptron).fit(X, y)
    with pytest.raises(ValueError):
        model.predict(np.zeros(shape))
    with pytest.raises(ValueError):
        model.fit(np.zeros(shape), np.zeros(shape[0], int))


def test_names_are_recorded_missed_and_forgotten(table):
    X, y = table
    frame = pd.DataFrame(X, columns=["a", "b", "c"])
    model = made(AveragedPerceptron).fit(frame, y)
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        model.predict(X)
    model.fit(X, y)
    assert not hasattr(model, "feature_names_in_")
    with pytest.warns(UserWarning, match="fitted without feature names"):
        model.predict(frame)


def test_labels_that_are_not_plain_are_asked_about(table):
    X, y = table
    missing = y.astype(float)
    missing[3] = np.nan
    with pytest.raises(ValueError, match="NaN"):
        made(AveragedPerceptron).fit(X, missing)
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        made(AveragedPerceptron).fit(X, y[:-1])
    with pytest.raises(ValueError, match="requires y to be passed"):
        made(AveragedPerceptron).fit(X, None)
    with pytest.warns(DataConversionWarning):
        made(AveragedPerceptron).fit(X, y[:, None])


def test_arrays_of_other_types_are_converted(table):
    X, y = table
    model = made(AveragedPerceptron).fit(X, y)
    for other in (X.astype(">f8"), X.astype(object), X.astype(np.longdouble)):
        np.testing.assert_array_equal(model.predict(other), model.predict(X))
    with pytest.raises(ValueError, match="Complex data not supported"):
        model.predict(X + 0j)


def test_values_that_are_not_finite_are_refused(table):
    X, y = table
    model = made(AveragedPerceptron).fit(X, y)
    X[4, 1] = np.nan
    for ask in (model.predict, lambda rows: made(AveragedPerceptron).fit(rows, y)):
        with pytest.raises(ValueError, match="row 4"):
            ask(X)
