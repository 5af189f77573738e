"""Which changes of data and parameters leave a model as it is, and which do not."""

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.testing import assert_array_equal
from sklearn.base import clone

from rosenblatt import (
    AROW,
    ROMMA,
    SCW,
    AdaBoostPerceptron,
    BaggedRCDPerceptron,
    ConfidenceWeighted,
    GradientPerceptron,
    PassiveAggressiveClassifier,
    Perceptron,
)
from rosenblatt.selection import LaneSearchCV
from rosenblatt.training.keepers import HYPOTHESES

each_hypothesis = pytest.mark.parametrize("hypothesis", sorted(HYPOTHESES))


@pytest.fixture(scope="module")
def ones():
    """Rows of zeros and ones, which often lie exactly on a hyperplane; and rows to predict."""
    rng = np.random.default_rng(0)
    X, new = ((rng.random((600, 20)) < 0.2).astype(float) for _ in range(2))
    return X, X @ rng.normal(size=20) + rng.normal(size=600) > 0, new


@pytest.fixture(scope="module")
def real():
    rng = np.random.default_rng(1)
    X, new = rng.normal(size=(600, 20)), rng.normal(size=(600, 20))
    return X, X @ rng.normal(size=20) + 2 * rng.normal(size=600) > 0, new


def fitted(X, y, **params):
    return Perceptron(random_state=0, max_iter=20, **params).fit(X, y)


@each_hypothesis
@pytest.mark.parametrize("eta0", [2.0**-20, 0.1, 4.0, 7e100])
def test_the_step_length_only_scales_the_weights(ones, real, hypothesis, eta0):
    """Rows of zeros and ones come to lie on hyperplanes, where rounding would decide."""
    for X, y, new in (ones, real):
        one, other = (fitted(X, y, hypothesis=hypothesis, eta0=eta) for eta in (1.0, eta0))
        assert_array_equal(one.mistakes_, other.mistakes_)
        clear = np.abs(one.decision_function(new)) > 1e-9  # the product is rounded, too
        assert_array_equal(one.predict(new)[clear], other.predict(new)[clear])
        assert_array_equal(eta0 * one.coef_, other.coef_)
        assert_array_equal(eta0 * one.intercept_, other.intercept_)


@each_hypothesis
def test_rates_that_follow_the_rows_learn_one_model_from_dense_and_sparse_rows(ones, hypothesis):
    X, y, _ = ones
    model = GradientPerceptron(loss="perceptron", hypothesis=hypothesis, random_state=0)
    one, other = (clone(model).fit(rows, y) for rows in (X, sp.csr_array(X)))
    assert_array_equal(one.mistakes_, other.mistakes_)
    assert_array_equal(one.coef_, other.coef_)


def test_batches_may_change_the_step_length(ones):
    """Weights so far keep their length, whatever they are counted in."""
    X, y, _ = ones
    model = Perceptron(order="cyclic", eta0=0.5, hypothesis="last")
    model.partial_fit(X[:300], y[:300], classes=[False, True])
    model.set_params(eta0=0.25).partial_fit(X[300:], y[300:])
    start = Perceptron(order="cyclic", eta0=0.5, max_iter=1, hypothesis="last")
    first = start.fit(X[:300], y[:300])
    assert not np.array_equal(first.coef_, model.coef_)
    steps = (model.coef_ - first.coef_) / 0.25
    assert_array_equal(steps, np.rint(steps))


def test_a_start_that_is_given_is_not_rounded():
    """It is not counted in steps: 0.3 / 0.1 * 0.1 is another number."""
    model = Perceptron(init=np.array([0.3, 0.7]), eta0=0.1, hypothesis="last")
    learned = model.fit([[5.0], [-5.0]], [1, 0])
    assert not learned.mistakes_.any()
    assert [*learned.coef_[0], *learned.intercept_] == [0.3, 0.7]


