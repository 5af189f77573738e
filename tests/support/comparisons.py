"""Comparisons for tests of the report: measured on small data, some made hostile or bare."""

import copy
from functools import cache, partial
from time import perf_counter

import numpy as np
from sklearn.datasets import load_breast_cancer, make_classification
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler

from rosenblatt import AveragedPerceptron, PassiveAggressiveClassifier, Perceptron
from rosenblatt.report.charts import Series, lines

LEARNERS = {
    "averaged": ("averaged perceptron", True, AveragedPerceptron),
    "last": ("perceptron, last hypothesis", True, Perceptron),
    "pa": ("passive-aggressive", True, PassiveAggressiveClassifier),
    "logistic": ("logistic regression (scikit-learn)", False, partial(LogisticRegression, tol=0.1)),
    "majority": ("largest class", False, DummyClassifier),
}
LEVELS = (0.1, 0.2)
HOSTILE = [
    "</script><img src=x onerror=alert(1)>",
    "\"quoted\" & 'single' <b>bold</b>",
    "a very long name " * 30,
    "👩‍🚀🧪 emoji",
    "שלום עולם",
    "a\u202ereversed\x00\ud800",
]


@cache
def _measured(n_classes: int, n_features: int) -> dict:
    """A comparison of five learners on small data, measured by running them."""
    X, y, names = data(n_classes, n_features)
    splits = list(StratifiedKFold(3, shuffle=True, random_state=0).split(X, y))
    entries = sorted((entry(key, X, y, splits) for key in LEARNERS), key=lambda e: e["mean"])
    table = np.array([e["errors"] for e in entries])
    for e, place in zip(entries, table.argsort(axis=0).argsort(axis=0).mean(axis=1), strict=True):
        e["rank"] = float(place + 1)
    model = AveragedPerceptron(random_state=0).fit(X, y)
    entries.append(trees())
    return {
        "name": "tumours", "target": "diagnosis", "classes": [f"class {c}" for c in np.unique(y)],
        "class_counts": np.bincount(y).tolist(), "n_rows": len(y), "n_rows_file": len(y),
        "n_features": X.shape[1], "columns": columns(names),
        "notes": ["No value was missing.", "2 columns were constant and were left out."],
        "budget": 60.0, "seconds": 3.4, "folds": 3, "repeats": 1, "noise": 0.2, "test_rows": 40,
        "majority_error": 1 - float(np.bincount(y).max() / len(y)), "entries": entries,
        "differences": differences(entries), "chosen": "averaged",
        "weights": weights(model, names), "projection": projection(model, X, y),
        "metric": "error", "tune": True, "model_rows": len(y),
        "hard_rows": hard_rows([f"class {c}" for c in np.unique(y)], names),
        "curves": threshold_curves([f"class {c}" for c in np.unique(y)], np.bincount(y).tolist()),
        "reliability": [{"predicted": p, "observed": p**1.2, "rows": 20} for p in (0.1, 0.5, 0.9)],
        "provenance": PROVENANCE,
        "summary": ["Lowest test error: " + entries[0]["label"] + ".", "Guessing is far worse."],
    }  # fmt: skip


def comparison(n_classes: int = 2, n_features: int = 12) -> dict:
    """A copy that tests may change."""
    return copy.deepcopy(_measured(n_classes, n_features))


def data(n_classes: int, n_features: int) -> tuple[np.ndarray, np.ndarray, list[str]]:
    if n_classes == 2:
        X, y = load_breast_cancer(return_X_y=True)
        names = [str(n) for n in load_breast_cancer().feature_names[:n_features]]
        return StandardScaler().fit_transform(X[:240, :n_features]), y[:240], names
    X, y = make_classification(
        n_samples=max(160, 10 * n_classes), n_features=n_features, n_classes=n_classes,
        n_informative=min(n_features, 8), n_redundant=0, n_clusters_per_class=1, random_state=0,
    )  # fmt: skip
    return X, y, [f"x{j}" for j in range(n_features)]


def entry(key: str, X: np.ndarray, y: np.ndarray, splits: list) -> dict:
    label, ours, make = LEARNERS[key]
    begin = perf_counter()
    parts = [missed(make, X, y, *split) for split in splits]
    errors = [error for error, _ in parts]
    noisy = {str(v): [missed(make, X, y, *s, noise=v)[0] for s in splits] for v in LEVELS}
    noisy["0.0"] = errors
    return {
        "name": key, "label": label, "ours": ours, "errors": errors,
        "mean": float(np.mean(errors)), "standard_error": float(np.std(errors, ddof=1) / 2),
        "rank": None, "fit_seconds": (perf_counter() - begin) / 16, "predict_seconds": 2e-5,
        "subsample": None, "failed": None,
        "confusion": sum(matrix for _, matrix in parts).tolist(),
        "noisy_errors": noisy, "learning_curve": learning_curve(make, X, y, splits),
        "measures": measures(float(np.mean(errors))), "reference": False,
        "settings": repr(make()), "tuned": [{"C": 1.0}, {"C": 0.1}, {"C": 1.0}] * (not ours),
        "importance": importance(X.shape[1]) if key != "majority" else [],
    }  # fmt: skip


