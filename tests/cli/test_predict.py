"""``rosenblatt predict``."""

import tracemalloc

import numpy as np
import pytest
from commands import error_line, run, write_trees

from rosenblatt.models import load
from rosenblatt.models.streaming import predict_file

pytest.importorskip("skops")


@pytest.fixture
def model(tmp_path):
    trees = write_trees(tmp_path / "trees.csv")
    assert run("fit", trees, "--target", "kind", "--out", tmp_path / "m").exit_code == 0
    return tmp_path / "m"


def test_predict_writes_one_label_for_each_row(model, tmp_path):
    (tmp_path / "new.csv").write_text("leaf,height\nbroad,5.5\nneedle,0.1\n,0.2\n")
    result = run("predict", model, tmp_path / "new.csv")
    assert result.stdout.splitlines() == ["prediction", "oak", "fir", "fir"]


def test_predict_agrees_with_the_model(model, tmp_path):
    run("predict", model, tmp_path / "trees.csv", "--out", tmp_path / "labels.csv")
    labels = (tmp_path / "labels.csv").read_text().splitlines()[1:]
    height = np.arange(60) / 10
    leaf = np.array(["broad", "needle", None] * 20, dtype=object)
    assert labels == load(model).predict({"height": height, "leaf": leaf}).tolist()


def test_scores_are_those_of_the_model(model, tmp_path):
    (tmp_path / "new.csv").write_text("leaf,height\nbroad,5.5\n")
    header, line = run("predict", model, tmp_path / "new.csv", "--scores").stdout.splitlines()
    score = load(model).decision_function({"height": [5.5], "leaf": ["broad"]})[0]
    assert header == "prediction,score for oak"
    assert line == f"oak,{float(score)!r}"


def test_a_kernel_model_predicts_a_file(tmp_path):
    trees = write_trees(tmp_path / "trees.csv")
    run("fit", trees, "--target", "kind", "--learner", "kernel", "--out", tmp_path / "m")
    (tmp_path / "new.csv").write_text("leaf,height\nbroad,5.5\nneedle,0.1\nneedle,5.5\n")
    result = run("predict", tmp_path / "m", tmp_path / "new.csv")
    assert result.stdout.splitlines() == ["prediction", "oak", "fir", "oak"]


def test_the_error_is_reported_if_the_file_has_the_target(model, tmp_path):
    (tmp_path / "new.csv").write_text("leaf,height,kind\nbroad,5.5,oak\nbroad,5.5,fir\nbroad,5,\n")
    result = run("predict", model, tmp_path / "new.csv")
    assert result.stderr == "1 of 2 labelled rows were predicted wrongly (50.00%).\n"
    assert len(result.stdout.splitlines()) == 4


def test_a_text_among_numbers_is_named_by_line_and_column(model, tmp_path):
    (tmp_path / "new.csv").write_text("leaf,height\nbroad,5.5\n\nneedle,tall\n")
    message = error_line(run("predict", model, tmp_path / "new.csv"))
    assert "new.csv, line 4: column 'height': 'tall' is not a finite number" in message


def test_an_absent_column_is_named(model, tmp_path):
    (tmp_path / "new.csv").write_text("height\n5.5\n")
    message = error_line(run("predict", model, tmp_path / "new.csv"))
    assert "has no column 'leaf', which the model needs" in message


def test_an_error_in_the_middle_leaves_no_half_written_file(model, tmp_path):
    (tmp_path / "new.csv").write_text("leaf,height\nbroad,5.5\nneedle,tall\n")
    before = sorted(tmp_path.iterdir())
    error_line(run("predict", model, tmp_path / "new.csv", "--out", tmp_path / "labels.csv"))
    assert sorted(tmp_path.iterdir()) == before


def test_a_damaged_model_is_one_line(model, tmp_path):
    data = bytearray(model.read_bytes())
    data[-100] ^= 1
    model.write_bytes(data)
    assert "is damaged" in error_line(run("predict", model, tmp_path / "trees.csv"))


