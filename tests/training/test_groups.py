"""What a model asks of the group of its hyperplanes, shown by a group made for it: pairs."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from rosenblatt import BaggedPerceptron, Perceptron, _core
from rosenblatt._sklearn import StrOptions
from rosenblatt.models.learner_formulas import formula_of
from rosenblatt.training.groups import GROUPS, Group, positive_codes


class Pairs(Group):
    """Two hyperplanes for each class (of two: for the second), learned apart; their mean decides.

    Both see the same, so the mean of two is each of them.
    """

    core = _core.Single
    two_classes = True
    line_per_class = False

    def size(self, lanes):
        return 1

    def positives(self, n_classes):
        return [code for code in positive_codes(n_classes) for _ in range(2)]

    def decisions(self, scores):
        return scores.reshape(len(scores), -1, 2).mean(axis=2)

    def class_votes(self, sums, most):
        signed = np.column_stack([-sums, sums]) if sums.ndim == 1 else sums
        return np.maximum(most + signed, 0.0)


class Paired(Perceptron):
    _parameter_constraints: dict = {
        **Perceptron._parameter_constraints,
        "multi_class": [StrOptions({"ovr", "pairs"})],
    }


@pytest.fixture(autouse=True)
def pairs(monkeypatch):
    monkeypatch.setitem(GROUPS, "pairs", Pairs())


def table(n_classes):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(90, 4))
    return X, (X @ rng.normal(size=(4, n_classes)) + rng.normal(size=(90, n_classes))).argmax(
        axis=1
    )


def both(**params):
    return (Paired(multi_class=m, random_state=0, **params) for m in ("pairs", "ovr"))


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("hypothesis", ["last", "longest", "pocket", "averaged", "voted"])
def test_the_group_decides_from_the_scores_of_its_lanes(hypothesis, n_classes):
    X, y = table(n_classes)
    pair, single = (model.fit(X, y) for model in both(hypothesis=hypothesis, max_iter=5))
    assert len(pair.coef_) == 2 * len(single.coef_)
    assert_allclose(pair.decision_function(X), single.decision_function(X), rtol=1e-12)
    assert_array_equal(pair.predict(X), single.predict(X))


@pytest.mark.parametrize("n_classes", [2, 3])
def test_early_stopping_judges_by_the_group(n_classes):
    X, y = table(n_classes)
    pair, single = (model.fit(X, y) for model in both(early_stopping=True))
    assert_array_equal(pair.history_["validation_score"], single.history_["validation_score"])


@pytest.mark.parametrize("n_classes", [2, 3])
def test_a_stream_keeps_the_group(n_classes):
    X, y = table(n_classes)
    pair, single = both(hypothesis="voted", intercept_scaling=1.0)
    for part in np.array_split(np.arange(len(y)), 3):
        for model in (pair, single):
            model.partial_fit(X[part], y[part], classes=np.arange(n_classes))
    assert_array_equal(pair.predict(X), single.predict(X))
    with pytest.raises(ValueError, match=r"'ovr' cannot .*'pairs'"):
        pair.set_params(multi_class="ovr").partial_fit(X, y)


def test_what_needs_a_hyperplane_for_each_class_refuses_others():
    X, y = table(3)
    pair, _ = both()
    with pytest.raises(ValueError, match=r"several hyperplanes for a class.*'ovr'"):
        BaggedPerceptron(pair, n_estimators=2).fit(X, y)
    with pytest.raises(ValueError, match=r"several hyperplanes for a class.*'ovr'"):
        formula_of(pair.fit(X, y), 4)


def test_a_warm_start_needs_the_same_hyperplanes():
    X, y = table(3)
    pair, _ = both(warm_start=True)
    pair.fit(X, y)
    with pytest.raises(ValueError, match=r"has 3 hyperplanes.*but 6 were learned"):
        pair.set_params(multi_class="ovr").fit(X, y)
