"""scikit-learn's callbacks see one task per pass and can end the training."""

import numpy as np
import pytest
from sklearn.callback import ProgressBar, ScoringMonitor
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from rosenblatt import Perceptron
from rosenblatt.training.keepers import HYPOTHESES


def noisy(n=80, n_classes=2):
    rng = np.random.default_rng(8)
    X = rng.normal(size=(n, 4))
    return X, (X @ rng.normal(size=(4, n_classes)) + rng.normal(size=(n, n_classes))).argmax(axis=1)


class Diary:
    """A callback that writes down what it hears, and may ask to stop after some passes."""

    def __init__(self, stop_after=None, fail_after=None):
        self.stop_after, self.fail_after = stop_after, fail_after
        self.events, self.passes, self.models = [], 0, []

    def setup(self, estimator, context):
        self.events.append("setup")

    def teardown(self, estimator, context):
        self.events.append("teardown")

    def on_fit_task_begin(self, estimator, context):
        self.events.append(f"begin {context.task_name} {context.task_id}")

    def on_fit_task_end(self, estimator, context, *, fitted_estimator=None):
        self.events.append(f"end {context.task_name} {context.task_id}")
        self.models.append(fitted_estimator)
        self.passes += context.task_name == "pass"
        if self.passes == self.fail_after:
            raise LookupError("the diary is full")
        return self.passes == self.stop_after


def test_every_pass_is_a_task_of_its_own():
    X, y = noisy()
    diary = Diary()
    Perceptron(max_iter=3).set_callbacks(diary).fit(X, y)
    passes = [f"{what} pass {k}" for k in range(3) for what in ("begin", "end")]
    assert diary.events == ["setup", "begin fit 0", *passes, "end fit 0", "teardown"]


def test_callbacks_do_not_change_the_model():
    X, y = noisy()
    model = Perceptron(random_state=0).set_callbacks(Diary()).fit(X, y)
    plain = Perceptron(random_state=0).fit(X, y)
    np.testing.assert_array_equal(model.coef_, plain.coef_)
    assert (model.n_iter_, model.stop_reason_) == (plain.n_iter_, plain.stop_reason_)


def test_a_callback_that_returns_true_stops_the_training():
    X, y = noisy()
    model = Perceptron(max_iter=50).set_callbacks(Diary(stop_after=4)).fit(X, y)
    assert model.stop_reason_ == "callback"
    assert model.n_iter_ == 4
    assert len(model.history_["updates"]) == 4


@pytest.mark.parametrize("order", ["cyclic", "shuffled", "random"])
def test_a_stop_by_callback_gives_the_model_of_as_many_passes(order):
    X, y = noisy()
    settings = {"order": order, "random_state": 0}
    stopped = Perceptron(**settings, max_iter=50).set_callbacks(Diary(stop_after=4)).fit(X, y)
    short = Perceptron(**settings, max_iter=4).fit(X, y)
    np.testing.assert_array_equal(stopped.coef_, short.coef_)


def test_the_last_pass_is_not_called_a_stop_by_callback_when_the_data_is_separated():
    X = np.array([[1.0], [-1.0]])
    model = Perceptron().set_callbacks(Diary()).fit(X, [1, 0])
    assert model.stop_reason_ == "separated"


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("hypothesis", sorted(HYPOTHESES))
def test_a_callback_is_given_a_model_that_predicts(hypothesis, n_classes):
    X, y = noisy(n_classes=n_classes)
    diary = Diary()
    settings = {"hypothesis": hypothesis, "max_iter": 5, "random_state": 0, "order": "shuffled"}
    model = Perceptron(**settings).set_callbacks(diary).fit(X, y)
    third = Perceptron(**{**settings, "max_iter": 3}).fit(X, y)
    np.testing.assert_array_equal(diary.models[2].predict(X), third.predict(X))
    np.testing.assert_array_equal(diary.models[-1].predict(X), model.predict(X))


