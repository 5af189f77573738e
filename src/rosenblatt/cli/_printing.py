"""Lines and tables on the terminal, free of markup and control characters."""

from typing import Any

from rich import table as rich_table
from rich.console import Console
from rich.text import Text

from rosenblatt.formatting import plain_number


def print_table(console: Console, headings: list[str], rows: list[list[str]]) -> None:
    shown = rich_table.Table(box=None, pad_edge=False)
    for number, heading in enumerate(headings):
        shown.add_column(
            clean(heading), justify="left" if number == 0 else "right", overflow="fold"
        )
    for row in rows:
        shown.add_row(*map(clean, row))
    console.print(shown)


def left_out(console: Console, length: int, top: int) -> None:
    if length > top:
        print_line(console, f"... and {length - top} more; --top {length} shows all.")


def print_line(console: Console, line: str) -> None:
    console.print(clean(line), soft_wrap=True)


def clean(text: str) -> Text:
    """Text without markup and without control characters for the terminal."""
    return Text("".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in text))


def cell(value: Any) -> str:
    return "" if value is None else short(value) if isinstance(value, float) else str(value)


def short(value: float) -> str:
    return plain_number(value)
