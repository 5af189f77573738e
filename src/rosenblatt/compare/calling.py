"""``rosenblatt.compare``: the comparison of whatever holds rows, for notebooks and scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rosenblatt.compare import workflow
from rosenblatt.compare.any_data import table_of
from rosenblatt.compare.clock import StageCallback
from rosenblatt.compare.common_rounds import LookCallback
from rosenblatt.compare.comparison import Comparison
from rosenblatt.compare.provenance import provenance
from rosenblatt.tables import Wishes


def compare(
    data: Any,
    y: Any = None,
    *,
    target: str | None = None,
    learners: Sequence[str] | None = None,
    budget: float = 60.0,
    folds: int = 10,
    repeats: int | None = None,
    noise: float = 0.0,
    random_state: int = 0,
    jobs: int = 1,
    metric: str = "error",
    tune: bool = False,
    kinds: Mapping[str, str] | None = None,
    drop: Sequence[str] = (),
    duplicates: str = "auto",
    watch: StageCallback | None = None,
    look: LookCallback | None = None,
) -> Comparison:
    """Compare learners on rows of any kind, by repeated stratified cross-validation.

    The table is examined first: ``findings`` says how its columns were read and what is odd. Every
    learner sees the same splits, coded by what the training rows show. All of them learn from the
    same few rows first; then as many as possible get all training rows, the fastest first, and the
    slower ones as many as equal shares of the time allow. The number of folds depends on the
    smallest class and the budget; above 100,000 rows random hold-outs are used instead of folds.
    ``notes`` says what was done.

    Parameters
    ----------
    data : data frame, dict, array, sparse matrix, path, str or Table
        The rows. A data frame and a dict have named columns; a text is a file or the name of a
        data set.
    y : array-like or None, default=None
        The labels, unless they are a column.
    target : str or None, default=None
        The column with the labels; None takes one called target, label, class or y, else the last.
    learners : sequence of str or None, default=None
        Names of learners (:data:`LEARNERS`); None for the default ones. The majority class is
        always included.
    budget : float, default=60.0
        Seconds for everything. Less is used once ten repeats are done.
    folds : int, default=10
        Number of folds, 2 or more; 1 for random hold-outs.
    repeats : int or None, default=None
        Exactly this many repeats, however long they take: the budget is then ignored, and the
        result depends on the seed alone, except for the times. None: as many as the budget allows.
    noise : float, default=0.0
        Largest fraction of training labels to flip, below 1; half of it and none are measured too.
        Test labels are never changed.
    random_state : int, default=0
        Seed of splits, noise and learners.
    jobs : int, default=1
        Threads that share the fits of a split; errors do not depend on it.
    metric : {"error", "balanced", "f1", "auc", "logloss"}, default="error"
        The measure that ranks, judges and chooses: the error, the mean error of the classes, 1
        minus their mean F1, 1 minus the area under the ROC curve (of more than two classes the
        mean of one against the rest), or the log loss of calibrated probabilities. All are
        measured.
    tune : bool, default=False
        Whether to choose margin, C and the like within each training set, for ours and theirs.
    kinds : mapping of str to str or None, default=None
        Columns to read in a certain way, whatever they look like: number, number-comma,
        number-point, date, date-dmy, date-mdy, time, yes-no, text, category or key; the target as
        category or halves.
    drop : sequence of str, default=()
        Columns to leave out.
    duplicates : {"auto", "together", "apart"}, default="auto"
        Whether splits keep rows with the same cells together, so that none is tested after it was
        learned; "auto" does, unless more than half of the rows repeat others.
    watch : callable or None, default=None
        Called with the stage, what is being done, and the fraction that is finished.
    look : callable or None, default=None
        Called once with the errors of the first round, as soon as all learners have them.

    Returns
    -------
    comparison : Comparison
        A notebook displays it as its report. It has ``leaderboard``, ``model`` (the chosen learner
        fitted to all rows), ``notes``, ``summary`` and ``report(path)``.

    Examples
    --------
    >>> import rosenblatt
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> found = rosenblatt.compare(X, y, learners=["averaged"], folds=3, repeats=1)
    >>> [entry.name for entry in found.entries]
    ['averaged', 'majority']
    """
    wishes = Wishes(dict(kinds or {}), tuple(drop))
    found = workflow.compare(
        table_of(data, y, target=target, random_state=random_state, wishes=wishes),
        learners=learners, budget=budget, folds=folds, repeats=repeats, noise=noise,
        random_state=random_state, jobs=jobs, metric=metric, tune=tune, duplicates=duplicates,
        watch=watch, look=look,
    )  # fmt: skip
    found.provenance |= provenance(_call(target, metric, tune), random_state, data)
    found.provenance["next"] = [
        "found.model.predict_proba(new)",
        'rosenblatt.models.save(found.model, "best.rosenblatt")',
        'rosenblatt.models.export(found.model, to="sql")',
    ]
    return found


def _call(target: str | None, metric: str, tune: bool) -> str:
    """The call, as far as it says what was asked."""
    chosen = metric if metric != "error" else None
    given = {"target": target, "metric": chosen, "tune": tune or None}
    options = [f"{name}={value!r}" for name, value in given.items() if value is not None]
    return f"rosenblatt.compare({', '.join(['data', *options])})"
