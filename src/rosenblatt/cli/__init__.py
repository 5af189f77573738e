"""The command ``rosenblatt``: one file per command, loaded when it is asked for."""

from rosenblatt.cli._group import cli

__all__ = ["cli", "main"]


def main() -> None:
    """Run the command line."""
    cli(prog_name="rosenblatt")
