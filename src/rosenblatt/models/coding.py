"""How original columns become the features of a formula: what every export writes down."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt.tables import TableCoder


@dataclass(frozen=True)
class Numeric:
    """A column of numbers: ``(x - center) / scale``, with ``fill`` for missing cells."""

    name: str
    feature: int
    fill: float
    center: float
    scale: float
    missing: int | None = None  # feature that is 1 where the cell is missing


@dataclass(frozen=True)
class Nominal:
    """A column of names: each value turns on one feature, a missing one none.

    Values that are not among ``features`` turn on ``other``, or none if there is no such feature.
    """

    name: str
    features: dict[str, int]
    other: int | None = None


Column = Numeric | Nominal


@dataclass(frozen=True)
class Coding:
    """All columns, in order, and the number of features they make."""

    columns: tuple[Column, ...]
    n_features: int
    matrix: bool = False  # the columns are those of one matrix of numbers

    @property
    def numeric(self) -> list[Numeric]:
        return [column for column in self.columns if isinstance(column, Numeric)]

    @property
    def nominal(self) -> list[Nominal]:
        return [column for column in self.columns if isinstance(column, Nominal)]


def coding_of(coder: TableCoder) -> Coding:
    """The coding that a fitted coder has learned.

    Parameters
    ----------
    coder : TableCoder
        Fitted.

    Returns
    -------
    Coding
        Its columns and where their features are.
    """
    schema = coder.schema_
    if schema["kind"] == "matrix":
        names = coder.get_feature_names_out().tolist()
        pairs = enumerate(zip(names, schema["scales"], strict=True))
        cells = tuple(Numeric(name, k, 0.0, 0.0, float(scale)) for k, (name, scale) in pairs)
        return Coding(cells, len(cells), matrix=True)
    columns, first = list[Column](), 0
    for code in schema["columns"]:
        columns.append(column_of(code, first))
        first += n_features_of(columns[-1])
    return Coding(tuple(columns), first)


def column_of(code: dict[str, Any], first: int) -> Column:
    """A column whose features begin at ``first``."""
    if code["kind"] == "nominal":
        features = {value: first + k for k, value in enumerate(code["values"])}
        return Nominal(code["name"], features, first + len(features) if code["other"] else None)
    missing = first + 1 if code["indicator"] else None
    return Numeric(code["name"], first, code["mean"], code["shift"], code["scale"], missing)


def n_features_of(column: Column) -> int:
    if isinstance(column, Numeric):
        return 1 + (column.missing is not None)
    return len(column.features) + (column.other is not None)


@dataclass(frozen=True)
class NumericTerm:
    """What a column of numbers adds to a score: ``slope * x``, or ``missing``."""

    name: str
    slope: float
    missing: float


@dataclass(frozen=True)
class NominalTerm:
    """What a column of names adds: the weight of its value or ``other``; 0 if missing."""

    name: str
    weights: dict[str, float]
    other: float


Term = NumericTerm | NominalTerm


def terms_of(line: np.ndarray, coding: Coding) -> tuple[list[Term], float]:
    """A hyperplane over original columns: scaling and filling are folded into it.

    Parameters
    ----------
    line : ndarray of shape (n_features + 1,)
        Weights of the coded features, the intercept last.
    coding : Coding
        How they were coded.

    Returns
    -------
    terms : list of terms
        Those that are not zero.
    constant : float
        What is added to them.
    """
    constant = float(line[-1])
    for column in coding.numeric:
        constant -= float(line[column.feature]) / column.scale * column.center
    terms = [
        numeric_term(column, line) if isinstance(column, Numeric) else nominal_term(column, line)
        for column in coding.columns
    ]
    return [term for term in terms if matters(term)], constant


def numeric_term(column: Numeric, line: np.ndarray) -> Term:
    slope = float(line[column.feature]) / column.scale
    flag = 0.0 if column.missing is None else float(line[column.missing])
    return NumericTerm(column.name, slope, slope * column.fill + flag)


def nominal_term(column: Nominal, line: np.ndarray) -> Term:
    other = 0.0 if column.other is None else float(line[column.other])
    weights = {value: float(line[k]) for value, k in column.features.items()}
    return NominalTerm(column.name, {v: w for v, w in weights.items() if w != other}, other)


def matters(term: Term) -> bool:
    if isinstance(term, NumericTerm):
        return bool(term.slope or term.missing)
    return bool(term.weights or term.other)
