"""Bounds of the number of mistakes, for a hyperplane u through the origin."""

import numpy as np


def first_order_bound(X: np.ndarray, y: np.ndarray, u: np.ndarray) -> float:
    """Novikoff: ``max |x|^2 |u|^2 / g^2`` with the margin ``g = min y u.x``, if it is positive.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.reproduce.sop.bounds import first_order_bound
    >>> X, y = np.array([[3.0, 1.0], [0.0, -1.0]]), np.array([1, -1])
    >>> first_order_bound(X, y, np.array([0.0, 1.0]))
    10.0
    """
    margin = float(np.min(y * (X @ u)))
    longest = float(np.square(X).sum(axis=1).max())
    return longest * float(u @ u) / margin**2 if margin > 0 else np.inf


def whitened_bound(X: np.ndarray, y: np.ndarray, u: np.ndarray) -> float:
    """The same of whitened rows: ``max x' C^-1 x  u' C u / g^2`` with ``C = sum x x'``.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.reproduce.sop.bounds import whitened_bound
    >>> X = np.array([[3.0, 1.0], [-3.0, 1.0], [3.0, -1.0], [-3.0, -1.0]])
    >>> y = np.array([1, 1, -1, -1])
    >>> round(whitened_bound(X, y, np.array([0.0, 1.0])), 9)
    2.0
    """
    margin = float(np.min(y * (X @ u)))
    C = X.T @ X
    longest = float(np.max(np.einsum("ij,ij->i", X, np.linalg.solve(C, X.T).T)))
    return longest * float(u @ C @ u) / margin**2 if margin > 0 else np.inf


def second_order_bound(
    X: np.ndarray, y: np.ndarray, u: np.ndarray, ridge: float, margin: float
) -> float:
    """``D / g + sqrt((a + u' G u) sum ln(1 + l_i / a)) / g`` for a unit vector u and any g > 0.

    Parameters
    ----------
    X, y : ndarray
        The rows that were mistakes, and their labels.
    u : ndarray
        A hyperplane of length 1.
    ridge : float
        The a of the paper, above 0.
    margin : float
        g: D is the sum of ``max(0, g - y u.x)``, G the sum of ``x x'`` and l_i its eigenvalues.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.reproduce.sop.bounds import second_order_bound
    >>> X, y, u = np.array([[1.0, 0.0]]), np.array([1]), np.array([1.0, 0.0])
    >>> bool(np.isclose(second_order_bound(X, y, u, 1.0, 1.0), np.sqrt(2 * np.log(2))))
    True
    """
    losses = np.maximum(0.0, margin - y * (X @ u)).sum()
    eigenvalues = np.maximum(np.linalg.eigvalsh(X.T @ X), 0.0)
    spread = ridge + np.square(X @ u).sum()
    return float(losses + np.sqrt(spread * np.log1p(eigenvalues / ridge).sum())) / margin
