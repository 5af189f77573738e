"""The task of an experiment file: fit one model on the splits of one data set, count errors."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import numpy as np
from sklearn.pipeline import make_pipeline

from rosenblatt import datasets
from rosenblatt.lab.protocol import splitter_of
from rosenblatt.lab.task import canonical, find
from rosenblatt.lab.wrong_rows import packed
from rosenblatt.models.learner_names import LEARNERS

VERSION = 1


def measure(
    dataset: dict[str, Any], model: dict[str, Any], protocol: dict[str, Any], repetition: int
) -> list[dict[str, Any]]:
    """Errors of a model in each split of one repetition.

    Parameters
    ----------
    dataset : dict
        ``name`` of a data set, with ``paper`` for that paper's coding; or of a generator
        (``make_...``) with its parameters. A generator without ``random_state`` draws new rows
        in each repetition.
    model : dict
        ``estimator``, ``parameters``, ``scaler``: see :func:`estimator`.
    protocol : dict
        See :func:`rosenblatt.lab.protocol.splitter_of`.
    repetition : int
        Seeds the splits and, unless it is given, the model's ``random_state``.

    Returns
    -------
    rows : list of dict
        ``part``, ``train_error``, ``test_error`` (fractions), ``n_rows`` of the data set and
        ``wrong`` (:func:`rosenblatt.lab.wrong_rows.packed`), one row per split.

    Examples
    --------
    >>> dataset = {"name": "make_threenorm", "n_samples": 200}
    >>> [row] = measure(dataset, {"estimator": "Perceptron"}, {"kind": "splits"}, repetition=0)
    >>> sorted(row)
    ['n_rows', 'part', 'test_error', 'train_error', 'wrong']
    """
    X, y = _data(dataset, repetition)
    rows = []
    for part, (train, test) in enumerate(splitter_of(protocol).splits(len(y), repetition)):
        fitted = estimator(model, repetition).fit(X[train], y[train])
        seen, new = (fitted.predict(X[some]) != y[some] for some in (train, test))
        errors = {"train_error": float(np.mean(seen)), "test_error": float(np.mean(new))}
        rows.append({"part": part, **errors, "n_rows": len(y), "wrong": packed(new)})
    return rows


def estimator(model: dict[str, Any], seed: int) -> Any:
    """The model that a dict describes, not yet fitted.

    Parameters
    ----------
    model : dict
        ``estimator``: a class of rosenblatt, or ``"package.module:Class"``. ``parameters``: its
        parameters, if any. ``scaler``: ``"package.module:Class"`` of a transformer that comes
        first, if any.
    seed : int
        ``random_state`` of an estimator that takes one and is not given one.

    Examples
    --------
    >>> estimator({"estimator": "Perceptron", "parameters": {"lam": 0.5}}, seed=3)
    Perceptron(lam=0.5, random_state=3)
    """
    made = _class(model["estimator"])(**model.get("parameters", {}))
    if made.get_params(deep=False).get("random_state", seed) is None:
        made.set_params(random_state=seed)
    return make_pipeline(find(model["scaler"])(), made) if "scaler" in model else made


def _class(name: str) -> Any:
    if ":" in name:
        return find(name)
    if name not in LEARNERS:
        raise ValueError(
            f"estimator={name!r} is not a learner of rosenblatt; write package.module:Class."
        )
    return LEARNERS[name]


def drawn_anew(dataset: dict[str, Any]) -> bool:
    """Whether each repetition has rows of its own."""
    return dataset["name"].startswith("make_") and "random_state" not in dataset


def _data(dataset: dict[str, Any], repetition: int) -> tuple[Any, Any]:
    if drawn_anew(dataset):
        dataset = {"random_state": repetition} | dataset
    return _made(canonical(dataset))


@lru_cache(maxsize=8)
def _made(described: str) -> tuple[Any, Any]:
    options = json.loads(described)
    name = options.pop("name")
    if name.startswith("make_"):
        return find(f"rosenblatt.datasets:{name}")(**options)  # type: ignore[no-any-return]
    return datasets.load(name, **options, return_X_y=True)
