"""A chart with its title and caption, drawn once for desktops and once for phones."""

from collections.abc import Callable
from typing import Any

from rosenblatt.report.markup import Markup, element

DESKTOP, PHONE = 940.0, 343.0
DrawAtWidth = Callable[[float], Markup]


def figure(title: str, caption: Any, draw: DrawAtWidth, *below: Any) -> Markup:
    """The chart ``draw(width)`` at both widths; the style sheet shows the one that suits."""
    return element(
        "figure", captioned(title, caption),
        element("div", draw(DESKTOP), class_="desktop"),
        element("div", draw(PHONE), class_="phone"),
        *below,
    )  # fmt: skip


def small_figure(title: str, caption: Any, chart: Markup) -> Markup:
    """A chart narrow enough for every screen."""
    return element("figure", captioned(title, caption), chart)


def captioned(title: str, caption: Any) -> Markup:
    return element("figcaption", element("h3", title), caption)
