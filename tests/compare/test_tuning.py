"""Parameters chosen inside each training part."""

import numpy as np
import pytest
from sklearn.model_selection import GridSearchCV

from rosenblatt.compare import LEARNERS, compare
from rosenblatt.compare.classification_task import make_task
from rosenblatt.compare.learner_list import MAJORITY, tuned
from rosenblatt.compare.splits import make_splits
from rosenblatt.datasets import make_khardon_wachman
from rosenblatt.selection import LaneSearchCV
from rosenblatt.tables import Table

NAMES = ["averaged", "pocket", "logistic", "svm"]


@pytest.fixture(scope="module")
def table():
    return Table.from_arrays("noisy", *make_khardon_wachman(200, 8, noise=0.1, random_state=0))


@pytest.fixture(scope="module")
def found(table):
    return compare(table, learners=NAMES, folds=3, repeats=1, tune=True)


def test_ours_are_searched_in_lanes_and_theirs_on_a_grid():
    by_name = {learner.name: tuned(learner, None) for learner in LEARNERS}
    X = np.zeros((4, 2))
    assert isinstance(by_name["averaged"].make(0, X), LaneSearchCV)
    assert isinstance(by_name["svm"].make(0, X), GridSearchCV)
    assert by_name[MAJORITY] is LEARNERS[0]


def test_every_split_tells_what_was_chosen_for_it(found):
    for name in NAMES:
        assert len(found.entry(name).tuned) == 3
    assert {"C"} == set(found.entry("svm").tuned[0])


def test_a_choice_sees_its_training_part_alone(table, found):
    """The error of the first split is that of the search by hand."""
    task = make_task(table)
    [learner] = [tuned(each, "accuracy") for each in LEARNERS if each.name == "svm"]
    split = next(make_splits(task.codes, 3, 0, 0))
    X, X_test = task.coded(split.train, split.test)
    seed = int(np.random.SeedSequence([0, 0]).generate_state(1)[0] % 2**31)
    model = learner.make(seed, X).fit(X, task.codes[split.train])
    wrong = np.mean(model.predict(X_test) != task.codes[split.test])
    assert found.entry("svm").errors[0] == pytest.approx(wrong)
    assert found.entry("svm").tuned[0] == model.best_params_


def test_the_kept_model_is_what_the_search_chose(found):
    assert not hasattr(found.model.estimator, "best_estimator_")


def test_the_summary_says_whether_anything_was_tuned(found, table):
    assert any(s.startswith("Tuned within each training set: ") for s in found.summary)
    plain = compare(table, learners=["averaged"], folds=3, repeats=1)
    assert any(s.startswith("Nothing was tuned") for s in plain.summary)
    assert plain.entry("averaged").settings == "AveragedPerceptron()"


def test_settings_are_told_without_the_search_around_them(found):
    assert found.entry("svm").settings == "LinearSVC()"
