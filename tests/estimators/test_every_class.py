"""Laws that every public class keeps, whatever it learns."""

import copy
import re
import warnings

import numpy as np
import pytest
import scipy.sparse as sp
import sklearn
from public_classes import made, public_classes
from sklearn.base import clone
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MaxAbsScaler

from rosenblatt import AdaBoostPerceptron
from rosenblatt.training.keepers import HYPOTHESES

KINDS = [kind for kind in public_classes() if hasattr(kind, "fit") and hasattr(kind, "predict")]
SEEDED = [kind for kind in KINDS if "random_state" in made(kind).get_params(deep=False)]
WEIGHTED = [kind for kind in KINDS if "Search" not in kind.__name__]
WITH_HYPOTHESES = [kind for kind in KINDS if "hypothesis" in made(kind).get_params(deep=False)]
FROM_FISHER = {"RCDPerceptron"}  # whose means and covariances round weighted sums
QUICK = {"max_iter": 5, "n_estimators": 5, "time_limit": 20}


def learner(kind, **given):
    model = made(kind)
    known = model.get_params(deep=False)
    wanted = {"random_state": 0} | QUICK | given
    return model.set_params(**{name: value for name, value in wanted.items() if name in known})


def whole_numbers():
    rng = np.random.default_rng(3)
    X = rng.integers(-3, 4, size=(40, 4)).astype(np.float64)
    return X, (X @ [2.0, -1.0, 1.0, 0.0] + rng.normal(size=40) > 0).astype(int)


def with_zeros(classes):
    """Noisy rows of 30 columns, half of their values 0."""
    rng = np.random.default_rng(4)
    X = rng.integers(-3, 4, size=(60, 30)) * (rng.random((60, 30)) < 0.6)
    scores = X @ rng.normal(size=(30, classes)) + 2 * rng.normal(size=(60, classes))
    return X.astype(np.float64), scores.argmax(axis=1)


def each_hypothesis(kind):
    """A learner for each hypothesis that it can have."""
    if "hypothesis" not in made(kind).get_params(deep=False):
        yield learner(kind)
        return
    for name in sorted(HYPOTHESES):
        try:
            learner(kind, hypothesis=name).fit(*with_zeros(2))
        except ValueError:
            continue  # which its own tests expect
        yield learner(kind, hypothesis=name)


@pytest.mark.parametrize("kind", WITH_HYPOTHESES, ids=lambda kind: kind.__name__)
def test_the_docstring_names_the_hypotheses_that_are_accepted(kind):
    described = re.search(r"^ *hypothesis : \{(.*)\}", kind.__doc__, re.MULTILINE)[1]
    assert {model.hypothesis for model in each_hypothesis(kind)} <= set(
        re.findall(r'"(\w+)"', described)
    )


def scores_by_layout(model, X, y, **given):
    """For the same dense rows, once trained on them and once on sparse ones."""
    return [
        clone(model).fit(rows, y, **given).decision_function(X) for rows in (X, sp.csr_array(X))
    ]


LAYOUTS = {
    "rows": np.ascontiguousarray,
    "columns": np.asfortranarray,
    "float32": lambda X: X.astype(np.float32),
    "whole numbers": lambda X: X.astype(np.int64),
    "sparse": sp.csr_array,
    "sparse columns": sp.csc_array,
}


def stored(X):
    """The arrays that a table is made of."""
    return [X.data, X.indices, X.indptr] if sp.issparse(X) else [X]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_the_arrays_of_the_caller_are_never_written_and_numpy_warns_of_nothing(kind, layout):
    X, y = whole_numbers()
    X, weights = LAYOUTS[layout](X), np.linspace(0.5, 2, len(y))
    arrays = [*stored(X), y, weights]
    before = copy.deepcopy(arrays)
    for array in arrays:
        array.flags.writeable = False
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        model = learner(kind)
        given = {} if "Search" in kind.__name__ else {"sample_weight": weights}
        model.fit(X, y, **given)
        model.predict(X)
        if hasattr(model, "decision_function"):
            model.decision_function(X)
    for array, old in zip(arrays, before, strict=True):
        np.testing.assert_array_equal(array, old)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_sparse_rows_of_whole_numbers_give_the_scores_of_dense_ones_bit_for_bit(
    kind, classes, dtype
):
    X, y = with_zeros(classes)
    for model in each_hypothesis(kind):
        dense, sparse = scores_by_layout(model, X.astype(dtype), y)
        np.testing.assert_array_equal(sparse, dense)


@pytest.mark.parametrize("kind", WEIGHTED, ids=lambda kind: kind.__name__)
def test_so_they_do_with_fractions_for_weights(kind):
    X, y = with_zeros(3)
    weights = np.random.default_rng(5).random(len(y)) + 0.1
    for model in each_hypothesis(kind):
        dense, sparse = scores_by_layout(model, X, y, sample_weight=weights)
        if kind.__name__ in FROM_FISHER:
            np.testing.assert_allclose(sparse, dense, rtol=0, atol=1e-12 * np.abs(dense).max())
        else:
            np.testing.assert_array_equal(sparse, dense)


@pytest.mark.parametrize("kind", SEEDED, ids=lambda kind: kind.__name__)
def test_a_generator_is_a_seed(kind):
    X, y = whole_numbers()
    one, two = (
        learner(kind, random_state=np.random.default_rng(5)).fit(X, y).decision_function(X)
        for _ in range(2)
    )
    np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_parameter_is_described_in_the_html_view(kind):
    model = made(kind)
    page = model._repr_html_()
    described = set(re.findall(r'class="param-doc-link"[^>]*>\s*(\w+)', page))
    assert described >= set(model.get_params(deep=False))


def test_boosting_passes_weights_on_as_they_are_asked_for():
    X, y = whole_numbers()
    weights = np.linspace(0.1, 3, len(y))
    plain = AdaBoostPerceptron(n_estimators=5, random_state=0)
    wanted = clone(plain).fit(MaxAbsScaler().fit_transform(X), y, weights)
    with sklearn.config_context(enable_metadata_routing=True):
        asking = clone(plain).set_fit_request(sample_weight=True)
        found = make_pipeline(MaxAbsScaler(), asking).fit(X, y, sample_weight=weights)
        scores = found.decision_function(X)
    np.testing.assert_array_equal(scores, wanted.decision_function(MaxAbsScaler().fit_transform(X)))
