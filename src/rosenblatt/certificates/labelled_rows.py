"""Rows of two classes, and exact answers to which side of a hyperplane they are on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.utils.validation import check_X_y

from rosenblatt.certificates.whole_numbers import as_floats, whole
from rosenblatt.training.labels import encode

ROUNDING = 2.0**-53
BLOCK = 10_000  # rows scored at a time
VANISHED = 2.0**-1000  # more than any product that underflows


@dataclass(frozen=True)
class LabelledRows:
    """Rows in double precision with labels of -1 and +1.

    Parameters
    ----------
    X : ndarray or CSR array of float64, shape (n_rows, n_features)
        Finite rows.
    signs : ndarray of shape (n_rows,)
        -1.0 or 1.0.
    classes : ndarray of shape (2,)
        The negative and the positive label.
    fit_intercept : bool
        Whether hyperplanes may miss the origin.
    """

    X: Any
    signs: np.ndarray
    classes: np.ndarray
    fit_intercept: bool = True

    @property
    def n_weights(self) -> int:
        return int(self.X.shape[1]) + self.fit_intercept

    def take(self, rows: np.ndarray) -> "LabelledRows":
        return LabelledRows(self.X[rows], self.signs[rows], self.classes, self.fit_intercept)

    def exact(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, list[int]]:
        """Signed rows in whole numbers, the columns that are not all 0, and a power for each row.

        Row k times ``2**power`` is the signed row with a 1 at its end for the intercept.
        """
        part = self.X[rows]
        columns = np.arange(part.shape[1])
        if sp.issparse(part):
            columns = np.unique(part.indices)
            part = part[:, columns].toarray()
        if self.fit_intercept:
            part = np.column_stack([part, np.ones(len(rows))])
            columns = np.append(columns, self.X.shape[1])
        found = [whole(line) for line in part * self.signs[rows, None]]
        numbers = np.array([line for line, _ in found], dtype=object).reshape(part.shape)
        return numbers, columns, [power for _, power in found]

    def wrong(self, hyperplane: Sequence[int]) -> np.ndarray:
        """Rows that are not strictly on their side of a hyperplane, the worst first.

        Scores are floating-point sums with a bound of their rounding error; rows for which it
        does not settle the sign are scored again in whole numbers.

        Parameters
        ----------
        hyperplane : sequence of int, length n_weights
            Weights in whole numbers, that of the intercept last.
        """
        weights = as_floats(list(hyperplane))
        found, depths = [], []
        for first in range(0, len(self.signs), BLOCK):
            rows = np.arange(first, min(first + BLOCK, len(self.signs)))
            scores, doubt = self.scores(rows, weights)
            open_rows = rows[~(scores > doubt) & ~(scores < -doubt)]
            bad = scores < -doubt
            bad[open_rows - first] = ~self.right_exactly(open_rows, hyperplane)
            found.append(rows[bad])
            depths.append(np.nan_to_num(scores[bad]))
        order = np.argsort(np.concatenate(depths), kind="stable")
        return np.concatenate(found)[order]

    def scores(self, rows: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Labels times scores, and how far rounding may have taken each of them."""
        X, w, b = self.X[rows], weights[: self.X.shape[1]], weights[self.X.shape[1] :].sum()
        with np.errstate(all="ignore"):
            sizes = abs(X) @ abs(w) + abs(b)
            lost = VANISHED * (1.0 + np.asarray(abs(X).sum(axis=1)).ravel())
            doubt = 1.01 * (self.n_weights + 4) * ROUNDING * sizes + lost
            return self.signs[rows] * (X @ w + b), doubt

    def right_exactly(self, rows: np.ndarray, hyperplane: Sequence[int]) -> np.ndarray:
        answers = np.zeros(len(rows), dtype=bool)
        weights = np.array(list(hyperplane), dtype=object)
        for first in range(0, len(rows), 500):
            numbers, columns, _ = self.exact(rows[first : first + 500])
            answers[first : first + 500] = numbers @ weights[columns] > 0
        return answers


def labelled_rows(X: Any, y: Any, *, fit_intercept: bool = True) -> LabelledRows:
    """Validated rows; labels of two classes, the second one positive."""
    X, y = check_X_y(X, y, accept_sparse="csr", dtype=np.float64)
    classes, codes = encode(y)
    if len(classes) != 2:
        raise ValueError(
            f"y holds {len(classes)} classes, but separability is a question about two; choose "
            "one class against the rest, for example with y == y[0]."
        )
    if sp.issparse(X):
        X = sp.csr_array(X)
        X.sum_duplicates()
    return LabelledRows(X, np.where(codes == 1, 1.0, -1.0), classes, fit_intercept)
