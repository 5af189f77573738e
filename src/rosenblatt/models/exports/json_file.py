"""A model as JSON: weights, classes and coding, enough to predict by hand."""

import json
from dataclasses import asdict
from typing import Any

import numpy as np

from rosenblatt.models.committee_formula import CommitteeFormula, CommitteeVotes, RampSums
from rosenblatt.models.feature_map import (
    DerivedColumn,
    FeatureMap,
    InputColumn,
    NominalColumn,
)
from rosenblatt.models.formula import ClassVotes, Formula, KernelSums, SignVotes
from rosenblatt.models.probability_formula import ProbabilityFormula

DATES = (
    " Date column: cell in days since 1970-01-01, the time of day as a fraction; the features from "
    "'first' on are, in this order, one for each entry of code.numbers (days, year, hour), coded "
    "as numeric ones with mean, shift and scale; a 0/1 feature for each entry of code.months "
    "(1 is January) and of code.weekdays (0 is Monday); and if code.indicator is true one that is "
    "1 where the cell is missing, where numbers are their mean and months and weekdays 0."
)
TEXTS = (
    " Words column: the distinct runs of two or more letters or digits of the cell in lower case; "
    "x[first + k] = code.weights[k] for each of them that is code.words[k]; then the features of "
    "this column are divided by the root of the sum of their squares."
)
READ = (
    " A numeric column with a 'reading' was read from texts: its cells are numbers here (decimal "
    "comma, thousands separators and units removed; times of day in hours)."
)
CODING = (
    "Start with a row of n_features zeros. Numeric column: x[feature] = (cell - center) / scale, "
    "with fill for a missing cell; x[missing] = 1 if the cell is missing and 'missing' is a "
    "number. Nominal column: x[features[cell]] = 1 if the cell is among features; else "
    "x[other] = 1 if the cell is not missing and 'other' is a number."
)
DECISION = {
    "Planes": "scores = weights @ x + intercepts.",
    "SignVotes": "h = sign(weights @ x + intercepts), where sign(0) = 1; "
    "scores[o] = sum of ballots[k] * h[k] over the k with outputs[k] == o.",
    "TiesBroken": " Then let s = summed_weights @ x + summed_intercepts, m = the largest |s[o]| (1 "
    "if that is 0) and t[o] = (1 + s[o] / m) / 2. If no score is above 0, scores[o] = "
    "most * (t[o] - 1), else scores[o] = scores[o] + smallest / 2 * t[o].",
    "Medians": "h = (weights @ x + intercepts), cut into runs of 'members' values; scores[o] = "
    "the median of run o.",
    "CommitteeVotes": "h = (weights @ x + intercepts), cut into runs of 'members' values; "
    "scores[o] = sum of the signs of run o (-1, 0 or 1) + tie_break * t / (1 + |t|), where t is "
    "the sum of run o.",
    "RampSums": "h = (weights @ x + intercepts), cut into runs of 'members' values; scores[o] = "
    "constants[o] + sum of shares[o][k] * min(1, max(-1, h / widths[o])) over the h of run o.",
    "ClassVotes": "h = (weights @ x + intercepts), cut into one run of len(classes) values per "
    "ballot; scores[c] = sum of the ballots whose run has its first highest value at c.",
}
KERNELS = {
    "poly": "k[i] = (gamma * (support[i] @ x) + coef0) ** degree",
    "rbf": "k[i] = exp(-gamma * sum((support[i] - x) ** 2))",
    "sigmoid": "k[i] = tanh(gamma * (support[i] @ x) + coef0)",
}
LABEL = (
    " One score: label = classes[1] if it is >= 0, else classes[0]."
    " More: label = classes[first highest score]."
)


PROBABILITIES = {
    "Softmax": "One score s: let scores be (-s / 2, s / 2). p = exp(slope * scores + offsets), "
    "divided by its sum. Let c be the predicted class and level the largest mean of p[c] alone, or "
    "of p[c] and all p[k] of other classes k with p[k] >= p[j], for any j; then p[c] = level, and "
    "p[k] = min(p[k], level) for the others.",
    "VoteShares": "One score s: let scores be (-s, s). p = most + scores, divided by its sum.",
}


