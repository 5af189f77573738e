"""scikit-learn's callbacks hear of descents, learners and rounds, see their models and end them."""

import numpy as np
import pytest
from sklearn.callback import ProgressBar, ScoringMonitor
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from rosenblatt import (
    AdaBoostPerceptron,
    AveragedPerceptron,
    BaggedPerceptron,
    BaggedRCDPerceptron,
    RCDPerceptron,
)

LEARNERS = {
    "descent": RCDPerceptron(max_iter=400, random_state=0),
    "descents": RCDPerceptron(max_iter=100, n_restarts=3, random_state=0),
    "mean of descents": RCDPerceptron(
        max_iter=60, n_restarts=3, combine="mean", directions="uniform", bootstrap=True,
        random_state=0,
    ),
    "bagged descents": BaggedRCDPerceptron(n_restarts=4, random_state=0),
    "bag": BaggedPerceptron(n_estimators=6, random_state=0),
    "other bag": BaggedPerceptron(AveragedPerceptron(max_iter=2), n_estimators=4),
    "compiled rounds": AdaBoostPerceptron(
        AveragedPerceptron(max_iter=2, random_state=0), n_estimators=6, random_state=0
    ),
    "rounds": AdaBoostPerceptron(
        DecisionTreeClassifier(max_depth=1), n_estimators=6, random_state=0
    ),
    "default rounds": AdaBoostPerceptron(n_estimators=12, early_stopping=False, random_state=0),
}  # fmt: skip
CASES = [(name, n) for name in LEARNERS for n in (2, 3)]


def noisy(n_classes, n=120):
    rng = np.random.default_rng(8)
    X = rng.normal(size=(n, 4))
    return X, (X @ rng.normal(size=(4, n_classes)) + rng.normal(size=(n, n_classes))).argmax(axis=1)


class Diary:
    """Writes down what it hears; may ask to stop, or fail, after some parts."""

    def __init__(self, stop_after=None, fail_after=None):
        self.stop_after, self.fail_after = stop_after, fail_after
        self.events, self.models, self.parts = [], [], 0

    def setup(self, estimator, context):
        self.events.append("setup")

    def teardown(self, estimator, context):
        self.events.append("teardown")

    def on_fit_task_begin(self, estimator, context):
        self.events.append(f"begin {context.task_name}")

    def on_fit_task_end(self, estimator, context, *, fitted_estimator=None):
        self.events.append(f"end {context.task_name}")
        self.models.append(fitted_estimator)
        self.parts += context.task_name != "fit"
        if self.parts == self.fail_after:
            raise LookupError("the diary is full")
        return self.parts == self.stop_after


def fitted(name, X, y, callback=None):
    model = LEARNERS[name].__sklearn_clone__()
    if callback is not None:
        model.set_callbacks(callback)
    if "random_state" in model.get_params():
        model.set_params(random_state=0)
    return model.fit(X, y)


@pytest.mark.parametrize(("name", "n_classes"), CASES)
def test_callbacks_do_not_change_the_model(name, n_classes):
    X, y = noisy(n_classes)
    diary = Diary()
    watched, plain = fitted(name, X, y, diary), fitted(name, X, y)
    np.testing.assert_array_equal(watched.decision_function(X), plain.decision_function(X))
    assert diary.events[:2] == ["setup", "begin fit"]
    assert diary.events[-2:] == ["end fit", "teardown"]
    assert diary.parts >= 4
    np.testing.assert_array_equal(diary.models[-1].decision_function(X), plain.decision_function(X))


@pytest.mark.parametrize(("name", "n_classes"), CASES)
def test_callbacks_are_given_models_that_predict(name, n_classes):
    X, y = noisy(n_classes)
    diary = Diary()
    fitted(name, X, y, diary)
    shape = (len(y),) if n_classes == 2 else (len(y), n_classes)
    for model in diary.models:
        assert model.decision_function(X).shape == shape
        assert model.score(X, y) > 0.25


