"""Imports go one way."""

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_imports_go_one_direction():
    found = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()"],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert found.returncode == 0, found.stdout + found.stderr


def test_the_contract_has_few_layers_and_no_exceptions():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    [contract] = tomllib.loads(text)["tool"]["importlinter"]["contracts"]
    assert len(contract["layers"]) <= 13
    assert contract["exhaustive"] and "ignore_imports" not in contract


def test_the_package_root_has_few_private_modules():
    names = {path.name for path in (ROOT / "src" / "rosenblatt").glob("_*")}
    private = sorted(name for name in names if not name.startswith("__"))
    assert len(private) <= 3, private
