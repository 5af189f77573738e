"""Mixing the weights of parts: arithmetic, the bound of the paper, and the estimator it ends in."""

import numpy as np
import pytest
import scipy.sparse as sp
from file_tables import made_rows, write
from sklearn.base import clone

from rosenblatt import (
    ALMA,
    AROW,
    AveragedPerceptron,
    KernelPerceptron,
    PassiveAggressiveClassifier,
    Perceptron,
    RCDPerceptron,
)
from rosenblatt.distributed import DistributedPerceptron
from rosenblatt.distributed.mixing import begun, mixed, shares_of, widened
from rosenblatt.distributed.part_tasks import ArrayRows, first_stream, learn_part
from rosenblatt.distributed.perceptron import array_parts
from rosenblatt.sources import row_order
from rosenblatt.tables import TableCoder


def by_hand(X, y, n_parts, passes, mixing, **params):
    """The paper's algorithm for two classes in plain NumPy, without intercept."""
    w, total, weight = np.zeros(X.shape[1]), np.zeros(X.shape[1]), 0
    signs = np.where(y == 1, 1.0, -1.0)
    for number in range(passes):
        ends, counts = [], []
        for k in range(n_parts):
            rows = np.arange(k, len(y), n_parts)
            v, count = w.copy(), 0
            for row in rows[row_order(k, number, 0, len(rows))]:
                if signs[row] * (v @ X[row]) <= 0:
                    v, count = v + signs[row] * X[row], count + 1
                total, weight = total + v, weight + 1
            ends.append(v)
            counts.append(count)
        counts = np.array(counts)
        uniform = mixing == "uniform" or not counts.sum()
        shares = np.full(n_parts, 1 / n_parts) if uniform else counts / counts.sum()
        w = shares @ np.array(ends)
    return w, total / weight


@pytest.mark.parametrize("mixing", ["uniform", "updates"])
@pytest.mark.parametrize("n_parts", [1, 3, 8])
def test_mixing_is_the_algorithm_of_the_paper(n_parts, mixing):
    X, y = made_rows(n=200)
    last, mean = by_hand(X, y, n_parts, 4, mixing)
    for hypothesis, wanted in (("last", last), ("averaged", mean)):
        learner = Perceptron(hypothesis=hypothesis, fit_intercept=False)
        found = DistributedPerceptron(learner, n_parts=n_parts, passes=4, mixing=mixing).fit(X, y)
        np.testing.assert_allclose(found.to_local().coef_[0], wanted, rtol=1e-9, atol=1e-9)


def test_one_part_is_partial_fit():
    X, y = made_rows(n_classes=3)
    found = DistributedPerceptron(Perceptron(hypothesis="last"), n_parts=1, passes=3).fit(X, y)
    model = Perceptron(hypothesis="last")
    for number in range(3):
        rows = row_order(0, number, 0, len(y))
        model.partial_fit(X[rows], y[rows], classes=[0, 1, 2])
    np.testing.assert_array_equal(found.to_local().coef_, model.coef_)
    np.testing.assert_array_equal(found.to_local().intercept_, model.intercept_)


