"""The probability of one class as a SQL expression over the scores of all."""

from rosenblatt.models.exports.sql_text import highest, named, number, total
from rosenblatt.models.probability_formula import ProbabilityFormula, Softmax

MOST_CLASSES = 40  # the expression grows with their square
MOST_EXPONENT = 700.0  # of which databases can tell the exponential


def probability_expression(
    scores: list[str], source: str, formula: ProbabilityFormula, which: int
) -> str:
    """The expression.

    Parameters
    ----------
    scores : list of str
        Names of the scores, one for two classes, else one per class.
    source : str
        The query, in brackets and with a name, that they come from.
    formula : Softmax or VoteShares
        How scores become probabilities.
    which : int
        Code of the class.

    Returns
    -------
    str
        Its value is the probability.
    """
    if len(scores) > MOST_CLASSES:
        raise ValueError(
            f"the probability of one of {len(scores)} classes is too much for one SQL expression; "
            "export the model to onnx, c or json."
        )
    if not isinstance(formula, Softmax):
        votes = both_sides(scores) if len(scores) == 1 else scores
        parts = [f"({number(formula.most)} + {vote})" for vote in votes]
        return f"(SELECT {parts[which]} / {total(parts)} FROM {source})"
    if len(scores) == 1:
        return of_two(scores[0], source, formula, which)
    return of_many(scores, source, formula, which)


def both_sides(scores: list[str]) -> list[str]:
    return [f"(-{scores[0]})", scores[0]]


def of_two(score: str, source: str, formula: Softmax, which: int) -> str:
    """A sigmoid, but never on the other side of one half than the score."""
    sign = 1.0 if which else -1.0
    slope = number(-sign * formula.slope)
    offset = number(-sign * float(formula.offsets[1] - formula.offsets[0]))
    logit = f"({slope} * {score} + {offset})"
    share = f"1e0 / (1e0 + {exponential(logit)})"
    chosen = f"{score} >= 0" if which else f"NOT ({score} >= 0)"
    inner = named([share, f"CASE WHEN {chosen} THEN 1 ELSE 0 END"],
                  ["rosenblatt_p", "rosenblatt_c"], f" FROM {source}")  # fmt: skip
    return (
        "(SELECT CASE WHEN (rosenblatt_p >= 0.5e0) = (rosenblatt_c = 1) THEN rosenblatt_p "
        f"ELSE 0.5e0 END FROM {inner})"
    )


def exponential(value: str) -> str:
    top = number(MOST_EXPONENT)
    return f"EXP(CASE WHEN {value} > {top} THEN {top} ELSE {value} END)"


def of_many(scores: list[str], source: str, formula: Softmax, which: int) -> str:
    codes = range(len(scores))
    logits, powers, shares = ([f"rosenblatt_{kind}{k}" for k in codes] for kind in "lep")
    terms = [
        f"{number(formula.slope)} * {score} + {number(offset)}"
        for score, offset in zip(scores, formula.offsets, strict=True)
    ]
    chosen = highest(scores, [str(k) for k in codes])
    first = named([*terms, chosen], [*logits, "rosenblatt_c"], f" FROM {source}")
    top = highest(logits, logits)
    second = named([*[exponential(f"({name} - ({top}))") for name in logits], "rosenblatt_c"],
                   [*powers, "rosenblatt_c"], f" FROM {first}")  # fmt: skip
    third = named([*[f"{name} / {total(powers)}" for name in powers], "rosenblatt_c"],
                  [*shares, "rosenblatt_c"], f" FROM {second}")  # fmt: skip
    own = f"CASE rosenblatt_c {' '.join(f'WHEN {k} THEN {shares[k]}' for k in codes)} END"
    fourth = named([*shares, "rosenblatt_c", own], [*shares, "rosenblatt_c", "rosenblatt_own"],
                   f" FROM {third}")  # fmt: skip
    means = [f"rosenblatt_m{k}" for k in codes]
    fifth = named([*[mean_above(shares, k) for k in codes], shares[which], "rosenblatt_c",
                   "rosenblatt_own"],
                  [*means, "rosenblatt_p", "rosenblatt_c", "rosenblatt_own"],
                  f" FROM {fourth}")  # fmt: skip
    level = highest([*means, "rosenblatt_own"], [*means, "rosenblatt_own"])
    last = named([level, "rosenblatt_p", "rosenblatt_c"],
                 ["rosenblatt_top", "rosenblatt_p", "rosenblatt_c"], f" FROM {fifth}")  # fmt: skip
    return (
        f"(SELECT CASE WHEN rosenblatt_c = {which} OR rosenblatt_p > rosenblatt_top "
        f"THEN rosenblatt_top ELSE rosenblatt_p END FROM {last})"
    )


def mean_above(shares: list[str], place: int) -> str:
    """Mean of the predicted class and of the others at least as probable as this one."""
    counts = [
        f"CASE WHEN rosenblatt_c <> {k} AND {name} >= {shares[place]} THEN {{}} ELSE 0e0 END"
        for k, name in enumerate(shares)
    ]
    sums = total([count.format(name) for count, name in zip(counts, shares, strict=True)])
    return f"(rosenblatt_own + {sums}) / (1e0 + {total([c.format('1e0') for c in counts])})"
