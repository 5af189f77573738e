"""Large data sets with a polynomial kernel, one fold and margin at a time (end of Table 7)."""

from rosenblatt.estimators import KernelPerceptron
from rosenblatt.lab.outcome import Row
from rosenblatt.reproduce.kw.folds import percent_right
from rosenblatt.reproduce.kw.large import one_part
from rosenblatt.reproduce.kw.parameter_grid import HYPOTHESES

LARGEST = {"usps": 1.0, "mnist": 255.0}  # values are divided by it: 1 + <x, z> has a scale


def kernel_part(
    dataset: str,
    permutation: int,
    part: int,
    degree: int,
    tau: float,
    eta0: float,
    max_iter: int,
) -> list[Row]:
    """Accuracy with ``(1 + <x, z>)^degree`` in one inner fold, or on the test rows.

    Parameters
    ----------
    degree : int
        Of the kernel.
    tau : float
        The margin, in units of the mean of ``K(x, x)``.
    dataset, permutation, part, eta0, max_iter
        See :func:`rosenblatt.reproduce.kw.large.search_part`.

    Returns
    -------
    rows : list of dict
        One per hypothesis: hypothesis, accuracy in percent, and the number of support rows.
    """
    X, y, (train, test) = one_part(dataset, permutation, part)
    X = X / X.dtype.type(LARGEST[dataset])
    model = KernelPerceptron(
        kernel="poly",
        degree=degree,
        coef0=1.0,
        gamma=1.0,
        margin=tau,
        eta0=eta0,
        init="threshold",
        order="cyclic",
        max_iter=max_iter,
    ).fit(X[train], y[train])
    return [
        {
            "hypothesis": hypothesis,
            "accuracy": percent_right(model.set_params(hypothesis=hypothesis), X[test], y[test]),
            "support": len(model.support_),
        }
        for hypothesis in HYPOTHESES
    ]
