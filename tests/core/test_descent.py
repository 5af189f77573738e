"""Random coordinate descent: every variant steps like the reference; the error is exact."""

import time

import numpy as np
import pytest
import reference_rcd as slow
from descents import KINDS, noisy, problem, recount, run, run_by_content, solve, start_for, tied
from scipy.sparse import csr_array

from rosenblatt import _core
from rosenblatt.training.descent import DescentOptions, descend
from rosenblatt.training.rows import inspected, open_rows

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


@pytest.fixture(params=KINDS)
def make(request):
    """A function (n, m, seed, dtype) -> X, y."""
    return KINDS[request.param]


def with_bias(X):
    return np.column_stack([X.astype(np.float64), np.ones(len(X))])


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
        got = run(X, y, weights.astype(float), start, **options, max_iter=epoch + 1)
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
    options = DescentOptions(directions=kind, orthogonal=orthogonal, bias_direction=bias).to_core()
    draw = slow.orthogonal_direction if orthogonal else slow.plain_direction
    for epoch in range(12):
        expected = draw(kind, 5, epoch, 11, bias)
        np.testing.assert_allclose(
            _core.search_direction(options, 11, 5, epoch), expected, atol=1e-12
        )


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("variant", ALL)
def test_the_error_never_rises_and_is_the_recount(variant, dtype, make):
    X, y = make(300, 6, 3, dtype)
    result = run(X, y, None, start_for(X), **ALL[variant], max_iter=5000)
    assert np.all(np.diff(result["history"]) <= 0)
    assert result["error"] == recount(X, y, None, result["weights"])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_error_is_the_recount_with_many_rows(dtype):
    X, y = noisy(20_000, 10, 30, dtype)
    result = run(X, y, None, start_for(X), max_iter=5000)
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
        result = run(X, y, None, start, max_iter=1000, seed=seed)
        assert result["error"] == recount(X, y, None, result["weights"])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_history_is_the_recount_of_each_epoch(dtype, make):
    X, y = make(2000, 5, 5, dtype)
    full = run(X, y, None, start_for(X), max_iter=400)["history"]
    for epochs in range(1, 400, 13):
        part = run(X, y, None, start_for(X), max_iter=epochs)
        assert part["history"] == full[:epochs]
        assert full[epochs - 1] == recount(X, y, None, part["weights"])


@pytest.mark.parametrize("variant", ALL)
def test_sorting_and_buckets_give_the_same_weights(variant, make):
    X, y = make(400, 5, 6, np.float32)
    fast = run(X, y, None, np.zeros(6), **ALL[variant], max_iter=700)
    slow_ = run(X, y, None, np.zeros(6), **ALL[variant], max_iter=700, by_sorting=True)
    assert fast["weights"] == slow_["weights"]


@pytest.mark.parametrize("variant", ALL)
def test_row_order_does_not_matter(variant, make):
    X, y = make(400, 5, 8, np.float32)
    order = np.random.default_rng(9).permutation(400)
    options = ALL[variant] | {"max_iter": 700}
    shuffled = run_by_content(X[order], y[order], None, np.zeros(6), **options)
    assert shuffled["weights"] == run_by_content(X, y, None, np.zeros(6), **options)["weights"]


@pytest.mark.parametrize("variant", [v for v in VARIANTS if v != "RCD-grad"])
def test_directions_that_do_not_look_at_the_rows_need_no_order(variant, make):
    X, y = make(400, 5, 8, np.float32)
    order = np.random.default_rng(9).permutation(400)
    options = VARIANTS[variant] | {"max_iter": 700}
    shuffled = run(X[order], y[order], None, np.zeros(6), **options)
    assert shuffled["weights"] == run(X, y, None, np.zeros(6), **options)["weights"]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("variant", ALL)
def test_weight_k_equals_k_copies(variant, dtype, make):
    X, y = make(300, 5, 10, dtype)
    weights = np.random.default_rng(11).integers(0, 5, size=300)
    options = ALL[variant] | {"max_iter": 700}
    start = start_for(X)
    repeated = np.repeat(X, weights, axis=0), np.repeat(y, weights)
    copies = run_by_content(*repeated, None, start, **options)
    weighted = run_by_content(X, y, weights.astype(float), start, **options)
    assert weighted["weights"] == copies["weights"]


@pytest.mark.parametrize("variant", ALL)
def test_dense_and_sparse_rows_give_the_same_weights(variant, make):
    X, y = make(300, 7, 12)
    X[np.random.default_rng(13).random(X.shape) < 0.5] = 0
    options = ALL[variant] | {"max_iter": 500}
    dense = run(X, y, None, start_for(X), **options)
    for index in (np.int32, np.int64):
        S = csr_array(X)
        S.indptr, S.indices = S.indptr.astype(index), S.indices.astype(index)
        assert run(S, y, None, start_for(X), **options)["weights"] == dense["weights"]


