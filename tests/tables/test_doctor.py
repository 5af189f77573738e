"""Each thing that the doctor finds in a table, and what does not mislead it."""

import datetime as dt

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest
from numpy.testing import assert_array_equal

from rosenblatt.tables import BadFileError, Table, TableCoder, Wishes, examine, read_table
from rosenblatt.tables.doctor import equal_row_groups

RNG = np.random.default_rng(0)
NUMBERS = RNG.normal(size=60)
LABELS = np.arange(60) % 2


def table_of(target=LABELS, **columns) -> Table:
    """A table of the given columns beside one of numbers."""
    arrays = {"x": NUMBERS[: len(target)]}
    for name, cells in columns.items():
        arrays[name] = np.array(cells, dtype=object if isinstance(cells[0], str) else float)
    return Table("made", arrays, np.asarray(target), len(target), target_name="y")


def csv_of(write, delimiter=";", **columns):
    names, cells = list(columns), list(zip(*columns.values(), strict=True))
    lines = [[*names, "y"], *([*row, str(k % 2)] for k, row in enumerate(cells))]
    return write("t.csv", "".join(delimiter.join(line) + "\n" for line in lines))


def finding(table: Table, kind: str):
    found = [f for f in examine(table).findings if f.kind == kind]
    assert len(found) == 1, [f.kind for f in examine(table).findings]
    return found[0]


def kinds(table: Table) -> list[str]:
    return [f.kind for f in examine(table).findings]


def times(cells: list[str], n: int = 60) -> list[str]:
    return (cells * n)[:n]


@pytest.mark.parametrize(
    ("cells", "values", "kind"),
    [
        (["0,5", "12,25", "1.234,5"], [0.5, 12.25, 1234.5], "decimal comma"),
        (["1,234.5", "7", "1,000,000"], [1234.5, 7, 1e6], "thousands separator"),
        (["1 234", "56", "7 890 123"], [1234, 56, 7890123], "thousands separator"),
        (["1'234.50", "2", "3.5"], [1234.5, 2, 3.5], "thousands separator"),
        (["€ 5", "1.200,50 €", "EUR 7,25"], [5, 1200.5, 7.25], "currency or unit"),
        (["$1,200.50", "-$3", "$ 2"], [1200.5, -3, 2], "currency or unit"),
        (["12 %", "7%", "-0.5 %"], [12, 7, -0.5], "percent"),
        (["3 kg", "2.5 kg", "1e3 kg"], [3, 2.5, 1000], "currency or unit"),
        (["(1.234,50)", "7,5", "(3)"], [-1234.5, 7.5, -3], "decimal comma"),
        (["78,45-", "12,-", "3-"], [-78.45, 12, -3], "decimal comma"),
        (["($1,200.50)", "$3", "$(2)"], [-1200.5, 3, -2], "currency or unit"),
    ],
)
def test_numbers_as_people_write_them_are_numbers(cells, values, kind):
    table = table_of(a=times(cells))
    assert finding(table, kind).columns == ("a",)
    assert_array_equal(examine(table).columns["a"], times(values))


def test_more_than_a_thousand_decimal_commas_are_numbers_too(write):
    cells = [f"{k / 10_000:.4f}".replace(".", ",") for k in RNG.permutation(5000)]
    table = read_table(csv_of(write, a=cells))
    assert_array_equal(table.columns["a"], [float(cell.replace(",", ".")) for cell in cells])


@pytest.mark.parametrize("cells", [["€ 5", "$ 5", "£ 4"], ["3 kg", "3 m", "2 kg"], ["A1", "B2"]])
def test_what_cannot_be_compared_stays_text(cells):
    assert examine(table_of(a=times(cells))).columns["a"].tolist() == times(cells)


def test_a_guess_between_thousands_and_decimals_is_said():
    table = table_of(a=times(["1,234", "2,345"]))
    assert "more than a thousand" in finding(table, "ambiguous numbers").done
    changed = examine(table, Wishes({"a": "number-comma"}))
    assert_array_equal(changed.columns["a"], times([1.234, 2.345]))


@pytest.mark.parametrize(
    "cells",
    [
        ["ja", "nein"],
        ["Yes", "no"],
        ["TRUE", "False"],
        ["oui", "non"],
        ["Y", "N"],
        ["да", "нет"],
        ["Sì", "No"],
    ],
)
def test_words_for_yes_and_no_are_one_value_each(cells):
    assert finding(table_of(a=times(cells)), "yes-no").columns == ("a",)
    assert examine(table_of(a=times(cells))).columns["a"].tolist() == times(["yes", "no"])


@pytest.mark.parametrize("cells", [["f", "m"], ["no", "maybe"], ["s", "f"], ["yes", "y"]])
def test_other_words_are_categories(cells):
    assert "yes-no" not in kinds(table_of(a=times(cells)))


