"""``rosenblatt export``."""

import json

import pytest
from commands import error_line, run, write_trees

pytest.importorskip("skops")


@pytest.fixture
def model(tmp_path):
    trees = write_trees(tmp_path / "trees.csv")
    assert run("fit", trees, "--target", "kind", "--out", tmp_path / "m").exit_code == 0
    return tmp_path / "m"


def test_export_writes_what_was_asked_for(model, tmp_path):
    result = run("export", model, "--to", "json", "--out", tmp_path / "m.json")
    assert result.exit_code == 0, result.stderr
    assert json.loads((tmp_path / "m.json").read_text())["classes"] == ["fir", "oak"]


def test_export_says_the_size_of_the_file(model, tmp_path):
    result = run("export", model, "--to", "c", "--out", tmp_path / "m.c")
    size = (tmp_path / "m.c").stat().st_size
    assert result.stdout == f"Wrote {tmp_path / 'm.c'} ({size / 1000:.1f} kB).\n"


def test_sql_with_a_kernel_is_refused_in_one_line(tmp_path):
    trees = write_trees(tmp_path / "trees.csv")
    run("fit", trees, "--target", "kind", "--learner", "kernel", "--out", tmp_path / "m")
    message = error_line(run("export", tmp_path / "m", "--to", "sql", "--out", tmp_path / "m.sql"))
    assert "export it to onnx, c or json" in message
    assert not (tmp_path / "m.sql").exists()


def test_an_unknown_language_names_the_known_ones(model, tmp_path):
    message = error_line(run("export", model, "--to", "cobol", "--out", tmp_path / "m.cob"))
    assert "'onnx', 'sql', 'c', 'json'" in message


def test_a_folder_as_output_is_refused(model, tmp_path):
    assert "folder" in error_line(run("export", model, "--to", "c", "--out", tmp_path))


def test_a_table_is_not_a_model(model, tmp_path):
    message = error_line(run("export", tmp_path / "trees.csv", "--to", "c", "--out", "m.c"))
    assert "not a model file" in message
