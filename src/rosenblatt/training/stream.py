"""What is kept between calls of partial_fit, and how a call changes it."""

from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import numpy as np
import scipy.sparse as sp

from rosenblatt.training.groups import group_name, group_of, setting_of
from rosenblatt.training.plain_rows import from_plain, plain
from rosenblatt.training.records import Record, restored, without_keepers
from rosenblatt.training.session import (
    OTHER,
    Data,
    Frame,
    LinearModel,
    Session,
    TrainingOutcome,
    constant_squared,
)
from rosenblatt.training.votes import VoteList, Votes

LEAST_ROOM = 16


@dataclass(frozen=True)
class GrowingTable:
    """A table that grows at its end as fast as a list: the first lines of a buffer.

    Longer tables share the buffer, as long as only one goes on from here; what is held stays.

    Parameters
    ----------
    buffer : ndarray
        The lines, and room for more.
    length : int
        How many lines this table has.
    used : list of one int
        How many lines of the buffer any table has; shared by all of them.
    """

    buffer: np.ndarray
    length: int
    used: list[int] = field(default_factory=lambda: [0])

    @classmethod
    def of(cls, lines: np.ndarray) -> "GrowingTable":
        """A table of these lines."""
        return cls(lines, len(lines), [len(lines)])

    @property
    def lines(self) -> np.ndarray:
        """What it holds, not to be changed."""
        found = self.buffer[: self.length]
        found.flags.writeable = False
        return found

    def with_more(self, lines: np.ndarray) -> "GrowingTable":
        """The table with these lines behind its own.

        Examples
        --------
        >>> one = GrowingTable.of(np.array([1]))
        >>> two, other = one.with_more(np.array([2])), one.with_more(np.array([3]))
        >>> one.lines.tolist(), two.lines.tolist(), other.lines.tolist()
        ([1], [1, 2], [1, 3])
        """
        end = self.length + len(lines)
        dtype = np.promote_types(self.buffer.dtype, lines.dtype)
        fits = end <= len(self.buffer) and dtype == self.buffer.dtype
        if not fits or self.used[0] != self.length:  # or another table has gone on from here
            room = np.empty((max(2 * end, LEAST_ROOM), *self.buffer.shape[1:]), dtype=dtype)
            room[: self.length] = self.buffer[: self.length]
            room[self.length : end] = lines
            return GrowingTable(room, end, [end])
        self.buffer[self.length : end] = lines
        self.used[0] = end
        return GrowingTable(self.buffer, end, self.used)


