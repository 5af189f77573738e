"""Converters for skl2onnx, so that pipelines with our learners become ONNX graphs as others do."""

from typing import Any

from rosenblatt.models.exports.onnx import add_outputs
from rosenblatt.models.exports.onnx_graph import OPSET, Graph
from rosenblatt.models.learner_formulas import formula_of
from rosenblatt.models.learner_names import LEARNERS
from rosenblatt.models.model import Model
from rosenblatt.models.probability_formula import probability_of
from rosenblatt.tables import TableCoder

OPTIONS = {
    "zipmap": [True, False, "columns"],
    "nocl": [True, False],
    "output_class_labels": [True, False],
}


def register_converters() -> None:
    """Tell skl2onnx how to convert the learners of this package.

    Outputs are the label and, in the place of probabilities, those of the model or, if it has
    none, its scores, one column for each class (of two classes minus and plus the score). Linear,
    voted, boosted and kernel models and committees can be converted; graphs need the operators of
    ONNX 19.

    Examples
    --------
    ``register_converters()``, then ``skl2onnx.to_onnx(pipeline, X[:1], target_opset=19)``.
    """
    skl2onnx, shapes = the_skl2onnx()
    for kind in LEARNERS.values():
        if not kind.__module__.startswith("rosenblatt."):
            continue
        skl2onnx.update_registered_converter(
            kind, f"Rosenblatt{kind.__name__}", shapes, convert, options=OPTIONS
        )


def convert(scope: Any, operator: Any, container: Any) -> None:
    """Add the nodes of a fitted learner to the graph that skl2onnx makes."""
    graph = nodes_of(operator.raw_operator)
    wanted = {
        "features": operator.inputs[0].full_name,
        "label": operator.outputs[0].full_name,
        "shares": operator.outputs[1].full_name,
    }
    parts = [*graph.constants, *(output for node in graph.nodes for output in node.output)]
    names = [getattr(part, "name", part) for part in parts]
    fresh = {name: scope.get_unique_variable_name(name.replace("/", "_")) for name in names}
    fresh |= wanted
    for constant in graph.constants:
        constant.name = fresh[constant.name]
        container.initializers.append(constant)
    for node in graph.nodes:
        node.input[:] = [fresh[name] for name in node.input]
        node.output[:] = [fresh[name] for name in node.output]
        node.name = scope.get_unique_operator_name(node.op_type)
        container.nodes.append(node)
    container.node_domain_version_pair_sets.add(("", OPSET))


def nodes_of(learner: Any) -> Graph:
    """From ``features`` to ``label`` and ``shares``, which are single numbers as skl2onnx's are."""
    formula = formula_of(learner, learner.n_features_in_)
    probability = probability_of(Model(TableCoder(), learner, "", ""), formula)
    graph = Graph()
    graph.add("Cast", "features", result="coded", to=graph.onnx.TensorProto.DOUBLE)
    add_outputs(graph, formula, list(range(learner.n_features_in_)), probability)
    told = "scores" if probability is None else "probabilities"
    if probability is None and len(formula.classes) == 2:
        told = graph.add("MatMul", "scores", graph.table([[-1.0, 1.0]]))
    graph.add("Cast", told, result="shares", to=graph.onnx.TensorProto.FLOAT)
    return graph


def the_skl2onnx() -> tuple[Any, Any]:
    try:
        import skl2onnx
        from skl2onnx.common.shape_calculator import calculate_linear_classifier_output_shapes
    except ImportError as error:
        raise ImportError(
            "registering converters needs skl2onnx; install it with: pip install skl2onnx"
        ) from error
    return skl2onnx, calculate_linear_classifier_output_shapes
