"""Curves: errors by rows, noise or passes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rosenblatt.report.charts.frame import (
    NARROW,
    STYLES,
    WIDTH,
    line,
    marker,
    svg_chart,
    x_axis,
    y_axis,
)
from rosenblatt.report.charts.legend import below, below_height, beside, beside_width
from rosenblatt.report.charts.scale import Scale, scale_for
from rosenblatt.report.markup import Markup, element, join
from rosenblatt.report.number_text import compact

TOP, LEFT, FOOT, ROOM = 28.0, 46.0, 44.0, 14.0


@dataclass(frozen=True)
class Series:
    """A named curve; ``spread`` is half the length of each error bar, if it has any."""

    name: str
    x: Sequence[float]
    y: Sequence[float]
    spread: Sequence[float] = ()


def lines(
    series: Sequence[Series],
    *,
    title: str,
    x_label: str,
    y_label: str,
    log_x: bool = False,
    log_y: bool = False,
    markers: bool = True,
    width: float = WIDTH,
) -> Markup:
    """Curves with different colours, markers and dashes; named at their ends, or below on a phone.

    Parameters
    ----------
    series : sequence of Series
        The first eight have styles of their own; the others are all grey.
    title, x_label, y_label : str
        Titles of the chart and its axes.
    log_x, log_y : bool
        Whether an axis is logarithmic; values that are not positive are then left out.
    markers : bool
        Whether points have markers; turn them off for curves with many points.
    width : float
        In pixels; below 520 the names are below the curves.

    Examples
    --------
    >>> svg = lines([Series("a", [1, 2], [3, 4])], title="t", x_label="rows", y_label="error")
    >>> svg.count("<svg")
    1
    """
    narrow = width < NARROW
    names = [s.name for s in series]
    right = width - (14 if narrow else beside_width(names, width))
    bottom = TOP + (220 if narrow else 300)
    x, y = axes(series, (LEFT, right), (bottom, TOP), log_x, log_y)
    places = sorted({v for s in series for v in s.x if v > 0 or not log_x})
    kept = [visible(s, x, y) for s in series]
    keys = below(names, LEFT, bottom + FOOT, width) if narrow else beside(kept, x, y, width)
    height = bottom + FOOT + (below_height(names, width - LEFT) if narrow else 0)
    return svg_chart(
        width, height, title, x_axis(x, TOP, bottom, x_label, places),
        y_axis(y, LEFT, right, y_label),
        [curve(k, s, shifted(x, k, kept), y, markers) for k, s in enumerate(kept)], keys,
    )  # fmt: skip


def axes(
    series: Sequence[Series],
    across: tuple[float, float],
    upward: tuple[float, float],
    log_x: bool,
    log_y: bool,
) -> tuple[Scale, Scale]:
    ends = [
        v + k * e for s in series for v, e in zip(s.y, spreads(s), strict=True) for k in (-1, 1)
    ]
    if not log_y and ends and min(ends) > 0 and min(ends) < 0.4 * max(ends):
        ends.append(0.0)
    x = scale_for([v for s in series for v in s.x], across[0] + ROOM, across[1] - ROOM, log=log_x)
    return x, scale_for(ends, *upward, log=log_y)


def spreads(series: Series) -> Sequence[float]:
    return series.spread or [0.0] * len(series.y)


def visible(series: Series, x: Scale, y: Scale) -> Series:
    """The points that the axes can show: only positive values on a logarithmic axis."""
    points = [
        (a, b, e)
        for a, b, e in zip(series.x, series.y, spreads(series), strict=True)
        if (a > 0 or not x.log) and (b > 0 or not y.log)
    ]
    return Series(series.name, *([p[k] for p in points] for k in range(3)))


def shifted(x: Scale, k: int, series: Sequence[Series]) -> Scale:
    """The scale shifted a little for each curve, so that error bars do not hide each other."""
    if not any(any(s.spread) for s in series):
        return x
    shift = 4 * (min(k, STYLES) - (min(len(series), STYLES) - 1) / 2)
    return replace(x, start=x.start + shift, end=x.end + shift)


def curve(k: int, series: Series, x: Scale, y: Scale, markers: bool) -> Markup:
    style = f"s{k + 1}" if k < STYLES else "s0"
    places = [(x(a), y(b)) for a, b in zip(series.x, series.y, strict=True)]
    path = "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in places) if places else None
    tip = None if markers else series.name
    drawn = element("path", d=path, class_=f"curve {style}", data_tip=tip) if path else None
    points = markers_of(k, series, x, y, style) if markers else None
    return join(drawn, bars_of(series, x, y, style), points)


def bars_of(series: Series, x: Scale, y: Scale, style: str) -> list[Markup]:
    return [
        line(x(a), y(max(b - e, y.low)), x(a), y(b + e), f"thin {style}")
        for a, b, e in zip(series.x, series.y, spreads(series), strict=True)
        if e > 0
    ]


def markers_of(k: int, series: Series, x: Scale, y: Scale, style: str) -> list[Markup]:
    return [
        marker(k if k < STYLES else 0, x(a), y(b), 4 if k < STYLES else 2, class_=f"mark {style}",
             data_tip=f"{series.name}: {compact(round(b, 2))} at {compact(a)}")
        for a, b in zip(series.x, series.y, strict=True)
    ]  # fmt: skip
