"""The step that partial_fit takes: pure, and the same in lanes as alone."""

import pickle

import numpy as np
import pytest
from streams import IN_STREAMS, KINDS, batches, quarters, signs

from rosenblatt import PassiveAggressiveClassifier, Perceptron
from rosenblatt.training.learn_batch import learn_batch, learn_batch_in_lanes, open_batch


def learned(setting, parts, stream=None):
    for X, y, weights in parts:
        stream, data = open_batch(setting, stream, X, y, [0, 1, 2], weights)
        found = learn_batch(setting, stream, data)
        stream = found.stream
    return found


def cut(kind="float64", weighted=True):
    X, y = signs(n_classes=3)
    X, weights = KINDS[kind](X), quarters(len(y)) if weighted else None
    return [(X[r], y[r], None if weights is None else weights[r]) for r in batches(len(y))]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("hypothesis", IN_STREAMS)
def test_steps_from_state_to_state_are_partial_fit(hypothesis, kind):
    setting = Perceptron(hypothesis=hypothesis, margin=0.25)
    fitted = Perceptron(hypothesis=hypothesis, margin=0.25)
    parts = cut(kind)
    for X, y, weights in parts:
        fitted.partial_fit(X, y, classes=[0, 1, 2], sample_weight=weights)
    found = learned(setting, parts)
    np.testing.assert_array_equal(found.model.coef, fitted.coef_)
    np.testing.assert_array_equal(found.model.intercept, fitted.intercept_)
    assert set(found.attributes(hypothesis)) <= set(vars(fitted))


def test_a_step_changes_neither_the_setting_nor_the_stream_it_starts_from():
    setting, parts = Perceptron(hypothesis="voted"), cut()
    stream = learned(setting, parts[:2]).stream
    before = pickle.dumps(stream), dict(vars(setting))
    for _ in range(2):
        learned(setting, parts[2:], stream)
    assert (pickle.dumps(stream), dict(vars(setting))) == before


def test_the_same_step_twice_gives_the_same_state():
    setting, parts = Perceptron(margin=0.5), cut()
    one, other = (learned(setting, parts).stream for _ in range(2))
    assert pickle.dumps(one) == pickle.dumps(other)


@pytest.mark.parametrize("kind", ["float64", "csr float32"])
@pytest.mark.parametrize("hypothesis", IN_STREAMS)
def test_settings_in_lanes_learn_what_each_learns_alone(hypothesis, kind):
    settings = [Perceptron(hypothesis=hypothesis, margin=m) for m in (0.0, 0.25, 1.0)]
    parts, streams = cut(kind), [None] * 3
    for X, y, weights in parts:
        opened = [
            open_batch(s, t, X, y, [0, 1, 2], weights)
            for s, t in zip(settings, streams, strict=True)
        ]
        found = learn_batch_in_lanes(settings, [stream for stream, _ in opened], opened[0][1])
        streams = [each.stream for each in found]
    for setting, each in zip(settings, found, strict=True):
        alone = learned(setting, parts)
        np.testing.assert_array_equal(each.model.coef, alone.model.coef)
        np.testing.assert_array_equal(each.outcome.counts, alone.outcome.counts)
        assert pickle.dumps(each.stream) == pickle.dumps(alone.stream)


def test_a_batch_without_weight_is_no_batch():
    X, y = signs(n=5)
    assert open_batch(PassiveAggressiveClassifier(), None, X, y, None, np.zeros(5)) is None
