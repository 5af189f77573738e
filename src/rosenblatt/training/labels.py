"""Labels and weights as the core wants them: class codes 0, 1, ... and weights above zero."""

from collections.abc import Mapping
from math import fsum
from typing import Any

import numpy as np
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_array

from rosenblatt import _core

LARGEST_SUM = 1e150


def encode(y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Sorted classes, and for each label the number of its class."""
    if y.dtype.kind in "biu" and np.can_cast(y.dtype, np.int64):
        codes = np.empty(len(y), dtype=np.int32)
        classes = _core.encode_small(np.ascontiguousarray(y, dtype=np.int64), codes)
        if classes.size:
            return classes.astype(y.dtype), codes
    if y.dtype.kind == "O":
        refuse_mixed(y)
    check_classification_targets(y)
    distinct, numbers = np.unique(y, return_inverse=True)
    return distinct, numbers.astype(np.int32)


def refuse_mixed(y: np.ndarray) -> None:
    kinds = sorted({"str" if isinstance(v, str) else type(v).__name__ for v in y})
    if "NoneType" in kinds:
        row = next(k for k, label in enumerate(y) if label is None)
        raise ValueError(f"Input y contains NaN: the label of row {row} is missing; drop the row.")
    if "str" in kinds and len(kinds) > 1:
        raise ValueError(
            f"y mixes labels of the types {' and '.join(kinds)}, which have no common order; "
            "make them all of one type, for example with y.astype(str)."
        )


def require_alike(labels: np.ndarray, known: np.ndarray) -> None:
    """Numbers and words never name the same classes."""
    words = [array.dtype.kind in "OUST" for array in (labels, known)]
    if words[0] != words[1]:
        raise ValueError(
            f"y holds labels of type {labels.dtype}, the classes so far are of type {known.dtype} "
            f"({known.tolist()}); give labels of one type in all batches."
        )


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
    if weights.sum() > LARGEST_SUM:
        raise ValueError(
            f"sample_weight sums up to more than {LARGEST_SUM:g}; divide the weights by a constant."
        )
    if weights.size and weights.min() < 0:
        row = int(np.argmin(weights >= 0))
        raise ValueError(
            f"sample_weight holds a negative weight ({weights[row]:g} at row {row}); weights must "
            "be zero or more. To remove a row, drop it; to flip it, change its label."
        )
    return weights


def weigh(
    y: np.ndarray, weights: np.ndarray | None, class_weight: Any, *, rounded: bool = False
) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
    """Classes, codes and full weights. Rows that weigh nothing teach nothing, but a class that y
    names stays one: a bootstrap sample given as weights may leave out all rows of a rare class.

    With ``rounded`` the factors of the classes have few bits (see `short`).
    """
    if weights is not None and not weights.any():
        raise ValueError(
            "sample_weight is zero for every row, so there is nothing to learn from; give "
            "some row a positive weight."
        )
    classes, codes = encode(y)
    require_two(classes)
    factors = class_weights(class_weight, classes, codes, weights)
    factors = short(factors) if rounded else factors
    if factors is not None and np.count_nonzero(factors) < 2:
        raise ValueError(
            f"class_weight={class_weight!r} leaves fewer than two classes with a positive "
            "weight; a classifier needs two or more classes."
        )
    full = times(weights, factors, codes)
    if full is not None and not full.any():
        raise ValueError(
            f"sample_weight times class_weight={class_weight!r} is zero for every row, so there is "
            "nothing to learn from; give some row a positive weight."
        )
    return classes, codes, full


def taken(weights: np.ndarray | None, rows: np.ndarray | None) -> np.ndarray | None:
    return weights if weights is None or rows is None else weights[rows]


def class_weights(
    class_weight: Any, classes: np.ndarray, codes: np.ndarray, weights: np.ndarray | None
) -> np.ndarray | None:
    """The factor of each class, or None if there is none; rows are counted with their weights."""
    if class_weight is None:
        return None
    if isinstance(class_weight, str):
        return balanced(count_classes(codes, weights, len(classes)))
    return from_mapping(class_weight, classes)


def count_classes(codes: np.ndarray, weights: np.ndarray | None, n_classes: int) -> np.ndarray:
    """Weight of each class, rounded once, so that the order of the rows leaves no trace."""
    if weights is None:
        return np.bincount(codes, minlength=n_classes).astype(float)
    return np.array([fsum(weights[codes == code]) for code in range(n_classes)])


def balanced(counts: np.ndarray) -> np.ndarray:
    """Factors that give each class that occurs the same total weight."""
    present = counts > 0
    factors = np.ones(len(counts))
    factors[present] = counts.sum() / (present.sum() * counts[present])
    return factors


def from_mapping(
    class_weight: Mapping[Any, float], classes: np.ndarray, more_may_come: bool = False
) -> np.ndarray:
    """The factor of each class; classes that do not occur may be named, if all others are too."""
    known = classes.tolist()
    factors = {label: as_factor(factor, class_weight) for label, factor in class_weight.items()}
    unknown = [label for label in factors if label not in known]
    unnamed = [label for label in known if label not in factors]
    # A fold may lack a rare class; a name beside a class without one is rather misspelt.
    if unknown and unnamed and not more_may_come:
        raise ValueError(
            f"class_weight names {unknown}, which y does not hold, but not {unnamed}, which it "
            f"does; the classes of y are {known}. Correct the names, or name every class."
        )
    return np.array([factors.get(label, 1.0) for label in known])


def as_factor(factor: Any, class_weight: Mapping[Any, float]) -> float:
    try:
        number = float(factor)
    except (TypeError, ValueError):
        raise ValueError(
            f"class_weight={dict(class_weight)} holds a factor that is not a number."
        ) from None
    if not (np.isfinite(number) and number >= 0):
        raise ValueError(
            f"class_weight={dict(class_weight)} holds a factor that is negative or not finite; "
            "factors must be zero or more."
        )
    return number


def short(factors: np.ndarray | None) -> np.ndarray | None:
    """Factors of 30 bits: times whole weights they are exact, and so are sums of such products.

    Otherwise k copies of a row would not weigh what the row weighs with weight k.
    """
    if factors is None:
        return None
    mantissa, exponent = np.frexp(factors)
    return np.ldexp(np.rint(np.ldexp(mantissa, 30)), exponent - 30)


def times(weights: np.ndarray | None, factors: np.ndarray | None, codes: np.ndarray) -> Any:
    """Sample weights times class factors; None if both are absent."""
    if factors is None:
        return weights
    return factors[codes] if weights is None else weights * factors[codes]
