"""WhitenedPerceptron and Whitening: round rows, the bound, lost dimensions, rows without labels."""

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier

from rosenblatt import AROW, Perceptron, VotedPerceptron, WhitenedPerceptron, Whitening
from rosenblatt.datasets import make_flat_ellipsoid
from rosenblatt.reproduce.sop.bounds import first_order_bound, whitened_bound

PLAIN = {"hypothesis": "last", "fit_intercept": False, "order": "cyclic"}


def cloud(n=300, d=6, ratio=500, seed=0):
    return make_flat_ellipsoid(n, d, ratio=ratio, random_state=seed)


@pytest.mark.parametrize("kind", [np.asarray, sp.csr_array], ids=["dense", "sparse"])
def test_whitened_rows_have_the_identity_as_second_moments(kind):
    X, _ = cloud()
    weights = np.random.default_rng(0).integers(0, 3, size=len(X)).astype(float)
    Z = Whitening().fit(kind(X), sample_weight=weights).transform(kind(X))
    assert_allclose(Z.T @ (weights[:, None] * Z) / weights.sum(), np.eye(6), atol=1e-10)


def test_neither_the_units_of_features_nor_their_spread_matter():
    X, _ = cloud()
    units = 10.0 ** np.arange(-6, 6, 2)
    assert_allclose(
        Whitening().fit_transform(X * units), Whitening().fit_transform(X), rtol=1e-6, atol=1e-8
    )
    assert Whitening().fit(X * units).rank_ == 6


def test_mistakes_are_those_on_rows_times_the_inverse_root_of_c():
    """The paper's C^-1/2 differs from our map by a rotation, which no perceptron sees."""
    X, y = cloud()
    values, vectors = np.linalg.eigh(X.T @ X)
    white = X @ (vectors / np.sqrt(values)) @ vectors.T
    truth = Perceptron(max_iter=20, **PLAIN).fit(white, y)
    model = WhitenedPerceptron(Perceptron(max_iter=20, **PLAIN)).fit(X, y)
    assert_array_equal(model.estimator_.mistakes_, truth.mistakes_)


