"""Checks of scikit-learn that learners fail by design."""

from typing import Any

from rosenblatt.estimators.base import OnlineClassifier
from rosenblatt.estimators.committee_machine import CommitteeMachine
from rosenblatt.estimators.parallel import CommitteeClassifier, DiscriminantParallelPerceptron
from rosenblatt.estimators.rcd import RCDPerceptron

EXACT_MINIMUM = {
    "check_class_weight_classifiers": (
        "The check gives one class the weight 1000, the others 0.0001, and wants more than 87 % of "
        "the test rows predicted as the heavy class. The lowest weighted 0/1 error leaves no heavy "
        "training row wrong and cuts off as many light ones as it can; how many test rows lie "
        "beyond that cut depends on the seed (78 to 92 % are on the heavy side)."
    )
}
WEIGHTS_AS_RATES = {
    "check_class_weight_classifiers": (
        "The check gives one class the weight 1000, and its rows are not standardised. eta0='auto' "
        "is divided by the total weight; a rate that is given is multiplied by that of the row, "
        "and then far too high. The boundary of a discriminant committee of one lies midway "
        "between the classes, whatever their weights; online, it leaves no heavy training row "
        "wrong, but how many test rows are on the heavy side depends on the seed."
    )
}
SMALL_CONSTANT = {
    "check_class_weight_classifiers": (
        "The check wants nearly all rows on one side, which a committee of hyperplanes reaches by "
        "their intercepts; the check's rows are some 20 long, and a constant feature that is given "
        "instead of being taken from the rows moves these too slowly."
    )
}
ROW_POSITIONS = dict.fromkeys(
    (
        "check_sample_weight_equivalence_on_dense_data",
        "check_sample_weight_equivalence_on_sparse_data",
    ),
    "A row of weight k equals k rows only in the content order; other orders visit the rows by "
    "their positions.",
)


def expected_failed_checks(estimator: Any) -> dict[str, str]:
    """The checks of scikit-learn that a learner of this package fails by design, with the reasons.

    Parameters
    ----------
    estimator : classifier
        A learner with its settings.

    Returns
    -------
    checks : dict of str to str
        The reason by the name of the check; empty for most learners. This is what
        :func:`sklearn.utils.estimator_checks.check_estimator` wants as ``expected_failed_checks``;
        :func:`sklearn.utils.estimator_checks.parametrize_with_checks` wants the function itself.

    Examples
    --------
    >>> from rosenblatt import Perceptron, RCDPerceptron
    >>> from rosenblatt.estimators import expected_failed_checks
    >>> expected_failed_checks(Perceptron())
    {}
    >>> list(expected_failed_checks(RCDPerceptron()))
    ['check_class_weight_classifiers']
    """
    if isinstance(estimator, RCDPerceptron) and estimator.combine == "best":
        return dict(EXACT_MINIMUM)
    found: dict[str, str] = getattr(estimator, "_fails_by_design", dict)()
    if isinstance(estimator, CommitteeClassifier) and needs_other_rates(estimator):
        found |= WEIGHTS_AS_RATES
    if isinstance(estimator, CommitteeMachine) and not isinstance(estimator.intercept_scaling, str):
        found |= SMALL_CONSTANT
    if isinstance(estimator, OnlineClassifier) and estimator.order != "content":
        found |= ROW_POSITIONS
    return found


def needs_other_rates(estimator: CommitteeClassifier) -> bool:
    online = estimator.passes == "online" and isinstance(estimator, DiscriminantParallelPerceptron)
    return estimator.eta0 != "auto" or estimator.n_perceptrons == 1 or online
