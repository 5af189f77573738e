"""A model as one C file that needs nothing but the standard library."""

import numpy as np

from rosenblatt.models.committee_formula import CommitteeFormula
from rosenblatt.models.exports.c_committee import COMMITTEE_DECISION, committee_together
from rosenblatt.models.exports.c_kernel import KERNEL_ADD, kernel_outputs, kernel_tables
from rosenblatt.models.exports.c_probability import c_probabilities
from rosenblatt.models.exports.c_text import listed, string, table
from rosenblatt.models.feature_map import FeatureMap, InputColumn, NominalColumn, NumericColumn
from rosenblatt.models.formula import ClassVotes, Formula, KernelSums, LinearFormula, SignVotes
from rosenblatt.models.probability_formula import ProbabilityFormula

MOST_NUMBERS = 1_000_000

HEAD = """\
/* A classifier written by rosenblatt. C99; no library but the standard one (-lm).

   double row[ROSENBLATT_COLUMNS];          one cell per column of rosenblatt_columns:
     numbers as they are, NAN if missing;
     names by rosenblatt_code(column, "name"), which is NAN for "" and for names not learned.
   const char *label = rosenblatt_labels[predict(row)];
   If the model has probabilities: rosenblatt_probabilities(row, p) fills p[ROSENBLATT_CLASSES]. */
#include <math.h>
#include <string.h>
"""

CODE = """\
double rosenblatt_code(int column, const char *text) {
    if (!text || !*text) return NAN;
    for (int k = 0; names[k].text; ++k)
        if (names[k].column == column && strcmp(names[k].text, text) == 0) return names[k].feature;
    return columns[column].other < 0 ? NAN : columns[column].other;
}

static int first_highest(const double *scores, int n) {
    int best = 0;
    for (int k = 1; k < n; ++k)
        if (scores[k] > scores[best]) best = k;
    return best;
}
"""

READ = """\
static void read_row(const double *row, double *into) {
    for (int c = 0; c < ROSENBLATT_COLUMNS; ++c) {
        const double cell = row[c];
        if (columns[c].feature < 0) {
            if (cell >= 0 && cell < FEATURES) add(into, (int)cell, 1);
            continue;
        }
        if (isnan(cell) && columns[c].missing >= 0) add(into, columns[c].missing, 1);
        add(into, columns[c].feature,
            ((isnan(cell) ? columns[c].fill : cell) - columns[c].center) / columns[c].scale);
    }
}
"""

ADD = """\
static void add(double *scores, int feature, double value) {
    for (int k = 0; k < LINES; ++k) scores[k] += weights[feature][k] * value;
}
"""

LINEAR = """\
static void outputs_of(const double *row, double *out) {
    double scores[LINES];
    memcpy(scores, intercepts, sizeof scores);
    read_row(row, scores);
"""

DECISION = {
    "Planes": """\
    memcpy(out, scores, sizeof scores);
}
""",
    "SignVotes": """\
    for (int k = 0; k < OUTPUTS; ++k) out[k] = 0;
    for (int k = 0; k < LINES; ++k) out[outputs[k]] += scores[k] >= 0 ? ballots[k] : -ballots[k];
}
""",
    "TiesBroken": """\
    for (int k = 0; k < OUTPUTS; ++k) out[k] = 0;
    for (int k = 0; k < VOTING; ++k) out[outputs[k]] += scores[k] >= 0 ? ballots[k] : -ballots[k];
    const double *summed = scores + VOTING; /* they decide where votes do not */
    double largest = 0;
    for (int k = 0; k < OUTPUTS; ++k)
        if (fabs(summed[k]) > largest) largest = fabs(summed[k]);
    const int refused = out[first_highest(out, OUTPUTS)] <= 0;
    for (int k = 0; k < OUTPUTS; ++k) {
        const double share = (1 + (largest > 0 ? summed[k] / largest : 0)) / 2;
        out[k] = refused ? MOST_VOTES * (share - 1) : out[k] + FEWEST_VOTES / 2 * share;
    }
}
""",
    "ClassVotes": """\
    for (int k = 0; k < OUTPUTS; ++k) out[k] = 0;
    for (int k = 0; k < LINES / OUTPUTS; ++k)
        out[first_highest(scores + k * OUTPUTS, OUTPUTS)] += ballots[k];
}
""",
}

PREDICT = """\
static int decided(const double *out) {
    return OUTPUTS == 1 ? out[0] >= 0 : first_highest(out, OUTPUTS);
}

int predict(const double *row) {
    double out[OUTPUTS];
    outputs_of(row, out);
    return decided(out);
}
"""


