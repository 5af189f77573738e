"""Export a model to another language."""

import os
from collections.abc import Callable
from typing import Any

from rosenblatt.atomic_write import write_whole
from rosenblatt.models.exports.c import c
from rosenblatt.models.exports.json_file import json_file
from rosenblatt.models.exports.onnx import onnx_file
from rosenblatt.models.exports.sql import sql
from rosenblatt.models.feature_map import FeatureMap, feature_map_of, refuse_derived
from rosenblatt.models.formula import Formula
from rosenblatt.models.learner_formulas import formula_of
from rosenblatt.models.model import Model
from rosenblatt.models.storage import versions

WRITERS: dict[str, Callable[[Formula, FeatureMap], bytes]] = {"onnx": onnx_file, "sql": sql, "c": c}
LANGUAGES = (*WRITERS, "json")


def export(model: Model, to: str, path: str | os.PathLike[str]) -> None:
    """Write a model as a file that can be used without rosenblatt.

    All of them predict the labels of ``Model.predict`` from the original columns, except for rows
    so near a boundary that rounding decides.

    Parameters
    ----------
    model : Model
        A linear, voted, boosted or kernel model, or a committee.
    to : {"onnx", "sql", "c", "json"}
        An ONNX graph with one input per column; one SQL expression over the columns; one C file
        with a function ``predict``; or all numbers as JSON, with instructions. Numbers in a
        column of texts must be spelled plainly there (1, not 1.0 or 01), and columns that were
        read as numbers (decimal commas, currencies, times) must hold numbers. Dates and free text
        are described as JSON only. A model whose kernel is not linear is a sum over support rows,
        which SQL cannot say.
    path : str or path
        The file to create or to replace.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from rosenblatt import AveragedPerceptron
    >>> from rosenblatt.models import Model, export
    >>> from rosenblatt.tables import Table, TableCoder
    >>> table = Table.from_arrays("toy", [[0.0], [2.0]], ["low", "high"])
    >>> coder = TableCoder().fit(table)
    >>> learner = AveragedPerceptron(random_state=0).fit(coder.transform(table), table.target)
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "toy.sql"
    >>> export(Model(coder, learner, "size", "toy"), "sql", path)
    >>> "CASE WHEN" in path.read_text()
    True
    """
    write_whole(path, exported(model, to))


def exported(model: Model, to: str) -> bytes:
    """The content of the file."""
    if to not in LANGUAGES:
        raise ValueError(f"to={to!r} is not known; choose one of {', '.join(LANGUAGES)}.")
    feature_map = feature_map_of(model.coder)
    formula = formula_of(model.estimator, feature_map.n_features)
    if to == "json":
        return json_file(formula, feature_map, about(model))
    refuse_derived(feature_map, to.upper())
    return WRITERS[to](formula, feature_map)


def about(model: Model) -> dict[str, Any]:
    return {
        "name": model.name,
        "target": model.target,
        "learner": model.learner,
        "facts": model.facts,
        "versions": versions(),
    }
