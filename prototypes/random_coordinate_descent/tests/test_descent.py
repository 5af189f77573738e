"""Random coordinate descent: every variant steps like the reference; the error is exact."""

from __future__ import annotations

import numpy as np
import pytest
import reference_rcd as slow
import search_module as core
import search_module_baseline as baseline
from conftest import KINDS, noisy, recount, tied
from scipy.sparse import csr_matrix

VARIANTS = {
    "RCD": {"directions": "uniform", "bias_direction": False},
    "RCD-bias": {"directions": "uniform", "bias_direction": True},
    "RCD-conj": {"directions": "uniform", "bias_direction": False, "orthogonal": True},
    "RCD-conj-bias": {"directions": "gaussian", "bias_direction": True, "orthogonal": True},
    "RCD-grad": {"directions": "gradient", "bias_direction": False},
    "CCD": {"directions": "coordinate", "bias_direction": False},
    "RCD-gaussian": {"directions": "gaussian", "bias_direction": False},
}
AIMED = {
    "RCD-mixed": {"directions": "mixed"},
    "RCD-perturb": {"directions": "mixed", "perturb": True},
    "RCD-perturb-uniform": {"directions": "uniform", "perturb": True},
}
ALL = VARIANTS | AIMED


def start_for(X, seed=0):
    return np.random.default_rng(seed).normal(size=X.shape[1] + 1)


def with_bias(X):
    return np.column_stack([np.ones(len(X)), X.astype(np.float64)])


def reference_direction(options, X1, y, weights, w, epoch, seed):
    kind, bias = options["directions"], options["bias_direction"]
    if kind == "gradient":
        return slow.gradient_direction(X1, y, weights, w, epoch, bias)
    draw = slow.orthogonal_direction if options.get("orthogonal") else slow.plain_direction
    return draw(kind, X1.shape[1], epoch, seed, bias)


@pytest.mark.parametrize("from_zero", [False, True])
@pytest.mark.parametrize("two_sided", [False, True])
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_step_equals_the_reference(variant, two_sided, from_zero, make):
    X, y = make(40, 4, 1)
    weights = np.random.default_rng(2).integers(1, 4, size=40)
    options = VARIANTS[variant] | {"two_sided": two_sided, "seed": 7}
    start = np.zeros(5) if from_zero else start_for(X)
    w = start
    for epoch in range(25):
        got = core.descend(X, y, weights.astype(float), start, options | {"epochs": epoch + 1})
        if got["epochs"] <= epoch:
            break
        d = reference_direction(options, with_bias(X), y, weights, w, epoch, 7)
        expected = slow.step(with_bias(X), y, weights, w, d, two_sided)
        np.testing.assert_allclose(got["weights"], expected, rtol=1e-9, atol=1e-9)
        w = np.array(got["weights"])


@pytest.mark.parametrize("kind", ["uniform", "gaussian", "coordinate"])
@pytest.mark.parametrize("orthogonal", [False, True])
@pytest.mark.parametrize("bias", [False, True])
def test_directions_equal_the_reference(kind, orthogonal, bias):
    options = {"directions": kind, "orthogonal": orthogonal, "bias_direction": bias, "seed": 11}
    draw = slow.orthogonal_direction if orthogonal else slow.plain_direction
    for epoch in range(12):
        expected = draw(kind, 5, epoch, 11, bias)
        np.testing.assert_allclose(core.direction(options, 5, epoch), expected, atol=1e-12)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("variant", ALL)
def test_the_error_never_rises_and_is_the_recount(variant, dtype, make):
    X, y = make(300, 6, 3, dtype)
    result = core.descend(X, y, None, start_for(X), ALL[variant] | {"epochs": 5000})
    assert np.all(np.diff(result["history"]) <= 0)
    assert result["error"] == recount(X, y, None, result["weights"])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_error_is_the_recount_with_many_rows(dtype):
    X, y = noisy(20_000, 10, 30, dtype)
    result = core.descend(X, y, None, start_for(X), {"epochs": 5000})
    assert np.all(np.diff(result["history"]) <= 0)
    assert result["error"] == recount(X, y, None, result["weights"])


