"""Small model files of every learner, written once for each version and kept for ever.

``python tests/support/kept_models.py`` writes those of the present version that are missing.
"""

import inspect
import warnings
from pathlib import Path
from typing import Any

import numpy as np

import rosenblatt
from rosenblatt.models import save
from rosenblatt.models.learner_names import LEARNERS

KEPT = Path(__file__).parents[1] / "models" / "kept"
SETTINGS: dict[str, Any] = {"max_iter": 3, "n_estimators": 3, "n_restarts": 1, "random_state": 0}


def rows() -> tuple[np.ndarray, np.ndarray]:
    """Whole numbers, so that no machine rounds their products."""
    X = np.random.default_rng(5).integers(-4, 5, size=(24, 3)).astype(float)
    return X, np.where(X @ [1.0, 2.0, -1.0] > 0, "yes", "no")


def names() -> list[str]:
    ours = (name for name, kind in LEARNERS.items() if kind.__module__.startswith("rosenblatt."))
    return sorted(ours)


def fitted(name: str) -> Any:
    known = inspect.signature(LEARNERS[name]).parameters
    given = {key: value for key, value in SETTINGS.items() if key in known}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return LEARNERS[name](**given).fit(*rows())


def write_missing() -> None:
    folder = KEPT / rosenblatt.__version__
    folder.mkdir(parents=True, exist_ok=True)
    for name in names():
        path = folder / f"{name}.rosenblatt"
        if path.exists():
            continue
        model = fitted(name)
        save(model, path)
        scores = model.decision_function(rows()[0])
        np.savetxt(path.with_suffix(".txt"), scores, fmt="%.17g")


if __name__ == "__main__":
    write_missing()
