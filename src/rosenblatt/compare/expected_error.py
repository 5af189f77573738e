"""What error to expect of the model that is kept, on new rows."""

from __future__ import annotations

from math import log2

import numpy as np

from rosenblatt.compare.comparison import Entry
from rosenblatt.compare.fit_times import FirstLook
from rosenblatt.compare.measured_losses import MeasuredLosses
from rosenblatt.judgement import error_interval


def expected_error(
    entry: Entry,
    losses: MeasuredLosses,
    n_train: int,
    n_rows: int,
    model_rows: int,
    look: FirstLook,
) -> tuple[float, float]:
    """Return the interval of the error of the model that is kept, at 95 %.

    It allows for the choice among the learners that were measured, and for what the model gains
    by the rows that no split trained on: as much for each doubling of the rows as was gained on
    the mean since the first look.

    Parameters
    ----------
    entry : Entry
        The learner that was chosen.
    losses : MeasuredLosses
        Of all learners.
    n_train, n_rows, model_rows : int
        Rows that it was trained on in one split, rows of the table, rows of the model.
    look : FirstLook
        Errors on few rows.
    """
    measurements = losses.measurements
    wrong = losses.rows(entry.name, "error", 0) or []
    rows = entry.subsample or n_train
    low, high = error_interval(
        wrong, measurements.tested, n_train / n_rows, learners=len(measurements.names())
    )
    first = look.errors.get(entry.name)
    if first is None or not 0 < look.rows < rows < model_rows:
        return low, high
    mean = float(np.mean([np.mean(split) for split in wrong]))
    gain = max(first - mean, 0.0) / log2(rows / look.rows) * log2(model_rows / rows)
    return max(low - gain, 0.0), high
