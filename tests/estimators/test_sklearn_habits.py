"""What users of scikit-learn do, and what its own tests found when our classes took their place."""

import threading
import typing
import warnings

import numpy as np
import pytest
from public_classes import made, public_classes
from sklearn.datasets import load_iris, make_classification
from sklearn.exceptions import ConvergenceWarning
from sklearn.externals._numpydoc.docscrape import NumpyDocString

from rosenblatt import (
    ALMA,
    ROMMA,
    AdaBoostPerceptron,
    AveragedPerceptron,
    Perceptron,
    RCDPerceptron,
    VotedPerceptron,
)
from rosenblatt.classifiers.classifier import Classifier

KINDS = [kind for kind in public_classes() if issubclass(kind, Classifier)]
QUICK = [kind for kind in KINDS if kind.__name__ != "ExactPerceptron"]


def noisy(n=400, seed=1, **more):
    return make_classification(
        n, 5, n_informative=2, flip_y=0.4, class_sep=0.3, random_state=seed, **more
    )


def named(kind):
    return kind.__name__


# ---------------------------------------------------------------- probabilities


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("model", [
    Perceptron(probability="sigmoid", random_state=0), VotedPerceptron(max_iter=3, random_state=0),
    AdaBoostPerceptron(n_estimators=10, random_state=0),
], ids=lambda model: type(model).__name__)  # fmt: skip
def test_arg_max_and_one_half_or_more_are_the_prediction(model, seed):
    X, y = noisy(1000, seed)
    predicted, probabilities = model.fit(X, y).predict(X), model.predict_proba(X)
    np.testing.assert_array_equal(probabilities.argmax(axis=1), predicted)
    np.testing.assert_array_equal(probabilities[:, 1] >= 0.5, predicted)
    np.testing.assert_allclose(probabilities.sum(axis=1), 1.0, rtol=1e-15)


@pytest.mark.parametrize("model", [
    Perceptron(probability="sigmoid"), VotedPerceptron(), AdaBoostPerceptron(n_estimators=5),
], ids=lambda model: type(model).__name__)  # fmt: skip
def test_logarithms_of_probabilities_are_offered_where_probabilities_are(model):
    X, y = noisy()
    model.fit(X, y)
    with np.errstate(divide="ignore"):
        logarithms = np.log(model.predict_proba(X))
    np.testing.assert_array_equal(model.predict_log_proba(X), logarithms)


def test_without_probabilities_there_are_no_logarithms_and_the_reason_is_told():
    with pytest.raises(AttributeError, match="predict_log_proba"):
        Perceptron().predict_log_proba([[0.0]])
    assert not hasattr(Perceptron(), "predict_log_proba")


def test_the_last_stage_of_boosted_probabilities_is_their_end():
    X, y = noisy()
    model = AdaBoostPerceptron(n_estimators=5, random_state=0).fit(X, y)
    stages = [shares.copy() for shares in model.staged_predict_proba(X)]
    assert len(stages) == model.n_rounds_
    np.testing.assert_array_equal(stages[-1], model.predict_proba(X))


# ---------------------------------------------------------------- subclasses


class WithoutWeights(AveragedPerceptron):
    def fit(self, X, y):
        return super().fit(X, y)


class AlwaysCalibrated(Perceptron):
    """Fixes what others let choose."""

    probability = "sigmoid"

    def __init__(self, *, margin=0.0, random_state=None):
        super().__init__(margin=margin, random_state=random_state)
        del self.probability


@pytest.mark.parametrize("copies", [1, 2])
def test_a_subclass_whose_fit_takes_no_weights_can_be_calibrated(copies):
    X, y = noisy()
    X, y = np.repeat(X, copies, axis=0), np.repeat(y, copies)
    own = WithoutWeights(probability="sigmoid", random_state=0).fit(X, y)
    plain = AveragedPerceptron(probability="sigmoid", random_state=0).fit(X, y)
    np.testing.assert_array_equal(own.predict_proba(X), plain.predict_proba(X))


def test_weights_that_a_subclass_cannot_pass_on_are_named():
    X, y = noisy()
    model = WithoutWeights(probability="sigmoid", class_weight="balanced", random_state=0)
    with pytest.raises(TypeError, match=r"WithoutWeights\.fit takes no sample_weight"):
        model.fit(X, y * (np.arange(len(y)) % 3 == 0))


def test_a_class_may_fix_its_probability():
    X, y = noisy()
    fixed = AlwaysCalibrated(random_state=0).fit(X, y)
    chosen = Perceptron(probability="sigmoid", random_state=0).fit(X, y)
    np.testing.assert_array_equal(fixed.predict_proba(X), chosen.predict_proba(X))


# ---------------------------------------------------------------- states of the process


