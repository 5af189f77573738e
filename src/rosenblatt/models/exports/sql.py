"""A model as one SQL expression over the original columns; its value is the label.

Standard SQL with numbers as ``1.5e0``, so that no database takes them for decimals. NULL is a
missing cell. Sums are written as balanced trees, because databases limit the depth of expressions.
"""

import numpy as np

from rosenblatt.models.committee_formula import CommitteeFormula
from rosenblatt.models.exports.sql_committee import committee_scores
from rosenblatt.models.exports.sql_text import identifier, literal, number, text, total
from rosenblatt.models.feature_map import FeatureMap, NominalTerm, Term, terms_of
from rosenblatt.models.formula import (
    ClassVotes,
    Formula,
    KernelSums,
    LinearFormula,
    Planes,
    SignVotes,
)

MOST_TERMS = 100_000
MOST_NAMES = 2000  # columns that SQLite allows in a subquery
HEAD = "-- One expression; its value is the label: SELECT *, <this> AS label FROM your_table.\n"


def sql(formula: Formula, feature_map: FeatureMap) -> bytes:
    """The file: a comment and the expression.

    Parameters
    ----------
    formula : Formula
        How scores decide. KernelSums are refused: every support row would be an expression over
        all columns.
    feature_map : FeatureMap
        How columns become features.

    Returns
    -------
    bytes
        UTF-8 text.
    """
    if isinstance(formula, KernelSums):
        raise ValueError(
            f"kernel={formula.kernel.name!r} compares every row with {len(formula.rows)} support "
            "rows, too much for one SQL expression; export it to onnx, c or json, or fit "
            "kernel='linear', which is one hyperplane."
        )
    refuse_large(formula, feature_map)
    return f"{HEAD}{expression(formula, feature_map)}\n".encode()


def refuse_large(formula: LinearFormula, feature_map: FeatureMap) -> None:
    terms = len(formula.lines) * len(feature_map.columns)
    layered = isinstance(formula, ClassVotes | CommitteeFormula)
    if terms > MOST_TERMS or (layered and len(formula.lines) > MOST_NAMES):
        raise ValueError(
            f"this model has {len(formula.lines)} hyperplanes over {len(feature_map.columns)} "
            "columns, too much for one SQL expression; export it to onnx or json, or fit fewer "
            "columns or a learner of fewer hyperplanes."
        )


def expression(formula: LinearFormula, feature_map: FeatureMap) -> str:
    lines = [score(line, feature_map) for line in formula.lines]
    labels = [literal(label) for label in formula.classes.tolist()]
    if isinstance(formula, Planes):
        return decide(lines, labels)
    if isinstance(formula, SignVotes):
        votes = [yes_or_no(line, v) for line, v in zip(lines, formula.ballots, strict=True)]
        outputs = range(int(formula.outputs.max()) + 1)
        sums = [total([votes[k] for k in np.flatnonzero(formula.outputs == o)]) for o in outputs]
        return decide(sums, labels)
    if isinstance(formula, CommitteeFormula):
        return decide_by_committees(formula, lines, labels)
    return decide_by_rounds(lines, formula.ballots, labels)


def decide(scores: list[str], labels: list[str]) -> str:
    """The label of the highest score; of two classes by the sign of one."""
    if len(scores) == 1:
        return f"CASE WHEN {scores[0]}\n  >= 0 THEN {labels[1]} ELSE {labels[0]} END"
    names = [f"rosenblatt_s{k}" for k in range(len(scores))]
    return f"(SELECT {best(names, labels)} FROM {named(scores, names)})"


def decide_by_rounds(lines: list[str], ballots: np.ndarray, labels: list[str]) -> str:
    """Each hypothesis chooses a class (c); its votes are summed up (s); the most votes decide."""
    width, rounds = len(labels), len(ballots)
    names = [f"rosenblatt_h{k}" for k in range(len(lines))]
    codes = [str(code) for code in range(width)]
    choices = [best(names[r * width : (r + 1) * width], codes) for r in range(rounds)]
    chosen = [f"rosenblatt_c{r}" for r in range(rounds)]
    votes = [
        total([f"CASE WHEN {c} = {k} THEN {number(v)} ELSE 0e0 END"
               for c, v in zip(chosen, ballots, strict=True)])
        for k in codes
    ]  # fmt: skip
    sums = [f"rosenblatt_s{k}" for k in codes]
    source = named(choices, chosen, f" FROM {named(lines, names)}")
    return f"(SELECT {best(sums, labels)} FROM {named(votes, sums, f' FROM {source}')})"


def decide_by_committees(formula: CommitteeFormula, lines: list[str], labels: list[str]) -> str:
    """Each committee makes a score (s) of those of its hyperplanes (h); the highest decides."""
    names = [f"rosenblatt_h{k}" for k in range(len(lines))]
    scores, source = committee_scores(formula, names), named(lines, names)
    if len(scores) == 1:
        return f"(SELECT {decide(scores, labels)} FROM {source})"
    sums = [f"rosenblatt_s{k}" for k in range(len(scores))]
    return f"(SELECT {best(sums, labels)} FROM {named(scores, sums, f' FROM {source}')})"


def named(expressions: list[str], names: list[str], source: str = "") -> str:
    pairs = (f"{e} AS {n}" for e, n in zip(expressions, names, strict=True))
    return f"(SELECT {', '.join(pairs)}{source}) AS {names[0]}_"


def best(names: list[str], values: list[str]) -> str:
    """The value of the largest name, the first of equal ones: each must beat only later ones."""
    cases = []
    for k, value in enumerate(values[:-1]):
        wins = " AND ".join(f"{names[k]} >= {later}" for later in names[k + 1 :])
        cases.append(f"WHEN {wins} THEN {value}")
    return f"CASE {' '.join(cases)} ELSE {values[-1]} END"


def score(line: np.ndarray, feature_map: FeatureMap) -> str:
    terms, constant = terms_of(line, feature_map)
    return total([number(constant), *(term_text(term) for term in terms)])


def term_text(term: Term) -> str:
    column = identifier(term.name)
    if isinstance(term, NominalTerm):
        cases = [f"WHEN {column} IS NULL THEN 0e0"] if term.other else []
        cases += [f"WHEN {column} = {text(v)} THEN {number(w)}" for v, w in term.weights.items()]
        return f"CASE {' '.join(cases)} ELSE {number(term.other)} END"
    return f"COALESCE({column} * {number(term.slope)}, {number(term.missing)})"


def yes_or_no(line: str, votes: float) -> str:
    return f"CASE WHEN {line} >= 0 THEN {number(votes)} ELSE {number(-votes)} END"
