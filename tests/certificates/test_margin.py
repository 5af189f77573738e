"""Margins, hard and soft: against libsvm, weak duality and Bloch's canonical form."""

import pickle

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import SVC

from rosenblatt import InseparableError, MarginHyperplane
from rosenblatt.datasets import load, make_separable

SETS = ["votes84", "breast_cancer_wisconsin", "heart_statlog", "ionosphere", "pima_diabetes",
        "sonar", "german_numeric", "cleveland", "australian"]  # fmt: skip


def real(name, data_home):
    X, y = load(name, paper="li", data_home=data_home, return_X_y=True)
    return StandardScaler().fit_transform(X), y


def by_libsvm(X, y, C, weights=None, ridge=0.0, tol=1e-9):
    """Weights and intercept; with a ridge on the kernel matrix for squared slack."""
    kernel = X @ X.T + ridge * np.eye(len(X))
    model = SVC(kernel="precomputed", C=C, tol=tol).fit(kernel, y, weights)
    return model.dual_coef_[0] @ X[model.support_], model.intercept_[0]


def assert_agree(model, w, b):
    """To 1e-5 of the largest weight."""
    np.testing.assert_allclose(model.coef_[0], w, atol=1e-5 * np.abs(w).max())
    np.testing.assert_allclose(model.intercept_[0], b, atol=1e-5 * max(np.abs(w).max(), abs(b)))


@pytest.mark.parametrize("C", [1.0, 30.0])
@pytest.mark.parametrize("name", SETS)
def test_soft_margins_agree_with_libsvm_at_the_converted_cost(name, C, data_home):
    X, y = real(name, data_home)
    model = MarginHyperplane(C=C).fit(X, y)
    assert_agree(model, *by_libsvm(X, y, C / len(X)))
    assert model.duality_gap_ < 1e-7


def test_a_tenth_set_agrees_too():
    X, y = load_breast_cancer(return_X_y=True)
    X = StandardScaler().fit_transform(X)
    assert_agree(MarginHyperplane(C=10.0).fit(X, y), *by_libsvm(X, y, 10.0 / len(X)))


@pytest.mark.parametrize("name", ["heart_statlog", "ionosphere", "pima_diabetes"])
def test_squared_slack_is_a_ridge_on_the_kernel_matrix(name, data_home):
    X, y = real(name, data_home)
    model = MarginHyperplane(C=5.0, loss="squared_hinge").fit(X, y)
    assert_agree(model, *by_libsvm(X, y, 1e6, ridge=len(X) / (2 * 5.0)))


@pytest.mark.parametrize("pair", [(0, 1), (0, 2)])
def test_the_hard_margin_agrees_with_libsvm(pair):
    X, y = load_iris(return_X_y=True)
    X, y = X[np.isin(y, pair)], y[np.isin(y, pair)]
    assert_agree(MarginHyperplane(C=np.inf).fit(X, y), *by_libsvm(X, y, 1e6))


def test_the_hard_margin_of_sonar_has_canonical_form_and_is_wider_than_libsvms(data_home):
    """libsvm is content with margins of 0.999 there, our duality gap is below 1e-8."""
    X, y = real("sonar", data_home)
    model = MarginHyperplane(C=np.inf).fit(X, y)
    signs = np.where(y == model.classes_[1], 1, -1)
    margins = signs * model.decision_function(X)
    assert margins.min() == pytest.approx(1.0, abs=1e-9)
    np.testing.assert_array_equal(model.support_, np.flatnonzero(margins <= 1 + 1e-6))
    assert 2 <= len(model.support_) <= X.shape[1] + 1
    w, b = by_libsvm(X, y, 1e6, tol=1e-3)
    widest = (signs * (X @ w + b)).min() / np.linalg.norm(w)
    assert model.margin_ == pytest.approx(1 / np.linalg.norm(model.coef_))
    assert widest < model.margin_ < 1.01 * widest
    assert model.duality_gap_ < 1e-8 * np.sum(model.coef_**2)


def test_the_hard_margin_of_generated_rows_is_at_least_that_of_their_hyperplane():
    X, y = make_separable(200, 5, margin=0.1, random_state=0)
    model = MarginHyperplane(C=np.inf).fit(X, y)
    assert model.margin_ >= 0.1
    assert model.duality_gap_ < 1e-6 / model.margin_**2


def test_support_vectors_are_geometric():
    """A row on the margin supports it, even if the hyperplane is the same without it."""
    X = np.array([[-1.0, 0.0], [1.0, -2.0], [1.0, 0.0], [1.0, 2.0], [3.0, 0.0]])
    model = MarginHyperplane(C=np.inf).fit(X, [0, 1, 1, 1, 1])
    np.testing.assert_allclose([*model.coef_[0], *model.intercept_], [1, 0, 0], atol=1e-8)
    np.testing.assert_array_equal(model.support_, [0, 1, 2, 3])