@pytest.mark.parametrize("variant", ["RCD-bias", "RCD-perturb"])
def test_the_number_of_threads_does_not_matter(variant):
    X, y = noisy(300, 6, 14, np.float32)
    rng = np.random.default_rng(15)
    problems = [
        problem(
            y if k % 3 else -y,
            rng.random(300) if k % 4 == 0 else None,
            start_for(X, k),
            seed=k,
            rows=rng.choice(300, size=240, replace=bool(k % 2)),
            max_iter=300 + k,
            **ALL[variant],
        )
        for k in range(12)
    ]
    one = solve(X, problems, threads=1)
    for threads in (2, 4):
        assert solve(X, problems, threads=threads) == one


def test_a_batch_of_problems_equals_single_runs():
    X, y = noisy(200, 4, 16)
    own = [{"max_iter": 100 + k, "directions": d} for k, d in enumerate(("uniform", "mixed"))]
    problems = [problem(y, None, start_for(X, k), seed=k, **o) for k, o in enumerate(own)]
    for k, (found, options) in enumerate(zip(solve(X, problems), own, strict=True)):
        assert run(X, y, None, start_for(X, k), seed=k, **options) == found


def test_a_subset_equals_the_rows_themselves():
    X, y = tied(200, 4, 17)
    rows = np.random.default_rng(18).choice(200, size=90)
    start = start_for(X)
    [part] = solve(X, [problem(y, None, start, seed=3, rows=rows, max_iter=100)])
    alone = run(X[rows], y[rows], None, start, max_iter=100, seed=3)
    assert part["weights"] == alone["weights"]


@pytest.mark.parametrize(
    "wrong",
    [{"y": 3}, {"weights": 3}, {"start": 2}, {"rows": np.array([0, 9])}, {"rows": np.array([-1])}],
    ids=str,
)
def test_a_problem_that_does_not_fit_the_table_is_refused(wrong):
    X, y = noisy(9, 2, 18)
    given = {
        "y": y[: wrong.get("y", 9)],
        "weights": np.ones(wrong.get("weights", 9)),
        "start": np.ones(wrong.get("start", 3)),
        "rows": wrong.get("rows"),
    }
    with pytest.raises(ValueError, match=r"wanted|wants|does not have"):
        solve(X, [problem(**given)])


def test_separable_rows_end_at_zero_error():
    X, _ = noisy(100, 3, 19)
    y = np.where(X @ [1.0, -2.0, 0.5] > 0.1, 1, -1).astype(np.int8)
    result = run(X, y, None, np.zeros(4), max_iter=5000)
    assert (result["error"], result["reason"]) == (0.0, "separated")
    assert result["epochs"] < 5000


def test_no_bias_is_learned_without_intercept():
    for name, options in ALL.items():
        for make in KINDS.values():
            X, y = make(60, 3, 20)
            start = np.array([1.0, -1.0, 0.5, 0.0])
            result = run(X, y, None, start, **options, fit_intercept=False, max_iter=200)
            assert result["weights"][-1] == 0.0, name


@pytest.mark.parametrize("rows", [noisy(60, 1, 20)[0], np.zeros((60, 3))], ids=["one", "zero"])
def test_mixed_directions_without_intercept_need_no_near_rows(rows):
    y = np.where(np.arange(60) % 3, 1, -1).astype(np.int8)
    options = ALL["RCD-mixed"] | {"fit_intercept": False, "max_iter": 100}
    result = run(rows, y, None, np.zeros(rows.shape[1] + 1), **options)
    assert result["error"] == recount(rows, y, None, result["weights"])


@pytest.mark.parametrize("perturb", [False, True])
def test_a_time_limit_is_kept(perturb):
    X, y = noisy(2000, 30, 21)
    y = np.random.default_rng(22).choice(np.array([-1, 1], dtype=np.int8), size=2000)
    options = {"max_iter": 10**9, "history": False, "perturb": perturb}
    begin = time.monotonic()
    result = run(X, y, None, start_for(X), time_limit=0.05, **options)
    assert result["reason"] == "time_limit"
    assert time.monotonic() - begin < 1


def test_problems_share_the_time_limit():
    X, y = noisy(500, 5, 21)
    problems = [problem(y, None, start_for(X, k), seed=k, max_iter=10**9) for k in range(4)]
    found = descend(open_rows(X).table, problems, time_limit=0.2)
    assert all(f.reason == "time_limit" and f.n_iter > 100 for f in found)


def test_any_float_weights_follow_their_order_of_magnitude():
    X, y = noisy(300, 4, 23)
    weights = np.exp(np.random.default_rng(24).normal(size=300) * 3)
    result = run(X, y, weights, start_for(X), max_iter=1000)
    assert result["error"] == pytest.approx(recount(X, y, weights, result["weights"]), rel=1e-6)


def test_whole_weights_are_taken_exactly():
    for weights in ([0.0, 1, 5, 3], [0.25, 0.5, 0.75], [0.1, 0.2, 0.3], [3e-9, 6e-9]):
        units, scale = _core.quantise(np.array(weights))
        np.testing.assert_allclose(np.array(units) / scale, weights, rtol=1e-14)
        assert max(units) < 10


