"""Good files, and the tables they become."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from rosenblatt.tables import Table, open_table, read_table

PEOPLE = "age,town,target\n20,Ulm,yes\n?,,no\n40.5, Bonn ,yes\n"


def one_column(name: str, cells: list[str]) -> str:
    """Return a table of one feature with labels 0 and 1 in turn."""
    return f"{name},y\n" + "".join(f"{cell},{i % 2}\n" for i, cell in enumerate(cells))


def said(table: Table) -> list[str]:
    """Return what is said about a table."""
    return [*table.notes, *(f"{finding.found} {finding.done}" for finding in table.findings)]


def people(rows: int, bad: str = "", at: int = -1) -> str:
    """Return a table of numbers with one cell exchanged."""
    return one_column("age", [bad if i == at else str(i % 50) for i in range(rows)])


@pytest.mark.parametrize("name", ["data.csv", "data.csv.gz", "data.txt", "data"])
def test_numbers_texts_and_missing_cells_are_told_apart(write, name):
    table = read_table(write(name, PEOPLE))
    assert_array_equal(table.columns["age"], [20, np.nan, 40.5])
    assert table.columns["town"].tolist() == ["Ulm", None, "Bonn"]
    assert table.target.tolist() == ["yes", "no", "yes"]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_delimiter_is_found(write, delimiter):
    table = read_table(write("data.csv", PEOPLE.replace(",", delimiter)))
    assert list(table.columns) == ["age", "town"]


@pytest.mark.parametrize("marker", ["", "?", "NA", "N/A", "NaN", "nan", "null", "NULL", " ? "])
def test_every_marker_of_a_missing_value_is_known(write, marker):
    table = read_table(write("data.csv", f"age,target\n1,a\n{marker},b\n"))
    assert_array_equal(table.columns["age"], [1, np.nan])
    assert "1 cells are missing, in the column 'age'." in table.notes


def test_the_byte_order_mark_of_a_spreadsheet_is_dropped(write):
    assert list(read_table(write("data.csv", "\ufeff" + PEOPLE)).columns) == ["age", "town"]


def test_lines_may_end_as_on_windows(write):
    table = read_table(write("data.csv", PEOPLE.replace("\n", "\r\n")))
    assert table.target.tolist() == ["yes", "no", "yes"]


def test_quoted_cells_may_hold_delimiters_quotes_and_lines(write):
    path = write("data.csv", 'a,target\n"x, ""y""\nz",1\nw,2\n')
    assert read_table(path).columns["a"].tolist() == ['x, "y"\nz', "w"]


@pytest.mark.parametrize("name", ["</script>", "a 'b'", "ä,ö", "line\nbreak", "%s{0}"])
def test_hostile_names_of_columns_are_kept_as_they_are(write, name):
    assert list(read_table(write("data.csv", f'"{name}",target\n1,2\n3,4\n')).columns) == [name]


@pytest.mark.parametrize("name", ["target", "Label", "CLASS", "y"])
def test_a_column_of_a_usual_name_is_the_target(write, name):
    table = read_table(write("data.csv", f"{name},b\n1,2\n3,4\n"))
    assert table.target_name == name
    assert f"The labels are taken from the column {name!r}." in table.notes


def test_otherwise_the_last_column_is_the_target(write):
    assert read_table(write("data.csv", "a,b\n1,2\n3,4\n")).target_name == "b"


def test_a_named_target_needs_no_note(write):
    table = read_table(write("data.csv", "a,b\n1,2\n3,4\n"), target="a")
    assert table.target.tolist() == [1, 3]
    assert table.notes == []


@pytest.mark.parametrize(
    ("cells", "labels"),
    [
        (["1", "0"], [1, 0]),
        (["1.0", "2.00"], [1, 2]),
        (["-1", "+1"], [-1, 1]),
        (["0.5", "1"], ["0.5", "1"]),
        (["a", "1.0"], ["a", "1"]),
    ],
)
def test_labels_that_are_whole_numbers_are_integers(write, cells, labels):
    table = read_table(write("data.csv", "a,y\n" + "".join(f"0,{c}\n" for c in cells)))
    assert table.target.tolist() == labels


def test_rows_without_a_label_are_left_out_and_counted(write):
    table = read_table(write("data.csv", "a,y\n1,x\n2,\n3,x\n4,?\n"))
    assert table.columns["a"].tolist() == [1, 3]
    assert table.n_rows_file == 4
    assert "2 rows without a label in 'y' are left out." in table.notes


def test_a_constant_column_is_noted(write):
    table = read_table(write("data.csv", "a,b,y\n1,5,x\n2,5,z\n"))
    assert "There is only one value in the column 'b'. It is left out." in said(table)


def test_a_target_with_many_values_is_noted(write):
    text = "a,y\n" + "".join(f"{i},{i / 7}\n" for i in range(200))
    table = read_table(write("d.csv", text))
    assert any("looks like a measurement" in note for note in said(table))


def test_numbers_are_float32_only_where_that_loses_nothing(write):
    table = read_table(write("data.csv", "a,b,y\n0.5,0.1,x\n3,0.2,z\n"))
    assert table.columns["a"].dtype == np.float32
    assert table.columns["b"].tolist() == [0.1, 0.2]


@pytest.mark.parametrize("cell", ["1.5x", "1O", "3 kg"])
def test_a_single_number_with_something_beside_it_is_a_mistake(write, cell):
    with pytest.raises(ValueError, match=f"line 45: column 'age': '{cell}' is not a plain number"):
        read_table(write("data.csv", people(100, cell, at=43)))


@pytest.mark.parametrize("odd", ["12", "12 lb"])
def test_a_single_cell_in_another_unit_is_a_mistake(write, odd):
    cells = [f"{k} kg" for k in range(1, 60)] + [odd]
    with pytest.raises(ValueError, match=rf"line 61: column 'w': '{odd}' is not in 'kg', but 59"):
        read_table(write("data.csv", one_column("w", cells)))


def test_numbers_with_letters_beside_many_of_them_are_texts(write):
    cells = [f"{k % 9}a" if k % 4 else f"{k % 9}" for k in range(80)]
    assert read_table(write("data.csv", one_column("house", cells))).columns["house"][1] == "1a"


@pytest.mark.parametrize("at", [0, 7, 59_990])
def test_a_single_text_among_numbers_is_a_mistake_wherever_it_is(write, at):
    with pytest.raises(ValueError, match=f"line {at + 2}: column 'age': 'abc' is not a number"):
        read_table(write("data.csv", people(60_000, "abc", at)))


def test_many_texts_far_down_make_a_column_of_texts(write):
    rows = ["07"] + [str(i % 5) for i in range(55_000)] + ["low", "high"] * 2000
    table = read_table(write("data.csv", one_column("code", rows)))
    assert table.columns["code"].tolist() == rows
    assert any("has numbers and texts (the first is 'low' on line 55003)" in n for n in said(table))


def test_codes_that_are_partly_numbers_are_texts(write):
    codes = ["250.01", "V45", "E932", "414", "V10", "E11"] * 20
    table = read_table(
        write("d.csv", "icd,y\n" + "".join(f"{c},{i % 2}\n" for i, c in enumerate(codes)))
    )
    assert table.columns["icd"].tolist() == codes


def test_a_placeholder_among_measurements_is_refused(write):
    cells = ["unknown" if i % 30 == 7 else str(i) for i in range(90)]
    with pytest.raises(ValueError, match="'unknown' is not a number, but 87 other cells are"):
        read_table(
            write("d.csv", "age,y\n" + "".join(f"{c},{i % 2}\n" for i, c in enumerate(cells)))
        )


def test_batches_tell_the_position_of_their_first_row(write):
    batches = list(open_table(write("data.csv", people(25)), target="y").batches(10))
    assert [(b.first_row, b.n_rows) for b in batches] == [(0, 10), (10, 10), (20, 5)]


def test_without_a_target_all_columns_are_features(write):
    file = open_table(write("data.csv", people(3)))
    assert file.columns == ["age", "y"]
    assert next(file.batches()).target is None


def test_batches_keep_rows_without_a_label(write):
    batch = next(open_table(write("data.csv", "a,y\n1,x\n2,\n"), target="y").batches())
    assert batch.target.tolist() == ["x", None]


def test_svmlight_rows_are_read(write):
    table = read_table(write("data.svm.gz", "# head\n+1 1:0.5 3:-2e1 # tail\n-1\n1 2:7\n"))
    assert_array_equal(table.matrix.toarray(), [[0.5, 0, -20], [0, 0, 0], [0, 7, 0]])
    assert table.target.tolist() == [1, -1, 1]


def test_svmlight_is_known_by_its_content(write):
    assert open_table(write("data", "1 1:2\n")).kind == "svmlight"


def test_the_first_column_of_svmlight_has_the_index_one(write):
    assert open_table(write("data.svm", "1 3:2\n")).columns == ["x0", "x1", "x2"]


def test_svmlight_batches_agree_with_the_whole(write):
    text = "".join(f"{i % 2} {i % 5 + 1}:{i}.5 {i % 7 + 6}:1\n" for i in range(100))
    path = write("data.svm", text)
    parts = [batch.matrix for batch in open_table(path).batches(9)]
    whole = read_table(path).matrix.toarray()
    for i, part in enumerate(parts):
        assert_array_equal(part.toarray(), whole[9 * i : 9 * i + 9, : part.shape[1]])


@pytest.mark.parametrize(
    ("name", "text"),
    [("data.csv", 'a,y\n\n"1\n",2\n3,4\n'), ("data.svm", "# head\n\n1 1:1\n\n0 1:2\n")],
)
def test_the_line_of_a_row_counts_every_line_of_the_file(write, name, text):
    file = open_table(write(name, text))
    assert [file.line_of(row) for row in (0, 1)] == [3, 5]


def test_labels_become_texts_when_one_far_down_is_a_text(write):
    cells = [str(i % 2) for i in range(60_000)] + ["maybe"]
    table = read_table(write("data.csv", "a,y\n" + "".join(f"0,{c}\n" for c in cells)))
    assert table.target.tolist() == cells
