"""Text in charts: its approximate width, and how to shorten it to fit."""

import unicodedata
from typing import Any

from rosenblatt.report.markup import Markup, clean, element

SIZE = 13.0
NARROW = set("ijlI.,:;'| ")
SLIM = set("ftr()[]!-")
WIDE = set("mwMW@%…")


def text_width(text: str, size: float = SIZE) -> float:
    """Width in pixels, rather over- than underestimated since fonts differ."""
    return size * sum(character_width(c) for c in text)


def character_width(c: str) -> float:
    if unicodedata.combining(c) or unicodedata.category(c) in ("Cf", "Mn"):
        return 0.0
    if unicodedata.east_asian_width(c) in "WF" or ord(c) > 0x1F000:
        return 1.25
    if c in NARROW:
        return 0.34
    if c in SLIM:
        return 0.42
    return 1.0 if c in WIDE else 0.74 if c.isupper() else 0.65


def shortened(text: Any, room: float, size: float = SIZE) -> str:
    """The text, or as much of its start and end as fits around an ellipsis."""
    text = " ".join(clean(text).split())
    if len(text) <= 400 and text_width(text, size) <= room:
        return text
    room -= text_width("…", size)
    head = prefix(text[:400], 0.65 * room, size)
    tail = prefix(text[-400:][::-1], room - text_width(head, size), size)[::-1]
    return f"{head.rstrip()}…{tail.lstrip()}"


def prefix(text: str, room: float, size: float) -> str:
    used = 0.0
    for k, c in enumerate(text):
        used += character_width(c) * size
        if used > room:
            return text[:k]
    return text


def label(x: float, y: float, text: Any, *, room: float | None = None, **attributes: Any) -> Markup:
    """Text at a position; if it is shortened, the tooltip has all of it.

    The text is isolated, so that right-to-left names do not affect their surroundings.
    """
    shown = clean(text) if room is None else shortened(text, room)
    if shown != clean(text):
        attributes.setdefault("data_tip", clean(text)[:300])
    return element("text", isolated(shown), x=x, y=y, **attributes)


def isolated(text: str) -> Markup:
    """Escaped text between characters that isolate its direction."""
    return Markup("&#x2068;" + element("b", text)[3:-4] + "&#x2069;")
