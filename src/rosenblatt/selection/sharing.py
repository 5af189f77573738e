"""Which settings may share a run, and which of them a lane."""

from typing import Any

import joblib

from rosenblatt.estimators.base import BasePerceptron

# Of the parameters all learners share, every one but these concerns the whole run; the parameters a
# learner adds belong to its rule, and so to the lane.
LANE_PARAMETERS = {"hypothesis", "init"}
RUN_PARAMETERS = set(BasePerceptron._parameter_constraints) - LANE_PARAMETERS

Lanes = list[list[int]]  # numbers of settings, by lane


def learns_in_lanes(estimator: Any) -> bool:
    """Whether it is one of ours, trained as ours are."""
    return getattr(type(estimator), "fit", None) is BasePerceptron.fit


def may_share(estimator: Any) -> bool:
    """Whether nothing but the passes decides when its training ends, and all is said quietly."""
    try:
        estimator._validate_params()
        estimator._check_choices()
    except ValueError:
        return False  # its own fit will report it
    return not (
        estimator.early_stopping
        or estimator.time_limit
        or estimator.verbose
        or estimator.probability
    )


def batches(estimators: list[Any], most: int) -> tuple[list[Lanes], list[int]]:
    """The settings that share a run, at most so many lanes in each; the settings that do not."""
    runs: dict[str, dict[str, list[int]]] = {}
    alone = []
    for number, estimator in enumerate(estimators):
        if may_share(estimator):
            run_key, lane_key = keys(estimator)
            runs.setdefault(run_key, {}).setdefault(lane_key, []).append(number)
        else:
            alone.append(number)
    return [batch for lanes in runs.values() for batch in cut(list(lanes.values()), most)], alone


def cut(lanes: Lanes, most: int) -> list[Lanes]:
    return [lanes[at : at + most] for at in range(0, len(lanes), most)]


def keys(estimator: Any) -> tuple[str, str]:
    """Equal first parts: may share a run. Equal second parts too: read from one lane."""
    params = estimator.get_params(deep=False)
    shared = {name: params.pop(name) for name in RUN_PARAMETERS & set(params)}
    params.pop("hypothesis", None)
    return joblib.hash(shared), joblib.hash(params)
