"""Run exported models: with onnxruntime, SQLite, DuckDB, a C compiler, and by hand."""

import ctypes
import json
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt.models import Model, export
from rosenblatt.tables import Table


def by_onnx(model: Model, table: Table, folder: Path, output: str = "label") -> np.ndarray:
    onnxruntime = pytest.importorskip("onnxruntime")
    pytest.importorskip("onnx")
    export(model, "onnx", folder / "m.onnx")
    session = onnxruntime.InferenceSession(folder / "m.onnx")
    wanted = [i.name for i in session.get_inputs()]
    if wanted == ["X"]:
        cells = {"X": table.matrix.toarray()}
    else:
        cells = {name: as_input(table.columns[name.removeprefix("column ")]) for name in wanted}
    return session.run([output], cells)[0]


def as_input(column: np.ndarray) -> np.ndarray:
    if column.dtype == object:
        return np.array([cell or "" for cell in column], dtype=object)[:, None]
    return column.astype(np.float64)[:, None]


def by_sqlite(model: Model, table: Table, folder: Path, probability: Any = None) -> np.ndarray:
    database = sqlite3.connect(":memory:")
    names = ['"' + name.replace('"', '""') + '"' for name in table.columns]
    database.execute(f"CREATE TABLE t (place, {', '.join(names)})")
    rows = zip(range(table.n_rows), *(nulls(c) for c in table.columns.values()), strict=True)
    marks = ", ".join("?" * (len(names) + 1))
    database.executemany(f"INSERT INTO t VALUES ({marks})", rows)
    return by_sql(database, model, folder, probability)


def by_duckdb(model: Model, table: Table, folder: Path, probability: Any = None) -> np.ndarray:
    duckdb, pyarrow = pytest.importorskip("duckdb"), pytest.importorskip("pyarrow")
    columns = {name: nulls(column) for name, column in table.columns.items()}
    database = duckdb.connect(":memory:")
    database.register("t", pyarrow.table({"place": range(table.n_rows), **columns}))
    return by_sql(database, model, folder, probability)


def by_sql(database: Any, model: Model, folder: Path, probability: Any) -> np.ndarray:
    export(model, "sql", folder / "m.sql", probability=probability)
    expression = (folder / "m.sql").read_bytes().decode()  # every end of a line as it is
    query = f"SELECT {expression} AS label FROM t ORDER BY place"
    return np.array([label for (label,) in database.execute(query).fetchall()])


def nulls(column: np.ndarray) -> list[Any]:
    return [None if cell is None or cell != cell else cell for cell in column.tolist()]


def by_c(model: Model, table: Table, folder: Path) -> np.ndarray:
    library, rows = compiled(model, table, folder)
    labels = (ctypes.c_char_p * len(model.classes)).in_dll(library, "rosenblatt_labels")
    codes = [library.predict(row.ctypes.data_as(DOUBLES)) for row in rows]
    return np.array([labels[code].decode() for code in codes])


