"""Names of classes with their colour, which is the same on the whole page."""

from typing import Any

from rosenblatt.report.charts import class_colour
from rosenblatt.report.markup import Markup, clean, element, isolated_name


def class_names(comparison: dict[str, Any]) -> list[str]:
    return [clean(name) for name in comparison.get("classes") or []]


def class_name(comparison: dict[str, Any], name: Any, most: int = 40) -> Markup:
    """The name after a dot in the colour of the class."""
    names = class_names(comparison)
    code = names.index(clean(name)) if clean(name) in names else -1
    dot = element("span", class_=f"chip {class_colour(code)}", aria_hidden="true")
    return element("span", dot, isolated_name(name, most), class_="class-name")
