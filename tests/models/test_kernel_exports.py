"""Exported kernel perceptrons give the labels of ``predict``, away from the boundary."""

import json

import numpy as np
import pytest
import scipy.sparse as sp
from languages import LANGUAGES, as_input, by_c, by_hand, by_onnx
from saved_models import hostile_table, model_of
from sklearn.metrics.pairwise import laplacian_kernel
from untied_rows import clear_rows

from rosenblatt import (
    AdaBoostPerceptron,
    KernelPerceptron,
    PassiveAggressiveClassifier,
    SecondOrderPerceptron,
)
from rosenblatt.models import Model
from rosenblatt.models.exporting import exported
from rosenblatt.models.learner_formulas import formula_of
from rosenblatt.tables import Table, TableCoder

KERNELS = {
    "linear": {"kernel": "linear"},
    "poly": {"kernel": "poly", "gamma": 0.5, "degree": 3, "coef0": 1.0},
    "half a power": {"kernel": "poly", "gamma": 0.01, "degree": 2.5, "coef0": 3.0},
    "rbf": {"kernel": "rbf"},
    "second order": {"kernel": "rbf", "rule": SecondOrderPerceptron()},
    "sigmoid": {"kernel": "sigmoid", "gamma": 0.1, "coef0": 0.1},
}
GAPS = {"float64": 1e-7, "float32": 1e-2}  # scores are sums of some hundred products


def kernel_learner(**settings):
    return KernelPerceptron(**{"max_iter": 3, "random_state": 0, **settings})


@pytest.fixture(scope="module")
def tables():
    return {n: hostile_table(1000, n) for n in (2, 3, 10)}


@pytest.fixture(scope="module")
def models(tables):
    return {
        (kernel, n, dtype): model_of(
            kernel_learner(**settings), tables[n].take(np.arange(300)), max_values=4, dtype=dtype
        )
        for kernel, settings in KERNELS.items()
        for n in (2, 10)
        for dtype in GAPS
    }


@pytest.mark.parametrize("dtype", GAPS)
@pytest.mark.parametrize("n_classes", [2, 10])
@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("language", ["onnx", "c", "json"])
def test_an_exported_kernel_agrees(language, kernel, n_classes, dtype, models, tables, tmp_path):
    model, table = models[kernel, n_classes, dtype], tables[n_classes]
    clear = clear_rows(model, table, GAPS[dtype])
    labels = LANGUAGES[language](model, table, tmp_path)
    assert clear.sum() > 900
    np.testing.assert_array_equal(labels[clear], model.predict(table)[clear])


@pytest.mark.parametrize("n_classes", [2, 10])
@pytest.mark.parametrize("language", ["sqlite", "duckdb"])
def test_a_linear_kernel_is_hyperplanes_in_sql(language, n_classes, models, tables, tmp_path):
    model, table = models["linear", n_classes, "float64"], tables[n_classes]
    clear = clear_rows(model, table)
    labels = LANGUAGES[language](model, table, tmp_path)
    np.testing.assert_array_equal(labels[clear], model.predict(table)[clear])


@pytest.mark.parametrize("n_classes", [2, 10])
@pytest.mark.parametrize("kernel", KERNELS)
def test_the_scores_of_onnx_are_those_of_the_model(kernel, n_classes, models, tables):
    onnxruntime = pytest.importorskip("onnxruntime")
    model, table = models[kernel, n_classes, "float64"], tables[n_classes]
    session = onnxruntime.InferenceSession(exported(model, "onnx"))
    wanted = [i.name for i in session.get_inputs()]
    cells = {name: as_input(table.columns[name.removeprefix("column ")]) for name in wanted}
    (scores,) = session.run(["scores"], cells)
    expected = model.decision_function(table).reshape(table.n_rows, -1)
    np.testing.assert_allclose(scores, expected, atol=1e-9 * np.abs(expected).max())


