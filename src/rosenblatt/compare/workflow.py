"""The comparison from start to finish."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import version

import sklearn

from rosenblatt.compare.budget_plan import TOO_SLOW, Plan, fold_options, make_plan
from rosenblatt.compare.classification_task import ClassificationTask, describe_columns, make_task
from rosenblatt.compare.clock import MEASURING, PROBING, Clock, StageCallback
from rosenblatt.compare.common_rounds import LookCallback, time_learners
from rosenblatt.compare.comparison import Comparison, Entry
from rosenblatt.compare.cross_validation import CompareOptions, CrossValidation
from rosenblatt.compare.entries import differences_to_best, make_entries
from rosenblatt.compare.expected_error import expected_error
from rosenblatt.compare.final_model import Refit, choose_entry, refit, refit_rows
from rosenblatt.compare.final_sigmoid import sigmoid_for
from rosenblatt.compare.fit_times import TimingResults
from rosenblatt.compare.importance import measure_importance
from rosenblatt.compare.learner_list import Learner, choose_learners, tuned
from rosenblatt.compare.learning_curves import measure_curves
from rosenblatt.compare.measured_losses import MeasuredLosses
from rosenblatt.compare.plot_data import feature_weights, projection_of
from rosenblatt.compare.row_predictions import add_predictions
from rosenblatt.compare.single_fit import quiet
from rosenblatt.compare.splits import n_test_rows, possible_folds, unit_codes
from rosenblatt.compare.summary import summarise
from rosenblatt.metrics import Metric, find_metric
from rosenblatt.models import Model
from rosenblatt.tables import Table
from rosenblatt.tables.coding_text import coding_text

SAFETY = 0.8
DUPLICATES = ("auto", "together", "apart")


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
    duplicates: str = "auto",
    metric: str = "error",
    tune: bool = False,
    watch: StageCallback | None = None,
    look: LookCallback | None = None,
) -> Comparison:
    """Compare learners on a table by repeated stratified cross-validation.

    Every learner sees the same splits, coded by what the training rows show. First all of them
    learn from the same few rows, then from as many as the budget allows for everybody. As many as
    possible then get all training rows, the fastest first, whoever made them; slower ones get
    as many rows as equal shares of the time allow, as their entries say. Then come folds, then
    repeats: a split is measured for all learners or not used, so errors are paired. The number of
    folds depends on the smallest class and the budget; above 100,000 rows random hold-outs are used
    instead of folds. ``notes`` says what was done.

    Parameters
    ----------
    table : Table
        Rows with their target.
    learners, budget, folds, repeats, noise, random_state, jobs, duplicates, metric, tune, watch
        As in :func:`rosenblatt.compare`.
    look : callable or None, default=None
        Called once with the errors of the first round, as soon as all learners have them.

    Returns
    -------
    comparison : Comparison
        Measurements, verdicts, summary, and in ``model`` the chosen learner fitted to all rows.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from rosenblatt.compare import compare
    >>> from rosenblatt.tables import Table
    >>> table = Table.from_arrays("iris", *load_iris(return_X_y=True))
    >>> comparison = compare(table, learners=["averaged"], folds=3, repeats=1)
    >>> [entry.name for entry in comparison.entries]
    ['averaged', 'majority']
    """
    _check(budget, folds, repeats, noise, jobs, duplicates)
    chosen = _participants(learners, find_metric(metric), tune)
    clock = Clock(None if repeats is not None else budget, watch)
    options = CompareOptions(repeats, noise_levels(noise), random_state, jobs, metric, tune)
    with quiet():
        return _compare(make_task(table, duplicates), chosen, folds, options, clock, look)


def _participants(names: Sequence[str] | None, metric: Metric, tune: bool) -> list[Learner]:
    learners = choose_learners(names)
    return [tuned(learner, metric.scoring) for learner in learners] if tune else learners


def _compare(
    task: ClassificationTask,
    learners: list[Learner],
    folds: int,
    options: CompareOptions,
    clock: Clock,
    look: LookCallback | None,
) -> Comparison:
    possible = folds if folds == 1 else possible_folds(unit_codes(task.codes, task.groups), folds)
    timings, plan = _prepare(task, learners, possible, options, clock, look)
    plan.notes = _fold_notes(task, folds, possible) + plan.notes
    measurements = CrossValidation(task, learners, plan, options, clock).run()
    if not measurements.names():
        reason = next(iter(measurements.failed.values()))
        raise ValueError(f"no learner could be measured: {reason}")
    losses = MeasuredLosses(measurements, task.codes, options.metric)
    entries = make_entries(learners, losses, plan, options.levels, task.n_rows)
    comparison = _describe(task, plan, timings, entries, losses, options)
    by_name = {learner.name: learner for learner in learners}
    _finish(comparison, task, by_name, plan, timings, options, clock, losses)
    return comparison


def _check(
    budget: float, folds: int, repeats: int | None, noise: float, jobs: int, duplicates: str
) -> None:
    if not budget > 0:
        raise ValueError(f"budget={budget} is not a positive number of seconds.")
    if folds < 1:
        raise ValueError(f"folds={folds} is too few; give 2 or more, or 1 for random hold-outs.")
    if repeats is not None and repeats < 1:
        raise ValueError(f"repeats={repeats} is too few; give 1 or more.")
    if not 0 <= noise < 1:
        raise ValueError(f"noise={noise} is not a fraction of the labels; give 0 <= noise < 1.")
    if jobs < 1:
        raise ValueError(f"jobs={jobs} is too few; give 1 or more.")
    if duplicates not in DUPLICATES:
        raise ValueError(f"duplicates={duplicates!r} is not one of {', '.join(DUPLICATES)}.")


def noise_levels(noise: float) -> tuple[float, ...]:
    """No noise, half of it, all of it."""
    return (0.0, noise / 2, noise) if noise else (0.0,)


def _prepare(
    task: ClassificationTask,
    learners: list[Learner],
    folds: int,
    options: CompareOptions,
    clock: Clock,
    look: LookCallback | None,
) -> tuple[TimingResults, Plan]:
    """Fit all learners to the same rows, and plan the comparison from the times of that."""
    first = fold_options(task.n_rows, folds)[0]
    split = next(task.splits(first, 0, options.seed))
    limit = 0.0 if clock.budget is None else clock.left(PROBING)
    timings = time_learners(
        task, learners, split, limit, lambda text: clock.report("First look", text, 0.01), look
    )
    # Estimates are rough, so the plan leaves some of the time unused.
    seconds = None if clock.budget is None else max(SAFETY * clock.left(MEASURING), 0.0)
    plan = make_plan(timings, task.n_rows, folds, seconds, len(options.levels))
    for name, reason in plan.dropped.items():
        seen = timings.first_look.about(name) if reason.startswith(TOO_SLOW) else ""
        plan.dropped[name] = f"{reason}; {seen}" if seen else reason
    return timings, plan


def _describe(
    task: ClassificationTask,
    plan: Plan,
    timings: TimingResults,
    entries: list[Entry],
    losses: MeasuredLosses,
    options: CompareOptions,
) -> Comparison:
    table = task.table
    return Comparison(
        name=table.name,
        target=table.target_name,
        classes=[str(name) for name in task.classes],
        class_counts=task.counts.tolist(),
        n_rows=task.n_rows,
        n_rows_file=table.n_rows_file,
        n_features=timings.n_features,
        columns=describe_columns(table),
        notes=[*table.notes, *plan.notes],
        findings=[finding.to_dict() for finding in table.findings or []],
        budget=None,
        seconds=0.0,
        folds=plan.folds,
        repeats=losses.measurements.repeats,
        noise=options.levels[-1],
        majority_error=task.majority_error,
        entries=entries,
        differences=differences_to_best(entries, losses, plan.n_train / task.n_rows),
        test_rows=n_test_rows(task.n_rows, plan.folds),
        metric=options.metric,
        tune=options.tune,
        first_look=asdict(timings.first_look),
    )


def _fold_notes(task: ClassificationTask, asked: int, possible: int) -> list[str]:
    smallest = int(task.counts.argmin())
    size, name = int(task.counts[smallest]), task.classes[smallest]
    rows = "1 row" if size == 1 else f"{size} rows"
    notes = []
    if possible < asked:
        notes.append(f"{possible} folds instead of {asked}: class {name} has only {rows}.")
    if 1 < size < possible or size == 1:
        notes.append(f"Class {name} has {rows}, so not every split tests it.")
    return notes


def _finish(
    comparison: Comparison,
    task: ClassificationTask,
    learners: dict[str, Learner],
    plan: Plan,
    timings: TimingResults,
    options: CompareOptions,
    clock: Clock,
    losses: MeasuredLosses,
) -> None:
    """Fit the model, then add curves, plots and the summary; an interrupt skips the curves."""
    measurements = losses.measurements
    if measurements.interrupted:
        comparison.notes.append(f"Interrupted after {len(measurements.splits)} splits.")
    elif not measurements.complete:
        comparison.notes.append("The budget ran out before the last fold of the cross-validation.")
    entry = choose_entry(comparison.entries, learners)
    n_rows = refit_rows(task, entry, plan, timings, clock)
    fitted = refit(task, entry, learners[entry.name], n_rows, options.seed, clock)
    try:
        if not measurements.interrupted:
            measure_curves(task, comparison.entries, learners, plan, options, losses, clock)
            measure_importance(task, comparison.entries, learners, plan, options, clock)
    except KeyboardInterrupt:
        comparison.notes.append("Interrupted during the learning curves.")
    comparison.chosen, plane = entry.name, learners[entry.name].one_plane
    comparison.model_rows = len(fitted.rows)
    expected = expected_error(
        entry, losses, plan.n_train, task.n_rows, len(fitted.rows), timings.first_look
    )
    comparison.expected_error = list(expected)
    for each in comparison.entries:
        each.settings = learners[each.name].settings(fitted.X)
    add_predictions(comparison, task, losses)
    comparison.weights = feature_weights(fitted, plane, comparison.classes)
    if hasattr(fitted.estimator, "decision_function"):
        comparison.projection = projection_of(fitted, task.codes, plane)
    comparison.notes.append(coding_text(fitted.coder.schema_))
    comparison.budget, comparison.seconds = clock.budget, clock.elapsed
    comparison.summary = summarise(comparison)
    comparison.model = _model(comparison, fitted, entry, losses)
    if task.table.target_cut is not None:
        comparison.model.facts["target_cut"] = task.table.target_cut


def _model(comparison: Comparison, fitted: Refit, entry: Entry, losses: MeasuredLosses) -> Model:
    facts = {
        "learner": entry.label,
        "rows": len(fitted.rows),
        "error": entry.mean,
        "standard_error": entry.standard_error,
        "expected_error": comparison.expected_error,
        "splits": len(entry.errors),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "versions": {"rosenblatt": version("rosenblatt"), "scikit-learn": sklearn.__version__},
    }
    sigmoid = sigmoid_for(fitted.estimator, losses, entry.name)
    return Model(fitted.coder, fitted.estimator, comparison.target, comparison.name, facts, sigmoid)
