"""An ONNX graph in the making."""

from typing import Any

import numpy as np

OPSET = 19  # the first that compares strings
IR_VERSION = 9


class Graph:
    """Nodes, constants and inputs as they come; every result gets the next name."""

    def __init__(self) -> None:
        self.onnx = the_onnx()
        self.nodes: list[Any] = []
        self.constants: list[Any] = []
        self.inputs: list[Any] = []
        self.outputs: list[Any] = []

    def add(
        self, kind: str, *inputs: str, result: str | None = None, unused: int = 0, **options: Any
    ) -> str:
        """A node; the name of its first output, which others may follow that nobody asks for."""
        name = result or f"rosenblatt/{kind}_{len(self.nodes)}"
        outputs = [name, *(f"{name}/unused_{k}" for k in range(unused))]
        self.nodes.append(self.onnx.helper.make_node(kind, list(inputs), outputs, **options))
        return name

    def cast(self, name: str, kind: str = "DOUBLE") -> str:
        return self.add("Cast", name, to=getattr(self.onnx.TensorProto, kind))

    def table(self, values: Any) -> str:
        """A constant; text as strings, other numbers than integers as doubles."""
        array = np.asarray(values)
        if array.dtype.kind in "UO":
            array = array.astype(object)
        elif array.dtype.kind == "f":
            array = array.astype(np.float64)
        return self._constant(array)

    def doubles(self, values: np.ndarray) -> str:
        """A large constant, kept in its own precision and read as doubles."""
        name = self._constant(values)
        return name if values.dtype == np.float64 else self.cast(name)

    def _constant(self, array: np.ndarray) -> str:
        name = f"rosenblatt/constant_{len(self.constants)}"
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


def the_onnx() -> Any:
    try:
        import onnx
        import onnx.numpy_helper
    except ImportError as error:
        raise ImportError(
            "exporting to ONNX needs onnx; install it with: pip install 'rosenblatt[onnx]'"
        ) from error
    return onnx
