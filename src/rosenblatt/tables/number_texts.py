"""Numbers as people write them: decimal commas, thousands, currencies, percent, units."""

from __future__ import annotations

import re
from typing import NamedTuple

from rosenblatt.tables.cells import number

LONGEST = 40
_MONEY = """
€ $ £ ¥ ₹ ₽ ₩ ₪ ₺ ₴ zł kr EUR USD GBP CHF JPY CNY INR SEK NOK DKK PLN CZK RUB BRL R$ US$
"""
CURRENCIES = frozenset(_MONEY.split())
PERCENT = "%"
_SIGN = r"[+\-−]?"
_MINUS = ("-", "−")
_POINT = re.compile(r"\d+(?:\.\d*)?|\.\d+|[1-9]\d{0,2}(?:[, '’]\d{3})+(?:\.\d*)?")
_COMMA = re.compile(r"\d+(?:,\d*)?|,\d+|[1-9]\d{0,2}(?:[. '’]\d{3})+(?:,\d*)?")
_EXPONENT = r"(?:[eE][+-]?\d+)?"
_PARTS = re.compile(
    rf"(?P<sign>{_SIGN})(?P<before>[^\d.,+\-−]{{0,4}}?) ?(?P<sign2>{_SIGN})"
    rf"(?P<core>(?:\d|[.,](?=\d)|(?<=\d)[ '’](?=\d)|(?<=\d)[.,])+)(?P<exponent>{_EXPONENT}) ?"
    r"(?P<after>[^\d]{0,8}?)"
)
_BRACKETS = re.compile(r"(?P<before>[^\d()]{0,4})\((?P<inside>[^()]+)\)(?P<after>[^\d()]{0,8})")
_THREE_DIGITS = re.compile(r"[1-9]\d{0,2}[.,]\d{3}")
_SPACES = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u2009": " "})


class NumberForm(NamedTuple):
    """How a text can be read as a number.

    ``point`` and ``comma`` say whether it is one with that decimal mark; it is ``unsure`` if both
    are possible and differ (1.234); ``affix`` is the currency, percent sign or unit beside it.
    """

    point: bool
    comma: bool
    unsure: bool
    affix: str


def number_form(text: str) -> NumberForm | None:
    """Return how a text can be read as a number; None if it is none.

    Examples
    --------
    >>> number_form("1.234,50 €")
    NumberForm(point=False, comma=True, unsure=False, affix='€')
    >>> number_form("1,234")
    NumberForm(point=True, comma=True, unsure=True, affix='')
    >>> number_form("12.05.2021") is None
    True
    """
    parts = _split(text)
    if parts is None:
        return None
    core, affix = parts["core"], parts["affix"]
    point, comma = _POINT.fullmatch(core) is not None, _COMMA.fullmatch(core) is not None
    if not (point or comma):
        return None
    return NumberForm(point, comma, _THREE_DIGITS.fullmatch(core) is not None, affix)


def read_number(text: str, decimal: str) -> float | None:
    """Return the number of a text with this decimal mark; None if it is none.

    Examples
    --------
    >>> read_number("1.234,50 €", ","), read_number("-12 %", "."), read_number("1.5", ",")
    (1234.5, -12.0, None)
    >>> read_number("(12,5)", ","), read_number("12,5-", ",")
    (-12.5, -12.5)
    """
    parts = _split(text)
    form = _COMMA if decimal == "," else _POINT
    if parts is None or not form.fullmatch(parts["core"]):
        return None
    digits = re.sub(r"[ '’]", "", parts["core"])
    digits = (
        digits.replace(".", "").replace(",", ".") if decimal == "," else digits.replace(",", "")
    )
    return number(parts["sign"] + digits + parts["exponent"])


def _split(text: str) -> dict[str, str] | None:
    """Sign, digits, exponent and what stands beside them; None if that cannot be a number.

    Accountants write -12 as (12) or 12-.
    """
    text = text.translate(_SPACES)
    brackets = _BRACKETS.fullmatch(text) if len(text) <= LONGEST else None
    if brackets is not None:
        text = brackets["before"] + brackets["inside"] + brackets["after"]
    found = _PARTS.fullmatch(text) if len(text) <= LONGEST else None
    if found is None:
        return None
    core, before, after = found["core"], found["before"].strip(), found["after"].strip()
    signs = [found["sign"], found["sign2"], "(" if brackets else ""]
    if after.startswith(_MINUS) and core[-1].isdigit():
        signs.append(after[:1])
        after = after[1:].strip()
    elif not core[-1].isdigit():  # 12,- is a price without cents
        after = after.lstrip("-–—").strip()
    if before and (after or before not in CURRENCIES):
        return None
    given = [sign for sign in signs if sign]
    if len(given) > 1:
        return None
    sign = "-" if given and given[0] != "+" else ""
    return {"sign": sign, "core": core, "exponent": found["exponent"], "affix": before or after}
