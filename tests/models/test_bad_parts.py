"""A bad file among many is named with the place, and what was learned before is not lost."""

import gzip

import numpy as np
import pytest
from file_tables import chunks_of, made_rows, same_models, write

from rosenblatt import Perceptron
from rosenblatt.models import fit_files
from rosenblatt.models.file_fit import load_fit
from rosenblatt.tables import BadFileError

pytest.importorskip("skops")
pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

X, Y = made_rows(n=120)
NAMES = [f"x{j}" for j in range(5)]


def good(folder, kind, bad=2):
    """Four files, the third of which is to be spoilt."""
    paths = [folder / f"{k}.{kind}" for k in range(4)]
    for path, rows in zip(paths, chunks_of(120, 30), strict=True):
        write(path, X[rows], Y[rows], row_group=10)
    return paths[bad]


def fit(folder, **given):
    return fit_files(folder, target="label", learner=Perceptron(), passes=2, chunk_rows=10, **given)


def change_lines(path, change):
    text = path.read_bytes()
    packed = path.name.endswith(".gz")
    lines = (gzip.decompress(text) if packed else text).decode().splitlines(keepends=True)
    changed = "".join(change(lines)).encode()
    path.write_bytes(gzip.compress(changed) if packed else changed)


def rename(path):
    change_lines(path, lambda lines: [lines[0].replace("x3", "z3"), *lines[1:]])


def write_parquet(path, **changes):
    rows = chunks_of(120, 30)[2]
    columns = dict(zip(NAMES, X[rows].T, strict=True)) | {"label": Y[rows]} | changes
    pq.write_table(pa.table({k: v for k, v in columns.items() if v is not None}), path)


def replace_cell(path, line, column, text):
    def change(lines):
        cells = lines[line - 1].rstrip("\n").split(",")
        cells[column] = text
        return [*lines[: line - 1], ",".join(cells) + "\n", *lines[line:]]

    change_lines(path, change)


FAULTS = {
    "missing column, csv": ("csv", rename, r"2.csv: has no column 'x3', which .*0.csv has"),
    "missing column, parquet": (
        "parquet",
        lambda path: write_parquet(path, x3=None),
        r"2.parquet: has no column 'x3', which .*0.parquet has",
    ),
    "more columns": (
        "parquet",
        lambda path: write_parquet(path, more=np.zeros(30)),
        r"2.parquet: has a column 'more', which .*0.parquet does not have",
    ),
    "other type": (
        "parquet",
        lambda path: write_parquet(path, x1=["text"] * 30),
        r"2.parquet: the column 'x1' holds texts, but numbers in the files before",
    ),
    "no target": (
        "parquet",
        lambda path: write_parquet(path, label=None),
        r"2.parquet: has no column 'label'",
    ),
    "mistyped number": (
        "csv",
        lambda path: replace_cell(path, 17, 2, "oops"),
        r"2.csv, line 17: column 'x2': 'oops' is not a number",
    ),
    "number with a letter": (
        "csv",
        lambda path: replace_cell(path, 17, 2, "1.5x"),
        r"2.csv, line 17: column 'x2': '1.5x' is not a plain number, but 29 other cells are",
    ),
    "ragged line": (
        "csv.gz",
        lambda path: change_lines(path, lambda ls: [*ls[:20], "1,2,3\n", *ls[21:]]),
        r"2.csv.gz, line 21: 3 cells, but the header has 6",
    ),
    "truncated csv": (
        "csv",
        lambda path: path.write_bytes(path.read_bytes()[:-40]),
        r"2.csv, line 31: \d cells, but the header has 6",
    ),
    "truncated gzip": (
        "csv.gz",
        lambda path: path.write_bytes(path.read_bytes()[:-300]),
        r"2.csv.gz, line \d+: the gzip data end too early",
    ),
    "truncated parquet": (
        "parquet",
        lambda path: path.write_bytes(path.read_bytes()[:-300]),
        r"2.parquet: is not a readable Parquet file",
    ),
    "damaged parquet": (
        "parquet",
        lambda path: path.write_bytes(b"PAR1" + bytes(200) + path.read_bytes()[204:]),
        r"2.parquet: is not a readable Parquet file",
    ),
    "bad pair": (
        "svm",
        lambda path: change_lines(path, lambda ls: [*ls[:6], "1 2:0.5 1:1\n", *ls[7:]]),
        r"2.svm, line 7: .*the indices must increase",
    ),
    "infinite": (
        "parquet",
        lambda path: write_parquet(path, x0=np.r_[np.zeros(13), np.inf, np.zeros(16)]),
        r"2.parquet: row 14: column 'x0': not a finite number",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bad_file_is_named_and_its_repair_is_enough(fault, tmp_path):
    kind, spoil, message = FAULTS[fault]
    folder, checkpoint = tmp_path / "rows", tmp_path / "checkpoint"
    folder.mkdir()
    path = good(folder, kind)
    whole, content = fit(folder), path.read_bytes()
    spoil(path)
    with pytest.raises(BadFileError, match=message):
        fit(folder, checkpoint=checkpoint)
    opened = not checkpoint.exists()  # some faults show before anything is read
    assert opened or len(load_fit(checkpoint).coding.marks) == 2
    path.write_bytes(content)
    found = fit(folder, checkpoint=checkpoint, resume=True)
    assert found.facts["progressive_error"] == whole.facts["progressive_error"]
    if kind != "svm":
        same_models(found.estimator, whole.estimator, X)


def test_an_unknown_label_is_named_with_its_line(tmp_path):
    path = good(tmp_path, "csv")
    replace_cell(path, 12, 5, "7")
    with pytest.raises(BadFileError, match=r"2.csv: line 12: the label '7' is not among the cl"):
        fit(tmp_path, classes=[0, 1])
    assert fit(tmp_path).classes == [0, 1, 7]


def test_a_bad_weight_is_named_with_its_place(tmp_path):
    rows = chunks_of(120, 30)[2]
    write(tmp_path / "rows.csv", np.column_stack([X[rows], np.r_[np.ones(29), -1]]), Y[rows])
    with pytest.raises(BadFileError, match=r"rows.csv: line 31: the weight -1 in 'x5'"):
        fit(tmp_path / "rows.csv", weight="x5")


def test_a_file_that_disappears_while_fitting_leaves_a_checkpoint(tmp_path):
    folder, checkpoint = tmp_path / "rows", tmp_path / "checkpoint"
    folder.mkdir()
    path = good(folder, "parquet")
    whole, hidden = fit(folder), tmp_path / "hidden"

    def hide(progress):
        if progress.number == 1 and path.exists():
            path.rename(hidden)

    with pytest.raises(BadFileError, match=r"2\.parquet"):
        fit(folder, checkpoint=checkpoint, progress=hide, scratch_size=0)
    hidden.rename(path)
    found = fit(folder, checkpoint=checkpoint, resume=True)
    same_models(found.estimator, whole.estimator, X)


def test_files_given_twice_none_at_all_and_empty_folders_are_refused(tmp_path):
    path = good(tmp_path, "csv")
    with pytest.raises(BadFileError, match="is named twice"):
        fit([path, path])
    (tmp_path / "empty").mkdir()
    for given, message in (
        (tmp_path / "empty", "has no files that end in"),
        (str(tmp_path / "*.nothing"), "there are no such files"),
        ([], "no files are given"),
        (tmp_path / "none.csv", "there is no such file"),
    ):
        with pytest.raises(ValueError, match=message):
            fit(given)
