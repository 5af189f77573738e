"""Dates and times of day as people write them."""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

LONGEST = 40
EPOCH = date(1970, 1, 1).toordinal()
ORDERS = ("ymd", "dmy", "mdy")
_MONTHS = {
    1: "jan januar janvier janv enero ene jän jänner gennaio gen janeiro januari",
    2: "feb february februar février fév févr fevrier febrero febbraio fevereiro fev februari",
    3: "mar march märz mär maerz mars marzo março maart mrt",
    4: "apr april avril avr abril abr aprile",
    5: "may mai mayo maggio mag maio mei",
    6: "jun june juni juin junio giugno giu junho",
    7: "jul july juli juillet juil julio luglio lug julho",
    8: "aug august août aout agosto ago augustus",
    9: "sep sept september septembre septiembre settembre set setembro",
    10: "oct october okt oktober octobre octubre ottobre ott outubro out",
    11: "nov november novembre noviembre novembro",
    12: "dec december dez dezember décembre déc diciembre dic dicembre dezembro",
}
MONTHS = {"january": 1} | {name: k for k, names in _MONTHS.items() for name in names.split()}
TURN = 30  # two digits from here on are years of 19.., as in spreadsheets
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
    r"|(?P<y5>\d{4})-(?P<m5>\d{2})|(?P<m6>\d{1,2})/(?P<y6>\d{4})"  # a month
    r"|(?P<m7>[^\W\d]{3,10})\.? (?P<y7>\d{4})"
    r"|(?P<m4>[^\W\d]{3,10})\.? (?P<d4>\d{1,2}),? (?P<y4>\d{4}))"
    rf"(?:[T ,]{{1,2}}{_CLOCK}{_ZONE})?"
)


class DateForm(NamedTuple):
    """Orders of day, month and year in which a text is a date, and what else it shows.

    ``clock`` says whether it has a time of day, ``short`` whether its year has two digits.
    """

    orders: frozenset[str]
    clock: bool
    short: bool = False


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
    short = len(found["y2"] or "") == 2
    return DateForm(orders, found["hour"] is not None, short) if orders else None


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
    if found["y5"] or found["y6"]:
        return int(found["y5"] or found["y6"]), int(found["m5"] or found["m6"]), 1
    if found["y7"]:
        return int(found["y7"]), MONTHS.get(found["m7"].lower(), 0), 1
    if order == "ymd":
        return 0, 0, 0
    year, first, second = int(found["y2"]), int(found["a"]), int(found["b"])
    if len(found["y2"]) == 2:
        year += 2000 if year < TURN else 1900
    return (year, second, first) if order == "dmy" else (year, first, second)
