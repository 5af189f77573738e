"""What docs/design.md claims of the sources, as far as the sources can show it."""

import os
import re
import subprocess
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "src" / "core"
HEADERS = sorted([*CORE.rglob("*.hpp"), *CORE.rglob("*.cpp")])
INTRINSICS = re.compile(r"immintrin|__m(128|256|512)|vector_size|\b_mm\w+\(")
EXCEPTIONS = re.compile(r"\b(throw|try|catch|rethrow_exception)\b")
TYPES = re.compile(r"^ {0,4}(?:struct|class|enum class) (\w+)(?: final)?(?: :[^:].*)? \{", re.M)


def code_of(path):
    """Without comments."""
    return re.sub(r"//.*", "", path.read_text())


def test_intrinsics_stand_in_one_folder():
    found = {path.parent.name for path in HEADERS if INTRINSICS.search(code_of(path))}
    assert found == {"simd"}


def test_the_core_knows_no_exceptions():
    assert not [str(path) for path in HEADERS if EXCEPTIONS.search(code_of(path))]


def test_the_core_knows_no_python():
    assert not [str(path) for path in HEADERS if "nanobind" in code_of(path)]


def test_no_type_of_the_core_has_two_meanings():
    places = defaultdict(set)
    for path in HEADERS:
        for name in TYPES.findall(code_of(path)):
            places[name].add(path.name)
    nested = {"Extent", "Outcome", "Fault"}  # parts of another type, never named alone
    assert {n: p for n, p in places.items() if len(p) > 1 and n not in nested} == {}


def test_every_choice_claims_its_contract():
    """A static_assert stands beside every type that choices.hpp lists."""
    listed = re.findall(
        r'#include "((?:rules|keepers|groups)/.*)"', (CORE / "choices.hpp").read_text()
    )
    assert len(listed) > 10
    for path in map(CORE.joinpath, listed):
        contract = path.parent.name.capitalize().removesuffix("s")
        assert f"static_assert({contract}<" in path.read_text(), path


@pytest.mark.parametrize("claim", ["Rows<", "Values<", "Table<"])
def test_every_kind_of_rows_claims_its_contracts(claim):
    for name in ("dense.hpp", "csr.hpp"):
        claims = re.findall(r"static_assert\(.*", (CORE / "rows" / name).read_text())
        assert claim in "".join(claims)


def test_the_core_compiles_without_exceptions():
    """So that it can be used where there are none, in a browser for instance."""
    compiler = os.environ.get("CXX", "c++")
    options = ["-std=c++20", "-fno-exceptions", "-fsyntax-only", "-Wno-psabi", f"-I{CORE}",
               "-DROSENBLATT_ISA=portable"]  # fmt: skip

    def compiled(source):
        return subprocess.run([compiler, *options, source], capture_output=True, text=True)

    with ThreadPoolExecutor(2) as pool:
        for outcome in pool.map(compiled, sorted(CORE.rglob("*.cpp"))):
            assert outcome.returncode == 0, outcome.stderr[:2000]


def test_no_file_name_occurs_three_times():
    places = defaultdict(list)
    for folder in ("src", "tests", "benchmarks"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in {".py", ".hpp", ".cpp"} and "__pycache__" not in path.parts:
                places[path.name].append(path)
    everywhere = {"__init__.py", "conftest.py"}
    assert {n: p for n, p in places.items() if len(p) > 2 and n not in everywhere} == {}


def test_the_glossary_is_short():
    text = (ROOT / "docs" / "design.md").read_text()
    glossary = text.split("## Glossary")[1].split("\n## ")[0]
    words = re.findall(r"^\| \*\*(.+?)\*\* \|", glossary, re.M)
    assert 10 <= len(words) <= 25
    assert len(set(words)) == len(words)


def test_few_private_modules_stand_at_the_root():
    root = ROOT / "src" / "rosenblatt"
    assert {path.stem for path in root.glob("_*.py")} <= {"__init__", "__main__", "_sklearn"}
