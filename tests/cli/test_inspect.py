"""``rosenblatt inspect``."""

import pytest
from commands import error_line, run, write_trees

from rosenblatt.models import load

pytest.importorskip("skops")


@pytest.fixture
def trees(tmp_path):
    return write_trees(tmp_path / "trees.csv")


@pytest.fixture
def model(trees, tmp_path):
    assert run("fit", trees, "--target", "kind", "--out", tmp_path / "m").exit_code == 0
    return tmp_path / "m"


def test_a_model_shows_classes_learner_parameters_and_facts(model):
    shown = run("inspect", model).stdout
    assert "BaggedRCDPerceptron for 'kind', fitted on trees.csv" in shown
    assert "classes: fir, oak" in shown
    assert "n_restarts=25" in shown
    assert "rows: 60" in shown


def test_weights_are_listed_by_size(model):
    lines = run("inspect", model).stdout.splitlines()
    first = next(k for k, line in enumerate(lines) if line.startswith("feature ")) + 1
    weights = [abs(float(line.split()[-1])) for line in lines[first : first + 3]]
    assert weights == sorted(weights, reverse=True)


def test_top_limits_the_weights_and_says_so(model):
    shown = run("inspect", model, "--top", 1).stdout
    assert "... and 2 more; --top 3 shows all." in shown


def test_with_many_classes_the_largest_weight_is_shown(tmp_path):
    lines = [f"{k % 8},{(k % 8) ** 2},class {k % 8}" for k in range(80)]
    (tmp_path / "many.csv").write_text("\n".join(["a,b,y", *lines]))
    run("fit", tmp_path / "many.csv", "--target", "y", "--out", tmp_path / "m")
    lines = [line.split() for line in run("inspect", tmp_path / "m").stdout.splitlines()]
    assert ["feature", "weight", "for", "class"] in lines


def test_a_boosted_model_shows_shares(trees, tmp_path):
    run("fit", trees, "--target", "kind", "--learner", "adaboost", "--out", tmp_path / "m")
    assert "mean share of each feature in the" in run("inspect", tmp_path / "m").stdout


def test_a_linear_kernel_shows_its_weights_too(trees, tmp_path):
    asked = ("--learner", "kernel", "--param", "kernel=linear")
    run("fit", trees, "--target", "kind", *asked, "--out", tmp_path / "m")
    shown = run("inspect", tmp_path / "m").stdout
    assert "kernel: linear, x . z" in shown
    assert ["feature", "towards", "oak"] in [line.split() for line in shown.splitlines()]


@pytest.mark.parametrize("learner", ["committee", "parallel", "discriminant-parallel"])
def test_a_committee_shows_shares(learner, trees, tmp_path):
    run("fit", trees, "--target", "kind", "--learner", learner, "--out", tmp_path / "m")
    shown = run("inspect", tmp_path / "m")
    assert "share of each feature in the 5 perceptrons of the model" in " ".join(
        shown.stdout.split()
    )
    assert shown.exit_code == 0


def test_a_vote_of_committees_has_no_weights_by_feature_and_says_so(trees, tmp_path):
    chosen = ("--learner", "committee", "--param", "hypothesis=voted")
    run("fit", trees, "--target", "kind", *chosen, "--out", tmp_path / "m")
    shown = run("inspect", tmp_path / "m")
    assert "no weights to list" in shown.stdout
    assert shown.exit_code == 0


def test_data_show_classes_majority_error_and_columns(trees):
    shown = run("inspect", trees, "--target", "kind").stdout
    lines = [line.split() for line in shown.splitlines()]
    assert ["fir", "27", "45.0%"] in lines
    assert "majority error: 45.00%" in shown
    assert ["leaf", "nominal", "20", "2", "broad,", "needle"] in lines
    assert ["height", "numeric", "0", "60", "0", "to", "5.9", "2.95", "1.732"] in lines


def test_data_with_a_model_show_margins(trees, model):
    shown = run("inspect", trees, "--model", model, "--no-proofs").stdout
    assert "margins of BaggedRCDPerceptron" in shown
    assert [line.split()[:2] for line in shown.splitlines()[-2:]] == [["fir", "27"], ["oak", "33"]]


def test_labels_the_model_does_not_know_are_named(trees, model):
    trees.write_text(trees.read_text().replace("oak", "elm"))
    message = error_line(run("inspect", trees, "--model", model))
    assert "'elm', which the model does not know" in message


def test_names_cannot_control_the_terminal(tmp_path):
    path = tmp_path / "hostile.csv"
    path.write_text("[red]a\x1b[31m,y\n1,p\n2,q\n")
    shown = run("inspect", path, "--target", "y").stdout
    assert "\x1b" not in shown and "[red]a" in shown


def test_a_missing_file_is_one_line(tmp_path):
    assert "no such file" in error_line(run("inspect", tmp_path / "absent"))


def test_a_kernel_model_shows_kernel_hypothesis_and_support_rows(trees, tmp_path):
    asked = ("--learner", "kernel", "--param", "gamma=0.5", "--param", "hypothesis=voted")
    run("fit", trees, "--target", "kind", *asked, "--out", tmp_path / "m")
    shown = run("inspect", tmp_path / "m").stdout.splitlines()
    assert "kernel: rbf, exp(-0.5 |x - z|^2)" in shown
    assert "hypothesis: voted" in shown
    assert f"support rows: {len(load(tmp_path / 'm').estimator.support_)}" in shown


