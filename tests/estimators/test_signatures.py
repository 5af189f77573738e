"""Signatures are written out, and docstrings describe all that they name."""

import ast
import inspect
import math
from pathlib import Path

import pandas as pd
import pytest
from public_classes import made, public_classes
from sklearn.datasets import load_breast_cancer
from sklearn.externals._numpydoc.docscrape import NumpyDocString  # reads them for the HTML view

from rosenblatt import AdaBoostPerceptron, Perceptron
from rosenblatt.classifiers.linear import LinearClassifier
from rosenblatt.estimators.documentation import documented, documented_without

CLASSES = public_classes()
LEARNERS = [kind for kind in CLASSES if issubclass(kind, LinearClassifier)]
NAMES = {"sqrt": math.sqrt, "nan": math.nan, "inf": math.inf}


def each(kinds):
    return pytest.mark.parametrize("kind", kinds, ids=lambda kind: kind.__name__)


def entries(kind, section):
    return NumpyDocString(kind.__doc__)[section]


# ---------------------------------------------------------------- signatures


def written_init(kind):
    """The code of a class's own ``__init__``."""
    tree = ast.parse(Path(inspect.getsourcefile(kind)).read_text(encoding="utf-8"))
    [body] = [n.body for n in tree.body if isinstance(n, ast.ClassDef) and n.name == kind.__name__]
    [init] = [n for n in body if isinstance(n, ast.FunctionDef) and n.name == "__init__"]
    return init


@each(LEARNERS)
def test_every_learner_writes_out_its_parameters(kind):
    init = written_init(kind)
    arguments = init.args.args[1:] + init.args.kwonlyargs
    assert [a.arg for a in arguments] == list(inspect.signature(kind).parameters)
    assert all(a.annotation is not None for a in arguments)
    assert init.args.vararg is None and init.args.kwarg is None


@each(LEARNERS)
def test_every_parameter_but_a_wrapped_estimator_is_given_by_name(kind):
    positional = [a.arg for a in written_init(kind).args.args[1:]]
    assert positional in ([], ["estimator"])


@each(LEARNERS)
def test_init_stores_each_parameter_as_given_and_nothing_else(kind):
    stored = [ast.unparse(line) for line in written_init(kind).body]
    assert stored == [f"self.{name} = {name}" for name in inspect.signature(kind).parameters]


@pytest.mark.parametrize("kind", [Perceptron, AdaBoostPerceptron])
def test_an_unknown_parameter_is_an_error_that_names_the_class(kind):
    with pytest.raises(
        TypeError, match=rf"{kind.__name__}\.__init__\(\) got an unexpected.*marign"
    ):
        kind(marign=0.5)


# ---------------------------------------------------------------- docstrings


@each(CLASSES)
def test_every_parameter_is_described_in_the_order_of_the_signature(kind):
    described = entries(kind, "Parameters")
    assert [entry.name for entry in described] == list(inspect.signature(kind).parameters)
    assert all(entry.type and "".join(entry.desc) for entry in described)


@each(CLASSES)
def test_every_default_is_that_of_the_signature(kind):
    parameters = inspect.signature(kind).parameters
    for entry in entries(kind, "Parameters"):
        _, found, text = entry.type.partition(", default=")
        default = parameters[entry.name].default
        assert bool(found) == (default is not inspect.Parameter.empty)
        if found:
            assert repr(eval(text, NAMES)) == repr(default)


def fitted(kind):
    """The class fitted in all the ways that leave other attributes behind."""
    X, y = load_breast_cancer(return_X_y=True)
    X = pd.DataFrame(X[:80] / X.std(axis=0)).add_prefix("x")
    types = {entry.name: entry.type for entry in entries(kind, "Parameters")}
    yield made(kind).fit(X, y[:80])
    if "probability" in types:
        yield made(kind).set_params(probability="sigmoid").fit(X, y[:80])
    if "pocket" in types.get("hypothesis", ""):
        yield made(kind).set_params(hypothesis="pocket").fit(X, y[:80])


@each(CLASSES)
def test_exactly_the_attributes_are_described_that_a_fit_can_leave(kind):
    left = {
        name
        for model in fitted(kind)
        for name in dir(model)
        if name.endswith("_") and not name.startswith("_") and hasattr(model, name)
    }
    described = entries(kind, "Attributes")
    assert {entry.name for entry in described} == left
    assert all(entry.type and "".join(entry.desc) for entry in described)


class Base:
    """A base.

    Parameters
    ----------
    size : int
        Described by the base.
    name : str
        Replaced.

    Attributes
    ----------
    first_ : int
        Of the base.
    second_ : int
        Of the base.
    """


def learner():
    class Learner(Base):
        """A learner.

        Parameters
        ----------
        name : str, default="x" * 3
            Described by the learner.

        Notes
        -----
        Kept.
        """

        def __init__(self, *, size=3, name="xxx"):
            pass

    return Learner


def test_a_description_is_taken_from_the_nearest_class_with_the_default_of_the_signature():
    size, name = entries(documented(learner()), "Parameters")
    assert (size.type, size.desc) == ("int, default=3", ["Described by the base."])
    assert (name.type, name.desc) == ('str, default="x" * 3', ["Described by the learner."])


def test_attributes_are_those_of_the_bases_but_for_the_ones_named():
    kind = documented_without("first_")(learner())
    assert [entry.name for entry in entries(kind, "Attributes")] == ["second_"]
    assert NumpyDocString(kind.__doc__)["Notes"] == ["Kept."]


def test_a_class_without_docstring_stays_without():
    kind = learner()
    kind.__doc__ = None
    assert documented(kind).__doc__ is None
