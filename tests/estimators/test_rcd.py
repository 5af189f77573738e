"""RCDPerceptron: what it minimises and does not depend on, where it starts, how it combines."""

import re
from itertools import combinations

import numpy as np
import pytest
from descents import noisy, run_by_content
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.datasets import load_iris, make_blobs
from sklearn.model_selection import train_test_split

from rosenblatt import RCDPerceptron, fisher_discriminant
from rosenblatt.estimators.effort import EFFORTS
from rosenblatt.training.scaling import scaling_of

VARIANTS = {
    "RCD": {"directions": "uniform", "bias_direction": False},
    "RCD-bias": {"directions": "uniform"},
    "RCD-conj": {"directions": "uniform", "bias_direction": False, "orthogonal": True},
    "RCD-conj-bias": {"directions": "uniform", "orthogonal": True},
    "RCD-grad": {"directions": "gradient", "bias_direction": False},
    "CCD": {"directions": "coordinate"},
    "mixed": {"directions": "mixed", "perturb": False},
    "perturb": {"directions": "mixed", "perturb": True},
}
COMBINED = {
    "default": {},
    "low": {"effort": "low"},
    "robust": {"scale": "robust", "directions": "uniform"},
    "best": {"n_restarts": 3},
    "mean": {"n_restarts": 3, "combine": "mean"},
    "averaged": {"init": "averaged"},
    "lp": {"init": "lp"},
    "standard": {"scale": "standard", "directions": "gaussian"},
    "bootstrap": {"n_restarts": 3, "combine": "mean", "bootstrap": True},
    "bagged": {"n_restarts": 3, "combine": "mean", "bootstrap": True, "init": "averaged"},
    "best of bootstraps": {"n_restarts": 3, "bootstrap": True},
}
ALL = VARIANTS | COMBINED


def made(name, **more):
    return RCDPerceptron(**{"random_state": 0, "max_iter": 300} | ALL[name] | more)


def li(**more):
    """The algorithm of the paper, RCD-bias."""
    paper = {"directions": "uniform", "perturb": False, "init": "fisher", "scale": "range"}
    return RCDPerceptron(**paper | {"max_iter": 2000, "random_state": 0} | more)


def weights_of(model):
    return np.column_stack([model.coef_, model.intercept_])


def wrong(model, X, y):
    """How many rows are not strictly right, for two classes."""
    return np.sum(np.where(y == model.classes_[1], 1, -1) * model.decision_function(X) <= 0)


def three_classes(n=150, seed=3):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4))
    return X, (X @ rng.normal(size=(4, 3)) + rng.normal(size=(n, 3))).argmax(axis=1)


# ---------------------------------------------------------------- what is minimised


@pytest.mark.parametrize("scale", ["range", "standard", None])
@pytest.mark.parametrize("name", VARIANTS)
def test_the_last_error_of_the_history_is_that_of_the_model(name, scale):
    X, y = noisy(300, 5, 1)
    model = made(name, scale=scale).fit(3 * X + 7, y)
    assert model.history_["error"][-1] == wrong(model, 3 * X + 7, y)


@pytest.mark.parametrize("name", VARIANTS)
def test_float32_rows_are_counted_exactly(name):
    X, y = noisy(300, 5, 2, np.float32)
    model = made(name, scale=None).fit(X, y)
    assert model.history_["error"][-1] == wrong(model, X, y)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_training_error_never_rises(name):
    X, y = noisy(300, 5, 3)
    assert np.all(np.diff(made(name).fit(X, y).history_["error"]) <= 0)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_estimator_is_the_descent_of_its_parameters(name):
    X, y = noisy(200, 4, 4)
    model = made(name, scale=None, init="zero")
    slow = run_by_content(
        X, y, None, np.zeros(5), seed=model._seed(), max_iter=300, **VARIANTS[name]
    )
    unit = np.array(slow["weights"]) / np.linalg.norm(slow["weights"])
    assert_allclose(weights_of(model.fit(X, y))[0], unit, rtol=1e-12)


def lowest_error_of_lines(X, cost):
    """Least cost over all lines in the plane: each is equivalent to one that almost touches two."""
    best = np.inf
    for i, j in combinations(range(len(X)), 2):
        normal = np.array([X[i, 1] - X[j, 1], X[j, 0] - X[i, 0]])
        side = np.sign(X @ normal - X[i] @ normal)
        for first in (-1, 1):
            for second in (-1, 1):
                side[[i, j]] = first, second
                best = min(best, cost(side), cost(-side))
    return best


