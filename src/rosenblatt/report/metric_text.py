"""The measure that decides, as pages name and write it."""

from typing import Any

from rosenblatt.metrics import METRICS, Metric
from rosenblatt.report.number_text import MISSING, interval_points, is_number, points


def metric_of(comparison: dict[str, Any]) -> Metric:
    """The error, if the comparison does not say."""
    return METRICS.get(str(comparison.get("metric")), METRICS["error"])


def factor(metric: Metric) -> float:
    """What a loss is multiplied by for an axis."""
    return 100.0 if metric.percent else 1.0


def axis_title(metric: Metric) -> str:
    return f"{metric.title} in %" if metric.percent else metric.title


def column_title(metric: Metric) -> str:
    """For the head of a column.

    >>> column_title(METRICS["error"]), column_title(METRICS["logloss"])
    ('Error %', 'Log loss')
    """
    name = metric.title.removeprefix("test ")
    name = name[:1].upper() + name[1:]
    return f"{name} %" if metric.percent else name


def loss(value: Any, metric: Metric, digits: int = 1) -> str:
    """A loss without its unit."""
    if metric.percent:
        return points(value, digits)
    return f"{value:.{digits + 2}f}" if is_number(value) else MISSING


def loss_interval(low: Any, high: Any, metric: Metric) -> str:
    """The interval of a difference of losses."""
    if metric.percent:
        return interval_points(low, high)
    return f"{low:.3f} to {high:.3f}" if is_number(low) and is_number(high) else MISSING
