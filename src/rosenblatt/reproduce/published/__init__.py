"""Numbers the papers print, as they print them."""

import csv
from importlib.resources import files


def names() -> list[str]:
    """The printed tables at hand, sorted.

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
    """The lines of a printed table.

    Parameters
    ----------
    name : str
        Paper and table: one of :func:`names`.

    Returns
    -------
    lines : list of dict
        One per cell of the table, as text. ``column_order`` is "recovered" where the source text
        had lost which number stands in which column, and the order was found by fit.

    Examples
    --------
    >>> from rosenblatt.reproduce.published import table
    >>> table("li_table2_training_error")[0]["dataset"]
    'australian'
    """
    with files(__name__).joinpath(f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))