def test_inseparable_rows_have_no_hard_margin_and_the_error_proves_it():
    X, y = np.array([[5.0], [2.0], [0.0], [1.0]]), np.array([1, 0, 0, 1])
    with pytest.raises(
        InseparableError, match=r"not linearly separable; give a finite C"
    ) as caught:
        MarginHyperplane(C=np.inf).fit(X, y, [0, 1, 1, 1])
    proof = caught.value.certificate
    assert proof.separable is False and proof.verify(X, y)
    np.testing.assert_array_equal(np.sort(proof.rows), [1, 2, 3])
    assert isinstance(caught.value, ValueError)


def test_the_error_survives_pickling():
    try:
        MarginHyperplane(C=np.inf).fit([[0.0], [1.0], [2.0]], [0, 1, 0])
    except InseparableError as error:
        again = pickle.loads(pickle.dumps(error))
        assert str(again) == str(error) and again.certificate.separable is False


@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
def test_no_hyperplane_nearby_has_a_lower_objective(loss, noisy_data):
    X, y = noisy_data[0], noisy_data[1] == 1
    model = MarginHyperplane(C=4.0, loss=loss).fit(X, y)
    power = 1 if loss == "hinge" else 2

    def objective(plane):
        slack = np.maximum(0, 1 - np.where(y, 1, -1) * (X @ plane[:-1] + plane[-1]))
        return 0.5 * plane[:-1] @ plane[:-1] + 4.0 * np.mean(slack**power)

    plane, rng = np.append(model.coef_, model.intercept_), np.random.default_rng(0)
    others = [objective(plane + rng.normal(size=6) * size) for size in (1e-4, 1e-2, 1.0) * 30]
    assert objective(plane) < min(others)


@pytest.mark.parametrize("C", [2.0, np.inf])
def test_a_row_of_weight_3_is_three_rows_and_one_of_weight_0_is_absent(C):
    X, y = make_separable(60, 4, margin=0.05, random_state=0)
    weights = np.random.default_rng(0).integers(0, 4, size=60)
    weighted = MarginHyperplane(C=C).fit(X, y, weights)
    repeated = MarginHyperplane(C=C).fit(X.repeat(weights, axis=0), y.repeat(weights))
    np.testing.assert_array_equal(weighted.coef_, repeated.coef_)
    assert np.all(weights[weighted.support_] > 0)


def test_weights_are_those_of_libsvm(noisy_data):
    X, y = noisy_data[0], noisy_data[1] == 1
    weights = np.random.default_rng(0).random(len(y)) + 0.1
    model = MarginHyperplane(C=3.0).fit(X, y, weights)
    assert_agree(model, *by_libsvm(X, y, 3.0 / weights.sum(), weights))


@pytest.mark.parametrize("C", [2.0, np.inf])
def test_more_columns_than_rows_agree_with_libsvm(C):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(30, 200)), np.arange(30) % 2
    model = MarginHyperplane(C=C).fit(X, y)
    assert_agree(model, *by_libsvm(X, y, min(C / 30, 1e6)))


def test_sparse_rows_give_the_model_of_dense_ones(noisy_data):
    X, y = noisy_data
    dense, sparse = (MarginHyperplane().fit(rows, y) for rows in (X, sp.csr_array(X)))
    np.testing.assert_array_equal(dense.coef_, sparse.coef_)


def test_the_order_of_the_rows_changes_no_bit(noisy_data):
    X, y = noisy_data
    order = np.random.default_rng(0).permutation(len(y))
    first, second = MarginHyperplane().fit(X, y), MarginHyperplane().fit(X[order], y[order])
    np.testing.assert_array_equal(first.coef_, second.coef_)
    np.testing.assert_array_equal(first.support_[0], np.sort(order[second.support_[0]]))


def test_three_classes_have_three_margins():
    X, y = load_iris(return_X_y=True)
    model = MarginHyperplane(C=100.0).fit(X, y)
    assert model.margin_.shape == model.duality_gap_.shape == (3,) and len(model.support_) == 3
    assert model.score(X, y) > 0.9


def test_the_circle_of_figure_5_is_a_hyperplane_of_squares():
    rng = np.random.default_rng(0)
    X = rng.uniform(-1.5, 1.5, size=(200, 2))
    radius = (X**2).sum(axis=1)
    X, radius = X[np.abs(radius - 1) > 0.1], radius[np.abs(radius - 1) > 0.1]
    model = make_pipeline(FunctionTransformer(np.square), MarginHyperplane(C=np.inf))
    assert model.fit(X, radius >= 1).score(X, radius >= 1) == 1.0
    w = model[-1].coef_[0]
    assert w[0] == pytest.approx(w[1], rel=0.1) and -model[-1].intercept_[0] / w[0] == (
        pytest.approx(1.0, abs=0.1)
    )
