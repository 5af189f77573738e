"""The command ``rosenblatt``: one file per command, imported when it is used."""

from rosenblatt.cli._group import cli

__all__ = ["cli", "main"]


def main() -> None:
    """Run the command line."""
    cli(prog_name="rosenblatt")
