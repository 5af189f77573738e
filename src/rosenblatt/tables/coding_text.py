"""What a coder does to the columns, in plain sentences."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rosenblatt.formatting import plural

SAID = {
    "numeric": "{} shifted to mean 0 and scaled to standard deviation 1",
    "nominal": "{} turned into a 0/1 column for each value",
    "date": "{} turned into days, year, months and weekdays",
    "words": "{} turned into its words, weighed by how rare they are",
}
MEANT = {"numeric": "numbers", "nominal": "texts", "date": "dates", "words": "free text"}


def coding_text(schema: dict[str, Any]) -> str:
    """Say how columns became the numbers that learners see.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.tables import TableCoder
    >>> coder = TableCoder().fit({"age": np.array([20.0, np.nan]), "sex": np.array(["f", "m"])})
    >>> coding_text(coder.schema_).split(", ")[1]
    '1 column of numbers was shifted to mean 0 and scaled to standard deviation 1'
    """
    if schema["kind"] == "matrix":
        return _matrix_text(schema)
    kinds = Counter(code["kind"] for code in schema["columns"])
    parts = [SAID[kind].format(_subject(kind, n)) for kind, n in kinds.items()]
    filled = any(code["kind"] == "numeric" and code["indicator"] for code in schema["columns"])
    gaps = "; missing numbers were filled with the mean and marked in a column of their own"
    said = ", ".join(parts)
    return f"For the learners, {said}{gaps if filled else ''}."


def _subject(kind: str, n: int) -> str:
    return f"{plural(n, 'column')} of {MEANT[kind]} {'was' if n == 1 else 'were'}"


def _matrix_text(schema: dict[str, Any]) -> str:
    if all(scale == 1 for scale in schema["scales"]):
        return (
            "The sparse columns were left as they are: the rows have length 1, as after tf-idf, or "
            "the largest value of every column is 1."
        )
    return "Each sparse column was divided by its largest absolute value."
