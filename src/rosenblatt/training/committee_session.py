"""Training runs of committees, whose hyperplanes start apart."""

from typing import Any

import numpy as np

from rosenblatt.training.committee import units
from rosenblatt.training.records import Record
from rosenblatt.training.session import Session


class CommitteeSession(Session):
    """Hyperplanes start in random directions, as long as a step along the mean row.

    Directions depend on the seed, the class and the place in the committee alone, so that a stream
    starts as a fit does. Their length follows the unit of X and that of the weights, so that these
    do not matter.
    """

    def _start(self, setting: Any) -> list[Record]:
        if not isinstance(setting.init, str):
            return super()._start(setting)
        width = self.data.rows.X.shape[1] + 1
        step = np.sqrt(self.frame.unit) * self.plan.weights.sum() / self.plan.times.sum()
        lines = step * random_directions(self.positives, width, self.seed)
        lines[:, -1] *= np.sqrt(self.frame.constant2)
        return [Record(line, np.zeros(0)) for line in lines]


def random_directions(codes: list[int], width: int, seed: int) -> np.ndarray:
    """A direction for each hyperplane; ``codes`` are the classes they call +1, -1 for none."""
    lines = np.empty((len(codes), width))
    for code in set(codes):
        of = np.flatnonzero(np.equal(codes, code))
        drawn = np.random.default_rng([seed, 1 + code]).normal(size=(len(of), width))
        lines[of] = units(drawn)
    return lines
