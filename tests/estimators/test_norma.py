"""NORMA: the descent it equals, the share nu, and the bound of its weights."""

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.datasets import make_classification
from sklearn.linear_model import SGDClassifier

from rosenblatt import NORMA


def table(n_classes=2):
    return make_classification(
        n_samples=300, n_features=6, n_informative=4, n_classes=n_classes, flip_y=0.1,
        random_state=2,
    )  # fmt: skip


def plain(**params):
    return NORMA(**{"fit_intercept": False, "order": "cyclic", "hypothesis": "last", **params})


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize(("lam", "eta0"), [(1e-4, 0.01), (0.1, 0.5)])
def test_it_is_the_regularised_descent_of_scikit_learn(lam, eta0, sparse, n_classes):
    X, y = table(n_classes)
    X = sp.csr_array(X) if sparse else X
    theirs = SGDClassifier(
        loss="hinge", alpha=lam, learning_rate="constant", eta0=eta0, fit_intercept=False,
        shuffle=False, tol=None, max_iter=5,
    ).fit(X, y)  # fmt: skip
    ours = plain(lam=lam, eta0=eta0, max_iter=5).fit(X, y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("nu", [0.1, 0.3, 0.6])
def test_the_share_of_rows_below_the_margin_is_nu_but_for_the_drift_of_rho(nu):
    """rho moves by eta (nu - error) with every row, so the errors are those of a budget."""
    X, y = np.tile(table()[0], (3, 1)), np.tile(table()[1], 3)
    model = plain(nu=nu, eta0=0.05, lam=0.1, rho=0.0).partial_fit(X[:300], y[:300])
    start = rho = rho_of(model)
    errors = 0
    for x, sign in zip(X[300:], 2 * y[300:] - 1, strict=True):
        errors += sign * (model.coef_[0] @ x) <= rho
        rho = rho_of(model.partial_fit([x], [(sign + 1) // 2]))
    assert errors / 600 == pytest.approx(nu - (rho - start) / (0.05 * 600), abs=1e-9)
    assert errors / 600 == pytest.approx(nu, abs=0.05)


def rho_of(model):
    return model._stream.records[model._stream.visible()[0]].memory[0]


@pytest.mark.parametrize("lam", [0.01, 0.1, 1.0])
def test_the_weights_are_no_longer_than_the_longest_row_over_lam(lam):
    """Kivinen, Smola and Williamson: |f| <= X / lam if it starts so."""
    X, y = table()
    w = plain(lam=lam, eta0=0.5, max_iter=20).fit(X, y).coef_
    assert np.linalg.norm(w) <= np.linalg.norm(X, axis=1).max() / lam


@pytest.mark.parametrize("nu", [None, 0.2])
@pytest.mark.parametrize("hypothesis", ["last", "averaged"])
def test_batches_give_what_one_pass_gives(hypothesis, nu):
    X, y = table(3)
    params = {"hypothesis": hypothesis, "nu": nu, "eta0": 0.1, "decay": 0.5}
    batches = plain(**params)
    for at in range(0, 300, 60):
        batches.partial_fit(X[at : at + 60], y[at : at + 60])
    np.testing.assert_array_equal(batches.coef_, plain(**params, max_iter=1).fit(X, y).coef_)


@pytest.mark.parametrize("hypothesis", ["longest", "pocket", "voted"])
def test_hypotheses_that_cannot_survive_are_refused_by_name(hypothesis):
    with pytest.raises(ValueError, match=f"hypothesis='{hypothesis}'.*NORMA"):
        plain(hypothesis=hypothesis).fit(*table())


def test_a_rate_that_wipes_out_the_weights_is_refused():
    with pytest.raises(ValueError, match=r"eta0=2\.0 times lam=0\.5 is 1"):
        plain(eta0=2.0, lam=0.5).fit(*table())
