"""Export a model to another language."""

import os
from typing import Any

from rosenblatt.atomic_write import write_whole
from rosenblatt.models.estimator_model import ModelLike, model_of
from rosenblatt.models.exports.c import c
from rosenblatt.models.exports.json_file import json_file
from rosenblatt.models.exports.onnx import onnx_file
from rosenblatt.models.exports.sql import sql
from rosenblatt.models.feature_map import FeatureMap, feature_map_of, refuse_derived
from rosenblatt.models.formula import Formula
from rosenblatt.models.learner_formulas import formula_of
from rosenblatt.models.model import Model
from rosenblatt.models.probability_formula import ProbabilityFormula, probability_of
from rosenblatt.models.storage import versions

LANGUAGES = ("onnx", "sql", "c", "json")


def export(
    model: ModelLike,
    to: str,
    path: str | os.PathLike[str] | None = None,
    *,
    probability: Any = None,
) -> Any:
    """Write a model as a file that can be used without rosenblatt.

    All of them predict the labels of ``Model.predict`` from the original columns, except for rows
    so near a boundary that rounding decides.

    Parameters
    ----------
    model : Model, estimator or Pipeline
        A linear, voted, boosted or kernel model, or a committee; also an estimator fitted by hand,
        or a pipeline of linear transformers (or a coder) that ends with one.
    to : {"onnx", "sql", "c", "json"}
        An ONNX graph with one input per column; one SQL expression over the columns; one C file
        with a function ``predict``; or all numbers as JSON, with instructions. Numbers in a
        column of texts must be spelled plainly there (1, not 1.0 or 01), and columns that were
        read as numbers (decimal commas, currencies, times) must hold numbers. Dates and free text
        are described as JSON only. A model whose kernel is not linear is a sum over support rows,
        which SQL cannot say.
    path : str, path or None, default=None
        The file to create or to replace; None returns its content instead.
    probability : label or None, default=None
        For SQL: the class whose probability the expression gives, in place of the label. The other
        languages give the probabilities of all classes beside the label, if the model has any.

    Returns
    -------
    None, str or bytes
        The content, if there is no path: bytes of an ONNX graph, text of all others.

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
    content = exported(model_of(model), to, probability)
    if path is None:
        return content if to == "onnx" else content.decode()
    return write_whole(path, content)


def exported(model: Model, to: str, probability: Any = None) -> bytes:
    """The content of the file."""
    if to not in LANGUAGES:
        raise ValueError(f"to={to!r} is not known; choose one of {', '.join(LANGUAGES)}.")
    feature_map = feature_map_of(model.coder)
    formula = formula_of(model.estimator, feature_map.n_features)
    shares = probability_of(model, formula)
    if probability is not None:
        return probability_sql(model, to, formula, feature_map, shares, probability)
    if to == "json":
        return json_file(formula, feature_map, shares, about(model))
    refuse_derived(feature_map, to.upper())
    if to == "sql":
        return sql(formula, feature_map)
    return (onnx_file if to == "onnx" else c)(formula, feature_map, shares)


def probability_sql(
    model: Model,
    to: str,
    formula: Formula,
    feature_map: FeatureMap,
    shares: ProbabilityFormula | None,
    label: Any,
) -> bytes:
    """The expression of one class's probability."""
    if to != "sql":
        raise ValueError(
            f"probability={label!r} is for SQL, whose expression has one value; {to} gives the "
            "probabilities of all classes anyway."
        )
    if shares is None:
        raise ValueError(
            f"{model.learner} has no probabilities; fit it with probability='sigmoid', or let "
            "rosenblatt compare keep it, which calibrates scores."
        )
    classes = [str(name) for name in model.classes]
    if str(label) not in classes:
        raise ValueError(f"there is no class {label!r}; the classes are {', '.join(classes)}.")
    refuse_derived(feature_map, "SQL")
    return sql(formula, feature_map, shares, classes.index(str(label)))


def about(model: Model) -> dict[str, Any]:
    return {
        "name": model.name,
        "target": model.target,
        "learner": model.learner,
        "facts": model.facts,
        "versions": versions(),
    }
