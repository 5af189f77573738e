"""A model as one C file that needs nothing but the standard library."""

from string import ascii_letters, digits

from rosenblatt.models.feature_map import FeatureMap, InputColumn, NumericColumn
from rosenblatt.models.formula import ClassVotes, Formula, SignVotes

MOST_NUMBERS = 1_000_000
PLAIN = (ascii_letters + digits + " _-.,:;()").encode()

HEAD = """\
/* A classifier written by rosenblatt. C99; no library but the standard one.

   double row[ROSENBLATT_COLUMNS];          one cell per column of rosenblatt_columns:
     numbers as they are, NAN if missing;
     names by rosenblatt_code(column, "name"), which is NAN for "" and for names not learned.
   const char *label = rosenblatt_labels[predict(row)]; */
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

static void add(double *scores, int feature, double value) {
    for (int k = 0; k < LINES; ++k) scores[k] += weights[feature][k] * value;
}

static int first_highest(const double *scores, int n) {
    int best = 0;
    for (int k = 1; k < n; ++k)
        if (scores[k] > scores[best]) best = k;
    return best;
}

int predict(const double *row) {
    double scores[LINES], votes[ROSENBLATT_CLASSES] = {0};
    memcpy(scores, intercepts, sizeof scores);
    for (int c = 0; c < ROSENBLATT_COLUMNS; ++c) {
        const double cell = row[c];
        if (columns[c].feature < 0) {
            if (cell >= 0 && cell < FEATURES) add(scores, (int)cell, 1);
            continue;
        }
        if (isnan(cell) && columns[c].missing >= 0) add(scores, columns[c].missing, 1);
        add(scores, columns[c].feature,
            ((isnan(cell) ? columns[c].fill : cell) - columns[c].center) / columns[c].scale);
    }
"""

DECISION = {
    "Planes": """\
    (void)votes;
    return LINES == 1 ? scores[0] >= 0 : first_highest(scores, LINES);
}
""",
    "SignVotes": """\
    for (int k = 0; k < LINES; ++k) votes[outputs[k]] += scores[k] >= 0 ? ballots[k] : -ballots[k];
    return OUTPUTS == 1 ? votes[0] >= 0 : first_highest(votes, OUTPUTS);
}
""",
    "ClassVotes": """\
    for (int k = 0; k < LINES / ROSENBLATT_CLASSES; ++k)
        votes[first_highest(scores + k * ROSENBLATT_CLASSES, ROSENBLATT_CLASSES)] += ballots[k];
    return first_highest(votes, ROSENBLATT_CLASSES);
}
""",
}


def c(formula: Formula, feature_map: FeatureMap) -> bytes:
    """The file: tables, then one function.

    Parameters
    ----------
    formula : Planes, SignVotes or ClassVotes
        How scores decide.
    feature_map : FeatureMap
        How columns become features.

    Returns
    -------
    bytes
        ASCII text; other characters are escaped byte by byte.
    """
    if formula.lines.size > MOST_NUMBERS:
        raise ValueError(
            f"this model has {len(formula.lines)} hyperplanes of {feature_map.n_features} weights, "
            f"more than the {MOST_NUMBERS} numbers a C file should have; export it to onnx or json."
        )
    tables = [
        sizes(formula, feature_map),
        texts(formula, feature_map),
        numbers(formula, feature_map),
    ]
    decision = DECISION[type(formula).__name__]
    return "\n".join([HEAD, *tables, CODE + decision]).encode("ascii")


def sizes(formula: Formula, feature_map: FeatureMap) -> str:
    defined = {
        "ROSENBLATT_COLUMNS": len(feature_map.columns),
        "ROSENBLATT_CLASSES": len(formula.classes),
        "FEATURES": feature_map.n_features,
        "LINES": len(formula.lines),
    }
    if isinstance(formula, SignVotes):
        defined["OUTPUTS"] = int(formula.outputs.max()) + 1
    return "".join(f"#define {name} {value}\n" for name, value in defined.items())


def texts(formula: Formula, feature_map: FeatureMap) -> str:
    labels = ", ".join(string(str(label)) for label in formula.classes.tolist())
    names = ", ".join(string(column.name) for column in feature_map.columns)
    return (
        f"const char *const rosenblatt_labels[ROSENBLATT_CLASSES] = {{{labels}}};\n"
        f"const char *const rosenblatt_columns[ROSENBLATT_COLUMNS] = {{{names}}};\n"
    )


def numbers(formula: Formula, feature_map: FeatureMap) -> str:
    rows = ",\n".join(f"    {{{listed(row)}}}" for row in formula.lines[:, :-1].T)
    found = [
        known_names(feature_map),
        "static const struct { int feature, missing, other; double fill, center, scale; }"
        " columns[] = {\n" + ",\n".join(map(column_entry, feature_map.columns)) + "};",
        f"static const double weights[FEATURES][LINES] = {{\n{rows}}};",
        f"static const double intercepts[LINES] = {{{listed(formula.lines[:, -1])}}};",
    ]  # fmt: skip
    if isinstance(formula, SignVotes | ClassVotes):
        found.append(f"static const double ballots[] = {{{listed(formula.ballots)}}};")
    if isinstance(formula, SignVotes):
        found.append(f"static const int outputs[] = {{{', '.join(map(str, formula.outputs))}}};")
    return "\n".join(found) + "\n"


def known_names(feature_map: FeatureMap) -> str:
    entries = [
        f"    {{{number}, {feature}, {string(value)}}},\n"
        for number, column in enumerate(feature_map.columns)
        if not isinstance(column, NumericColumn)
        for value, feature in column.features.items()
    ]
    return (
        "static const struct { int column, feature; const char *text; } names[] = {\n"
        + "".join(entries)
        + "    {0, 0, 0}};"
    )


def column_entry(column: InputColumn) -> str:
    if not isinstance(column, NumericColumn):
        return f"    {{-1, -1, {-1 if column.other is None else column.other}, 0, 0, 1}}"
    missing = -1 if column.missing is None else column.missing
    moments = listed((column.fill, column.center, column.scale))
    return f"    {{{column.feature}, {missing}, -1, {moments}}}"


def listed(values: object) -> str:
    return ", ".join(repr(float(value)) for value in values)  # type: ignore[attr-defined]


def string(value: str) -> str:
    """A C string; all but plain characters (a question mark is none) as octal escapes."""
    characters = (chr(b) if b in PLAIN else f"\\{b:03o}" for b in as_bytes(value))
    return '"' + "".join(characters) + '"'


def as_bytes(value: str) -> list[int]:
    if "\0" in value:
        raise ValueError(f"{value!r} has a NUL character, which ends a C string; rename it.")
    return list(value.encode())
