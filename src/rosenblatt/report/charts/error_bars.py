"""Means with their standard errors, one below the other."""

from collections.abc import Sequence
from dataclasses import dataclass

from rosenblatt.report.charts.chart_text import SIZE, label, text_width
from rosenblatt.report.charts.frame import NARROW, WIDTH, line, marker, svg_chart, x_axis
from rosenblatt.report.charts.scale import Scale, scale_for
from rosenblatt.report.markup import Markup, element, join
from rosenblatt.report.number_text import compact

ROW, TOP, FOOT = 26.0, 30.0, 44.0
SHAPES = {"ours": 0, "theirs": 1, "reference": 3}


@dataclass(frozen=True)
class Interval:
    """A mean, its standard error, and the values it is the mean of.

    Parameters
    ----------
    name : str
        Written to the left of it.
    mean, spread : float
        Position of the marker, and half the length of its bar.
    values : sequence of float
        Drawn as fine ticks.
    group : {"ours", "theirs", "reference"}
        Determines colour and marker.
    tip : str
        Tooltip of the marker.
    """

    name: str
    mean: float
    spread: float
    values: Sequence[float] = ()
    group: str = "theirs"
    tip: str = ""


@dataclass(frozen=True)
class Reference:
    """A value to compare with, drawn as a vertical dashed line with its name."""

    name: str
    value: float


def error_bars(
    intervals: Sequence[Interval],
    *,
    title: str,
    x_label: str,
    reference: Reference | None = None,
    limit: float | None = None,
    width: float = WIDTH,
) -> Markup:
    """Markers with bars of one standard error on either side, from top to bottom.

    Parameters
    ----------
    intervals : sequence of Interval
        From top to bottom.
    title, x_label : str
        Titles of the chart and its axis.
    reference : Reference or None
        A value to compare with.
    limit : float or None
        Where the axis ends; values beyond it are written with an arrow. None for no limit.
    width : float
        In pixels.

    Examples
    --------
    >>> svg = error_bars([Interval("a", 3.0, 0.5)], title="Errors", x_label="error in %")
    >>> svg.startswith("<svg")
    True
    """
    left = names_width([i.name for i in intervals], width)
    bottom = TOP + ROW * max(len(intervals), 1)
    shown = [v for v in shown_values(intervals, reference) if limit is None or v <= limit]
    x = scale_for(shown, left, width - 14)
    return svg_chart(
        width, bottom + FOOT, title,
        x_axis(x, TOP - 6, bottom, x_label),
        reference_line(reference, x, bottom, width) if reference else None,
        [row(interval, x, TOP + ROW * (k + 0.5), left) for k, interval in enumerate(intervals)],
    )  # fmt: skip


def names_width(names: Sequence[str], width: float) -> float:
    """Width of the names: what they need, but at most a third of a wide chart."""
    most = 0.42 * width if width < NARROW else 0.34 * width
    return min(most, max([text_width(name[:80]) for name in names] or [0.0]) + 16)


def shown_values(intervals: Sequence[Interval], reference: Reference | None) -> list[float]:
    ends = [i.mean + k * i.spread for i in intervals for k in (-1, 1)]
    ends += [v for i in intervals for v in i.values]
    return ends + ([reference.value] if reference else [])


def reference_line(reference: Reference, x: Scale, bottom: float, width: float) -> Markup:
    if reference.value > x.high:
        return off_scale(f"{reference.name}: {compact(round(reference.value, 1))}", x, 14, left=0)
    at = x(reference.value)
    toward_left = at > width / 2
    room = (at if toward_left else width - at) - 6
    name = label(
        at + (4 if toward_left else -4), 14, reference.name, room=room, class_="soft",
        text_anchor="end" if toward_left else "start",
    )  # fmt: skip
    return join(line(at, TOP - 10, at, bottom, "reference"), name)


def row(interval: Interval, x: Scale, y: float, left: float) -> Markup:
    low, high = x(interval.mean - interval.spread), x(interval.mean + interval.spread)
    name = label(0, y + 0.35 * SIZE, interval.name, room=left - 12)
    if interval.mean > x.high:
        return join(name, off_scale(compact(round(interval.mean, 1)), x, y + 0.35 * SIZE, left))
    inside = [v for v in interval.values if v <= x.high]
    ticks = "".join(f"M{x(v):.1f} {y - 5:.1f}v10" for v in inside)
    high = min(high, x.end)
    return join(
        name,
        element("path", d=ticks, class_=f"tick {interval.group}") if ticks else None,
        line(low, y, high, y, f"whisker {interval.group}"),
        marker(SHAPES[interval.group], x(interval.mean), y, 5, class_=f"dot {interval.group}",
             data_tip=interval.tip or None),
    )  # fmt: skip


def off_scale(text: str, x: Scale, y: float, left: float) -> Markup:
    """Text with an arrow at the right end, for a value beyond the axis."""
    room = x.end - left
    return label(x.end, y, f"{text} →", room=room, text_anchor="end", class_="soft")
