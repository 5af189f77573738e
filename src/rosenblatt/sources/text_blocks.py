"""Files of text in blocks of whole rows, each known by the bytes it occupies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rosenblatt.tables.open_bytes import lines, opened

MOST_LINES = 1000  # of one row: beyond that, a quote stands for itself


@dataclass
class TextBlock:
    """Lines of a file that hold whole rows."""

    start: int
    line: int  # lines before
    lines: list[bytes]

    @property
    def end(self) -> int:
        """The byte after the last one."""
        return self.start + sum(map(len, self.lines))


def text_blocks(
    path: Path, rows: int, skip: int, is_row: Callable[[bytes], bool], quotes: bool
) -> Iterator[TextBlock]:
    """Yield blocks of at most ``rows`` rows, without the first ``skip`` lines.

    With ``quotes`` a row ends at the first line with which its quotation marks are even.
    """
    offset, found, count, open_lines = 0, TextBlock(0, skip, []), 0, 0
    for number, line in enumerate(lines(path)):
        if number < skip:
            offset += len(line)
            found.start = offset
            continue
        found.lines.append(line)
        odd = quotes and line.count(b'"') % 2 == 1
        inside = (not odd) if open_lines else odd
        open_lines = open_lines + 1 if inside and open_lines < MOST_LINES else 0
        count += not open_lines and (is_row(line) or odd)
        if count == rows and not open_lines:
            yield found
            found, count = TextBlock(found.end, number + 1, []), 0
    if count or open_lines:
        yield found


def bytes_of(path: Path, start: int, end: int) -> bytes:
    """Read some bytes of a file, counted after unpacking."""
    with opened(path) as file:
        file.seek(start)
        return file.read(end - start)
