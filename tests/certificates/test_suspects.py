"""Suspicious labels: against a plain ranking, known noise and known posteriors."""

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.datasets import load_breast_cancer, load_digits

from rosenblatt import AveragedPerceptron, label_suspects
from rosenblatt.certificates.label_noise import fit_label_noise


def flipped(y, rate, seed=0):
    rng = np.random.default_rng(seed)
    rows = rng.choice(len(y), round(rate * len(y)), replace=False)
    classes = np.unique(y)
    noisy = y.copy()
    noisy[rows] = classes[(np.searchsorted(classes, y[rows]) + 1) % len(classes)]
    return noisy, np.isin(np.arange(len(y)), rows)


@pytest.fixture(scope="module")
def tumours():
    X, y = load_breast_cancer(return_X_y=True)
    return X, *flipped(y, 0.1)


def test_flipped_labels_come_first(tumours):
    X, y, wrong = tumours
    found = label_suspects(X, y, random_state=0)
    assert wrong[found.ranking[: wrong.sum()]].mean() > 0.85
    np.testing.assert_array_equal(np.sort(found.ranking), np.arange(len(y)))
    assert np.all(np.diff(found.margins[found.ranking]) >= 0)


def test_margins_are_means_of_normalised_margins_of_five_perceptrons(tumours):
    X, y, _ = tumours
    found = label_suspects(X, y, random_state=0)
    rows = (X - X.mean(axis=0)) / X.std(axis=0)
    seed = int(np.random.RandomState(0).randint(2**31 - 1))
    fits = [
        AveragedPerceptron(margin=1.0, max_iter=20, alpha_bound=4, random_state=seed + k).fit(
            rows, y
        )
        for k in range(5)
    ]
    scores = [model.decision_function(rows) / np.linalg.norm(model.coef_) for model in fits]
    order = np.argsort(np.where(y == 1, 1, -1) * np.mean(scores, axis=0))
    same = np.mean(order[:60] == found.ranking[:60])
    assert same > 0.5  # the seeds of the perceptrons may differ, the ranking hardly


def test_false_discoveries_are_one_less_the_mean_probability_of_the_first_rows(tumours):
    X, y, _ = tumours
    found = label_suspects(X, y, random_state=0)
    for k in (1, 10, 200):
        expected = 1 - found.probabilities[found.ranking[:k]].mean()
        assert found.false_discovery[k - 1] == pytest.approx(expected)


def test_rows_within_a_share_are_the_longest_beginning(tumours):
    X, y, _ = tumours
    found = label_suspects(X, y, random_state=0)
    rows = found.rows(0.3)
    assert 0 < len(rows) < len(y)
    assert found.false_discovery[len(rows) - 1] <= 0.3
    assert np.all(found.false_discovery[len(rows) :] > 0.3)
    assert len(found.rows(-1.0)) == 0


@pytest.mark.parametrize("rate", [0.05, 0.2])
def test_the_stated_share_is_near_the_observed_one(rate):
    X, y = load_digits(return_X_y=True)
    X, y = X[y < 5], y[y < 5]
    y, wrong = flipped(y, rate)
    found = label_suspects(X, y, random_state=0)
    count = wrong.sum()
    observed = 1 - wrong[found.ranking[:count]].mean()
    assert abs(found.false_discovery[count - 1] - observed) < 0.1
    assert found.noise_rate == pytest.approx(rate, abs=0.03)


@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("rate", [0.0, 0.1, 0.3])
def test_the_noise_of_made_labels_is_found(rate, n_classes):
    """Labels by the model itself, 20000 of them: the rate to two points."""
    rng = np.random.default_rng(0)
    distances = np.abs(rng.normal(size=20_000))
    right = rng.random(20_000) < 1 / (1 + np.exp(-3 * distances))
    wrong = rng.random(20_000) < rate
    by_chance = rng.random(20_000) < 1 / (n_classes - 1)
    agree = np.where(wrong, ~right & by_chance, right)
    noise = fit_label_noise(np.where(agree, distances, -distances), n_classes)
    assert noise.rate == pytest.approx(rate, abs=0.02)
    suspected = noise.probabilities > 0.5
    if suspected.any():
        assert wrong[suspected].mean() == pytest.approx(
            noise.probabilities[suspected].mean(), abs=0.04
        )


def test_a_seed_gives_the_same_answer_and_columns_have_no_unit(tumours):
    X, y, _ = tumours
    first = label_suspects(X, y, random_state=3)
    again = label_suspects(X * 2.0 ** np.arange(-15, 15), y, random_state=3)
    np.testing.assert_array_equal(first.ranking[:50], again.ranking[:50])


def test_sparse_rows_and_words_as_labels_are_taken():
    X, y = load_digits(return_X_y=True)
    X, y = X[y < 2], np.array(["zero", "one"])[y[y < 2]]
    y, wrong = flipped(y, 0.1)
    found = label_suspects(sp.csr_array(X), y, random_state=0)
    assert wrong[found.ranking[: wrong.sum()]].mean() > 0.9


def test_the_answer_is_told_in_words(tumours):
    X, y, _ = tumours
    text = repr(label_suspects(X, y, random_state=0))
    assert text.startswith("LabelSuspects: about ") and "569 labels may be wrong" in text


def test_a_class_of_one_row_is_refused_by_name():
    with pytest.raises(ValueError, match="class 7 has one row only"):
        label_suspects([[0.0], [1.0], [2.0]], [3, 3, 7])
