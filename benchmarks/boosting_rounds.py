"""``python -m benchmarks.boosting_rounds``: how many rounds should a vote have?

``AdaBoostPerceptron()`` on six random 70/30 splits of each table: the learner of the first round
alone, all 200 rounds, and the default, as many rounds as predict best the rows that are held out in
turn. Test errors in percent. Keeps what it measured: a stopped run resumes.
"""

import sys
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.impute import SimpleImputer
from sklearn.model_selection import train_test_split
from threadpoolctl import threadpool_limits  # type: ignore

from benchmarks.markdown_table import markdown
from benchmarks.stored import measured, store
from rosenblatt import AdaBoostPerceptron
from rosenblatt.datasets import flip_labels, load, make_ringnorm, make_threenorm, make_yinyang

RESULTS = Path(__file__).parent / "results" / "boosting_rounds.json"
SPLITS = 6
ROWS = 600
WAYS: dict[str, dict[str, Any]] = {
    "one": {"n_estimators": 1, "early_stopping": False},
    "all": {"early_stopping": False},
    "held out": {},
}
Rows = tuple[np.ndarray, np.ndarray]


def made(generator: Callable[..., Rows], wrong: float = 0.0, seed: int = 0) -> Rows:
    """Generated rows, with some of the labels turned."""
    X, y = generator(n_samples=ROWS, random_state=seed)
    return X, flip_labels(y, wrong, random_state=seed) if wrong else y


def bent(seed: int) -> Rows:
    """Gaussian rows of eight columns with a noisy, slightly bent boundary."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((ROWS, 8))
    score = X @ rng.standard_normal(8) + X[:, 0] * X[:, 1] - 0.5 * X[:, 2] ** 2
    return X, score + 3 * rng.standard_normal(ROWS) > 0


CHOSEN_ON: dict[str, Callable[[], Rows]] = {
    "pima": partial(load, "pima_diabetes", return_X_y=True),
    "heart": partial(load, "heart_statlog", return_X_y=True),
    "german": partial(load, "german_numeric", return_X_y=True),
    "bupa": partial(load, "bupa", return_X_y=True),
    "bent": partial(bent, 0),
    "yinyang": partial(made, make_yinyang),
    "ringnorm": partial(made, make_ringnorm),
    "yinyang, noisy": partial(made, make_yinyang, 0.15),
}
JUDGED_ON: dict[str, Callable[[], Rows]] = {
    **{
        name: partial(load, name, return_X_y=True)
        for name in ("australian", "ionosphere", "sonar", "vehicle", "wdbc", "wpbc")
    },
    "cleveland, five classes": partial(load, "cleveland", return_X_y=True),
    "bent, other seed": partial(bent, 1),
    "threenorm": partial(made, make_threenorm),
    "yinyang, noisy, other seed": partial(made, make_yinyang, 0.15, 1),
}
TABLES = CHOSEN_ON | JUDGED_ON


def main() -> None:
    """Measure what is not yet measured."""
    warnings.simplefilter("ignore")  # a first round no better than chance
    known = measured(RESULTS)
    for name in TABLES:
        if name not in known:
            print(f"measuring {name}", file=sys.stderr, flush=True)
            with threadpool_limits(1):
                known[name] = {way: [one(name, way, k) for k in range(SPLITS)] for way in WAYS}
            store(RESULTS, "python -m benchmarks.boosting_rounds", known)


def one(name: str, way: str, split: int) -> list[float]:
    """Test error in percent and number of rounds of one fit."""
    X, y = TABLES[name]()
    X = np.asarray(X.toarray() if hasattr(X, "toarray") else X, dtype=np.float64)
    X_train, X_test, y_train, y_test = train_test_split(
        X, y, test_size=0.3, random_state=split, stratify=y
    )
    imputer = SimpleImputer(keep_empty_features=True).fit(X_train)
    model = AdaBoostPerceptron(random_state=split, **WAYS[way])
    model.fit(imputer.transform(X_train), y_train)
    error = 100 * float(np.mean(model.predict(imputer.transform(X_test)) != y_test))
    return [round(error, 4), model.n_rounds_]


def page_table(names: dict[str, Any], title: str) -> str:
    """As docs/defaults.md shows it."""
    known = measured(RESULTS)
    lines = []
    for name in names:
        found = {way: np.mean(known[name][way], axis=0) for way in WAYS}
        errors = [f"{error:.1f}" for error, _ in found.values()]
        lines.append([name, *errors, f"{found['held out'][1]:.0f}"])
    return markdown([title, *WAYS, "rounds"], lines)


def chosen_table() -> str:
    """Tables that the number of rounds was chosen on."""
    return page_table(CHOSEN_ON, "chosen on")


def judged_table() -> str:
    """Tables that were looked at afterwards."""
    return page_table(JUDGED_ON, "judged on")


if __name__ == "__main__":
    main()
