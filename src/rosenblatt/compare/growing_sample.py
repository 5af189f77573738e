"""Growing parts of the training rows of a split, coded."""

from __future__ import annotations

import time

import numpy as np

from rosenblatt.compare.classification_task import ClassificationTask
from rosenblatt.compare.single_fit import TrainTestData
from rosenblatt.compare.splits import Split

GROWTH = 4
FIRST_ROWS, FIRST_CODED, MOST_ROWS = 200, 5000, 50_000
FIRST_CELLS = 1_000_000
TIMING_TEST_ROWS = 2000


class GrowingSample:
    """The first training rows of a split, coded again only when more of them are needed."""

    def __init__(self, task: ClassificationTask, split: Split) -> None:
        self.task, self.split = task, split
        self.first = first_rows(task, split)
        self.most = min(len(split.train), max(MOST_ROWS, self.first))
        self._code(min(self.most, max(FIRST_CODED, self.first)))

    def of(self, n_rows: int) -> TrainTestData:
        """The first ``n_rows`` training rows, with the same test rows."""
        if n_rows > len(self.data.y):
            self._code(n_rows)
        return self.data.first(n_rows)

    def _code(self, n_rows: int) -> None:
        train, test = self.split.train[:n_rows], self.split.test[:TIMING_TEST_ROWS]
        begin = time.perf_counter()
        X, X_test = self.task.coded(train, test)
        self.code_row = (time.perf_counter() - begin) / (len(train) + len(test))
        size = X.nbytes if isinstance(X, np.ndarray) else 12 * X.nnz
        self.row_bytes = max(size / len(train), 1.0)
        codes = self.task.codes
        self.data = TrainTestData(X, codes[train], X_test, codes[test], len(self.task.classes))


def first_rows(task: ClassificationTask, split: Split) -> int:
    """Size of the first sample: quick to fit, with two rows or more of each class if possible."""
    width = len(task.classes) * max(task.n_columns, 1)
    wanted = max(2 * len(task.classes), 50, min(FIRST_ROWS, FIRST_CELLS // width))
    # A sample nearly as large as the whole would add nothing to the timing of the whole.
    return wanted if 2 * wanted < len(split.train) else len(split.train)
