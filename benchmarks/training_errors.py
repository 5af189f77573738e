"""Training errors of the iterated search on whole data sets within some seconds."""

import numpy as np

from benchmarks.cases import Options, Table
from benchmarks.sets import data_home
from rosenblatt import RCDPerceptron, datasets

SETS = (
    "breast_cancer_wisconsin", "heart_statlog", "cleveland", "votes84", "sonar", "ionosphere",
    "australian", "pima_diabetes", "german_numeric",
)  # fmt: skip
SECONDS = 10.0


def training_errors(options: Options) -> Table:
    """Rows that the best hyperplane gets wrong, from the linear programme or Fisher's start."""
    seconds = 0.05 if options.quick else SECONDS
    about = f"`directions='mixed', perturb=True, init='lp'`, {seconds:g} s a fit, two seeds."
    table = Table("Lowest training errors", about, ["data", "rows wrong", "epochs"])
    for name in SETS if data_home() else ():
        X, y = datasets.load(name, paper="li", data_home=data_home(), return_X_y=True)
        models = [searched(X, y, seed, seconds) for seed in range(1 if options.quick else 2)]
        wrong = [int(np.sum(model.predict(X) != y)) for model in models]
        epochs = [model.n_iter_ for model in models]
        table.lines.append([name, ", ".join(map(str, wrong)), ", ".join(map(str, epochs))])
        table.raw.append({"data": name, "wrong": wrong, "epochs": epochs})
    return table


def searched(X: np.ndarray, y: np.ndarray, seed: int, seconds: float) -> RCDPerceptron:
    model = RCDPerceptron(
        directions="mixed",
        perturb=True,
        init="lp",
        max_iter=10**12,
        time_limit=seconds,
        random_state=seed,
    )
    return model.fit(X, y)
