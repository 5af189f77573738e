"""Packed files: gzip, bzip2, xz, and zip archives of one file."""

import bz2
import gzip
import io
import lzma
import zipfile

import pytest
from numpy.testing import assert_array_equal

from rosenblatt.tables import BadFileError, open_table, read_table

TABLE = "age,kind\n" + "".join(f"{k},{'ab'[k % 2]}\n" for k in range(30_000))


def zipped(**files: str) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return content.getvalue()


PACKED = {
    "gz": gzip.compress(TABLE.encode()),
    "bz2": bz2.compress(TABLE.encode()),
    "xz": lzma.compress(TABLE.encode()),
    "zip": zipped(**{"inner.csv": TABLE}),
}


@pytest.mark.parametrize("kind", PACKED)
def test_packed_tables_are_read_as_they_are(tmp_path, kind):
    path = tmp_path / f"t.csv.{kind}"
    path.write_bytes(PACKED[kind])
    table = read_table(path)
    assert_array_equal(table.columns["age"], range(30_000))
    assert table.target.tolist() == ["a", "b"] * 15_000


@pytest.mark.parametrize("kind", PACKED)
def test_packing_is_known_by_the_content_whatever_the_name(tmp_path, kind):
    path = tmp_path / "t.csv"
    path.write_bytes(PACKED[kind])
    assert open_table(path).columns == ["age", "kind"]


def test_packed_svmlight_is_known_by_its_name(tmp_path):
    (tmp_path / "t.svm.bz2").write_bytes(bz2.compress(b"1 1:2\n0 2:1\n"))
    assert open_table(tmp_path / "t.svm.bz2").kind == "svmlight"


@pytest.mark.parametrize("kind", PACKED)
def test_packed_files_that_were_cut_off_are_refused(tmp_path, kind):
    path = tmp_path / f"t.csv.{kind}"
    path.write_bytes(PACKED[kind][: len(PACKED[kind]) // 2])
    with pytest.raises(BadFileError, match=r"truncated|damaged"):
        read_table(path)


@pytest.mark.parametrize("kind", ["bz2", "xz", "zip"])
def test_packed_files_with_a_flipped_bit_are_refused(tmp_path, kind):
    content = bytearray(PACKED[kind])
    content[len(content) // 2] ^= 16
    path = tmp_path / f"t.csv.{kind}"
    path.write_bytes(content)
    with pytest.raises(BadFileError):
        read_table(path)


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"a.csv": TABLE, "b.csv": TABLE}, "holds 2 files"),
        ({}, "holds 0 files"),
    ],
)
def test_an_archive_holds_one_table(tmp_path, files, words):
    (tmp_path / "t.zip").write_bytes(zipped(**files))
    with pytest.raises(BadFileError, match=words):
        read_table(tmp_path / "t.zip")
