"""Model files of earlier versions load and predict what they predicted when they were written."""

import numpy as np
import pytest
from kept_models import KEPT, fitted, names, rows

import rosenblatt
from rosenblatt import AveragedPerceptron, VotedPerceptron
from rosenblatt.models import load, save

pytest.importorskip("skops")
FILES = sorted(KEPT.glob("*/*.rosenblatt"))


def test_every_learner_is_kept_as_this_version_writes_it():
    kept = {path.stem for path in (KEPT / rosenblatt.__version__).glob("*.rosenblatt")}
    assert set(names()) <= kept, "run python tests/support/kept_models.py and commit what it writes"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_a_kept_model_loads_and_scores_as_it_did(path):
    X, _ = rows()
    scores = load(path).estimator.decision_function(X)
    np.testing.assert_allclose(scores, np.loadtxt(path.with_suffix(".txt")), rtol=1e-12)


@pytest.mark.parametrize("kind", [AveragedPerceptron, VotedPerceptron])
def test_what_only_later_batches_need_is_left_out_unless_asked_for(kind, tmp_path):
    X, y = np.random.default_rng(0).normal(size=(40, 4000)), np.arange(40) % 2
    model = kind(random_state=0).fit(X, y)
    lean, whole = tmp_path / "lean", tmp_path / "whole"
    save(model, lean)
    save(model, whole, resume=True)
    assert whole.stat().st_size - lean.stat().st_size > X.shape[1] * X.itemsize
    found = [load(path).estimator for path in (lean, whole)]
    for loaded in found:
        np.testing.assert_array_equal(loaded.decision_function(X), model.decision_function(X))
    np.testing.assert_array_equal(found[1].partial_fit(X, y).coef_, model.partial_fit(X, y).coef_)


@pytest.mark.parametrize("name", names())
def test_no_saved_model_holds_a_stream_unless_asked_for(name, tmp_path):
    model = fitted(name)
    save(model, tmp_path / "lean")
    save(model, tmp_path / "whole", resume=True)
    lean, whole = (load(tmp_path / kind).estimator for kind in ("lean", "whole"))
    assert not getattr(getattr(lean, "_stream", None), "records", ())
    if hasattr(model, "_stream"):
        assert whole._stream.records
        assert (tmp_path / "lean").stat().st_size < (tmp_path / "whole").stat().st_size


@pytest.mark.parametrize("go_on", ["partial_fit", "fit"])
def test_a_model_saved_without_it_says_how_to_save_it(go_on, tmp_path):
    model = fitted("Perceptron")
    save(model, tmp_path / "m")
    loaded = load(tmp_path / "m").estimator.set_params(warm_start=True)
    with pytest.raises(ValueError, match="resume=True"):
        getattr(loaded, go_on)(*rows())


def test_saving_leaves_the_learner_as_it_is(tmp_path):
    model = fitted("Perceptron")
    save(model, tmp_path / "m")
    assert model._stream.records
    model.partial_fit(*rows())
