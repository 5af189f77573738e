"""What a model asks of the group of its hyperplanes, shown by groups made for it."""

import numpy as np
import pytest
from commands import error_line, run, write_trees
from numpy.testing import assert_allclose, assert_array_equal
from searches import assert_same
from searches import both as search_both
from streams import IN_STREAMS

from rosenblatt import BaggedPerceptron, KernelPerceptron, Perceptron, _core
from rosenblatt._sklearn import StrOptions
from rosenblatt.models.learner_formulas import formula_of
from rosenblatt.models.voted_formula import walk
from rosenblatt.selection import evaluation
from rosenblatt.training.groups import GROUPS, Group, decided_by_votes
from rosenblatt.training.keepers import HYPOTHESES
from rosenblatt.training.session import OTHER, Frame
from rosenblatt.training.stream import GrowingTable, Stream


class Pairs(Group):
    """Two hyperplanes for each class (of two: for the second), learned apart; their mean decides.

    Both see the same, so the mean of two is each of them.
    """

    core = _core.Single
    two_classes = True
    apart = True
    sides = True

    def size(self, lanes):
        return 1

    def lanes_for(self, codes):
        return [code for code in codes for _ in range(2)]

    def decisions(self, scores):
        return scores.reshape(len(scores), -1, 2).mean(axis=2)

    def class_votes(self, sums, most):
        signed = np.column_stack([-sums, sums]) if sums.ndim == 1 else sums
        return np.maximum(most + signed, 0.0)


class Trios(Pairs):
    """Three hyperplanes for each class that form a group of the core."""

    def size(self, lanes):
        return 3

    def lanes_for(self, codes):
        return [code for code in codes for _ in range(3)]


class Closed(Pairs):
    """Pairs, but all classes have to be named at once, and no side is told from the other."""

    apart = False
    sides = False


class Majority(Pairs):
    """Pairs whose number of positive votes decides, which says nothing of how positive they are."""

    def decisions(self, scores):
        return super().decisions(np.where(scores >= 0, 1.0, -1.0))

    def vote_decisions(self, sums):
        return super().decisions(sums)


MADE = {"pairs": Pairs(), "trios": Trios(), "closed": Closed(), "majority": Majority()}


def taking_made_groups(kind):
    names = [StrOptions({*GROUPS, *MADE})]
    constraints = {**kind._parameter_constraints, "multi_class": names}
    return type(kind.__name__, (kind,), {"_parameter_constraints": constraints})


Paired, PairedKernel = map(taking_made_groups, (Perceptron, KernelPerceptron))


@pytest.fixture(autouse=True)
def made_groups(monkeypatch):
    for name, group in MADE.items():
        monkeypatch.setitem(GROUPS, name, group)


def table(n_classes):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(90, 4))
    return X, (X @ rng.normal(size=(4, n_classes)) + rng.normal(size=(90, n_classes))).argmax(
        axis=1
    )


def both(kind=Paired, made="pairs", **params):
    return (kind(multi_class=m, random_state=0, **params) for m in (made, "ovr"))


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("hypothesis", sorted(HYPOTHESES))
def test_the_group_decides_from_the_scores_of_its_lanes(hypothesis, n_classes):
    X, y = table(n_classes)
    pair, single = (model.fit(X, y) for model in both(hypothesis=hypothesis, max_iter=5))
    assert len(pair.coef_) == 2 * len(single.coef_)
    assert_allclose(pair.decision_function(X), single.decision_function(X), rtol=1e-12)
    assert_array_equal(pair.predict(X), single.predict(X))


@pytest.mark.parametrize("kind", [Paired, PairedKernel])
@pytest.mark.parametrize("n_classes", [2, 3])
def test_a_group_may_decide_otherwise_from_votes_than_from_scores(n_classes, kind):
    X, y = table(n_classes)
    made, single = both(kind, "majority", hypothesis="voted", max_iter=5)
    stopped, early = both(kind, "majority", hypothesis="voted", early_stopping=True)
    made.fit(X, y), single.fit(X, y)
    assert_allclose(made.decision_function(X), single.decision_function(X), rtol=1e-12)
    assert_allclose(made.predict_proba(X), single.predict_proba(X), rtol=1e-12)
    scores = (model.fit(X, y).history_["validation_score"] for model in (stopped, early))
    assert_array_equal(*scores)


