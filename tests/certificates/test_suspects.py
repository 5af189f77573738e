"""Suspicious labels: against a plain ranking, known noise and known posteriors."""

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.linear_model import LogisticRegression

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


def test_margins_are_means_of_five_perceptrons_moved_half_the_way_to_calibrated_ones(tumours):
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
    scores = np.mean([m.decision_function(rows) / np.linalg.norm(m.coef_) for m in fits], axis=0)
    sigmoid = LogisticRegression(C=np.inf).fit(scores[:, None], y)
    offset = sigmoid.intercept_[0] / sigmoid.coef_[0, 0]
    expected = np.where(y == 1, 1, -1) * (scores + offset / 2)
    np.testing.assert_allclose(found.margins, expected, atol=0.02 * np.abs(expected).max())


def test_false_discoveries_are_one_less_the_mean_of_the_highest_probabilities(tumours):
    X, y, _ = tumours
    found = label_suspects(X, y, random_state=0)
    for k in (1, 10, 200):
        expected = 1 - np.sort(found.probabilities)[-k:].mean()
        assert found.false_discovery[k - 1] == pytest.approx(expected)


def test_rows_within_a_share_are_the_longest_beginning(tumours):
    X, y, _ = tumours
    found = label_suspects(X, y, random_state=0)
    rows = found.rows(0.3)
    assert 0 < len(rows) < len(y)
    assert found.false_discovery[len(rows) - 1] <= 0.3
    assert np.all(found.false_discovery[len(rows) :] > 0.3)
    assert len(found.rows(-1.0)) == 0


def test_the_interval_holds_the_stated_share_and_is_wide_where_rows_say_little(tumours):
    X, y, _ = tumours
    rng = np.random.default_rng(0)
    overlapping = rng.normal(size=(300, 3))
    side = overlapping[:, 0] + rng.normal(size=300) > 0
    clear, vague = (label_suspects(*data, random_state=0) for data in ((X, y), (overlapping, side)))
    for found in (clear, vague):
        low, high = found.false_discovery_interval
        assert np.all((low >= 0) & (low <= found.false_discovery + 0.01))
        assert np.all((found.false_discovery <= high + 0.01) & (high <= 1))
    width = [np.ptp(found.false_discovery_interval[:, 50]) for found in (clear, vague)]
    assert width[0] < 0.3 < width[1]


def test_an_interval_is_that_of_the_models_one_by_one():
    rng = np.random.default_rng(1)
    margins = np.where(rng.random(3000) < 0.9, 1, -1) * np.abs(rng.normal(size=3000))
    noise, ranking = fit_label_noise(margins, 2), rng.permutation(3000)
    low, high = noise.right_among_first(ranking)
    for k in (3, 600, 3000):
        shares = 1 - noise.by_model[:, noise.kinds[ranking[:k]]].mean(axis=1)
        assert (low[k - 1], high[k - 1]) == pytest.approx(np.quantile(shares, (0.05, 0.95)))


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


@pytest.mark.parametrize("rate", [0.05, 0.1, 0.2])
def test_on_threes_and_eights_the_stated_share_is_near_on_the_mean(rate):
    X, digits = load_digits(return_X_y=True)
    of_both = np.isin(digits, (3, 8))
    X, y, off = X[of_both], (digits[of_both] == 8).astype(int), []
    for seed in range(10):
        wrong = np.zeros(len(y), dtype=bool)
        count = round(rate * len(y))
        wrong[np.random.default_rng(seed).choice(len(y), count, replace=False)] = True
        found = label_suspects(X, np.where(wrong, 1 - y, y), random_state=seed)
        off.append(found.false_discovery[count - 1] - (1 - wrong[found.ranking[:count]].mean()))
    assert abs(np.mean(off)) < 0.1


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


def test_a_suggestion_is_the_class_of_the_highest_score_but_for_the_label():
    X, y = load_digits(return_X_y=True)
    X, y = X[y < 4], y[y < 4]
    noisy, wrong = flipped(y, 0.05)
    found = label_suspects(X, noisy, random_state=0)
    assert not np.any(found.suggestions == noisy)
    assert np.mean(found.suggestions[wrong] == y[wrong]) > 0.9


def test_a_class_of_one_row_is_refused_by_name():
    with pytest.raises(ValueError, match="class 7 has one row only"):
        label_suspects([[0.0], [1.0], [2.0]], [3, 3, 7])
