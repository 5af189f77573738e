"""The learners of the paper with the settings of its Table 1."""

from typing import Any

from sklearn.neural_network import MLPClassifier

from rosenblatt.estimators import DiscriminantParallelPerceptron, ParallelPerceptron
from rosenblatt.reproduce.published import table

PASSES = 500
MARGIN_WEIGHT = 0.1
DISCRIMINANT, PLAIN, MLP = "discriminant PP", "PP", "MLP"
COMMITTEES: dict[str, tuple[Any, str]] = {
    DISCRIMINANT: (DiscriminantParallelPerceptron, "dpp"),
    PLAIN: (ParallelPerceptron, "pp"),
}
OTHER_NAMES = {"breast cancer": "cancer"}


def table1(dataset: str) -> dict[str, str]:
    """The line of Table 1 for a data set, which has its name in Table 2."""
    [found] = [
        line
        for line in table("dpp_table1_settings")
        if OTHER_NAMES.get(line["dataset"], line["dataset"]) == dataset
    ]
    return found


def committee_of(classifier: str, dataset: str, seed: int) -> Any:
    kind, column = COMMITTEES[classifier]
    line = table1(dataset)
    return kind(
        n_perceptrons=int(line[f"{column}_perceptrons"]),
        eta0=float(line[f"{column}_learning_rate"]),
        margin_weight=MARGIN_WEIGHT,
        max_iter=PASSES,
        random_state=seed,
    )


def network_of(dataset: str, seed: int) -> MLPClassifier:
    """One hidden layer; L-BFGS in the place of conjugate gradients, which scikit-learn lacks."""
    return MLPClassifier(
        hidden_layer_sizes=(int(table1(dataset)["mlp_hidden"]),),
        activation="tanh",
        solver="lbfgs",
        max_iter=PASSES,
        random_state=seed,
    )