@pytest.mark.parametrize("scale", [1e-12, 1.0, 1e12])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_error_is_the_recount_on_badly_scaled_features(dtype, scale):
    X, y = noisy(500, 5, 4, dtype)
    X = X * dtype(scale)
    X[:, 0] *= 1000
    for seed in range(5):
        start = start_for(X) / scale
        result = core.descend(X, y, None, start, {"epochs": 1000, "seed": seed})
        assert result["error"] == recount(X, y, None, result["weights"])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_history_is_the_recount_of_each_epoch(dtype, make):
    X, y = make(2000, 5, 5, dtype)
    full = core.descend(X, y, None, start_for(X), {"epochs": 400})["history"]
    for epochs in range(1, 400, 13):
        part = core.descend(X, y, None, start_for(X), {"epochs": epochs})
        assert part["history"] == full[:epochs]
        assert full[epochs - 1] == recount(X, y, None, part["weights"])


@pytest.mark.parametrize("variant", ALL)
def test_sorting_and_buckets_give_the_same_weights(variant, make):
    X, y = make(400, 5, 6, np.float32)
    fast = core.descend(X, y, None, np.zeros(6), ALL[variant] | {"epochs": 700})
    slow_ = core.descend(X, y, None, np.zeros(6), ALL[variant] | {"epochs": 700, "sort": True})
    assert fast["weights"] == slow_["weights"]


@pytest.mark.parametrize("variant", ALL)
def test_row_order_does_not_matter(variant, make):
    X, y = make(400, 5, 8, np.float32)
    order = np.random.default_rng(9).permutation(400)
    options = ALL[variant] | {"epochs": 700}
    shuffled = core.descend(X[order], y[order], None, np.zeros(6), options)
    assert shuffled["weights"] == core.descend(X, y, None, np.zeros(6), options)["weights"]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("variant", ALL)
def test_weight_k_equals_k_copies(variant, dtype, make):
    X, y = make(300, 5, 10, dtype)
    weights = np.random.default_rng(11).integers(0, 5, size=300)
    options = ALL[variant] | {"epochs": 700}
    start = start_for(X)
    copies = core.descend(
        np.repeat(X, weights, axis=0), np.repeat(y, weights), None, start, options
    )
    assert core.descend(X, y, weights.astype(float), start, options)["weights"] == copies["weights"]


@pytest.mark.parametrize("variant", ALL)
def test_dense_and_sparse_rows_give_the_same_weights(variant, make):
    X, y = make(300, 7, 12)
    X[np.random.default_rng(13).random(X.shape) < 0.5] = 0
    S = csr_matrix(X)
    options = ALL[variant] | {"epochs": 500}
    dense = core.descend(X, y, None, start_for(X), options)
    for index in (np.int32, np.int64):
        starts, columns = S.indptr.astype(index), S.indices.astype(index)
        sparse = core.descend_csr(starts, columns, S.data, 7, y, None, start_for(X), options)
        assert sparse["weights"] == dense["weights"]


@pytest.mark.parametrize("variant", ["RCD-bias", "RCD-perturb"])
def test_the_number_of_threads_does_not_matter(variant):
    X, y = noisy(300, 6, 14, np.float32)
    rng = np.random.default_rng(15)
    problems = [
        (
            rng.choice(300, size=240, replace=bool(k % 2)),
            y if k % 3 else -y,
            rng.random(300) if k % 4 == 0 else None,
            start_for(X, k),
            k,
        )
        for k in range(12)
    ]
    options = ALL[variant] | {"epochs": 300}
    one = core.solve(X, problems, options, threads=1)
    for threads in (2, 4):
        assert core.solve(X, problems, options, threads=threads) == one


def test_a_batch_of_problems_equals_single_runs():
    X, y = noisy(200, 4, 16)
    starts = [start_for(X, k) for k in range(3)]
    batch = core.solve(X, [(None, y, None, s, k) for k, s in enumerate(starts)], {"epochs": 100})
    for k, s in enumerate(starts):
        alone = core.descend(X, y, None, s, {"epochs": 100, "seed": k})
        assert alone["weights"] == batch[k]["weights"]


def test_a_subset_equals_the_rows_themselves():
    X, y = tied(200, 4, 17)
    rows = np.random.default_rng(18).choice(200, size=90)
    start = start_for(X)
    part = core.solve(X, [(rows, y, None, start, 3)], {"epochs": 100})[0]
    alone = core.descend(X[rows], y[rows], None, start, {"epochs": 100, "seed": 3})
    assert part["weights"] == alone["weights"]


