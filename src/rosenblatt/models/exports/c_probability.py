"""The part of a C file that turns scores into probabilities."""

from rosenblatt.models.exports.c_text import listed
from rosenblatt.models.probability_formula import ProbabilityFormula, Softmax

SOFTMAX = """\
/* Fills p with the probability of each class; the predicted one has the highest. */
void rosenblatt_probabilities(const double *row, double *p) {
    double out[OUTPUTS], highest = -INFINITY, sum = 0, level;
    outputs_of(row, out);
    for (int k = 0; k < ROSENBLATT_CLASSES; ++k) {
        p[k] = slope * (OUTPUTS == 1 ? (k ? out[0] : -out[0]) / 2 : out[k % OUTPUTS]) + offsets[k];
        if (p[k] > highest) highest = p[k];
    }
    for (int k = 0; k < ROSENBLATT_CLASSES; ++k) sum += p[k] = exp(p[k] - highest);
    for (int k = 0; k < ROSENBLATT_CLASSES; ++k) p[k] /= sum;
    const int chosen = decided(out);
    level = p[chosen];
    for (int j = 0; j < ROSENBLATT_CLASSES; ++j) {
        double above = p[chosen], count = 1;
        for (int k = 0; k < ROSENBLATT_CLASSES; ++k)
            if (k != chosen && p[k] >= p[j]) above += p[k], ++count;
        if (above / count > level) level = above / count;
    }
    for (int k = 0; k < ROSENBLATT_CLASSES; ++k)
        if (k == chosen || p[k] > level) p[k] = level;
}
"""

SHARES = """\
/* Fills p with the share of the votes of each class. */
void rosenblatt_probabilities(const double *row, double *p) {
    double out[OUTPUTS], sum = 0;
    outputs_of(row, out);
    for (int k = 0; k < ROSENBLATT_CLASSES; ++k)
        sum += p[k] = MOST_VOTES + (OUTPUTS == 1 ? (k ? out[0] : -out[0]) : out[k % OUTPUTS]);
    for (int k = 0; k < ROSENBLATT_CLASSES; ++k) p[k] /= sum;
}
"""


def c_probabilities(formula: ProbabilityFormula) -> str:
    """Definitions, and the function ``rosenblatt_probabilities``.

    Parameters
    ----------
    formula : Softmax or VoteShares
        How scores become probabilities.

    Returns
    -------
    str
        Text in C.
    """
    if not isinstance(formula, Softmax):
        return f"#define MOST_VOTES {formula.most!r}\n{SHARES}"
    return (
        f"static const double slope = {formula.slope!r};\n"
        f"static const double offsets[ROSENBLATT_CLASSES] = {{{listed(formula.offsets)}}};\n"
        f"{SOFTMAX}"
    )
