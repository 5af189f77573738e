"""Numbers at the ends of the range: the same model as in the middle of it, or a clear error."""

import warnings

import numpy as np
import pytest
import scipy.sparse as sp
from public_classes import made, public_classes

from rosenblatt import BaggedPerceptron, KernelPerceptron, Perceptron
from rosenblatt.classifiers.classifier import Classifier
from rosenblatt.classifiers.linear import lane_scores

KINDS = [k for k in public_classes() if issubclass(k, Classifier)]
QUICK = [kind for kind in KINDS if kind.__name__ != "ExactPerceptron"]
# Parameters or a constant feature in units of X: another scale is another model.
BY_SCALE = {
    "DiscriminantParallelPerceptron", "GradientPerceptron", "NORMA", "ParallelPerceptron",
    "PassiveAggressiveClassifier",
}  # fmt: skip
REFUSED = r"scale the features|too close to zero"
LARGEST = np.finfo(np.float64).max


def noisy(n_classes, n=80):
    random = np.random.default_rng(0)
    X = random.normal(size=(n, 4))
    score = X[:, 0] + 0.3 * random.normal(size=n)
    return X, np.digitize(score, [0.0] if n_classes == 2 else [-0.5, 0.5])


def settings_of(kind):
    known = made(kind).get_params()
    model = made(kind).set_params(**({"random_state": 0} if "random_state" in known else {}))
    yield model
    if "probability" in known and kind.__name__ in ("Perceptron", "BaggedPerceptron"):
        yield made(kind).set_params(random_state=0, probability="sigmoid")


def silently(function):
    """What a call returns; a RuntimeWarning is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.simplefilter("error", RuntimeWarning)
        return function()


@pytest.mark.parametrize("exponent", [-1000, -531, 664, 1021])
@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("kind", QUICK, ids=lambda kind: kind.__name__)
def test_extreme_values_give_the_same_predictions_or_a_clear_error(kind, n_classes, exponent):
    X, y = noisy(n_classes)
    extreme = np.ldexp(X, exponent)
    for model in settings_of(kind):
        expected = silently(lambda m=model: m.fit(X, y).predict(X))
        try:
            found = silently(lambda m=model: m.fit(extreme, y).predict(extreme))
        except ValueError as refused:
            assert any(words in str(refused) for words in REFUSED.split("|"))
            continue
        assert np.isfinite(silently(lambda m=model: m.decision_function(extreme))).all()
        if hasattr(model, "predict_proba"):
            assert np.isfinite(silently(lambda m=model: m.predict_proba(extreme))).all()
        if kind.__name__ not in BY_SCALE:
            assert (found == expected).mean() >= 0.97


@pytest.mark.parametrize("exponent", [-531, 664])
def test_bagging_learns_the_same_hyperplane_whatever_the_power_of_two(exponent):
    X, y = noisy(2)
    model = BaggedPerceptron(random_state=0)
    direction = model.fit(X, y).coef_
    extreme = model.fit(np.ldexp(X, exponent), y).coef_
    cosine = (direction * (extreme / np.abs(extreme).max())).sum()
    lengths = np.linalg.norm(direction) * np.linalg.norm(extreme / np.abs(extreme).max())
    assert cosine / lengths > 1 - 1e-12


@pytest.mark.parametrize("layout", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("kind", QUICK, ids=lambda kind: kind.__name__)
def test_rows_near_the_largest_number_are_scored_without_a_warning(kind, dtype, layout):
    X, y = noisy(2)
    X = X.astype(dtype)
    huge = layout(X * dtype(0.99 * (float(np.finfo(dtype).max) / np.abs(X).max())))
    for model in settings_of(kind):
        silently(lambda m=model: m.fit(X, y))
        try:
            scores = silently(lambda m=model: m.decision_function(huge))
        except ValueError as refused:
            assert "scale the features" in str(refused)
            continue
        assert np.isfinite(scores).all()
        if hasattr(model, "predict_proba"):
            assert np.isfinite(silently(lambda m=model: m.predict_proba(huge))).all()


def test_a_score_beyond_the_range_has_the_sign_of_the_exact_one():
    """Partial sums overflow, though the sum of the first two is 0."""
    coef, intercept = np.array([[4.0, 4.0, 1.0]]), np.array([0.0])
    rows = np.array([[LARGEST / 2, -LARGEST / 2, 1e300], [LARGEST, LARGEST, LARGEST]])
    [near], [far] = silently(lambda: lane_scores(coef, intercept, rows))
    assert near == pytest.approx(1e300)
    assert far > 1e290


def test_a_kernel_refuses_rows_whose_products_overflow():
    X, y = noisy(2)
    model = KernelPerceptron(kernel="poly", degree=3).fit(X, y)
    with pytest.raises(ValueError, match="scale the features"):
        silently(lambda: model.decision_function(X * 1e200))


@pytest.mark.parametrize("hypothesis", ["averaged", "voted"])
def test_a_single_huge_row_does_not_disturb_the_scores_of_the_others(hypothesis):
    X, y = noisy(2)
    model = Perceptron(hypothesis=hypothesis, random_state=0).fit(X, y)
    expected = model.decision_function(X)
    with_huge = np.vstack([X, X[:1] * (LARGEST / np.abs(X).max())])
    np.testing.assert_array_equal(
        silently(lambda: model.decision_function(with_huge))[:-1], expected
    )
