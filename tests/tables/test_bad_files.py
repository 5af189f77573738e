"""Files that cannot be used: one line says where and why."""

import gzip
from pathlib import Path

import pytest

from rosenblatt.tables import BadFileError, open_table, read_table

GOOD_CSV = "age,kind\n" + "".join(f"{i},{'ab'[i % 2]}\n" for i in range(30))


def refused(path) -> str:
    with pytest.raises(BadFileError) as caught:
        read_table(path)
    message = str(caught.value)
    assert "\n" not in message and str(path) in message
    return message


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("yes 1:2\n", 1, "label 'yes'"),
        ("1 1:2\nnan 1:2\n", 2, "label 'nan'"),
        ("1 1:2\n1e999 1:2\n", 2, "label '1e999'"),
        ("1,2 1:2\n", 1, "label '1,2'"),
        ("1 1:2\n\n1 3:abc\n", 3, "value 'abc'"),
        ("1 1:2\n1 3:nan\n", 2, "value 'nan'"),
        ("1 1:2\n1 3:inf\n", 2, "value 'inf'"),
        ("1 1:2\n1 3:1e999\n", 2, "value '1e999'"),
        ("1 1:2\n1 3:0,5\n", 2, "value '0,5'"),
        ("1 1:2\n1 3:1_0\n", 2, "value '1_0'"),
        ("1 1:2\n1 3:", 2, "'3:'"),
        ("1 1:2\n1 3", 2, "'3'"),
        ("1 1:2\n1 2:3:4\n", 2, "'2:3:4'"),
        ("1 1:2\n1 -3:1\n", 2, "'-3:1'"),
        ("1 1:2\n1 1.5:1\n", 2, "'1.5:1'"),
        ("1 1:2\n1 qid:1 2:1\n", 2, "'qid:1'"),
        ("1 0:2\n", 1, "indices start at 1"),
        ("1 1:2\n1 3:1 2:1\n", 2, "must increase"),
        ("1 1:2\n1 3:1 3:1\n", 2, "twice"),
        ("1 1:2\n1 2147483648:1\n", 2, "more than 2147483647"),
        ("1 1:2\n1 99999999999999999999:1\n", 2, "more than 2147483647"),
        ("1 1:2\n1 2:\0\n", 2, "NUL"),
        ("\ufeff1 1:2\n", 1, "byte order mark"),
        ("1 1:2\n\x01\x02junk\n", 2, "label"),
    ],
)
def test_a_bad_line_of_svmlight_is_refused_by_number(write, text, line, words):
    message = refused(write("data.svm", text))
    assert f"line {line}: " in message
    assert words in message


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (GOOD_CSV + "abc,a\n", 32, "column 'age': 'abc' is not a number"),
        (GOOD_CSV + "1e999,a\n", 32, "'1e999' is not a finite number"),
        (GOOD_CSV + "inf,a\n-inf,a\n", 32, "'inf' is not a finite number"),
        (GOOD_CSV + "1_000,a\n", 32, "'1_000' is not a number"),
        (GOOD_CSV + '1.5,a\n2.5,b\n"3,5",a\n', 34, "'3,5' has a decimal comma, unlike other cells"),
        (GOOD_CSV + "3,5,a\n", 32, "3 cells, but the header has 2"),
        (GOOD_CSV + "3", 32, "1 cells, but the header has 2"),
        (GOOD_CSV + "\n\n3\n", 34, "1 cells, but the header has 2"),
        (GOOD_CSV + '3,"a\n', 32, "quote that is not closed"),
        (GOOD_CSV + "3,\0\n", 32, "NUL"),
        ("a;kind\n" + "2,5;x\n3,5;y\n" * 9 + "3.25;x\n", 20, "'3.25' has a decimal point"),
        ('age,kind\n1,"two\nlines"\n' + GOOD_CSV[9:] + "abc,a\n", 34, "'abc' is not a number"),
        ("age,kind,age\n1,2,3\n", 1, "two columns are called 'age'"),
        ("1,2,3\n4,5,6\n", 1, "header"),
        ("5.1,3.5,setosa\n4.9,3,setosa\n", 1, "header"),
    ],
)
def test_a_bad_line_of_csv_is_refused_by_number(write, text, line, words):
    message = refused(write("data.csv", text))
    assert f"line {line}: " in message
    assert words in message


def test_text_that_is_not_utf8_is_refused_by_line(write):
    assert "line 2: the byte 0xe9" in refused(
        write("data.csv", "a,y\ncaf\xe9,1\n".encode("latin1"))
    )


def test_utf16_is_recognised(write):
    assert "UTF-16" in refused(write("data.csv", "a,y\n1,2\n".encode("utf-16")))


@pytest.mark.parametrize("name", ["data.csv", "data.svm", "data.parquet", "data.dat"])
def test_an_empty_file_is_refused(write, name):
    refused(write(name, ""))


@pytest.mark.parametrize("name", ["data.csv", "data.csv.gz", "data.svm", "data.parquet"])
def test_binary_junk_is_refused(write, name):
    junk = bytes((i * 89 + 7) % 256 for i in range(5000))
    refused(write(name, junk))


def test_a_header_without_rows_is_refused(write):
    assert "no rows" in refused(write("data.csv", "a,b\n"))


def test_a_table_without_any_label_is_refused(write):
    assert "no row has a label" in refused(write("data.csv", "a,target\n1,\n2,?\n"))


def test_a_gzip_file_that_was_cut_off_is_refused_where_it_ends(tmp_path):
    rows = "".join(f"{i * 7919 % 100_003},{i % 2}\n" for i in range(20_000))
    content = gzip.compress(f"age,kind\n{rows}".encode())
    (tmp_path / "data.csv.gz").write_bytes(content[: len(content) // 2])
    line = int(refused(tmp_path / "data.csv.gz").split("line ")[1].split(":")[0])
    assert 5000 < line < 15_000


@pytest.mark.parametrize("kept", [15, 60, -20, -3])
def test_a_gzip_file_that_was_cut_off_is_refused(tmp_path, kept):
    path = tmp_path / "data.csv.gz"
    path.write_bytes(gzip.compress(GOOD_CSV.encode())[:kept])
    assert "line " in refused(path)


def test_a_gzip_file_with_a_flipped_bit_is_refused(tmp_path):
    content = bytearray(gzip.compress(GOOD_CSV.encode()))
    content[len(content) // 2] ^= 16
    (tmp_path / "data.csv.gz").write_bytes(content)
    refused(tmp_path / "data.csv.gz")


def test_a_folder_is_refused(tmp_path):
    assert "is a folder" in refused(tmp_path)


def test_a_missing_file_is_refused(tmp_path):
    assert "no such file" in refused(tmp_path / "absent.csv")


def test_an_unreadable_file_is_refused(write, monkeypatch):
    def forbid(*_, **__):
        raise PermissionError(13, "Permission denied")

    path = write("data.csv", GOOD_CSV)
    monkeypatch.setattr(Path, "open", forbid)
    assert "cannot be read" in refused(path)


def test_a_hostile_name_still_gives_one_line(tmp_path):
    with pytest.raises(BadFileError) as caught:
        open_table(tmp_path / "two\nlines</script>.csv")
    assert "\n" not in str(caught.value)


def test_a_wrong_target_brings_a_suggestion(write):
    with pytest.raises(BadFileError, match="no column 'kinds'; did you mean 'kind'"):
        open_table(write("data.csv", GOOD_CSV), target="kinds")


def test_a_cut_off_parquet_file_is_refused(write):
    pytest.importorskip("pyarrow")
    assert "Parquet" in refused(write("data.parquet", b"PAR1" + bytes(100)))
