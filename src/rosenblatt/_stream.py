"""What is kept between calls of partial_fit, and how a call changes it."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import scipy.sparse as sp

from rosenblatt._session import Frame, Model, Record, Session
from rosenblatt._votes import VoteList, Votes

OTHER = -1  # the class code of a lane that is always negative


@dataclass(frozen=True)
class Stream:
    """The state of every lane. ``open`` streams keep one lane that was always negative: it is what
    the lane of a class that appears late would have become, and is cloned for it."""

    classes: np.ndarray
    records: tuple[Record, ...]  # one per lane; the always negative one last if open
    frame: Frame
    scale: float
    open: bool
    counts: np.ndarray  # weight of each class so far
    passes: int = 0
    updates: int = 0
    start: tuple[np.ndarray, ...] = ()
    lists: tuple[VoteList, ...] = ()
    rows: Any = None  # learned rows the lists name
    history: dict[str, list[int]] = field(default_factory=lambda: {"updates": [], "mistakes": []})

    def positives(self) -> list[int]:
        """The class code each lane calls +1."""
        if not self.open:
            return [1] if len(self.records) == 1 else list(range(len(self.classes)))
        return [*range(len(self.classes)), OTHER]

    def with_classes(self, classes: np.ndarray) -> "Stream":
        """Room for all of these classes."""
        late = np.setdiff1d(classes, self.classes)
        if not len(late):
            return self
        if not self.open:
            raise ValueError(
                f"y holds {late.tolist()}, which the model was not told of; its classes are "
                f"{self.classes.tolist()}. Start with partial_fit and multi_class='ovr' to let "
                "classes appear late, or name all of them in the first call."
            )
        everything = np.union1d(self.classes, late)
        old = {label: lane for lane, label in enumerate(self.classes.tolist())}
        lanes = [old.get(label, len(self.classes)) for label in everything.tolist()]
        lanes.append(len(self.classes))
        pick = lambda items: tuple(items[lane] for lane in lanes) if items else ()  # noqa: E731
        counts = np.append(self.counts, 0.0)[lanes[:-1]]
        return replace(
            self, classes=everything, counts=counts, records=pick(self.records),
            start=pick(self.start), lists=pick(self.lists),
        )  # fmt: skip

    def after(self, session: Session, voted: bool) -> "Stream":
        """The state once a batch has been learned."""
        history = session.history()
        totals = {k: [*self.history[k], *per_pass(history[k])] for k in self.history}
        changed = replace(
            self,
            records=tuple(session.lane_records()),
            frame=session.frame,
            passes=self.passes + session.n_iter(),
            updates=self.updates + sum(per_pass(history["updates"])),
            history=totals,
            start=self.start or tuple(record["weights"] for record in session.records),
        )
        return changed.with_votes(session) if voted else changed

    def with_votes(self, session: Session) -> "Stream":
        found = session.votes(credit_start=True)
        if not self.lists:
            return replace(self, lists=found.lists, rows=found.rows)
        shift = self.rows.shape[0]
        lists = tuple(
            earlier.then(replace(later, row=later.row + shift))
            for earlier, later in zip(self.lists, found.lists, strict=True)
        )
        stack = sp.vstack if sp.issparse(self.rows) else np.vstack
        return replace(self, lists=lists, rows=stack([self.rows, found.rows]))

    def model(self, session: Session, start_votes: bool) -> Model:
        """The model of the lanes that predict: two classes need only the second one's."""
        found = session.model()
        lanes = list(range(len(self.records) - self.open))
        if self.open and len(self.classes) <= 2:
            lanes = [len(self.classes) - 1]
        votes = self._votes(session, lanes, start_votes) if self.lists else None
        return Model(found.coef[lanes], found.intercept[lanes], votes)

    def _votes(self, session: Session, lanes: list[int], start_votes: bool) -> Votes:
        frame, n_features = self.frame, session.data.rows.X.shape[1]
        start = np.zeros((len(lanes), n_features + 1))
        for line, lane in zip(start, lanes, strict=True):
            line[: len(self.start[lane])] = self.start[lane]
        joint = session.joint
        lists = self.lists if joint else tuple(self.lists[lane] for lane in lanes)
        if not start_votes:
            lists = tuple(replace(votes, start_run=0.0) for votes in lists)
        return Votes(
            rows=self.rows, start=start[:, :-1] * self.scale,
            start_score=start[:, -1], constant2=frame.constant2,
            lists=lists, joint=joint,
        )  # fmt: skip


def per_pass(table: np.ndarray) -> list[int]:
    return [int(n) for n in (table if table.ndim == 1 else table.sum(axis=1))]