def c(
    formula: Formula, feature_map: FeatureMap, probability: ProbabilityFormula | None = None
) -> bytes:
    """The file: tables, then one function, and one for probabilities.

    Parameters
    ----------
    formula : Formula
        How scores decide.
    feature_map : FeatureMap
        How columns become features.
    probability : Softmax, VoteShares or None, default=None
        How scores become probabilities.

    Returns
    -------
    bytes
        ASCII text; other characters are escaped byte by byte.
    """
    if isinstance(formula, KernelSums):
        refuse_large(formula.rows, "support rows")
        parts = [kernel_tables(formula), CODE, KERNEL_ADD, READ, kernel_outputs(formula)]
    else:
        refuse_large(formula.lines, "hyperplanes")
        parts = [plane_tables(formula), CODE, ADD, READ, *plane_outputs(formula)]
    parts += [PREDICT, *([c_probabilities(probability)] if probability else [])]
    return "\n".join([HEAD, *coding(formula, feature_map), *parts]).encode("ascii")


def plane_outputs(formula: LinearFormula) -> list[str]:
    if isinstance(formula, CommitteeFormula):
        return [committee_together(formula), LINEAR + COMMITTEE_DECISION]
    ties = isinstance(formula, SignVotes) and formula.may_tie
    return [LINEAR + DECISION["TiesBroken" if ties else type(formula).__name__]]


def refuse_large(numbers: np.ndarray, name: str) -> None:
    if numbers.size > MOST_NUMBERS:
        raise ValueError(
            f"this model has {len(numbers)} {name} of {numbers.shape[1]} numbers, more than the "
            f"{MOST_NUMBERS} numbers a C file should have; export it to onnx or json."
        )


def coding(formula: Formula, feature_map: FeatureMap) -> list[str]:
    defined = {
        "ROSENBLATT_COLUMNS": len(feature_map.columns),
        "ROSENBLATT_CLASSES": len(formula.classes),
        "FEATURES": feature_map.n_features,
        "OUTPUTS": 1 if len(formula.classes) == 2 else len(formula.classes),
    }
    sizes = "".join(f"#define {name} {value}\n" for name, value in defined.items())
    return [sizes, texts(formula, feature_map), columns(feature_map)]


def texts(formula: Formula, feature_map: FeatureMap) -> str:
    labels = ", ".join(string(str(label)) for label in formula.classes.tolist())
    names = ", ".join(string(column.name) for column in feature_map.columns)
    return (
        f"const char *const rosenblatt_labels[ROSENBLATT_CLASSES] = {{{labels}}};\n"
        f"const char *const rosenblatt_columns[ROSENBLATT_COLUMNS] = {{{names}}};\n"
    )


def columns(feature_map: FeatureMap) -> str:
    return (
        f"{known_names(feature_map)}\n"
        "static const struct { int feature, missing, other; double fill, center, scale; }"
        " columns[] = {\n" + ",\n".join(map(column_entry, feature_map.columns)) + "};\n"
    )


def plane_tables(formula: LinearFormula) -> str:
    lines, found = formula.lines, []
    if isinstance(formula, SignVotes) and formula.may_tie:
        found = [
            f"#define VOTING {len(lines)}",
            f"#define MOST_VOTES {listed([formula.most])}",
            f"#define FEWEST_VOTES {listed([formula.smallest])}",
        ]
        lines = np.concatenate([lines, formula.summed_lines()])
    found += [
        f"#define LINES {len(lines)}",
        f"static const double weights[FEATURES][LINES] = {{\n{table(lines[:, :-1].T)}}};",
        f"static const double intercepts[LINES] = {{{listed(lines[:, -1])}}};",
    ]
    if isinstance(formula, SignVotes | ClassVotes):
        found.append(f"static const double ballots[] = {{{listed(formula.ballots)}}};")
    if isinstance(formula, SignVotes):
        found.append(f"static const int outputs[] = {{{', '.join(map(str, formula.outputs))}}};")
    return "\n".join(found) + "\n"


def known_names(feature_map: FeatureMap) -> str:
    entries = [
        f"    {{{number}, {feature}, {string(value)}}},\n"
        for number, column in enumerate(feature_map.columns)
        if isinstance(column, NominalColumn)
        for value, feature in column.features.items()
    ]
    return (
        "static const struct { int column, feature; const char *text; } names[] = {\n"
        + "".join(entries)
        + "    {0, 0, 0}};"
    )


def column_entry(column: InputColumn) -> str:
    if isinstance(column, NominalColumn):
        return f"    {{-1, -1, {-1 if column.other is None else column.other}, 0, 0, 1}}"
    assert isinstance(column, NumericColumn)  # others are refused before
    missing = -1 if column.missing is None else column.missing
    moments = listed((column.fill, column.center, column.scale))
    return f"    {{{column.feature}, {missing}, -1, {moments}}}"
