"""The names of curves: at their ends if there is room, else in rows below."""

from collections.abc import Sequence
from typing import Any

from rosenblatt.report.charts.chart_text import label, shortened, text_width
from rosenblatt.report.charts.frame import STYLES, line, marker
from rosenblatt.report.charts.scale import Scale
from rosenblatt.report.markup import Markup, join

GAP, STEP, KEY = 16.0, 20.0, 18.0


def beside_width(names: Sequence[str], width: float) -> float:
    longest = max([text_width(name[:80]) for name in names] or [0.0])
    return min(0.3 * width, longest + 26)


def beside(series: Sequence[Any], x: Scale, y: Scale, width: float) -> Markup:
    """A name at the end of each styled curve, moved up or down where two would overlap."""
    ends = [(y(s.y[-1]), k) for k, s in enumerate(series[:STYLES]) if len(s.y)]
    places = apart(sorted(ends), y.end + 4, y.start)
    return join(named_end(k, series[k], at, x, y, width) for at, k in places)


def apart(wanted: list[tuple[float, int]], top: float, bottom: float) -> list[tuple[float, int]]:
    """Positions at least a line apart, as close as possible to the wanted ones."""
    places: list[float] = []
    for at, _ in wanted:
        places.append(max(at, places[-1] + GAP) if places else max(at, top))
    limit = bottom
    for i in range(len(places) - 1, -1, -1):
        places[i] = min(places[i], limit)
        limit = places[i] - GAP
    return [(place, k) for place, (_, k) in zip(places, wanted, strict=True)]


def named_end(k: int, series: Any, at: float, x: Scale, y: Scale, width: float) -> Markup:
    start, end = x(series.x[-1]), x.end + 6
    lead = line(start + 6, y(series.y[-1]), end, at, f"lead s{k + 1}")
    name = label(end + 4, at + 4, series.name, room=width - end - 6, class_=f"end s{k + 1}")
    return join(lead, name)


def rows_of(names: Sequence[str], room: float) -> list[list[tuple[int, str, float]]]:
    """Which names share a line below: (series, text, offset)."""
    rows: list[list[tuple[int, str, float]]] = [[]]
    used = 0.0
    for k, name in enumerate(names[:STYLES]):
        text = shortened(name, room - KEY - 4)
        need = KEY + text_width(text) + 12
        if rows[-1] and used + need > room:
            rows.append([])
            used = 0.0
        rows[-1].append((k, text, used))
        used += need
    return rows


def below_height(names: Sequence[str], room: float) -> float:
    return STEP * len(rows_of(names, room)) + 6


def below(
    names: Sequence[str], left: float, top: float, width: float, mark: str = "mark"
) -> Markup:
    return join(
        key(k, names[k], text, left + offset, top + STEP * (r + 0.5), mark)
        for r, row in enumerate(rows_of(names, width - left))
        for k, text, offset in row
    )


def key(k: int, name: str, text: str, x: float, y: float, mark: str) -> Markup:
    return join(
        marker(k, x + 6, y, 4, class_=f"{mark} s{k + 1}"),
        label(x + KEY, y + 4, name, room=max(text_width(text), 1) + 0.01),
    )
