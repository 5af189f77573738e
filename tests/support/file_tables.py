"""The same rows in files of every kind, and what partial_fit learns from their chunks."""

import gzip

import numpy as np
from sklearn.base import clone

from rosenblatt.sources import chunk_order, row_order

FORMATS = ("csv", "csv.gz", "parquet", "svm", "svm.gz", "X.npy")


def made_rows(n=230, d=5, n_classes=2, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) * [1, 10, 0.1, 1, 5][:d] + [0, 3, 0, -1, 0][:d]
    scores = X @ rng.normal(size=(d, n_classes)) + 0.5 * rng.normal(size=(n, n_classes))
    return X, scores.argmax(axis=1)


def write(path, X, y, row_group=40):
    """Every number in full precision; the labels are called label."""
    names = [f"x{j}" for j in range(X.shape[1])]
    kind = path.name.split(".", 1)[1]
    if kind == "X.npy":
        np.save(path, X)
        np.save(path.with_name(path.name.replace(".X.", ".y.")), y)
    elif kind == "parquet":
        import pyarrow as pa
        import pyarrow.parquet as pq

        columns = dict(zip(names, np.ascontiguousarray(X.T), strict=True))
        pq.write_table(pa.table({**columns, "label": y}), path, row_group_size=row_group)
    else:
        lines = csv_lines(X, y, names) if kind.startswith("csv") else svmlight_lines(X, y)
        text = "".join(lines).encode()
        path.write_bytes(gzip.compress(text) if kind.endswith("gz") else text)
    return path


def csv_lines(X, y, names):
    yield ",".join([*names, "label"]) + "\n"
    for row, label in zip(X.tolist(), y.tolist(), strict=True):
        yield ",".join([*map(repr, row), str(label)]) + "\n"


def svmlight_lines(X, y):
    for row, label in zip(X.tolist(), y.tolist(), strict=True):
        pairs = (f"{j}:{value!r}" for j, value in enumerate(row, 1) if value)
        yield f"{label} {' '.join(pairs)}\n"


def chunks_of(n, rows):
    return [np.arange(first, min(first + rows, n)) for first in range(0, n, rows)]


def by_partial_fit(learner, X, y, chunks, passes=1, seed=0, weights=None):
    """What fit_files must learn: the chunks in their order, the rows of each shuffled."""
    model, classes = clone(learner), np.unique(y)
    if model.random_state is None:
        model.set_params(random_state=seed)
    for number in range(passes):
        for chunk in chunk_order(seed, number, chunks):
            rows = chunks[chunk]
            rows = rows[row_order(seed, number, int(chunk), len(rows))]
            w = None if weights is None else weights[rows]
            model.partial_fit(X[rows], y[rows], classes=classes, sample_weight=w)
    return model


def same_models(one, other, X):
    np.testing.assert_array_equal(one.classes_, other.classes_)
    np.testing.assert_array_equal(one.decision_function(X), other.decision_function(X))
    if hasattr(one, "coef_"):
        np.testing.assert_array_equal(one.coef_, other.coef_)
        np.testing.assert_array_equal(one.intercept_, other.intercept_)
