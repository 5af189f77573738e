"""The group of commands: finds them by file name, and reports every error in one line."""

from __future__ import annotations

import ast
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, NoReturn

import click

STARTED = time.monotonic()
DEBUG = "--debug"
FAULT, INTERRUPTED, READER_GONE = 2, 130, 141  # the last two as shells report the signals


class Commands(click.Group):
    """A click group whose commands are the other modules of this package."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        found = (module.name for module in iter_modules([str(Path(__file__).parent)]))
        return sorted(name for name in found if not name.startswith("_"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = getattr(import_module(f"rosenblatt.cli.{cmd_name}"), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with the first sentence about each, without importing any."""
        about = [(name, click.Command(name, help=_about(name))) for name in self.list_commands(ctx)]
        limit = formatter.width - 6 - max(len(name) for name, _ in about)
        with formatter.section("Commands"):
            formatter.write_dl([(name, one.get_short_help_str(limit)) for name, one in about])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or suggest similar ones."""
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            known = self.list_commands(ctx)
            similar = get_close_matches(name, known) or known
            raise click.UsageError(f"there is no command {name!r}; try: {', '.join(similar)}.")
        return super().resolve_command(ctx, args)

    def main(self, args: Sequence[str] | None = None, *rest: Any, **extra: Any) -> Any:
        """Run a command and exit with code 0, or with one line on stderr and another code."""
        words = list(sys.argv[1:] if args is None else args)
        own = words[: words.index("--")] if "--" in words else words
        debug = DEBUG in own
        if debug:
            words.remove(DEBUG)
        extra["standalone_mode"] = False
        try:
            result = super().main(words, *rest, **extra)
            if sys.stdout is not None:
                sys.stdout.flush()
        except BaseException as error:
            code = _code_of(error)
            if debug and isinstance(error, Exception) and code != READER_GONE:
                raise
            if message := _message(error, code):
                with suppress(OSError):
                    click.echo(message, err=True)
            _leave(code)
        _leave(result if isinstance(result, int) else 0)


def _about(name: str) -> str:
    """The docstring of a command, read from its file."""
    source = (Path(__file__).parent / f"{name}.py").read_text(encoding="utf-8")
    defined = (node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef))
    return next((ast.get_docstring(node) or "" for node in defined if node.name == name), "")


def _code_of(error: BaseException) -> int | str | None:
    if isinstance(error, SystemExit):  # with 1 by Click and Rich if the reader is gone
        return READER_GONE if error.code == 1 else error.code
    if isinstance(error, BrokenPipeError):
        return READER_GONE
    return INTERRUPTED if isinstance(error, KeyboardInterrupt | click.Abort) else FAULT


def _message(error: BaseException, code: int | str | None) -> str:
    if isinstance(error, SystemExit) or code == READER_GONE:
        return ""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        return error.format_message()
    if code == INTERRUPTED:
        return str(error) or "interrupted"
    return f"error: {_one_line(error)}"


def _leave(code: int | str | None) -> NoReturn:
    """Exit with this code, whatever becomes of output that could not be written."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:  # Python would try again when it closes the stream, and complain
            with suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    sys.exit(code)


def _one_line(error: BaseException) -> str:
    text = error.format_message() if isinstance(error, click.ClickException) else str(error)
    if isinstance(error, MemoryError):
        text = f"not enough memory. {text}"
    known = click.ClickException | ValueError | OSError | ImportError | MemoryError
    if not isinstance(error, known):
        text = f"unexpected {type(error).__name__}: {text} (run again with {DEBUG} to see where)"
    return " ".join(text.split()) or type(error).__name__


def _version() -> str:
    try:
        return version("rosenblatt")
    except PackageNotFoundError:
        return "unknown"


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 done; 2 an error, reported in one line; 130 interrupted; 141 the reader "
    "of the output has closed it. Files are written whole or not at all.",
)
@click.version_option(_version(), prog_name="rosenblatt")
@click.option(DEBUG, is_flag=True, expose_value=False, help="Show the traceback of an error.")
def cli() -> None:
    """Perceptron learning: compare learners on your table, fit, predict, inspect and export."""