def test_the_optimum_of_scikit_learns_class_weight_check_is_reached_with_every_seed():
    X, y = make_blobs(centers=2, random_state=0, cluster_std=20)
    X, _, y, _ = train_test_split(X, y, test_size=0.5, random_state=0)
    costs = np.where(y == 0, 1000, 0.0001)
    labels = np.where(y == 1, 1, -1)
    optimum = lowest_error_of_lines(X, lambda side: costs[side != labels].sum())
    for seed in range(8):
        model = RCDPerceptron(class_weight={0: 1000, 1: 0.0001}, random_state=seed).fit(X, y)
        assert model.history_["error"][-1] == pytest.approx(optimum)


def test_a_separated_fit_stops():
    X, _ = noisy(100, 3, 5)
    model = RCDPerceptron(init="zero", random_state=0).fit(X, X @ [1.0, -2.0, 0.5] > 0.1)
    assert (model.stop_reason_, model.history_["error"][-1]) == ("separated", 0.0)
    assert model.n_iter_ == len(model.history_["error"]) < 2000


def test_perturbation_finds_lower_errors():
    X, y = noisy(300, 6, 28)
    paper = {"scale": "range", "init": "fisher", "max_iter": 20_000}
    plain, more = (made(n, **paper).fit(X, y) for n in ("RCD-bias", "perturb"))
    assert more.history_["error"][-1] < plain.history_["error"][-1]


# ---------------------------------------------------------------- what does not matter


@pytest.mark.parametrize("name", ALL)
def test_row_order_does_not_matter(name):
    X, y = three_classes()
    order = np.random.default_rng(1).permutation(len(y))
    one, other = made(name).fit(X, y), made(name).fit(X[order], y[order])
    assert_array_equal(weights_of(one), weights_of(other))


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
@pytest.mark.parametrize("name", ALL)
def test_weight_k_equals_k_copies(name, kind):
    X, y = three_classes()
    k = np.random.default_rng(2).integers(0, 4, size=len(y))
    weighted = made(name).fit(kind(X), y, k)
    copies = made(name).fit(kind(X.repeat(k, axis=0)), y.repeat(k))
    assert_array_equal(weights_of(weighted), weights_of(copies))


@pytest.mark.parametrize("name", ALL)
def test_the_number_of_threads_does_not_matter(name):
    X, y = three_classes()
    one = weights_of(made(name).fit(X, y))
    for jobs in (2, 4):
        assert_array_equal(weights_of(made(name, n_jobs=jobs).fit(X, y)), one)


@pytest.mark.parametrize("name", VARIANTS)
def test_dense_and_sparse_rows_give_the_same_model_without_scaling(name):
    X, y = noisy(200, 5, 6)
    X[np.random.default_rng(3).random(X.shape) < 0.5] = 0
    start = np.random.default_rng(4).normal(size=6)
    dense, sparse = (
        made(name, scale=None, init=start).fit(k(X), y) for k in (np.asarray, csr_array)
    )
    assert_array_equal(weights_of(dense), weights_of(sparse))


@pytest.mark.parametrize("name", ALL)
def test_wide_indices_give_the_same_model(name):
    X, y = three_classes()
    narrow, wide = csr_array(X), csr_array(X)
    wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
    assert_array_equal(weights_of(made(name).fit(wide, y)), weights_of(made(name).fit(narrow, y)))


@pytest.mark.parametrize("scale", ["range", "standard"])
def test_scaled_fits_do_not_feel_units(scale):
    X, y = noisy(200, 4, 7)
    units = 2.0 ** np.array([10, -3, 0, 25])
    one, other = (made("RCD-bias", scale=scale).fit(Z, y) for Z in (X, X * units))
    assert_allclose(other.coef_ * units, one.coef_, rtol=1e-9)


@pytest.mark.parametrize("scale", ["auto", "range", "standard", "maxabs", "robust", None])
@pytest.mark.parametrize("name", ALL)
def test_sparse_rows_of_whole_numbers_give_the_model_of_dense_ones(name, scale):
    rng = np.random.default_rng(23)
    X = rng.integers(-3, 9, size=(80, 6)).astype(float)
    X[:, 3] *= rng.random(80) < 0.2
    X[:, 4] += 50
    y = (X @ [1, -2, 1, 3, 0.5, 1] + rng.normal(size=80) > 30).astype(int)
    weights = rng.integers(1, 4, size=80)
    dense, sparse = (
        made(name, **{"scale": scale} if "scale" not in ALL[name] else {}).fit(k(X), y, weights)
        for k in (np.asarray, csr_array)
    )
    assert_array_equal(weights_of(dense), weights_of(sparse))


