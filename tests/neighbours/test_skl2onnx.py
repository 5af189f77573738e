"""Contact with skl2onnx: one skip where it is not installed; `make neighbours`."""

import numpy as np
import pytest
from neighbour_models import LEARNERS, name, rows
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from rosenblatt import AveragedPerceptron
from rosenblatt.models import register_converters

skl2onnx = pytest.importorskip("skl2onnx")
onnxruntime = pytest.importorskip("onnxruntime")


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("learner", LEARNERS, ids=name)
def test_skl2onnx_converts_a_pipeline(learner, n_classes):
    register_converters()
    X, y = rows(n_classes)
    model = make_pipeline(StandardScaler(), clone(learner)).fit(X, y)
    options = {id(model): {"zipmap": False}}
    given = X.astype(np.float32)
    graph = skl2onnx.to_onnx(model, given[:1], options=options, target_opset=19)
    session = onnxruntime.InferenceSession(graph.SerializeToString())
    label, shares = session.run(None, {"X": given})
    assert (label == model.predict(X)).mean() > 0.98  # scalers of skl2onnx have single precision
    assert shares.shape == (len(X), n_classes)
    if hasattr(model, "predict_proba"):
        assert np.median(np.abs(shares - model.predict_proba(X))) < 1e-5


def test_skl2onnx_converts_text_labels():
    register_converters()
    X, y = load_iris(return_X_y=True)
    model = AveragedPerceptron(random_state=0).fit(X, np.array(["a", "b", "c"])[y])
    graph = skl2onnx.to_onnx(
        model, X[:1].astype(np.float32), options={"zipmap": False}, target_opset=19
    )
    session = onnxruntime.InferenceSession(graph.SerializeToString())
    label = session.run(None, {"X": X.astype(np.float32)})[0]
    assert (label == model.predict(X)).mean() > 0.98
