"""Tables from files: read them, code them as numbers.

:func:`read_table` reads a CSV, TSV, Parquet or svmlight file into a :class:`Table`;
:func:`open_table` streams one of any size; :func:`examine` reads columns as they are meant, and
says how; :class:`TableCoder` turns columns into a matrix.
"""

from rosenblatt.tables.batch import Batch
from rosenblatt.tables.coder import TableCoder
from rosenblatt.tables.doctor import Finding, Wishes, examine
from rosenblatt.tables.errors import BadFileError
from rosenblatt.tables.files import TableFile, open_table
from rosenblatt.tables.reading import read_table
from rosenblatt.tables.table import Table

__all__ = [
    "BadFileError",
    "Batch",
    "Finding",
    "Table",
    "TableCoder",
    "TableFile",
    "Wishes",
    "examine",
    "open_table",
    "read_table",
]
