"""A model as JSON: weights, classes and coding, enough to predict by hand."""

import json
from dataclasses import asdict
from typing import Any

from rosenblatt.models.feature_map import FeatureMap, InputColumn, NumericColumn
from rosenblatt.models.formula import ClassVotes, Formula, SignVotes

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
    "ClassVotes": "h = (weights @ x + intercepts), cut into one run of len(classes) values per "
    "ballot; scores[c] = sum of the ballots whose run has its first highest value at c.",
}
LABEL = (
    " One score: label = classes[1] if it is >= 0, else classes[0]."
    " More: label = classes[first highest score]."
)


def json_file(formula: Formula, feature_map: FeatureMap, about: dict[str, Any]) -> bytes:
    """The file: numbers and instructions how to use them.

    Parameters
    ----------
    formula : Planes, SignVotes or ClassVotes
        How scores decide.
    feature_map : FeatureMap
        How columns become features.
    about : dict
        JSON-able facts about the model.

    Returns
    -------
    bytes
        UTF-8 text.
    """
    kind = type(formula).__name__
    content = {
        "about": about,
        "how": {"coding": CODING, "decision": DECISION[kind] + LABEL},
        "classes": formula.classes.tolist(),
        "columns": [described(column) for column in feature_map.columns],
        "n_features": feature_map.n_features,
        "decision": kind,
        "weights": formula.lines[:, :-1].tolist(),
        "intercepts": formula.lines[:, -1].tolist(),
    }
    if isinstance(formula, SignVotes | ClassVotes):
        content["ballots"] = formula.ballots.tolist()
    if isinstance(formula, SignVotes):
        content["outputs"] = formula.outputs.tolist()
    return json.dumps(content, ensure_ascii=False, allow_nan=False, indent=1).encode() + b"\n"


def described(column: InputColumn) -> dict[str, Any]:
    return {"kind": "numeric" if isinstance(column, NumericColumn) else "nominal", **asdict(column)}
