"""Certificates: what a model did beside what can be proven."""

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC

from rosenblatt import (
    BaggedPerceptron,
    KernelPerceptron,
    PassiveAggressiveClassifier,
    Perceptron,
    RCDPerceptron,
    SecondOrderPerceptron,
    VotedPerceptron,
    certify,
    separability,
)
from rosenblatt.certificates.labelled_rows import labelled_rows
from rosenblatt.certificates.margin_bracket import margin_bracket


@pytest.fixture(scope="module")
def setosa():
    X, y = load_iris(return_X_y=True)
    return X, (y == 0).astype(int)


@pytest.fixture(scope="module")
def versicolor():
    X, y = load_iris(return_X_y=True)
    return X, (y == 1).astype(int)


def test_a_separating_perceptron_is_optimal_and_within_its_bound(setosa):
    found = certify(Perceptron(hypothesis="last", random_state=0).fit(*setosa), *setosa)
    assert found.separability.separable and found.errors == 0 and found.optimal
    assert found.mistakes.updates <= found.mistakes.bound
    assert found.mistakes.theorem in ("Novikoff", "Freund and Schapire")
    assert 0 < found.margin <= found.best_margin.high


@pytest.mark.parametrize("margin", [0.1, 1.0, 10.0])
def test_a_margin_perceptron_is_told_what_its_threshold_guarantees(setosa, margin):
    model = Perceptron(margin=margin, hypothesis="last", max_iter=5000, random_state=0).fit(*setosa)
    found = certify(model, *setosa)
    assert model.stop_reason_ == "separated"
    assert 0 < found.guaranteed_margin <= found.margin
    assert "by its threshold (Khardon and Wachman)" in repr(found)


@pytest.mark.parametrize(
    "other",
    [
        {"margin": 0.0},
        {"margin": 1.0, "hypothesis": "averaged"},
        {"margin": 1.0, "max_iter": 1},
        {"margin": 1.0, "lam": 1.0},
        {"margin": (0.5, 1.0)},
        {"margin": 1.0, "init": "threshold"},
    ],
)
def test_no_margin_is_guaranteed_where_the_theorem_does_not_apply(setosa, other):
    settings = {"hypothesis": "last", "max_iter": 500, "random_state": 0} | other
    assert certify(Perceptron(**settings).fit(*setosa), *setosa).guaranteed_margin is None


def test_the_bracket_holds_libsvms_widest_margin(setosa):
    """To 1e-3 of libsvm's own tolerance."""
    X, y = setosa
    found = separability(X, y)
    bracket = margin_bracket(labelled_rows(X, y), found.coef, found.intercept)
    svm = SVC(kernel="linear", C=1e8, tol=1e-6).fit(X, y)
    assert bracket.high / bracket.low < 1 + 1e-6
    assert 1 / np.linalg.norm(svm.coef_) == pytest.approx(bracket.low, rel=1e-3)


def test_the_bracket_of_two_rows_is_half_their_distance():
    X, y = np.array([[0.0, 0.0], [3.0, 4.0]]), [0, 1]
    found = separability(X, y)
    bracket = margin_bracket(labelled_rows(X, y), found.coef, found.intercept)
    assert bracket.low <= 2.5 <= bracket.high
    assert bracket.high - bracket.low < 1e-9


def test_rows_that_are_not_separable_have_a_proven_number_of_errors(versicolor):
    found = certify(RCDPerceptron(random_state=0, max_iter=200).fit(*versicolor), *versicolor)
    assert found.best_margin is None and found.margin < 0
    assert 0 < found.error_bound.errors <= found.errors
    assert found.error_bound.verify(*versicolor)
    assert "does not learn by mistakes" in repr(found)


def test_the_certificate_says_how_everything_was_proven(versicolor):
    text = repr(certify(Perceptron(random_state=0).fit(*versicolor), *versicolor))
    for words in ("proven in exact arithmetic", "Freund and Schapire", "for any hyperplane"):
        assert words in text


def test_sparse_rows_and_single_precision_have_the_same_certificate(setosa):
    X, y = setosa
    model = Perceptron(hypothesis="last", intercept_scaling=1.0, random_state=0).fit(X, y)
    dense, sparse = certify(model, X, y), certify(model, sp.csr_array(X), y)
    assert sparse.mistakes.bound == pytest.approx(dense.mistakes.bound, rel=1e-6)
    assert sparse.best_margin.low == pytest.approx(dense.best_margin.low, rel=1e-6)
    single = X.astype(np.float32)
    assert certify(Perceptron(random_state=0).fit(single, y), single, y).optimal


