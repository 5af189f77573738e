"""Dates and times of day as people write them."""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

LONGEST = 40
EPOCH = date(1970, 1, 1).toordinal()
ORDERS = ("ymd", "dmy", "mdy")
_MONTHS = {
    1: "jan januar janvier enero jän jänner",
    2: "feb february februar février fév fevrier febrero",
    3: "mar march märz mär maerz mars marzo",
    4: "apr april avril avr abril",
    5: "may mai mayo",
    6: "jun june juni juin junio",
    7: "jul july juli juillet juil julio",
    8: "aug august août aout agosto",
    9: "sep sept september septembre septiembre",
    10: "oct october okt oktober octobre octubre",
    11: "nov november novembre noviembre",
    12: "dec december dez dezember décembre déc diciembre",
}
MONTHS = {"january": 1} | {name: k for k, names in _MONTHS.items() for name in names.split()}
_CLOCK = (
    r"(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,]\d+)?)?"
    r"(?: ?(?P<half>[AaPp])\.?[Mm]\.?)?"
)
_ZONE = r"(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?"
_TIME = re.compile(_CLOCK)
_DATE = re.compile(
    r"(?:[^\W\d]{2,10}\.?,? )?"  # a weekday
    r"(?:(?P<y1>\d{4})(?P<s1>[-/.])(?P<m1>\d{1,2})(?P=s1)(?P<d1>\d{1,2})"
    r"|(?P<a>\d{1,2})(?P<s2>[-/.])(?P<b>\d{1,2})(?P=s2)(?P<y2>\d{4}|\d{2})"
    r"|(?P<d3>\d{1,2})\.?[ -](?P<m3>[^\W\d]{3,10})\.?[ -](?P<y3>\d{4})"
    r"|(?P<m4>[^\W\d]{3,10})\.? (?P<d4>\d{1,2}),? (?P<y4>\d{4}))"
    rf"(?:[T ,]{{1,2}}{_CLOCK}{_ZONE})?"
)


class DateForm(NamedTuple):
    """Orders of day, month and year in which a text is a date, and whether it has a time of day."""

    orders: frozenset[str]
    clock: bool


def date_form(text: str) -> DateForm | None:
    """Return how a text can be read as a date; None if it is none.

    Examples
    --------
    >>> sorted(date_form("03/04/2021").orders), date_form("31.12.2020 23:59").clock
    (['dmy', 'mdy'], True)
    """
    found = _DATE.fullmatch(text) if len(text) <= LONGEST else None
    if found is None:
        return None
    orders = frozenset(order for order in ORDERS if _days(found, order) is not None)
    return DateForm(orders, found["hour"] is not None) if orders else None


def read_date(text: str, order: str) -> float | None:
    """Return days since 1970, with the time of day as a fraction; None if it is no date.

    Examples
    --------
    >>> read_date("02.01.1970 12:00", "dmy"), read_date("1970-01-11", "dmy")
    (1.5, 10.0)
    """
    found = _DATE.fullmatch(text) if len(text) <= LONGEST else None
    days = None if found is None else _days(found, order)
    if found is None or days is None:
        return None
    hours = _hours(found) if found["hour"] is not None else 0.0
    return None if hours is None else days + hours / 24


def read_time(text: str) -> float | None:
    """Return the hours of a time of day; None if it is none.

    Examples
    --------
    >>> read_time("08:30"), read_time("1:15 pm"), read_time("25:00")
    (8.5, 13.25, None)
    """
    found = _TIME.fullmatch(text) if len(text) <= LONGEST else None
    return None if found is None else _hours(found)


def _hours(found: re.Match[str]) -> float | None:
    hour, minute, second = (int(found[part] or 0) for part in ("hour", "minute", "second"))
    if found["half"]:
        hour = hour % 12 + (12 if found["half"] in "Pp" else 0)
    return hour + minute / 60 + second / 3600 if hour < 24 and max(minute, second) < 60 else None


def _days(found: re.Match[str], order: str) -> int | None:
    year, month, day = _year_month_day(found, order)
    try:
        return date(year, month, day).toordinal() - EPOCH
    except ValueError:
        return None


def _year_month_day(found: re.Match[str], order: str) -> tuple[int, int, int]:
    """A year first, or a month by name, says the order itself."""
    if found["y1"]:
        return int(found["y1"]), int(found["m1"]), int(found["d1"])
    if found["m3"]:
        return int(found["y3"]), MONTHS.get(found["m3"].lower(), 0), int(found["d3"])
    if found["m4"]:
        return int(found["y4"]), MONTHS.get(found["m4"].lower(), 0), int(found["d4"])
    if order == "ymd":
        return 0, 0, 0
    year, first, second = int(found["y2"]), int(found["a"]), int(found["b"])
    if len(found["y2"]) == 2:
        year += 2000 if year < 70 else 1900
    return (year, second, first) if order == "dmy" else (year, first, second)