def test_the_default_scaling_does_not_feel_a_few_huge_values():
    X, y = noisy(400, 8, 8)
    huge = np.random.default_rng(8).random(X.shape) < 0.01
    X[huge] *= 1e3
    robust, ranged = (made("RCD-bias", scale=s).fit(X, y) for s in ("auto", "range"))
    assert robust.history_["error"][-1] < 0.8 * ranged.history_["error"][-1]


def test_robust_scaling_is_by_the_deviation_unless_outliers_make_it_large():
    few = np.array([0.0] * 8 + [1.0, 2.0, 3.0, 1e9])
    scaling = scaling_of("robust", np.column_stack([few, np.arange(12.0)]))
    assert_array_equal(scaling.shift, [0.0, 5.0])
    assert_array_equal(scaling.factor, [1 / 8, 1 / 4])  # of 2 * 3, and of 3.45: powers of two


def test_a_constant_feature_gets_no_weight():
    X, y = noisy(100, 3, 9)
    X[:, 1] = 0.1
    for scale in ("range", "standard"):
        assert made("RCD-bias", scale=scale).fit(X, y).coef_[0, 1] == 0


# ---------------------------------------------------------------- starts


def test_fishers_discriminant_can_be_named_or_given():
    X, y = noisy(200, 4, 10)
    w, b = fisher_discriminant(X, y)
    given = made("RCD-bias", scale=None, init=np.append(w, b)).fit(X, y)
    named = made("RCD-bias", scale=None, init="fisher").fit(X, y)
    assert_allclose(given.history_["error"][:20], named.history_["error"][:20])
    assert (given.init_, named.init_) == (["given"], ["fisher"])


def test_the_start_is_the_one_that_errs_least():
    X, y = noisy(200, 4, 10)
    X[::40] *= 100
    first = {
        name: made("RCD-bias", scale="standard", init=name, max_iter=1).fit(X, y)
        for name in ("fisher", "averaged", "auto")
    }
    errors = {name: model.history_["error"][0] for name, model in first.items()}
    assert errors["fisher"] != errors["averaged"]
    assert errors["auto"] == min(errors.values()) == errors[first["auto"].init_[0]]


def test_each_class_has_its_own_start():
    X, y = three_classes()
    assert set(made("default").fit(X, y).init_) <= {"fisher", "averaged", "lp"}
    assert len(made("default").fit(X, y).init_) == 3


def test_more_features_than_rows_are_separated_by_the_linear_programme():
    rng = np.random.default_rng(12)
    X, y = rng.normal(size=(60, 60)), rng.integers(0, 2, size=60)
    model = RCDPerceptron(random_state=0).fit(X, y)
    assert (model.stop_reason_, wrong(model, X, y)) == ("separated", 0)


@pytest.mark.parametrize("scale", ["range", "standard", None])
def test_a_fit_goes_on_from_the_weights_of_another(scale):
    X, y = noisy(300, 5, 11)
    first = made("RCD-bias", scale=scale).fit(X, y)
    init = np.append(first.coef_, first.intercept_)
    second = made("RCD-bias", scale=scale, init=init, random_state=1).fit(X, y)
    assert second.history_["error"][0] <= first.history_["error"][-1]


def test_a_linear_programme_separates_what_can_be_separated_before_the_first_epoch():
    rng = np.random.default_rng(12)
    X, y = rng.normal(size=(60, 60)), rng.integers(0, 2, size=60)
    model = RCDPerceptron(init="lp", random_state=0).fit(X, y)
    assert (model.n_iter_, model.stop_reason_, wrong(model, X, y)) == (0, "separated", 0)


def test_a_linear_programme_without_solution_leaves_fishers_discriminant():
    X, y = noisy(200, 4, 13)
    fisher = made("default", init="fisher").fit(X, y)
    assert_array_equal(made("lp").fit(X, y).coef_, fisher.coef_)


@pytest.mark.parametrize(
    "init", ["fisher", "zero", "lp", "averaged", [1.0, 2.0, 0.0, 1.0]], ids=str
)
@pytest.mark.parametrize("name", VARIANTS)
def test_without_intercept_there_is_none(name, init):
    X, y = noisy(100, 4, 14)
    model = made(name, init=init, fit_intercept=False, scale=None).fit(X, y)
    assert model.intercept_[0] == 0


# ---------------------------------------------------------------- restarts and classes


