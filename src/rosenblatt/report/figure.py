"""A chart with its title and caption, drawn once for desks and once for phones."""

from collections.abc import Callable
from typing import Any

from rosenblatt.report.markup import Markup, element

DESK, PHONE = 940.0, 343.0
Draw = Callable[[float], Markup]


def figure(title: str, caption: Any, draw: Draw, *below: Any, desk: float = DESK) -> Markup:
    """The chart ``draw(width)`` at both widths; the style shows the one that suits the screen."""
    return element(
        "figure", captioned(title, caption),
        element("div", draw(desk), class_="desk"),
        element("div", draw(PHONE), class_="phone"),
        *below,
    )  # fmt: skip


def small_figure(title: str, caption: Any, drawing: Markup) -> Markup:
    """A chart narrow enough for every screen."""
    return element("figure", captioned(title, caption), drawing)


def captioned(title: str, caption: Any) -> Markup:
    return element("figcaption", element("h3", title), caption)