def test_quantised_weights_are_off_by_half_a_unit_at_most():
    for seed in range(20):
        weights = np.exp(np.random.default_rng(seed).normal(size=1000) * 5)
        units, scale = _core.quantise(weights)
        assert int(units.sum()) + 500 >= 2**29
        assert int(units.sum()) <= 2**30 + 500
        assert np.all(np.abs(np.array(units) - weights * scale) <= 0.5)


def test_the_scale_of_the_weights_does_not_depend_on_their_order():
    weights = np.exp(np.random.default_rng(25).normal(size=1000))
    for seed in range(10):
        shuffled = np.random.default_rng(seed).permutation(weights)
        assert _core.quantise(shuffled)[1] == _core.quantise(weights)[1]


def test_orthogonal_directions_are_refused_where_they_make_no_sense():
    X, y = noisy(30, 3, 26)
    for kind in ("gradient", "mixed"):
        with pytest.raises(ValueError, match="orthogonal"):
            run(X, y, None, np.zeros(4), directions=kind, orthogonal=True)


@pytest.mark.parametrize("orthogonal", [False, True])
def test_more_features_than_a_descent_can_hold_are_refused(orthogonal):
    most = 4096 if orthogonal else 2**32 - 1
    options = DescentOptions(orthogonal=orthogonal).to_core()
    with pytest.raises(ValueError, match=f"{most + 1} features.*limited to {most}"):
        _core.search_direction(options, 0, most + 2, 0)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("variant", ALL)
def test_the_instruction_set_does_not_matter(variant, dtype, make):
    X, y = make(333, 7, 27, dtype)
    options = ALL[variant] | {"max_iter": 700}
    new = run(X, y, None, start_for(X), **options)
    _core.use("portable")
    try:
        assert run(X, y, None, start_for(X), **options) == new
    finally:
        _core.use("best")


def test_perturbation_beats_plain_descent():
    X, y = noisy(300, 6, 28)
    plain = run(X, y, None, start_for(X), max_iter=20_000)
    more = run(X, y, None, start_for(X), **ALL["RCD-perturb"], max_iter=20_000)
    assert more["error"] < plain["error"]


def test_a_float32_matrix_is_searched_in_double_precision_when_perturbed():
    X, y = noisy(200, 5, 29, np.float32)
    options = ALL["RCD-perturb"] | {"max_iter": 3000}
    single = run(X, y, None, start_for(X), **options)
    double = run(X.astype(np.float64), y, None, start_for(X), **options)
    assert single["weights"] == double["weights"]


# ---------------------------------------------------------------- shifts, reports


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
@pytest.mark.parametrize("directions", ["uniform", "gaussian", "gradient", "mixed"])
def test_a_shift_that_is_not_carried_out_gives_what_shifted_rows_give(directions, kind):
    X, y = noisy(200, 4, 40)
    start, shift = start_for(X), np.array([0.5, -2.0, 30.0, 0.0])
    options = {"directions": directions, "max_iter": 40, "seed": 3}
    moved = run(X - shift, y, None, start, **options)
    implied = run(kind(X), y, None, np.append(start[:-1], start[-1] - shift @ start[:-1]),
                  shift=shift, **options)  # fmt: skip
    assert implied["history"] == moved["history"]
    weights = np.array(implied["weights"])
    weights[-1] += shift @ weights[:-1]
    np.testing.assert_allclose(weights, moved["weights"], rtol=1e-9)


def test_perturbed_descents_may_be_shifted():
    X, y = noisy(200, 4, 41)
    shift = np.array([0.5, -2.0, 30.0, 0.0])
    found = run(X, y, None, start_for(X), shift=shift, directions="mixed", perturb=True,
                max_iter=20_000)  # fmt: skip
    assert found["error"] == recount(X, y, None, found["weights"]) < 45


def test_reports_tell_epochs_and_errors_and_may_end_the_descents():
    X, y = noisy(300, 5, 42)
    told = []

    def report(progress):
        told.append(progress)
        return len(told) == 3

    start = start_for(X)
    tasks = [problem(y, None, start, seed=k, perturb=True, max_iter=10**9) for k in (1, 2)]
    one, two = descend(inspected(X), tasks, report=report, every=0.05)
    assert len(told) == 3
    assert told[1][0][0] < told[2][0][0] <= one.n_iter
    assert (one.reason, two.reason) == ("time_limit", "time_limit")
    assert told[2][0][1] >= one.error > 0


def test_an_error_in_a_report_reaches_the_caller():
    X, y = noisy(300, 5, 42)

    def report(progress):
        raise RuntimeError("told too much")

    task = problem(y, None, start_for(X), perturb=True, max_iter=10**9)
    with pytest.raises(RuntimeError, match="told too much"):
        descend(inspected(X), [task], report=report, every=0.01)


def test_a_shift_of_another_length_is_refused():
    X, y = noisy(20, 3, 43)
    with pytest.raises(ValueError, match="one number for each column"):
        run(X, y, None, start_for(X), shift=np.zeros(2))
