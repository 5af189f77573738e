"""A model as one SQL expression over the original columns; its value is the label.

Standard SQL with numbers as ``1.5e0``, so that no database takes them for decimals. NULL is a
missing cell. Sums are written as balanced trees, because databases limit the depth of expressions.
"""

import numpy as np

from rosenblatt.models.committee_formula import CommitteeFormula
from rosenblatt.models.exports.sql_committee import committee_scores
from rosenblatt.models.exports.sql_probability import probability_expression
from rosenblatt.models.exports.sql_text import (
    highest,
    identifier,
    literal,
    named,
    number,
    text,
    total,
)
from rosenblatt.models.feature_map import FeatureMap, NominalTerm, Term, terms_of
from rosenblatt.models.formula import (
    ClassVotes,
    Formula,
    KernelSums,
    LinearFormula,
    Planes,
    SignVotes,
)
from rosenblatt.models.probability_formula import ProbabilityFormula

MOST_TERMS = 100_000
MOST_NAMES = 2000  # columns that SQLite allows in a subquery
HEAD = "-- One expression; its value is the label: SELECT *, <this> AS label FROM your_table.\n"
PROBABILITY_HEAD = "-- One expression; its value is a probability.\n"


def sql(
    formula: Formula,
    feature_map: FeatureMap,
    probability: ProbabilityFormula | None = None,
    which: int | None = None,
) -> bytes:
    """The file: a comment and the expression.

    Parameters
    ----------
    formula : Formula
        How scores decide. KernelSums are refused: every support row would be an expression over
        all columns.
    feature_map : FeatureMap
        How columns become features.
    probability : Softmax, VoteShares or None, default=None
        How scores become probabilities.
    which : int or None, default=None
        Code of the class whose probability is asked for; None for the label.

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
    if which is None or probability is None:
        return f"{HEAD}{expression(formula, feature_map)}\n".encode()
    scores, source = scored(formula, feature_map)
    wanted = probability_expression(scores, source, probability, which)
    return f"{PROBABILITY_HEAD}{wanted}\n".encode()


def refuse_large(formula: LinearFormula, feature_map: FeatureMap) -> None:
    terms = len(formula.lines) * len(feature_map.columns)
    layered = isinstance(formula, ClassVotes | CommitteeFormula)
    names = len(formula.lines) if layered else 2 * len(formula.classes) + 2
    if terms > MOST_TERMS or names > MOST_NAMES:
        raise ValueError(
            f"this model has {len(formula.lines)} hyperplanes over {len(feature_map.columns)} "
            "columns, too much for one SQL expression; export it to onnx or json, or fit fewer "
            "columns or a learner of fewer hyperplanes."
        )


def expression(formula: LinearFormula, feature_map: FeatureMap) -> str:
    """The label: of a single score by its side, else that of the highest score."""
    labels = [literal(label) for label in formula.classes.tolist()]
    if isinstance(formula, Planes | SignVotes) and len(labels) == 2:
        return side(plain_scores(formula, feature_map)[0], labels)
    scores, source = scored(formula, feature_map)
    chosen = side(scores[0], labels) if len(scores) == 1 else highest(scores, labels)
    return f"(SELECT {chosen} FROM {source})"


def scored(formula: LinearFormula, feature_map: FeatureMap) -> tuple[list[str], str]:
    """Names of the scores that decide, and the query that they come from."""
    if isinstance(formula, SignVotes) and formula.may_tie:
        return scored_by_votes(formula, feature_map)
    if isinstance(formula, Planes | SignVotes):
        scores = plain_scores(formula, feature_map)
        names = [f"rosenblatt_s{k}" for k in range(len(scores))]
        return names, named(scores, names)
    lines = [score(line, feature_map) for line in formula.lines]
    if isinstance(formula, CommitteeFormula):
        return scored_by_committees(formula, lines)
    return scored_by_rounds(lines, formula.ballots, len(formula.classes))


def plain_scores(formula: Planes | SignVotes, feature_map: FeatureMap) -> list[str]:
    lines = [score(line, feature_map) for line in formula.lines]
    if isinstance(formula, Planes):
        return lines
    votes = [yes_or_no(line, v) for line, v in zip(lines, formula.ballots, strict=True)]
    outputs = range(int(formula.outputs.max()) + 1)
    return [total([votes[k] for k in np.flatnonzero(formula.outputs == o)]) for o in outputs]


def side(score: str, labels: list[str]) -> str:
    return f"CASE WHEN {score}\n  >= 0 THEN {labels[1]} ELSE {labels[0]} END"


def scored_by_votes(formula: SignVotes, feature_map: FeatureMap) -> tuple[list[str], str]:
    """Votes (v) and summed scores (a) of each class; the best votes and the largest size of a
    summed score (b, m); scores of these (s)."""
    summed = [score(line, feature_map) for line in formula.summed_lines()]
    outputs = range(len(summed))
    v, a, s = ([f"rosenblatt_{kind}{k}" for k in outputs] for kind in "vas")
    source = named([*plain_scores(formula, feature_map), *summed], [*v, *a])
    sizes = [f"ABS({name})" for name in a]
    extremes = [*v, *a, highest(v, v), highest(sizes, sizes)]
    source = named(extremes, [*v, *a, "rosenblatt_b", "rosenblatt_m"], f" FROM {source}")
    scores = [with_tie_broken(formula, *pair) for pair in zip(v, a, strict=True)]
    return s, named(scores, s, f" FROM {source}")


def with_tie_broken(formula: SignVotes, votes: str, summed: str) -> str:
    relative = f"CASE WHEN rosenblatt_m > 0 THEN {summed} / rosenblatt_m ELSE 0e0 END"
    share = f"((1e0 + {relative}) / 2e0)"
    return (
        f"CASE WHEN rosenblatt_b <= 0 THEN {number(formula.most)} * ({share} - 1e0) "
        f"ELSE {votes} + {number(formula.smallest / 2)} * {share} END"
    )


def scored_by_rounds(lines: list[str], ballots: np.ndarray, width: int) -> tuple[list[str], str]:
    """Each hypothesis chooses a class (c); its votes are summed up (s)."""
    rounds = len(ballots)
    names = [f"rosenblatt_h{k}" for k in range(len(lines))]
    codes = [str(code) for code in range(width)]
    choices = [highest(names[r * width : (r + 1) * width], codes) for r in range(rounds)]
    chosen = [f"rosenblatt_c{r}" for r in range(rounds)]
    votes = [
        total([f"CASE WHEN {c} = {k} THEN {number(v)} ELSE 0e0 END"
               for c, v in zip(chosen, ballots, strict=True)])
        for k in codes
    ]  # fmt: skip
    sums = [f"rosenblatt_s{k}" for k in codes]
    source = named(choices, chosen, f" FROM {named(lines, names)}")
    return sums, named(votes, sums, f" FROM {source}")


def scored_by_committees(formula: CommitteeFormula, lines: list[str]) -> tuple[list[str], str]:
    """Each committee makes a score (s) of those of its hyperplanes (h)."""
    names = [f"rosenblatt_h{k}" for k in range(len(lines))]
    scores, source = committee_scores(formula, names), named(lines, names)
    sums = [f"rosenblatt_s{k}" for k in range(len(scores))]
    return sums, named(scores, sums, f" FROM {source}")


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
