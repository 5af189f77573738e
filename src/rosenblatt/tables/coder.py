"""Turn the columns of a table into a matrix of numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from rosenblatt.tables.batch import Batch
from rosenblatt.tables.column_codes import coded_names, fill, fill_numbers, width
from rosenblatt.tables.column_sums import Sums
from rosenblatt.tables.sparse_codes import scaled, stacked
from rosenblatt.tables.table import Table, numbered
from rosenblatt.tables.table_sums import column_table_sums, matrix_sums, merged_sums, schema_of

CodableRows = Any
"""A Table, a Batch, a mapping of columns or a CSR matrix."""
SPARSE_FROM = 200
SPARSE_DENSITY = 0.1
MOST_COLUMNS = 1 << 26


class TableCoder(TransformerMixin, BaseEstimator):
    """Code numbers and texts, missing cells included, as one matrix.

    A numeric column becomes itself, shifted to mean 0 and scaled to standard deviation 1; a
    missing number becomes the mean, and a second column marks with 1 where that was done, if any
    was missing in fit. A column of texts becomes one 0/1 column per value seen in fit; a missing
    or unknown value is all zeros. Beyond ``max_values`` different values the rarer ones share one
    column, which then takes unknown values too. Texts that stand for the same number (1, 1.0, 01)
    are one value. The columns of a CSR matrix are divided by their largest absolute value and not
    shifted, so that zeros stay zeros; those whose rows have length 1, as after tf-idf, are left as
    they are. Columns beyond the width in fit are dropped, missing ones are zeros.

    Parameters
    ----------
    scale : bool, default=True
        Whether to shift and scale; False keeps the numbers as they are.
    max_values : int, default=100
        Most values of a column of texts that get a column of their own.
    dtype : {"float64", "float32"}, default="float64"
        Type of the matrix.
    readings : dict of str to dict or None, default=None
        How the cells of columns are read (:mod:`rosenblatt.tables.column_readings`); None for
        those of the table given to fit. Dates become days, years, months and weekdays, free text
        its most frequent words; both forms of a column, texts and what was read, are understood.

    Attributes
    ----------
    schema_ : dict
        What was learned, in plain lists, str and float: for columns their ``name``, ``kind``
        ("numeric" with ``mean``, ``shift``, ``scale``, ``indicator``: a number x is coded as
        ``(x - shift) / scale``, a missing one as if it were the mean; "nominal" with ``values``
        and ``other``; "date"; "words"), and their ``reading`` if they have one; for a matrix its
        ``width``, ``names`` (or None) and ``scales``.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.tables import TableCoder
    >>> columns = {"age": np.array([20.0, np.nan, 40.0]), "sex": np.array(["f", "m", "f"])}
    >>> coder = TableCoder().fit(columns)
    >>> coder.get_feature_names_out().tolist()
    ['age', 'age missing', 'sex=f', 'sex=m']
    >>> coder.transform(columns).tolist()
    [[-1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 1.0], [1.0, 0.0, 1.0, 0.0]]

    Of tables that do not fit into memory, parts are enough:

    >>> parts = [{name: column[rows] for name, column in columns.items()} for rows in ([2], [0, 1])]
    >>> here, there = (TableCoder().partial_fit(part) for part in parts)
    >>> here.merge(there).schema_ == coder.schema_
    True
    """

    _sums: Sums

    def __init__(
        self,
        *,
        scale: bool = True,
        max_values: int = 100,
        dtype: str = "float64",
        readings: dict[str, dict[str, str]] | None = None,
    ):
        self.scale = scale
        self.max_values = max_values
        self.dtype = dtype
        self.readings = readings

    def __sklearn_tags__(self) -> Any:
        """Tell scikit-learn that this takes columns by name, not arrays."""
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False
        tags.input_tags.dict = True
        tags.input_tags.sparse = True
        tags.input_tags.allow_nan = True
        return tags

    def fit(self, columns: CodableRows, y: Any = None) -> TableCoder:
        """Learn the values, means and scales of the columns.

        Parameters
        ----------
        columns : Table, Batch, mapping of str to array, or CSR matrix
            The rows.
        y : ignored
            Only for scikit-learn's pipelines.
        """
        self.__dict__.pop("_sums", None)
        self.schema_ = schema_of(self._sums_of(columns), self.scale, self.max_values)
        return self

    def partial_fit(self, columns: CodableRows, y: Any = None) -> TableCoder:
        """Learn from some more rows.

        Parts give what ``fit`` gives for all rows at once, bit for bit, whatever their order.

        Parameters
        ----------
        columns : Table, Batch, mapping of str to array, or CSR matrix
            The rows, with the same columns in each call.
        y : ignored
            Only for scikit-learn's pipelines.
        """
        return self._add(self._sums_of(columns))

    def merge(self, other: TableCoder) -> TableCoder:
        """Learn what another coder has learned of other rows by ``partial_fit``.

        Parameters
        ----------
        other : TableCoder
            It stays as it is.
        """
        return self._add(other._sums_so_far())

    def n_texts(self) -> dict[str, int]:
        """Return how many different texts each column of texts has, of the parts so far."""
        columns = self._sums_so_far().get("columns", {})
        return {name: len(s["counts"]) for name, s in columns.items() if "counts" in s}

    def fixed(self) -> TableCoder:
        """Return the coder without what it needs to learn from more rows, as models keep it."""
        check_is_fitted(self)
        made = TableCoder(**self.get_params())
        made.schema_ = self.schema_
        return made

    def _sums_of(self, rows: CodableRows) -> Sums:
        matrix = _matrix(rows)
        if matrix is None:
            readings = getattr(rows, "readings", {}) if self.readings is None else self.readings
            return column_table_sums(_columns(rows), readings)
        _check_width(matrix.shape[1])
        return matrix_sums(matrix, getattr(rows, "matrix_names", None))

    def _add(self, sums: Sums) -> TableCoder:
        everything = merged_sums(self._sums_so_far(), sums) if hasattr(self, "schema_") else sums
        self.schema_ = schema_of(everything, self.scale, self.max_values)
        self._sums = everything
        return self

    def _sums_so_far(self) -> Sums:
        if not hasattr(self, "_sums"):
            raise ValueError(
                "the coder does not keep what it needs to learn from more rows: it was fitted at "
                "once, or fixed; use partial_fit from the first rows on."
            )
        return self._sums

    def transform(self, columns: CodableRows) -> Any:
        """Code rows.

        Parameters
        ----------
        columns : Table, Batch, mapping of str to array, or CSR matrix
            The rows; columns that were not in fit are ignored.

        Returns
        -------
        X : ndarray or csr_array of shape (n_rows, n_features_out)
            The numbers: CSR for a matrix, and for columns whose code has more than 200 columns and
            fewer than a tenth of its values not 0.

        Raises
        ------
        ValueError
            If a column is missing, or holds a text where fit saw numbers.
        """
        check_is_fitted(self)
        matrix = _matrix(columns)
        if (matrix is not None) != (self.schema_["kind"] == "matrix"):
            raise ValueError(
                f"the rows are {'sparse' if matrix is not None else 'columns'}, but the coder was "
                f"fitted on {'a sparse matrix' if matrix is None else 'columns'}; use one form."
            )
        if matrix is not None:
            return scaled(matrix, np.asarray(self.schema_["scales"]), self.dtype)
        return self._transform_columns(_columns(columns), getattr(columns, "first_row", 0))

    def _transform_columns(self, found: Mapping[str, NDArray[Any]], first_row: int) -> Any:
        codes = self.schema_["columns"]
        absent = [code["name"] for code in codes if code["name"] not in found]
        if absent:
            raise ValueError(
                f"there is no column {absent[0]!r}; the columns are {list(found)[:20]}."
            )
        n_rows = len(next(iter(found.values())))
        widths = [width(code) for code in codes]
        blocks = (fill(code, found[code["name"]], first_row, self.dtype) for code in codes)
        if sum(widths) > SPARSE_FROM and len(codes) < SPARSE_DENSITY * sum(widths):
            return stacked(blocks)
        return self._dense(found, first_row, n_rows)

    def _dense(self, found: Mapping[str, NDArray[Any]], first_row: int, n_rows: int) -> Any:
        codes = self.schema_["columns"]
        starts = np.cumsum([0, *map(width, codes)])
        X = np.empty((n_rows, starts[-1]), dtype=self.dtype)
        quick = fill_numbers(codes, starts, found, X)
        for code, start, end in zip(codes, starts, starts[1:], strict=False):
            if code["name"] not in quick:
                block = fill(code, found[code["name"]], first_row, self.dtype)
                X[:, start:end] = block.toarray() if sp.issparse(block) else block
        return X

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[Any]:
        """Return the names of the columns of the matrix.

        Parameters
        ----------
        input_features : ignored
            Only for scikit-learn's pipelines.
        """
        check_is_fitted(self)
        if self.schema_["kind"] == "matrix":
            names = self.schema_["names"] or numbered(self.schema_["width"])
            return np.array(names, dtype=object)
        codes = self.schema_["columns"]
        return np.array([name for code in codes for name in coded_names(code)], dtype=object)


def _matrix(rows: CodableRows) -> Any:
    if sp.issparse(rows):
        return sp.csr_array(rows)
    return rows.matrix if isinstance(rows, Table | Batch) else None


def _check_width(width: int) -> None:
    if width > MOST_COLUMNS:
        raise ValueError(
            f"the rows have {width} columns; at most {MOST_COLUMNS} are possible, as one number "
            "per column is learned: renumber the columns in use."
        )


def _columns(rows: CodableRows) -> Mapping[str, NDArray[Any]]:
    found = rows.columns if isinstance(rows, Table | Batch) else rows
    if not isinstance(found, Mapping) or not found:
        raise ValueError(
            f"columns={type(rows).__name__} has no columns; pass a Table, a Batch, a mapping of "
            "names to arrays, or a CSR matrix."
        )
    return {name: np.asarray(column) for name, column in found.items()}
