"""A model as an ONNX graph, coding included: one input per original column.

Inputs have shape (n, 1) and the names of the columns: float64 for numbers (NaN: missing), strings
for names ("": missing). A model of a plain matrix has one input ``X``, float64 of shape (n, d).
Outputs are ``label`` and ``scores``.
"""

from typing import Any

import numpy as np

from rosenblatt.models.feature_map import FeatureMap, NominalColumn
from rosenblatt.models.formula import ClassVotes, Formula, Planes, SignVotes

OPSET = 19  # the first that compares strings
IR_VERSION = 9
RESERVED = ("X", "label", "scores")


def onnx_file(formula: Formula, feature_map: FeatureMap) -> bytes:
    """The file.

    Parameters
    ----------
    formula : Planes, SignVotes or ClassVotes
        How scores decide.
    feature_map : FeatureMap
        How columns become features.

    Returns
    -------
    bytes
        The graph, checked by onnx.
    """
    onnx = the_onnx()
    graph = Graph(onnx)
    order = coded(graph, feature_map)
    lines = formula.lines[:, [*order, -1]]
    h = graph.add("Add", graph.add("MatMul", "coded", graph.table(lines[:, :-1].T)),
                  graph.table(lines[:, -1]))  # fmt: skip
    decide(graph, summed(graph, formula, h), formula)
    return graph.to_bytes()


class Graph:
    """Nodes, constants and inputs as they come; every result gets the next name."""

    def __init__(self, onnx: Any) -> None:
        self.onnx = onnx
        self.nodes: list[Any] = []
        self.constants: list[Any] = []
        self.inputs: list[Any] = []
        self.outputs: list[Any] = []

    def add(self, kind: str, *inputs: str, result: str | None = None, **options: Any) -> str:
        name = result or f"rosenblatt/{kind}_{len(self.nodes)}"
        self.nodes.append(self.onnx.helper.make_node(kind, list(inputs), [name], **options))
        return name

    def cast(self, name: str, kind: str = "DOUBLE") -> str:
        return self.add("Cast", name, to=getattr(self.onnx.TensorProto, kind))

    def table(self, values: Any) -> str:
        """A constant; text as strings, other numbers than integers as doubles."""
        array = np.asarray(values)
        name = f"rosenblatt/constant_{len(self.constants)}"
        if array.dtype.kind in "UO":
            array = array.astype(object)
        elif array.dtype.kind == "f":
            array = array.astype(np.float64)
        self.constants.append(self.onnx.numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def input(self, name: str, kind: str, width: int) -> str:
        element = getattr(self.onnx.TensorProto, kind)
        self.inputs.append(self.onnx.helper.make_tensor_value_info(name, element, ["n", width]))
        return name

    def output(self, name: str, kind: str, shape: list[Any]) -> None:
        element = getattr(self.onnx.TensorProto, kind)
        self.outputs.append(self.onnx.helper.make_tensor_value_info(name, element, shape))

    def to_bytes(self) -> bytes:
        helper = self.onnx.helper
        graph = helper.make_graph(
            self.nodes, "rosenblatt", self.inputs, self.outputs, self.constants
        )
        opset = [helper.make_opsetid("", OPSET)]
        model = helper.make_model(graph, opset_imports=opset, ir_version=IR_VERSION)
        self.onnx.checker.check_model(model)
        return bytes(model.SerializeToString())


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


def summed(graph: Graph, formula: Formula, h: str) -> str:
    """Scores of the outputs from those of the hyperplanes."""
    if isinstance(formula, Planes):
        return h
    if isinstance(formula, SignVotes):
        yes = graph.cast(graph.add("GreaterOrEqual", h, graph.table(0.0)))
        signs = graph.add("Sub", graph.add("Mul", yes, graph.table(2.0)), graph.table(1.0))
        return graph.add("MatMul", signs, graph.table(formula.table()))
    return votes_by_class(graph, formula, h)


def votes_by_class(graph: Graph, formula: ClassVotes, h: str) -> str:
    width = len(formula.classes)
    cut = graph.add("Reshape", h, graph.table([-1, len(formula.ballots), width]))
    best = graph.add("ArgMax", cut, axis=2, keepdims=1)
    chosen = graph.cast(graph.add("Equal", best, graph.table([[list(range(width))]])))
    votes = graph.add("Mul", chosen, graph.table(formula.ballots[None, :, None]))
    return graph.add("ReduceSum", votes, graph.table([1]), keepdims=0)


def decide(graph: Graph, scores: str, formula: Formula) -> None:
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


def input_name(column: str) -> str:
    """The column's own name, unless the graph needs it for itself."""
    taken = column in (*RESERVED, "coded", "") or column.startswith("rosenblatt/")
    return f"column {column}" if taken else column


def the_onnx() -> Any:
    try:
        import onnx
        import onnx.numpy_helper
    except ImportError as error:
        raise ImportError(
            "exporting to ONNX needs onnx; install it with: pip install 'rosenblatt[onnx]'"
        ) from error
    return onnx
