"""Bagging: the mean of unit hyperplanes, samples by content."""

import numpy as np
import pytest
import scipy.sparse as sp
from children import in_child, seconds_to_stop
from long_fits import FOREVER, SOON, hopeless
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from rosenblatt import (
    AdaBoostPerceptron,
    AveragedPerceptron,
    BaggedPerceptron,
    Perceptron,
    PocketPerceptron,
    RCDPerceptron,
    VotedPerceptron,
)

LEARNERS = [
    AveragedPerceptron(max_iter=5),
    PocketPerceptron(max_iter=5),
    RCDPerceptron(max_iter=40),
]


def noisy(n=150, n_classes=2):
    rng = np.random.default_rng(8)
    X = rng.normal(size=(n, 4)) + 0.3
    scores = X @ [1.0, -2.0, 0.5, 0.0] + rng.normal(size=n)
    return X, np.digitize(scores, np.quantile(scores, np.arange(1, n_classes) / n_classes))


def lines_of(model):
    return np.column_stack([model.coef_, model.intercept_])


def watched(kind, models):
    """A learner that tells whom it fitted."""

    class Watched(kind):
        def fit(self, X, y, sample_weight=None):
            models.append(self)
            return super().fit(X, y, sample_weight)

    Watched.__init__ = kind.__init__
    return Watched


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("bootstrap", [True, False])
@pytest.mark.parametrize("kind", [AveragedPerceptron, RCDPerceptron])
def test_the_model_is_the_mean_of_the_learners_of_length_one(kind, bootstrap, n_classes):
    X, y = noisy(n_classes=n_classes)
    models = []
    bag = BaggedPerceptron(
        watched(kind, models)(max_iter=10), n_estimators=4, bootstrap=bootstrap, random_state=0
    ).fit(X, y)
    assert len(models) == 4
    units = [lines_of(m) / np.linalg.norm(m.coef_) for m in models]
    np.testing.assert_allclose(lines_of(bag), np.mean(units, axis=0), rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda e: type(e).__name__)
def test_one_learner_without_bootstrap_predicts_as_itself(learner):
    X, y = noisy(n_classes=3)
    models = []
    kind = watched(type(learner), models)
    bag = BaggedPerceptron(kind(**learner.get_params()), n_estimators=1, bootstrap=False)
    np.testing.assert_array_equal(bag.fit(X, y).predict(X), models[0].predict(X))


def test_classes_trained_jointly_keep_their_proportions():
    X, y = noisy(n_classes=3)
    learner = Perceptron(multi_class="joint", random_state=0)
    bag = BaggedPerceptron(learner, n_estimators=1, bootstrap=False, random_state=0).fit(X, y)
    ratio = bag.coef_ / np.linalg.norm(bag.coef_, axis=1, keepdims=True)
    assert not np.allclose(bag.coef_, ratio)
    np.testing.assert_allclose(np.linalg.norm(bag.coef_), 1.0)


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda e: type(e).__name__)
def test_the_order_and_copies_of_rows_leave_no_trace(learner):
    X, y = noisy()
    counts = np.random.default_rng(1).integers(0, 4, size=len(y))
    rows = np.random.default_rng(2).permutation(np.repeat(np.arange(len(y)), counts))
    bag = BaggedPerceptron(learner, n_estimators=5, random_state=0)
    once = lines_of(bag.fit(X, y, counts))
    np.testing.assert_array_equal(once, lines_of(bag.fit(X[rows], y[rows])))


def test_a_larger_scale_of_x_changes_no_prediction():
    X, y = noisy()
    bag = BaggedPerceptron(n_estimators=5, random_state=0)
    small = bag.fit(X, y).predict(X)
    np.testing.assert_array_equal(bag.fit(1024 * X, y).predict(1024 * X), small)


@pytest.mark.parametrize("kind", [np.float32, sp.csr_array], ids=str)
def test_other_kinds_of_rows_work(kind):
    X, y = noisy()
    X = X.astype(kind) if kind is np.float32 else kind(X)
    assert BaggedPerceptron(n_estimators=5, random_state=0).fit(X, y).score(X, y) > 0.8


def test_any_number_of_jobs_gives_the_same_bits():
    X, y = noisy(n_classes=3)
    found = [
        lines_of(BaggedPerceptron(n_estimators=6, n_jobs=n, random_state=0).fit(X, y))
        for n in (1, 2, 4)
    ]
    np.testing.assert_array_equal(found[0], found[1])
    np.testing.assert_array_equal(found[0], found[2])


def test_seeds_alone_make_learners_differ_without_bootstrap():
    X, y = noisy()
    models = []
    learner = watched(AveragedPerceptron, models)(max_iter=2)
    BaggedPerceptron(learner, n_estimators=3, bootstrap=False, random_state=0).fit(X, y)
    assert len({m.coef_.tobytes() for m in models}) == 3


@pytest.mark.parametrize("learner", [
    VotedPerceptron(), Perceptron(hypothesis="voted"), DecisionTreeClassifier(),
    AdaBoostPerceptron(n_estimators=2),
], ids=lambda e: type(e).__name__)  # fmt: skip
def test_learners_without_one_hyperplane_are_refused(learner):
    with pytest.raises(ValueError, match="does not predict with one hyperplane"):
        BaggedPerceptron(learner).fit(*noisy())


def test_learners_without_weights_are_refused():
    with pytest.raises(ValueError, match="does not take sample_weight"):
        BaggedPerceptron(KNeighborsClassifier()).fit(*noisy())


def test_learners_that_never_moved_add_nothing():
    X, y = np.zeros((6, 2)), np.array([0, 1, 1, 1, 1, 1])
    model = BaggedPerceptron(random_state=0).fit(X, y)
    assert not model.coef_.any()
    assert np.isfinite(model.intercept_).all()


def test_other_linear_classifiers_can_be_bagged():
    X, y = noisy()
    bag = BaggedPerceptron(LogisticRegression(), n_estimators=5, random_state=0).fit(X, y)
    assert bag.score(X, y) > 0.8


def test_bagging_works_in_a_pipeline():
    X, y = noisy()
    model = make_pipeline(StandardScaler(), BaggedPerceptron(n_estimators=5, random_state=0))
    assert model.fit(X, y).score(X, y) > 0.8


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_ctrl_c_stops_bagging_within_a_second(n_jobs):
    X, y = hopeless()
    bag = BaggedPerceptron(AveragedPerceptron(max_iter=FOREVER), n_jobs=n_jobs, random_state=0)
    assert in_child(lambda: seconds_to_stop(lambda: bag.fit(X, y)), timeout=5.5) < SOON
