"""The numbers printed in the papers."""

import csv
from importlib.resources import files


def names() -> list[str]:
    """The names of the printed tables, sorted.

    Examples
    --------
    >>> from rosenblatt.reproduce.published import names
    >>> [name for name in names() if name.startswith("li_")][0]
    'li_table2_training_error'
    """
    return sorted(
        entry.name.removesuffix(".csv")
        for entry in files(__name__).iterdir()
        if entry.name.endswith(".csv")
    )


def table(name: str) -> list[dict[str, str]]:
    """The cells of a printed table.

    Parameters
    ----------
    name : str
        Paper and table: one of :func:`names`.

    Returns
    -------
    lines : list of dict
        One per cell of the table, as text. ``column_order`` is "recovered" where the source text
        had lost the order of the columns, which was then recovered by the best fit.

    Examples
    --------
    >>> from rosenblatt.reproduce.published import table
    >>> table("li_table2_training_error")[0]["dataset"]
    'australian'
    """
    with files(__name__).joinpath(f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))
