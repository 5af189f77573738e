"""A model as an ONNX graph, coding included: one input per original column.

Inputs have shape (n, 1) and the names of the columns: float64 for numbers (NaN: missing), strings
for names ("": missing). A model of a plain matrix has one input ``X``, float64 of shape (n, d).
Outputs are ``label``, ``scores`` and, if the model has them, ``probabilities``.
"""

import numpy as np

from rosenblatt.models.committee_formula import CommitteeFormula
from rosenblatt.models.exports.onnx_committee import committee_scores
from rosenblatt.models.exports.onnx_graph import Graph
from rosenblatt.models.exports.onnx_kernel import kernel_products
from rosenblatt.models.exports.onnx_probability import add_probabilities
from rosenblatt.models.feature_map import FeatureMap, NominalColumn
from rosenblatt.models.formula import (
    ClassVotes,
    Formula,
    KernelSums,
    LinearFormula,
    Planes,
    SignVotes,
)
from rosenblatt.models.probability_formula import ProbabilityFormula

RESERVED = ("X", "label", "scores", "probabilities")


def onnx_file(
    formula: Formula, feature_map: FeatureMap, probability: ProbabilityFormula | None = None
) -> bytes:
    """The file.

    Parameters
    ----------
    formula : Formula
        How scores decide.
    feature_map : FeatureMap
        How columns become features.
    probability : Softmax, VoteShares or None, default=None
        How scores become probabilities.

    Returns
    -------
    bytes
        The graph, checked by onnx.
    """
    graph = Graph()
    order = coded(graph, feature_map)
    add_outputs(graph, formula, order, probability)
    return graph.to_bytes()


def add_outputs(
    graph: Graph, formula: Formula, order: list[int], probability: ProbabilityFormula | None
) -> None:
    """Make all outputs from ``coded``, whose columns are the features in this order."""
    if isinstance(formula, KernelSums):
        products = kernel_products(graph, "coded", formula.kernel, formula.rows[:, order])
        scores = weighted(graph, products, formula.dual, formula.intercepts)
    else:
        lines = formula.lines[:, order]
        scores = summed(graph, formula, weighted(graph, "coded", lines, formula.lines[:, -1]))
        if isinstance(formula, SignVotes) and formula.may_tie:
            lines = formula.summed_lines()
            beside = weighted(graph, "coded", lines[:, order], lines[:, -1])
            scores = broken(graph, formula, scores, beside)
    code = decide(graph, scores, formula)
    if probability is not None:
        add_probabilities(graph, scores, code, len(formula.classes), probability)


def weighted(graph: Graph, values: str, lines: np.ndarray, constants: np.ndarray) -> str:
    return graph.add(
        "Add", graph.add("MatMul", values, graph.table(lines.T)), graph.table(constants)
    )


def coded(graph: Graph, feature_map: FeatureMap) -> list[int]:
    """Make ``coded`` from the inputs; returns the feature that each of its columns is."""
    blocks, order = numbers(graph, feature_map) if feature_map.numeric else ([], [])
    for column in feature_map.nominal:
        if column.features:
            found, features = names(graph, column)
            blocks, order = blocks + found, order + features
    graph.add("Concat", *blocks, result="coded", axis=1)
    return order


def names(graph: Graph, column: NominalColumn) -> tuple[list[str], list[int]]:
    """A block of flags, one per known value, and one flag for all other values if they count."""
    cell = graph.input(input_name(column.name), "STRING", 1)
    known = graph.cast(graph.add("Equal", cell, graph.table([list(column.features)])))
    features = list(column.features.values())
    if column.other is None:
        return [known], features
    missing = graph.cast(graph.add("Equal", cell, graph.table([[""]])))
    accounted = graph.add("Add", missing, graph.add("ReduceSum", known, graph.table([1])))
    other = graph.add("Sub", graph.table(1.0), accounted)
    return [known, other], [*features, column.other]


def cells_of(graph: Graph, feature_map: FeatureMap) -> str:
    if feature_map.matrix:
        return graph.input("X", "DOUBLE", len(feature_map.columns))
    names = [graph.input(input_name(column.name), "DOUBLE", 1) for column in feature_map.numeric]
    return graph.add("Concat", *names, axis=1)


