"""A kernel's products as nodes of an ONNX graph.

Plain operators rather than SVMClassifier, which knows single precision only and lets several
classes decide in pairs.
"""

import numpy as np

from rosenblatt.models.exports.onnx_graph import Graph
from rosenblatt.training.kernel import Kernel, squared_norms


def kernel_products(graph: Graph, X: str, kernel: Kernel, rows: np.ndarray) -> str:
    """Products of the rows of X with support rows, one column each.

    Parameters
    ----------
    graph : Graph
        Gets the nodes.
    X : str
        Name of the coded rows.
    kernel : Kernel
        One with a formula: poly, rbf or sigmoid.
    rows : ndarray of shape (n_support, n_features)
        Support rows, kept in their precision.

    Returns
    -------
    str
        Name of the products.
    """
    products = graph.add("MatMul", X, graph.doubles(rows.T))
    if kernel.name == "rbf":
        exponent = graph.add("Mul", squared_distances(graph, X, products, rows),
                             graph.table(-kernel.gamma))  # fmt: skip
        return graph.add("Exp", exponent)
    # One number for each column: onnxruntime makes a single one a factor of single precision.
    gammas = np.full((1, len(rows)), kernel.gamma)
    scaled = graph.add("Mul", products, graph.table(gammas))
    shifted = graph.add("Add", scaled, graph.table(kernel.coef0))
    if kernel.name == "sigmoid":
        return graph.add("Tanh", shifted)
    return graph.add("Pow", shifted, graph.table(float(kernel.degree)))


def squared_distances(graph: Graph, X: str, products: str, rows: np.ndarray) -> str:
    """``|x|^2 + |z|^2 - 2 x . z``, not below 0."""
    own = graph.add("ReduceSum", graph.add("Mul", X, X), graph.table([1]), keepdims=1)
    norms = graph.add("Add", own, graph.table(squared_norms(rows)[None, :]))
    twice = graph.add("Mul", products, graph.table(2.0))
    return graph.add("Max", graph.add("Sub", norms, twice), graph.table(0.0))
