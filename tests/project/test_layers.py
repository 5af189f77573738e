"""Imports go one way."""

import subprocess
import sys
from pathlib import Path


def test_imports_go_one_direction():
    root = Path(__file__).resolve().parents[2]
    found = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()"],
        cwd=root, capture_output=True, text=True,
    )  # fmt: skip
    assert found.returncode == 0, found.stdout + found.stderr
