"""The decision of committees as nodes of an ONNX graph."""

from rosenblatt.models.committee_formula import CommitteeFormula, CommitteeVotes, RampSums
from rosenblatt.models.exports.onnx_graph import Graph


def committee_scores(graph: Graph, formula: CommitteeFormula, h: str) -> str:
    """Scores of the outputs from those of their hyperplanes.

    Parameters
    ----------
    graph : Graph
        Gets the nodes.
    formula : Medians, CommitteeVotes or RampSums
        The model.
    h : str
        Name of the hyperplanes' scores, one column each.

    Returns
    -------
    str
        Name of the scores, one column per output.
    """
    members, outputs = formula.members, len(formula.lines) // formula.members
    cut = graph.add("Reshape", h, graph.table([-1, outputs, members]))
    if isinstance(formula, CommitteeVotes):
        return votes(graph, formula, cut)
    if isinstance(formula, RampSums):
        return ramps(graph, formula, cut)
    upper = graph.add("TopK", cut, graph.table([members // 2 + 1]), unused=1, axis=2)
    return graph.add("ReduceMin", upper, graph.table([2]), keepdims=0)


def votes(graph: Graph, formula: CommitteeVotes, cut: str) -> str:
    along = graph.table([2])
    counted = graph.add("ReduceSum", graph.add("Sign", cut), along, keepdims=0)
    total = graph.add("ReduceSum", cut, along, keepdims=0)
    size = graph.add("Add", graph.add("Abs", total), graph.table(1.0))
    share = graph.add("Mul", graph.add("Div", total, size), graph.table(formula.tie_break))
    return graph.add("Add", counted, share)


def ramps(graph: Graph, formula: RampSums, cut: str) -> str:
    slope = graph.add("Div", cut, graph.table(formula.widths[None, :, None]))
    above = graph.add("Max", slope, graph.table(-1.0))
    ramp = graph.add("Min", above, graph.table(1.0))
    weighted = graph.add("Mul", ramp, graph.table(formula.shares[None]))
    summed = graph.add("ReduceSum", weighted, graph.table([2]), keepdims=0)
    return graph.add("Add", summed, graph.table(formula.constants[None]))
