"""The comparison from start to finish, on small tables."""

import json
import time
from dataclasses import replace

import numpy as np
import pytest
from sklearn.datasets import load_iris

from rosenblatt.compare import LEARNERS, Comparison, Learner, classification_task, compare, workflow
from rosenblatt.compare.learner_list import choose_learners
from rosenblatt.datasets import make_khardon_wachman
from rosenblatt.report import render_comparison
from rosenblatt.tables import Table, TableCoder

FEW = ["averaged", "rcd"]


@pytest.fixture(scope="module")
def table():
    return Table.from_arrays("noisy", *make_khardon_wachman(150, 5, noise=0.1, random_state=0))


@pytest.fixture(scope="module")
def found(table):
    return compare(table, learners=FEW, folds=4, repeats=2, noise=0.2)


def measured_facts(found):
    return [(e.name, e.errors, e.noisy_errors, e.confusion) for e in found.entries]


def test_every_entry_has_one_error_per_fold_and_repeat(found):
    assert {len(entry.errors) for entry in found.entries} == {8}


def test_entries_are_sorted_by_mean_error(found):
    means = [entry.mean for entry in found.entries]
    assert means == sorted(means)


def test_the_majority_is_compared_without_being_named(found):
    assert found.entry("majority").mean == pytest.approx(found.majority_error, abs=0.02)


def test_the_confusion_matrix_counts_every_row_once_per_repeat(found):
    for entry in found.entries:
        np.testing.assert_array_equal(
            np.sum(entry.confusion, axis=1), 2 * np.array(found.class_counts)
        )


def test_the_confusion_matrix_agrees_with_the_errors(found):
    for entry in found.entries:
        wrong = 1 - np.trace(entry.confusion) / np.sum(entry.confusion)
        assert wrong == pytest.approx(entry.mean, abs=0.005)


def test_noise_levels_are_none_half_and_all(found):
    assert list(found.entries[0].noisy_errors) == ["0", "0.1", "0.2"]


def test_errors_without_noise_are_the_errors(found):
    entry = found.entries[0]
    assert entry.noisy_errors["0"] == entry.errors


def test_wrong_labels_raise_the_error_of_the_descent(found):
    noisy = found.entry("rcd").noisy_errors
    assert np.mean(noisy["0.2"]) > np.mean(noisy["0"])


def test_every_point_of_a_learning_curve_is_a_mean_over_the_same_splits(found):
    entry = found.entry("averaged")
    first, last = entry.learning_curve[0], entry.learning_curve[-1]
    assert first["splits"] == last["splits"] == 4
    assert last["mean"] == pytest.approx(np.mean(entry.errors[:4]))
    rows = [point["rows"] for point in entry.learning_curve]
    assert rows == sorted(rows) and len(rows) > 2


def test_the_result_survives_json(found):
    again = Comparison.from_dict(json.loads(json.dumps(found.to_dict())))
    assert again.to_dict() == found.to_dict()


def test_the_model_is_fitted_to_all_rows(found, table):
    assert found.model.facts["rows"] == table.n_rows
    assert np.mean(found.model.predict(table) != table.target) < found.majority_error


def test_the_seed_determines_everything_but_times(found, table):
    again = compare(table, learners=FEW, folds=4, repeats=2, noise=0.2)
    assert measured_facts(again) == measured_facts(found)


def test_threads_do_not_change_the_errors(found, table):
    again = compare(table, learners=FEW, folds=4, repeats=2, noise=0.2, jobs=2)
    assert measured_facts(again) == measured_facts(found)


def test_another_seed_gives_other_splits(found, table):
    other = compare(table, learners=FEW, folds=4, repeats=2, noise=0.2, random_state=1)
    assert measured_facts(other) != measured_facts(found)


def test_weights_of_two_classes_have_length_one(found):
    assert sum(w["weight"] ** 2 for w in found.weights) == pytest.approx(1.0)


def test_the_boundary_divides_the_projected_rows_as_the_model_does(found):
    for u, _, code, right in found.projection["points"]:
        assert ((u > 0) == (code == 1)) == right


@pytest.mark.parametrize("n_classes", [2, 3])
def test_a_kernel_that_is_best_is_kept_and_shown_without_weights(n_classes):
    X = np.random.default_rng(0).normal(size=(200, 2))
    rings = np.digitize(np.linalg.norm(X, axis=1), [1.2, 1.8][: n_classes - 1])
    table = Table.from_arrays("rings", X, rings)
    found = compare(table, learners=["averaged", "kernel"], folds=3, repeats=1)
    assert (found.chosen, found.weights) == ("kernel", None)
    assert len(found.projection["points"]) == 200
    assert np.mean(found.model.predict(table) != rings) < 0.05
    page = render_comparison(found.to_dict())
    assert "kernel perceptron" in page and 'id="weights"' not in page


def test_the_kernel_perceptron_is_among_the_default_learners():
    assert "kernel" in [learner.name for learner in choose_learners()]


def test_a_kernel_gets_fewer_rows_than_the_budget_has_no_time_for():
    X = np.random.default_rng(0).normal(size=(20_000, 30))
    table = Table.from_arrays("large", X, np.arange(20_000) % 2)
    found = compare(table, learners=["averaged", "kernel"], budget=4.0)
    assert found.entry("kernel").subsample < 13_000
    assert found.entry("kernel").subsample < (found.entry("averaged").subsample or len(X))


def test_many_classes_have_weights_by_class():
    iris = Table.from_arrays("iris", *load_iris(return_X_y=True))
    found = compare(iris, learners=["averaged"], folds=3, repeats=1)
    assert {w["class"] for w in found.weights} == {"0", "1", "2"}
    assert found.projection["boundary"] is None


