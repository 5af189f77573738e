"""A home-made spreadsheet is read as a person would read it, and nothing is changed silently."""

import csv
import datetime as dt

import numpy as np
import pytest
from numpy.testing import assert_allclose
from spreadsheet import HEADER, spreadsheet_rows, write_spreadsheet

from rosenblatt.models import load, save
from rosenblatt.models.fitting import fit_model
from rosenblatt.models.streaming import predict_file
from rosenblatt.tables import Wishes, read_table

ROWS = spreadsheet_rows()
EPOCH = dt.date(1970, 1, 1)


def cells(name: str) -> list[str]:
    return [row[HEADER.index(name)] for row in ROWS]


def number(text: str) -> float:
    """By hand: points separate thousands, a comma decimals, the rest is no part of the number."""
    kept = "".join(c for c in text if c.isdigit() or c in ",-")
    return float(kept.replace(",", ".")) if kept.strip("-") else np.nan


@pytest.fixture(scope="module", params=[True, False], ids=["pyarrow", "without"])
def table(request, tmp_path_factory):
    path = write_spreadsheet(tmp_path_factory.mktemp("home") / "shop.csv", ROWS + ROWS[:5])
    with pytest.MonkeyPatch.context() as patch:
        if not request.param:
            patch.setattr("rosenblatt.tables.number_blocks._by_arrow", lambda *_: None)
        yield read_table(path)


@pytest.mark.parametrize("name", ["Umsatz", "Preis", "Rabatt", "Gewicht", "Lager", "Rest"])
def test_numbers_are_what_a_person_reads(table, name):
    assert_allclose(table.columns[name][: len(ROWS)], [number(cell) for cell in cells(name)])


def test_answers_have_one_spelling(table):
    expected = ["yes" if cell.lower() == "ja" else "no" for cell in cells("Newsletter")]
    assert table.columns["Newsletter"].tolist()[: len(ROWS)] == expected


def test_dates_are_days(table):
    days = [dt.datetime.strptime(cell, "%d.%m.%Y").date() - EPOCH for cell in cells("Bestellt")]
    assert table.columns["Bestellt"].tolist()[: len(ROWS)] == [day.days for day in days]


def test_times_are_hours(table):
    hours = [int(cell[:2]) + int(cell[3:]) / 60 for cell in cells("Uhrzeit")]
    assert_allclose(table.columns["Uhrzeit"][: len(ROWS)], hours)


def test_what_cannot_help_is_left_out(table):
    assert "Kundennr" not in table.columns and "Land" not in table.columns


def test_each_finding_names_its_columns_and_what_to_type(table):
    found = {finding.kind: finding for finding in table.findings}
    assert {kind: set(finding.columns) for kind, finding in found.items()} == {
        "decimal comma": {"Umsatz", "Lager", "Rest"},
        "currency or unit": {"Preis", "Gewicht"},
        "percent": {"Rabatt"},
        "yes-no": {"Newsletter"},
        "date": {"Bestellt"},
        "time": {"Uhrzeit"},
        "text": {"Notiz"},
        "ambiguous numbers": {"Lager"},
        "dashes": {"Rest"},
        "key": {"Kundennr"},
        "constant": {"Land"},
        "leak": {"Storno-Grund"},
        "equal rows": set(),
    }
    assert all("--" in finding.undo and finding.done for finding in found.values())


def test_every_column_that_is_not_as_in_the_file_is_named_in_a_finding(table):
    named = {column for finding in table.findings for column in finding.columns}
    untouched = set(HEADER) - named - {"Klasse"}
    assert untouched == {"Ort", "Alter"}
    assert table.columns["Ort"].tolist()[: len(ROWS)] == cells("Ort")


def test_the_quantity_in_it_is_no_target(tmp_path):
    path = write_spreadsheet(tmp_path / "shop.csv", ROWS)
    kinds = {finding.kind for finding in read_table(path, target="Alter").findings}
    assert "quantity as target" in kinds


def test_a_saved_model_reads_new_rows_in_the_same_way(tmp_path):
    path = write_spreadsheet(tmp_path / "shop.csv", ROWS)
    table = read_table(path, wishes=Wishes(drop=("Storno-Grund",)))
    save(fit_model(table, "averaged"), tmp_path / "m")
    model = load(tmp_path / "m")
    streamed = np.concatenate([part.labels for part in predict_file(model, path)])
    assert streamed.tolist() == model.predict(table).tolist()
    assert np.mean(streamed == table.target) > 0.85


def test_rows_are_predicted_alone_as_in_the_file(tmp_path):
    """A file of one row shows neither decimal marks nor orders of dates; the model knows them."""
    path = write_spreadsheet(tmp_path / "shop.csv", ROWS)
    model = fit_model(read_table(path), "averaged")
    whole = np.concatenate([part.scores for part in predict_file(model, path, scores=True)])
    for row in (0, 7, 53):
        one = write_spreadsheet(tmp_path / "one.csv", ROWS[row : row + 1])
        (part,) = predict_file(model, one, scores=True)
        assert_allclose(part.scores, whole[row : row + 1])


def test_the_cells_of_the_file_can_be_coded_as_they_are(tmp_path):
    path = write_spreadsheet(tmp_path / "shop.csv", ROWS)
    table = read_table(path)
    model = fit_model(table, "averaged")
    with open(path, encoding="utf-8-sig", newline="") as file:
        raw = list(csv.DictReader(file, delimiter=";"))
    columns = {name: np.array([row[name] for row in raw], dtype=object) for name in table.columns}
    columns["Rest"][columns["Rest"] == "-"] = None
    numbers = {"Alter": columns["Alter"].astype(float)}
    assert model.predict({**columns, **numbers}).tolist() == model.predict(table).tolist()