@pytest.mark.parametrize(("name", "n_classes"), CASES)
def test_a_callback_that_asks_to_stop_is_obeyed_at_once(name, n_classes):
    X, y = noisy(n_classes)
    diary = Diary(stop_after=3)
    model = fitted(name, X, y, diary)
    assert diary.parts == 3
    assert getattr(model, "stop_reason_", "callback") == "callback"
    scores = diary.models[2].decision_function(X)
    np.testing.assert_array_equal(model.decision_function(X), scores)


def test_a_descent_that_is_stopped_is_that_of_fewer_epochs():
    X, y = noisy(2)
    stopped = RCDPerceptron(max_iter=400, random_state=0).set_callbacks(Diary(stop_after=3))
    short = RCDPerceptron(max_iter=60, random_state=0).fit(X, y)
    np.testing.assert_array_equal(stopped.fit(X, y).coef_, short.coef_)
    assert stopped.n_iter_ == 60


@pytest.mark.parametrize("name", ["rounds", "compiled rounds"])
def test_boosting_that_is_stopped_is_that_of_fewer_rounds(name):
    X, y = noisy(2)
    stopped = fitted(name, X, y, Diary(stop_after=3))
    short = LEARNERS[name].__sklearn_clone__().set_params(n_estimators=3).fit(X, y)
    np.testing.assert_array_equal(stopped.decision_function(X), short.decision_function(X))
    assert stopped.n_rounds_ == 3 and len(stopped.estimators_) == 3


@pytest.mark.parametrize("name", LEARNERS)
def test_a_callback_that_fails_leaves_the_estimator_as_it_was(name):
    X, y = noisy(2)
    model = fitted(name, X, y)
    before = model.decision_function(X)
    diary = Diary(fail_after=2)
    with pytest.raises(LookupError, match="diary"):
        model.set_callbacks(diary).fit(X[:, :2], y)
    np.testing.assert_array_equal(model.decision_function(X), before)
    assert diary.events[-1] == "teardown"


@pytest.mark.parametrize("name", LEARNERS)
def test_the_scoring_monitor_logs_a_score_per_part(name):
    X, y = noisy(3)
    monitor = ScoringMonitor(scoring="accuracy")
    model = fitted(name, X, y, monitor)
    log = [row for row in monitor.get_logs().data if row["task_name"] != "fit"]
    assert [row["task_id"] for row in log] == list(range(len(log))) and len(log) >= 4
    [whole] = [row for row in monitor.get_logs().data if row["task_name"] == "fit"]
    assert whole["accuracy"] == pytest.approx(model.score(X, y))


@pytest.mark.parametrize("name", LEARNERS)
def test_the_progress_bar_is_full_at_the_end(name, capsys):
    X, y = noisy(2)
    model = fitted(name, X, y, ProgressBar())
    shown = capsys.readouterr().out
    assert f"{type(model).__name__} - fit" in shown and "100%" in shown


def test_a_search_over_descents_with_callbacks_fits_each_as_scikit_learn_does():
    X, y = noisy(2)
    monitor = ScoringMonitor(scoring="accuracy")
    learner = RCDPerceptron(max_iter=40, random_state=0).set_callbacks(monitor)
    search = make_pipeline(StandardScaler(), GridSearchCV(learner, {"two_sided": [False, True]}))
    search.fit(X, y)
    rows = [row for log in monitor.get_logs(select="all") for row in log.data]
    assert len([row for row in rows if row["task_name"] == "part"]) == 20 * (2 * 5 + 1)


def test_boosting_over_descents_with_callbacks_tells_them():
    X, y = noisy(2)
    diary = Diary()
    settings = {"directions": "uniform", "init": "zero", "scale": "range", "max_iter": 20}
    plain = AdaBoostPerceptron(RCDPerceptron(**settings), n_estimators=3, random_state=0).fit(X, y)
    told = AdaBoostPerceptron(
        RCDPerceptron(**settings).set_callbacks(diary), n_estimators=3, random_state=0
    ).fit(X, y)
    assert diary.parts == 3 * 20
    np.testing.assert_array_equal(told.decision_function(X), plain.decision_function(X))