@dataclass(frozen=True)
class Stream:
    """The state of every lane. ``open`` streams also keep the lanes of a class that was never met:
    they are what those of a class that appears late would have become, and are cloned for it."""

    classes: np.ndarray
    records: tuple[Record, ...]  # one per lane; those always negative last if open
    frame: Frame
    scale: float
    open: bool
    counts: np.ndarray  # weight of each class so far
    group: str  # how the lanes act together
    passes: int = 0
    visits: int = 0  # of rows
    start: tuple[np.ndarray, ...] = ()  # weights of every lane when voting began
    lists: tuple[VoteList, ...] = ()  # one per group of the core
    rows: Any = None  # learned rows the lists name
    start_votes: bool = False  # voting began with weights learned before
    history: dict[str, GrowingTable] = field(default_factory=dict)  # (passes, groups)

    def __getstate__(self) -> dict[str, Any]:
        """Plain arrays and numbers, so that files of models hold nothing of the core."""
        records = [record.__getstate__() for record in self.records]
        history = {name: np.array(table.lines) for name, table in self.history.items()}
        return {**vars(self), "records": records, "rows": plain(self.rows), "history": history}

    def __setstate__(self, state: dict[str, Any]) -> None:
        records = tuple(map(restored, state["records"]))
        history = {name: GrowingTable.of(lines) for name, lines in state["history"].items()}
        vars(self).update(state, records=records, rows=from_plain(state["rows"]), history=history)

    def ended(self) -> "Stream":
        """The units alone: nothing can be learned from here on."""
        return replace(self, records=(), start=(), lists=(), rows=None, history={})

    def require_records(self) -> None:
        if not self.records:
            raise ValueError(
                "this model was saved without what it needs to learn further; save it with "
                "rosenblatt.models.save(model, path, resume=True), or fit a new estimator."
            )

    def positives(self) -> list[int]:
        """The class code each lane calls +1."""
        return list(positives_of(self.group, len(self.classes), self.open))

    def visible(self) -> list[int]:
        """The lanes that predict: of two classes those of the second may do."""
        return list(visible_of(self.group, len(self.classes), self.open))

    def groups_of(self, lanes: list[int]) -> list[int]:
        """The groups of the core that these lanes make up."""
        size = group_of(self.group).size(len(self.positives()))
        return [lane // size for lane in lanes[::size]]

    def require_training(self, multi_class: str) -> None:
        """Refuse to train lanes in another group than before."""
        if not self.records or group_name(multi_class, len(self.classes)) == self.group:
            return
        if self.open and group_name(multi_class, 2) == self.group:
            raise ValueError(
                f"multi_class={multi_class!r} trains two classes as one hyperplane, but y brings "
                f"more of them ({self.classes.tolist()}); name all classes in the first call."
            )
        raise ValueError(
            f"{setting_of(multi_class)} cannot go on where {setting_of(self.group)} ended; set "
            "it back, or learn with a new estimator."
        )

    def require_lanes(self, multi_class: str) -> None:
        """Refuse another number of hyperplanes than was learned."""
        n_classes = len(self.classes)
        wanted = len(group_of(group_name(multi_class, n_classes)).positives(n_classes))
        if wanted != len(self.visible()):
            raise ValueError(
                f"{setting_of(multi_class)} has {wanted} hyperplanes for {n_classes} classes, "
                f"but {len(self.visible())} were learned with {setting_of(self.group)}; set it "
                "back, or fit a new estimator."
            )

    def require_intercept(self, estimator: Any) -> None:
        """Refuse another constant feature than the one that the weights were learned with."""
        frame = self.frame
        wanted, had = constant_squared(estimator, frame.unit, frame.value2), frame.constant2
        if not self.records or wanted == had:
            return
        given = f"intercept_scaling={estimator.intercept_scaling!r}"
        learned = f"with a constant feature of {had**0.5:.6g}" if had else "without an intercept"
        if (wanted > 0) != (had > 0):
            given = f"fit_intercept={estimator.fit_intercept}"
        raise ValueError(
            f"{given} was set after weights had been learned {learned}, and learning goes on from "
            "those; set it back, or learn with a new estimator."
        )

    def warm_start(self, data: Data) -> dict[str, Any]:
        """What a session needs to go on with other passes, or nothing if the units differ."""
        if not np.array_equal(self.classes, data.classes):
            raise ValueError(
                f"warm_start continues with the classes {self.classes.tolist()}, but y holds "
                f"{data.classes.tolist()}; fit a new estimator."
            )
        width = len(self.records[0].weights) - 1
        if width != data.rows.X.shape[1]:
            raise ValueError(
                f"warm_start continues with weights for {width} features, but X has "
                f"{data.rows.X.shape[1]}; fit a new estimator."
            )
        if self.scale != data.rows.scale:
            return {}
        known = [self.records[lane] for lane in self.visible()]
        return {"start": [without_keepers(record) for record in known], "frame": self.frame}

    def resumed(self) -> dict[str, Any]:
        """What the session of the next batch needs of the ones before."""
        return {"frame": self.frame, "start": list(self.records)} if self.records else {}

    def with_classes(self, classes: np.ndarray) -> "Stream":
        """Room for all of these classes."""
        late = np.setdiff1d(classes, self.classes)
        if not len(late):
            return self
        if not self.open:
            raise ValueError(
                f"y holds {late.tolist()}, which the model does not know; its classes are "
                f"{self.classes.tolist()}. Start with partial_fit and multi_class='ovr' to let "
                "classes appear late, or name all of them in the first call."
            )
        everything = np.union1d(self.classes, late)
        known = {label: code for code, label in enumerate(self.classes.tolist())}
        codes = [known.get(label, OTHER) for label in everything.tolist()]
        room = replace(self, classes=everything, counts=np.append(self.counts, 0.0)[codes])
        lanes = self._cloned(codes, room.positives())
        groups = self.groups_of(lanes)
        return replace(
            room, records=pick(self.records, lanes), start=pick(self.start, lanes),
            lists=pick(self.lists, groups),
            history={
                name: GrowingTable.of(table.lines[:, groups])
                for name, table in self.history.items()
            },
        )  # fmt: skip

    def _cloned(self, codes: list[int], positives: list[int]) -> list[int]:
        """For each lane of a wider stream, the lane it goes on from; ``codes`` are the present ones
        of its classes."""
        present = np.array(self.positives())
        sources = dict(enumerate(codes)) | {OTHER: OTHER}
        lanes = {new: iter(np.flatnonzero(present == old)) for new, old in sources.items()}
        return [int(next(lanes[code])) for code in positives]

    def after(self, session: Session, outcome: TrainingOutcome, number: int = 0) -> "Stream":
        """The state once a setting has learned a batch; training resumes from the checkpoint."""
        history = {
            name: self.history[name].with_more(in_columns(table))
            if name in self.history
            else GrowingTable.of(in_columns(table))
            for name, table in outcome.history.items()
        }
        passes, visits = self.passes + outcome.n_iter, self.visits + outcome.visits
        end = outcome.checkpoint
        changed = replace(
            self, records=end.records, frame=session.frame, passes=passes, visits=visits,
            history=history,
        )  # fmt: skip
        votes = end.model.votes
        if votes is None:
            return changed.without_votes()
        return changed.with_votes(session, votes, number)

    def without_votes(self) -> "Stream":
        """Nobody lists the updates of this batch, so an older list could not be continued."""
        return replace(self, start=(), lists=(), rows=None, start_votes=False)

    def with_votes(self, session: Session, found: Votes, number: int = 0) -> "Stream":
        if not self.lists:
            begun = tuple(record.weights for record in session.records_of(number))
            return replace(
                self, lists=found.lists, rows=found.rows, start=begun, start_votes=session.warm
            )
        shift = self.rows.shape[0]
        lists = tuple(
            earlier.then(replace(later, row=later.row + shift))
            for earlier, later in zip(self.lists, found.lists, strict=True)
        )
        return replace(self, lists=lists, rows=stacked(self.rows, found.rows))

    def shown(self, table: np.ndarray) -> np.ndarray:
        """What is told of the lanes that predict, in the shape it has after fit."""
        columns, groups = in_columns(table), self.groups_of(self.visible())
        return columns[:, groups[0]] if len(groups) == 1 else columns[:, groups]

    def shown_of(self, outcome: TrainingOutcome) -> TrainingOutcome:
        """What is told of the batches so far, the updates of rows being those of the last one."""
        history = {name: self.shown(table.lines) for name, table in self.history.items()}
        counts = self.shown(outcome.counts).copy()
        return replace(
            outcome, n_iter=self.passes, visits=self.visits, history=history, counts=counts,
            separable=None,
        )  # fmt: skip

    def model(self, session: Session, found: LinearModel, start_votes: bool) -> LinearModel:
        """The model of the lanes that predict."""
        lanes = self.visible()
        votes = self._votes(session, lanes, start_votes) if self.lists else None
        return LinearModel(found.coef[lanes], found.intercept[lanes], votes, found.group)

    def _votes(self, session: Session, lanes: list[int], start_votes: bool) -> Votes:
        frame, n_features = self.frame, session.data.rows.X.shape[1]
        start = np.zeros((len(lanes), n_features + 1))
        for line, lane in zip(start, lanes, strict=True):
            line[: len(self.start[lane])] = self.start[lane]
        lists = pick(self.lists, self.groups_of(lanes))
        if not (start_votes or self.start_votes):
            lists = tuple(replace(votes, start_run=0.0) for votes in lists)
        return Votes(
            rows=self.rows, start=start[:, :-1] * self.scale,
            start_score=start[:, -1], constant2=frame.constant2,
            lists=lists, group=session.group,
        )  # fmt: skip


@cache
def positives_of(group: str, n_classes: int, open_end: bool) -> tuple[int, ...]:
    """The class code each lane calls +1, of one more class if others may appear."""
    found = group_of(group)
    codes = found.lanes_for([*range(n_classes), OTHER]) if open_end else found.positives(n_classes)
    return tuple(codes)


@cache
def visible_of(group: str, n_classes: int, open_end: bool) -> tuple[int, ...]:
    """The lanes that predict."""
    shown = set(group_of(group).positives(n_classes))
    codes = positives_of(group, n_classes, open_end)
    return tuple(lane for lane, code in enumerate(codes) if code in shown)


def pick(items: tuple, numbers: list[int]) -> tuple:
    return tuple(items[number] for number in numbers) if items else ()


def in_columns(table: np.ndarray) -> np.ndarray:
    return table.reshape(len(table), -1)


def stacked(above: Any, below: Any) -> Any:
    if sp.issparse(above) or sp.issparse(below):
        return sp.vstack([sp.csr_array(above), sp.csr_array(below)], format="csr")
    return np.vstack([above, below])
