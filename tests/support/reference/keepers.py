"""Keepers, told of every visit: which of the hypotheses met in training they would give.

``update`` hears of a row that changed the weights, ``right`` of one that did not; both are given
the hypothesis after the visit and the weight of the row. A mistake that is suppressed is neither.
"""

from collections.abc import Callable
from typing import Any

Hypothesis = tuple[Any, Any]


class Last:
    """The weights as they are."""

    def __init__(self, start: Hypothesis, error: Any) -> None:
        self.kept = start

    def update(self, hypothesis: Hypothesis, weight: float) -> None:
        self.kept = hypothesis

    def right(self, hypothesis: Hypothesis, weight: float) -> None:
        pass


class Longest:
    """The hypothesis with the longest run; the first one wins ties."""

    def __init__(self, start: Hypothesis, error: Any) -> None:
        self.kept, self.best_run, self.run = start, 0.0, 0.0

    def update(self, hypothesis: Hypothesis, weight: float) -> None:
        self.run = 0.0

    def right(self, hypothesis: Hypothesis, weight: float) -> None:
        self.run += weight
        if self.run > self.best_run:
            self.kept, self.best_run = hypothesis, self.run


class Averaged:
    """The mean of the hypotheses by run, where a new one's run starts at its row's weight."""

    tolerance = 1e-12  # sums are taken in another order

    def __init__(self, start: Hypothesis, error: Any) -> None:
        self.start, self.mass = start, 0.0
        self.total_w, self.total_b = 0.0 * start[0], 0.0 * start[1]

    def right(self, hypothesis: Hypothesis, weight: float) -> None:
        self.total_w = self.total_w + weight * hypothesis[0]
        self.total_b = self.total_b + weight * hypothesis[1]
        self.mass += weight

    update = right

    @property
    def kept(self) -> Hypothesis:
        if self.mass == 0:
            return self.start
        return self.total_w / self.mass, self.total_b / self.mass


class Pocket:
    """The hypothesis of least error among those evaluated; evaluated when a run is a record."""

    def __init__(self, start: Hypothesis, error: Callable[[Hypothesis], float]) -> None:
        self.error = error
        self.kept, self.best_error, self.best_run = start, error(start), 0.0
        self.run, self.changed, self.evaluations = 0.0, False, 1

    def update(self, hypothesis: Hypothesis, weight: float) -> None:
        self.run, self.changed = 0.0, True

    def right(self, hypothesis: Hypothesis, weight: float) -> None:
        self.run += weight
        if self.run > self.best_run and self.changed:
            self.changed, self.evaluations = False, self.evaluations + 1
            if (error := self.error(hypothesis)) < self.best_error:
                self.kept, self.best_error, self.best_run = hypothesis, error, self.run


class Voted:
    """Every hypothesis with its run, the start included; the last one stands for them."""

    def __init__(self, start: Hypothesis, error: Any) -> None:
        self.votes = [(*start, 0.0)]

    def update(self, hypothesis: Hypothesis, weight: float) -> None:
        self.votes.append((*hypothesis, 0.0))

    def right(self, hypothesis: Hypothesis, weight: float) -> None:
        w, b, run = self.votes[-1]
        self.votes[-1] = (w, b, run + weight)

    @property
    def kept(self) -> Hypothesis:
        return self.votes[-1][:2]


# By the names they have in the core.
KEEPERS: dict[str, Any] = {
    "last": Last,
    "longest": Longest,
    "pocket": Pocket,
    "averaged": Averaged,
    "voted": Voted,
}
