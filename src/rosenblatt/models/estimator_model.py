"""Models of estimators that were fitted by hand, alone or in a pipeline."""

from typing import Any

import numpy as np
from sklearn.compose import ColumnTransformer
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.utils.validation import check_is_fitted

from rosenblatt.models.linear_steps import KNOWN, ColumnScales, column_scales
from rosenblatt.models.model import Model
from rosenblatt.tables import TableCoder
from rosenblatt.tables.table import numbered

ModelLike = Any
"""A Model, a fitted estimator, or a fitted pipeline that ends with one."""
MANY = 1000  # columns from which on a table is one matrix rather than many columns


def model_of(thing: ModelLike) -> Model:
    """The model of an estimator; a model is returned as it is.

    Scalers of single columns and one-hot coding become the coding of the columns, a ``TableCoder``
    stays what it is, and other linear steps stay in a pipeline. A missing number counts as the
    mean that a scaler subtracts, or as 0.

    Parameters
    ----------
    thing : Model, estimator or Pipeline
        Fitted.

    Returns
    -------
    Model
        To be saved, exported, or given named columns.

    Examples
    --------
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> from rosenblatt import AveragedPerceptron
    >>> X, y = [[1.0], [2.0], [8.0], [9.0]], ["low", "low", "high", "high"]
    >>> pipeline = make_pipeline(StandardScaler(), AveragedPerceptron(random_state=0)).fit(X, y)
    >>> model_of(pipeline).predict({"x0": [0.5, 10.0]}).tolist()
    ['low', 'high']
    """
    if isinstance(thing, Model):
        return thing
    thing = getattr(thing, "best_estimator_", thing)
    check_is_fitted(thing)
    steps = [step for _, step in thing.steps] if isinstance(thing, Pipeline) else [thing]
    *before, last = steps
    if before and isinstance(before[0], TableCoder):
        coder, before = before[0], before[1:]
    elif before and isinstance(before[0], ColumnTransformer):
        coder, before = coder_of_columns(before[0]), before[1:]
    else:
        scales, before = leading_scales(before, n_features_of(thing))
        coder = plain_coder(names_of(thing), scales)
    rest = Pipeline(thing.steps[-len(before) - 1 :]) if before else last
    return Model(coder, rest, None, type(last).__name__)


def n_features_of(thing: Any) -> int:
    known = getattr(thing, "n_features_in_", None)
    if known is None:
        known = np.atleast_2d(thing.coef_).shape[1]
    return int(known)


def names_of(thing: Any) -> list[str]:
    names = getattr(thing, "feature_names_in_", None)
    return numbered(n_features_of(thing)) if names is None else [str(name) for name in names]


def leading_scales(steps: list[Any], n_in: int) -> tuple[ColumnScales, list[Any]]:
    """The scalers in front as one, and the steps after them."""
    found = ColumnScales(np.zeros(n_in), np.ones(n_in))
    for k, step in enumerate(steps):
        scales = column_scales(step, n_in)
        if scales is None:
            return found, steps[k:]
        shift = found.shift + found.scale * scales.shift
        found = ColumnScales(shift, found.scale * scales.scale)
    return found, []


def plain_coder(names: list[str], scales: ColumnScales) -> TableCoder:
    """The coder of numbers in columns; of very many that are not shifted, in one matrix."""
    coder = TableCoder()
    if len(names) > MANY and not scales.shift.any():
        coder.schema_ = {
            "kind": "matrix", "width": len(names), "names": names, "scales": scales.scale.tolist(),
        }  # fmt: skip
        return coder
    coder.schema_ = {"kind": "columns", "columns": numeric_codes(names, scales)}
    return coder


def numeric_codes(names: list[str], scales: ColumnScales) -> list[dict[str, Any]]:
    return [
        {"name": name, "kind": "numeric", "mean": float(shift), "shift": float(shift),
         "scale": float(scale), "indicator": False}
        for name, shift, scale in zip(names, scales.shift, scales.scale, strict=True)
    ]  # fmt: skip


def coder_of_columns(transformer: ColumnTransformer) -> TableCoder:
    """The coder of scaled numbers and one-hot coded texts, feature by feature."""
    known = getattr(transformer, "feature_names_in_", None)
    if known is None:
        raise ValueError(
            "this ColumnTransformer was fitted to rows without names; fit it to a data frame."
        )
    codes: list[dict[str, Any]] = []
    for _, step, columns in transformer.transformers_:
        names = [str(name) for name in np.asarray(known)[numbers(columns, known)]]
        if isinstance(step, str) and step == "drop":
            continue
        codes += codes_of(step, names)
    coder = TableCoder()
    coder.schema_ = {"kind": "columns", "columns": codes}
    return coder


def numbers(columns: Any, known: Any) -> np.ndarray:
    """The places of columns that were given by name, by number or by mask."""
    given = np.atleast_1d(np.asarray(columns))
    if given.dtype.kind in "US" or given.dtype == object:
        return np.array([list(known).index(name) for name in given], dtype=int)
    return np.arange(len(known))[given]


def codes_of(step: Any, names: list[str]) -> list[dict[str, Any]]:
    steps = [each for _, each in step.steps] if isinstance(step, Pipeline) else [step]
    if len(steps) == 1 and isinstance(steps[0], OneHotEncoder):
        return one_hot_codes(steps[0], names)
    scales, rest = leading_scales(steps, len(names))
    if rest:
        raise ValueError(f"{type(rest[0]).__name__} cannot be exported; use {KNOWN}.")
    return numeric_codes(names, scales)


def one_hot_codes(encoder: OneHotEncoder, names: list[str]) -> list[dict[str, Any]]:
    """Texts with a feature for each value; one that was not seen has none."""
    texts = all(isinstance(value, str) for known in encoder.categories_ for value in known)
    if encoder.drop is not None or encoder._infrequent_enabled or not texts:
        raise ValueError(
            "OneHotEncoder can be exported for texts, without drop and without infrequent values; "
            "set drop=None and min_frequency=None, and give columns of texts without gaps."
        )
    return [
        {"name": name, "kind": "nominal", "values": [str(value) for value in known], "other": False}
        for name, known in zip(names, encoder.categories_, strict=True)
    ]
