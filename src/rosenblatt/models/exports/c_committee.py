"""The part of a C file in which the hyperplanes of a committee decide together."""

from rosenblatt.models.committee_formula import CommitteeFormula, CommitteeVotes, RampSums
from rosenblatt.models.exports.c_text import listed

MEDIAN = """\
static double together(const double *h, int output) {
    (void)output;
    for (int k = 0; k < MEMBERS; ++k) {
        int below = 0;
        for (int j = 0; j < MEMBERS; ++j) below += h[j] < h[k] || (j < k && h[j] == h[k]);
        if (below == MEMBERS / 2) return h[k];
    }
    return NAN;
}
"""

VOTES = """\
static double together(const double *h, int output) {
    double votes = 0, sum = 0;
    (void)output;
    for (int k = 0; k < MEMBERS; ++k) {
        votes += (h[k] > 0) - (h[k] < 0);
        sum += h[k];
    }
    return votes + TIE_BREAK * (sum / (1 + fabs(sum)));
}
"""

RAMPS = """\
static double together(const double *h, int output) {
    double sum = constants[output];
    for (int k = 0; k < MEMBERS; ++k)
        sum += shares[output * MEMBERS + k] * fmin(1, fmax(-1, h[k] / widths[output]));
    return sum;
}
"""

COMMITTEE_DECISION = """\
    for (int k = 0; k < OUTPUTS; ++k) out[k] = together(scores + k * MEMBERS, k);
}
"""


def committee_together(formula: CommitteeFormula) -> str:
    """Definitions, and the function ``together``: the score of an output.

    Parameters
    ----------
    formula : Medians, CommitteeVotes or RampSums
        The model.

    Returns
    -------
    str
        Text in C.
    """
    found = [f"#define MEMBERS {formula.members}"]
    if isinstance(formula, CommitteeVotes):
        return "\n".join([*found, f"#define TIE_BREAK {formula.tie_break!r}", VOTES])
    if not isinstance(formula, RampSums):
        return "\n".join([*found, MEDIAN])
    tables = {
        "shares": formula.shares.ravel(),
        "constants": formula.constants,
        "widths": formula.widths,
    }
    found += [f"static const double {k}[] = {{{listed(v)}}};" for k, v in tables.items()]
    return "\n".join([*found, RAMPS])
