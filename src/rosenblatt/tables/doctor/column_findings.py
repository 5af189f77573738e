"""Findings about single columns: how they were read, and which were left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numpy.typing import NDArray

from rosenblatt.tables.column_readings import ANSWER, DATE, NUMBER, TIME, WORDS
from rosenblatt.tables.date_texts import TURN
from rosenblatt.tables.doctor.choosing import is_unsure
from rosenblatt.tables.doctor.finding import Finding, as_option, drop_option, named
from rosenblatt.tables.doctor.read_columns import ReadColumns
from rosenblatt.tables.doctor.spellings import spelled_twice
from rosenblatt.tables.errors import shown
from rosenblatt.tables.number_texts import PERCENT


def reading_findings(found: ReadColumns) -> Iterator[Finding]:
    """Yield how columns of texts were read, a finding for each kind of reading."""
    by_kind: dict[str, list[str]] = {}
    for name, reading in found.readings.items():
        by_kind.setdefault(_kind(found, name, reading), []).append(name)
    for kind, names in by_kind.items():
        if kind in SAID:
            sentence, done, otherwise = SAID[kind]
            undo = f"To change that: {as_option(names[0], otherwise)}."
            yield Finding(kind, tuple(names), sentence.format(named(names)), done, undo)
    yield from _unsure(found)


def _kind(found: ReadColumns, name: str, reading: dict[str, str]) -> str:
    if reading["kind"] != NUMBER:
        return reading["kind"]
    affixes = found.counts[name].affixes - {""} if name in found.counts else set()
    if affixes:
        return "percent" if PERCENT in affixes else "currency or unit"
    return "decimal comma" if reading["decimal"] == "," else "thousands separator"


SAID = {
    "decimal comma": (
        "Numbers in {} have a decimal comma.",
        "They are read as numbers: 0,5 is a half, and points between digits separate thousands.",
        "category",
    ),
    "thousands separator": (
        "Numbers in {} have separators between thousands.",
        "They are read as numbers: 1,234 is more than a thousand.",
        "category",
    ),
    "percent": ("Cells of {} are in percent.", "They are read as numbers: 12 % is 12.", "category"),
    "currency or unit": (
        "Numbers in {} have a currency or a unit beside them.",
        "They are read as numbers.",
        "category",
    ),
    ANSWER: (
        "Cells of {} mean yes or no.",
        "Words of one meaning, such as Yes, ja and TRUE, count as one value.",
        "category",
    ),
    DATE: (
        "Cells of {} are dates.",
        "They become the days since 1970, the year, and a column for each month and weekday; "
        "with a time of day also the hour.",
        "category",
    ),
    TIME: ("Cells of {} are times of day.", "They are read as hours.", "category"),
    WORDS: (
        "Cells of {} are free text.",
        "Their words are counted: the most frequent ones become a column each.",
        "category",
    ),
}


def _unsure(found: ReadColumns) -> Iterator[Finding]:
    """Yield what only a guess could decide: 1,234 and 03/04/2021 and 1/2/50."""
    numbers, dates, short = list[str](), list[str](), list[str]()
    for name, reading in found.readings.items():
        counts = found.counts.get(name)
        if counts is not None and reading["kind"] == NUMBER and is_unsure(counts):
            numbers.append(name)
        if counts is not None and {"dmy", "mdy"} == set(counts.orders):
            dates.append(name)
        if counts is not None and reading["kind"] == DATE and any(f.short for f in counts.dates):
            short.append(name)
    if numbers:
        comma = found.readings[numbers[0]]["decimal"] == ","
        thousand, one = ("1.234", "1,234") if comma else ("1,234", "1.234")
        otherwise = "number-point" if comma else "number-comma"
        yield Finding(
            "ambiguous numbers", tuple(numbers),
            f"Cells of {named(numbers)} could be meant in two ways.",
            f"As in the rest of the table, {thousand} is read as more than a thousand, {one} as a "
            "little more than one.",
            f"To change that: {as_option(numbers[0], otherwise)}.",
        )  # fmt: skip
    if dates:
        yield Finding(
            "ambiguous dates", tuple(dates),
            f"No date in {named(dates)} shows whether the day or the month comes first.",
            "The day is taken to come first.",
            f"To change that: {as_option(dates[0], 'date-mdy')}.",
        )  # fmt: skip
    if short:
        yield Finding(
            "years of two digits", tuple(short),
            f"Years in {named(short)} have two digits.",
            f"As in spreadsheets, {TURN} to 99 are taken for 19{TURN} to 1999, 00 to {TURN - 1} "
            f"for 2000 to 20{TURN - 1}.",
            "To change that, write four digits in the file, or "
            f"{as_option(short[0], 'category')}.",
        )  # fmt: skip


def mixed_findings(found: ReadColumns, lines: dict[str, str]) -> Iterator[Finding]:
    """Yield the columns of texts that are partly numbers or dates.

    ``lines`` tells where the texts among numbers begin.
    """
    for name, counts in found.counts.items():
        odd = counts.n_known - sum(counts.dates.values())
        if counts.dates and odd and name in found.columns and name not in found.readings:
            yield Finding(
                "dates and texts", (name,),
                f"The column {shown(name)} has dates, but {odd} of its cells are none:",
                "it is read as texts.",
                "To read it as dates, empty or correct these cells, or leave it out with "
                f"{drop_option(name)}.",
            )  # fmt: skip
    for name in lines:
        if name in found.columns and name not in found.readings:
            yield Finding(
                "numbers and texts", (name,),
                f"The column {shown(name)} has numbers and texts{lines[name]}:",
                "it is read as texts.",
                "To read it as numbers, empty or correct the cells that are none.",
            )  # fmt: skip


def dash_findings(found: ReadColumns) -> Iterator[Finding]:
    """Yield the columns whose dashes count as missing."""
    dashes = {name: found.counts[name].n_dashes for name in found.readings if name in found.counts}
    names = [name for name, n in dashes.items() if n]
    if names:
        total = sum(dashes[name] for name in names)
        yield Finding(
            "dashes", tuple(names),
            f"{total} cells of {named(names)} hold a dash or the like instead of a value.",
            "They are taken for missing.",
            f"To change that: {as_option(names[0], 'category')}.",
        )  # fmt: skip


def code_findings(found: ReadColumns, codes: list[str]) -> Iterator[Finding]:
    """Yield the columns of numbers that may be names: postal codes, numbers of articles."""
    names = [n for n in codes if n in found.columns and found.columns[n].dtype != object]
    names = [name for name in names if name not in found.readings]
    if names:
        yield Finding(
            "leading zeros", tuple(names),
            f"Numbers in {named(names)} begin with 0, as codes do.",
            "They are read as numbers, 007 as 7.",
            f"If they are names of categories: {as_option(names[0], 'category')}.",
        )  # fmt: skip


def spelling_findings(found: ReadColumns) -> Iterator[Finding]:
    """Yield the columns of categories that differ in capitals or spaces only."""
    alike: dict[str, str] = {}
    for name, column in found.columns.items():
        if column.dtype == object and name not in found.readings:
            twice = spelled_twice(set(column.tolist()) - {None})
            if twice:
                alike[name] = " and ".join(map(shown, twice[0]))
    if alike:
        names = list(alike)
        yield Finding(
            "spellings", tuple(names),
            f"Values of {named(names)} differ only in capitals or spaces, such as "
            f"{alike[names[0]]}.",
            "They are kept apart.",
            "If they mean the same, spell them alike in the file, or leave the column out with "
            f"{drop_option(names[0])}.",
        )  # fmt: skip


def category_findings(found: ReadColumns, most: int) -> Iterator[Finding]:
    """Yield the columns with more categories than get a column each."""
    many = [
        name
        for name, column in found.columns.items()
        if column.dtype == object
        and found.readings.get(name, {}).get("kind") != WORDS
        and len(set(column.tolist()) - {None}) > most
    ]
    if many:
        yield Finding(
            "many categories", tuple(many),
            f"There are more than {most} different texts in {named(many)}.",
            f"The {most} most frequent ones of a column become a column each, others share one.",
            f"If they are sentences: {as_option(many[0], 'text')}; if they cannot help: "
            f"{drop_option(many[0])}.",
        )  # fmt: skip


def left_out_findings(
    keys: list[str], constant: list[str], columns: dict[str, NDArray[Any]]
) -> Iterator[Finding]:
    """Yield the columns that cannot help to predict new rows."""
    if keys:
        is_text = any(columns[name].dtype == object for name in keys[:1])
        kind = "category" if is_text else "number"
        yield Finding(
            "key", tuple(keys),
            f"Nearly every row has a value of its own in {named(keys)}, as keys have.",
            "It is left out, since new rows will have new values."
            if len(keys) == 1 else "They are left out, since new rows will have new values.",
            f"To keep it: {as_option(keys[0], kind)}.",
        )  # fmt: skip
    if constant:
        done = "It is left out." if len(constant) == 1 else "They are left out."
        is_text = columns[constant[0]].dtype == object
        undo = f"To keep it: {as_option(constant[0], 'category' if is_text else 'number')}."
        yield Finding(
            "constant",
            tuple(constant),
            f"There is only one value in {named(constant)}.",
            done,
            undo,
        )


def telling_findings(telling: dict[str, float]) -> Iterator[Finding]:
    """Yield columns that alone predict the target."""
    if not telling:
        return
    names = sorted(telling, key=lambda name: telling[name])
    worst = max(telling.values())
    error = "without an error" if worst == 0 else f"with at most {100 * worst:.2g} % errors"
    each = "each alone predicts" if len(names) > 1 else "alone predicts"
    yield Finding(
        "leak", tuple(names),
        f"{named(names)[0].upper()}{named(names)[1:]} {each} the target {error}.",
        "It is kept; but is it known before the target is?"
        if len(names) == 1 else "They are kept; but are they known before the target is?",
        f"If not: {drop_option(names[0])}.",
    )  # fmt: skip
