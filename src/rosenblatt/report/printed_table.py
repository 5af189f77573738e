"""A table as the paper prints it: ours over theirs in each cell, shaded by the distance."""

from collections.abc import Sequence
from typing import Any

from rosenblatt.report.markup import Markup, clean, element, isolated_name
from rosenblatt.report.number_text import MISSING, is_number

SHADES = (0.25, 0.5, 0.75, 1.0, 1.5)  # distances in tolerances at which a shade ends
CellDict = dict[str, Any]


def printed_table(grid: dict[str, Any], title: str) -> Markup:
    """The grid of a table.

    Parameters
    ----------
    grid : dict
        ``corner`` (what rows and columns are), ``rows`` and ``columns`` (their names), and
        ``cells``: by row and column None or a dict with ``ours``, ``paper``, ``distance`` (in
        tolerances, or None), ``counted`` and ``tip``; ``decimals``.
    title : str
        For screen readers.

    Examples
    --------
    >>> cell = {"ours": 22.3, "paper": 22.1, "distance": 0.4, "counted": True, "tip": ""}
    >>> grid = {"corner": "", "rows": ["pima"], "columns": ["RCD"], "cells": [[cell]]}
    >>> 'class="number near-2"' in printed_table(grid, "Table 1")
    True
    """
    head = element("tr", element("th", grid.get("corner"), scope="col"),
                   *[element("th", isolated_name(c, 40), scope="col", class_="number")
                     for c in grid["columns"]])  # fmt: skip
    decimals = grid.get("decimals", 2)
    body = [
        line(name, cells, decimals) for name, cells in zip(grid["rows"], grid["cells"], strict=True)
    ]
    inner = element("table", element("thead", head), element("tbody", *body), class_="printed",
                    aria_label=title)  # fmt: skip
    return element("div", inner, class_="scroll", tabindex=0, role="region", aria_label=title)


def line(name: Any, cells: Sequence[CellDict | None], decimals: int) -> Markup:
    return element("tr", element("th", isolated_name(name, 60), scope="row"),
                   *[grid_cell(cell, decimals) for cell in cells])  # fmt: skip


def grid_cell(cell: CellDict | None, decimals: int) -> Markup:
    if cell is None:
        return element("td", class_="number")
    ours, theirs = shown(cell.get("ours"), decimals), shown(cell.get("paper"), decimals)
    kind = f"number {shade(cell)}" + ("" if cell.get("counted", True) else " uncounted")
    return element(
        "td", element("b", ours), element("span", theirs, class_="small soft theirs"),
        class_=kind.strip(), data_tip=clean(cell.get("tip") or "") or None,
    )  # fmt: skip


def shown(value: Any, decimals: int) -> str:
    return f"{value:.{decimals}f}".replace("-", "−") if is_number(value) else MISSING


def shade(cell: CellDict) -> str:
    """``near-1`` to ``near-4`` inside the tolerance, ``far-5`` and ``far-6`` outside."""
    distance = cell.get("distance")
    if not is_number(distance):
        return ""
    step = 1 + sum(distance > end for end in SHADES)
    return f"near-{step}" if distance <= 1 else f"far-{step}"