def test_separable_rows_end_at_zero_error():
    X, _ = noisy(100, 3, 19)
    y = np.where(X @ [1.0, -2.0, 0.5] > 0.1, 1, -1).astype(np.int8)
    result = core.descend(X, y, None, np.zeros(4), {"epochs": 5000})
    assert (result["error"], result["ending"]) == (0.0, "no_errors")
    assert result["epochs"] < 5000


def test_no_bias_is_learned_without_intercept():
    for name, options in ALL.items():
        for make in KINDS.values():
            X, y = make(60, 3, 20)
            start = np.array([0.0, 1.0, -1.0, 0.5])
            result = core.descend(X, y, None, start, options | {"intercept": False, "epochs": 200})
            assert result["weights"][0] == 0.0, name


@pytest.mark.parametrize("perturb", [False, True])
def test_a_time_limit_is_kept(perturb):
    X, y = noisy(2000, 30, 21)
    y = np.random.default_rng(22).choice(np.array([-1, 1], dtype=np.int8), size=2000)
    options = {"epochs": 10**9, "history": False, "perturb": perturb}
    result = core.descend(X, y, None, start_for(X), options, cpu_limit=0.05)
    assert result["ending"] == "stopped"
    assert result["cpu"] < 0.08


def test_any_float_weights_follow_their_order_of_magnitude():
    X, y = noisy(300, 4, 23)
    weights = np.exp(np.random.default_rng(24).normal(size=300) * 3)
    result = core.descend(X, y, weights, start_for(X), {"epochs": 1000})
    assert result["error"] == pytest.approx(recount(X, y, weights, result["weights"]), rel=1e-6)


def test_whole_weights_are_taken_exactly():
    for weights in ([0.0, 1, 5, 3], [0.25, 0.5, 0.75], [0.1, 0.2, 0.3], [3e-9, 6e-9]):
        units, scale = core.quantise(np.array(weights))
        np.testing.assert_allclose(np.array(units) / scale, weights, rtol=1e-14)
        assert max(units) < 10


def test_quantised_weights_are_off_by_half_a_unit_at_most():
    for seed in range(20):
        weights = np.exp(np.random.default_rng(seed).normal(size=1000) * 5)
        units, scale = core.quantise(weights)
        assert sum(units) + 500 >= 2**29
        assert sum(units) <= 2**30 + 500
        assert np.all(np.abs(np.array(units) - weights * scale) <= 0.5)


def test_the_scale_of_the_weights_does_not_depend_on_their_order():
    weights = np.exp(np.random.default_rng(25).normal(size=1000))
    for seed in range(10):
        shuffled = np.random.default_rng(seed).permutation(weights)
        assert core.quantise(shuffled)[1] == core.quantise(weights)[1]


def test_orthogonal_directions_are_refused_where_they_make_no_sense():
    X, y = noisy(30, 3, 26)
    for kind in ("gradient", "mixed"):
        with pytest.raises(ValueError, match="orthogonal"):
            core.descend(X, y, None, np.zeros(4), {"directions": kind, "orthogonal": True})


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("variant", ALL)
def test_the_instruction_set_does_not_matter(variant, dtype, make):
    X, y = make(333, 7, 27, dtype)
    options = ALL[variant] | {"epochs": 700}
    new = core.descend(X, y, None, start_for(X), options)
    assert new == baseline.descend(X, y, None, start_for(X), options) | {"cpu": new["cpu"]}


def test_perturbation_beats_plain_descent():
    X, y = noisy(300, 6, 28)
    plain = core.descend(X, y, None, start_for(X), {"epochs": 20_000})
    more = core.descend(X, y, None, start_for(X), ALL["RCD-perturb"] | {"epochs": 20_000})
    assert more["error"] < plain["error"]


def test_a_float32_matrix_is_searched_in_double_precision_when_perturbed():
    X, y = noisy(200, 5, 29, np.float32)
    options = ALL["RCD-perturb"] | {"epochs": 3000}
    single = core.descend(X, y, None, start_for(X), options)
    double = core.descend(X.astype(np.float64), y, None, start_for(X), options)
    assert single["weights"] == double["weights"]
