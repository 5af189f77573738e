"""Fitting from files is partial_fit over their chunks, bit for bit, whatever the files are."""

import numpy as np
import pytest
import scipy.sparse as sp
from file_tables import (
    FORMATS,
    by_partial_fit,
    chunks_of,
    csv_lines,
    made_rows,
    same_models,
    write,
)
from streams import IN_STREAMS

import rosenblatt
from rosenblatt import (
    AveragedPerceptron,
    CommitteeMachine,
    KernelPerceptron,
    Perceptron,
    RCDPerceptron,
)
from rosenblatt.estimators.base import OnlineClassifier
from rosenblatt.models import fit_files
from rosenblatt.sources import chunk_order, row_order
from rosenblatt.tables import TableCoder, read_table

pytest.importorskip("skops")
pytest.importorskip("pyarrow")

ONLINE = {
    name: found
    for name in rosenblatt.__all__
    if isinstance(found := getattr(rosenblatt, name), type) and issubclass(found, OnlineClassifier)
}


def choices():
    """Every online learner with every hypothesis that a stream can keep."""
    for name, kind in ONLINE.items():
        for hypothesis in IN_STREAMS:
            learner = kind()
            chosen = "hypothesis" in learner.get_params()
            if chosen:
                learner.set_params(hypothesis=hypothesis)
            elif learner.hypothesis != hypothesis:
                continue
            try:
                learner._check_choices()
                learner.partial_fit  # noqa: B018
            except (ValueError, AttributeError):
                continue
            yield pytest.param(learner, id=f"{name}-{hypothesis}")


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("learner", list(choices()))
def test_files_give_what_partial_fit_gives(learner, n_classes, tmp_path):
    X, y = made_rows(n=120, n_classes=n_classes)
    path = write(tmp_path / "rows.parquet", X, y)
    found = fit_files(path, learner=learner, passes=2, chunk_rows=40, seed=3)
    coder = TableCoder().fit({f"x{j}": X[:, j] for j in range(5)})
    Z = coder.transform({f"x{j}": X[:, j] for j in range(5)})
    same_models(found.estimator, by_partial_fit(learner, Z, y, chunks_of(120, 40), 2, 3), Z)


def test_enough_learners_are_tested():
    assert len(list(choices())) > 30


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("kind", FORMATS)
def test_the_format_does_not_matter(kind, dtype, tmp_path):
    X, y = made_rows()
    given = {"passes": 2, "chunk_rows": 40, "learner": Perceptron(margin=0.1), "dtype": dtype}
    path = write(tmp_path / f"rows.{kind}", X, y)
    found = fit_files(path, target="label", dense=True, **given)
    mapped = fit_files((X, y), **given)
    assert found.coder.schema_ == mapped.coder.schema_
    same_models(found.estimator, mapped.estimator, X.astype(dtype))
    assert found.facts["progressive_error"] == mapped.facts["progressive_error"]


def test_several_files_are_one_source(tmp_path):
    X, y = made_rows()
    for k, rows in enumerate(chunks_of(230, 40)):
        write(tmp_path / f"part-{k}.{FORMATS[k % 3]}", X[rows], y[rows])
    found = fit_files(tmp_path, passes=2, chunk_rows=40, learner=Perceptron())
    wanted = fit_files((X, y), passes=2, chunk_rows=40, learner=Perceptron())
    same_models(found.estimator, wanted.estimator, X)


def test_sparse_files_are_learned_as_sparse_rows(tmp_path):
    X, y = made_rows()
    X[np.abs(X) < 1] = 0
    path = write(tmp_path / "rows.svm", X, y)
    found = fit_files(path, passes=2, chunk_rows=50, learner=Perceptron())
    Z = TableCoder().fit(sp.csr_array(X)).transform(sp.csr_array(X))
    same_models(found.estimator, by_partial_fit(Perceptron(), Z, y, chunks_of(230, 50), 2), Z)


@pytest.mark.parametrize("row_group", [7, 40, 230])
def test_row_groups_may_be_smaller_and_larger_than_chunks(row_group, tmp_path):
    X, y = made_rows()
    path = write(tmp_path / "rows.parquet", X, y, row_group)
    found = fit_files(path, passes=2, chunk_rows=46, learner=Perceptron())
    sizes = {7: [42] * 5 + [20], 40: [40] * 5 + [30], 230: [46] * 5}[row_group]
    chunks = np.split(np.arange(230), np.cumsum(sizes)[:-1])
    Z = found.coder.transform({f"x{j}": X[:, j] for j in range(5)})
    same_models(found.estimator, by_partial_fit(Perceptron(), Z, y, chunks, 2), Z)


