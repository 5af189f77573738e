"""Mean ranks, with a band for those not significantly different from the best."""

from collections.abc import Sequence

from rosenblatt.report.charts.chart_text import label
from rosenblatt.report.charts.error_bars import FOOT, ROW, TOP, Interval, names_width, row
from rosenblatt.report.charts.frame import WIDTH, line, svg_chart, x_axis
from rosenblatt.report.charts.scale import Scale
from rosenblatt.report.markup import Markup, element, join


def ranks(
    intervals: Sequence[Interval],
    *,
    critical: float | None,
    title: str,
    x_label: str,
    band_label: str = "",
    width: float = WIDTH,
) -> Markup:
    """Ranks from 1 at the left; the band starts at the best and is one critical difference wide.

    Parameters
    ----------
    intervals : sequence of Interval
        The mean ranks; they have no bars.
    critical : float or None
        Width of the band; None for no band.
    title, x_label, band_label : str
        Titles of the chart, its axis and its band.
    width : float
        In pixels.
    """
    left = names_width([i.name for i in intervals], width)
    bottom = TOP + ROW * max(len(intervals), 1)
    last = max([i.mean for i in intervals] + [float(len(intervals)), 2.0])
    x = Scale(0.8, last + 0.2, left, width - 14)
    whole = [float(k + 1) for k in range(int(last))]
    rows = [row(interval, x, TOP + ROW * (k + 0.5), left) for k, interval in enumerate(intervals)]
    band = critical_band(intervals, critical, x, bottom, band_label) if critical else None
    return svg_chart(
        width, bottom + FOOT, title, band, x_axis(x, TOP - 6, bottom, x_label, whole), rows
    )


def critical_band(
    intervals: Sequence[Interval], critical: float, x: Scale, bottom: float, text: str
) -> Markup:
    best = min(i.mean for i in intervals)
    start, end = x(best), min(x(best + critical), x.end)
    top = TOP - 6
    return join(
        element("rect", x=start, y=top, width=end - start, height=bottom - top, class_="band"),
        line(start, top, end, top, "bracket"),
        label(start, 14, text, room=x.end - start + 10, class_="soft"),
    )
