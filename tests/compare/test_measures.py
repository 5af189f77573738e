"""Measures other than the error, and what follows from them."""

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.datasets import load_iris, make_classification
from sklearn.metrics import balanced_accuracy_score, f1_score, log_loss, roc_auc_score

from rosenblatt.compare import compare
from rosenblatt.compare.cross_calibration import cross_calibrated
from rosenblatt.compare.held_scores import HeldScores
from rosenblatt.compare.row_losses import (
    auc_losses,
    balanced_losses,
    f1_losses,
    log_losses,
)
from rosenblatt.compare.row_predictions import cumulative
from rosenblatt.metrics import METRICS
from rosenblatt.tables import Table


def drawn(n_classes, n_rows=300, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.integers(n_classes, size=n_rows)
    scores = rng.normal(size=(n_rows, n_classes)) + 1.5 * np.eye(n_classes)[truth]
    return truth, scores.round(1)  # so that there are ties


@pytest.mark.parametrize("n_classes", [2, 3])
def test_the_mean_of_row_losses_is_the_measure_of_scikit_learn(n_classes):
    truth, scores = drawn(n_classes)
    predicted = scores.argmax(axis=1)
    balanced = 1 - balanced_accuracy_score(truth, predicted)
    assert balanced_losses(truth, predicted).mean() == pytest.approx(balanced)
    f1 = 1 - f1_score(truth, predicted, average="macro")
    assert f1_losses(truth, predicted).mean() == pytest.approx(f1)
    shares = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    assert log_losses(truth, shares).mean() == pytest.approx(log_loss(truth, shares))


def test_the_area_under_the_curve_is_that_of_scikit_learn():
    truth, scores = drawn(2)
    one = scores[:, 1] - scores[:, 0]
    assert auc_losses(truth, one).mean() == pytest.approx(1 - roc_auc_score(truth, one))


def test_the_area_of_more_classes_is_the_mean_of_one_against_the_rest():
    truth, scores = drawn(4)
    each = [roc_auc_score(truth == k, scores[:, k]) for k in range(4)]
    assert auc_losses(truth, scores).mean() == pytest.approx(1 - np.mean(each))


@pytest.mark.parametrize("losses", [f1_losses, balanced_losses])
def test_row_losses_vary_as_the_measure_does_over_other_rows(losses):
    """The standard error from one sample against the deviation of many samples."""
    samples = [drawn(2, 400, seed) for seed in range(400)]
    found = [losses(truth, scores.argmax(axis=1)) for truth, scores in samples]
    spread = np.std([rows.mean() for rows in found])
    expected = np.mean([rows.std() / np.sqrt(len(rows)) for rows in found])
    assert expected == pytest.approx(spread, rel=0.15)


def test_the_losses_of_rows_have_the_variance_of_delong():
    found = []
    for seed in range(400):
        truth, scores = drawn(2, 200, seed)
        found.append(auc_losses(truth, scores[:, 1] - scores[:, 0]))
    spread = np.std([rows.mean() for rows in found])
    expected = np.mean([rows.std() / np.sqrt(len(rows)) for rows in found])
    assert expected == pytest.approx(spread, rel=0.1)


def test_a_split_without_one_class_has_no_area_to_lose():
    assert auc_losses(np.zeros(5, int), np.arange(5.0)).tolist() == [0.5] * 5


def test_calibrated_probabilities_of_scores_are_honest():
    """Scores whose true log odds are three times their value."""
    rng = np.random.default_rng(0)
    parts = [rng.normal(size=2000).astype(np.float32) for _ in range(4)]
    truths = [(rng.random(2000) < 1 / (1 + np.exp(-3 * part))).astype(int) for part in parts]
    held = [HeldScores((part > 0).astype(int), part) for part in parts]
    for part, shares in zip(parts, cross_calibrated(held, truths), strict=True):
        np.testing.assert_allclose(shares[:, 1], 1 / (1 + np.exp(-3 * part)), atol=0.03)


@pytest.fixture(scope="module")
def rare():
    X, y = make_classification(
        600, 6, n_informative=3, weights=[0.94], class_sep=0.6, flip_y=0.0, random_state=3
    )
    return Table.from_arrays("rare", X, np.array(["usual", "rare"])[y])


LEARNERS = ["averaged", "boosted", "logistic", "trees"]


@pytest.fixture(scope="module")
def found(rare):
    return compare(rare, learners=LEARNERS, folds=3, repeats=2)


def test_every_measure_is_there_for_every_learner(found):
    for entry in found.entries:
        assert set(entry.measures) == set(METRICS), entry.name


def test_the_majority_class_is_level_with_chance_by_every_balanced_measure(found):
    measures = found.entry("majority").measures
    assert measures["balanced"]["mean"] == pytest.approx(0.5)
    assert measures["auc"]["mean"] == pytest.approx(0.5)


@pytest.mark.parametrize("metric", list(METRICS))
def test_entries_are_ranked_and_judged_by_the_measure_that_decides(rare, metric):
    found = compare(rare, learners=LEARNERS, folds=3, repeats=1, metric=metric)
    means = [entry.measures[metric]["mean"] for entry in found.ranked]
    assert means == sorted(means) == [entry.mean for entry in found.ranked]
    best, *_, last = found.ranked
    assert found.difference(last)["mean"] == pytest.approx(last.mean - best.mean)
    words = "Lowest " + METRICS[metric].title
    assert found.summary[0].startswith(words)


def test_an_unknown_measure_is_refused_by_name(rare):
    with pytest.raises(ValueError, match="metric='accuracy' is not known; choose one of error,"):
        compare(rare, metric="accuracy")


def test_a_class_that_is_never_recognised_is_named(rare):
    found = compare(rare, learners=["majority"], folds=3, repeats=1)
    assert "Mind that" in " ".join(found.summary) and "class rare" in " ".join(found.summary)


def test_recalls_are_those_of_the_confusion_matrix(found):
    entry = found.entry("logistic")
    recalls = found.recalls(entry)
    for k, name in enumerate(found.classes):
        assert recalls[name] == entry.confusion[k][k] / sum(entry.confusion[k])


def test_trees_are_a_reference_that_is_neither_ranked_nor_kept(found):
    assert [entry.name for entry in found.references] == ["trees"]
    assert "trees" not in [entry.name for entry in found.ranked]
    assert found.chosen != "trees"
    assert any(s.startswith("For reference, untuned gradient-boosted") for s in found.summary)


def test_the_kept_model_has_calibrated_probabilities(found, rare):
    shares = found.model.predict_proba(rare)
    np.testing.assert_allclose(shares.sum(axis=1), 1)
    labels = np.array(found.model.classes)[shares.argmax(axis=1)]
    np.testing.assert_array_equal(labels, found.model.predict(rare))


def test_the_hard_rows_are_those_that_most_learners_get_wrong(found, rare):
    assert 0 < len(found.hard_rows) <= 20
    shares = [row["wrong"] / row["tests"] for row in found.hard_rows]
    assert shares == sorted(shares, reverse=True)
    for row in found.hard_rows:
        place = row["row"] - 1
        assert row["tests"] == 6  # three learners, two repeats
        assert row["class"] == rare.target[place] != row["predicted"]
        assert row["cells"]["x0"] == f"{rare.columns['x0'][place]:.6g}"


def test_curves_begin_with_no_alarm_and_end_with_all(found):
    for learner in found.curves["learners"]:
        first, last = learner["points"][0], learner["points"][-1]
        assert first[1:3] == [0, 0] and last[1:3] == [1, 1]


def test_thresholds_count_the_rows_above_them():
    probabilities, truth = np.array([0.1, 0.7, 0.7, 0.9]), np.array([False, True, False, True])
    thresholds, found, false = cumulative(probabilities, truth)
    for threshold, yes, no in zip(thresholds[1:], found[1:], false[1:], strict=True):
        above = probabilities >= threshold
        assert (yes, no) == ((above & truth).sum(), (above & ~truth).sum())


def test_more_than_two_classes_have_no_curves_but_are_judged_for_reliability():
    table = Table.from_arrays("iris", *load_iris(return_X_y=True))
    found = compare(table, learners=["averaged"], folds=3, repeats=1, metric="logloss")
    assert found.curves is None
    assert sum(part["rows"] for part in found.reliability) == 150


def test_shuffling_finds_the_column_that_decides_and_its_direction():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 4))
    table = Table.from_arrays("one column", X, np.where(X[:, 2] > 0, "a", "b"))
    found = compare(table, learners=["averaged", "boosted", "kernel"], folds=3, repeats=1)
    for name in ("averaged", "boosted", "kernel"):
        first = found.entry(name).importance[0]
        assert (first["column"], first["towards"]) == ("x2", "a")
        assert first["mean"] > 0.25 > first["spread"]


def test_shuffling_reads_texts_and_sparse_rows():
    rng = np.random.default_rng(1)
    kind = np.array(["oak", "fir"], dtype=object)[rng.integers(2, size=120)]
    columns = {"kind": kind, "size": rng.normal(size=120)}
    texts = Table("trees", columns, np.where(kind == "oak", 1, 0), 120)
    best = compare(texts, learners=["averaged"], folds=3, repeats=1).entry("averaged").importance[0]
    assert best["column"] == "kind" and best["towards"] is None
    X = csr_array((rng.random((120, 6)) < 0.4) * 1.0)
    y = X[:, [3]].toarray().ravel().astype(int)
    sparse = Table.from_arrays("sparse", X, y)
    found = compare(sparse, learners=["averaged"], folds=3, repeats=1).entry("averaged")
    assert found.importance[0]["column"] == "x3" and found.importance[0]["towards"] == "1"
