"""Labels and weights as the core wants them: class codes 0, 1, ... and weights above zero."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_array

SMALL_RANGE = 1 << 16


def encode(y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Sorted classes, and for each label the number of its class."""
    if y.dtype.kind in "biu" and y.size:
        low, high = int(y.min()), int(y.max())
        if high - low < SMALL_RANGE:
            return encode_small_integers(y, low, high)
    check_classification_targets(y)
    try:
        classes, codes = np.unique(y, return_inverse=True)
    except TypeError:
        kinds = sorted({type(label).__name__ for label in y})
        raise ValueError(
            f"y mixes labels of the types {' and '.join(kinds)}, which have no common order; "
            "make them all of one type, for example with y.astype(str)."
        ) from None
    return classes, codes.astype(np.int32)


def encode_small_integers(y: np.ndarray, low: int, high: int) -> tuple[np.ndarray, np.ndarray]:
    # Counting is an order of magnitude faster than sorting.
    offset = y.astype(np.int64) - low
    present = np.bincount(offset, minlength=high - low + 1) > 0
    codes = (np.cumsum(present) - 1).astype(np.int32)
    return (np.flatnonzero(present) + low).astype(y.dtype), codes[offset]


def encode_known(y: np.ndarray, classes: np.ndarray) -> np.ndarray:
    """Numbers of the labels within ``classes``, which must hold all of them."""
    found, codes = encode(y)
    return np.searchsorted(classes, found).astype(np.int32)[codes]


def require_two(classes: np.ndarray) -> None:
    if len(classes) < 2:
        raise ValueError(
            f"y holds one class only ({classes[0]}); a classifier needs two or more classes."
        )


def check_weights(sample_weight: Any, n_rows: int) -> np.ndarray | None:
    """One finite weight per row, none negative; None if all are 1."""
    if sample_weight is None:
        return None
    if np.isscalar(sample_weight):
        sample_weight = np.full(n_rows, sample_weight)
    weights = check_array(
        sample_weight, ensure_2d=False, dtype=np.float64, order="C", input_name="sample_weight"
    )
    if weights.shape != (n_rows,):
        raise ValueError(
            f"sample_weight.shape == {weights.shape}, expected {(n_rows,)}: one weight for each "
            "row of X."
        )
    if weights.size and weights.min() < 0:
        row = int(np.argmin(weights >= 0))
        raise ValueError(
            f"sample_weight holds a negative weight ({weights[row]:g} at row {row}); weights must "
            "be zero or more. To unlearn a row, drop it; to turn it, change its label."
        )
    return weights


def class_weights(
    class_weight: Any, classes: np.ndarray, codes: np.ndarray, weights: np.ndarray | None
) -> np.ndarray | None:
    """The factor of each class, or None if there is none; rows are counted with their weights."""
    if class_weight is None:
        return None
    if isinstance(class_weight, str):
        return balanced(np.bincount(codes, weights=weights, minlength=len(classes)))
    return from_mapping(class_weight, classes)


def balanced(counts: np.ndarray) -> np.ndarray:
    """Factors that give each class that occurs the same total weight."""
    present = counts > 0
    factors = np.ones(len(counts))
    factors[present] = counts.sum() / (present.sum() * counts[present])
    return factors


def from_mapping(class_weight: Mapping[Any, float], classes: np.ndarray) -> np.ndarray:
    known = classes.tolist()
    unknown = [label for label in class_weight if label not in known]
    if unknown:
        raise ValueError(
            f"class_weight names {unknown}, which y does not hold; its classes are {known}."
        )
    return np.array([float(class_weight.get(label, 1.0)) for label in known])


def times(weights: np.ndarray | None, factors: np.ndarray | None, codes: np.ndarray) -> Any:
    """Sample weights times class factors; None if both are absent."""
    if factors is None:
        return weights
    return factors[codes] if weights is None else weights * factors[codes]
