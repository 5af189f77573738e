"""How a column of dates is coded: days and year as numbers, a column per month and weekday."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
THURSDAY = 3  # 1970-01-01


def date_parts(days: NDArray[np.float64]) -> dict[str, NDArray[Any]]:
    """Return year, month (from 1), weekday (Monday is 0) and hour of days since 1970.

    Examples
    --------
    >>> {name: part.tolist() for name, part in date_parts(np.array([0.25])).items()}
    {'year': [1970], 'month': [1], 'weekday': [3], 'hour': [6.0]}
    """
    whole = np.floor(days).astype(np.int64)
    dates = whole.astype("datetime64[D]")
    months = dates.astype("datetime64[M]").astype(np.int64)
    return {
        "year": 1970 + months // 12,
        "month": 1 + months % 12,
        "weekday": (whole + THURSDAY) % 7,
        "hour": np.round(24 * 60 * (days - whole)) / 60,
    }


def date_names(name: str, code: dict[str, Any]) -> list[str]:
    """Return the names of the columns of a code."""
    numbers = [f"{name} {part}" for part in code["numbers"]]
    months = [f"{name} month={MONTHS[month - 1]}" for month in code["months"]]
    weekdays = [f"{name} weekday={WEEKDAYS[day]}" for day in code["weekdays"]]
    return [*numbers, *months, *weekdays, *([f"{name} missing"] if code["indicator"] else [])]


def fill_dates(code: dict[str, Any], days: NDArray[np.float64], dtype: str) -> NDArray[Any]:
    """Return the coded columns; a missing date has the mean day and no month or weekday."""
    missing = np.isnan(days)
    parts = {"days": days, **date_parts(np.where(missing, 0.0, days))}
    columns = []
    for part, moments in code["numbers"].items():
        values = np.where(missing, moments["mean"], parts[part])
        columns.append((values - moments["shift"]) / moments["scale"])
    columns += [(parts["month"] == month) & ~missing for month in code["months"]]
    columns += [(parts["weekday"] == day) & ~missing for day in code["weekdays"]]
    columns += [missing] if code["indicator"] else []
    return np.column_stack(columns).astype(dtype)
