"""KernelPerceptron against the primal learners, and against loops written out."""

import subprocess
import sys

import numpy as np
import pytest
import scipy.sparse as sp
from children import in_child, seconds_to_stop
from long_fits import FOREVER, SOON, hopeless
from sklearn.datasets import load_digits, make_moons
from sklearn.model_selection import GridSearchCV

from rosenblatt import (
    ALMA,
    AROW,
    NORMA,
    ROMMA,
    SCW,
    Ballseptron,
    GradientPerceptron,
    KernelPerceptron,
    PassiveAggressiveClassifier,
    Perceptron,
    SecondOrderPerceptron,
)
from rosenblatt.selection import LaneSearchCV
from rosenblatt.training.groups import GROUPS
from rosenblatt.training.keepers import HYPOTHESES, NOT_IN_STREAMS

RULES = [
    PassiveAggressiveClassifier(),
    ALMA(),
    ROMMA(),
    NORMA(),
    Ballseptron(radius=0.1),
    GradientPerceptron(loss="hinge"),
]


def whole_rows(n=300, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.integers(-3, 4, size=(n, 6)).astype(float)
    return X, (X[:, 0] + X[:, 1] > rng.integers(-2, 3, size=n)).astype(int)


def digits():
    X, y = load_digits(return_X_y=True)
    return X[:500], y[:500]


@pytest.mark.parametrize("hypothesis", sorted(HYPOTHESES))
@pytest.mark.parametrize("multi_class", GROUPS)
@pytest.mark.parametrize("order", ["content", "shuffled", "cyclic", "random"])
def test_linear_kernel_makes_the_updates_of_the_primal(hypothesis, multi_class, order):
    X, y = digits()
    common = {
        "hypothesis": hypothesis, "multi_class": multi_class, "order": order, "max_iter": 4,
        "random_state": 3, "intercept_scaling": "norm",
    }  # fmt: skip
    primal = Perceptron(**common).fit(X, y)
    dual = KernelPerceptron(kernel="linear", **common).fit(X, y)
    assert np.array_equal(dual.mistakes_, primal.mistakes_)
    np.testing.assert_allclose(
        dual.decision_function(X), primal.decision_function(X), rtol=1e-9, atol=1e-6
    )


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: type(rule).__name__)
@pytest.mark.parametrize("hypothesis", ["last", "averaged"])
def test_every_rule_with_a_linear_kernel_equals_the_primal(rule, hypothesis):
    X, y = make_moons(400, noise=0.3, random_state=0)
    common = {"hypothesis": hypothesis, "max_iter": 3, "random_state": 0}
    primal = type(rule)(**rule.get_params()).set_params(**common, intercept_scaling="norm")
    dual = KernelPerceptron(kernel="linear", rule=rule, **common).fit(X, y)
    expected = primal.fit(X, y).decision_function(X)
    # ROMMA's weights grow without end on rows that overlap, and rounding with them.
    close = 1e-8 if isinstance(rule, ROMMA) else 1e-9
    np.testing.assert_allclose(
        dual.decision_function(X), expected, rtol=0, atol=close * np.abs(expected).max()
    )
    assert np.array_equal(dual.mistakes_, primal.mistakes_)


def naive_dual(K, y, epochs, margin, lam, alpha):
    """Khardon and Wachman, Figure 2, with coefficients: nothing is clever here."""
    C = K.diagonal().mean()
    a, theta, counts = np.zeros(len(y)), C, np.zeros(len(y), int)
    k, tally, best = 0, 0, 0
    longest = (a.copy(), theta)
    votes, vectors = [0], [(a.copy(), theta)]
    for _ in range(epochs):
        for j in range(len(y)):
            total = K[j] @ a + (counts[j] > 0) * y[j] * lam * K[j, j]
            m = margin * C
            guess = -1 if total < theta - m else 1 if total > theta + m else 0
            if guess != y[j] and counts[j] < alpha:
                a[j] += y[j]
                theta -= y[j] * C
                counts[j] += 1
                k, tally = k + 1, 0
                votes.append(0)
                vectors.append((a.copy(), theta))
            elif guess == y[j]:
                votes[k] += 1
                tally += 1
                if tally > best:
                    best, longest = tally, (a.copy(), theta)
    return counts, (a, theta), longest, votes, vectors


