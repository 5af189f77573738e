"""The walk along lists of updates: votes of every hypothesis, whatever the layout of the points."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rosenblatt import _core

GROUPS = {"single": _core.Single, "joint": _core.Joint}
LAYOUTS = {
    "rows": np.ascontiguousarray,
    "points": np.asfortranarray,
    "strided": lambda products: np.repeat(np.repeat(products, 2, 0), 3, 1)[::2, ::3],
}
LONGEST = 2.0**31 - 1  # the longest run that is counted beside floats


def naive(group, lists, lanes, products, constant2, start):
    """Hypothesis after hypothesis; numbers are such that nothing rounds."""
    found = []
    for number, (start_run, *updates) in enumerate(lists):
        scores = start[number * lanes : (number + 1) * lanes].copy()
        sums = np.zeros_like(scores)
        add_votes(group, scores, start_run, sums)
        for update in zip(*by_update(*updates), strict=True):
            row, keep, run, steps = update
            scores *= keep
            for lane, step in steps:
                scores[lane] += step * (products[row].astype(float) + constant2)
            add_votes(group, scores, run, sums)
        found.append(sums)
    return np.concatenate(found)


def by_update(row, first, lane, keep, step, run):
    parts = [slice(*ends) for ends in pairwise(first)]
    return row, keep, run, [list(zip(lane[k], step[k], strict=True)) for k in parts]


def add_votes(group, scores, run, sums):
    if group == "single":
        sums += np.where(scores >= 0, run, -run)
    else:
        sums[scores.argmax(axis=0), np.arange(scores.shape[1])] += run


def made_list(rng, rows, updates, lanes, runs, scaled=False):
    steps = rng.integers(1, lanes + 1, size=updates)  # 1 for a lane alone
    first = np.concatenate([[0], np.cumsum(steps)])
    lane = np.concatenate([rng.permutation(lanes)[:n] for n in steps] or [[]]).astype(np.int64)
    return (
        float(rng.choice(runs)), rng.integers(rows, size=updates), first, lane,
        rng.choice([1.0, 0.5, -1.0], size=updates) if scaled else np.ones(updates),
        rng.integers(-2, 3, size=first[-1]).astype(float),
        rng.choice(runs, size=updates),
    )  # fmt: skip


@settings(max_examples=300)
@given(
    st.sampled_from([*GROUPS]),
    st.sampled_from(["float32", "float64"]),
    st.sampled_from([*LAYOUTS]),
    st.sampled_from([[0.0, 1.0, 3.0], [0.25, 0.0, 1.5], [LONGEST, 1.0], [2.0**40, 1.0]]),
    st.integers(0, 12),
    st.one_of(st.integers(0, 70), st.sampled_from([1, 8, 9, 16, 31, 32, 33])),
    st.booleans(),
    st.booleans(),
    st.integers(0, 2**32 - 1),
)
def test_votes_are_those_of_a_naive_walk(
    name, dtype, layout, runs, updates, points, scaled, started, seed
):
    rng = np.random.default_rng(seed)
    rows, lanes = int(rng.integers(1, 9)), 1 if name == "single" else int(rng.integers(2, 6))
    lists = [made_list(rng, rows, updates, lanes, runs, scaled) for _ in range(2)]
    products = rng.integers(-4, 5, size=(rows, points)).astype(dtype)
    start = rng.integers(-3, 4, size=(2 * lanes, points)) * float(started)
    voting = _core.Voting(GROUPS[name](), lists, lanes, constant2=3.0)
    sums = voting.sums(LAYOUTS[layout](products), start if started else None)
    truth = naive(name, lists, lanes, products, 3.0, start)
    np.testing.assert_array_equal(sums, truth)


def long_list(updates=40_000, rows=50, lanes=1, runs=(0.0, 0.1, 1.0), seed=0):
    rng = np.random.default_rng(seed)
    return made_list(rng, rows, updates, lanes, list(runs))


@pytest.mark.parametrize("name", GROUPS)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("runs", [(0.0, 1.0, 7.0), (0.1, 0.7)], ids=["whole", "fractions"])
def test_neither_threads_nor_neighbours_change_a_bit(name, dtype, runs):
    lanes = 1 if name == "single" else 3
    voting = _core.Voting(GROUPS[name](), [long_list(lanes=lanes, runs=runs)], lanes, 0.3)
    products = np.random.default_rng(1).normal(size=(50, 77)).astype(dtype)
    sums = voting.sums(products)
    for threads in (2, 3, 100):
        np.testing.assert_array_equal(voting.sums(products, threads=threads), sums)
    for width in (1, 5, 30, 40):
        parts = [voting.sums(products[:, at : at + width]) for at in range(0, 77, width)]
        np.testing.assert_array_equal(np.concatenate(parts, axis=1), sums)
    np.testing.assert_array_equal(voting.sums(np.asfortranarray(products)), sums)


def test_the_votes_of_floats_do_not_overflow():
    """More votes than 32 bits hold, in blocks that end where they must."""
    voting = _core.Voting(_core.Single(), [long_list(runs=(LONGEST, LONGEST - 1))])
    products = np.ones((50, 3), dtype=np.float32)
    np.testing.assert_array_equal(voting.sums(products), voting.sums(products.astype(float)))


def test_few_updates_and_many_give_the_same():
    """Few are walked on the products as they lie, many on a copy."""
    rng = np.random.default_rng(0)
    few = made_list(rng, 50, 60, 1, [1.0, 2.0])
    many = _core.Voting(_core.Single(), [few, long_list()])
    products = rng.normal(size=(50, 64))
    sums = _core.Voting(_core.Single(), [few]).sums(products)
    np.testing.assert_array_equal(many.sums(products)[:1], sums)


def test_a_score_that_is_no_number_votes_against():
    row, first = np.array([0]), np.array([0, 1])
    one = np.ones(1)
    voting = _core.Voting(_core.Single(), [(0.0, row, first, row, one, one, one)])
    assert voting.sums(np.array([[np.nan, 0.0]])).tolist() == [[-1.0, 1.0]]


WRONG = {"row": -1, "first": [0, 2], "lane": 1, "keep": [], "step": [1.0, 1.0], "run": []}


@pytest.mark.parametrize("name", WRONG)
def test_lists_that_cannot_be_walked_are_refused(name):
    arrays = {"row": [0], "first": [0, 1], "lane": [0], "keep": [1.0], "step": [1.0], "run": [1.0]}
    arrays[name] = np.atleast_1d(WRONG[name])
    whole = ("row", "first", "lane")
    made = (np.asarray(v, dtype=np.int64 if k in whole else float) for k, v in arrays.items())
    with pytest.raises(ValueError, match="do not belong together"):
        _core.Voting(_core.Single(), [(0.0, *made)])


def test_products_and_starts_of_another_size_are_refused():
    voting = _core.Voting(_core.Single(), [long_list(updates=1000)])
    with pytest.raises(ValueError, match="more rows than the products"):
        voting.sums(np.zeros((10, 4)))
    with pytest.raises(ValueError, match="for each lane and point"):
        voting.sums(np.zeros((50, 4)), np.zeros((1, 3)))
    with pytest.raises(ValueError, match="so many lanes"):
        _core.Voting(_core.Single(), [long_list()], 2)
