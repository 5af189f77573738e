"""What a kernel learner keeps between calls of partial_fit."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rosenblatt.training.kernel import Kernel
from rosenblatt.training.kernel_model import KernelModel, KernelVotes
from rosenblatt.training.records import without_keepers
from rosenblatt.training.session import Data, TrainingOutcome
from rosenblatt.training.stream import Stream, pick


@dataclass(frozen=True)
class KernelStream(Stream):
    """``rows`` are the support rows; lists and weights name their slots."""

    kernel: Kernel | None = None

    def resumed(self) -> dict[str, Any]:
        return super().resumed() | {"kernel": self.kernel, "known": self.rows}

    def warm_start(self, data: Data) -> dict[str, Any]:
        if not np.array_equal(self.classes, data.classes):
            raise ValueError(
                f"warm_start continues with the classes {self.classes.tolist()}, but y holds "
                f"{data.classes.tolist()}; fit a new estimator."
            )
        known = [self.records[lane] for lane in self.visible()]
        return self.resumed() | {"start": [without_keepers(record) for record in known]}

    def after(self, session: Any, outcome: TrainingOutcome, number: int = 0) -> "KernelStream":
        model: Any = outcome.checkpoint.model
        kept: Any = super().after(session, outcome, number)
        return replace(kept, kernel=model.kernel, rows=model.rows)

    def without_votes(self) -> "KernelStream":
        return replace(self, start=(), lists=(), start_votes=False)

    def with_votes(self, session: Any, found: Any, number: int = 0) -> "KernelStream":
        if not self.lists:
            begun = tuple(found.start)
            scores = np.asarray(found.start_score)
            start = tuple(np.append(line, score) for line, score in zip(begun, scores, strict=True))
            return replace(self, lists=found.lists, start=start, start_votes=session.warm)
        lists = tuple(
            earlier.then(later) for earlier, later in zip(self.lists, found.lists, strict=True)
        )
        return replace(self, lists=lists)

    def model(self, session: Any, found: Any, start_votes: bool) -> Any:
        lanes = self.visible()
        return found.of_lanes(lanes, self._kernel_votes(found, lanes, start_votes))

    def _kernel_votes(
        self, found: KernelModel, lanes: list[int], start_votes: bool
    ) -> KernelVotes | None:
        if not self.lists:
            return None
        start = np.zeros((len(lanes), len(found.numbers)))
        scores = np.zeros(len(lanes))
        for line, lane in enumerate(lanes):
            *weights, scores[line] = self.start[lane]
            start[line, : len(weights)] = weights
        lists = pick(self.lists, self.groups_of(lanes))
        if not (start_votes or self.start_votes):
            lists = tuple(replace(votes, start_run=0.0) for votes in lists)
        return KernelVotes(lists, start, scores, self.frame.constant2, found.group)
