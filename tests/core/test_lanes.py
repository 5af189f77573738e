"""Lanes, threads, index types and instruction sets never change a single bit."""

import numpy as np
import pytest
from reference import INEXACT, KEEPERS, RULES
from runs import ROWS, plan_of, train_core

from rosenblatt import _core


def rules():
    return [
        getattr(_core, make.__name__)(**parameters)
        for make, settings in [*RULES.values(), *INEXACT.values()]
        for parameters in settings
    ]


def real_data(n_features):
    rng = np.random.default_rng(n_features)
    X = rng.normal(size=(250, n_features))
    X[rng.random(X.shape) < 0.4] = 0.0
    return X, (X @ rng.normal(size=(n_features, 4)) + rng.normal(size=(250, 4))).argmax(axis=1)


def bits(training, groups):
    """Everything that could differ, as one flat array."""
    parts = []
    for group in groups:
        for keeper in KEEPERS:
            parts.append(training.hypothesis(group, keeper))
        parts.extend(np.asarray(part, dtype=float).ravel() for part in training.votes(group)[1:])
        parts.append(training.updates(group).astype(float))
    return np.concatenate(parts)


@pytest.mark.parametrize("order", ["cyclic", "shuffled", "random", "content"])
@pytest.mark.parametrize("n_features", [1, 4, 7, 8, 13, 21])
@pytest.mark.parametrize("rows", ROWS)
def test_lanes_equal_separate_fits_bit_for_bit(rows, n_features, order):
    X, codes = real_data(n_features)
    plan = plan_of(ROWS[rows](X), codes, order=order)
    made = rules()
    positives = [k % 4 for k in range(len(made))]
    together = train_core(plan, made, positives)
    for lane, (rule, positive) in enumerate(zip(made, positives, strict=True)):
        alone = train_core(plan, [rule], [positive])
        np.testing.assert_array_equal(bits(together, [lane])[: len(bits(alone, [0]))],
                                      bits(alone, [0]))  # fmt: skip


@pytest.mark.parametrize("rows", ["dense float32", "csr float64 int32"])
@pytest.mark.parametrize("threads", [2, 3, 4, 16])
def test_any_number_of_threads_gives_the_same_bits(threads, rows):
    X, codes = real_data(13)
    plan = plan_of(ROWS[rows](X), codes, order="shuffled")
    made = rules()
    positives = [k % 4 for k in range(len(made))]
    one = train_core(plan, made, positives)
    many = train_core(plan, made, positives, threads=threads)
    groups = range(len(made))
    np.testing.assert_array_equal(bits(many, groups), bits(one, groups))


@pytest.mark.parametrize("order", ["cyclic", "content"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_int64_indices_give_the_bits_of_int32(dtype, order):
    X, codes = real_data(13)
    narrow, wide = (
        train_core(
            plan_of(ROWS[f"csr {dtype} {index}"](X), codes, order=order),
            rules(),
            [1] * len(rules()),
        )
        for index in ("int32", "int64")
    )
    np.testing.assert_array_equal(
        bits(narrow, range(len(rules()))), bits(wide, range(len(rules())))
    )


@pytest.mark.parametrize("order", ["shuffled", "content"])
@pytest.mark.parametrize("n_features", [3, 8, 29])
@pytest.mark.parametrize("rows", ROWS)
def test_every_instruction_set_gives_the_same_bits(rows, n_features, order):
    X, codes = real_data(n_features)

    def run():
        plan = plan_of(ROWS[rows](X), codes, order=order)
        return bits(train_core(plan, rules(), [1] * len(rules())), range(len(rules())))

    best = run()
    _core.use("portable")
    try:
        np.testing.assert_array_equal(run(), best)
    finally:
        _core.use("best")
