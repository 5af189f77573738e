"""Fit a model to a table, and record how it went."""

import warnings
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from time import perf_counter
from typing import Any

import numpy as np

from rosenblatt.models.learner_names import default_learner, learner_named, with_parameters
from rosenblatt.models.model import Model
from rosenblatt.tables import Table, TableCoder


def fit_model(table: Table, learner: str | None = None, parameters: Iterable[str] = ()) -> Model:
    """Code a table and learn from all its rows.

    Parameters
    ----------
    table : Table
        Rows with labels.
    learner : str or None, default=None
        Name of the learner; None chooses one that suits the size of the table.
    parameters : iterable of str
        For that learner, each ``key=value``.

    Returns
    -------
    Model
        Its facts hold rows, features, training error, seconds, parameters and warnings.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.models.fitting import fit_model
    >>> from rosenblatt.tables import Table
    >>> table = Table.from_arrays("toy", np.array([[1.0], [2.0], [8.0], [9.0]]), [0, 0, 1, 1])
    >>> fit_model(table).facts["training_error"]
    0.0
    """
    coder = TableCoder().fit(table)
    X = coder.transform(table)
    chosen = default_learner(*X.shape) if learner is None else learner_named(learner)
    chosen = with_parameters(chosen, parameters)
    begin = perf_counter()
    with warnings.catch_warnings(record=True) as raised:
        warnings.simplefilter("always")
        chosen.fit(X, table.target)
    facts = facts_of(table, chosen, X)
    facts["fit_seconds"] = round(perf_counter() - begin, 3)
    facts["warnings"] = [" ".join(str(w.message).split()) for w in raised]
    return Model(coder, chosen, table.target_name, table.name, facts)


def facts_of(table: Table, learner: Any, X: Any) -> dict[str, Any]:
    counts = Counter(table.target.tolist())
    return {
        "rows": table.n_rows,
        "rows_in_file": table.n_rows_file,
        "features": X.shape[1],
        "class_counts": {str(label): counts[label] for label in sorted(counts)},
        "majority_error": 1 - max(counts.values()) / table.n_rows,
        "training_error": float(np.mean(learner.predict(X) != table.target)),
        "parameters": {key: json_value(value) for key, value in learner.get_params(False).items()},
        "notes": [*(finding.text for finding in table.findings or []), *table.notes],
        **({} if table.target_cut is None else {"target_cut": table.target_cut}),
        "fitted": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def json_value(value: Any) -> Any:
    """A parameter as JSON can represent it."""
    plain = value is None or isinstance(value, bool | int | str)
    return value if plain or (isinstance(value, float) and np.isfinite(value)) else repr(value)
