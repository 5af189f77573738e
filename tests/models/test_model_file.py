"""A model file with any change is refused before anything in it is used."""

import hashlib
import struct

import numpy as np
import pytest
from saved_models import model_of

from rosenblatt import BaggedPerceptron
from rosenblatt.models import BadModelError, load, save
from rosenblatt.models.model_file import check_intact, pack
from rosenblatt.tables import Table

pytest.importorskip("skops")


@pytest.fixture(scope="module")
def small_model():
    table = Table.from_arrays("toy", np.array([[0.0], [1.0], [2.0], [3.0]]), [0, 0, 1, 1])
    return model_of(BaggedPerceptron(n_estimators=1, random_state=0), table)


@pytest.fixture(scope="module")
def small_file(small_model, tmp_path_factory):
    path = tmp_path_factory.mktemp("model") / "toy.rosenblatt"
    save(small_model, path)
    return path


def refused(data: bytes) -> bool:
    try:
        check_intact(data)
    except BadModelError:
        return True
    return False


def test_a_saved_model_predicts_as_before(small_model, small_file):
    columns = {"x0": np.linspace(-1, 4, 50)}
    np.testing.assert_array_equal(load(small_file).predict(columns), small_model.predict(columns))


def test_name_target_and_facts_are_saved(small_model, small_file):
    loaded = load(small_file)
    assert (loaded.name, loaded.target, loaded.facts) == ("toy", "target", {"rows": 4})


def test_every_single_flipped_bit_is_refused(small_file):
    data = bytearray(small_file.read_bytes())
    accepted = []
    for place in range(len(data)):
        for bit in range(8):
            data[place] ^= 1 << bit
            if not refused(bytes(data)):
                accepted.append((place, bit))
            data[place] ^= 1 << bit
    assert accepted == []


def test_every_truncation_is_refused(small_file):
    data = small_file.read_bytes()
    assert all(refused(data[:length]) for length in range(len(data)))


def test_bytes_after_the_end_are_refused(small_file):
    assert refused(small_file.read_bytes() + b"\0")


@pytest.mark.parametrize("keep", [0, 5, 8, 27, 28, 60, 3000])
def test_load_refuses_a_truncated_file(small_file, tmp_path, keep):
    path = tmp_path / "cut.rosenblatt"
    path.write_bytes(small_file.read_bytes()[:keep])
    with pytest.raises(BadModelError, match=r"truncated"):
        load(path)


def test_load_refuses_a_flipped_bit_and_says_so(small_file, tmp_path):
    data = bytearray(small_file.read_bytes())
    data[len(data) // 2] ^= 4
    path = tmp_path / "flipped.rosenblatt"
    path.write_bytes(data)
    with pytest.raises(BadModelError, match="SHA-256 does not match"):
        load(path)


def test_another_format_version_is_refused_by_its_number(small_file, tmp_path):
    data = bytearray(small_file.read_bytes())
    data[8:12] = struct.pack("<I", 7)
    path = tmp_path / "later.rosenblatt"
    path.write_bytes(data)
    with pytest.raises(BadModelError, match="has model format 7"):
        load(path)


def test_a_huge_declared_length_is_refused_by_the_first_bytes(small_file, tmp_path):
    data = bytearray(small_file.read_bytes())
    data[12:20] = struct.pack("<Q", 1 << 60)
    path = tmp_path / "huge.rosenblatt"
    path.write_bytes(data)
    with pytest.raises(BadModelError, match=f"should have {1 << 60} bytes"):
        load(path)


def test_a_file_larger_than_allowed_is_refused_before_it_is_read(tmp_path):
    path = tmp_path / "sparse.rosenblatt"
    size = 1 << 40  # holes only: it takes no room on the disk
    with open(path, "wb") as file:
        file.write(pack({}, b"")[:12] + struct.pack("<QQ", size, 0))
        file.truncate(size)
    with pytest.raises(BadModelError, match="more than the"):
        load(path)


def test_a_header_longer_than_the_file_is_refused(tmp_path):
    body = bytearray(pack({}, b"payload")[:-32])
    body[20:28] = struct.pack("<Q", 1 << 50)
    path = tmp_path / "header.rosenblatt"
    path.write_bytes(bytes(body) + hashlib.sha256(body).digest())
    with pytest.raises(BadModelError, match="longer than the file"):
        load(path)


def test_a_file_of_another_kind_is_recognised(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("a,b,c\n" * 100)
    with pytest.raises(BadModelError, match="not a model file of rosenblatt"):
        load(path)


def test_a_missing_file_and_a_directory_are_named(tmp_path):
    with pytest.raises(BadModelError, match="does not exist"):
        load(tmp_path / "absent")
    with pytest.raises(BadModelError, match="is a directory"):
        load(tmp_path)
