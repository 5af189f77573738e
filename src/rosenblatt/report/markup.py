"""HTML and SVG built from Python values; everything that is not markup already is escaped."""

import re
from collections.abc import Iterable
from html import escape
from math import isfinite
from typing import Any

# Control characters, and characters that reorder the text around them; names may contain both.
UNSAFE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
VOID = {"meta", "link", "br", "hr", "col", "input"}


class Markup(str):
    """Text that is HTML or SVG already and is not escaped again."""


def element(tag: str, *children: Any, **attributes: Any) -> Markup:
    """An element whose children and attribute values are escaped unless they are markup.

    Parameters
    ----------
    tag : str
        Name of the element.
    *children : str, Markup, number, None, or iterables of these
        Its content; None is left out.
    **attributes : str, number, bool or None
        ``class_`` is written as ``class``, ``data_tip`` as ``data-tip``; None is left out, True
        is written without a value.

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
    return f" {name}" if value is True else f' {name}="{escape(as_text(value))}"'


def join(*children: Any) -> Markup:
    """The children in order, escaped where they are not markup."""
    return Markup("".join(child_text(child) for child in children if child is not None))


def child_text(child: Any) -> str:
    if isinstance(child, Markup):
        return child
    if isinstance(child, Iterable) and not isinstance(child, str):
        return join(*child)
    return escape(as_text(child))


def as_text(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.1f}".removesuffix(".0") if isfinite(value) else ""
    return clean(value)


def isolated_name(value: Any, most: int = 80) -> Markup:
    """A name, shortened if necessary, whose text direction does not affect the text around it.

    >>> isolated_name("a < b")
    '<bdi>a &lt; b</bdi>'
    """
    text = clean(value)
    if len(text) <= most:
        return element("bdi", text)
    return element("bdi", f"{text[: most - 1].rstrip()}…", data_tip=text[:300])


def clean(value: Any) -> str:
    """Text that is valid in any UTF-8 page: no control characters, no lone surrogates."""
    return UNSAFE.sub("", str(value)).encode("utf-8", "replace").decode("utf-8")
