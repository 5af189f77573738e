"""Learners and rows to show to neighbouring libraries."""

from sklearn.datasets import make_classification

from rosenblatt import (
    AdaBoostPerceptron,
    AveragedPerceptron,
    BaggedPerceptron,
    CommitteeMachine,
    KernelPerceptron,
    RCDPerceptron,
    VotedPerceptron,
)

LEARNERS = [
    AveragedPerceptron(random_state=0), AveragedPerceptron(probability="sigmoid", random_state=0),
    VotedPerceptron(max_iter=3, random_state=0), RCDPerceptron(max_iter=50, random_state=0),
    KernelPerceptron(max_iter=3, random_state=0), BaggedPerceptron(random_state=0),
    AdaBoostPerceptron(n_estimators=5, random_state=0),
    CommitteeMachine(max_iter=5, random_state=0),
]  # fmt: skip


def rows(n_classes=2):
    return make_classification(
        120, 6, n_informative=4, n_classes=n_classes, n_clusters_per_class=1, random_state=0
    )


def name(model):
    return f"{type(model).__name__} {getattr(model, 'probability', None)}"
