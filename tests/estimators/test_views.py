"""What notebooks show, and conventions that other libraries rely on."""

import inspect

import numpy as np
import pytest
from public_classes import made, public_classes

from rosenblatt import AdaBoostPerceptron, AveragedPerceptron, BaggedPerceptron, Perceptron
from rosenblatt.classifiers.classifier import Classifier

KINDS = [kind for kind in public_classes() if issubclass(kind, Classifier)]
X, y = np.random.default_rng(0).normal(size=(40, 3)), np.arange(40) % 2


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_parameter_is_described_in_the_html_view(kind):
    page = made(kind)._repr_html_()
    assert page.count('class="param-doc-description"') >= len(inspect.signature(kind).parameters)


@pytest.mark.parametrize("kind", [
    AveragedPerceptron, BaggedPerceptron, AdaBoostPerceptron,
])  # fmt: skip
def test_a_generator_may_seed_a_fit_and_moves_on(kind):
    def scores(seed):
        generator = np.random.default_rng(seed)
        model = kind(random_state=generator)
        return model.fit(X, y).decision_function(X), model.fit(X, y).decision_function(X)

    first, second = scores(1)
    np.testing.assert_array_equal(scores(1), (first, second))
    assert not np.array_equal(first, second)


@pytest.mark.parametrize("labels", [
    np.array(["no", "yes"]), np.array(["no", "yes"], dtype=object), np.array([False, True]),
    np.array([3, 7], dtype=np.int8), np.array([0.0, 1.0]),
], ids=lambda labels: str(labels.dtype))  # fmt: skip
@pytest.mark.parametrize("kind", [Perceptron, BaggedPerceptron, AdaBoostPerceptron])
def test_labels_come_back_in_the_type_they_had(kind, labels):
    model = kind(random_state=0).fit(X, labels[y])
    assert model.classes_.dtype == model.predict(X).dtype == labels.dtype


@pytest.mark.parametrize("kind", [Perceptron, BaggedPerceptron, AdaBoostPerceptron])
def test_rows_of_another_width_are_refused_in_scikit_learns_words(kind):
    model = kind(random_state=0).fit(X, y)
    with pytest.raises(ValueError, match=f"X has 2 features, but {kind.__name__} is expecting 3"):
        model.predict(X[:, :2])