def test_texts_gaps_and_named_labels_are_coded_as_in_memory(tmp_path):
    lines = ["height,leaf,kind"]
    for k in range(60):
        height = "" if k % 7 == 0 else str(k % 13)
        lines.append(
            f'{height},"{"broad, flat" if k % 2 else "needle"}",{"oak" if k % 2 else "fir"}'
        )
    path = tmp_path / "trees.csv"
    path.write_text("\n".join(lines))
    found = fit_files(path, target="kind", passes=2, chunk_rows=11, learner=Perceptron())
    table = read_table(path, target="kind")
    coder = TableCoder().fit(table)
    assert found.coder.schema_ == coder.schema_
    assert found.classes == ["fir", "oak"]
    Z = coder.transform(table)
    wanted = by_partial_fit(Perceptron(), Z, table.target, chunks_of(60, 11), 2)
    same_models(found.estimator, wanted, Z)


def test_a_column_with_texts_further_on_is_read_as_texts_from_the_start(tmp_path):
    codes = [str(k % 4) for k in range(40)] + ["a", "b"] * 20
    lines = ["code,label", *(f"{code},{k % 2}" for k, code in enumerate(codes))]
    path = tmp_path / "codes.csv"
    path.write_text("\n".join(lines))
    found = fit_files(path, target="label", chunk_rows=10)
    assert found.coder.schema_ == TableCoder().fit(read_table(path, target="label")).schema_
    assert found.facts["notes"] == ["Read as texts, because some cells are not numbers: code."]


@pytest.mark.parametrize("chunk_rows", [None, 10])
@pytest.mark.parametrize(
    "codes", [["7", "none", "3", "5"] * 20, ["12", "3a", "4", "15b"] * 20], ids=["words", "letters"]
)
def test_numbers_among_texts_are_said_to_be_texts(tmp_path, codes, chunk_rows):
    path = tmp_path / "codes.csv"
    path.write_text("code,label\n" + "".join(f"{c},{k % 2}\n" for k, c in enumerate(codes)))
    found = fit_files(path, target="label", chunk_rows=chunk_rows)
    assert found.facts["notes"] == ["Read as texts, because some cells are not numbers: code."]


def test_rows_without_a_label_are_left_out(tmp_path):
    X, y = made_rows(n=50)
    text = "".join(
        line.rsplit(",", 1)[0] + ",\n" if k % 5 == 3 else line
        for k, line in enumerate(csv_lines(X, y, [f"x{j}" for j in range(5)]))
    )
    path = tmp_path / "rows.csv"
    path.write_text(text)
    found = fit_files(path, target="label", chunk_rows=20, learner=Perceptron())
    table = read_table(path, target="label")
    assert found.facts["rows"] == table.n_rows == 40
    assert found.facts["rows_in_file"] == 50
    assert found.classes == [0, 1]


def test_weights_come_from_a_column(tmp_path):
    X, y = made_rows()
    weights = np.random.default_rng(5).integers(0, 4, size=230) / 2
    path = write(tmp_path / "rows.csv", np.column_stack([X, weights]), y)
    found = fit_files(
        path, target="label", weight="x5", passes=2, chunk_rows=40, learner=Perceptron()
    )
    Z = found.coder.transform({f"x{j}": X[:, j] for j in range(5)})
    wanted = by_partial_fit(Perceptron(), Z, y, chunks_of(230, 40), 2, weights=weights)
    same_models(found.estimator, wanted, Z)


def test_lanes_learn_what_separate_fits_learn(tmp_path):
    X, y = made_rows(n_classes=3)
    path = write(tmp_path / "rows.parquet", X, y)
    learners = [Perceptron(margin=margin) for margin in (0.0, 0.1, 1.0)]
    given = {"passes": 2, "chunk_rows": 40}
    for found, learner in zip(fit_files(path, learner=learners, **given), learners, strict=True):
        alone = fit_files(path, learner=learner, **given)
        same_models(found.estimator, alone.estimator, X)
        assert found.facts["progressive_error"] == alone.facts["progressive_error"]


@pytest.mark.parametrize("kind", ["csv.gz", "parquet", "svm"])
def test_kept_chunks_change_nothing_and_are_removed(kind, tmp_path):
    X, y = made_rows()
    path, folder = write(tmp_path / f"rows.{kind}", X, y), tmp_path / "scratch"
    seen = []
    given = {"passes": 4, "chunk_rows": 40, "learner": Perceptron(), "target": "label"}

    def look(progress):
        seen.append(len(list(folder.glob("*"))) if folder.exists() else 0)

    kept = fit_files(path, scratch=folder, progress=look, **given)
    assert max(seen) > 0
    assert not folder.exists()
    plain = fit_files(path, scratch_size=0, **given)
    same_models(kept.estimator, plain.estimator, coded(kept, X))