def test_coefficients_are_for_the_rows_as_given():
    X, y = cloud()
    model = WhitenedPerceptron(random_state=0).fit(X, y)
    white = model.estimator_.decision_function(model.whitening_.transform(X))
    assert_allclose(model.decision_function(X), white, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("learner", [AROW(random_state=0), LogisticRegression()])
def test_other_learners_are_whitened_too(learner):
    X, y = cloud()
    model = WhitenedPerceptron(learner).fit(X, y)
    piped = make_pipeline(Whitening(), learner).fit(X, y)
    agree = np.mean(model.predict(X) == piped.predict(X))
    assert agree > 0.99
    assert model.score(X, y) > 0.95


# ---------------------------------------------------------------------- lost dimensions


def test_rows_of_fewer_dimensions_are_learned_in_those():
    X, y = cloud()
    wide = np.column_stack([X, X[:, 1] + 2 * X[:, 2], np.zeros(len(X))])
    model = WhitenedPerceptron(Perceptron(max_iter=20, **PLAIN)).fit(wide, y)
    narrow = WhitenedPerceptron(Perceptron(max_iter=20, **PLAIN)).fit(X, y)
    assert model.whitening_.rank_ == 6
    assert model.coef_[0, -1] == 0
    assert_array_equal(model.estimator_.mistakes_, narrow.estimator_.mistakes_)


def test_what_new_rows_have_beyond_the_span_is_not_looked_at():
    X, y = cloud()
    twice = np.column_stack([X, X[:, 1]])
    model = WhitenedPerceptron(random_state=0).fit(twice, y)
    beyond = twice.copy()
    beyond[:, 1] += 5.0
    beyond[:, 6] -= 5.0
    assert_allclose(
        model.decision_function(beyond), model.decision_function(twice), rtol=1e-6, atol=1e-6
    )


def test_rows_of_zeros_have_no_rank():
    whitening = Whitening().fit(np.zeros((5, 3)))
    assert whitening.rank_ == 0
    assert not whitening.transform(np.ones((2, 3))).any()


# ---------------------------------------------------------------------- rows without labels


def test_rows_without_labels_count_in_the_whitening():
    X, y = cloud()
    model = WhitenedPerceptron(random_state=0).fit(X[:50], y[:50], unlabelled=X[50:])
    whole = Whitening().fit(X)
    assert_allclose(model.whitening_.matrix_, whole.matrix_, rtol=1e-9, atol=1e-12)
    sparse = WhitenedPerceptron(random_state=0)
    sparse.fit(sp.csr_array(X[:50]), y[:50], unlabelled=sp.csr_array(X[50:]))
    assert_allclose(sparse.coef_, model.coef_, rtol=1e-6)


def test_knowing_the_rows_to_predict_helps_where_labels_are_few():
    """Mean over 20 draws of 30 labelled rows in 20 dimensions."""
    alone, known = [], []
    for seed in range(20):
        X, y = cloud(1000, 20, 1000, seed)
        few = X[:30], y[:30]
        alone.append(WhitenedPerceptron(random_state=0).fit(*few).score(X, y))
        known.append(WhitenedPerceptron(random_state=0).fit(*few, unlabelled=X[30:]).score(X, y))
    assert np.mean(known) > np.mean(alone) + 0.02


# ---------------------------------------------------------------------- the bound


def even_margins(radii, margin, seed=0):
    """Rows in the plane, all at the same distance from the axis u, mirrored so that u is an
    eigenvector of C."""
    rng = np.random.default_rng(seed)
    along = np.sqrt(np.square(radii) - margin**2)
    X = np.column_stack([along, np.full(len(radii), margin)])
    X = np.concatenate([X, X * [-1, 1]])
    y = rng.choice([-1, 1], size=len(X))
    X[:, 1] *= y
    # Mirrored pairs with the same label only would tilt u: the sums over pairs must cancel.
    X, y = np.concatenate([X, X * [1, -1]]), np.concatenate([y, -y])
    return X, y


@pytest.mark.parametrize("margin", [0.01, 0.5])
def test_the_bound_is_the_closed_form(margin):
    radii = np.random.default_rng(1).uniform(1, 3, size=20)
    X, y = even_margins(radii, margin)
    T, squares = len(X), np.square(X).sum()
    closed = 1 + (np.square(radii).max() - margin**2) * T / (squares - margin**2 * T)
    assert whitened_bound(X, y, np.array([0.0, 1.0])) == pytest.approx(closed, rel=1e-9)


def test_the_bound_tends_to_two_as_lengths_become_equal_while_the_first_order_one_does_not():
    found = []
    for spread in (1.0, 0.1, 0.01, 0.0):
        radii = np.linspace(3 - spread, 3, 20)
        found.append(whitened_bound(*even_margins(radii, 0.01), np.array([0.0, 1.0])))
    assert found == sorted(found, reverse=True)
    assert found[-1] == pytest.approx(2, abs=1e-9)
    plain = first_order_bound(*even_margins(np.full(20, 3.0), 0.01), np.array([0.0, 1.0]))
    assert plain == pytest.approx(9 / 0.01**2)


def test_mistakes_never_exceed_the_bound():
    for seed in range(100):
        X, y = cloud(60, 4, 100, seed)
        model = WhitenedPerceptron(Perceptron(max_iter=1000, **PLAIN)).fit(X, y)
        bound = whitened_bound(X, y, np.eye(4)[1])
        assert model.estimator_.mistakes_.sum() <= bound


# ---------------------------------------------------------------------- what users see


def test_the_order_of_rows_changes_no_bit():
    X, y = cloud()
    mixed = np.random.default_rng(0).permutation(len(X))
    first = WhitenedPerceptron(random_state=0).fit(X, y)
    assert_array_equal(
        first.coef_, WhitenedPerceptron(random_state=0).fit(X[mixed], y[mixed]).coef_
    )


def test_weights_are_copies():
    X, y = cloud(80)
    weights = np.random.default_rng(0).integers(0, 4, size=80)
    copies = np.repeat(np.arange(80), weights)
    model = WhitenedPerceptron(random_state=0).fit(X, y, sample_weight=weights)
    assert_array_equal(
        model.coef_, WhitenedPerceptron(random_state=0).fit(X[copies], y[copies]).coef_
    )


@pytest.mark.parametrize("factor", [1e-200, 1e200])
def test_extreme_values_are_learned(factor):
    X, y = cloud()
    model = WhitenedPerceptron(random_state=0).fit(X * factor, y)
    assert_array_equal(
        model.predict(X * factor), WhitenedPerceptron(random_state=0).fit(X, y).predict(X)
    )


@pytest.mark.parametrize("learner", [VotedPerceptron(), DecisionTreeClassifier()])
def test_learners_without_one_hyperplane_are_refused(learner):
    X, y = cloud()
    with pytest.raises(ValueError, match="one hyperplane"):
        WhitenedPerceptron(learner).fit(X, y)


def test_too_many_features_are_refused():
    X = sp.random_array((10, 20_000), density=0.01, format="csr", random_state=0)
    with pytest.raises(ValueError, match="too large beyond 10000 features"):
        WhitenedPerceptron().fit(X, [0, 1] * 5)