def json_file(
    formula: Formula,
    feature_map: FeatureMap,
    probability: ProbabilityFormula | None,
    about: dict[str, Any],
) -> bytes:
    """The file: numbers and instructions how to use them.

    Parameters
    ----------
    formula : Formula
        How scores decide.
    feature_map : FeatureMap
        How columns become features.
    probability : Softmax, VoteShares or None
        How scores become probabilities.
    about : dict
        JSON-able facts about the model.

    Returns
    -------
    bytes
        UTF-8 text.
    """
    content: dict[str, Any] = {
        "about": about,
        "how": {"coding": coding_of(feature_map), "decision": decision_of(formula) + LABEL},
        "classes": formula.classes.tolist(),
        "columns": [described(column) for column in feature_map.columns],
        "n_features": feature_map.n_features,
        "decision": type(formula).__name__,
        **numbers_of(formula),
    }
    if probability is not None:
        content["how"]["probability"] = PROBABILITIES[type(probability).__name__]
        content["probability"] = plain_fields(probability)
    return laid_out(content).encode()


def coding_of(feature_map: FeatureMap) -> str:
    kinds = {column.kind for column in feature_map.derived}
    read = any(column.reading for column in feature_map.numeric)
    parts = [CODING, DATES if "date" in kinds else "", TEXTS if "words" in kinds else ""]
    return "".join([*parts, READ if read else ""])


def plain_fields(probability: ProbabilityFormula) -> dict[str, Any]:
    fields = asdict(probability)
    return {k: v.tolist() if isinstance(v, np.ndarray) else v for k, v in fields.items()}


def decision_of(formula: Formula) -> str:
    if isinstance(formula, KernelSums):
        return f"{KERNELS[str(formula.kernel.name)]}; scores = coefficients @ k + intercepts."
    ties = isinstance(formula, SignVotes) and formula.may_tie
    return DECISION[type(formula).__name__] + (DECISION["TiesBroken"] if ties else "")


def numbers_of(formula: Formula) -> dict[str, Any]:
    if isinstance(formula, KernelSums):
        return kernel_numbers(formula)
    content = {
        "weights": formula.lines[:, :-1].tolist(),
        "intercepts": formula.lines[:, -1].tolist(),
    }
    if isinstance(formula, SignVotes | ClassVotes):
        content["ballots"] = formula.ballots.tolist()
    if isinstance(formula, SignVotes):
        content |= {"outputs": formula.outputs.tolist(), **tie_numbers(formula)}
    if isinstance(formula, CommitteeFormula):
        content |= committee_numbers(formula)
    return content


def tie_numbers(formula: SignVotes) -> dict[str, Any]:
    if not formula.may_tie:
        return {}
    lines = formula.summed_lines()
    return {
        "summed_weights": lines[:, :-1].tolist(),
        "summed_intercepts": lines[:, -1].tolist(),
        "most": formula.most,
        "smallest": formula.smallest,
    }


def committee_numbers(formula: CommitteeFormula) -> dict[str, Any]:
    content: dict[str, Any] = {"members": formula.members}
    if isinstance(formula, CommitteeVotes):
        content["tie_break"] = formula.tie_break
    if isinstance(formula, RampSums):
        tables = {"shares": formula.shares, "constants": formula.constants}
        content |= {name: table.tolist() for name, table in tables.items()}
        content["widths"] = formula.widths.tolist()
    return content


def kernel_numbers(formula: KernelSums) -> dict[str, Any]:
    kernel = formula.kernel
    return {
        "kernel": kernel.name,
        "gamma": kernel.gamma,
        "degree": float(kernel.degree),
        "coef0": kernel.coef0,
        "support": shortest(formula.rows),
        "coefficients": formula.dual.tolist(),
        "intercepts": formula.intercepts.tolist(),
    }


def shortest(rows: np.ndarray) -> list[list[float]]:
    """Numbers of single precision with as many digits as they have, not with those of doubles."""
    if rows.dtype == np.float32:
        return [[float(str(value)) for value in row] for row in rows]
    return rows.tolist()


def laid_out(content: dict[str, Any]) -> str:
    """An entry, or a line of a table, on each line of the file."""
    entries = (f" {dumps(key)}: {entry(value)}" for key, value in content.items())
    return "{\n" + ",\n".join(entries) + "\n}\n"


def entry(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], list | dict):
        return "[\n  " + ",\n  ".join(map(dumps, value)) + "\n ]"
    return dumps(value)


def dumps(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def described(column: InputColumn) -> dict[str, Any]:
    content = asdict(column)
    if isinstance(column, DerivedColumn):
        return {"kind": column.kind, **content}
    if isinstance(column, NominalColumn):
        return {"kind": "nominal", **content}
    reading = content.pop("reading")
    return {"kind": "numeric", **content, **({"reading": reading} if reading else {})}