def numbers(graph: Graph, feature_map: FeatureMap) -> tuple[list[str], list[int]]:
    """Filled and scaled cells, then the flags of missing ones."""
    numeric, cells = feature_map.numeric, cells_of(graph, feature_map)
    missing = graph.add("IsNaN", cells)
    filled = graph.add("Where", missing, graph.table([[c.fill for c in numeric]]), cells)
    centered = graph.add("Sub", filled, graph.table([[c.center for c in numeric]]))
    blocks = [graph.add("Div", centered, graph.table([[c.scale for c in numeric]]))]
    flagged = [k for k, column in enumerate(numeric) if column.missing is not None]
    if flagged:
        flags = graph.add("Gather", graph.cast(missing), graph.table(flagged), axis=1)
        blocks.append(flags)
    flags_features = [c.missing for c in numeric if c.missing is not None]
    return blocks, [*(column.feature for column in numeric), *flags_features]


def summed(graph: Graph, formula: LinearFormula, h: str) -> str:
    """Scores of the outputs from those of the hyperplanes."""
    if isinstance(formula, Planes):
        return h
    if isinstance(formula, SignVotes):
        yes = graph.cast(graph.add("GreaterOrEqual", h, graph.table(0.0)))
        signs = graph.add("Sub", graph.add("Mul", yes, graph.table(2.0)), graph.table(1.0))
        return graph.add("MatMul", signs, graph.table(formula.table()))
    if isinstance(formula, CommitteeFormula):
        return committee_scores(graph, formula, h)
    return votes_by_class(graph, formula, h)


def broken(graph: Graph, formula: SignVotes, votes: str, summed: str) -> str:
    """Votes, with ties broken by summed scores."""
    zero, one, across = graph.table(0.0), graph.table(1.0), graph.table([1])
    largest = graph.add("ReduceMax", graph.add("Abs", summed), across, keepdims=1)
    unit = graph.add("Where", graph.add("Greater", largest, zero), largest, one)
    share = graph.add(
        "Div", graph.add("Add", graph.add("Div", summed, unit), one), graph.table(2.0)
    )
    below = graph.add("Mul", graph.add("Sub", share, one), graph.table(formula.most))
    above = graph.add("Add", votes, graph.add("Mul", share, graph.table(formula.smallest / 2)))
    best = graph.add("ReduceMax", votes, across, keepdims=1)
    return graph.add("Where", graph.add("LessOrEqual", best, zero), below, above)


def votes_by_class(graph: Graph, formula: ClassVotes, h: str) -> str:
    width = len(formula.classes)
    cut = graph.add("Reshape", h, graph.table([-1, len(formula.ballots), width]))
    best = graph.add("ArgMax", cut, axis=2, keepdims=1)
    chosen = graph.cast(graph.add("Equal", best, graph.table([[list(range(width))]])))
    votes = graph.add("Mul", chosen, graph.table(formula.ballots[None, :, None]))
    return graph.add("ReduceSum", votes, graph.table([1]), keepdims=0)


def decide(graph: Graph, scores: str, formula: Formula) -> str:
    """Make the outputs ``label`` and ``scores``; returns the name of the predicted codes."""
    graph.add("Identity", scores, result="scores")
    n_outputs = 1 if len(formula.classes) == 2 else len(formula.classes)
    if n_outputs == 1:
        yes = graph.add("GreaterOrEqual", scores, graph.table(0.0))
        code = graph.cast(graph.add("Squeeze", yes, graph.table([1])), "INT64")
    else:
        code = graph.add("ArgMax", scores, axis=1, keepdims=0)
    classes = formula.classes
    kind = {"U": "STRING", "O": "STRING", "f": "DOUBLE"}.get(classes.dtype.kind, "INT64")
    labels = classes if kind != "INT64" else classes.astype(np.int64)
    graph.add("Gather", graph.table(labels), code, result="label", axis=0)
    graph.output("label", kind, ["n"])
    graph.output("scores", "DOUBLE", ["n", n_outputs])
    return code


def input_name(column: str) -> str:
    """The column's own name, unless the graph needs it for itself."""
    taken = column in (*RESERVED, "coded", "") or column.startswith("rosenblatt/")
    return f"column {column}" if taken else column