def test_a_second_fit_with_other_classes_gives_callbacks_the_new_ones():
    X, y = noisy()
    model = Perceptron(max_iter=2).fit(X, np.where(y, "old", "older"))
    diary = Diary()
    model.set_callbacks(diary).fit(X, np.where(y, "new", "newer"))
    assert set(diary.models[0].predict(X)) <= {"new", "newer"}


@pytest.mark.parametrize("fault", ["bad row", "one class", "callback", "bad weights"])
def test_callbacks_are_torn_down_when_fit_fails(fault):
    X, y = noisy()
    diary = Diary(fail_after=2 if fault == "callback" else None)
    model = Perceptron().set_callbacks(diary)
    if fault == "bad row":
        X[3, 2] = np.nan
    if fault == "one class":
        y[:] = 0
    weights = np.full(80, -1.0) if fault == "bad weights" else None
    with pytest.raises((ValueError, LookupError)):
        model.fit(X, y, weights)
    assert diary.events[0] == "setup"
    assert diary.events[-1] == "teardown"
    assert diary.events.count("teardown") == 1


def test_a_callback_that_fails_leaves_the_estimator_as_it_was():
    X, y = noisy()
    model = Perceptron(max_iter=3).fit(X, y)
    before = dict(vars(model))
    model.set_callbacks(Diary(fail_after=2))
    with pytest.raises(LookupError, match="diary"):
        model.fit(X[:, :2], y)
    now = {name: value for name, value in vars(model).items() if name != "_skl_callbacks"}
    assert now == before


def test_callbacks_and_early_stopping_work_together():
    X, y = noisy()
    diary = Diary(stop_after=3)
    model = Perceptron(early_stopping=True, n_iter_no_change=40).set_callbacks(diary).fit(X, y)
    assert model.stop_reason_ == "callback"
    assert len(model.history_["validation_score"]) == 3


# ---------------------------------------------------------------- scikit-learn's own callbacks


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize("hypothesis", sorted(HYPOTHESES))
def test_the_scoring_monitor_logs_a_score_per_pass(hypothesis, weighted):
    X, y = noisy()
    monitor = ScoringMonitor(scoring="accuracy")
    model = Perceptron(hypothesis=hypothesis, max_iter=6, random_state=0).set_callbacks(monitor)
    model.fit(X, y, np.linspace(0, 2, 80) if weighted else None)
    log = [row for row in monitor.get_logs().data if row["task_name"] == "pass"]
    assert [row["task_id"] for row in log] == list(range(6))
    assert all(0.4 < row["accuracy"] <= 1 for row in log)


def test_the_last_score_logged_is_that_of_the_model():
    X, y = noisy(n_classes=3)
    monitor = ScoringMonitor(scoring="accuracy")
    model = Perceptron(max_iter=6, order="shuffled", random_state=0).set_callbacks(monitor)
    model.fit(X, y)
    passes = [row for row in monitor.get_logs().data if row["task_name"] == "pass"]
    assert passes[-1]["accuracy"] == pytest.approx(model.score(X, y))


def test_the_progress_bar_is_shown_and_full_at_the_end(capsys):
    X, y = noisy()
    Perceptron(max_iter=5).set_callbacks(ProgressBar()).fit(X, y)
    shown = capsys.readouterr().out
    assert "Perceptron - fit" in shown
    assert "100%" in shown


def test_the_progress_bar_of_a_pipeline_reaches_the_passes(capsys):
    X, y = noisy()
    pipeline = make_pipeline(StandardScaler(), Perceptron(max_iter=5))
    pipeline.set_callbacks(ProgressBar()).fit(X, y)
    assert "Perceptron - fit" in capsys.readouterr().out


def test_the_scoring_monitor_works_inside_a_search():
    X, y = noisy()
    monitor = ScoringMonitor(scoring="accuracy")
    search = GridSearchCV(Perceptron(max_iter=3).set_callbacks(monitor), {"margin": [0.0, 0.5]})
    search.fit(X, y)
    assert search.best_estimator_.stop_reason_ == "max_iter"
    rows = [row for log in monitor.get_logs(select="all") for row in log.data]
    assert len([row for row in rows if row["task_name"] == "pass"]) == 3 * (2 * 5 + 1)
