"""The exact line search: fast path, sort path and plain counting agree, ties included."""

from fractions import Fraction

import numpy as np
import pytest
import reference_line as slow

from rosenblatt import _core

KINDS = ("ties", "contradictions", "scales", "smooth", "wide")


def line_search(s, delta, y, weights, sort=False, **how):
    method = _core.Method.sort if sort else _core.Method.buckets
    found = _core.search_line(s, delta, y, weights, method=method, **how)
    return dict(zip(("low", "high", "error", "flipped", "alpha"), found, strict=True))


def problem(kind: str, rng: np.random.Generator, dtype, n: int):
    """Scores, changes, labels and weights; every kind has zeros and repeated rows."""
    span = {"ties": 3, "contradictions": 2, "scales": 4, "smooth": 0, "wide": 40}[kind]
    s, delta = rng.integers(-span, span + 1, size=(2, n)) if span else rng.normal(size=(2, n))
    s, delta = s.astype(dtype), delta.astype(dtype)
    if kind == "scales":
        s *= 2.0 ** rng.integers(-40, 41, size=n)
        delta *= 2.0 ** rng.integers(-40, 41, size=n)
    copies = rng.integers(0, n, size=n // 3)
    s[: len(copies)], delta[: len(copies)] = s[copies], delta[copies]
    y = rng.choice(np.array([-1, 1], dtype=np.int8), size=n)
    weights = rng.integers(0, 4, size=n).astype(np.uint32)
    return s, delta, y, weights


def sample(count: int, seed: int, sizes=(1, 2, 5, 17, 40)):
    rng = np.random.default_rng(seed)
    for k in range(count):
        dtype = (np.float32, np.float64)[k % 2]
        n = int(rng.choice(sizes))
        s, delta, y, weights = problem(KINDS[k % len(KINDS)], rng, dtype, n)
        yield s, delta, y, None if k % 3 == 0 else weights, float(rng.random())


def as_weights(weights, s):
    return np.ones(len(s), dtype=np.uint32) if weights is None else weights


def test_ten_thousand_searches_equal_counting():
    for s, delta, y, weights, _ in sample(10_000, 0):
        low, high, error = slow.search(s, delta, y, as_weights(weights, s))
        found = line_search(s, delta, y, weights)
        assert (found["low"], found["high"], found["error"]) == (low, high, error)
        assert found["alpha"] == -slow.middle(low, high)


def test_buckets_equal_sorting_on_larger_problems():
    for s, delta, y, weights, pick in sample(3_000, 1, (70, 300, 1000, 5000)):
        for chosen in (0.0, pick):
            fast = line_search(s, delta, y, weights, pick=chosen)
            assert fast == line_search(s, delta, y, weights, sort=True, pick=chosen)


def test_a_random_optimal_interval_equals_counting():
    for s, delta, y, weights, pick in sample(2_000, 2):
        expected = slow.search(s, delta, y, as_weights(weights, s), pick)
        for sort in (False, True):
            found = line_search(s, delta, y, weights, sort=sort, pick=pick)
            assert (found["low"], found["high"], found["error"]) == expected


def test_both_directions_equal_counting():
    for s, delta, y, weights, _ in sample(4_000, 3):
        expected = slow.search_two_sided(s, delta, y, as_weights(weights, s))
        for sort in (False, True):
            found = line_search(s, delta, y, weights, sort=sort, two_sided=True)
            assert (found["low"], found["high"], found["error"], found["flipped"]) == expected


def test_no_step_beats_the_one_found_in_exact_arithmetic():
    rng = np.random.default_rng(4)
    for _ in range(500):
        s, delta, y, weights = problem("ties", rng, np.float64, 12)
        found = line_search(s, delta, y, weights)
        cuts = sorted({Fraction(int(a), int(b)) for a, b in zip(s, delta, strict=True) if b})
        tries = [Fraction(0)] + [
            cut + shift for cut in cuts for shift in (Fraction(1, 10**6), -1, 1)
        ]
        for t in tries:
            margins = [
                int(yi) * (int(a) - t * int(b)) for yi, a, b in zip(y, s, delta, strict=True)
            ]
            assert found["error"] <= sum(
                int(w) for w, z in zip(weights, margins, strict=True) if z <= 0
            )


def test_row_order_changes_nothing():
    rng = np.random.default_rng(5)
    for kind in KINDS:
        s, delta, y, weights = problem(kind, rng, np.float32, 800)
        order = rng.permutation(800)
        again = line_search(s[order], delta[order], y[order], weights[order])
        assert again == line_search(s, delta, y, weights)


@pytest.mark.parametrize("kind", KINDS)
def test_weight_k_equals_k_copies(kind):
    s, delta, y, weights = problem(kind, np.random.default_rng(6), np.float64, 400)
    copies = line_search(*(np.repeat(v, weights) for v in (s, delta, y)), None)
    assert copies == line_search(s, delta, y, weights)


def test_the_first_step_from_zero_is_one_unit():
    delta = np.array([1.0, -2.0, 3.0])
    y = np.array([1, -1, 1], dtype=np.int8)
    assert line_search(np.zeros(3), delta, y, None)["alpha"] == 1.0
    assert line_search(np.zeros(3), delta, -y, None)["alpha"] == -1.0


def test_a_direction_that_moves_no_row_leaves_the_weights():
    found = line_search(np.ones(4), np.zeros(4), np.ones(4, dtype=np.int8), None)
    assert (found["alpha"], found["error"]) == (0.0, 0)
