"""Columns that are read in a special way: in model files, streams and exports."""

import json
import re

import numpy as np
import pytest
from languages import by_c, by_duckdb, by_onnx, by_sqlite

from rosenblatt.models import export, load, save
from rosenblatt.models.fitting import fit_model
from rosenblatt.models.streaming import predict_file
from rosenblatt.tables import BadFileError, Table, Wishes, examine, read_table

RNG = np.random.default_rng(1)
N = 200
LABELS = np.where(RNG.normal(size=N) > 0, "late", "in time")


def drawn(late: list[str], other: list[str]) -> np.ndarray:
    cells = [RNG.choice(late if RNG.random() < 0.7 else other) for _ in range(N)]
    swapped = [RNG.choice(other if RNG.random() < 0.7 else late) for _ in range(N)]
    found = np.array(cells, dtype=object)
    found[LABELS != "late"] = np.array(swapped, dtype=object)[LABELS != "late"]
    return found


RAW = {
    "price": drawn(["1.234,50 €", "99,00 €"], ["7,25 €", "0,5 €"]),
    "paid": drawn(["ja", "Ja"], ["nein", "NEIN"]),
    "hour": drawn(["23:30", "22:00"], ["08:15", "9:00"]),
}
DERIVED = {
    "day": drawn(["24.12.2021", "18.12.2021"], ["03.05.2021", "04.05.2022"]),
    "remark": np.array(
        [f"{cell} customer number {k} says" for k, cell in enumerate(drawn(["angry"], ["happy"]))],
        dtype=object,
    ),
}


def table_of(columns: dict[str, np.ndarray]) -> Table:
    return Table("orders", dict(columns), LABELS, N, target_name="delivery")


READ = examine(table_of(RAW))
ALL = examine(table_of({**RAW, **DERIVED}))


def test_the_columns_are_of_the_kinds_meant():
    kinds = {name: reading["kind"] for name, reading in ALL.readings.items()}
    assert kinds == {"price": "number", "paid": "yes-no", "hour": "time", "day": "date",
                     "remark": "text"}  # fmt: skip


@pytest.mark.parametrize("run", [by_onnx, by_sqlite, by_duckdb, by_c])
@pytest.mark.parametrize("learner", ["averaged", "adaboost"])
def test_exports_take_numbers_and_answers_as_they_were_read(run, learner, tmp_path):
    model = fit_model(READ, learner)
    assert run(model, READ, tmp_path).tolist() == model.predict(READ).tolist()


@pytest.mark.parametrize("run", [by_onnx, by_sqlite, by_c])
def test_exports_know_the_answers_as_they_are_in_the_file(run, tmp_path):
    model = fit_model(READ, "averaged")
    raw = Table("raw", {**READ.columns, "paid": RAW["paid"]}, LABELS, N)
    assert run(model, raw, tmp_path).tolist() == model.predict(READ).tolist()


@pytest.mark.parametrize("to", ["onnx", "sql", "c"])
def test_dates_and_free_text_are_refused_by_name(to, tmp_path):
    message = re.escape("these columns: 'day' (dates), 'remark' (free text); export to json")
    with pytest.raises(ValueError, match=f"{to.upper()} cannot compute .*{message}"):
        export(fit_model(ALL, "averaged"), to, tmp_path / "m")


def by_hand(content: dict, table: Table) -> list[str]:
    """Follow the instructions of a JSON file for a hyperplane, one row after the other."""
    labels = []
    for row in range(table.n_rows):
        x = np.zeros(content["n_features"])
        for column in content["columns"]:
            set_features(x, column, table.columns[column["name"]][row])
        score = np.array(content["weights"]) @ x + np.array(content["intercepts"])
        labels.append(content["classes"][int(score[0] >= 0)])
    return labels


def set_features(x: np.ndarray, column: dict, cell) -> None:
    if column["kind"] == "numeric":
        x[column["feature"]] = (cell - column["center"]) / column["scale"]
    elif column["kind"] == "nominal":
        x[column["features"][cell]] = 1
    elif column["kind"] == "date":
        set_date(x[column["first"] :], column["code"], cell)
    else:
        found = set(re.findall(r"[^\W_]{2,}", cell.lower()))
        code, first = column["code"], column["first"]
        pairs = zip(code["words"], code["weights"], strict=True)
        own = np.array([weight if word in found else 0.0 for word, weight in pairs])
        x[first : first + len(own)] = own / (np.sqrt((own**2).sum()) or 1)


def set_date(x: np.ndarray, code: dict, days: float) -> None:
    day = np.datetime64(int(days), "D").item()
    parts = {"days": days, "year": day.year}
    numbers = [(parts[part] - m["shift"]) / m["scale"] for part, m in code["numbers"].items()]
    months = [float(day.month == month) for month in code["months"]]
    weekdays = [float(day.weekday() == weekday) for weekday in code["weekdays"]]
    x[: len(numbers + months + weekdays)] = numbers + months + weekdays


def test_json_says_how_dates_and_words_become_features(tmp_path):
    model = fit_model(ALL, "averaged")
    export(model, "json", tmp_path / "m.json")
    content = json.loads((tmp_path / "m.json").read_text())
    assert "Date column" in content["how"]["coding"] and "Words column" in content["how"]["coding"]
    assert by_hand(content, ALL) == model.predict(ALL).tolist()


def write_raw(path, columns: dict[str, np.ndarray], labels=LABELS):
    rows = zip(*columns.values(), labels, strict=True)
    lines = [";".join([*columns, "delivery"]), *(";".join(row) for row in rows)]
    path.write_text("\n".join(lines) + "\n")
    return path


def test_a_model_file_keeps_how_columns_are_read(tmp_path):
    path = write_raw(tmp_path / "raw.csv", {**RAW, **DERIVED})
    model = fit_model(read_table(path), "averaged")
    save(model, tmp_path / "m")
    loaded = load(tmp_path / "m")
    streamed = [label for part in predict_file(loaded, path) for label in part.labels]
    assert streamed == model.predict(ALL).tolist()


@pytest.mark.parametrize(
    ("name", "cell", "words"),
    [
        ("price", "cheap", "'cheap' is not a number, but the model expects numbers"),
        ("paid", "perhaps", "'perhaps' is not yes or no, but the model expects answers"),
        ("day", "32.12.2021", "'32.12.2021' is not a date, but the model expects dates"),
        ("hour", "25:99", "'25:99' is not a time of day, but the model expects times"),
    ],
)
def test_a_cell_of_another_kind_is_told_by_line(tmp_path, name, cell, words):
    path = write_raw(tmp_path / "raw.csv", {**RAW, **DERIVED})
    model = fit_model(read_table(path), "averaged")
    changed = {**RAW, **DERIVED, name: np.where(np.arange(N) == 5, cell, {**RAW, **DERIVED}[name])}
    with pytest.raises(BadFileError, match=f"line 7: column '{name}': {re.escape(words)}"):
        list(predict_file(model, write_raw(tmp_path / "new.csv", changed)))


def test_labels_cut_in_halves_are_known_when_predicting(tmp_path):
    ages = RNG.integers(17, 90, N)
    path = write_raw(tmp_path / "raw.csv", RAW, [str(age) for age in ages])
    table = read_table(path, wishes=Wishes({"delivery": "halves"}))
    model = fit_model(table, "averaged")
    (part,) = predict_file(model, path)
    assert part.known == N
    assert part.wrong == int((model.predict(table) != table.target).sum())