def test_a_clearly_better_vote_is_chosen_over_a_hyperplane():
    X = np.random.default_rng(0).uniform(-1, 1, size=(200, 2))
    corners = Table.from_arrays("corners", X, (X[:, 0] * X[:, 1] > 0).astype(int))
    found = compare(corners, learners=["averaged", "boosted"], folds=3, repeats=1)
    assert (found.chosen, found.weights) == ("boosted", None)


def test_the_coder_learns_from_training_rows_alone(monkeypatch, table):
    seen = []

    class Spy(TableCoder):
        def fit(self, columns, y=None):
            seen.append(columns.n_rows)
            return super().fit(columns, y)

    monkeypatch.setattr(classification_task, "TableCoder", Spy)
    compare(table, learners=["averaged"], folds=3, repeats=1)
    assert max(seen) <= np.ceil(table.n_rows * 2 / 3)


def test_a_small_class_lowers_the_folds_and_a_note_says_so():
    rng = np.random.default_rng(0)
    small = Table.from_arrays("small", rng.normal(size=(40, 2)), [0] * 36 + [1] * 4)
    found = compare(small, learners=["averaged"], repeats=1)
    assert found.folds == 4
    assert "4 folds instead of 10: class 1 has only 4 rows." in found.notes


def test_a_class_of_one_row_can_be_compared():
    rng = np.random.default_rng(0)
    rare = Table.from_arrays("rare", rng.normal(size=(31, 2)), [0] * 15 + [1] * 15 + [2])
    found = compare(rare, learners=FEW, repeats=1)
    assert np.sum(found.entry("rcd").confusion) == 31


def with_learner(monkeypatch, extra):
    monkeypatch.setattr(workflow, "choose_learners", lambda names: [*choose_learners(names), extra])


class Breaks:
    def __init__(self, text):
        self.text = text

    def fit(self, X, y):
        raise ValueError(self.text)


def test_a_learner_that_fails_is_listed_with_its_reason(monkeypatch, table):
    with_learner(monkeypatch, Learner("broken", "broken", lambda *_: Breaks("no luck\nat all")))
    found = compare(table, learners=["averaged"], folds=3, repeats=1)
    assert found.entries[-1].failed == "no luck"
    assert len(found.entry("averaged").errors) == 3


class Interrupts:
    """Predicts zeros until its fifth fit, during which the user presses Ctrl-C."""

    fits = 0

    def fit(self, X, y):
        Interrupts.fits += 1
        if Interrupts.fits == 5:
            raise KeyboardInterrupt
        return self

    def predict(self, X):
        return np.zeros(len(X), dtype=int)


def test_an_interrupt_ends_with_the_complete_splits(monkeypatch, table):
    Interrupts.fits = 0
    with_learner(monkeypatch, Learner("slow", "slow", lambda *_: Interrupts()))
    found = compare(table, learners=["averaged"], folds=5, repeats=1)
    assert {len(entry.errors) for entry in found.entries} == {2}
    assert "Interrupted after 2 splits." in found.notes
    assert "2 of 5 folds" in found.summary[0]


def test_an_interrupt_before_the_first_split_ends_everything(monkeypatch, table):
    Interrupts.fits = 3
    with_learner(monkeypatch, Learner("slow", "slow", lambda *_: Interrupts()))
    with pytest.raises(KeyboardInterrupt):
        compare(table, learners=["averaged"], folds=5, repeats=1)


class Sleeps:
    """Takes ten microseconds per row."""

    def fit(self, X, y):
        time.sleep(1e-5 * len(y))
        return self

    def predict(self, X):
        return np.zeros(len(X), dtype=int)


def test_the_budget_is_kept_by_giving_a_slow_learner_fewer_rows(monkeypatch):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60_000, 2))
    large = Table.from_arrays("large", X, (X[:, 0] > 0).astype(int))
    slow = replace(LEARNERS[0], name="slow", label="slow", make=lambda *_: Sleeps())
    with_learner(monkeypatch, slow)
    monkeypatch.setattr(workflow, "measure_curves", lambda *_: None)
    begin = time.monotonic()
    found = compare(large, learners=["majority"], budget=1.5)
    assert found.entry("slow").subsample < 40_000
    assert time.monotonic() - begin < 4  # generous: the machine may be busy


def test_even_a_tiny_budget_measures_the_fastest_learners(table):
    found = compare(table, budget=1e-6)
    assert len(found.ranked) == 3
    assert {len(entry.errors) for entry in found.ranked} == {1}
    assert all("even on" in entry.failed for entry in found.entries if entry.failed)


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"folds": 0}, "folds=0"),
        ({"budget": 0}, "budget=0"),
        ({"repeats": 0}, "repeats=0"),
        ({"noise": 1.0}, "noise=1.0"),
        ({"jobs": 0}, "jobs=0"),
        ({"learners": ["avraged"]}, "did you mean averaged"),
    ],
)
def test_an_invalid_option_is_refused_by_name(table, option, message):
    with pytest.raises(ValueError, match=message):
        compare(table, **option)


@pytest.mark.parametrize(
    ("y", "message"),
    [([1] * 20, "one class only"), (range(20), "looks like a quantity")],
)
def test_a_target_without_classes_is_refused(y, message):
    with pytest.raises(ValueError, match=message):
        compare(Table.from_arrays("bad", np.ones((20, 1)), list(y)))


def test_committees_are_compared_and_kept(table):
    committees = ["committee", "discriminant", "parallel"]
    found = compare(table, learners=committees, folds=4, repeats=1)
    entries = {entry.name: entry for entry in found.entries}
    assert {*committees, "majority"} == set(entries)
    assert all(entry.failed is None for entry in entries.values())
    assert max(entries[name].mean for name in committees) < entries["majority"].mean
    assert found.chosen in committees
