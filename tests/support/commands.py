"""Run a command as a user does, and keep its output."""

from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from rosenblatt.cli import cli


def run(*words: Any) -> Result:
    return CliRunner().invoke(cli, [str(word) for word in words])


def write_trees(path: Path, n_rows: int = 60) -> Path:
    """A table of heights, leaves and kinds: broad leaves or tall trees are oaks."""
    lines = ["height,leaf,kind"]
    for k in range(n_rows):
        leaf = ("broad", "needle", "")[k % 3]
        lines.append(f"{k / 10},{leaf},{'oak' if leaf == 'broad' or k > 40 else 'fir'}")
    path.write_text("\n".join(lines) + "\n")
    return path


def error_line(result: Result) -> str:
    """The only line of an error with exit code 2."""
    assert result.exit_code == 2
    lines = result.stderr.splitlines()
    assert len(lines) == 1 and lines[0].startswith("error: ")
    return lines[0]
