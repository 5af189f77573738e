"""Probabilities as nodes of an ONNX graph."""

import numpy as np

from rosenblatt.models.exports.onnx_graph import Graph
from rosenblatt.models.probability_formula import ProbabilityFormula, Softmax


def add_probabilities(
    graph: Graph, scores: str, code: str, n_classes: int, formula: ProbabilityFormula
) -> None:
    """Make the output ``probabilities`` from scores and predicted codes.

    Parameters
    ----------
    graph : Graph
        Gets the nodes.
    scores : str
        Name of the scores, one column per output.
    code : str
        Name of the code of each row's prediction.
    n_classes : int
        Number of classes.
    formula : Softmax or VoteShares
        How scores become probabilities.
    """
    if isinstance(formula, Softmax):
        sides = np.array([[-0.5, 0.5]]) if n_classes == 2 else np.eye(n_classes)
        columns = graph.add("MatMul", scores, graph.table(formula.slope * sides))
        logits = graph.add("Add", columns, graph.table(formula.offsets[None, :]))
        shares = level(graph, softmax(graph, logits), code, n_classes)
    else:
        sides = np.array([[-1.0, 1.0]]) if n_classes == 2 else np.eye(n_classes)
        columns = graph.add("MatMul", scores, graph.table(sides))
        votes = graph.add("Add", columns, graph.table(np.full((1, n_classes), formula.most)))
        shares = graph.add("Div", votes, total(graph, votes))
    graph.add("Identity", shares, result="probabilities")
    graph.output("probabilities", "DOUBLE", ["n", n_classes])


def softmax(graph: Graph, logits: str) -> str:
    """In doubles: onnxruntime's own softmax is of single precision in places."""
    highest = graph.add("ReduceMax", logits, graph.table([1]), keepdims=1)
    powers = graph.add("Exp", graph.add("Sub", logits, highest))
    return graph.add("Div", powers, total(graph, powers))


def total(graph: Graph, columns: str) -> str:
    return graph.add("ReduceSum", columns, graph.table([1]), keepdims=1)


def level(graph: Graph, shares: str, code: str, n_classes: int) -> str:
    """Raise the predicted class to the level of those above it, which are cut off there."""
    places = graph.table(np.arange(n_classes)[None, :])
    column = graph.add("Unsqueeze", code, graph.table([1]))
    chosen = graph.cast(graph.add("Equal", column, places))
    others = graph.add("Sub", graph.table(np.ones((1, n_classes))), chosen)
    own = total(graph, graph.add("Mul", shares, chosen))
    # For each class j: the others at least as probable as it, as (rows, j, others).
    left = graph.add("Unsqueeze", shares, graph.table([1]))
    right = graph.add("Unsqueeze", shares, graph.table([2]))
    counted = graph.add(
        "Mul",
        graph.cast(graph.add("GreaterOrEqual", left, right)),
        graph.add("Unsqueeze", others, graph.table([1])),
    )
    sums = graph.add("ReduceSum", graph.add("Mul", counted, left), graph.table([2]), keepdims=0)
    numbers = graph.add("ReduceSum", counted, graph.table([2]), keepdims=0)
    means = graph.add(
        "Div", graph.add("Add", sums, own), graph.add("Add", numbers, graph.table(1.0))
    )
    best = graph.add("ReduceMax", means, graph.table([1]), keepdims=1)
    highest = graph.add("Max", best, own)
    cut = graph.add("Min", shares, highest)
    kept, raised = graph.add("Mul", cut, others), graph.add("Mul", chosen, highest)
    return graph.add("Add", kept, raised)