@pytest.mark.parametrize("kind", QUICK, ids=named)
def test_numbers_that_vanish_are_no_error_whatever_numpy_is_told(kind):
    X, y = noisy(60)
    with np.errstate(under="raise"):
        model = made(kind).fit(X, y)
        model.predict(X)
        if hasattr(model, "predict_proba"):
            model.predict_proba(1e3 * X)


def test_sigmoids_learned_in_threads_leave_the_filters_of_warnings_as_they_were():
    X, y = noisy()
    before = list(warnings.filters)

    def learn():
        for seed in range(4):
            Perceptron(probability="sigmoid", random_state=seed).fit(X, y)

    threads = [threading.Thread(target=learn) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert list(warnings.filters) == before


def test_the_fits_of_a_sigmoid_do_not_repeat_the_warning_of_the_fit():
    X, y = noisy()
    X[:, 0] *= 1e9
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        Perceptron(probability="sigmoid").fit(X, y)
    assert len(caught) == 1


# ---------------------------------------------------------------- parameters


@pytest.mark.parametrize("kind", [AveragedPerceptron, RCDPerceptron])
def test_a_parameter_by_position_is_an_error_that_shows_how_to_write_it(kind):
    with pytest.raises(
        TypeError, match=rf"{kind.__name__}\(\) takes no parameters by position.*=0\.5"
    ):
        kind(0.5)


def test_a_wrapped_estimator_is_the_only_parameter_by_position():
    with pytest.raises(TypeError, match=r"takes 1 parameters by position.*n_estimators=7"):
        AdaBoostPerceptron(Perceptron(), 7)


@pytest.mark.parametrize(("name", "remedy"), [
    ("tol", "max_iter"), ("penalty", "lam"), ("shuffle", "order="), ("coef_init", "init"),
    ("intercept_init", "init"), ("average", "hypothesis"), ("marign", "did you mean 'margin'"),
    ("zzz", "the parameters are margin, lam"),
])  # fmt: skip
def test_an_unknown_parameter_is_an_error_with_a_remedy(name, remedy):
    with pytest.raises(TypeError, match=rf"AveragedPerceptron.*'{name}'.*{remedy}"):
        AveragedPerceptron(**{name: 1})


def test_a_subclass_may_have_parameters_of_its_own():
    class WithTolerance(Perceptron):
        def __init__(self, tol=0.1, **others):
            super().__init__(**others)
            self.tol = tol

    assert WithTolerance(tol=0.5).tol == 0.5


# ---------------------------------------------------------------- what a fit tells


@pytest.mark.parametrize("kind", KINDS, ids=named)
def test_every_learned_attribute_is_declared_so_that_type_checkers_know_it(kind):
    declared = {name for part in kind.__mro__ for name in vars(part).get("__annotations__", ())}
    declared |= {name for name in dir(kind) if isinstance(getattr(kind, name, None), property)}
    described = {entry.name for entry in NumpyDocString(kind.__doc__)["Attributes"]}
    assert described <= declared


@pytest.mark.parametrize("kind", KINDS, ids=named)
def test_fit_returns_the_class_it_belongs_to(kind):
    assert kind.fit.__annotations__["return"] is typing.Self


def test_rows_visited_are_counted_as_sgd_counts_them():
    X, y = noisy(100)
    model = Perceptron(max_iter=7, random_state=0).fit(X, y)
    assert model.t_ == model.n_iter_ * len(y) + 1 == 701
    stream = Perceptron().partial_fit(X[:30], y[:30]).partial_fit(X[30:], y[30:])
    assert stream.t_ == 101


def test_early_stopping_has_no_partial_fit_and_the_reason_is_told():
    model = Perceptron(early_stopping=True)
    assert not hasattr(model, "partial_fit")
    with pytest.raises(AttributeError) as refused:
        model.partial_fit([[0.0], [1.0]], [0, 1])
    assert "early_stopping=False" in str(refused.value.__cause__)


@pytest.mark.parametrize("kind", [ROMMA, ALMA])
def test_a_learner_that_presumes_separable_rows_says_when_they_are_not(kind):
    X, y = noisy()
    with pytest.warns(ConvergenceWarning, match=rf"{kind.__name__} was wrong on .*separates"):
        kind(random_state=0).fit(X, y)


def test_romma_does_not_fail_on_iris_without_a_word():
    with pytest.warns(ConvergenceWarning, match="ROMMA"):
        ROMMA(random_state=0).fit(*load_iris(return_X_y=True))


@pytest.mark.parametrize("model", [ROMMA(), AveragedPerceptron(), Perceptron(hypothesis="last")])
def test_rows_that_are_separated_are_no_reason_to_warn(model):
    X, y = load_iris(return_X_y=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.fit(X[y < 2], y[y < 2])