@pytest.mark.parametrize(
    "settings",
    [{"hypothesis": "last"}, {"multi_class": "joint"}, {"rule": PassiveAggressiveClassifier()},
     {"budget": 20}, {"fit_intercept": False}, {"kernel": "linear", "hypothesis": "voted"}],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("run", [by_onnx, by_c, by_hand])
def test_other_settings_agree(run, settings, tables, tmp_path):
    model = model_of(kernel_learner(**settings), tables[3].take(np.arange(100)))
    clear = clear_rows(model, tables[3])
    assert clear.sum() > 900
    labels = run(model, tables[3], tmp_path)
    np.testing.assert_array_equal(labels[clear], model.predict(tables[3])[clear])


@pytest.mark.parametrize("run", [by_onnx, by_hand])
def test_a_kernel_of_a_sparse_matrix_agrees(run, tmp_path):
    X = sp.random_array((300, 20), density=0.2, rng=np.random.default_rng(0), format="csr")
    y = (np.asarray(X.sum(axis=1)).ravel() > 2).astype(int)
    table = Table.from_arrays("sparse", X, y)
    model = model_of(kernel_learner(), table)
    np.testing.assert_array_equal(run(model, table, tmp_path), model.predict(table))


def test_support_rows_without_a_coefficient_are_left_out(tables):
    model = model_of(kernel_learner(hypothesis="longest"), tables[2])
    told = json.loads(exported(model, "json"))
    count = int(model.estimator.dual_coef_.any(axis=0).sum())
    assert len(told["support"]) == count < len(model.estimator.support_)


@pytest.mark.parametrize("run", [by_onnx, by_c, by_hand])
def test_a_model_without_support_rows_is_its_intercept(run, tables, tmp_path):
    model = model_of(kernel_learner(init="threshold"), tables[2])
    for table in model.estimator._model.dual.values():
        table[...] = 0
    labels = run(model, tables[2], tmp_path)
    np.testing.assert_array_equal(labels, model.predict(tables[2]))


@pytest.mark.parametrize("language", ["onnx", "c", "json"])
def test_single_precision_takes_less_room(language):
    X = np.random.default_rng(0).normal(size=(100, 30))
    table = Table.from_arrays("wide", X, np.arange(100) % 2)
    sizes = {d: len(exported(model_of(kernel_learner(), table, dtype=d), language)) for d in GAPS}
    assert sizes["float32"] < 0.75 * sizes["float64"]


def test_sql_with_a_kernel_is_refused_by_name(models):
    with pytest.raises(ValueError, match=r"kernel='rbf' compares .* to onnx, c or json"):
        exported(models["rbf", 2, "float64"], "sql")


def test_a_vote_with_a_kernel_is_refused_with_what_to_set(tables):
    model = model_of(kernel_learner(hypothesis="voted"), tables[2])
    with pytest.raises(ValueError, match=r"kernel='rbf' .* set hypothesis='averaged'"):
        exported(model, "json")
    model.estimator.set_params(hypothesis="averaged")
    assert json.loads(exported(model, "json"))["kernel"] == "rbf"


def test_a_kernel_that_is_a_function_is_refused_by_name(tables):
    model = model_of(kernel_learner(kernel=laplacian_kernel), tables[2])
    with pytest.raises(ValueError, match="kernel=laplacian_kernel is a function"):
        exported(model, "onnx")


def test_a_precomputed_kernel_is_refused_by_name():
    X = np.random.default_rng(0).normal(size=(30, 30))
    learner = kernel_learner(kernel="precomputed").fit(X @ X.T, X[:, 0] > 0)
    coder = TableCoder().fit({f"x{k}": column for k, column in enumerate(X.T)})
    with pytest.raises(ValueError, match="kernel='precomputed' knows products"):
        exported(Model(coder, learner, "y", "toy"), "json")


def test_boosted_kernels_are_refused_with_a_reason(tables):
    model = model_of(AdaBoostPerceptron(kernel_learner(), n_estimators=2), tables[2])
    with pytest.raises(ValueError, match=r"has a kernel, .* only boosted hyperplanes"):
        exported(model, "c")


def test_boosted_linear_kernels_are_hyperplanes(tables, tmp_path):
    boosted = AdaBoostPerceptron(kernel_learner(kernel="linear"), n_estimators=3, random_state=0)
    model = model_of(boosted, tables[2])
    clear = clear_rows(model, tables[2])
    labels = by_hand(model, tables[2], tmp_path)
    np.testing.assert_array_equal(labels[clear], model.predict(tables[2])[clear])


def test_too_many_numbers_are_refused_with_another_way(monkeypatch, models):
    model = models["rbf", 2, "float64"]
    with monkeypatch.context() as patch:
        patch.setattr("rosenblatt.models.exports.c.MOST_NUMBERS", 50)
        with pytest.raises(ValueError, match="support rows of 12 numbers, more than the 50"):
            exported(model, "c")
    monkeypatch.setattr("rosenblatt.models.kernel_formula.MOST_NUMBERS", 60)
    with pytest.raises(ValueError, match=r"support rows of 12 features.* budget=5\."):
        formula_of(model.estimator, 12)
