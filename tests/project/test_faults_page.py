"""docs/faults.md lists all faults, and the tests that it names exist."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "faults.md").read_text("utf-8")


def functions_of(path):
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_the_page_lists_the_38_faults_in_order_each_with_a_test():
    lines = [line.split("|") for line in PAGE.splitlines() if re.match(r"\| \d+ \|", line)]
    assert [int(cells[1]) for cells in lines] == list(range(1, 39))
    assert all("::test_" in cells[4] for cells in lines)


def test_the_tests_that_the_page_names_exist():
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)
    assert len(named) > 40
    missing = [f"{path}::{name}" for path, name in named if name not in functions_of(path)]
    assert missing == []
