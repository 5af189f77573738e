"""Mean ranks."""

from collections.abc import Sequence

from rosenblatt.report.charts.error_bars import FOOT, ROW, TOP, Interval, names_width, row
from rosenblatt.report.charts.frame import WIDTH, svg_chart, x_axis
from rosenblatt.report.charts.scale import Scale
from rosenblatt.report.markup import Markup


def ranks(
    intervals: Sequence[Interval],
    *,
    title: str,
    x_label: str,
    width: float = WIDTH,
) -> Markup:
    """Ranks from 1 at the left.

    Parameters
    ----------
    intervals : sequence of Interval
        The mean ranks; they have no bars.
    title, x_label : str
        Titles of the chart and its axis.
    width : float
        In pixels.
    """
    left = names_width([i.name for i in intervals], width)
    bottom = TOP + ROW * max(len(intervals), 1)
    last = max([i.mean for i in intervals] + [float(len(intervals)), 2.0])
    x = Scale(0.8, last + 0.2, left, width - 14)
    whole = [float(k + 1) for k in range(int(last))]
    rows = [row(interval, x, TOP + ROW * (k + 0.5), left) for k, interval in enumerate(intervals)]
    return svg_chart(width, bottom + FOOT, title, x_axis(x, TOP - 6, bottom, x_label, whole), rows)
