"""The public estimators, found by walking the package: nobody has to register a new one."""

import importlib
import inspect
import pkgutil

from sklearn.base import BaseEstimator

import rosenblatt
from rosenblatt import Perceptron

# What a class that wraps another estimator needs to be made.
NEEDED = {
    "estimator": Perceptron(random_state=0),
    "param_grid": {"margin": [0.0, 0.25]},
    "stages": [{"margin": [0.0, 0.25]}, {"lam": [0.0, 0.25]}],
}


def public_classes():
    """Every estimator that a module of the package offers in its ``__all__``."""
    found: set = set()
    for info in pkgutil.walk_packages(rosenblatt.__path__, "rosenblatt."):
        if info.name.rpartition(".")[2].startswith("_"):
            continue
        module = importlib.import_module(info.name)
        found |= classes_of(module)
    kinds = {k for k in found | classes_of(rosenblatt) if issubclass(k, BaseEstimator)}
    return sorted(filter(takes_arrays, kinds), key=lambda kind: kind.__name__)


def classes_of(module):
    offered = [getattr(module, name) for name in getattr(module, "__all__", ())]
    return {thing for thing in offered if inspect.isclass(thing)}


def takes_arrays(kind):
    """What takes columns by name, scikit-learn says it cannot test."""
    return made(kind).__sklearn_tags__().input_tags.two_d_array


def made(kind):
    parameters = inspect.signature(kind).parameters
    given = {
        name: NEEDED[name]
        for name, parameter in parameters.items()
        if parameter.default is inspect.Parameter.empty
    }
    return kind(**given, **({"cv": 2} if "cv" in parameters else {}))