@pytest.mark.parametrize("mixing", ["uniform", "updates"])
@pytest.mark.parametrize("seed", range(5))
def test_the_cost_of_mixing_is_bounded_by_theorem_3(mixing, seed):
    """Shares times updates, summed over parts and passes, are at most (R / gamma)^2."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(400, 4))
    u = rng.normal(size=4)
    u /= np.linalg.norm(u)
    X = X[np.abs(X @ u) > 0.1]
    y = (X @ u > 0).astype(int)
    gamma, R = np.abs(X @ u).min(), np.linalg.norm(X, axis=1).max()
    learner = Perceptron(hypothesis="last", fit_intercept=False)
    found = DistributedPerceptron(learner, n_parts=8, passes=60, mixing=mixing).fit(X, y)
    costs = found.mixture_.costs[:, found.mixture_.stream.groups_of([1])[0]]
    assert 0 < costs.sum() <= (R / gamma) ** 2
    assert costs[-1] == 0  # separated, as the paper says it must be in the end
    assert found.to_local().score(X, y) == 1


def test_shares_by_updates_of_a_group_without_any_are_uniform():
    shares = shares_of(np.array([[3, 0], [1, 0]]), "updates")
    assert shares.tolist() == [[0.75, 0.5], [0.25, 0.5]]


def test_weights_of_2_are_rows_given_twice():
    X, y = made_rows(n=80)
    twice = DistributedPerceptron(
        Perceptron(hypothesis="last", intercept_scaling=1.0), n_parts=2, passes=3
    )
    weighted = clone(twice).fit(X, y, np.full(80, 2.0)).mixture_
    plain = clone(twice).fit(X, y).mixture_
    for one, other in zip(weighted.stream.records, plain.stream.records, strict=True):
        np.testing.assert_allclose(one.weights, 2 * other.weights)
    assert weighted.weight == 2 * plain.weight


def test_a_class_that_one_part_meets_late_is_known_to_all():
    X, y = made_rows(n=120, n_classes=3)
    few = ArrayRows(X[y < 2], y[y < 2])
    setting = Perceptron(random_state=0)
    stream, width, _ = first_stream(setting, few, 0, None)
    start = begun(stream, width)
    known = mixed(
        start, [learn_part(setting, stream, few, None, k, 0) for k in range(2)], "uniform"
    )
    late = [few, ArrayRows(X, y)]
    parts = [learn_part(setting, known.stream, part, None, 0, 1) for part in late]
    both = mixed(known, parts, "uniform")
    assert both.stream.classes.tolist() == [0, 1, 2]
    assert both.coef.shape == (len(both.stream.positives()), 5)
    # The same as if the class had been named from the start.
    stream, width, _ = first_stream(setting, few, 0, np.array([0, 1, 2]))
    named = begun(stream, width)
    for number, rows in ((0, [few, few]), (1, late)):
        found = [
            learn_part(setting, named.stream, part, np.array([0, 1, 2]), k * (1 - number), number)
            for k, part in enumerate(rows)
        ]
        named = mixed(named, found, "uniform")
    np.testing.assert_array_equal(both.coef, named.coef)
    np.testing.assert_array_equal(both.costs, named.costs)
    for one, other in zip(both.stream.records, named.stream.records, strict=True):
        np.testing.assert_array_equal(one.weights, other.weights)


def test_widening_by_nothing_changes_nothing():
    X, y = made_rows(n=50)
    stream, width, _ = first_stream(Perceptron(), ArrayRows(X, y), 0, np.array([0, 1]))
    start = begun(stream, width)
    assert widened(start, np.array([0, 1])) is start


def test_predictions_are_those_of_the_local_estimator():
    X, y = made_rows(n=300, n_classes=3)
    model = DistributedPerceptron(n_parts=4, passes=2).fit(X, y)
    local = model.to_local()
    np.testing.assert_array_equal(model.decision_function(X), local.decision_function(X))
    np.testing.assert_array_equal(model.predict(X), local.predict(X))


def test_a_value_that_is_not_finite_is_named_by_its_row_in_the_whole():
    X, y = made_rows(n=50)
    X[17, 2] = np.nan
    with pytest.raises(ValueError, match=r"row 17, column 2"):
        DistributedPerceptron(n_parts=4).fit(X, y)


def test_rows_without_weight_are_dealt_to_no_part():
    X, y = made_rows(n=60)
    weights = np.repeat([1.0, 0.0], 30)
    found = DistributedPerceptron(n_parts=4).fit(X, y, weights)
    alone = DistributedPerceptron(n_parts=4).fit(X[:30], y[:30])
    np.testing.assert_array_equal(found.coef_, alone.coef_)


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_files_are_coded_together_and_learned_in_parts(kind, tmp_path):
    X, y = made_rows(n=240, n_classes=3)
    for k in range(4):
        write(tmp_path / f"{k}.{kind}", X[60 * k : 60 * k + 60], y[60 * k : 60 * k + 60])
    found = DistributedPerceptron(n_parts=3, passes=2).fit_files(
        tmp_path, target="label", chunk_rows=20
    )
    columns = {f"x{j}": X[:, j] for j in range(5)}
    assert found.model_.coder.schema_ == TableCoder().fit(columns).schema_
    assert np.mean(found.model_.predict(columns) == y) > 0.8


def test_a_column_that_is_text_in_one_file_is_text_in_all(tmp_path):
    (tmp_path / "a.csv").write_text("code,label\n1,0\n2,1\n1,0\n2,1\n")
    (tmp_path / "b.csv").write_text("code,label\nx,0\ny,1\nx,0\ny,1\n")
    found = DistributedPerceptron(n_parts=2, passes=1).fit_files(tmp_path, target="label")
    assert found.model_.coder.schema_["columns"][0]["values"] == ["1", "2", "x", "y"]


def test_sparse_rows_are_mixed_too():
    X, y = made_rows(n=150)
    dense = DistributedPerceptron(n_parts=3, passes=2).fit(X, y).to_local()
    sparse = DistributedPerceptron(n_parts=3, passes=2).fit(sp.csr_array(X), y).to_local()
    np.testing.assert_allclose(dense.coef_, sparse.coef_, rtol=1e-7)


def test_the_local_estimator_learns_on():
    X, y = made_rows()
    local = DistributedPerceptron(n_parts=4, passes=2).fit(X, y).to_local()
    assert isinstance(local, AveragedPerceptron)
    before = local.coef_.copy()
    local.partial_fit(X, y)
    assert not np.array_equal(local.coef_, before)
    assert local.n_iter_ == 3
    assert len(local.history_["updates"]) == 3


def test_a_checkpoint_is_resumed_to_the_same_model_and_refused_by_another(tmp_path):
    X, y = made_rows()
    path = tmp_path / "mixture"
    DistributedPerceptron(passes=2, checkpoint=path).fit(X, y)
    resumed = DistributedPerceptron(passes=5, checkpoint=path).fit(X, y)
    whole = DistributedPerceptron(passes=5).fit(X, y)
    np.testing.assert_array_equal(resumed.to_local().coef_, whole.to_local().coef_)
    with pytest.raises(ValueError, match="belongs to a fit with mixing='uniform'"):
        DistributedPerceptron(passes=5, mixing="updates", checkpoint=path).fit(X, y)


@pytest.mark.parametrize(
    ("learner", "message"),
    [
        (ALMA(), "remembers more than weights"),
        (AROW(), "remembers more than weights"),
        (KernelPerceptron(), "cannot be mixed"),
        (RCDPerceptron(), "cannot be mixed"),
        (Perceptron(hypothesis="voted"), "hypothesis='voted' has no mixture"),
        (PassiveAggressiveClassifier(hypothesis="longest"), "has no mixture"),
    ],
    ids=str,
)
def test_what_cannot_be_mixed_is_refused(learner, message):
    X, y = made_rows(n=40)
    with pytest.raises(ValueError, match=message):
        DistributedPerceptron(learner, n_parts=2).fit(X, y)


def test_parts_of_arrays_hold_every_row_once():
    X, y = made_rows(n=23)
    parts = array_parts(X, y, None, 4)
    assert sorted(np.concatenate([part.X[:, 0] for part in parts])) == sorted(X[:, 0])
    assert len(array_parts(X[:2], y[:2], None, 4)) == 2
