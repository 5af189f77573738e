"""How lanes act together, by name: what the core needs of a group and what prediction needs."""

from abc import ABC, abstractmethod

import numpy as np

from rosenblatt import _core


class Group(ABC):
    """The lanes of one model: ``size`` of them side by side are learned together."""

    core: type
    """The policy of the core; made anew for each use, so that none is left at the end."""

    two_classes: bool = False
    """Whether two classes are trained so; otherwise they are one hyperplane."""

    apart: bool = False
    """Whether a class is learned without a look at the others, so that it may appear late."""

    sides: bool = False
    """Whether a row is on the side of a group's class or on the other one, as the core's margin
    says (``y``), so that either side may have a margin of its own."""

    @abstractmethod
    def size(self, lanes: int) -> int:
        """How many of a model's lanes form a group of the core."""

    def lanes_for(self, codes: list[int]) -> list[int]:
        """The class code each lane calls +1, if these classes have lanes; by default one each.

        A stream of classes learned apart also has lanes for a class that is never met.
        """
        return codes

    def positives(self, n_classes: int) -> list[int]:
        """The class code each lane of a model calls +1."""
        return self.lanes_for(positive_codes(n_classes))

    @property
    def line_per_class(self) -> bool:
        """Whether the hyperplanes of a model are those of its classes (of two: the second's)."""
        return all(self.positives(n) == positive_codes(n) for n in (2, 3))

    def decisions(self, scores: np.ndarray) -> np.ndarray:
        """From scores of lanes, one column each, to those of classes, one column each; of two
        classes that are told apart by one score, a column alone."""
        return scores

    def vote_decisions(self, sums: np.ndarray) -> np.ndarray:
        """The same from sums of votes, one column for each lane, as ``vote`` of the core adds them.

        By default as from scores, which is right if ``decisions`` are linear.
        """
        return self.decisions(sums)

    @abstractmethod
    def class_votes(self, sums: np.ndarray, most: float) -> np.ndarray:
        """Votes for each class, none negative, from signed sums; a class has at most ``most``."""


class OneAgainstRest(Group):
    """A hyperplane for each class (of two classes: for the second), each learned alone."""

    core: type = _core.Single
    apart = True
    sides = True

    def size(self, lanes: int) -> int:
        return 1

    def class_votes(self, sums: np.ndarray, most: float) -> np.ndarray:
        signed = np.column_stack([-sums, sums]) if sums.ndim == 1 else sums
        return np.maximum(most + signed, 0.0)  # rounding may leave a little below 0


class Joint(Group):
    """All classes together: the right one is raised, the best wrong one lowered."""

    core = _core.Joint

    def size(self, lanes: int) -> int:
        return lanes

    def class_votes(self, sums: np.ndarray, most: float) -> np.ndarray:
        return sums


class SeveralForEachClass(OneAgainstRest):
    """Some hyperplanes for each class (of two: for the second), which decide together.

    What they decide is one vote: all hyperplanes of a class have the same sum of votes.
    """

    two_classes = True

    def __init__(self, members: int) -> None:
        self.members = members

    def size(self, lanes: int) -> int:
        return self.members

    def lanes_for(self, codes: list[int]) -> list[int]:
        return [code for code in codes for _ in range(self.members)]

    def decisions(self, scores: np.ndarray) -> np.ndarray:
        return self.together(scores.reshape(len(scores), -1, self.members))

    @abstractmethod
    def together(self, scores: np.ndarray) -> np.ndarray:
        """The score of each class, from those of its hyperplanes along the last axis."""

    def vote_decisions(self, sums: np.ndarray) -> np.ndarray:
        return sums[:, :: self.members]


class Majority(SeveralForEachClass):
    """Committees of an odd number: the median, which is positive where most of them are."""

    core = _core.Majority

    def together(self, scores: np.ndarray) -> np.ndarray:
        return np.median(scores, axis=2)


def positive_codes(n_classes: int) -> list[int]:
    """The class each hyperplane calls +1: of two classes the second, of more each in turn."""
    return [1] if n_classes == 2 else list(range(n_classes))


GROUPS: dict[str, Group] = {"ovr": OneAgainstRest(), "joint": Joint()}

MAJORITY = "majority of "
# Groups whose size is a parameter of their learner: how their names begin, and that parameter.
SIZED_GROUPS: dict[str, tuple[type[SeveralForEachClass], str]] = {
    MAJORITY: (Majority, "n_perceptrons")
}


def majority_of(members: int) -> str:
    """The name of the group of committees of this size."""
    return f"{MAJORITY}{members}"


def group_of(name: str) -> Group:
    """The group of this name: one of ``GROUPS``, or one of ``SIZED_GROUPS`` and its size."""
    if name in GROUPS:
        return GROUPS[name]
    for prefix, (kind, _) in SIZED_GROUPS.items():
        if name.startswith(prefix):
            return kind(int(name.removeprefix(prefix)))
    raise KeyError(name)


def setting_of(name: str) -> str:
    """The parameter of an estimator that chooses the group of this name."""
    for prefix, (_, parameter) in SIZED_GROUPS.items():
        if name.startswith(prefix):
            return f"{parameter}={name.removeprefix(prefix)}"
    return f"multi_class={name!r}"


def group_name(multi_class: str, n_classes: int) -> str:
    """Two classes are one hyperplane, unless the group says otherwise."""
    return multi_class if n_classes > 2 or group_of(multi_class).two_classes else "ovr"


def lanes_of(multi_class: str, n_classes: int) -> tuple[int, int]:
    """How many lanes a model has, and how many of them form a group."""
    group = group_of(group_name(multi_class, n_classes))
    lanes = len(group.positives(n_classes))
    return lanes, group.size(lanes)


def require_line_per_class(group: str, what: str) -> None:
    if not group_of(group).line_per_class:
        raise ValueError(
            f"{setting_of(group)} has several hyperplanes for a class, {what}; choose a learner "
            "with one for each class, such as AveragedPerceptron with multi_class='ovr'."
        )


def decided(group: str, scores: np.ndarray) -> np.ndarray:
    """Scores as ``decision_function`` gives them, from those of lanes, one column each."""
    return in_shape(group_of(group).decisions(scores))


def decided_by_votes(group: str, sums: np.ndarray) -> np.ndarray:
    """The same from the sums of the votes of lanes; ties are as they are."""
    return in_shape(group_of(group).vote_decisions(sums))


def in_shape(decisions: np.ndarray) -> np.ndarray:
    return decisions.ravel() if decisions.shape[1] == 1 else decisions