def test_rows_of_many_more_columns_than_rows_are_certified():
    X = sp.random_array((150, 12_000), density=0.001, format="csr", rng=np.random.default_rng(0))
    y = np.arange(150) % 2
    found = certify(Perceptron(hypothesis="last", random_state=0).fit(X, y), X, y)
    assert found.separability.verify(X, y) and found.optimal
    assert found.best_margin.low <= found.best_margin.high < found.best_margin.low * (1 + 1e-6)


def test_a_start_other_than_zero_has_the_bound_of_its_own(setosa):
    X, y = setosa
    start = np.full((1, 5), 20.0)
    model = Perceptron(init=start, hypothesis="last", max_iter=3000, random_state=0).fit(X, y)
    found = certify(model, X, y)
    assert found.mistakes.theorem == "Novikoff, from a start"
    assert 0 < found.mistakes.updates <= found.mistakes.bound


def test_the_bound_of_the_second_order_perceptron_is_no_count_of_its_own_mistakes(setosa):
    """Its hinge loss is taken over all visits, so that margins without end give their number."""
    X, y = setosa
    found = certify(SecondOrderPerceptron(random_state=0).fit(X, y), X, y)
    assert found.mistakes.theorem == "Cesa-Bianchi, Conconi and Gentile"
    assert found.mistakes.updates <= found.mistakes.bound
    noisy = y.copy()
    noisy[::7] = 1 - noisy[::7]
    found = certify(SecondOrderPerceptron(random_state=0, max_iter=5).fit(X, noisy), X, noisy)
    assert found.mistakes.updates < found.mistakes.bound <= 5 * len(y) * 1.01


def test_one_class_against_the_rest_is_certified_by_name():
    X, y = load_iris(return_X_y=True)
    model = Perceptron(random_state=0).fit(X, y)
    setosa = certify(model, X, y, positive=0)
    assert setosa.separability.separable and setosa.model == "Perceptron, 0 against the rest"
    assert setosa.mistakes.updates == model.mistakes_[:, 0].sum()
    assert not certify(model, X, y, positive=1).separability.separable
    with pytest.raises(ValueError, match="name the one whose hyperplane"):
        certify(model, X, y)


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (PassiveAggressiveClassifier(random_state=0), "no bound is stated for the rule"),
        (BaggedPerceptron(random_state=0), "does not learn by mistakes"),
        (LogisticRegression(), "does not learn by mistakes"),
        (Perceptron(class_weight="balanced", random_state=0), "rows with weights"),
        (Perceptron(init="fisher", random_state=0), "Fisher's discriminant"),
        (SecondOrderPerceptron(ridge=0.0, random_state=0), "without a ridge"),
        (SecondOrderPerceptron(init=np.ones((1, 5)), random_state=0), "other than zero"),
        (Perceptron(margin=np.inf, hypothesis="last", random_state=0), "learns every row"),
        (Perceptron(warm_start=True, random_state=0), "began before"),
    ],
)
def test_a_bound_that_does_not_hold_is_not_stated(model, reason, setosa):
    found = certify(model.fit(*setosa), *setosa)
    assert found.mistakes.bound is None and reason in found.mistakes.proof


def test_a_model_of_other_rows_gets_no_bound(setosa):
    X, y = setosa
    model = Perceptron(random_state=0).fit(X[10:], y[10:])
    assert "fitted on other rows" in certify(model, X, y).mistakes.proof
    model = Perceptron(random_state=0)
    for part in (slice(0, None, 2), slice(1, None, 2)):
        model.partial_fit(X[part], y[part])
    assert "began before" in certify(model, X[1::2], y[1::2]).mistakes.proof


def test_a_vote_has_errors_but_no_margin(setosa):
    found = certify(VotedPerceptron(random_state=0).fit(*setosa), *setosa)
    assert found.margin is None and found.errors == 0 and "a vote has none" in repr(found)


def test_a_row_of_weight_zero_is_absent(setosa):
    X, y = setosa
    wrong = np.append(y, 1 - y[0])
    weights = np.append(np.ones(len(y)), 0.0)
    model = Perceptron(random_state=0).fit(np.vstack([X, X[:1]]), wrong, weights)
    found = certify(model, np.vstack([X, X[:1]]), wrong, sample_weight=weights)
    assert found.separability.separable and found.errors == 0


def test_kernels_and_joint_classes_are_refused_with_advice(setosa):
    with pytest.raises(ValueError, match="only hyperplanes are certified"):
        certify(KernelPerceptron(random_state=0).fit(*setosa), *setosa)
    X, y = load_iris(return_X_y=True)
    with pytest.raises(ValueError, match="decide together"):
        certify(Perceptron(multi_class="joint", random_state=0).fit(X, y), X, y, positive=0)
