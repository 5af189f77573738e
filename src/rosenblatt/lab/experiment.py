"""An experiment as data: a TOML file names data sets, models, protocol and repetitions."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from rosenblatt.lab.measure import VERSION
from rosenblatt.lab.protocol import Splitter, splitter_of
from rosenblatt.lab.task import Task

MEASURE = "rosenblatt.lab.measure:measure"
FIELDS = {"name", "source", "datasets", "models", "protocol", "repetitions"}
MODEL = {"name", "estimator", "parameters", "grid", "scaler"}


class ExperimentError(ValueError):
    """An experiment file is incomplete or wrong."""


@dataclass(frozen=True)
class Experiment:
    """Every model on every data set, in every repetition.

    Parameters
    ----------
    name : str
        A short name.
    source : str
        The question that it answers, or the paper and table.
    datasets : dict of dict
        By short name, what :func:`rosenblatt.lab.measure.measure` takes.
    models : dict of dict
        By short name; differences are taken to the first one.
    protocol : dict
        ``{"kind": "splits", "train_fraction": 0.8}`` or ``{"kind": "folds", "folds": 10}``.
    repetitions : int
        Number of splits, or of permutations.
    """

    name: str
    source: str
    datasets: dict[str, dict[str, Any]]
    models: dict[str, dict[str, Any]]
    protocol: dict[str, Any]
    repetitions: int

    @property
    def splitter(self) -> Splitter:
        """How rows are split into training and test rows."""
        return splitter_of(self.protocol)

    def task_groups(self) -> list[tuple[str, str, list[Task]]]:
        """For each data set and model the tasks, one per repetition."""
        return [
            (dataset, model, [self._task(dataset, model, seed) for seed in range(self.repetitions)])
            for dataset, model in product(self.datasets, self.models)
        ]

    def tasks(self) -> list[Task]:
        """All tasks."""
        return [task for _, _, tasks in self.task_groups() for task in tasks]

    def _task(self, dataset: str, model: str, repetition: int) -> Task:
        arguments = {
            "dataset": self.datasets[dataset],
            "model": self.models[model],
            "protocol": self.protocol,
            "repetition": repetition,
        }
        return Task(MEASURE, arguments, VERSION)


def read(path: str | os.PathLike[str]) -> Experiment:
    """Read an experiment file.

    Parameters
    ----------
    path : path
        A TOML file; the files in ``experiments/`` are examples.
    """
    try:
        return from_dict(tomllib.loads(Path(path).read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ExperimentError(f"{os.fspath(path)} cannot be read: {error}") from None
    except ExperimentError as error:
        raise ExperimentError(f"{os.fspath(path)}: {error}") from None


def from_dict(described: dict[str, Any]) -> Experiment:
    """The experiment that a dict describes.

    Parameters
    ----------
    described : dict
        ``name``, ``source``, ``datasets`` (list of names or of tables), ``protocol``,
        ``repetitions``, ``models`` (list of tables with ``estimator``, and optionally ``name``,
        ``parameters``, ``scaler``, and ``grid``: lists of values, each combination one model).

    Examples
    --------
    >>> experiment = from_dict({
    ...     "name": "which hypothesis", "source": "example", "repetitions": 5,
    ...     "datasets": [{"name": "make_threenorm", "n_samples": 100}],
    ...     "protocol": {"kind": "splits", "train_fraction": 0.8},
    ...     "models": [{"estimator": "Perceptron", "grid": {"hypothesis": ["last", "voted"]}}],
    ... })
    >>> list(experiment.models)
    ['Perceptron hypothesis=last', 'Perceptron hypothesis=voted']
    >>> len(experiment.tasks())
    10
    """
    _check_names("an experiment", described, FIELDS, FIELDS)
    repetitions = described["repetitions"]
    if not isinstance(repetitions, int) or repetitions < 1:
        raise ExperimentError(f"repetitions={repetitions!r} is too few; choose 1 or more.")
    try:
        splitter_of(described["protocol"])
    except ValueError as error:
        raise ExperimentError(str(error)) from None
    return Experiment(
        name=described["name"],
        source=described["source"],
        datasets=_by_name([_dataset(given) for given in described["datasets"]]),
        models=_by_name([pair for given in described["models"] for pair in _models(given)]),
        protocol=described["protocol"],
        repetitions=repetitions,
    )


def _dataset(given: str | dict[str, Any]) -> tuple[str, dict[str, Any]]:
    table = {"name": given} if isinstance(given, str) else dict(given)
    if "name" not in table:
        raise ExperimentError(f"data set {table} has no name.")
    return table.pop("label", table["name"].removeprefix("make_")), table


def _models(given: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    _check_names("a model", given, MODEL, {"estimator"})
    grid = given.get("grid", {})
    name = given.get("name", given["estimator"].rpartition(":")[2])
    return [
        (
            " ".join([name, *(f"{key}={value}" for key, value in zip(grid, values, strict=True))]),
            {"estimator": given["estimator"]}
            | {"parameters": given.get("parameters", {}) | dict(zip(grid, values, strict=True))}
            | ({"scaler": given["scaler"]} if "scaler" in given else {}),
        )
        for values in product(*grid.values())
    ]


def _by_name(pairs: list[tuple[str, dict[str, Any]]]) -> dict[str, dict[str, Any]]:
    named = dict(pairs)
    if not pairs or len(named) < len(pairs):
        names = ", ".join(name for name, _ in pairs)
        raise ExperimentError(
            f"at least one name is needed, and all must differ; given: {names or 'none'}."
        )
    return named


def _check_names(what: str, given: dict[str, Any], known: set[str], needed: set[str]) -> None:
    if unknown := sorted(given.keys() - known):
        raise ExperimentError(
            f"{what} has no {', '.join(unknown)}; it takes {', '.join(sorted(known))}."
        )
    if absent := sorted(needed - given.keys()):
        raise ExperimentError(f"{what} needs {', '.join(absent)}.")
