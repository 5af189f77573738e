"""Which settings can share a training session, and which of them a lane."""

from typing import Any

import joblib
from sklearn.utils.parallel import Parallel

from rosenblatt.estimators.base import BasePerceptron
from rosenblatt.training.groups import lanes_of

# Of the parameters common to all learners, all but these concern the whole session; parameters that
# a learner adds belong to its rule, and so to the lane.
LANE_PARAMETERS = {"hypothesis", "init"}
SESSION_PARAMETERS = set(BasePerceptron._parameter_constraints) - LANE_PARAMETERS

Lanes = list[list[int]]  # numbers of settings, by lane


def parallel(n_jobs: int | None, **more: Any) -> Parallel:
    """Threads that share memory, or a cluster, if joblib was told to use one."""
    backend = joblib.parallel.get_active_backend()[0]
    if type(backend).__name__ == "DaskDistributedBackend":
        return Parallel(**more)
    return Parallel(n_jobs=n_jobs, require="sharedmem", **more)


def trains_in_lanes(estimator: Any) -> bool:
    """Whether it is one of our online learners, with their ``fit`` and their starts."""
    kind = type(estimator)
    return (
        issubclass(kind, BasePerceptron)
        and kind.fit is BasePerceptron.fit
        and kind._session_type is BasePerceptron._session_type
    )


def may_share(estimator: Any) -> bool:
    """Whether its training ends by the passes alone, and nothing is printed, calibrated, scaled."""
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
        or estimator.scale
    )


def batches(estimators: list[Any], n_classes: int, most: int) -> tuple[list[Lanes], list[int]]:
    """The settings by session, each with at most ``most`` lanes; and those fitted separately."""
    sessions: dict[tuple[str, int], dict[str, list[int]]] = {}
    separate = []
    for number, estimator in enumerate(estimators):
        width, size = lanes_of(estimator.multi_class, n_classes)
        if size == 1 and may_share(estimator):
            session_key, lane_key = keys(estimator)
            lanes = sessions.setdefault((session_key, width), {})
            lanes.setdefault(lane_key, []).append(number)
        else:
            separate.append(number)
    together = [
        batch
        for (_, width), lanes in sessions.items()
        for batch in cut(list(lanes.values()), max(1, most // width))
    ]
    return together, separate


def cut(lanes: Lanes, most: int) -> list[Lanes]:
    return [lanes[at : at + most] for at in range(0, len(lanes), most)]


def keys(estimator: Any) -> tuple[str, str]:
    """Settings with equal first keys share a session, with equal second keys also a lane."""
    params = estimator.get_params(deep=False)
    shared = {name: params.pop(name) for name in SESSION_PARAMETERS & set(params)}
    params.pop("hypothesis", None)
    return joblib.hash(shared), joblib.hash(params)
