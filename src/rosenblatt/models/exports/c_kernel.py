"""The part of a C file that sums a kernel's products with support rows."""

import numpy as np

from rosenblatt.models.exports.c_text import listed, table
from rosenblatt.models.formula import KernelSums

KERNEL_ADD = """\
static void add(double *x, int feature, double value) { x[feature] += value; }
"""

PRODUCT = "x[j] * z[j]"
DISTANCE = "(x[j] - z[j]) * (x[j] - z[j])"
KERNELS = {
    "poly": (PRODUCT, "pow(GAMMA * sum + COEF0, DEGREE)"),
    "rbf": (DISTANCE, "exp(-GAMMA * sum)"),
    "sigmoid": (PRODUCT, "tanh(GAMMA * sum + COEF0)"),
}

OUTPUTS_OF = """\
static double kernel(const double *x, const NUMBER *z) {
    double sum = 0;
    for (int j = 0; j < FEATURES; ++j) sum += @term;
    return @product;
}

static void outputs_of(const double *row, double *out) {
    double x[FEATURES] = {0};
    read_row(row, x);
    memcpy(out, intercepts, sizeof intercepts);
    for (int i = 0; i < SUPPORT; ++i) {
        const double product = kernel(x, support[i]);
        for (int k = 0; k < LINES; ++k) out[k] += coefficients[i][k] * product;
    }
}
"""


def kernel_tables(formula: KernelSums) -> str:
    """Support rows in the precision that they were learned in, and their coefficients.

    Parameters
    ----------
    formula : KernelSums
        The model.

    Returns
    -------
    str
        Definitions.
    """
    lines, support = formula.dual.shape
    kernel, (_, product) = formula.kernel, KERNELS[str(formula.kernel.name)]
    numbers = {"GAMMA": kernel.gamma, "DEGREE": float(kernel.degree), "COEF0": kernel.coef0}
    defined = {
        "LINES": lines,
        "SUPPORT": support,
        "NUMBER": "float" if formula.rows.dtype == np.float32 else "double",
        **{name: repr(value) for name, value in numbers.items() if name in product},
    }
    return "\n".join(
        [
            *(f"#define {name} {value}" for name, value in defined.items()),
            f"static const NUMBER support[SUPPORT][FEATURES] = {{\n{table(formula.rows)}}};",
            f"static const double coefficients[SUPPORT][LINES] = {{\n{table(formula.dual.T)}}};",
            f"static const double intercepts[LINES] = {{{listed(formula.intercepts)}}};\n",
        ]
    )


def kernel_outputs(formula: KernelSums) -> str:
    """The function ``outputs_of``.

    Parameters
    ----------
    formula : KernelSums
        The model.

    Returns
    -------
    str
        Functions.
    """
    term, product = KERNELS[str(formula.kernel.name)]
    return OUTPUTS_OF.replace("@term", term).replace("@product", product)