def measures(error: float) -> dict:
    """Made up of the error, so that every column has a number."""
    known = {"error": error, "balanced": 1.2 * error, "f1": 1.1 * error, "auc": 0.4 * error}
    known |= {"logloss": 3 * error}
    return {name: {"mean": mean, "standard_error": 0.01} for name, mean in known.items()}


def importance(n_columns: int) -> list[dict]:
    """Made up, falling; texts have no direction."""
    return [
        {"column": f"column {j}", "mean": 0.2 / (j + 1) - 0.01, "spread": 0.02,
         "towards": f"class {j % 2}" if j % 3 else None}
        for j in range(min(n_columns, 20))
    ]  # fmt: skip


def trees() -> dict:
    """A reference that is not ranked."""
    return {
        "name": "trees", "label": "gradient-boosted trees", "ours": False, "reference": True,
        "errors": [0.05] * 3, "mean": 0.05, "standard_error": 0.01, "fit_seconds": 0.1,
        "predict_seconds": 0.001, "measures": measures(0.05), "confusion": [],
        "settings": "HistGradientBoostingClassifier()", "importance": importance(5),
        "noisy_errors": {}, "learning_curve": [], "rank": None, "failed": None,
    }  # fmt: skip


def hard_rows(classes: list[str], names: list[str]) -> list[dict]:
    """Made up; a cell is a number, a text or missing."""
    return [
        {"row": 7 * k + 1, "class": classes[k % 2], "predicted": classes[1 - k % 2],
         "wrong": 20 - k, "tests": 20, "probability": 0.01 * k,
         "cells": {n: ["12.5", "oak", ""][(j + k) % 3] for j, n in enumerate(names[:12])}}
        for k in range(18)
    ]  # fmt: skip


def threshold_curves(classes: list[str], counts: list[int]) -> dict | None:
    """Curves of a score whose odds are known."""
    if len(classes) > 2:
        return None
    t = np.linspace(1, 0, 60)
    points = np.column_stack([t, (1 - t) ** 3, 1 - t**3, 1 - 0.6 * (1 - t)])
    points[0, 1:3] = 0
    learners = [{"name": n, "label": n, "average_precision": 0.9, "points": points.tolist()}
                for n in ("averaged", "logistic")]  # fmt: skip
    return {"classes": classes, "rows": counts, "learners": learners}


PROVENANCE = {
    "command": "rosenblatt compare tumours.csv --target diagnosis", "version": "0.1.0", "seed": 0,
    "date": "2026-01-02T03:04:05+00:00", "file": "tumours.csv", "sha256": "ab" * 32,
    "next": ["rosenblatt predict best.rosenblatt new.csv --probabilities --out labels.csv"],
}  # fmt: skip


def missed(make, X, y, train, test, noise: float = 0.0) -> tuple[float, np.ndarray]:
    labels = y[train].copy()
    flipped = np.random.default_rng(0).random(len(train)) < noise
    labels[flipped] = np.roll(labels, 1)[flipped]
    found = make().fit(X[train], labels).predict(X[test])
    return float(np.mean(found != y[test])), confusion_matrix(y[test], found, labels=np.unique(y))


def learning_curve(make, X, y, splits) -> list[dict]:
    curve = []
    for share in (0.35, 0.6, 0.9):
        few = [(train[: int(share * len(train))], test) for train, test in splits]
        errors = [missed(make, X, y, *split)[0] for split in few]
        spread = float(np.std(errors, ddof=1) / 2)
        mean = float(np.mean(errors))
        curve.append({"rows": len(few[0][0]), "mean": mean, "standard_error": spread})
    return curve


def columns(names: list[str]) -> list[dict]:
    return [
        {"name": n, "kind": "numeric", "missing": 3 * (j % 5 == 4), "values": 100 + j}
        for j, n in enumerate(names)
    ]


def differences(entries: list[dict]) -> list[dict]:
    best = np.array(entries[0]["errors"])
    others = [e for e in entries[1:] if not e.get("reference")]
    gaps = [(e["name"], float(np.mean(np.array(e["errors"]) - best))) for e in others]
    return [
        {"a": entries[0]["name"], "b": name, "mean": gap, "low": gap - 0.05, "high": gap + 0.05,
         "verdict": "worse" if gap > 0.05 else "cannot tell"}
        for name, gap in gaps
    ]  # fmt: skip