def test_a_model_of_named_columns_refuses_an_svmlight_file(model, tmp_path):
    (tmp_path / "new.svm").write_text("1 1:0.5\n")
    message = error_line(run("predict", model, tmp_path / "new.svm"))
    assert "fitted on a table with named columns" in message


def test_svmlight_files_are_predicted_whatever_their_width(tmp_path):
    (tmp_path / "a.svm").write_text("1 1:2 3:1\n-1 2:1\n" * 10)
    (tmp_path / "b.svm").write_text("1 1:2 9:1\n-1 2:1\n")
    run("fit", tmp_path / "a.svm", "--out", tmp_path / "m")
    result = run("predict", tmp_path / "m", tmp_path / "b.svm")
    assert result.stdout.splitlines() == ["prediction", "1", "-1"]


def test_a_column_of_codes_that_look_like_numbers_keeps_its_names(tmp_path):
    lines = [f"{'a' if k % 2 else 7},{k % 2}" for k in range(40)]
    (tmp_path / "codes.csv").write_text("\n".join(["code,kind", *lines]) + "\n")
    run("fit", tmp_path / "codes.csv", "--target", "kind", "--out", tmp_path / "m")
    (tmp_path / "new.csv").write_text("code\n7\n7\n")
    result = run("predict", tmp_path / "m", tmp_path / "new.csv")
    assert result.stdout.splitlines() == ["prediction", "0", "0"]


def peak_of(model, path) -> int:
    """Most bytes held while a file is predicted."""
    tracemalloc.start()
    try:
        assert sum(len(part.labels) for part in predict_file(model, path)) > 0
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_file(model, tmp_path, monkeypatch):
    monkeypatch.setattr("rosenblatt.models.streaming.MOST_ROWS", 500)
    write_trees(tmp_path / "short.csv", 1500)
    write_trees(tmp_path / "long.csv", 12_000)
    loaded = load(model)
    peak_of(loaded, tmp_path / "short.csv")  # what Python keeps for reuse is not counted below
    assert peak_of(loaded, tmp_path / "long.csv") < 1.1 * peak_of(loaded, tmp_path / "short.csv")


@pytest.fixture
def kept(tmp_path):
    """The model that a comparison keeps."""
    trees = write_trees(tmp_path / "trees.csv")
    options = ["--target", "kind", "--repeats", "1", "--folds", "3", "--learners", "averaged"]
    files = ["--out", tmp_path / "r.html", "--model", tmp_path / "kept"]
    assert run("compare", trees, *options, *files).exit_code == 0
    return tmp_path / "kept"


def test_the_kept_model_tells_probabilities_that_sum_to_one(kept, tmp_path):
    (tmp_path / "new.csv").write_text("leaf,height\nbroad,5.5\nneedle,0.1\n")
    lines = run("predict", kept, tmp_path / "new.csv", "--probabilities").stdout.splitlines()
    assert lines[0] == "prediction,probability of fir,probability of oak"
    for line, place in zip(lines[1:], (1, 0), strict=True):
        shares = [float(cell) for cell in line.split(",")[1:]]
        assert sum(shares) == pytest.approx(1) and np.argmax(shares) == place


def test_the_kept_model_leaves_as_a_probability_in_sql(kept, tmp_path):
    out = tmp_path / "m.sql"
    result = run("export", kept, "--to", "sql", "--probability", "oak", "--out", out)
    assert result.exit_code == 0, result.stderr
    assert "EXP(" in out.read_text()


def test_a_model_without_probabilities_says_how_to_get_them(tmp_path):
    trees = write_trees(tmp_path / "trees.csv")
    run("fit", trees, "--target", "kind", "--learner", "averaged", "--out", tmp_path / "m")
    message = error_line(run("predict", tmp_path / "m", trees, "--probabilities"))
    assert "fit it with probability='sigmoid'" in message
