"""Records are given more or fewer weights where a kernel's support rows change."""

import numpy as np

from rosenblatt.training import records
from rosenblatt.training.keepers import KEEPERS
from rosenblatt.training.kernel_session import expanded, shortened
from rosenblatt.training.records import restored


def record(*, kept):
    return restored((np.array([1.0, 2.0, 9.0]), 0.0, 0.0, np.zeros(0), kept, 0.5))


def test_every_vector_that_a_keeper_saved_is_widened(monkeypatch):
    monkeypatch.setattr(records, "VECTORS", {"one": 1, "two": 2})
    kept = {"one": np.array([3.0, 4.0, 8.0, 77.0]), "two": np.array([5.0, 6, 7, 1, 2, 3, 66, 55])}
    weights, *_, found, step_length = expanded(record(kept=kept), 2, 4).__getstate__()
    np.testing.assert_array_equal(weights, [1, 2, 0, 0, 9])
    np.testing.assert_array_equal(found["one"], [3, 4, 0, 0, 8, 77])
    np.testing.assert_array_equal(found["two"], [5, 6, 0, 0, 7, 1, 2, 0, 0, 3, 66, 55])
    assert step_length == 0.5
    back = shortened(expanded(record(kept=kept), 2, 4), 2, 4).__getstate__()[4]
    for name, numbers in kept.items():
        np.testing.assert_array_equal(back[name], numbers)


def test_the_core_tells_how_many_vectors_each_keeper_saves():
    assert set(records.VECTORS) == set(KEEPERS)
    assert records.VECTORS["longest"] == 1