def compiled(model: Model, table: Table, folder: Path) -> tuple[Any, np.ndarray]:
    """The library, and the rows as it wants them."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    assert compiler, "no C compiler found (cc, gcc, clang), though the core needs one to be built"
    export(model, "c", folder / "m.c")
    strict = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O1", "-shared", "-fPIC"]
    subprocess.run([compiler, *strict, folder / "m.c", "-o", folder / "m.so", "-lm"], check=True)
    library = ctypes.CDLL(str(folder / "m.so"))
    library.rosenblatt_code.restype = ctypes.c_double
    columns = [c_cells(library, k, c) for k, c in enumerate(table.columns.values())]
    return library, np.ascontiguousarray(np.column_stack(columns))


def c_cells(library: Any, number: int, column: np.ndarray) -> np.ndarray:
    if column.dtype != object:
        return column.astype(np.float64)
    codes = {cell: library.rosenblatt_code(number, (cell or "").encode()) for cell in set(column)}
    return np.array([codes[cell] for cell in column])


def by_hand(model: Model, table: Table, folder: Path) -> np.ndarray:
    """What the JSON file says, in a few lines."""
    told, scores = scores_by_hand(model, table, folder)
    return np.array(told["classes"])[codes_of(scores)]


def codes_of(scores: np.ndarray) -> np.ndarray:
    return (scores[:, 0] >= 0).astype(int) if scores.shape[1] == 1 else scores.argmax(axis=1)


def ties_by_hand(told: dict[str, Any], X: np.ndarray, scores: np.ndarray) -> np.ndarray:
    found = []
    for x, votes in zip(X, scores, strict=True):
        s = np.array(told["summed_weights"]) @ x + told["summed_intercepts"]
        t = (1 + s / (max(abs(s)) or 1)) / 2
        refused = not (votes > 0).any()
        found.append(told["most"] * (t - 1) if refused else votes + told["smallest"] / 2 * t)
    return np.array(found)


def scores_by_hand(model: Model, table: Table, folder: Path) -> tuple[dict[str, Any], np.ndarray]:
    export(model, "json", folder / "m.json")
    told = json.loads((folder / "m.json").read_text())
    X = np.array([coded(told, row) for row in rows_of(table)])
    classes = np.array(told["classes"])
    kernel = told["decision"] == "KernelSums"
    lines = told["coefficients"] if kernel else told["weights"]
    h = (products(told, X) if kernel else X) @ np.array(lines).T + told["intercepts"]
    if kernel or told["decision"] == "Planes":
        scores = h
    elif told["decision"] == "SignVotes":
        votes = np.where(h >= 0, told["ballots"], -np.array(told["ballots"]))
        outputs = np.array(told["outputs"])
        scores = np.column_stack([votes[:, outputs == o].sum(1) for o in set(told["outputs"])])
        scores = ties_by_hand(told, X, scores) if "summed_weights" in told else scores
    elif told["decision"] in COMMITTEES:
        scores = COMMITTEES[told["decision"]](told, h.reshape(len(X), -1, told["members"]))
    else:
        best = h.reshape(len(X), -1, len(classes)).argmax(axis=2)
        scores = np.array([np.bincount(b, told["ballots"], len(classes)) for b in best])
    return told, scores


def medians(told: dict[str, Any], runs: np.ndarray) -> np.ndarray:
    return np.sort(runs, axis=2)[:, :, told["members"] // 2]


def committee_votes(told: dict[str, Any], runs: np.ndarray) -> np.ndarray:
    t = runs.sum(axis=2)
    return np.sign(runs).sum(axis=2) + told["tie_break"] * t / (1 + np.abs(t))


def ramp_sums(told: dict[str, Any], runs: np.ndarray) -> np.ndarray:
    ramps = np.clip(runs / np.array(told["widths"])[:, None], -1, 1)
    return (ramps * np.array(told["shares"])).sum(axis=2) + told["constants"]


COMMITTEES = {"Medians": medians, "CommitteeVotes": committee_votes, "RampSums": ramp_sums}


def products(told: dict[str, Any], X: np.ndarray) -> np.ndarray:
    support = np.array(told["support"])
    if told["kernel"] == "rbf":
        return np.exp(-told["gamma"] * ((X[:, None] - support) ** 2).sum(axis=2))
    inner = told["gamma"] * X @ support.T + told["coef0"]
    return np.tanh(inner) if told["kernel"] == "sigmoid" else inner ** told["degree"]


def rows_of(table: Table) -> list[dict[str, Any]]:
    if table.matrix is not None:
        cells = sp.csr_array(table.matrix).toarray().tolist()
        return [dict(zip(table.feature_names, row, strict=True)) for row in cells]
    columns = [nulls(column) for column in table.columns.values()]
    return [dict(zip(table.columns, row, strict=True)) for row in zip(*columns, strict=True)]


def coded(told: dict[str, Any], row: dict[str, Any]) -> np.ndarray:
    x = np.zeros(told["n_features"])
    for column in told["columns"]:
        cell = row[column["name"]]
        if column["kind"] == "numeric":
            known = column["fill"] if cell is None else cell
            x[column["feature"]] = (known - column["center"]) / column["scale"]
            if cell is None and column["missing"] is not None:
                x[column["missing"]] = 1
        elif cell in column["features"]:
            x[column["features"][cell]] = 1
        elif cell is not None and column["other"] is not None:
            x[column["other"]] = 1
    return x


DOUBLES = ctypes.POINTER(ctypes.c_double)


def onnx_probabilities(model: Model, table: Table, folder: Path) -> np.ndarray:
    return by_onnx(model, table, folder, "probabilities")


def sqlite_probabilities(model: Model, table: Table, folder: Path) -> np.ndarray:
    return np.column_stack([by_sqlite(model, table, folder, label) for label in model.classes])


def duckdb_probabilities(model: Model, table: Table, folder: Path) -> np.ndarray:
    return np.column_stack([by_duckdb(model, table, folder, label) for label in model.classes])


def c_probabilities(model: Model, table: Table, folder: Path) -> np.ndarray:
    library, rows = compiled(model, table, folder)
    found = np.empty((len(rows), len(model.classes)))
    for row, shares in zip(rows, found, strict=True):
        library.rosenblatt_probabilities(
            row.ctypes.data_as(DOUBLES), shares.ctypes.data_as(DOUBLES)
        )
    return found


def probabilities_by_hand(model: Model, table: Table, folder: Path) -> np.ndarray:
    """What the JSON file says of probabilities."""
    told, scores = scores_by_hand(model, table, folder)
    how, one = told["probability"], scores.shape[1] == 1
    if "most" in how:
        votes = how["most"] + (np.column_stack([-scores, scores]) if one else scores)
        return votes / votes.sum(axis=1, keepdims=True)
    sides = np.column_stack([-scores / 2, scores / 2]) if one else scores
    p = np.exp(how["slope"] * sides + how["offsets"])
    p /= p.sum(axis=1, keepdims=True)
    for row, c in zip(p, codes_of(scores), strict=True):
        others = np.arange(len(row)) != c
        means = [np.append(row[c], row[others & (row >= bound)]).mean() for bound in row]
        level = max(row[c], *means)
        row[:] = np.minimum(row, level)
        row[c] = level
    return p


PROBABILITIES: dict[str, Callable[[Model, Table, Path], np.ndarray]] = {
    "onnx": onnx_probabilities,
    "sqlite": sqlite_probabilities,
    "duckdb": duckdb_probabilities,
    "c": c_probabilities,
    "json": probabilities_by_hand,
}
LANGUAGES: dict[str, Callable[[Model, Table, Path], np.ndarray]] = {
    "onnx": by_onnx,
    "sqlite": by_sqlite,
    "duckdb": by_duckdb,
    "c": by_c,
    "json": by_hand,
}
