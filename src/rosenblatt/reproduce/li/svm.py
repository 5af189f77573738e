"""The soft-margin SVM column of Li's Tables 2 and 3: libsvm, linear kernel, C by five folds."""

from typing import Any

import numpy as np
from sklearn.model_selection import GridSearchCV
from sklearn.svm import SVC

from rosenblatt.lab.outcome import Row
from rosenblatt.reproduce.li.fits import errors
from rosenblatt.reproduce.li.paper_learners import SOFT_SVM
from rosenblatt.reproduce.li.paper_splits import ScaledSplit, split

GRID = [float(2**k) for k in range(-5, 8, 2)]
FOLDS = 5


def soft_svm(dataset: str, first: int, last: int) -> list[Row]:
    """The SVM on the splits from ``first`` up to ``last``, and the C that was chosen for each."""
    return [fit_soft(split(dataset, k), k) for k in range(first, last)]


def fit_soft(part: ScaledSplit, number: int) -> Row:
    model: Any = GridSearchCV(SVC(kernel="linear", cache_size=50), {"C": GRID}, cv=FOLDS)
    model.fit(part.X_train, part.y_train)
    chosen = float(np.log2(model.best_params_["C"]))
    return {"algorithm": SOFT_SVM, "split": number, **errors(model, part), "log2_C": chosen}