def hypotheses_of(votes):
    """Of each group of the core: its hypotheses, (number, lanes, features + 1), and their runs."""
    size = len(votes.start) // len(votes.lists)
    for number, updates in enumerate(votes.lists):
        lanes = list(range(number * size, (number + 1) * size))
        yield walk(votes.with_lists([updates], lanes), updates)


def votes_of(decided):
    """For the best class, or where one is judged alone, for or against it."""
    if decided.shape[1] == 1:
        return np.where(decided >= 0, 1.0, -1.0)
    return np.eye(decided.shape[1])[decided.argmax(axis=1)]


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("name", GROUPS)
def test_a_vote_counts_what_each_hypothesis_decides(name, n_classes):
    X, y = table(n_classes)
    model = Perceptron(multi_class=name, hypothesis="voted", max_iter=3, random_state=0).fit(X, y)
    group, one = GROUPS[model._group], np.ones(len(X))
    found = [
        sum(run * votes_of(group.decisions(np.column_stack([X, one]) @ lines.T))
            for lines, run in zip(*hypotheses, strict=True))
        for hypotheses in hypotheses_of(model._votes)
    ]  # fmt: skip
    decided = decided_by_votes(model._group, model._votes.sums(X))
    assert_allclose(decided.reshape(len(X), -1), np.concatenate(found, axis=1), rtol=1e-12)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_groups_with_sides_have_a_margin_for_either(n_classes):
    X, y = table(n_classes)
    pair, single = (model.fit(X, y) for model in both(margin=(0.1, 2.0)))
    assert_allclose(pair.decision_function(X), single.decision_function(X), rtol=1e-12)
    closed, _ = both(made="closed", margin=(0.1, 2.0))
    with pytest.raises(ValueError, match="multi_class='closed' compares"):
        closed.fit(X, y)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_a_search_in_lanes_finds_what_separate_fits_find(n_classes, monkeypatch):
    monkeypatch.setattr(evaluation, "LANES_AT_ONCE", 9)
    X, y = table(n_classes)
    pair, _ = both(max_iter=3)
    grid = {"margin": [0.0, 0.1, 0.2, 0.4, 0.8], "hypothesis": ["averaged", "voted"]}
    assert_same(*search_both(pair, grid, X, y))


@pytest.mark.parametrize("n_classes", [2, 3])
def test_early_stopping_judges_by_the_group(n_classes):
    X, y = table(n_classes)
    pair, single = (model.fit(X, y) for model in both(early_stopping=True))
    assert_array_equal(pair.history_["validation_score"], single.history_["validation_score"])


@pytest.mark.parametrize("made", ["pairs", "closed"])
@pytest.mark.parametrize("n_classes", [2, 3])
def test_a_stream_keeps_the_group(n_classes, made):
    X, y = table(n_classes)
    pair, single = both(made=made, hypothesis="voted", intercept_scaling=1.0)
    for part in np.array_split(np.arange(len(y)), 3):
        for model in (pair, single):
            model.partial_fit(X[part], y[part], classes=np.arange(n_classes))
    assert len(pair.coef_) == 2 * len(single.coef_)
    assert_array_equal(pair.predict(X), single.predict(X))
    with pytest.raises(ValueError, match=rf"'ovr' cannot .*'{made}'"):
        pair.set_params(multi_class="ovr").partial_fit(X, y)


@pytest.mark.parametrize("kind", [Paired, PairedKernel])
@pytest.mark.parametrize("hypothesis", IN_STREAMS)
def test_classes_of_several_hyperplanes_may_appear_late(hypothesis, kind):
    X, y = table(4)
    pair, single = both(kind, hypothesis=hypothesis, intercept_scaling=1.0)
    for known in (1, 2, 3, 3, 4):
        of = y < known
        for model in (pair, single):
            model.partial_fit(X[of], y[of])
        assert len(pair.intercept_) == 2 * len(single.intercept_)
        assert_allclose(pair.decision_function(X), single.decision_function(X), rtol=1e-12)
    for name in ("updates", "mistakes"):
        twice = np.repeat(single.history_[name], 2, axis=1)
        assert_array_equal(pair.history_[name], twice)
    assert_array_equal(pair.mistakes_, np.repeat(single.mistakes_, 2, axis=1))


