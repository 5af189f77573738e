"""A chart as a file of its own, with the style sheet included."""

from importlib.resources import files

from rosenblatt.report.markup import Markup


def standalone(svg: str) -> Markup:
    """The chart with its style sheet, for an ``.svg`` file; light or dark like the screen.

    Examples
    --------
    >>> from rosenblatt.report.charts import Bar, bars
    >>> standalone(bars([Bar("a", 1.0, "1")], title="One bar")).count("<style>")
    1
    """
    start, rest = svg.split(">", 1)
    return Markup(f"{start}><style>{chart_style()}</style>{rest}")


def chart_style() -> str:
    """The style sheet of charts."""
    return (files("rosenblatt.report") / "charts" / "charts.css").read_text(encoding="utf-8")