def coded(model, X):
    schema = model.coder.schema_
    if schema["kind"] == "matrix":
        return model.coder.transform(sp.csr_array(X))
    return model.coder.transform({f"x{j}": X[:, j] for j in range(X.shape[1])})


def test_the_error_before_learning_is_that_of_the_model_so_far(tmp_path):
    X, y = made_rows()
    found = fit_files((X, y), passes=2, chunk_rows=40, learner=Perceptron(), seed=1)
    Z, chunks = coded(found, X), chunks_of(230, 40)
    model, wrong, seen = Perceptron(random_state=1), 0, 0
    for chunk in chunk_order(1, 0, chunks):
        rows = chunks[chunk][row_order(1, 0, int(chunk), len(chunks[chunk]))]
        if seen or hasattr(model, "classes_"):
            wrong, seen = wrong + (model.predict(Z[rows]) != y[rows]).sum(), seen + len(rows)
        model.partial_fit(Z[rows], y[rows], classes=[0, 1])
    assert found.facts["progressive_error"][0] == wrong / seen


def test_progress_counts_rows_passes_and_errors():
    X, y = made_rows()
    told = []
    fit_files((X, y), passes=2, chunk_rows=100, progress=told.append)
    assert [(p.number, p.rows, p.total) for p in told] == [
        (0, 100, None), (0, 200, None), (0, 230, None),
        *[(number, sum(rows), 230) for number in (1, 2) for rows in in_order(number - 1)],
    ]  # fmt: skip
    assert told[3].error is None
    assert told[4].error is not None


def in_order(number):
    sizes = np.array([100, 100, 30])[chunk_order(0, number, range(3))]
    return [sizes[: k + 1].tolist() for k in range(3)]


def test_less_memory_makes_more_chunks():
    X, y = np.tile(made_rows()[0], (1500, 1)), np.tile(made_rows()[1], 1500)
    counts = [fit_files((X, y), memory=memory).facts["chunks"] for memory in ("100MB", "1GB")]
    assert counts == [2, 1]


@pytest.mark.parametrize(
    ("learner", "message"),
    [
        (RCDPerceptron(), "RCDPerceptron has no partial_fit: it looks at all rows at once"),
        (Perceptron(hypothesis="pocket"), "hypothesis='pocket' has no partial_fit"),
        (AveragedPerceptron(probability="sigmoid"), "probability='sigmoid' has no partial_fit"),
        ([Perceptron(), Perceptron(fit_intercept=False)], "fit_intercept=True and fit_intercept"),
        ([Perceptron(), AveragedPerceptron()], "cannot be learned in lanes"),
        (
            [CommitteeMachine(n_perceptrons=n) for n in (3, 5)],
            "n_perceptrons=3 and n_perceptrons=5",
        ),
        ([KernelPerceptron(), KernelPerceptron(margin=0.1)], "a kernel is not learned in lanes"),
    ],
    ids=str,
)
def test_what_a_stream_cannot_keep_is_refused_before_anything_is_read(learner, message):
    with pytest.raises((ValueError, AttributeError), match=message):
        fit_files("no such file", learner=learner)


def test_votes_that_outgrow_the_memory_are_refused():
    X, y = np.tile(made_rows()[0], (700, 1)), np.random.default_rng(0).integers(0, 2, 161_000)
    X = np.hstack([X] * 8)
    with pytest.raises(ValueError, match=r"keeps the rows it has learned, by now \d+ MB"):
        fit_files((X, y), learner=Perceptron(hypothesis="voted"), memory="100MB")


def test_dates_and_decimal_commas_are_read_as_in_memory(tmp_path):
    lines = ["when;price;kind"]
    lines += [f"{1 + k % 28}.{1 + k % 12}.2024;{k},{k % 10}5;{k % 2}" for k in range(60)]
    path = tmp_path / "sales.csv"
    path.write_text("\n".join(lines))
    found = fit_files(path, target="kind", chunk_rows=17)
    table = read_table(path, target="kind")
    assert found.coder.schema_ == TableCoder().fit(table).schema_
    assert [code["reading"]["kind"] for code in found.coder.schema_["columns"]] == [
        "date",
        "number",
    ]
    again = found.predict({"when": ["3.4.2025"], "price": ["7,5"]})
    assert again.tolist() in ([0], [1])