@pytest.mark.parametrize("n_classes", [2, 3])
def test_a_stream_of_several_hyperplanes_a_class_starts_from_given_weights(n_classes):
    X, y = table(4)
    start = np.random.default_rng(1).normal(size=(1 if n_classes == 2 else n_classes, 5))
    pair, single = both(intercept_scaling=1.0)
    for model, init in ((pair, np.repeat(start, 2, axis=0)), (single, start)):
        model.set_params(init=init)
        for known in (n_classes, 4):
            model.partial_fit(X[y < known], y[y < known])
    assert_allclose(pair.decision_function(X), single.decision_function(X), rtol=1e-12)


def test_other_starts_must_have_a_line_for_each_hyperplane():
    X, y = table(3)
    pair, _ = both(init=np.zeros((3, 4)))
    with pytest.raises(ValueError, match="must have 6 lines"):
        pair.partial_fit(X, y)


def test_a_late_class_takes_over_the_groups_of_one_that_was_never_met():
    stream = Stream(
        classes=np.array(["b", "d"]), records=tuple("bbbdddooo"), frame=Frame(1.0, 1.0, 1.0),
        scale=1.0, open=True, counts=np.array([3.0, 4.0]), group="trios", start=tuple("123456789"),
        lists=tuple("BDO"), history={"updates": GrowingTable.of(np.array([[5, 6, 7]]))},
    )  # fmt: skip
    wider = stream.with_classes(np.array(["a", "d"]))
    assert wider.classes.tolist() == ["a", "b", "d"]
    assert "".join(wider.records) == "ooobbbdddooo"
    assert "".join(wider.start) == "789123456789"
    assert "".join(wider.lists) == "OBDO"
    assert wider.counts.tolist() == [0.0, 3.0, 4.0]
    assert wider.history["updates"].lines.tolist() == [[7, 5, 6, 7]]
    assert stream.visible() == [3, 4, 5]
    assert stream.shown(stream.history["updates"].lines).tolist() == [6]
    assert wider.shown(wider.history["updates"].lines).tolist() == [[7, 5, 6]]


@pytest.mark.parametrize("name", [name for name, group in GROUPS.items() if group.apart])
def test_classes_learned_apart_have_the_same_lanes_in_a_stream_and_in_a_fit(name):
    group, one = GROUPS[name], len(GROUPS[name].lanes_for([7]))
    for n_classes in (2, 3, 5):
        fitted = group.positives(n_classes)
        streamed = group.lanes_for([*range(n_classes), OTHER])
        assert [code for code in streamed if code in fitted] == fitted
        assert len(streamed) == one * (n_classes + 1)
        assert group.size(len(fitted)) == group.size(len(streamed)) == group.size(one)
        assert one % group.size(one) == 0


def test_classes_that_are_not_learned_apart_may_not_appear_late():
    X, y = table(3)
    closed, _ = both(made="closed")
    with pytest.raises(ValueError, match=r"\[2\].*'ovr'"):
        closed.partial_fit(X[y < 2], y[y < 2]).partial_fit(X, y)


def test_what_needs_a_hyperplane_for_each_class_refuses_others():
    X, y = table(3)
    pair, _ = both()
    with pytest.raises(ValueError, match=r"several hyperplanes for a class.*'ovr'"):
        BaggedPerceptron(pair, n_estimators=2).fit(X, y)
    with pytest.raises(ValueError, match=r"several hyperplanes for a class.*'ovr'"):
        formula_of(pair.fit(X, y), 4)


def test_a_model_without_a_hyperplane_for_each_class_can_be_inspected(tmp_path, monkeypatch):
    pytest.importorskip("skops")
    allowed = Paired._parameter_constraints["multi_class"]
    monkeypatch.setitem(Perceptron._parameter_constraints, "multi_class", allowed)
    trees, model = write_trees(tmp_path / "trees.csv"), tmp_path / "model"
    chosen = ("--learner", "perceptron", "--param", "multi_class=pairs")
    assert run("fit", trees, "--target", "kind", *chosen, "--out", model).exit_code == 0
    shown = run("inspect", model)
    assert shown.exit_code == 0
    assert "multi_class=pairs" in shown.stdout and "rows: 60" in shown.stdout
    assert "several hyperplanes for a class, which no export can write" in shown.stdout
    assert "no export can write" in error_line(
        run("export", model, "--to", "json", "--out", tmp_path / "out")
    )


def test_a_warm_start_needs_the_same_hyperplanes():
    X, y = table(3)
    pair, _ = both(warm_start=True)
    pair.fit(X, y)
    with pytest.raises(ValueError, match=r"has 3 hyperplanes.*but 6 were learned"):
        pair.set_params(multi_class="ovr").fit(X, y)
