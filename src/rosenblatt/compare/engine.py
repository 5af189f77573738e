"""The comparison from beginning to end."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version

import sklearn

from rosenblatt.compare.choosing import Refit, choose_entry, refit, refit_rows
from rosenblatt.compare.clock import MEASURING, PROBING, Clock, Watch
from rosenblatt.compare.comparison import Comparison, Entry
from rosenblatt.compare.costs import Costs, probe
from rosenblatt.compare.curves import draw_curves
from rosenblatt.compare.entries import differences_to_best, make_entries
from rosenblatt.compare.fits import calm
from rosenblatt.compare.learners import Learner, choose_learners
from rosenblatt.compare.measuring import Measured, Measuring, Wishes
from rosenblatt.compare.pictures import project, weigh_features
from rosenblatt.compare.plan import Plan, fold_options, make_plan
from rosenblatt.compare.splits import make_splits, n_test_rows, possible_folds
from rosenblatt.compare.statistics import critical_difference
from rosenblatt.compare.summary import summarise
from rosenblatt.compare.task import Task, describe_columns, make_task
from rosenblatt.models import Model
from rosenblatt.tables import Table

SAFETY = 0.8


def compare(
    table: Table,
    *,
    learners: Sequence[str] | None = None,
    budget: float = 60.0,
    folds: int = 10,
    repeats: int | None = None,
    noise: float = 0.0,
    random_state: int = 0,
    jobs: int = 1,
    watch: Watch | None = None,
) -> Comparison:
    """Compare learners on a table by repeated stratified cross-validation.

    Every learner sees the same splits, coded by what the training part shows. Splits are measured
    for all learners or not at all, so errors are paired. The number of folds follows the smallest
    class and the budget; above 100,000 rows random hold-outs take the place of folds. A learner too
    slow for the budget is trained on a stated part of the rows. What was done is in ``notes``.

    Parameters
    ----------
    table : Table
        Rows with their target.
    learners : sequence of str or None, default=None
        Names of learners (:data:`LEARNERS`); None for the default ones. The majority is always
        among them.
    budget : float, default=60.0
        Seconds for everything. Less is taken once ten repeats are done.
    folds : int, default=10
        Parts of the cross-validation, 2 or more; 1 for random hold-outs.
    repeats : int or None, default=None
        Exactly so many repeats, however long they take: the budget then has no say, and the result
        depends on the seed alone, times excepted. None: as many as the budget allows.
    noise : float, default=0.0
        Largest share of training labels to flip, below 1; half of it and none are measured too.
        Test labels stay as they are.
    random_state : int, default=0
        Seed of splits, noise and learners.
    jobs : int, default=1
        Threads among which the fits of a split are shared; errors do not depend on it.
    watch : callable or None, default=None
        Told the stage, what is being done, and which share of the whole is behind.

    Returns
    -------
    comparison : Comparison
        Measurements, tests, summary, and in ``model`` the chosen learner fitted to all rows.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from rosenblatt.compare import compare
    >>> from rosenblatt.tables import Table
    >>> table = Table.from_arrays("iris", *load_iris(return_X_y=True))
    >>> found = compare(table, learners=["averaged"], folds=3, repeats=1)
    >>> [entry.name for entry in found.entries]
    ['averaged', 'majority']
    """
    _check(budget, folds, repeats, noise, jobs)
    chosen = choose_learners(learners)
    clock = Clock(None if repeats is not None else budget, watch)
    with calm():
        return _compare(
            make_task(table),
            chosen,
            folds,
            Wishes(repeats, noise_levels(noise), random_state, jobs),
            clock,
        )


def _compare(
    task: Task, chosen: list[Learner], folds: int, wishes: Wishes, clock: Clock
) -> Comparison:
    possible = folds if folds == 1 else possible_folds(task.codes, folds)
    costs, plan = _prepare(task, chosen, possible, wishes, clock)
    plan.notes = _fold_notes(task, folds, possible) + plan.notes
    measured = Measuring(task, chosen, plan, wishes, clock).run()
    if not measured.names():
        raise ValueError(f"no learner could be measured: {next(iter(measured.failed.values()))}")
    entries = make_entries(chosen, measured, plan, wishes.levels, task.n_rows)
    found = _describe(task, plan, costs, entries, measured, wishes)
    by_name = {learner.name: learner for learner in chosen}
    _finish(found, task, by_name, plan, costs, wishes, clock, measured)
    return found


def _check(budget: float, folds: int, repeats: int | None, noise: float, jobs: int) -> None:
    if not budget > 0:
        raise ValueError(f"budget={budget} given; wanted are seconds above 0.")
    if folds < 1:
        raise ValueError(f"folds={folds} given; wanted is 2 or more, or 1 for hold-outs.")
    if repeats is not None and repeats < 1:
        raise ValueError(f"repeats={repeats} given; wanted is 1 or more.")
    if not 0 <= noise < 1:
        raise ValueError(f"noise={noise} given; wanted is a share of labels, 0 <= noise < 1.")
    if jobs < 1:
        raise ValueError(f"jobs={jobs} given; wanted is 1 or more.")


def noise_levels(noise: float) -> tuple[float, ...]:
    """None, half of it, all of it."""
    return (0.0, noise / 2, noise) if noise else (0.0,)


def _prepare(
    task: Task, learners: list[Learner], folds: int, wishes: Wishes, clock: Clock
) -> tuple[Costs, Plan]:
    first = fold_options(task.n_rows, folds)[0]
    split = next(make_splits(task.codes, first, 0, wishes.seed))
    patience = 0.0 if clock.budget is None else clock.left(PROBING)
    costs = probe(task, learners, split, patience, lambda text: clock.tell("Timing", text, 0.01))
    # Foreseen times are rough: what is left is not planned to the last second.
    seconds = None if clock.budget is None else max(SAFETY * clock.left(MEASURING), 0.0)
    return costs, make_plan(costs, task.n_rows, folds, seconds, len(wishes.levels))


def _describe(
    task: Task, plan: Plan, costs: Costs, entries: list[Entry], measured: Measured, wishes: Wishes
) -> Comparison:
    table = task.table
    n_test = n_test_rows(task.n_rows, plan.folds)
    ranked = [entry for entry in entries if entry.failed is None]
    enough = len(ranked) > 1 and len(measured.rounds) > 1
    # Repeats test the same rows again; only the splits of one repeat count as separate.
    blocks = len(measured.rounds) if plan.folds == 1 else min(plan.folds, len(measured.rounds))
    return Comparison(
        name=table.name,
        target=table.target_name,
        classes=[str(name) for name in task.classes],
        class_counts=task.counts.tolist(),
        n_rows=task.n_rows,
        n_rows_file=table.n_rows_file,
        n_features=costs.n_features,
        columns=describe_columns(table),
        notes=[*table.notes, *plan.notes],
        budget=None,
        seconds=0.0,
        folds=plan.folds,
        repeats=measured.repeats,
        noise=wishes.levels[-1],
        majority_error=task.majority_error,
        entries=entries,
        differences=differences_to_best(entries, n_test / task.n_rows) if enough else [],
        critical_difference=critical_difference(len(ranked), blocks) if enough else None,
        test_rows=n_test,
    )


def _fold_notes(task: Task, asked: int, possible: int) -> list[str]:
    smallest = int(task.counts.argmin())
    size, name = int(task.counts[smallest]), task.classes[smallest]
    notes = []
    if possible < asked:
        notes.append(f"{possible} folds instead of {asked}: class {name} has {size} rows only.")
    if 1 < size < possible or size == 1:
        notes.append(f"Class {name} has {size} rows: not every split tests it.")
    return notes


def _finish(
    found: Comparison,
    task: Task,
    learners: dict[str, Learner],
    plan: Plan,
    costs: Costs,
    wishes: Wishes,
    clock: Clock,
    measured: Measured,
) -> None:
    """Curves, the model, its pictures and the words; an interrupt skips the curves."""
    if measured.interrupted:
        found.notes.append(f"Interrupted after {len(measured.rounds)} splits.")
    elif not measured.whole:
        found.notes.append("The budget ended the cross-validation before its last fold.")
    try:
        if not measured.interrupted:
            draw_curves(task, found.entries, learners, plan, wishes.seed, clock)
    except KeyboardInterrupt:
        found.notes.append("Interrupted while learning curves were drawn.")
    entry = choose_entry(found.entries, learners)
    n_rows = refit_rows(task, entry, plan, costs, clock)
    fitted = refit(task, entry, learners[entry.name], n_rows, wishes.seed, clock)
    found.chosen, plane = entry.name, learners[entry.name].one_plane
    found.weights = weigh_features(fitted, plane, found.classes)
    if hasattr(fitted.estimator, "decision_function"):
        found.projection = project(fitted, task.codes, plane)
    found.budget, found.seconds = clock.budget, clock.elapsed
    found.summary = summarise(found)
    found.model = _model(found, fitted, entry)


def _model(found: Comparison, fitted: Refit, entry: Entry) -> Model:
    facts = {
        "learner": entry.label,
        "rows": len(fitted.rows),
        "error": entry.mean,
        "standard_error": entry.standard_error,
        "splits": len(entry.errors),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "versions": {"rosenblatt": version("rosenblatt"), "scikit-learn": sklearn.__version__},
    }
    return Model(fitted.coder, fitted.estimator, found.target, found.name, facts)