def test_a_table_shows_whether_a_hyperplane_separates_it(tmp_path):
    lines = [f"{k},{k % 7},{'high' if k > 20 else 'low'}" for k in range(40)]
    (tmp_path / "t.csv").write_text("\n".join(["a,b,y", *lines]))
    shown = run("inspect", tmp_path / "t.csv", "--target", "y").stdout
    assert "A hyperplane separates the classes: all 40 rows" in shown
    assert "Training errors: a hyperplane makes none." in shown


def test_a_table_shows_how_many_errors_no_hyperplane_can_go_below(tmp_path):
    """Both labels of one row, and a row between two of the other class."""
    lines = ["0,low", "1,low", "1,high", "2,high", "3,low", "4,high"]
    (tmp_path / "t.csv").write_text("\n".join(["a,y", *lines]))
    shown = run("inspect", tmp_path / "t.csv", "--target", "y").stdout
    assert "No hyperplane separates the 6 rows" in shown and "of class high" in shown
    assert "any hyperplane makes at least 2, 33.33%" in shown
    assert (
        "hyperplane"
        not in run("inspect", tmp_path / "t.csv", "--target", "y", "--no-proofs").stdout
    )


def test_each_class_is_asked_about_against_the_rest(tmp_path):
    lines = [f"{k},{'abc'[k // 10]}" for k in range(30)]
    (tmp_path / "t.csv").write_text("\n".join(["x,y", *lines]))
    shown = run("inspect", tmp_path / "t.csv", "--target", "y").stdout
    rows = [line.split() for line in shown.splitlines()]
    assert ["a", "yes", "0"] in rows and ["c", "yes", "0"] in rows
    assert any(row[:2] == ["b", "no"] for row in rows)


def test_a_model_on_its_table_has_a_certificate(trees, tmp_path):
    run("fit", trees, "--target", "kind", "--learner", "perceptron", "--out", tmp_path / "m")
    shown = run("inspect", trees, "--model", tmp_path / "m").stdout
    assert "Certificate of Perceptron" in shown
    assert "possible (" in shown and "Training errors:" in shown


def test_a_model_that_is_no_hyperplane_has_no_certificate(trees, tmp_path):
    run("fit", trees, "--target", "kind", "--learner", "kernel", "--out", tmp_path / "m")
    shown = run("inspect", trees, "--model", tmp_path / "m").stdout
    assert "no certificate: KernelPerceptron has no coef_" in shown


def noisy_table(path):
    """Two classes far apart, and row 8 with the label of the other one."""
    lines = [
        f"{k % 40},{k % 7},{'high' if (k % 40 > 20) != (k == 7) else 'low'}" for k in range(80)
    ]
    path.write_text("\n".join(["a,b,y", *lines]))
    return path


def test_a_table_shows_its_ten_most_suspicious_labels(tmp_path):
    shown = run("inspect", noisy_table(tmp_path / "t.csv"), "--target", "y").stdout
    lines = [line.split() for line in shown.splitlines()]
    first = next(k for k, line in enumerate(lines) if line[:3] == ["row", "label", "suggested"]) + 1
    assert lines[first][:3] == ["8", "high", "low"]
    assert len(lines) == first + 10 and all(line[-1].endswith("%") for line in lines[first:])
    assert "of 80 labels may be wrong" in shown


def test_without_proofs_no_suspects_are_shown(tmp_path):
    path = noisy_table(tmp_path / "t.csv")
    assert "suspected" not in run("inspect", path, "--target", "y", "--no-proofs").stdout


def test_a_table_too_large_for_suspects_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr("rosenblatt.cli._certificates.MOST_VALUES", 100)
    shown = run("inspect", noisy_table(tmp_path / "t.csv"), "--target", "y").stdout
    assert "no label suspects: 160 values of the coded columns" in shown
    assert "take a sample" in shown


def test_a_class_of_one_row_leaves_no_suspects_and_says_so(tmp_path):
    (tmp_path / "t.csv").write_text("a,y\n1,p\n2,p\n3,q\n")
    shown = run("inspect", tmp_path / "t.csv", "--target", "y").stdout
    assert "no label suspects: class q has one row only" in shown


def test_findings_come_first_and_options_change_them(tmp_path):
    path = tmp_path / "shop.csv"
    rows = "".join(f'{k},{k % 7}.5,"{k % 9},25",{"ab"[k % 2]}\n' for k in range(40))
    path.write_text("id,size,price,kind\n" + rows)
    lines = run("inspect", path, "--no-proofs").stdout.splitlines()
    assert lines[1].startswith("- Numbers in the column 'price' have a decimal comma.")
    assert any("as keys have" in line and "--as id=number" in line for line in lines[:5])
    changed = run("inspect", path, "--no-proofs", "--as", "price=category", "--drop", "id").stdout
    assert "decimal comma" not in changed and "keys" not in changed


def test_large_and_small_numbers_are_written_plainly(tmp_path):
    path = tmp_path / "plain.csv"
    rows = "".join(f"{48_000 + 10 * k},{k / 1000},{k % 2}\n" for k in range(40))
    path.write_text("income,rate,y\n" + rows)
    shown = run("inspect", path, "--no-proofs").stdout
    assert "48,000 to 48,390" in shown and "0 to 0.039" in shown
    assert "e+0" not in shown
