"""Charts as SVG text; colours come from the page's style sheet, light or dark.

Every chart is a pure function of its data and a width in pixels, and returns
:class:`~rosenblatt.report.markup.Markup`, a string. :func:`standalone` makes it a file of its own.
"""

from rosenblatt.report.charts.bars import Bar, bars
from rosenblatt.report.charts.error_bars import Interval, Reference, error_bars
from rosenblatt.report.charts.frame import class_colour
from rosenblatt.report.charts.heatmap import Cell, heatmap
from rosenblatt.report.charts.lines import Series, lines
from rosenblatt.report.charts.ranks import ranks
from rosenblatt.report.charts.scatter import Point, scatter
from rosenblatt.report.charts.square import Curve, square
from rosenblatt.report.charts.standalone import standalone

__all__ = [
    "Bar",
    "Cell",
    "Curve",
    "Interval",
    "Point",
    "Reference",
    "Series",
    "bars",
    "class_colour",
    "error_bars",
    "heatmap",
    "lines",
    "ranks",
    "scatter",
    "square",
    "standalone",
]