@each_hypothesis
@pytest.mark.parametrize("factor", [2.0**-10, 8.0])
def test_sample_weights_have_no_unit(real, hypothesis, factor):
    X, y, new = real
    weights = np.random.default_rng(2).integers(1, 5, size=len(y)) / 4
    one, other = (
        Perceptron(hypothesis=hypothesis, order="shuffled", random_state=0, max_iter=20).fit(
            X, y, sample_weight=unit * weights
        )
        for unit in (1.0, factor)
    )
    assert_array_equal(factor * one.coef_, other.coef_)
    assert_array_equal(one.predict(new), other.predict(new))


DIVIDING = [AROW, ROMMA, SCW, ConfidenceWeighted, PassiveAggressiveClassifier]
each_that_divides = pytest.mark.parametrize("kind", DIVIDING, ids=lambda kind: kind.__name__)


@pytest.fixture(scope="module")
def counts():
    """Sparse rows of small whole numbers, one of which is a half."""
    rng = np.random.default_rng(0)
    X = sp.csr_array(rng.integers(-3, 4, (300, 60)) * (rng.random((300, 60)) < 0.4) * 1.0)
    y = (X @ rng.normal(size=60) + 3 * rng.normal(size=300) > 0).astype(int)
    odd = X.copy()
    odd.data[0] = 0.5
    return X, odd, y


@each_that_divides
@pytest.mark.parametrize("layout", [np.asarray, sp.csr_array])
def test_quotients_follow_units_that_are_powers_of_two(counts, kind, layout):
    X, _, y = counts
    one, other = (
        kind(max_iter=5, random_state=0).fit(layout(rows.toarray()), y) for rows in (X, X / 2)
    )
    assert_array_equal(2 * one.coef_, other.coef_)
    assert_array_equal(one.intercept_, other.intercept_)


@pytest.mark.parametrize("kind", [ROMMA, PassiveAggressiveClassifier])
@pytest.mark.parametrize("first", [True, False])
def test_batches_equal_one_pass_whatever_values_the_other_rows_hold(counts, kind, first):
    _, _, y = counts
    X = sp.csr_array(np.random.default_rng(2).choice([-1.0, 1.0], size=(300, 60)))
    X.data[0 if first else -1] = 0.5
    given = {"order": "cyclic", "intercept_scaling": 1.0, "hypothesis": "last"}
    one = kind(max_iter=1, **given).fit(X, y)
    other = kind(**given).partial_fit(X[:150], y[:150]).partial_fit(X[150:], y[150:])
    assert_array_equal(one.coef_, other.coef_)
    assert_array_equal(one.intercept_, other.intercept_)


@each_that_divides
def test_a_fold_is_learned_as_alone_whatever_values_the_other_rows_hold(counts, kind):
    _, odd, y = counts

    def weights(model, X, y):
        return float(model.coef_[0] @ np.arange(60)) + float(model.intercept_[0])

    model, folds = kind(max_iter=5, random_state=0), [(np.arange(100, 300), np.arange(100))]
    grid = {"hypothesis": ["last", "averaged"]}
    search = LaneSearchCV(model, grid, cv=folds, refit=False, scoring=weights).fit(odd, y)
    for hypothesis, found in zip(
        *grid.values(), search.cv_results_["split0_test_score"], strict=True
    ):
        alone = clone(model).set_params(hypothesis=hypothesis).fit(odd[100:], y[100:])
        assert found == weights(alone, None, None)


@each_that_divides
def test_rounds_on_drawn_rows_are_compiled_whatever_values_the_others_hold(counts, kind):
    _, odd, y = counts

    class Own(kind):
        """Not compiled."""

        def fit(self, X, y, sample_weight=None):
            return super().fit(X, y, sample_weight)

    one, other = (
        AdaBoostPerceptron(
            base(max_iter=4, random_state=0), n_estimators=6, weighting="resample", random_state=0
        ).fit(odd, y)
        for base in (kind, Own)
    )
    for a, b in zip(one.estimators_, other.estimators_, strict=True):
        assert_array_equal(a.coef_, b.coef_)


