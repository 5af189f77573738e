"""``rosenblatt fit``."""

import pytest
from commands import error_line, run, write_trees

from rosenblatt.models import load
from rosenblatt.models.learner_names import default_learner, learner_named, learner_names, parsed

pytest.importorskip("skops")


@pytest.fixture
def trees(tmp_path):
    return write_trees(tmp_path / "trees.csv")


def test_fit_saves_a_model_of_the_file(trees, tmp_path):
    result = run("fit", trees, "--target", "kind", "--out", tmp_path / "m")
    assert result.exit_code == 0, result.stderr
    assert load(tmp_path / "m").predict({"height": [5.5], "leaf": ["broad"]}).tolist() == ["oak"]


def test_fit_reports_learner_and_training_error(trees, tmp_path):
    result = run("fit", trees, "--target", "kind", "--out", tmp_path / "m")
    assert "Fitted BaggedRCDPerceptron to 60 rows" in result.stdout
    assert "Training error:" in result.stdout


def test_fit_reports_how_missing_cells_are_handled(trees, tmp_path):
    result = run("fit", trees, "--target", "kind", "--out", tmp_path / "m")
    assert "20 cells are missing" in result.stdout


def test_a_learner_has_a_short_name_and_parameters(trees, tmp_path):
    result = run(
        "fit", trees, "--target", "kind", "--out", tmp_path / "m",
        "--learner", "ada-boost", "--param", "n_estimators=7", "--param", "estimator=averaged",
        "--param", "estimator__max_iter=3",
    )  # fmt: skip
    assert result.exit_code == 0, result.stderr
    learner = load(tmp_path / "m").estimator
    assert (learner.n_estimators, learner.estimator.max_iter) == (7, 3)


def test_parameters_reach_the_default_learner(trees, tmp_path):
    run("fit", trees, "--target", "kind", "--out", tmp_path / "m", "--param", "n_restarts=3")
    assert load(tmp_path / "m").estimator.n_restarts == 3


def test_a_constant_feature_that_was_asked_for_stays(tmp_path):
    words = tmp_path / "words.svm"
    words.write_text("1 1:30 4:2\n-1 2:1 3:9\n" * 20)
    asked = ("--learner", "averaged", "--param", "intercept_scaling=norm")
    assert run("fit", words, "--out", tmp_path / "m", *asked).exit_code == 0
    assert load(tmp_path / "m").estimator.intercept_scaling == "norm"


def test_two_fits_give_the_same_model(trees, tmp_path):
    for name in ("a", "b"):
        run("fit", trees, "--target", "kind", "--out", tmp_path / name)
    a, b = load(tmp_path / "a").estimator, load(tmp_path / "b").estimator
    assert a.coef_.tolist() == b.coef_.tolist()


def test_an_unknown_learner_names_the_choices(trees):
    message = error_line(run("fit", trees, "--learner", "avraged"))
    assert "did you mean averaged?" in message and "passiveaggressive" in message


def test_an_unknown_parameter_names_the_choices(trees):
    message = error_line(run("fit", trees, "--learner", "rcd", "--param", "epochs=3"))
    assert "no parameter 'epochs'" in message and "max_iter" in message


def test_a_parameter_out_of_range_says_what_is_wanted(trees):
    message = error_line(run("fit", trees, "--learner", "averaged", "--param", "max_iter=-3"))
    assert "must be an int in the range [1, inf). Got -3" in message


def test_a_parameter_without_a_value_is_refused(trees):
    assert "is not key=value" in error_line(run("fit", trees, "--learner", "rcd", "--param", "x"))


def test_a_missing_file_and_a_missing_column_are_one_line(trees, tmp_path):
    assert "no such file" in error_line(run("fit", tmp_path / "absent.csv"))
    assert "colour" in error_line(run("fit", trees, "--target", "colour"))


def test_a_failed_fit_leaves_the_old_model(trees, tmp_path):
    (tmp_path / "m").write_text("old")
    trees.write_text("a,kind\n1,oak\n2,oak\n")
    error_line(run("fit", trees, "--target", "kind", "--out", tmp_path / "m"))
    assert (tmp_path / "m").read_text() == "old"


def test_a_large_table_gets_the_averaged_perceptron():
    assert type(default_learner(10**6, 50)).__name__ == "AveragedPerceptron"


@pytest.mark.parametrize("name", [*learner_names(), *learner_names().values()])
def test_every_learner_is_found_by_both_names(name):
    assert type(learner_named(name)).__name__ in learner_names().values()


@pytest.mark.parametrize(
    ("text", "value"),
    [("3", 3), ("0.5", 0.5), ("none", None), ("True", True), ("[1, 2]", [1, 2]), ("(1, 2)", (1, 2)),
     ("joint", "joint"), ("inf", float("inf"))],
)  # fmt: skip
def test_values_are_read_as_people_mean_them(text, value):
    assert parsed(text) == value


def test_a_kernel_learner_takes_its_rule_by_name(trees, tmp_path):
    result = run(
        "fit", trees, "--target", "kind", "--out", tmp_path / "m",
        "--learner", "kernel", "--param", "rule=passive-aggressive", "--param", "rule__C=0.5",
    )  # fmt: skip
    assert result.exit_code == 0, result.stderr
    learner = load(tmp_path / "m").estimator
    assert (learner.kernel, type(learner.rule).__name__) == ("rbf", "PassiveAggressiveClassifier")
    assert learner.rule.C == 0.5


def test_a_rule_may_be_none(trees, tmp_path):
    asked = ("--learner", "kernel", "--param", "rule=none", "--out", tmp_path / "m")
    assert run("fit", trees, "--target", "kind", *asked).exit_code == 0
    assert load(tmp_path / "m").estimator.rule is None
