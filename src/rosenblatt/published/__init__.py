"""Numbers the papers print, as they print them."""

import csv
from importlib.resources import files


def table(name: str) -> list[dict[str, str]]:
    """The lines of a printed table.

    Parameters
    ----------
    name : {"li_table2_training_error"}
        Paper and table.

    Returns
    -------
    lines : list of dict
        One per cell of the table, as text. ``column_order`` is "recovered" where the source text
        had lost which number stands in which column, and the order was found by fit.

    Examples
    --------
    >>> from rosenblatt.published import table
    >>> table("li_table2_training_error")[0]["dataset"]
    'australian'
    """
    with files(__name__).joinpath(f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))
