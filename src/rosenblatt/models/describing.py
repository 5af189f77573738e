"""Descriptions of a model or a table, as plain values."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt.estimators import KernelPerceptron
from rosenblatt.formatting import plain_number
from rosenblatt.models.committee_formula import CommitteeFormula, RampSums
from rosenblatt.models.feature_map import feature_map_of
from rosenblatt.models.formula import ClassVotes, KernelSums, Planes, SignVotes
from rosenblatt.models.learner_formulas import formula_of
from rosenblatt.models.model import Model
from rosenblatt.tables import Table
from rosenblatt.tables.column_readings import DATE, KIND_NAMES

LONGEST_VALUE = 30


@dataclass(frozen=True)
class Weights:
    """Features sorted by the size of their weights, the largest first."""

    features: list[str]
    heads: list[str]  # one per column of values
    values: np.ndarray
    unit: str
    intercepts: np.ndarray | None


def weights_of(model: Model) -> Weights:
    """Weights of the coded features.

    Parameters
    ----------
    model : Model
        A model made of hyperplanes.

    Returns
    -------
    Weights
        One column for two classes, one per class for more; for models that vote, and for
        committees, the mean size of each feature's share in a hyperplane, by votes.
    """
    names = model.coder.get_feature_names_out().tolist()
    formula = formula_of(model.estimator, feature_map_of(model.coder).n_features)
    if isinstance(formula, Planes):
        classes = [str(label) for label in formula.classes]
        heads = [f"towards {classes[1]}"] if len(classes) == 2 else classes
        unit = "weights of the coded features (numbers in standard deviations)"
        return ordered(names, heads, formula.lines[:, :-1].T, unit, formula.lines[:, -1])
    if isinstance(formula, KernelSums):
        raise ValueError(
            f"kernel={formula.kernel.name!r} has no weights of features; support_of tells what the "
            "model is made of."
        )
    ballots, voters = ballots_of(formula), "hypotheses that vote"
    if isinstance(formula, CommitteeFormula):
        voters = "perceptrons of the model"
    unit = f"mean share of each feature in the {len(ballots)} {voters}"
    share = shares(formula.lines[:, :-1], ballots)
    return ordered(names, ["share"], share[:, None], unit, None)


def ballots_of(formula: SignVotes | ClassVotes | CommitteeFormula) -> np.ndarray:
    """Votes of each hypothesis, or of each perceptron of a committee."""
    if isinstance(formula, SignVotes | ClassVotes):
        return formula.ballots
    return formula.shares.ravel() if isinstance(formula, RampSums) else np.ones(len(formula.lines))


def shares(lines: np.ndarray, ballots: np.ndarray) -> np.ndarray:
    """Mean size of unit weight vectors, each by its votes."""
    lengths = np.linalg.norm(lines, axis=1, keepdims=True)
    sizes = np.abs(lines) / np.where(lengths > 0, lengths, 1)
    votes = np.repeat(np.abs(ballots), len(lines) // len(ballots))
    return votes @ sizes / votes.sum()


def ordered(
    names: list[str], heads: list[str], values: np.ndarray, unit: str, intercepts: Any
) -> Weights:
    order = np.argsort(-np.abs(values).max(axis=1), kind="stable")
    return Weights([names[k] for k in order], heads, values[order], unit, intercepts)


@dataclass(frozen=True)
class Support:
    """What a model of support rows is made of."""

    kernel: str  # its name, and its formula if it has one
    hypothesis: str
    rows: int
    linear: bool  # so that it has weights of features, too


FORMULAS = {
    "linear": "x . z",
    "poly": "({gamma:.4g} x . z + {coef0:g})^{degree:g}",
    "rbf": "exp(-{gamma:.4g} |x - z|^2)",
    "sigmoid": "tanh({gamma:.4g} x . z + {coef0:g})",
    "precomputed": "products that X holds",
}


def support_of(model: Model) -> Support | None:
    """Kernel, hypothesis and number of support rows; None for learners without a kernel.

    Parameters
    ----------
    model : Model
        Any model that a file may hold.

    Returns
    -------
    Support or None
        What ``inspect`` shows.
    """
    estimator = model.estimator
    if not isinstance(estimator, KernelPerceptron):
        return None
    kernel = estimator._model.kernel
    formula = FORMULAS[kernel.name].format(**vars(kernel))
    return Support(
        f"{kernel.name}, {formula}",
        estimator.hypothesis,
        len(estimator.support_),
        kernel.name == "linear",
    )


def columns_of(table: Table) -> list[dict[str, Any]]:
    """Kind, missing cells, values and range of each column.

    Parameters
    ----------
    table : Table
        With named columns.

    Returns
    -------
    list of dict
        In the order of the table.
    """
    return [
        {"name": name, **describe_column(column, table.readings.get(name))}
        for name, column in table.columns.items()
    ]


def describe_column(column: np.ndarray, reading: dict[str, str] | None) -> dict[str, Any]:
    """Kind, missing cells, values and range of a column, as it was read."""
    found = describe_texts(column) if column.dtype == object else describe_numbers(column)
    if reading is None:
        return found
    found["kind"] = KIND_NAMES[reading["kind"]]
    if reading["kind"] == DATE and found["values"]:
        known = column[~np.isnan(column)].astype("datetime64[D]")
        found |= {"range": f"{known.min()} to {known.max()}", "mean": None, "scale": None}
    return found


def describe_texts(column: np.ndarray) -> dict[str, Any]:
    counts = Counter(column.tolist())
    missing = counts.pop(None, 0)
    values = sorted(counts, key=lambda value: (-counts[value], value))
    return {
        "kind": "nominal",
        "missing": missing,
        "values": len(values),
        "range": ", ".join(shortened(v) for v in values[:4]) + (", ..." if len(values) > 4 else ""),
        "mean": None,
        "scale": None,
    }


def shortened(text: str) -> str:
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}..."


def describe_numbers(column: np.ndarray) -> dict[str, Any]:
    known = column[~np.isnan(column)].astype(np.float64)
    some = len(known) > 0
    return {
        "kind": "numeric",
        "missing": len(column) - len(known),
        "values": len(np.unique(known)),
        "range": f"{plain_number(known.min())} to {plain_number(known.max())}" if some else "",
        "mean": float(known.mean()) if some else None,
        "scale": float(known.std()) if some else None,
    }


@dataclass(frozen=True)
class Margins:
    """How far rows are on the right side of the model's boundary (negative: on the wrong one)."""

    label: str
    rows: int
    wrong: int
    quantiles: np.ndarray  # smallest, 5, 25, 50, 75, 95 %, largest


