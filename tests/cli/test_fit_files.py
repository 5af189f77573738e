"""``rosenblatt fit`` of several files, or of one in passes."""

import numpy as np
import pytest
from commands import error_line, run
from file_tables import chunks_of, made_rows, same_models, write

from rosenblatt import AveragedPerceptron
from rosenblatt.models import fit_files, load

pytest.importorskip("skops")
pytest.importorskip("pyarrow")


@pytest.fixture
def folder(tmp_path):
    X, y = made_rows()
    (tmp_path / "rows").mkdir()
    for k, rows in enumerate(chunks_of(230, 80)):
        write(tmp_path / "rows" / f"{k}.parquet", X[rows], y[rows])
    return tmp_path / "rows"


def test_a_folder_is_streamed_and_the_model_saved(folder, tmp_path):
    result = run("fit", folder, "--target", "label", "--passes", 2, "--out", tmp_path / "m")
    assert result.exit_code == 0, result.stderr
    assert "Fitted AveragedPerceptron to 230 rows of 3 files with 5 features" in result.stdout
    wanted = fit_files(folder, target="label", passes=2, learner=AveragedPerceptron())
    same_models(load(tmp_path / "m").estimator, wanted.estimator, made_rows()[0])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m", "rows"]


def test_lanes_keep_the_value_with_the_lowest_error_before_learning(folder, tmp_path):
    result = run(
        "fit", folder, "--target", "label", "--learner", "perceptron", "--lanes", "margin=0,0.1,5",
        "--memory", "500MB", "--out", tmp_path / "m",
    )  # fmt: skip
    assert result.exit_code == 0, result.stderr
    assert result.stdout.count("error before learning") == 3
    assert result.stdout.count("(kept)") == 1


def test_a_bad_file_is_one_line_and_what_to_do(folder, tmp_path):
    (folder / "9.parquet").write_bytes(b"PAR1" + bytes(50))
    result = run("fit", folder, "--target", "label", "--out", tmp_path / "m")
    assert "9.parquet: is not a readable Parquet file" in error_line(result)


def test_a_run_that_was_cut_short_is_resumed(folder, tmp_path):
    given = {"target": "label", "learner": AveragedPerceptron(), "seed": 0}
    out = tmp_path / "m"
    fit_files(folder, passes=1, checkpoint=f"{out}.checkpoint", **given)
    result = run("fit", folder, "--target", "label", "--passes", 3, "--resume", "--out", out)
    assert result.exit_code == 0, result.stderr
    same_models(load(out).estimator, fit_files(folder, passes=3, **given).estimator, made_rows()[0])
    assert not (tmp_path / "m.checkpoint").exists()


def test_streams_take_weights_single_precision_and_raw_numbers(folder, tmp_path):
    result = run(
        "fit", folder, "--target", "label", "--drop", "x1", "--float32", "--raw", "--seed", 4,
        "--scratch", "1MB", "--passes", 2, "--out", tmp_path / "m",
    )  # fmt: skip
    assert result.exit_code == 0, result.stderr
    model = load(tmp_path / "m")
    assert model.estimator.coef_.dtype == np.float32
    assert [code["name"] for code in model.coder.schema_["columns"]] == ["x0", "x2", "x3", "x4"]
    assert all(code["scale"] == 1 for code in model.coder.schema_["columns"])


def test_sizes_and_lanes_that_make_no_sense_are_refused(folder):
    assert "'much' is not a size" in error_line(run("fit", folder, "--memory", "much"))
    assert "give at least 100MB" in error_line(run("fit", folder, "--memory", "1MB"))
    assert "KEY=V1,V2" in error_line(run("fit", folder, "--lanes", "margin"))
