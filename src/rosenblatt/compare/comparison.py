"""The result of a comparison as plain data: all that reports read."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from rosenblatt.formatting import loss_text, plural
from rosenblatt.metrics import METRICS
from rosenblatt.report import framed, render_comparison, write_report


@dataclass
class Entry:
    """The measurements of one learner, one per split, in the same order.

    Parameters
    ----------
    name : str
        Short name, as on the command line.
    label : str
        Name shown to people.
    ours : bool
        Whether it belongs to this package.
    errors : list of float
        Test errors, or losses by the measure that decides (``Comparison.metric``), paired with
        those of the other entries.
    mean, standard_error : float or None
        Their mean and its standard error, corrected for overlapping training sets; after a single
        hold-out, that of its test rows.
    rank : float or None
        Mean rank over the splits.
    fit_seconds, predict_seconds : float or None
        Medians over the splits.
    subsample : int or None
        Number of rows it was trained on, if fewer than there are.
    failed : str or None
        Why there are no measurements.
    confusion : list of list of int
        Number of test rows by true class (row) and predicted class (column).
    noisy_errors : dict of str to list of float
        Errors by fraction of wrong training labels.
    learning_curve : list of dict
        ``rows``, ``mean``, ``standard_error``.
    measures : dict of str to dict
        ``mean`` and ``standard_error`` by every measure (:data:`METRICS`), as losses.
    reference : bool
        Whether it is shown to compare with, but neither ranked nor kept.
    settings : str
        The estimator as one would type it.
    tuned : list of dict
        What was chosen inside the training part of each split, if anything was.
    importance : list of dict
        ``column``, ``mean`` and ``spread`` of the loss that shuffling the column adds, and
        ``towards``, the class that larger numbers speak for; the largest first.
    """

    name: str
    label: str
    ours: bool
    errors: list[float] = field(default_factory=list)
    mean: float | None = None
    standard_error: float | None = None
    rank: float | None = None
    fit_seconds: float | None = None
    predict_seconds: float | None = None
    subsample: int | None = None
    failed: str | None = None
    confusion: list[list[int]] = field(default_factory=list)
    noisy_errors: dict[str, list[float]] = field(default_factory=dict)
    learning_curve: list[dict[str, Any]] = field(default_factory=list)
    measures: dict[str, dict[str, float]] = field(default_factory=dict)
    reference: bool = False
    settings: str = ""
    tuned: list[dict[str, Any]] = field(default_factory=list)
    importance: list[dict[str, Any]] = field(default_factory=list)


@dataclass(repr=False)
class Comparison:
    """Everything that was measured, ready for JSON.

    Parameters
    ----------
    name, target : str
        Name of the table and of its target column.
    classes, class_counts : list
        Classes as text, and their numbers of rows.
    n_rows, n_rows_file, n_features : int
        Number of rows used, of rows in the file, and of columns after coding.
    columns : list of dict
        ``name``, ``kind``, ``missing``, ``values`` of each column.
    notes : list of str
        What was noticed in the data, and how the plan was changed for it.
    budget : float or None
        Seconds allowed; None if the number of repeats was given.
    seconds : float
        Seconds taken.
    folds, repeats : int
        Number of folds, and how often the cross-validation was repeated; one fold means random
        hold-outs.
    noise : float
        Largest fraction of wrong training labels.
    majority_error : float
        Fraction of the rows outside the largest class.
    entries : list of Entry
        Sorted by mean error, those that failed last.
    differences : list of dict
        ``a`` (the best), ``b``, ``mean`` (error of b minus that of a), the interval ``low`` to
        ``high``, and the ``verdict`` on b: worse, better or cannot tell, by
        :func:`rosenblatt.judgement.judge`. Learners that are not judged are absent.
    chosen : str
        Name of the entry whose model was fitted to all rows.
    weights : list of dict or None
        ``feature``, ``weight`` in standardised units, and ``class`` if there are more than two;
        None if the model is not one hyperplane per class.
    projection : dict or None
        ``points`` (``[u, v, class, right]``), ``boundary`` and ``axes``.
    summary : list of str
        The result in plain sentences.
    test_rows : int
        Number of test rows in one split.
    findings : list of dict
        What was found in the table before anything was learned: ``kind``, ``columns``, ``found``,
        ``done``, ``undo``, and all of it as ``text``.
    first_look : dict
        ``errors`` of all learners on the same ``rows`` of one split with ``test_rows``, by which
        the comparison was planned.
    expected_error : list of float or None
        Between which errors that of the model is to be expected on new rows, at 95 %.
    metric : str
        The measure that ranks, judges and chooses: one of :data:`METRICS`.
    tune : bool
        Whether parameters were chosen inside each training part.
    model_rows : int
        Number of rows that the model was fitted to.
    hard_rows : list of dict
        The rows that were wrong most often: ``row`` (from 1), ``class``, ``predicted``, ``wrong``
        and ``tests``, ``probability`` of its own class, and ``cells``.
    curves : dict or None
        For two classes, how many rows of each are wrong at every threshold.
    reliability : list of dict
        ``predicted`` and ``observed`` share of the kept learner, and ``rows``, by probability.
    provenance : dict
        ``command``, ``version``, ``seed``, ``date``, and ``sha256`` of the file.
    model : Model or None
        The chosen learner fitted to all rows; not part of :meth:`to_dict`.
    """

    name: str
    target: str
    classes: list[str]
    class_counts: list[int]
    n_rows: int
    n_rows_file: int
    n_features: int
    columns: list[dict[str, Any]]
    notes: list[str]
    budget: float | None
    seconds: float
    folds: int
    repeats: int
    noise: float
    majority_error: float
    entries: list[Entry]
    differences: list[dict[str, Any]] = field(default_factory=list)
    chosen: str = ""
    weights: list[dict[str, Any]] | None = None
    projection: dict[str, Any] | None = None
    summary: list[str] = field(default_factory=list)
    test_rows: int = 0
    findings: list[dict[str, Any]] = field(default_factory=list)
    first_look: dict[str, Any] = field(default_factory=dict)
    expected_error: list[float] | None = None
    metric: str = "error"
    tune: bool = False
    model_rows: int = 0
    hard_rows: list[dict[str, Any]] = field(default_factory=list)
    curves: dict[str, Any] | None = None
    reliability: list[dict[str, Any]] = field(default_factory=list)
    provenance: dict[str, Any] = field(default_factory=dict)
    model: Any = field(default=None, repr=False, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as dicts, lists, numbers and strings."""
        values = asdict(replace(self, model=None))
        del values["model"]
        return values

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Comparison:
        """Build a comparison from what :meth:`to_dict` returned."""
        return cls(**{**values, "entries": [Entry(**entry) for entry in values["entries"]]})

    def __repr__(self) -> str:
        if not self.ranked:
            return f"Comparison({self.name!r}: nothing was measured)"
        best, metric = self.ranked[0], METRICS[self.metric]
        found = f"best {best.label}, {metric.title} {loss_text(best.mean or 0.0, metric.percent)}"
        return f"Comparison({self.name!r}: {plural(len(self.ranked), 'learner')}, {found})"

    def _repr_html_(self) -> str:
        """The page, as notebooks show it."""
        return framed(render_comparison(self.to_dict()), f"Comparison of learners on {self.name}")

    def report(self, path: str | os.PathLike[str]) -> Path:
        """Write the page to a file, and return its path."""
        return write_report(render_comparison(self.to_dict()), path)

    @property
    def leaderboard(self) -> Any:
        """All learners, the best first: a pandas DataFrame, or a list of dicts without pandas."""
        rows = [self._line(entry) for entry in self.entries]
        try:
            import pandas
        except ImportError:
            return rows
        return pandas.DataFrame(rows)

    def _line(self, entry: Entry) -> dict[str, Any]:
        difference = self.difference(entry) or {}
        return {
            "learner": entry.name,
            "label": entry.label,
            **{name: entry.measures.get(name, {}).get("mean") for name in METRICS},
            "standard_error": entry.standard_error,
            "verdict": "" if entry.failed else self.verdict(entry),
            "low": difference.get("low"),
            "high": difference.get("high"),
            "fit_seconds": entry.fit_seconds,
            "predict_seconds": entry.predict_seconds,
            "rows": entry.subsample,
            "kept": entry.name == self.chosen,
            "reference": entry.reference,
            "failed": entry.failed,
        }

    def entry(self, name: str) -> Entry:
        """Return the entry of that name."""
        return next(entry for entry in self.entries if entry.name == name)

    def verdict(self, entry: Entry) -> str:
        """Best, worse, better, cannot tell, or not judged."""
        if entry is self.ranked[0]:
            return "best"
        found = self.difference(entry)
        return found["verdict"] if found else "not judged"

    def difference(self, entry: Entry) -> dict[str, Any] | None:
        """Its difference to the best, unless it was not judged."""
        return next((found for found in self.differences if found["b"] == entry.name), None)

    def recalls(self, entry: Entry) -> dict[str, float]:
        """The share of each class that the learner recognises."""
        rows = zip(self.classes, entry.confusion, range(len(self.classes)), strict=False)
        return {name: row[k] / sum(row) for name, row, k in rows if sum(row)}

    @property
    def ranked(self) -> list[Entry]:
        """The entries that were measured, best first, without references."""
        return [e for e in self.entries if e.failed is None and not e.reference]

    @property
    def references(self) -> list[Entry]:
        """The entries to compare with that were measured."""
        return [e for e in self.entries if e.failed is None and e.reference]
