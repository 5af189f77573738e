"""The tasks of the paper: ten folds of one repetition, pure functions of their arguments."""

import warnings
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from rosenblatt.lab.outcome import Row
from rosenblatt.metrics import g_mean
from rosenblatt.reproduce.dpp.paper_folds import FOLDS, StandardFold, folds
from rosenblatt.reproduce.dpp.settings import PASSES, committee_of, network_of
from rosenblatt.training.committee import Committee, CommitteeRows, with_constant

LAST_PASSES = 100
STAGES = [*range(1, 10), *range(10, PASSES - LAST_PASSES, 10), *range(400, PASSES + 1)]


def committees(dataset: str, classifier: str, repetition: int) -> list[Row]:
    """Parallel perceptrons on the ten folds of a repetition.

    Parameters
    ----------
    dataset : str
        Name of a data set in Table 2.
    classifier : {"discriminant PP", "PP"}
        Their names in the paper.
    repetition : int
        Seed of the folds, and with the fold's number of the perceptrons.

    Returns
    -------
    rows : list of dict
        Of each fold "fold", "accuracy" and "g" in percent; of discriminant ones also "J_start",
        before the first pass, "J_last" and "J_least_pass". Of some passes, the last 100 among them,
        "pass", "gamma" and "J": means over the folds.
    """
    rows, histories = [], []
    for part in folds(dataset, repetition):
        model = committee_of(classifier, dataset, FOLDS * repetition + part.number)
        model.fit(part.X_train, part.y_train)
        rows.append(judged(model, part) | followed(model, part))
        histories.append(model.history_)
    return rows + curve(histories)


def networks(dataset: str, repetition: int) -> list[Row]:
    """Multilayer perceptrons on the ten folds of a repetition: "fold", "accuracy" and "g"."""
    rows = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # 500 iterations, converged or not
        for part in folds(dataset, repetition):
            model = network_of(dataset, FOLDS * repetition + part.number)
            rows.append(judged(model.fit(part.X_train, part.y_train), part))
    return rows


def judged(model: Any, part: StandardFold) -> Row:
    guess = model.predict(part.X_test)
    return {
        "fold": part.number,
        "accuracy": 100 * float(np.mean(guess == part.y_test)),
        "g": 100 * g_mean(part.y_test, guess),
    }


def followed(model: Any, part: StandardFold) -> Row:
    """Where Fisher's criterion of one fit starts, ends and is least."""
    if "J" not in model.history_:
        return {}
    J = model.history_["J"]
    return {
        "J_start": criterion_at_start(model, part),
        "J_last": J[-1],
        "J_least_pass": 1 + int(J.argmin()),
    }


def criterion_at_start(model: Any, part: StandardFold) -> float:
    """Fisher's criterion of the random directions that the fit began with."""
    y = np.where(part.y_train == model.classes_[1], 1.0, -1.0)
    rows = CommitteeRows(with_constant(part.X_train), y, np.ones(len(y)))
    begun = Committee(rows, model._settings(len(y), ""), [model._seed(), 0])
    return begun.layer.measures()["J"]


def curve(histories: list[dict[str, np.ndarray]]) -> list[Row]:
    """Means over the folds, after some of the passes."""
    names = [name for name in ("gamma", "J") if name in histories[0]]
    means = {name: np.mean([history[name] for history in histories], axis=0) for name in names}
    return [{"pass": t, **{name: means[name][t - 1] for name in names}} for t in STAGES]