@pytest.mark.parametrize(
    ("cell", "day"),
    [
        ("2021-03-14", "2021-03-14"),
        ("14.3.2021", "2021-03-14"),
        ("03/14/2021", "2021-03-14"),
        ("14 Mar 2021", "2021-03-14"),
        ("March 14, 2021", "2021-03-14"),
        ("14. März 2021", "2021-03-14"),
        ("2021/03/14 06:00", "2021-03-14 06:00"),
        ("2021-03-14T18:30:00Z", "2021-03-14 18:30"),
        ("14.03.21", "2021-03-14"),
        ("14 marzo 2021", "2021-03-14"),
        ("14 março 2021", "2021-03-14"),
        ("2021-03", "2021-03-01"),
        ("3/2021", "2021-03-01"),
        ("maart 2021", "2021-03-01"),
    ],
)
def test_dates_are_days_since_1970(cell, day):
    table = examine(table_of(a=times([cell, cell])), Wishes({"a": "date"}))
    since = (dt.datetime.fromisoformat(day) - dt.datetime(1970, 1, 1)) / dt.timedelta(days=1)
    assert_array_equal(table.columns["a"], [since] * 60)


def test_years_of_two_digits_are_those_of_spreadsheets_and_said():
    table = table_of(a=times(["14.03.52", "20.12.99", "1.1.29"]))
    assert "30 to 99" in finding(table, "years of two digits").done
    expected = [dt.date(1952, 3, 14), dt.date(1999, 12, 20), dt.date(2029, 1, 1)]
    days = [(day - dt.date(1970, 1, 1)).days for day in expected]
    assert_array_equal(examine(table).columns["a"], times(days))


def test_years_of_four_digits_are_not_mentioned():
    assert "years of two digits" not in kinds(table_of(a=times(["14.03.1952", "20.12.1999"])))


@pytest.mark.parametrize("cells", [["2019-20", "2020-21"], ["Room 2021", "Hall 2019"], ["13/2021"]])
def test_what_looks_like_a_month_but_is_none_stays_text(cells):
    assert examine(table_of(a=times(cells))).readings == {}


def test_the_order_of_day_and_month_is_seen_from_the_column():
    table = examine(table_of(a=times(["03/04/2021", "03/25/2021"])))
    assert table.readings["a"] == {"kind": "date", "order": "mdy"}


def test_a_guess_of_the_order_is_said():
    table = table_of(a=times(["03/04/2021", "05/06/2021"]))
    assert "day is taken to come first" in finding(table, "ambiguous dates").done
    assert examine(table, Wishes({"a": "date-mdy"})).columns["a"][0] == 18690  # 4 March


def test_dates_become_year_month_weekday_and_days():
    table = examine(table_of(a=times(["2021-03-14", "2022-12-31", "2020-02-29"])))
    coder = TableCoder(scale=False).fit(table)
    names = coder.get_feature_names_out().tolist()
    row = dict(zip(names, coder.transform(table)[1], strict=True))
    assert (row["a days"], row["a year"]) == (19357, 2022)
    assert (row["a month=Dec"], row["a month=Mar"]) == (1, 0)
    assert (row["a weekday=Sat"], row["a weekday=Sun"]) == (1, 0)


def test_a_missing_date_is_marked():
    days = examine(table_of(a=times(["2021-03-14", "2022-12-31", "-"])))
    coder = TableCoder().fit(days)
    row = dict(zip(coder.get_feature_names_out().tolist(), coder.transform(days)[2], strict=True))
    assert row["a missing"] == 1 and row["a days"] == 0
    assert sum(value for name, value in row.items() if "month" in name) == 0


def test_times_of_day_are_hours():
    table = table_of(a=times(["08:30", "17:45:00", "1:15 pm"]))
    assert finding(table, "time").columns == ("a",)
    assert_array_equal(examine(table).columns["a"], times([8.5, 17.75, 13.25]))


def test_dates_of_parquet_files_have_parts_too(tmp_path):
    days = [dt.date(2021, 1, 1) + dt.timedelta(days=k) for k in range(60)]
    pa.parquet.write_table(pa.table({"a": days, "y": LABELS}), tmp_path / "t.parquet")
    table = read_table(tmp_path / "t.parquet")
    assert [f.kind for f in table.findings][:1] == ["date"]
    assert "a month=Feb" in TableCoder().fit(table).get_feature_names_out()


@pytest.mark.parametrize("name", ["a", "customer_id"])
def test_texts_that_all_differ_are_a_key(name):
    assert finding(table_of(**{name: [f"k{k}" for k in range(60)]}), "key").columns == (name,)


@pytest.mark.parametrize(
    ("name", "is_key"), [("id", True), ("Unnamed: 0", True), ("orderNo", True), ("income", False)]
)
def test_numbers_that_all_differ_are_a_key_if_they_are_named_so(name, is_key):
    assert ("key" in kinds(table_of(**{name: list(range(60))}))) == is_key