@each_hypothesis
@pytest.mark.parametrize("unit", [2.0**-10, 8.0])
def test_a_unit_that_is_a_power_of_two_changes_no_prediction(ones, real, hypothesis, unit):
    for X, y, new in (ones, real):
        one, other = (fitted(u * X, y, hypothesis=hypothesis) for u in (1.0, unit))
        assert_array_equal(one.predict(new), other.predict(unit * new))


@pytest.mark.parametrize("hypothesis", ["last", "averaged"])
def test_any_unit_changes_no_prediction_where_no_row_lies_on_a_hyperplane(real, hypothesis):
    X, y, new = real
    one, other = (fitted(u * X, y, hypothesis=hypothesis) for u in (1.0, 0.1))
    assert_array_equal(one.predict(new), other.predict(0.1 * new))


def test_a_tenth_of_zeros_and_ones_is_rounded(ones):
    X, y, _ = ones
    one, other = (fitted(unit * X, y) for unit in (1.0, 0.1))
    assert (one.mistakes_ != other.mistakes_).any()


def test_the_regularised_search_follows_units_that_are_powers_of_two(ones):
    X, y, new = ones
    one, other = (BaggedRCDPerceptron(random_state=0).fit(u * X, y) for u in (1.0, 8.0))
    assert_array_equal(one.predict(new), other.predict(8 * new))


@each_hypothesis
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(
    "given", [{}, {"eta0": 0.1, "margin": 0.3, "lam": 0.1}, {"eta0": 0.1, "init": "threshold"}]
)
def test_whole_numbers_give_the_same_bits_dense_and_sparse(ones, hypothesis, dtype, given):
    X, y, _ = ones
    X = X.astype(dtype)
    one, other = (fitted(rows, y, hypothesis=hypothesis, **given) for rows in (X, sp.csr_array(X)))
    assert_array_equal(one.coef_, other.coef_)
    assert_array_equal(one.intercept_, other.intercept_)


def test_from_fishers_discriminant_dense_and_sparse_rows_agree_up_to_rounding(real):
    X, y, _ = real
    one, other = (
        fitted(rows, y, init="fisher", hypothesis="averaged") for rows in (X, sp.csr_array(X))
    )
    np.testing.assert_allclose(one.coef_, other.coef_, rtol=1e-6)


def test_visits_that_follow_each_other_share_as_many_times_the_alpha_bound():
    """Two rows of nine visits each, of which a pass learns two: their counts reach the bound
    together, though most visits are never mistakes."""
    X, y, k = np.array([[1.0], [1.0]]), [1, -1], 9
    model = Perceptron(
        alpha_bound=1, hypothesis="last", fit_intercept=False, max_iter=50, random_state=0
    ).fit(X, y, sample_weight=[k, k])
    assert model.mistakes_.tolist() == [k, k]
    assert model.history_["updates"].max() <= 4


def test_lambda_applies_to_such_visits_after_as_many_updates():
    X, y, k = np.array([[1.0], [1.0]]), [1, -1], 9
    model = Perceptron(
        lam=1e6, hypothesis="last", fit_intercept=False, max_iter=50, random_state=0
    ).fit(X, y, sample_weight=[k, k])
    assert model.mistakes_.tolist() == [k, k]


def test_visits_apart_from_each_other_have_the_bound_each():
    X, y, k = np.array([[1.0], [1.0]]), [1, -1], 8
    model = Perceptron(
        alpha_bound=1, hypothesis="last", fit_intercept=False, max_iter=1, random_state=0
    )
    once = model.fit(X, y, sample_weight=[k, k]).mistakes_
    again = model.set_params(max_iter=50).fit(X, y, sample_weight=[k, k]).mistakes_
    assert (once <= again).all()
    assert again.max() <= k