@pytest.mark.parametrize(
    ("margin", "lam", "alpha"), [(0, 0, np.inf), (0.25, 0, np.inf), (0, 0.5, np.inf), (0, 0, 2)]
)
def test_naive_dual_loop(margin, lam, alpha):
    X, labels = whole_rows(120)
    y = 2 * labels - 1
    K = (1 + X @ X.T) ** 2
    counts, last, longest, votes, vectors = naive_dual(K, y, 3, margin, lam, alpha)
    model = KernelPerceptron(
        kernel="poly", gamma=1.0, degree=2, coef0=1, margin=margin, lam=lam,
        alpha_bound=None if alpha == np.inf else alpha, init="threshold", order="cyclic",
        max_iter=3,
    ).fit(X, labels)  # fmt: skip
    assert np.array_equal(model.mistakes_, counts)
    for name, (a, theta) in {"last": last, "longest": longest}.items():
        scores = model.set_params(hypothesis=name).decision_function(X)
        np.testing.assert_allclose(scores, K @ a - theta, rtol=1e-12)
    sums = sum(
        v * np.where(K @ a - theta >= 0, 1, -1)
        for v, (a, theta) in zip(votes[1:], vectors[1:], strict=True)
    )
    assert np.array_equal(model.set_params(hypothesis="voted").decision_function(X), sums)


def features_of(K):
    """Rows whose inner products are K."""
    values, vectors = np.linalg.eigh(K)
    return vectors * np.sqrt(np.maximum(values, 0))


@pytest.mark.filterwarnings("ignore:the largest feature")
@pytest.mark.parametrize("rule", [None, *RULES], ids=lambda rule: type(rule).__name__)
@pytest.mark.parametrize("kernel", ["poly", "rbf"])
def test_any_kernel_is_a_space_of_features(rule, kernel):
    X, y = make_moons(150, noise=0.2, random_state=1)
    common = {"order": "cyclic", "max_iter": 3}
    dual = KernelPerceptron(kernel=kernel, gamma=0.7, coef0=1, rule=rule, **common).fit(X, y)
    K = {
        "poly": (1 + 0.7 * X @ X.T) ** 3,
        "rbf": np.exp(-0.7 * np.square(X[:, None] - X).sum(axis=2)),
    }[kernel]
    primal = Perceptron() if rule is None else type(rule)(**rule.get_params())
    primal.set_params(**common, intercept_scaling="norm", hypothesis="averaged")
    features = features_of(K)
    expected = primal.fit(features, y).decision_function(features)
    np.testing.assert_allclose(
        dual.decision_function(X), expected, rtol=0, atol=1e-7 * np.abs(expected).max()
    )


def test_precomputed_and_callable_equal_computed():
    X, y = whole_rows()
    K = X @ X.T
    computed = KernelPerceptron(kernel="linear", order="cyclic").fit(X, y)
    given = KernelPerceptron(kernel="precomputed", order="cyclic").fit(K, y)
    called = KernelPerceptron(
        kernel=lambda A, B, power: (A @ B.T) ** power, kernel_params={"power": 1}, order="cyclic"
    ).fit(X, y)
    expected = computed.decision_function(X)
    assert np.array_equal(given.decision_function(K), expected)
    assert np.array_equal(called.decision_function(X), expected)


def test_precomputed_rows_without_weight_are_absent():
    X, y = whole_rows(80)
    weights = np.ones(80)
    weights[::3] = 0
    K, kept = X @ X.T, weights > 0
    all_rows = KernelPerceptron(kernel="precomputed", order="cyclic").fit(K, y, weights)
    some = KernelPerceptron(kernel="precomputed", order="cyclic").fit(K[kept][:, kept], y[kept])
    assert np.array_equal(all_rows.decision_function(K), some.decision_function(K[:, kept]))


