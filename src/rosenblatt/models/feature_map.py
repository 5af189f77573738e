"""How original columns become the features of a formula, as every export describes it."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt.tables import TableCoder
from rosenblatt.tables.column_codes import width
from rosenblatt.tables.column_readings import ANSWER
from rosenblatt.tables.yes_no import spellings

DERIVED = {"date": "dates", "words": "free text"}


@dataclass(frozen=True)
class NumericColumn:
    """A column of numbers: ``(x - center) / scale``, with ``fill`` for missing cells."""

    name: str
    feature: int
    fill: float
    center: float
    scale: float
    missing: int | None = None  # feature that is 1 where the cell is missing
    reading: dict[str, str] | None = None  # how texts are read as numbers


@dataclass(frozen=True)
class NominalColumn:
    """A column of texts: each value sets one feature to 1, a missing one none.

    Values that are not among ``features`` set ``other``, or none if there is no such feature.
    Several spellings of a value may set the same feature.
    """

    name: str
    features: dict[str, int]
    other: int | None = None


@dataclass(frozen=True)
class DerivedColumn:
    """A column that several features are computed from: dates, or the words of free text.

    ``code`` says how, as in ``TableCoder.schema_``; its features are numbered from ``first`` on.
    """

    name: str
    kind: str
    first: int
    width: int
    code: dict[str, Any]


InputColumn = NumericColumn | NominalColumn | DerivedColumn


@dataclass(frozen=True)
class FeatureMap:
    """All columns, in order, and the number of features they become."""

    columns: tuple[InputColumn, ...]
    n_features: int
    matrix: bool = False  # the columns are those of one matrix of numbers

    @property
    def numeric(self) -> list[NumericColumn]:
        return [column for column in self.columns if isinstance(column, NumericColumn)]

    @property
    def nominal(self) -> list[NominalColumn]:
        return [column for column in self.columns if isinstance(column, NominalColumn)]

    @property
    def derived(self) -> list[DerivedColumn]:
        return [column for column in self.columns if isinstance(column, DerivedColumn)]


def feature_map_of(coder: TableCoder) -> FeatureMap:
    """The features of a fitted coder.

    Parameters
    ----------
    coder : TableCoder
        Fitted.

    Returns
    -------
    FeatureMap
        Its columns and where their features are.
    """
    schema = coder.schema_
    if schema["kind"] == "matrix":
        names = coder.get_feature_names_out().tolist()
        pairs = enumerate(zip(names, schema["scales"], strict=True))
        cells = tuple(NumericColumn(name, k, 0.0, 0.0, float(scale)) for k, (name, scale) in pairs)
        return FeatureMap(cells, len(cells), matrix=True)
    columns, first = list[InputColumn](), 0
    for code in schema["columns"]:
        columns.append(column_of(code, first))
        first += n_features_of(columns[-1])
    return FeatureMap(tuple(columns), first)


def column_of(code: dict[str, Any], first: int) -> InputColumn:
    """The column of a code, with features from ``first`` on."""
    name, reading = code["name"], code.get("reading")
    if code["kind"] in DERIVED:
        return DerivedColumn(name, code["kind"], first, width(code), code)
    if code["kind"] == "nominal":
        features = {value: first + k for k, value in enumerate(code["values"])}
        other = first + len(features) if code["other"] else None
        if reading is not None and reading["kind"] == ANSWER:
            words = ["yes", "no", *reading.get("words", "").split()]
            features = {s: features[m] for s, m in spellings(words).items() if m in features}
        return NominalColumn(name, features, other)
    missing = first + 1 if code["indicator"] else None
    moments = code["mean"], code["shift"], code["scale"]
    return NumericColumn(name, first, *moments, missing, reading)


def n_features_of(column: InputColumn) -> int:
    if isinstance(column, NumericColumn):
        return 1 + (column.missing is not None)
    if isinstance(column, DerivedColumn):
        return column.width
    return len(set(column.features.values())) + (column.other is not None)


def refuse_derived(feature_map: FeatureMap, language: str) -> None:
    """Raise an error that names the columns which this language cannot take as they are."""
    if feature_map.derived:
        named = ", ".join(
            f"{column.name!r} ({DERIVED[column.kind]})" for column in feature_map.derived
        )
        raise ValueError(
            f"{language} cannot compute the features of these columns: {named}; export to json, "
            "which says how, or fit without them (--drop)."
        )


@dataclass(frozen=True)
class NumericTerm:
    """What a column of numbers adds to a score: ``slope * x``, or ``missing``."""

    name: str
    slope: float
    missing: float


@dataclass(frozen=True)
class NominalTerm:
    """What a column of texts adds: the weight of its value or ``other``; 0 if missing."""

    name: str
    weights: dict[str, float]
    other: float


Term = NumericTerm | NominalTerm


def terms_of(line: np.ndarray, feature_map: FeatureMap) -> tuple[list[Term], float]:
    """A hyperplane over original columns: scaling and filling are folded into it.

    Parameters
    ----------
    line : ndarray of shape (n_features + 1,)
        Weights of the coded features, the intercept last.
    feature_map : FeatureMap
        How they were coded.

    Returns
    -------
    terms : list of terms
        Those that are not zero.
    constant : float
        What is added to them.
    """
    constant = float(line[-1])
    for column in feature_map.numeric:
        constant -= float(line[column.feature]) / column.scale * column.center
    terms = [*(numeric_term(column, line) for column in feature_map.numeric),
             *(nominal_term(column, line) for column in feature_map.nominal)]  # fmt: skip
    return [term for term in terms if is_not_zero(term)], constant


def numeric_term(column: NumericColumn, line: np.ndarray) -> Term:
    slope = float(line[column.feature]) / column.scale
    flag = 0.0 if column.missing is None else float(line[column.missing])
    return NumericTerm(column.name, slope, slope * column.fill + flag)


def nominal_term(column: NominalColumn, line: np.ndarray) -> Term:
    other = 0.0 if column.other is None else float(line[column.other])
    weights = {value: float(line[k]) for value, k in column.features.items()}
    return NominalTerm(column.name, {v: w for v, w in weights.items() if w != other}, other)


def is_not_zero(term: Term) -> bool:
    if isinstance(term, NumericTerm):
        return bool(term.slope or term.missing)
    return bool(term.weights or term.other)