def test_the_best_restart_is_kept():
    X, y = noisy(200, 6, 15)
    seed = made("RCD-bias")._seed()

    class Seeded(RCDPerceptron):
        def _seed(self):
            return self.random_state

    settings = {"max_iter": 50, "random_state": seed, "init": "fisher"}
    alone = [Seeded(**settings | {"random_state": seed + k}).fit(X, y) for k in range(6)]
    best = min(range(6), key=lambda k: alone[k].history_["error"][-1])
    together = Seeded(n_restarts=6, **settings).fit(X, y)
    assert_array_equal(together.coef_, alone[best].coef_)
    mean = Seeded(n_restarts=6, combine="mean", scale=None, **settings).fit(X, y)
    units = [
        weights_of(Seeded(scale=None, **settings | {"random_state": seed + k}).fit(X, y))
        for k in range(6)
    ]
    assert_allclose(weights_of(mean), np.mean(units, axis=0))


def test_the_best_of_bootstraps_is_judged_on_all_rows():
    X, y = noisy(200, 6, 16)
    many = made("best of bootstraps", n_restarts=10).fit(X, y)
    one = made("best of bootstraps", n_restarts=1).fit(X, y)
    assert wrong(many, X, y) <= wrong(one, X, y)


def test_three_classes_are_three_hyperplanes_against_the_rest():
    X, y = load_iris(return_X_y=True)
    model = RCDPerceptron(random_state=0).fit(X, y)
    assert model.coef_.shape == (3, 4)
    assert model.history_["error"].shape == (model.n_iter_, 3)
    for code in range(3):
        side = model.decision_function(X)[:, code] > 0
        assert np.sum(side != (y == code)) == model.history_["error"][-1, code]


def test_class_weights_are_factors_of_sample_weights():
    X, y = noisy(200, 4, 17)
    by_class = made("RCD-bias", class_weight={1: 3}).fit(X, y)
    by_row = made("RCD-bias").fit(X, y, np.where(y == 1, 3.0, 1.0))
    assert_array_equal(by_class.coef_, by_row.coef_)


def test_a_line_is_printed_for_each_descent(capsys):
    X, y = three_classes()
    made("mean", verbose=1).fit(X, y)
    assert capsys.readouterr().out.count("RCDPerceptron: restart") == 9


def test_a_long_fit_tells_how_far_it_is(capsys):
    X, y = noisy(300, 6, 30)
    made("perturb", max_iter=10**9, time_limit=2.5, verbose=1).fit(X, y)
    told = re.findall(r"RCDPerceptron: (.*) s, (\d+) epochs, error (\d+)", capsys.readouterr().out)
    assert len(told) == 2
    assert int(told[0][1]) < int(told[1][1])


# ---------------------------------------------------------------- effort and history


def test_more_effort_is_more_epochs_and_fewer_errors():
    X, y = noisy(300, 6, 31)
    low, default = (RCDPerceptron(effort=e, random_state=0).fit(X, y) for e in ("low", "default"))
    assert low.n_iter_ < default.n_iter_
    assert low.history_["error"][-1] >= default.history_["error"][-1]
    high = EFFORTS["high"]
    assert high.epochs(300, 6) > 100 * default.n_iter_
    assert "lp" in high.starts(300, 6) and "fisher" not in high.starts(300, 50_000)


def test_what_is_given_wins_over_the_effort():
    X, y = noisy(100, 3, 32)
    model = RCDPerceptron(effort="high", max_iter=7, n_restarts=1, random_state=0).fit(X, y)
    assert model.n_iter_ == 7


def test_the_paper_is_one_line_of_parameters():
    X, y = noisy(200, 4, 33)
    w, b = fisher_discriminant(X, y)
    by_hand = run_by_content(X, y, None, np.append(w, b), seed=li()._seed(), max_iter=2000)
    model = li(scale=None).fit(X, y)
    unit = np.array(by_hand["weights"]) / np.linalg.norm(by_hand["weights"])
    assert model.history_["error"][-1] == by_hand["error"]
    assert_allclose(weights_of(model)[0], unit, rtol=1e-6)


def test_history_has_seconds_beside_errors():
    X, y = three_classes()
    history = made("mean").fit(X, y).history_
    assert history["seconds"].shape == history["error"].shape == (len(history["epoch"]), 3)
    assert np.all(np.diff(history["seconds"], axis=0) >= 0) and history["seconds"][0].min() > 0


def test_a_very_long_history_keeps_every_second_epoch_and_the_last_one():
    X, y = noisy(20, 2, 34)
    history = made("perturb", max_iter=150_001).fit(X, y).history_
    assert len(history["epoch"]) <= 2**16 + 1
    assert history["epoch"][-1] == 150_001 and set(np.diff(history["epoch"])) == {4, 1}


def test_more_classes_than_time_all_get_their_share():
    X, y = three_classes()
    model = made("perturb", max_iter=10**12, time_limit=0.3).fit(X, y)
    assert model.stop_reason_ == "time_limit"
    assert np.all(model.history_["error"][-1] < 40)