@pytest.mark.parametrize("cache_size", [0, 0.05, 200])
@pytest.mark.parametrize("n_jobs", [1, 2])
def test_neither_cache_nor_threads_change_the_model(cache_size, n_jobs):
    X, y = digits()
    plain = KernelPerceptron(random_state=0, cache_size=0).fit(X, y)
    other = KernelPerceptron(random_state=0, cache_size=cache_size, n_jobs=n_jobs).fit(X, y)
    np.testing.assert_allclose(other.dual_coef_, plain.dual_coef_, rtol=1e-12)
    assert np.array_equal(other.support_, plain.support_)


def test_lanes_equal_separate_fits():
    X, y = digits()
    X = np.round(X)
    together = KernelPerceptron(kernel="poly", gamma=1.0, degree=2, random_state=0).fit(X, y)
    for code, label in enumerate(together.classes_):
        alone = KernelPerceptron(kernel="poly", gamma=1.0, degree=2, random_state=0)
        scores = alone.fit(X, y == label).decision_function(X)
        expected = together.decision_function(X)[:, code]
        np.testing.assert_allclose(scores, expected, rtol=0, atol=1e-9 * np.abs(expected).max())


@pytest.mark.parametrize("kernel", ["linear", "poly", "rbf", "sigmoid"])
def test_sparse_equals_dense(kernel):
    X, y = whole_rows()
    dense = KernelPerceptron(kernel=kernel, random_state=0).fit(X, y)
    sparse = KernelPerceptron(kernel=kernel, random_state=0).fit(sp.csr_array(X), y)
    assert np.array_equal(sparse.mistakes_, dense.mistakes_)
    np.testing.assert_allclose(
        sparse.decision_function(sp.csr_array(X)), dense.decision_function(X), atol=1e-9
    )


def test_single_precision_stays_single():
    X, y = make_moons(200, noise=0.2, random_state=0)
    model = KernelPerceptron(random_state=0).fit(X.astype(np.float32), y)
    assert model.dual_coef_.dtype == np.float32
    assert model.score(X, y) > 0.9


@pytest.mark.parametrize("hypothesis", sorted(HYPOTHESES - set(NOT_IN_STREAMS)))
def test_batches_equal_one_cyclic_pass(hypothesis):
    X, y = make_moons(600, noise=0.2, random_state=0)
    common = {
        "kernel": "rbf", "gamma": 1.0, "hypothesis": hypothesis, "intercept_scaling": 1.0,
    }  # fmt: skip
    stream = KernelPerceptron(**common)
    for at in range(0, 600, 100):
        stream.partial_fit(X[at : at + 100], y[at : at + 100])
    whole = KernelPerceptron(**common, order="cyclic", max_iter=1).fit(X, y)
    np.testing.assert_allclose(stream.decision_function(X), whole.decision_function(X), atol=1e-9)


@pytest.mark.parametrize("rule", [ALMA(), ROMMA()], ids=lambda rule: type(rule).__name__)
def test_streams_know_the_length_of_their_weights(rule):
    X, y = make_moons(300, noise=0.2, random_state=0)
    stream = KernelPerceptron(gamma=1.0, rule=rule, intercept_scaling=1.0, hypothesis="last")
    for at in range(0, 300, 60):
        stream.partial_fit(X[at : at + 60], y[at : at + 60])
    whole = KernelPerceptron(
        gamma=1.0, rule=rule, intercept_scaling=1.0, hypothesis="last", order="cyclic", max_iter=1
    ).fit(X, y)
    expected = whole.decision_function(X)
    np.testing.assert_allclose(stream.decision_function(X), expected, rtol=1e-6, atol=1e-8)


def test_classes_may_appear_late():
    X, y = digits()
    stream = KernelPerceptron(kernel="linear", intercept_scaling=1.0, hypothesis="last")
    early = y < 3
    stream.partial_fit(X[early], y[early]).partial_fit(X[~early], y[~early])
    order = np.r_[np.flatnonzero(early), np.flatnonzero(~early)]
    whole = KernelPerceptron(
        kernel="linear", intercept_scaling=1.0, hypothesis="last", order="cyclic", max_iter=1
    ).fit(X[order], y[order])
    np.testing.assert_allclose(stream.decision_function(X), whole.decision_function(X), atol=1e-6)


