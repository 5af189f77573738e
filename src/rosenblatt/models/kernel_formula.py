"""The formula of a kernel perceptron: its support rows and their coefficients."""

from typing import Any

import numpy as np
import scipy.sparse as sp

from rosenblatt.estimators import KernelPerceptron
from rosenblatt.models.formula import KernelSums, Planes
from rosenblatt.training.groups import require_line_per_class

MOST_NUMBERS = 100_000_000  # 800 MB; an ONNX file cannot have more than 2 GB
COMPUTED = "choose kernel='linear', 'poly', 'rbf' or 'sigmoid'"


def kernel_sums(estimator: KernelPerceptron) -> KernelSums | Planes:
    """The formula of a kernel perceptron whose kernel is not linear.

    Parameters
    ----------
    estimator : KernelPerceptron
        Fitted.

    Returns
    -------
    KernelSums or Planes
        Support rows that count; without any, hyperplanes that know intercepts only.
    """
    model = estimator._model
    refuse_kernel(model.kernel.name)
    require_line_per_class(model.group, "which no export can write")
    if estimator.hypothesis == "voted":
        raise ValueError(
            f"hypothesis='voted' with kernel={model.kernel.name!r} is a sum for each of its "
            "updates, which no export writes; set hypothesis='averaged', which the same fit has "
            "kept, and export that."
        )
    dual = np.asarray(estimator.dual_coef_, dtype=np.float64)
    intercepts = np.asarray(estimator.intercept_, dtype=np.float64)
    used = dual.any(axis=0)
    if not used.any():
        lines = np.zeros((len(dual), estimator.n_features_in_ + 1))
        lines[:, -1] = intercepts
        return Planes(estimator.classes_, lines)
    rows = dense(model.rows[np.flatnonzero(used)])
    return KernelSums(estimator.classes_, model.kernel, rows, dual[:, used], intercepts)


def refuse_kernel(name: object) -> None:
    if callable(name):
        shown = getattr(name, "__name__", type(name).__name__)
        raise ValueError(f"kernel={shown} is a function, which no export can write; {COMPUTED}.")
    if name == "precomputed":
        raise ValueError(
            "kernel='precomputed' knows products with the rows of the training, but an export "
            f"reads columns; {COMPUTED}."
        )


def dense(rows: Any) -> np.ndarray:
    n_rows, width = rows.shape
    if n_rows * width > MOST_NUMBERS:
        raise ValueError(
            f"this model has {n_rows} support rows of {width} features, more than {MOST_NUMBERS} "
            f"numbers in all; fit it with a budget, for example budget={MOST_NUMBERS // width}."
        )
    return rows.toarray() if sp.issparse(rows) else np.asarray(rows)
