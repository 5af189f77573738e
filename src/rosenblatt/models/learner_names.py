"""Learners by name, with parameters as typed on a command line."""

import ast
import json
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from sklearn.base import ClassifierMixin

from rosenblatt import certificates, ensembles, estimators
from rosenblatt.ensembles import BaggedRCDPerceptron
from rosenblatt.estimators import AveragedPerceptron

LEARNERS: dict[str, Any] = {
    name: found
    for package in (estimators, ensembles, certificates)
    for name in package.__all__
    if isinstance(found := getattr(package, name), type) and issubclass(found, ClassifierMixin)
}
"""Every learner of the package, by the name of its class."""
SMALL = 1_000_000  # cells: up to here the most accurate learner takes seconds
NAMED = ("estimator", "rule")  # parameters that are learners themselves
ENDINGS = ("perceptron", "classifier", "machine")


def learner_names() -> dict[str, str]:
    """Short name and class name of each learner.

    Returns
    -------
    dict
        Class names by short names, such as ``"averaged"`` for ``"AveragedPerceptron"``.
    """
    return {short(name): name for name in LEARNERS}


def short(name: str) -> str:
    """A name without case, dashes and the ending that most of them share."""
    plain = name.lower().replace("-", "").replace("_", "")
    for ending in ENDINGS:
        plain = plain.removesuffix(ending) or plain
    return plain


def learner_named(name: str) -> Any:
    """A learner with its defaults.

    Parameters
    ----------
    name : str
        Class name or short name, in any case, with or without dashes.

    Returns
    -------
    classifier
        Not fitted.

    Examples
    --------
    >>> from rosenblatt.models.learner_names import learner_named
    >>> learner_named("bagged-rcd")
    BaggedRCDPerceptron()
    """
    known = learner_names()
    if short(name) not in known:
        near = get_close_matches(short(name), known, 1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise ValueError(f"there is no learner {name!r}; {hint}choose one of {', '.join(known)}.")
    return LEARNERS[known[short(name)]]()


def with_parameters(learner: Any, given: Iterable[str]) -> Any:
    """The learner with parameters set, and checked as ``fit`` would.

    Parameters
    ----------
    learner : classifier
        Not fitted.
    given : iterable of str
        Each ``key=value``; the value is a number, ``true``, ``false``, ``none``, a list, a text,
        or for ``estimator`` and ``rule`` the name of a learner.

    Returns
    -------
    classifier
        The same learner. ``random_state`` is 0 unless given, so that a fit can be repeated.
    """
    settings = dict(setting(text) for text in given)
    if "random_state" in learner.get_params():
        settings = {"random_state": 0, **settings}
    for key in sorted(settings, key=lambda key: key.count("__")):
        require_parameter(learner, key)
        learner.set_params(**{key: settings[key]})
    if hasattr(learner, "_validate_params"):
        learner._validate_params()
    return learner


def setting(text: str) -> tuple[str, Any]:
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise ValueError(f"{text!r} is not key=value; write for example max_iter=20.")
    key, found = key.strip(), parsed(value.strip())
    named = key.split("__")[-1] in NAMED and isinstance(found, str)
    return key, learner_named(found) if named else found


def parsed(value: str) -> Any:
    """A JSON or Python literal, else the text itself."""
    words = {"none": None, "true": True, "false": False, "inf": float("inf")}
    if value.lower() in words:
        return words[value.lower()]
    for read in (json.loads, ast.literal_eval):
        try:
            return read(value)
        except (ValueError, SyntaxError):
            continue
    return value


def require_parameter(learner: Any, key: str) -> None:
    known = learner.get_params()
    if key not in known:
        raise ValueError(
            f"{type(learner).__name__} has no parameter {key!r}; it has {', '.join(known)}."
        )


def default_learner(n_rows: int, n_features: int) -> Any:
    """The default learner.

    Parameters
    ----------
    n_rows, n_features : int
        Size of the coded table.

    Returns
    -------
    classifier
        ``BaggedRCDPerceptron``, which has the lowest test errors, where it takes seconds; else
        ``AveragedPerceptron``, which can learn from any number of rows.
    """
    small = n_rows * n_features <= SMALL
    return BaggedRCDPerceptron() if small else AveragedPerceptron()