@pytest.mark.parametrize(
    ("good", "odd", "kind"),
    [
        ("{}.5.2021", "in May", "dates and texts"),
        ("{},5", "about 3", "numbers and texts"),
    ],
)
def test_dates_and_numbers_with_odd_cells_among_them_are_no_key(write, good, odd, kind):
    cells = [f"{odd} {k}" if k % 5 == 0 else good.format(1 + k % 31) for k in range(60)]
    table = read_table(csv_of(write, x=[str(k % 7) for k in range(60)], a=cells))
    (found,) = [f for f in table.findings if f.kind == kind]
    assert found.columns == ("a",) and "read as texts" in found.done
    assert table.columns["a"].tolist() == cells


def test_values_that_differ_in_capitals_only_are_named_and_kept():
    table = table_of(a=times(["Roma", "roma", "Bari"]), b=times(["u", "v"]))
    found = finding(table, "spellings")
    assert found.columns == ("a",) and "'Roma' and 'roma'" in found.found
    assert examine(table).columns["a"].tolist() == times(["Roma", "roma", "Bari"])


def test_numbers_that_begin_with_zero_are_said_to_look_like_codes(write):
    codes = [f"{k % 9:04}" for k in range(60)]
    path = csv_of(write, ",", a=codes, b=[f"0.{k}" for k in range(60)], c=["0"] * 30 + ["10"] * 30)
    table = read_table(path)
    (found,) = [f for f in table.findings if f.kind == "leading zeros"]
    assert found.columns == ("a",) and table.columns["a"][8] == 8
    changed = read_table(path, wishes=Wishes({"a": "category"}))
    assert changed.columns["a"][8] == "8"
    assert "leading zeros" not in {f.kind for f in changed.findings}


def test_a_key_can_be_kept():
    table = examine(table_of(id=list(range(60))), Wishes({"id": "number"}))
    assert table.columns["id"].tolist() == list(range(60))


def test_sentences_are_free_text_and_their_words_are_counted():
    texts = [f"the {w} fox number {k} jumps" for k, w in enumerate(times(["quick", "lazy"]))]
    table = examine(table_of(a=texts))
    assert [f.kind for f in table.findings] == ["text"]
    coder = TableCoder().fit(table)
    names = coder.get_feature_names_out().tolist()
    assert "a: quick" in names and "a: jumps" in names
    X = coder.transform(table)
    words = [k for k, name in enumerate(names) if name.startswith("a: ")]
    assert_array_equal(np.round((X[:, words] ** 2).sum(axis=1), 12), 1)
    assert (X[:, names.index("a: lazy")] > 0).tolist() == (LABELS == 1).tolist()


def test_rare_words_weigh_more_than_frequent_ones():
    texts = [f"all words here are {'rare' if k < 4 else 'common'} {k}" for k in range(60)]
    coder = TableCoder().fit(examine(table_of(a=texts)))
    code = coder.schema_["columns"][1]
    weight = dict(zip(code["words"], code["weights"], strict=True))
    assert weight["rare"] > weight["common"] > weight["all"]


def test_many_categories_are_said():
    table = table_of(a=[f"t{k % 110}" for k in range(220)], target=np.arange(220) % 2)
    table = Table("m", {"a": table.columns["a"]}, table.target, 220)
    assert "100 most frequent" in finding(table, "many categories").done


def test_constant_columns_are_left_out_and_can_be_kept():
    table = table_of(a=[5.0] * 60)
    assert finding(table, "constant").columns == ("a",)
    assert "a" not in examine(table).columns
    assert "a" in examine(table, Wishes({"a": "number"})).columns


def test_a_dash_among_numbers_is_missing(write):
    table = read_table(csv_of(write, a=times(["1", "-", "2"])))
    assert_array_equal(table.columns["a"], times([1, np.nan, 2]))
    assert [f.kind for f in table.findings if f.kind == "dashes"] == ["dashes"]


@pytest.mark.parametrize("flip", [0, 1])
def test_a_column_that_tells_the_target_is_asked_about(flip):
    told = np.where(LABELS == 1, 3.0, 1.0) + 0.1 * NUMBERS.clip(-1, 1)
    told[:flip] = 2.9 - LABELS[:flip] * 1.9
    table = table_of(a=told.tolist())
    assert ("leak" in kinds(table)) == (flip == 0)
    if not flip:
        assert finding(table, "leak").undo == "If not: --drop a."
        assert "leak" not in [f.kind for f in examine(table, Wishes(drop=("a",))).findings]


def test_categories_that_tell_the_target_are_asked_about():
    assert finding(table_of(a=times(["paid", "open"])), "leak").columns == ("a",)


