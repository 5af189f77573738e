"""The results of an experiment: errors, verdicts on paired differences, ranks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rosenblatt.judgement import Judgement
from rosenblatt.lab.experiment import Experiment
from rosenblatt.lab.paired_rows import judge_models
from rosenblatt.lab.store import Store
from rosenblatt.lab.summary import Mean, mean
from rosenblatt.statistics import critical_difference, mean_ranks

ERRORS = ("train_error", "test_error")


@dataclass(frozen=True)
class ModelErrors:
    """The errors of one model on one data set.

    Parameters
    ----------
    dataset, model : str
        Names.
    train_error, test_error : Mean
        Means over all splits of all repetitions.
    difference : float
        Mean test error minus that of the first model, on the same splits; 0 for the first model.
    judgement : Judgement or None
        Of that difference, allowing for all models of the data set. None for the first model, after
        a single split, and of measurements of an earlier version, which did not keep which rows
        were wrong.
    """

    dataset: str
    model: str
    train_error: Mean
    test_error: Mean
    difference: float
    judgement: Judgement | None


def model_errors(experiment: Experiment, store: Store) -> list[ModelErrors]:
    """Errors of the models and data sets whose tasks are all done, in the order of the experiment.

    Parameters
    ----------
    experiment : Experiment
        Data sets and models.
    store : Store
        Contains the rows of its tasks.
    """
    rows = _complete(experiment, store)
    found = []
    for dataset in experiment.datasets:
        models = [model for model in experiment.models if (dataset, model) in rows]
        judged = judge_models(experiment, dataset, [rows[dataset, model] for model in models])
        errors = [
            [mean(_column(rows[dataset, model], name)) for name in ERRORS] for model in models
        ]
        for model, (train, test), judgement in zip(models, errors, judged, strict=True):
            difference = test.mean - errors[0][1].mean
            found.append(ModelErrors(dataset, model, train, test, difference, judgement))
    return found


def ranks(errors: list[ModelErrors]) -> tuple[dict[str, float], float | None]:
    """Mean rank of each model over the data sets, and the critical difference of two ranks.

    Parameters
    ----------
    errors : list of ModelErrors
        Data sets that lack a model are left out.

    Returns
    -------
    ranks : dict
        By model; 1 is best. Empty without two models on a common data set.
    critical_difference : float or None
        By Nemenyi's test at the 5 % level; None with fewer than two data sets.
    """
    models = list(dict.fromkeys(each.model for each in errors))
    means = {(each.dataset, each.model): each.test_error.mean for each in errors}
    sets = [
        name
        for name in dict.fromkeys(each.dataset for each in errors)
        if all((name, model) in means for model in models)
    ]
    if len(models) < 2 or not sets:
        return {}, None
    found = mean_ranks([[means[name, model] for name in sets] for model in models])
    least = critical_difference(len(models), len(sets)) if len(sets) > 1 else None
    return dict(zip(models, map(float, found), strict=True)), least


def _complete(experiment: Experiment, store: Store) -> dict[tuple[str, str], list[dict[str, Any]]]:
    return {
        (dataset, model): store.rows(tasks)
        for dataset, model, tasks in experiment.task_groups()
        if not store.missing(tasks)
    }


def _column(rows: list[dict[str, Any]], name: str) -> list[float]:
    return [row[name] for row in rows]
