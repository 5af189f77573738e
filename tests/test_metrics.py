"""The geometric mean of recalls."""

import numpy as np
import pytest
from sklearn.datasets import load_iris, make_classification
from sklearn.dummy import DummyClassifier
from sklearn.metrics import accuracy_score
from sklearn.model_selection import GridSearchCV, cross_val_score

from rosenblatt import AveragedPerceptron, Perceptron, g_mean, g_mean_scorer


def drawn(n_classes, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, n_classes, 200)
    return y, np.where(rng.random(200) < 0.6, y, rng.integers(0, n_classes, 200))


def test_for_two_classes_it_is_the_root_of_both_accuracies():
    y, found = drawn(2)
    a, b = (np.mean(found[y == label] == label) for label in (0, 1))
    assert g_mean(y, found) == pytest.approx(np.sqrt(a * b), rel=1e-12)


@pytest.mark.parametrize("n_classes", [3, 7])
def test_for_more_classes_it_is_the_geometric_mean(n_classes):
    y, found = drawn(n_classes)
    recalls = [accuracy_score(y[y == label], found[y == label]) for label in range(n_classes)]
    assert g_mean(y, found) == pytest.approx(np.exp(np.mean(np.log(recalls))), rel=1e-12)


def test_a_weight_of_two_is_the_row_given_twice_and_zero_is_absent():
    y, found = drawn(3)
    times = np.random.default_rng(1).integers(0, 3, len(y)) * (y != 2)
    weighted = g_mean(y, found, sample_weight=times)
    assert weighted == pytest.approx(g_mean(y.repeat(times), found.repeat(times)), rel=1e-12)


def test_a_class_that_is_only_predicted_has_no_recall():
    assert g_mean(["a", "a", "b"], ["a", "c", "b"]) == pytest.approx(np.sqrt(0.5))


def test_perfect_is_one_and_a_class_never_found_is_zero():
    y, found = drawn(3)
    assert g_mean(y, y) == 1.0
    assert g_mean(y, np.where(found == 2, 0, found)) == 0.0


def test_nothing_to_measure_is_an_error():
    with pytest.raises(ValueError, match="no row of positive weight"):
        g_mean([0, 1], [0, 1], sample_weight=[0, 0])
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        g_mean([0, 1], [0, 1, 1])


def test_the_scorer_serves_cross_validation_and_searches():
    X, y = load_iris(return_X_y=True)
    guesses = cross_val_score(DummyClassifier(), X, y, scoring=g_mean_scorer)
    assert guesses.tolist() == [0.0] * 5
    search = GridSearchCV(Perceptron(random_state=0), {"margin": [0.0, 1.0]}, scoring=g_mean_scorer)
    assert 0.5 < search.fit(X, y).best_score_ <= 1


def test_the_scorer_prefers_what_finds_the_rare_class():
    X, y = make_classification(600, weights=[0.95], flip_y=0.02, random_state=0)
    plain, balanced = (
        AveragedPerceptron(class_weight=w, random_state=0).fit(X, y) for w in (None, "balanced")
    )
    assert g_mean_scorer(balanced, X, y) > g_mean_scorer(plain, X, y)
    assert g_mean_scorer(plain, X, y) == g_mean(y, plain.predict(X))