def test_a_key_tells_nothing_about_the_target():
    labels = np.repeat([0, 1], 30)
    assert "leak" not in kinds(table_of(labels, a=[f"k{k // 2}" for k in RNG.permutation(60)]))


@pytest.mark.parametrize(
    ("values", "is_quantity"),
    [
        (np.arange(17, 90), True),
        (np.arange(105), False),
        (np.arange(1, 106), False),
        (np.linspace(0, 1, 12), True),
        (np.array([0.5, 1.5]), False),
    ],
)
def test_a_quantity_as_target_is_told_from_codes_of_classes(values, is_quantity):
    labels = np.repeat(values, 20)
    table = Table("m", {"x": RNG.normal(size=len(labels))}, labels, len(labels))
    assert ("quantity as target" in kinds(table)) == is_quantity


def test_a_quantity_can_be_cut_in_halves():
    ages = np.arange(17, 90).repeat(2)
    table = Table("m", {"x": RNG.normal(size=len(ages))}, ages, len(ages), target_name="age")
    cut = examine(table, Wishes({"age": "halves"}))
    assert cut.target_cut == 53
    assert cut.target.tolist() == ["up to 53" if age <= 53 else "above 53" for age in ages]


def test_classes_with_few_rows_are_named():
    labels = np.array(["often"] * 55 + ["seldom"] * 5)
    assert "'seldom' (5)" in finding(table_of(labels), "rare class").found


def test_classes_that_differ_in_capitals_only_are_said():
    labels = np.array(["Yes", "yes", "no"] * 20)
    assert "'Yes' and 'yes'" in finding(table_of(labels), "spellings of a class").found


def test_equal_rows_are_said_and_numbered():
    rows = np.concatenate([NUMBERS[:40], NUMBERS[:10]])
    table = Table("m", {"x": rows}, np.arange(50) % 2, 50)
    assert "10 of the 50 rows" in finding(table, "equal rows").found
    groups = equal_row_groups(table)
    assert_array_equal(groups[:10], groups[40:])
    assert len(np.unique(groups)) == 40


def test_rows_that_mostly_repeat_are_split_as_they_are():
    table = Table("m", {"x": NUMBERS[:5].repeat(12)}, LABELS, 60)
    assert "--duplicates together" in finding(table, "equal rows").undo


def test_equal_sparse_rows_are_found_whatever_the_order_of_their_cells(write):
    table = read_table(write("t.svm", "1 1:2 3:4\n0 2:1\n0 1:2 3:4\n1 1:2\n" * 2))
    assert len(np.unique(equal_row_groups(table))) == 3


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        (Wishes({"b": "number"}), "no column 'b'"),
        (Wishes(drop=("zz",)), "no column 'zz'"),
        (Wishes({"a": "colour"}), "cannot be read as 'colour'; choose one of number"),
        (Wishes({"a": "number"}), "'red' in row 1 is not a number"),
        (Wishes(drop=("y",)), "is the target"),
        (Wishes({"y": "date"}), "choose one of category, halves"),
        (Wishes(drop=("a", "x")), "no column of made is left"),
    ],
)
def test_a_wish_that_cannot_be_granted_is_refused(wishes, message):
    with pytest.raises(ValueError, match=message):
        examine(table_of(a=times(["red", "blue"])), wishes)


def test_a_column_may_be_read_as_categories_whatever_it_holds(write):
    path = csv_of(write, a=[*times(["1", "2", "x"], 59), "3"], b=times(["0,5", "1,5"]))
    table = read_table(path, wishes=Wishes({"a": "category", "b": "category"}))
    assert table.columns["b"].tolist() == times(["0,5", "1,5"])
    names = TableCoder().fit(table).get_feature_names_out().tolist()
    assert "a=x" in names and "b=0,5" in names


def test_numbers_may_be_read_as_categories():
    table = examine(table_of(zip=times([1067.0, 2099.0, 4103.0])), Wishes({"zip": "category"}))
    assert "zip=1067" in TableCoder().fit(table).get_feature_names_out()


def test_a_single_mistake_among_numbers_with_decimal_commas_is_told_by_line(write):
    with pytest.raises(BadFileError, match="line 9: column 'a': 'x2' is not a number"):
        read_table(csv_of(write, a=[*times(["0,5", "1,25"], 7), "x2", *times(["2,5"], 40)]))


def test_points_are_thousands_where_other_columns_have_decimal_commas(write):
    table = read_table(csv_of(write, a=times(["1.234", "2.345"]), b=times(["0,5", "1,5"])))
    assert_array_equal(table.columns["a"], times([1234, 2345]))


def test_points_are_decimals_if_the_column_shows_it(write):
    table = read_table(csv_of(write, a=times(["0.25", "2.345"]), b=times(["0,5", "1,5"])))
    assert_array_equal(table.columns["a"], times([0.25, 2.345]))
    assert "a" not in table.readings