LEVELS = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)


def margins_of(model: Model, table: Table) -> list[Margins]:
    """Margins of the rows of a table, for each class.

    Parameters
    ----------
    model : Model
        With scores.
    table : Table
        Rows with labels the model knows.

    Returns
    -------
    list of Margins
        In the order of the classes; classes without rows are left out.
    """
    classes = np.asarray(model.classes)
    own = table.target.astype(str)
    unknown = sorted(set(own.tolist()) - set(classes.astype(str).tolist()))
    if unknown:
        raise ValueError(
            f"the table has the label {unknown[0]!r}, which the model does not know; its classes "
            f"are {', '.join(map(str, classes))}."
        )
    leads = own_lead(model.decision_function(table), own, classes.astype(str))
    wrong = model.predict(table).astype(str) != own
    return [
        Margins(str(label), int(of.sum()), int(wrong[of].sum()), np.quantile(leads[of], LEVELS))
        for label in classes
        if (of := own == str(label)).any()
    ]


def own_lead(scores: np.ndarray, own: np.ndarray, classes: np.ndarray) -> np.ndarray:
    """The own class's score minus the best other; for two classes, the signed score."""
    if scores.ndim == 1:
        return np.where(own == classes[1], scores, -scores)
    is_own = own[:, None] == classes[None, :]
    return scores[is_own] - np.where(is_own, -np.inf, scores).max(axis=1)
