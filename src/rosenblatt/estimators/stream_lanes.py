"""partial_fit of several estimators that differ only in parameters of a lane, in one pass."""

from collections.abc import Sequence
from typing import Any

from rosenblatt.classifiers.classifier import learned_by, replace_learned
from rosenblatt.estimators.base import OnlineClassifier
from rosenblatt.training.groups import setting_of
from rosenblatt.training.learn_batch import admit_batch, learn_batch_in_lanes, open_batch

SHARED = tuple(OnlineClassifier._parameter_constraints)
OWN = ("hypothesis", "init")  # of a lane, like all parameters of its rule


def partial_fit_in_lanes(
    estimators: Sequence[Any], X: Any, y: Any, classes: Any = None, sample_weight: Any = None
) -> None:
    """Learn from one more batch with each estimator what its own ``partial_fit`` would learn.

    Parameters
    ----------
    estimators : sequence of estimators
        Of one class; they differ in parameters of their rule, ``hypothesis`` and ``init`` alone,
        and have learned from the same batches.
    X, y, classes, sample_weight
        As in ``partial_fit``.

    Examples
    --------
    >>> from rosenblatt import Perceptron
    >>> from rosenblatt.estimators.stream_lanes import partial_fit_in_lanes
    >>> lanes = [Perceptron(margin=margin, random_state=0) for margin in (0.0, 1.0)]
    >>> partial_fit_in_lanes(lanes, [[-1.0], [1.0], [2.0], [-2.0]], [0, 1, 1, 0])
    >>> lanes[1].predict([[-2.0], [2.0]]).tolist()
    [0, 1]
    """
    first = estimators[0]
    if len(estimators) == 1:
        first.partial_fit(X, y, classes, sample_weight)
        return
    streams = [getattr(each, "_stream", None) for each in estimators]
    X, y, weights = first._read(X, y, sample_weight, reset=streams[0] is None)
    opened = open_batch(first, streams[0], X, y, classes, weights)
    if opened is None:
        return
    stream, data = opened
    others = [
        admit_batch(each, before, y, classes, weights)
        for each, before in zip(estimators[1:], streams[1:], strict=True)
    ]
    admitted = [stream, *(found[0] for found in others if found is not None)]
    found = learn_batch_in_lanes(estimators, admitted, data)
    features = {k: v for k, v in learned_by(first).items() if "_in_" in k}
    for each, learned in zip(estimators, found, strict=True):
        vars(each).update(features)
        replace_learned(each, learned.attributes(each.hypothesis))


def refuse_apart(estimators: Sequence[Any]) -> None:
    """Raise an error for estimators that cannot share a pass over the rows."""
    first = estimators[0]
    for each in estimators:
        each._validate_params()
        each._check_choices()
        if type(each) is not type(first):
            raise ValueError(
                f"{type(first).__name__} and {type(each).__name__} cannot be learned in lanes; "
                "choose one learner, and several values of its parameters."
            )
        for name in SHARED:
            if name not in OWN and getattr(each, name, None) != getattr(first, name, None):
                raise ValueError(
                    f"{told(name, first)} and {told(name, each)} cannot be learned in lanes: it "
                    "concerns all of them; fit them one after the other."
                )
    if len(estimators) > 1 and hasattr(first, "kernel"):
        raise ValueError("a kernel is not learned in lanes; fit one setting after the other.")


def told(name: str, estimator: Any) -> str:
    """A parameter as it was given: the size of a group is one of its own."""
    value = getattr(estimator, name)
    return setting_of(value) if name == "multi_class" else f"{name}={value!r}"
