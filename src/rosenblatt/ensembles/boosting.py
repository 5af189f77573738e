"""The rounds of boosting, compiled or one by one, with the same bookkeeping."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.utils.validation import has_fit_parameter

from rosenblatt import _core
from rosenblatt.ensembles.compiled import Round, compiled_round
from rosenblatt.ensembles.hypotheses import Fitted, Hyperplanes
from rosenblatt.training.examples import Examples
from rosenblatt.training.part_fits import fit_part

AT_ONCE = 1024  # rounds for which seeds are drawn ahead, compiled or not
LARGEST_SEED = np.iinfo(np.int32).max


@dataclass
class Boosted:
    """The result; ``hypotheses`` holds one more than there are rounds if the first one failed."""

    hypotheses: Any
    weights: np.ndarray
    errors: np.ndarray
    vote_errors: np.ndarray
    rounds: int
    chance: bool  # ended by a learner that was no better than chance
    stopped: bool = False  # by who was told after every round


AfterRound = Callable[[Callable[[], Boosted]], bool]


def boost(
    estimator: Any,
    examples: Examples,
    classes: np.ndarray,
    n_estimators: int,
    resample: bool,
    random: np.random.RandomState,
    after_round: AfterRound | None = None,
) -> Boosted:
    """Boost any classifier on examples whose weights (None: 1 each) are positive.

    ``after_round`` is told a function that gives the result so far; it may ask to stop.
    """
    weights = np.ones(len(examples.codes)) if examples.weights is None else examples.weights
    boosting = _core.Boosting(examples.codes.astype(np.int32), len(classes), weights)
    round_ = compiled_round(estimator, examples, len(classes))
    hypotheses: Any
    stopped = False

    def enough(so_far: Callable[[], Any]) -> bool:
        nonlocal stopped
        if after_round is not None:
            stopped = after_round(lambda: result_of(boosting, so_far(), n_estimators))
        return stopped

    if round_ is None:
        hypotheses = one_by_one(
            estimator, examples, classes, n_estimators, resample, random, boosting, enough
        )
    else:
        at_most = AT_ONCE if after_round is None else 1
        hypotheses = at_once(
            round_, estimator, classes, n_estimators, resample, random, boosting, at_most, enough
        )
    return replace(result_of(boosting, hypotheses, n_estimators), stopped=stopped)


def result_of(boosting: Any, hypotheses: Any, n_estimators: int) -> Boosted:
    weights, errors = boosting.alphas, boosting.errors
    if not boosting.rounds:  # the first learner is kept, as there is no other
        weights, errors = np.ones(1), np.array([boosting.last_error])
    chance = boosting.rounds < n_estimators
    return Boosted(hypotheses, weights, errors, boosting.vote_errors, boosting.rounds, chance)


def at_once(
    round_: Round,
    learner: Any,
    classes: np.ndarray,
    n_estimators: int,
    resample: bool,
    random: np.random.RandomState,
    boosting: Any,
    at_most: int,
    enough: Callable[[Callable[[], Any]], bool],
) -> Hyperplanes:
    found: list[np.ndarray] = []
    n_iter: list[np.ndarray] = []
    states: list[np.ndarray] = []
    going = True

    def so_far() -> Hyperplanes:
        return Hyperplanes(
            clone(learner),
            round_.lines(found, len(classes)),
            np.concatenate(states)[: len(found)],
            np.concatenate(n_iter),
            classes,
            round_.group,
        )

    while going and boosting.rounds < n_estimators:
        states.append(states_ahead(random, min(at_most, n_estimators - boosting.rounds)))
        seeds = seeds_of(states[-1])
        lines, epochs, going = round_.run(boosting, resample, seeds)
        found += lines
        n_iter.append(epochs)
        if going and enough(so_far):
            break
    return so_far()


def one_by_one(
    learner: Any,
    examples: Examples,
    classes: np.ndarray,
    n_estimators: int,
    resample: bool,
    random: np.random.RandomState,
    boosting: Any,
    enough: Callable[[Callable[[], Any]], bool],
) -> Fitted:
    if not resample:
        require_weights(learner, "weighting='reweight' needs it; choose weighting='resample'")
    X, codes = examples.X, examples.codes
    found: list[Any] = []
    ahead = np.empty(0, dtype=int)
    while boosting.rounds < n_estimators:
        if not len(ahead):
            ahead = states_ahead(random, min(AT_ONCE, n_estimators - boosting.rounds))
        state, ahead = ahead[:1], ahead[1:]
        estimator = seeded(learner, int(state[0]))
        if resample:
            rows = boosting.sample(int(seeds_of(state)[0]))
            fit_part(estimator, X[rows], codes[rows], None, classes)
        else:
            fit_part(estimator, X, codes, boosting.round_weights(), classes)
        taken = boosting.take(np.searchsorted(classes, estimator.predict(X)).astype(np.int32))
        if taken or not boosting.rounds:
            found.append(estimator)
        if not taken or enough(lambda: Fitted(found[:], classes)):
            break
    return Fitted(found, classes)


def states_ahead(random: np.random.RandomState, count: int) -> np.ndarray:
    """The ``random_state`` of the next rounds, whether all of them will be reached or not."""
    return random.randint(LARGEST_SEED, size=count)


def seeds_of(states: np.ndarray) -> np.ndarray:
    """The seeds that our estimators make of whole numbers given as ``random_state``."""
    generator = np.random.RandomState()  # one for all: making it costs more than seeding it
    seeds = np.empty(len(states), dtype=np.uint64)
    for number, state in enumerate(states):
        generator.seed(state)
        seeds[number] = generator.randint(LARGEST_SEED)
    return seeds


def seeded(learner: Any, state: int) -> Any:
    """A clone with its own seed, also in the parts of a pipeline."""
    estimator = clone(learner)
    names = [n for n in estimator.get_params() if n.rpartition("__")[2] == "random_state"]
    return estimator.set_params(**dict.fromkeys(names, state)) if names else estimator


def require_weights(learner: Any, why: str) -> None:
    if not has_fit_parameter(learner, "sample_weight"):
        raise ValueError(f"{type(learner).__name__} does not take sample_weight, but {why}.")