def weights(model, names: list[str]) -> list[dict]:
    coef = np.atleast_2d(model.coef_)
    coef = coef / np.linalg.norm(coef, axis=1, keepdims=True)
    if len(coef) == 1:
        return [{"feature": n, "weight": float(w)} for n, w in zip(names, coef[0], strict=True)]
    return [
        {"feature": n, "weight": float(coef[k, j]), "class": f"class {k}"}
        for j, n in enumerate(names)
        for k in range(len(coef))
    ]


def projection(model, X: np.ndarray, y: np.ndarray) -> dict:
    scores, right = model.decision_function(X), model.predict(X) == y
    across = scores if scores.ndim == 1 else scores[:, 0]
    points = zip(across, X[:, 0], y, right, strict=True)
    return {
        "points": [[float(u), float(v), int(k), bool(ok)] for u, v, k, ok in points][:800],
        "boundary": {"u": 0.0} if scores.ndim == 1 else None,
        "axes": ["distance to the hyperplane", "direction of largest variance"],
    }


def wide() -> dict:
    """Ten thousand features."""
    rng = np.random.default_rng(0)
    names = [f"x{j}" for j in range(10_000)]
    weighed = [
        {"feature": n, "weight": w}
        for n, w in zip(names, rng.normal(size=10_000).tolist(), strict=True)
    ]
    return comparison() | {"n_features": 10_000, "columns": columns(names), "weights": weighed}


def hostile() -> dict:
    """Every text replaced by one that would break out of a page that does not escape."""
    found = comparison(3)
    named = iter(HOSTILE * 1000)

    def spoil(value):
        if isinstance(value, dict):
            return {k: v if k == "rows" else spoil(v) for k, v in value.items()}
        if isinstance(value, list):
            return [spoil(v) for v in value]
        return next(named) if isinstance(value, str) else value

    noisy = [e.pop("noisy_errors") for e in found["entries"]]
    found = spoil(found)
    for e, levels in zip(found["entries"], noisy, strict=True):
        e["noisy_errors"] = levels
    found["entries"][-1] |= {"failed": HOSTILE[0], "mean": None, "errors": []}
    return found


def paper() -> dict:
    """A small reproduced paper."""
    rows = [
        ["pima", "RCD", 22.10, 22.34, 0.24, 0.60],
        ["sonar", "RCD", 25.80, 27.91, 2.11, 1.20],
        ["australian", "RCD", 13.0, 13.1, 0.1, 0.5],
        ["heart", "pocket", 16.2, None, None, 0.7],
    ]
    columns = ["data set", "algorithm", "paper", "ours", "difference", "tolerance"]
    svg = lines([Series("RCD", [1, 10, 100], [30.0, 24.0, 22.5])], title="Figure 1",
                x_label="epochs", y_label="training error in %", log_x=True)  # fmt: skip
    table = {"title": "Table 2: training errors", "caption": "In %.", "columns": columns,
             "rows": rows, "verdicts": ["inside", "outside", "shown", "missing"]}  # fmt: skip
    return {
        "title": "Perceptron learning with random coordinate descent", "citation": "Li (2005)",
        "command": "rosenblatt reproduce li --splits 50", "versions": {"rosenblatt": "0.1.0"},
        "notes": ["The scaling was inferred."], "tables": [table],
        "figures": [{"title": "Figure 1: error against epochs", "caption": "On pima.", "svg": svg}],
        "counts": None,
    }  # fmt: skip


def one_learner() -> dict:
    """A single learner: nothing to test it against, no ranks."""
    found = comparison()
    found["entries"] = found["entries"][:1]
    return found | {"differences": [], "chosen": found["entries"][0]["name"]}


def without_errors() -> dict:
    """No learner makes an error, and no noise was asked for."""
    found = comparison()
    for e in found["entries"]:
        e |= {"errors": [0.0] * 3, "mean": 0.0, "standard_error": 0.0, "noisy_errors": {}}
        e["confusion"] = [[120, 0], [0, 120]]
        e["learning_curve"] = [{"rows": 60, "mean": 0.0, "standard_error": 0.0}]
    return found | {"noise": 0.0}


def bare() -> dict:
    """Every value that may be absent is None."""
    found = comparison()
    kept = {"name", "entries"}
    for e in found["entries"]:
        e |= {k: None for k in e if k not in ("name", "label", "ours", "mean")}
    return {k: v if k in kept else None for k, v in found.items()}
