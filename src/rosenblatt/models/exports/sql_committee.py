"""The scores of committees as SQL expressions over the scores of their hyperplanes."""

from rosenblatt.models.committee_formula import CommitteeFormula, CommitteeVotes, RampSums
from rosenblatt.models.exports.sql_text import number, total


def committee_scores(formula: CommitteeFormula, names: list[str]) -> list[str]:
    """One expression per output.

    Parameters
    ----------
    formula : Medians, CommitteeVotes or RampSums
        The model.
    names : list of str
        The names that the hyperplanes' scores have.

    Returns
    -------
    list of str
        Expressions over these names.
    """
    members = formula.members
    runs = [names[k : k + members] for k in range(0, len(names), members)]
    if isinstance(formula, CommitteeVotes):
        return [votes(run, formula.tie_break) for run in runs]
    if isinstance(formula, RampSums):
        tables = zip(runs, formula.shares, formula.constants, formula.widths, strict=True)
        return [ramps(*of_output) for of_output in tables]
    return [median(run) for run in runs]


def median(names: list[str]) -> str:
    """The one that as many are below as above, equal ones in their order."""
    cases = []
    for k, name in enumerate(names[:-1]):
        others = [
            f"CASE WHEN {other} {'<=' if j < k else '<'} {name} THEN 1 ELSE 0 END"
            for j, other in enumerate(names)
            if j != k
        ]
        cases.append(f"WHEN {total(others)} = {len(names) // 2} THEN {name}")
    return f"CASE {' '.join(cases)} ELSE {names[-1]} END" if cases else names[0]


def votes(names: list[str], tie_break: float) -> str:
    signs = [f"CASE WHEN {n} > 0 THEN 1e0 WHEN {n} < 0 THEN -1e0 ELSE 0e0 END" for n in names]
    side = total(names)
    return f"({total(signs)} + {number(tie_break)} * ({side} / (1e0 + ABS({side}))))"


def ramps(names: list[str], shares: list[float], constant: float, width: float) -> str:
    up, down = number(width), number(-width)
    parts = [
        f"{number(share)} * CASE WHEN {n} >= {up} THEN 1e0 WHEN {n} <= {down} THEN -1e0 "
        f"ELSE {n} / {up} END"
        for n, share in zip(names, shares, strict=True)
    ]
    return total([number(constant), *parts])
