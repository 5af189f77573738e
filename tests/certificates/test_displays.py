"""Displays draw what they say, on the axes they are given."""

import sys

import numpy as np
import pytest

from rosenblatt import (
    AveragedPerceptron,
    HyperplaneDisplay,
    MarginDistributionDisplay,
    MistakesDisplay,
    Perceptron,
    PlaUpdateDisplay,
    TrainingErrorDisplay,
    error_lower_bound,
    pla,
    pla_bound,
    separability,
)

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")


@pytest.fixture
def rows():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 2))
    return X[np.abs(X[:, 0]) > 0.2], (X[np.abs(X[:, 0]) > 0.2, 0] > 0).astype(int)


@pytest.fixture
def ax():
    from matplotlib import pyplot

    figure, axes = pyplot.subplots()
    yield axes
    pyplot.close(figure)


def test_the_hyperplane_and_its_margin_are_lines_through_the_nearest_rows(rows, ax):
    X, y = rows
    model = Perceptron(hypothesis="last", random_state=0).fit(X, y)
    display = HyperplaneDisplay.from_estimator(model, X, y, ax=ax)
    assert display.ax_ is ax and len(ax.lines) == 3
    w, b = model.coef_[0], model.intercept_[0]
    levels = []
    for line in ax.lines:
        points = np.array([line._xy1, line._xy2])
        scores = points @ w + b
        assert scores[0] == pytest.approx(scores[1])
        levels.append(abs(scores[0]) / np.linalg.norm(w))
    assert levels == pytest.approx([0, display.margin, display.margin], abs=1e-9)
    assert display.margin == pytest.approx(
        (np.where(y == 1, 1, -1) * (X @ w + b)).min() / np.linalg.norm(w)
    )


def test_rows_on_the_wrong_side_are_crossed_out(ax):
    X, y = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]], [0, 1, 0]
    display = HyperplaneDisplay([1.0, 0.0], -0.5, X, y).plot(ax=ax)
    assert len(ax.lines) == 1 and display.margin == -1.5
    assert ax.collections[-1].get_offsets().tolist() == [[2.0, 0.0]]


def test_an_update_shows_the_hyperplane_before_and_after(rows, ax):
    trace = pla(*rows)
    display = PlaUpdateDisplay.from_trace(trace, *rows, number=1, ax=ax)
    for line, theta in zip(ax.lines, (display.update.before, display.update.after), strict=True):
        assert np.append(1.0, line._xy1) @ theta == pytest.approx(0, abs=1e-9)
    assert ax.collections[-1].get_offsets().tolist() == [rows[0][display.update.row].tolist()]
    with pytest.raises(ValueError, match="updates"):
        PlaUpdateDisplay.from_trace(trace, *rows, number=10**6)


def test_updates_add_up_below_their_bound(rows, ax):
    X, y = rows
    model = Perceptron(hypothesis="last", random_state=0).fit(X, y)
    display = MistakesDisplay.from_estimator(model, X, y, ax=ax)
    np.testing.assert_array_equal(ax.lines[0].get_ydata(), np.cumsum(model.history_["updates"]))
    assert ax.lines[1].get_ydata()[0] == display.bound >= display.so_far[-1]


def test_the_updates_of_a_trace_add_up_too(rows, ax):
    X, y = rows
    trace, found = pla(X, y), separability(X, y)
    bound = pla_bound(X, y, found.coef, found.intercept)
    display = MistakesDisplay.from_trace(trace, bound, ax=ax)
    assert display.so_far[-1] == len(trace.updates) <= bound
    assert len(display.so_far) == trace.n_passes


def test_margins_are_shares_of_rows(rows, ax):
    X, y = rows
    model = AveragedPerceptron(random_state=0).fit(X, y)
    MarginDistributionDisplay.from_estimators({"averaged": model}, X, y, ax=ax)
    at, shares = ax.lines[0].get_xdata(), ax.lines[0].get_ydata()
    errors = (model.predict(X) != y).mean()
    assert shares[at <= 0].max(initial=0) == pytest.approx(errors) and shares[-1] == 1


def test_errors_stand_above_the_proven_bound(ax):
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(60, 3)), rng.integers(0, 2, size=60)
    models = {"averaged": AveragedPerceptron(random_state=0).fit(X, y)}
    display = TrainingErrorDisplay.from_estimators(models, X, y, ax=ax)
    assert display.bound == error_lower_bound(X, y).errors > 0
    assert ax.patches[0].get_height() == (models["averaged"].predict(X) != y).sum()
    assert ax.lines[0].get_ydata()[0] == display.bound


def test_more_than_two_features_are_refused_with_advice():
    with pytest.raises(ValueError, match="two features; choose two columns"):
        HyperplaneDisplay(np.ones(3), 0.0, np.eye(3), [0, 1, 1])


def test_without_matplotlib_the_error_says_what_to_install(rows, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    model = Perceptron(random_state=0).fit(*rows)
    with pytest.raises(ImportError, match=r"rosenblatt\[plot\]"):
        HyperplaneDisplay.from_estimator(model, *rows)
