"""Text in charts: how wide it is, about, and how to make it fit."""

import unicodedata
from typing import Any

from rosenblatt.report.markup import Markup, clean, element

SIZE = 13.0
NARROW = set("ijlI.,:;'| ")
SLIM = set("ftr()[]!-")
WIDE = set("mwMW@%…")


def width_of(text: str, size: float = SIZE) -> float:
    """Width in pixels, rather too much than too little: fonts differ."""
    return size * sum(character(c) for c in text)


def character(c: str) -> float:
    if unicodedata.combining(c) or unicodedata.category(c) in ("Cf", "Mn"):
        return 0.0
    if unicodedata.east_asian_width(c) in "WF" or ord(c) > 0x1F000:
        return 1.25
    if c in NARROW:
        return 0.34
    if c in SLIM:
        return 0.42
    return 1.0 if c in WIDE else 0.74 if c.isupper() else 0.65


def fitted(text: Any, room: float, size: float = SIZE) -> str:
    """The text, or as much of its beginning and end as fits, around an ellipsis."""
    text = " ".join(clean(text).split())
    if len(text) <= 400 and width_of(text, size) <= room:
        return text
    room -= width_of("…", size)
    head = taken(text[:400], 0.65 * room, size)
    tail = taken(text[-400:][::-1], room - width_of(head, size), size)[::-1]
    return f"{head.rstrip()}…{tail.lstrip()}"


def taken(text: str, room: float, size: float) -> str:
    used = 0.0
    for k, c in enumerate(text):
        used += character(c) * size
        if used > room:
            return text[:k]
    return text


def label(x: float, y: float, text: Any, *, room: float | None = None, **attributes: Any) -> Markup:
    """A text at a place; one cut short tells its full words when pointed at.

    Names are isolated, so that one written from right to left stays where it is.
    """
    shown = clean(text) if room is None else fitted(text, room)
    if shown != clean(text):
        attributes.setdefault("data_tip", clean(text)[:300])
    return element("text", isolated(shown), x=x, y=y, **attributes)


def isolated(text: str) -> Markup:
    """Escaped text between the characters that keep its direction to itself."""
    return Markup("&#x2068;" + element("b", text)[3:-4] + "&#x2069;")
