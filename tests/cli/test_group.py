"""The command line: errors in one line, commands found by their file names."""

import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from rosenblatt.cli import cli
from rosenblatt.cli._group import Commands


def failing(error: BaseException) -> click.Group:
    group = Commands("rosenblatt")

    @click.command()
    def fail() -> None:
        raise error

    group.get_command = lambda ctx, name: fail
    return group


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_and_version_load_no_library_but_click(option):
    code = (
        "import sys\nfrom rosenblatt.cli import cli\n"
        f"try: cli(['{option}'])\nexcept SystemExit: pass\n"
        "print(sorted({'numpy', 'sklearn', 'rich', 'rosenblatt._core'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_help_says_of_each_command_what_the_command_says():
    shown = CliRunner().invoke(cli, ["--help"]).stdout
    for name in cli.list_commands(None):
        command = cli.get_command(None, name)
        assert command.get_short_help_str(60).rstrip(".") in shown


@pytest.mark.parametrize("error", [ValueError("two\nlines"), OSError("x"), ImportError("y")])
def test_an_error_is_one_line_with_exit_code_two(error):
    result = CliRunner().invoke(failing(error), ["fail"])
    assert result.exit_code == 2
    assert result.stderr == f"error: {' '.join(str(error).split())}\n"


def test_an_unexpected_error_names_itself():
    result = CliRunner().invoke(failing(ZeroDivisionError("oh")), ["fail"])
    assert result.exit_code == 2
    assert "unexpected ZeroDivisionError: oh" in result.stderr


@pytest.mark.parametrize("words", [["--debug", "fail"], ["fail", "--debug"]])
def test_debug_shows_the_error_itself(words):
    result = CliRunner().invoke(failing(ZeroDivisionError("oh")), words)
    assert isinstance(result.exception, ZeroDivisionError)


def test_debug_after_two_dashes_is_an_argument_of_the_command():
    result = CliRunner().invoke(failing(ZeroDivisionError("oh")), ["fail", "--", "--debug"])
    assert result.exit_code == 2


def test_an_interrupt_ends_with_130():
    result = CliRunner().invoke(failing(KeyboardInterrupt()), ["fail"])
    assert result.exit_code == 130


def test_an_unknown_command_is_one_line_with_a_hint():
    result = CliRunner().invoke(cli, ["dataset"])
    assert result.exit_code == 2
    assert result.stderr == "error: there is no command 'dataset'; try: datasets.\n"


def test_an_unknown_option_is_one_line():
    result = CliRunner().invoke(cli, ["datasets", "list", "--nothing"])
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1


def test_help_lists_every_command():
    result = CliRunner().invoke(cli, ["--help"])
    assert result.exit_code == 0
    for name in cli.list_commands(click.Context(cli)):
        assert name in result.stdout
