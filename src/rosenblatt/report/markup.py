"""HTML and SVG built from Python values; whatever is not markup already is escaped."""

import re
from collections.abc import Iterable
from html import escape
from math import isfinite
from typing import Any

# Control characters, and those that reorder the text around them: a name may hold either.
UNSAFE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
VOID = {"meta", "link", "br", "hr", "col"}


class Markup(str):
    """Text that is HTML or SVG already, and is not escaped again."""


def element(tag: str, *children: Any, **attributes: Any) -> Markup:
    """One element: children and attribute values are escaped unless they are markup.

    Parameters
    ----------
    tag : str
        Its name.
    *children : str, Markup, number, None, or iterables of these
        What stands inside; None is left out.
    **attributes : str, number, bool or None
        ``class_`` is written ``class``, ``data_tip`` as ``data-tip``; None is left out, True
        stands alone.

    Examples
    --------
    >>> element("td", "a < b", class_="number")
    '<td class="number">a &lt; b</td>'
    """
    start = tag + "".join(attribute(name, value) for name, value in attributes.items())
    if tag in VOID:
        return Markup(f"<{start}>")
    return Markup(f"<{start}>{join(*children)}</{tag}>")


def attribute(name: str, value: Any) -> str:
    if value is None or value is False:
        return ""
    name = name.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(written(value))}"'


def join(*children: Any) -> Markup:
    """Children one after the other, escaped where they are not markup."""
    return Markup("".join(piece(child) for child in children if child is not None))


def piece(child: Any) -> str:
    if isinstance(child, Markup):
        return child
    if isinstance(child, Iterable) and not isinstance(child, str):
        return join(*child)
    return escape(written(child))


def written(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.1f}".removesuffix(".0") if isfinite(value) else ""
    return clean(value)


def named(value: Any, most: int = 80) -> Markup:
    """A name kept apart from the direction of the text around it, and not too long.

    >>> named("a < b")
    '<bdi>a &lt; b</bdi>'
    """
    text = clean(value)
    if len(text) <= most:
        return element("bdi", text)
    return element("bdi", f"{text[: most - 1].rstrip()}…", data_tip=text[:300])


def clean(value: Any) -> str:
    """Text that any UTF-8 page can hold: no control characters, no half characters."""
    return UNSAFE.sub("", str(value)).encode("utf-8", "replace").decode("utf-8")
