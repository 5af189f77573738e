"""``python -m benchmarks.thresholds``: what rivals gain by the threshold that suits the rows best.

The rivals of ``benchmarks.training_errors`` on the same tables: wrong training rows as fitted, and
with the intercept that leaves the fewest wrong; each the best of three forms of the rows.
"""

import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.pipeline import make_pipeline
from threadpoolctl import threadpool_limits  # type: ignore

from benchmarks import training_errors
from benchmarks.markdown_table import markdown
from benchmarks.stored import measured, store
from benchmarks.training_errors import FORMS, RIVALS, STORED, TABLES, rows_of, span

RESULTS = Path(__file__).parent / "results" / "thresholds.json"


def main() -> None:
    """Measure all tables."""
    warnings.simplefilter("ignore")  # some rivals stop early
    found: dict[str, Any] = {}
    for name in (*STORED, *TABLES):
        print(f"measuring {name}", file=sys.stderr, flush=True)
        with threadpool_limits(1):
            found[name] = {who: wrong_rows(who, *rows_of(name)) for who in RIVALS}
    store(RESULTS, "python -m benchmarks.thresholds", {"wrong": found})


def wrong_rows(who: str, X: np.ndarray, y: np.ndarray) -> list[int]:
    """As fitted, and with the best threshold."""
    pairs = [one_form(make_pipeline(form, RIVALS[who]()), X, y) for form in FORMS.values()]
    return [min(plain for plain, _ in pairs), min(best for _, best in pairs)]


def one_form(model: Any, X: np.ndarray, y: np.ndarray) -> tuple[int, int]:
    scores = model.fit(X, y).decision_function(X)
    positive = y == model.classes_[1]
    return int(np.sum((scores > 0) != positive)), best_threshold(scores, positive)


def best_threshold(scores: np.ndarray, positive: np.ndarray) -> int:
    """The fewest wrong rows if all scores above some threshold are positive.

    Examples
    --------
    >>> best_threshold(np.array([3.0, 1.0, 2.0, 2.0]), np.array([True, False, True, False]))
    1
    """
    order = np.argsort(scores, kind="stable")
    sides = np.where(positive[order], 1, -1)
    # Below the threshold positive rows are wrong, above it negative ones.
    wrong = np.sum(~positive) + np.append(0, np.cumsum(sides))
    ranked = scores[order]
    between = np.append(True, np.append(ranked[1:] != ranked[:-1], True))
    return int(wrong[between].min())


def stored() -> dict[str, dict[str, list[int]]]:
    found: dict[str, dict[str, list[int]]] = measured(RESULTS)["wrong"]
    return found


def page_table() -> str:
    ours = measured(training_errors.RESULTS)
    lines = [
        [name, *(" / ".join(map(str, rivals[who])) for who in RIVALS),
         span(ours[name]["efforts"]["default"])]
        for name, rivals in stored().items()
    ]  # fmt: skip
    return markdown(["as fitted / best threshold", *RIVALS, "`RCDPerceptron()`"], lines)


if __name__ == "__main__":
    main()
