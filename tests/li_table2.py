"""The protocol of Li's Table 2: random 80/20 splits, training errors from Fisher's discriminant."""

import numpy as np

from rosenblatt import RCDPerceptron, datasets
from rosenblatt.published import table

FILES = {
    "pima": "pima_diabetes", "heart": "heart_statlog", "sonar": "sonar",
    "breast": "breast_cancer_wisconsin", "ionosphere": "ionosphere",
}  # fmt: skip
BIAS_DIRECTION = {"RCD": False, "RCD-bias": True}


def printed(name, variant):
    """Mean and standard error in percent."""
    [line] = [
        line
        for line in table("li_table2_training_error")
        if (line["dataset"], line["algorithm"]) == (name, variant)
    ]
    return float(line["mean_percent"]), float(line["standard_error"])


def training_errors(name, variant, data_home, splits):
    """Training error in percent of each split; the estimator scales by the training part."""
    X, y = datasets.load(FILES[name], paper="li", data_home=data_home, return_X_y=True)
    errors = []
    for split in range(splits):
        rows = np.random.default_rng(split).permutation(len(y))[: int(0.8 * len(y))]
        model = RCDPerceptron(bias_direction=BIAS_DIRECTION[variant], random_state=split)
        errors.append(100 * np.mean(model.fit(X[rows], y[rows]).predict(X[rows]) != y[rows]))
    return np.array(errors)


def tolerance(standard_error, splits):
    """Three standard errors of the difference; the paper's mean is over 500 splits."""
    return 3 * standard_error * np.sqrt(1 + 500 / splits)