# ---------------------------------------------------------------------- budgets


@pytest.mark.parametrize("policy", ["projection", "random"])
def test_a_budget_is_kept(policy):
    X, y = make_moons(2000, noise=0.25, random_state=0)
    model = KernelPerceptron(budget=40, budget_policy=policy, hypothesis="last", random_state=0)
    for at in range(0, 2000, 250):
        model.partial_fit(X[at : at + 250], y[at : at + 250])
        assert len(model.support_) <= 40
        assert model.dual_coef_.shape == (1, len(model.support_))
    assert model.score(X, y) > 0.75


def test_a_budget_that_is_not_reached_changes_nothing():
    X, y = whole_rows(100)
    free = KernelPerceptron(kernel="rbf", gamma=0.5, random_state=0).fit(X, y)
    for policy in ("projection", "random"):
        bounded = KernelPerceptron(
            kernel="rbf", gamma=0.5, budget=100, budget_policy=policy, hypothesis="last",
            random_state=0,
        ).fit(X, y)  # fmt: skip
        expected = free.set_params(hypothesis="last").decision_function(X)
        np.testing.assert_allclose(bounded.decision_function(X), expected, atol=1e-9)


def test_projections_are_those_of_a_least_squares_solver():
    """A naive Projectron: coefficients of the projection by numpy.linalg."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3))
    y = rng.choice([-1, 1], size=60)
    K = np.exp(-0.5 * np.square(X[:, None] - X).sum(axis=2))
    support, a, b, C = [], [], 0.0, 1.0
    for j in range(60):
        score = sum(c * K[i, j] for c, i in zip(a, support, strict=True)) + b
        if y[j] * score > 0:
            continue
        b += y[j] * C
        if len(support) < 8:
            support.append(j)
            a.append(float(y[j]))
        else:
            projected = np.linalg.solve(K[np.ix_(support, support)], K[support, j])
            a = list(np.array(a) + y[j] * projected)
    model = KernelPerceptron(
        gamma=0.5, budget=8, hypothesis="last", order="cyclic", max_iter=1
    ).fit(X, y)  # fmt: skip
    assert model.support_.tolist() == support
    np.testing.assert_allclose(model.dual_coef_[0], a, atol=1e-6)
    np.testing.assert_allclose(model.intercept_, [b], atol=1e-9)


# ---------------------------------------------------------------------- what users see


def test_all_hypotheses_come_from_one_fit():
    X, y = make_moons(300, noise=0.2, random_state=0)
    model = KernelPerceptron(random_state=0).fit(X, y)
    for hypothesis in ("last", "longest", "averaged", "voted"):
        own = KernelPerceptron(random_state=0, hypothesis=hypothesis).fit(X, y)
        switched = model.set_params(hypothesis=hypothesis)
        assert np.array_equal(switched.decision_function(X), own.decision_function(X))
    with pytest.raises(ValueError, match="fitted without hypothesis='pocket'"):
        model.set_params(hypothesis="pocket").predict(X)


def test_to_linear_predicts_the_same():
    X, y = digits()
    for hypothesis in ("last", "averaged", "voted"):
        model = KernelPerceptron(kernel="linear", hypothesis=hypothesis, random_state=0).fit(X, y)
        linear = model.to_linear()
        np.testing.assert_allclose(
            linear.decision_function(X), model.decision_function(X), rtol=1e-9, atol=1e-6
        )
    with pytest.raises(ValueError, match="only kernel='linear'"):
        KernelPerceptron().fit(X, y).to_linear()


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"rule": AROW()}, "a kernel knows no features"),
        ({"rule": SCW()}, "a kernel knows no features"),
        (
            {"rule": SecondOrderPerceptron(covariance="diagonal")},
            "a kernel knows no features",
        ),
        ({"rule": SecondOrderPerceptron(ridge=0)}, "choose a ridge above 0"),
        ({"rule": SecondOrderPerceptron(), "budget": 5}, "which no budget bounds"),
        ({"rule": SecondOrderPerceptron(), "hypothesis": "voted"}, "replayed from the rows"),
        ({"rule": ALMA(), "margin": 0.5}, "belongs to the perceptron's rule"),
        ({"rule": ALMA(hypothesis="last", order="cyclic")}, "sets what KernelPerceptron"),
        ({"budget": 5, "hypothesis": "voted"}, "list of all updates"),
        ({"budget": 5, "budget_policy": "random"}, "may have dropped"),
        (
            {"budget": 5, "budget_policy": "random", "hypothesis": "last", "rule": ROMMA()},
            "length of the weights",
        ),
        ({"kernel_params": {"power": 2}}, "arguments of a callable"),
        ({"kernel": "precomputed", "probability": "sigmoid"}, "CalibratedClassifierCV"),
        ({"kernel": "precomputed"}, "a square X"),
        ({"kernel": lambda A, B: A[:, :1]}, "must take two matrices"),
        ({"kernel": "sigmoid", "coef0": -1e9}, "at least 0"),
    ],
)
def test_what_makes_no_sense_is_refused(params, message):
    X, y = whole_rows(50)
    with pytest.raises(ValueError, match=message):
        KernelPerceptron(**params).fit(X, y)


def test_errors_of_a_callable_reach_the_caller_and_nothing_is_lost():
    X, y = whole_rows(300)
    model = KernelPerceptron(kernel="linear", order="cyclic").fit(X, y)
    before = model.decision_function(X)
    calls = []

    def fails_later(A, B):
        calls.append(A.shape)
        if len(calls) > 8:
            raise RuntimeError("the kernel broke")
        return A @ B.T

    model.kernel = fails_later
    with pytest.raises(RuntimeError, match="the kernel broke"):
        model.fit(X, y)
    model.kernel = "linear"
    assert np.array_equal(model.decision_function(X), before)


def test_probabilities():
    X, y = make_moons(300, noise=0.2, random_state=0)
    for params in ({"hypothesis": "voted"}, {"probability": "sigmoid"}):
        model = KernelPerceptron(random_state=0, **params).fit(X, y)
        shares = model.predict_proba(X)
        np.testing.assert_allclose(shares.sum(axis=1), 1.0)
        assert np.array_equal(model.classes_[shares.argmax(axis=1)], model.predict(X))


def test_a_search_fits_kernels_one_by_one():
    X, y = make_moons(200, noise=0.2, random_state=0)
    grid = {"margin": [0.0, 0.1]}
    model = KernelPerceptron(random_state=0)
    found = LaneSearchCV(model, grid, cv=3).fit(X, y).cv_results_["mean_test_score"]
    expected = GridSearchCV(model, grid, cv=3).fit(X, y).cv_results_["mean_test_score"]
    assert np.array_equal(found, expected)


@pytest.mark.parametrize("budget", [None, 50])
def test_ctrl_c_ends_a_long_fit_and_keeps_the_model(budget):
    X, y = hopeless()

    def interrupted():
        model = KernelPerceptron(budget=budget, max_iter=1).fit(X[:100], y[:100])
        before = model.decision_function(X[:50])
        model.set_params(max_iter=FOREVER)
        seconds = seconds_to_stop(lambda: model.fit(X, y))
        return seconds, np.array_equal(model.decision_function(X[:50]), before)

    seconds, kept = in_child(interrupted)
    assert kept and seconds < SOON


def test_memory_grows_with_the_support_rows_alone():
    """20 000 rows that are easy: a matrix of all products would take 3.2 GB."""
    script = (
        "import resource, numpy as np\n"
        "from rosenblatt import KernelPerceptron\n"
        "X = np.random.default_rng(0).normal(size=(20_000, 5))\n"
        "KernelPerceptron(max_iter=2).fit(X[:500], X[:500, 0] > 0)\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "model = KernelPerceptron(max_iter=2, cache_size=20).fit(X, X[:, 0] > 0)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, len(model.support_))"
    )
    told = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    kilobytes, support = map(int, told.stdout.split())
    assert support < 3000
    assert kilobytes < 200_000
