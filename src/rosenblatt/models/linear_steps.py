"""Transformers that are linear, as numbers: ``z = A x + b``."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.decomposition import PCA, TruncatedSVD
from sklearn.feature_selection import SelectorMixin
from sklearn.preprocessing import FunctionTransformer, MaxAbsScaler, MinMaxScaler, RobustScaler
from sklearn.preprocessing import StandardScaler as Standardising

from rosenblatt.classifiers.whitening import Whitening

KNOWN = (
    "StandardScaler, MinMaxScaler, MaxAbsScaler, RobustScaler, PCA, TruncatedSVD, Whitening, a "
    "selection of features, or OneHotEncoder in a ColumnTransformer"
)


@dataclass(frozen=True)
class ColumnScales:
    """Each column by itself: ``(x - shift) / scale``."""

    shift: np.ndarray
    scale: np.ndarray


@dataclass(frozen=True)
class LinearMap:
    """``A x + b``."""

    A: Any  # (n_out, n_in), dense or sparse
    b: np.ndarray

    def after(self, first: "LinearMap") -> "LinearMap":
        """The map that applies ``first`` and then this one."""
        return LinearMap(self.A @ first.A, np.asarray(self.A @ first.b).ravel() + self.b)


def column_scales(step: Any, n_in: int) -> ColumnScales | None:
    """The scales of a transformer that treats each column by itself; None for any other.

    Parameters
    ----------
    step : fitted transformer
        Of scikit-learn.
    n_in : int
        Number of columns.

    Returns
    -------
    ColumnScales or None
        Shift and scale of each column.
    """
    zeros, ones = np.zeros(n_in), np.ones(n_in)
    if step is None or step == "passthrough":
        return ColumnScales(zeros, ones)
    if isinstance(step, FunctionTransformer) and step.func is None:
        return ColumnScales(zeros, ones)
    if isinstance(step, Standardising):
        mean, scale = step.mean_ if step.with_mean else None, step.scale_
    elif isinstance(step, RobustScaler):
        mean, scale = step.center_, step.scale_
    elif isinstance(step, MaxAbsScaler) and not getattr(step, "clip", False):
        mean, scale = None, step.scale_
    elif isinstance(step, MinMaxScaler) and not step.clip:
        mean, scale = -step.min_ / step.scale_, 1 / step.scale_
    else:
        return None
    return ColumnScales(zeros if mean is None else mean, ones if scale is None else scale)


def linear_map(step: Any, n_in: int) -> LinearMap:
    """Any transformer that is linear.

    Parameters
    ----------
    step : fitted transformer
        Of scikit-learn or of this package.
    n_in : int
        Number of its features.

    Returns
    -------
    LinearMap
        The same as a matrix and a vector.
    """
    scales = column_scales(step, n_in)
    if scales is not None:
        return LinearMap(sp.diags_array(1 / scales.scale), -scales.shift / scales.scale)
    if isinstance(step, PCA):
        size = np.sqrt(step.explained_variance_)[:, None] if step.whiten else 1.0
        A = step.components_ / size
        return LinearMap(A, -A @ step.mean_)
    if isinstance(step, TruncatedSVD):
        return LinearMap(step.components_, np.zeros(len(step.components_)))
    if isinstance(step, Whitening):
        return probed(step, n_in)
    if isinstance(step, SelectorMixin):
        chosen = step.get_support()
        picked = sp.csr_array(sp.eye_array(n_in, format="csr")[chosen])
        return LinearMap(picked, np.zeros(picked.shape[0]))
    raise ValueError(
        f"{type(step).__name__} is not a linear transformer that can be exported; use {KNOWN}."
    )


def probed(step: Any, n_in: int) -> LinearMap:
    """The map of a transformer that is known to be linear, from what it does to unit vectors."""
    b = np.asarray(step.transform(np.zeros((1, n_in)))).ravel()
    return LinearMap(np.asarray(step.transform(np.eye(n_in))).T - b[:, None], b)


def linear_map_of(steps: list[Any], n_in: int) -> LinearMap:
    """All steps one after another."""
    found = LinearMap(sp.eye_array(n_in, format="csr"), np.zeros(n_in))
    for step in steps:
        found = linear_map(step, found.A.shape[0]).after(found)
    return found
