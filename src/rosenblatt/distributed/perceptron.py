"""Perceptrons learned in parts, by one process or by many machines, with the same result."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

import numpy as np
from sklearn.base import clone
from sklearn.utils.validation import check_is_fitted

from rosenblatt.classifiers.linear import LinearClassifier
from rosenblatt.distributed.coding import coded_parts
from rosenblatt.distributed.mixing import MIXINGS, Mixture, begun, local_model, mixed
from rosenblatt.distributed.mixture_file import load_mixture, save_mixture
from rosenblatt.distributed.part_tasks import (
    ArrayRows,
    as_rows,
    first_stream,
    label_set,
    learn_part,
)
from rosenblatt.distributed.tasks import ClusterLostError, HereTasks, Tasks
from rosenblatt.estimators import AveragedPerceptron
from rosenblatt.estimators.base import BasePerceptron
from rosenblatt.models.fit_files import described
from rosenblatt.models.model import Model
from rosenblatt.sources import open_source
from rosenblatt.training.labels import weigh
from rosenblatt.training.rows import require_readable

HYPOTHESES = ("averaged", "last")


class DistributedPerceptron(LinearClassifier):
    """A hyperplane learner whose rows are learned in parts and mixed after every pass.

    Every pass starts all parts from the same weights, lets each learn its own rows as
    ``partial_fit`` does, and mixes the resulting weights (iterative parameter mixing; McDonald,
    Hall and Mann 2010). Parts are tasks that depend on nothing but their arguments: the model is
    the same for any number of workers, also if some die, and for one process. It does depend on how
    the rows are divided into parts.

    Parameters
    ----------
    estimator : estimator, default=None
        Whose parameters to learn with; None is AveragedPerceptron. ``hypothesis`` is "averaged"
        (the mean over all rows, parts and passes) or "last" (the weights mixed last). Rules that
        remember more than weights (ALMA, AROW, ...) are refused.
    cluster : str, distributed.Client or None, default=None
        Address of a Dask scheduler, or a client; None learns one part after the other here.
    n_parts : int, default=8
        Number of parts, for rows that are not in parts already (blocks of dask arrays are).
    passes : int, default=5
        Passes over all rows.
    mixing : {"uniform", "updates"}, default="uniform"
        Whether all parts have the same share, or one by the updates they made in the pass.
    seed : int, default=0
        Seed of the order of rows within parts.
    checkpoint : path, default=None
        File for the state after every pass. A later ``fit`` with the same settings resumes from
        it; remove it to start again.

    Attributes
    ----------
    mixture_ : Mixture
        Weights, sums of means and costs: see :mod:`rosenblatt.distributed.mixing`.
    model_ : Model or None
        The model with the coding of its columns, after ``fit_files``.
    classes_ : ndarray of shape (n_classes,)
        Sorted labels.
    coef_ : ndarray of shape (1, n_features) or (n_classes, n_features)
        Weights of the local estimator.
    intercept_ : ndarray of shape (1,) or (n_classes,)
        Its intercepts.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the features, if X had names that are all strings.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.distributed import DistributedPerceptron
    >>> X = np.random.default_rng(0).normal(size=(200, 3))
    >>> y = X @ [1.0, -1.0, 0.5] > 0
    >>> model = DistributedPerceptron(n_parts=4).fit(X, y)
    >>> model.to_local().score(X, y) > 0.95
    True
    """

    mixture_: Mixture
    model_: Model | None

    def __init__(
        self,
        estimator: Any = None,
        *,
        cluster: Any = None,
        n_parts: int = 8,
        passes: int = 5,
        mixing: str = "uniform",
        seed: int = 0,
        checkpoint: str | os.PathLike[str] | None = None,
    ) -> None:
        self.estimator = estimator
        self.cluster = cluster
        self.n_parts = n_parts
        self.passes = passes
        self.mixing = mixing
        self.seed = seed
        self.checkpoint = checkpoint

    def fit(self, X: Any, y: Any, sample_weight: Any = None, classes: Any = None) -> Self:
        """Learn from arrays.

        Parameters
        ----------
        X, y, sample_weight : arrays, or dask arrays or data frames of numbers
            Rows, labels and weights; blocks of rows of dask collections are the parts.
        classes : array-like, default=None
            All labels that may appear; found by a pass over the labels otherwise.
        """
        setting = self._setting()
        with self._tasks() as tasks:
            parts = tasks.parts(X, y, sample_weight, self.n_parts)
            if parts is None:
                X, y, weights = self._checked(X, y, sample_weight)
                classes = known_classes(y, weights) if classes is None else classes
                parts = array_parts(X, y, weights, self.n_parts)
            if classes is None:
                found = tasks.run(label_set, [(part, self.seed) for part in parts])
                classes = np.unique(np.concatenate(found))
            plan = self._plan(setting, {"parts": len(parts), "classes": len(classes)})
            self._learn(setting, tasks, parts, np.asarray(classes), plan)
        self.model_ = None
        return self

    def fit_files(
        self,
        files: Any,
        *,
        target: str | None = None,
        chunk_rows: int = 100_000,
        scale: bool = True,
        dtype: str = "float64",
        **options: Any,
    ) -> Self:
        """Learn from files that all workers can read under the same names.

        Parameters
        ----------
        files, target, scale, dtype
            As in :func:`rosenblatt.models.fit_files`.
        chunk_rows : int, default=100_000
            Rows that a worker holds at a time.
        **options
            ``weight``, ``drop`` and ``dense``, as in :func:`rosenblatt.sources.open_source`.
        """
        setting = self._setting()
        if hasattr(self, "feature_names_in_"):  # of arrays that were fitted before
            del self.feature_names_in_
        source = open_source(files, target=target, **options)
        coder = {"scale": scale, "dtype": dtype}
        with self._tasks() as tasks:
            coding, classes, parts = coded_parts(tasks, source, coder, chunk_rows, self.n_parts)
            plan = self._plan(setting, {"marks": coding.marks, "rows": chunk_rows, **coder})
            self._learn(setting, tasks, parts, classes, plan)
        facts = {"rows": coding.rows - coding.unlabelled, "passes": self.passes}
        name = source.parts[0].name
        fixed = coding.coder.fixed()
        self.model_ = Model(fixed, self.to_local(), source.target, os.path.basename(name), facts)
        return self

    def to_local(self) -> Any:
        """The ordinary estimator, which predicts, learns on (``partial_fit``) and is saved."""
        check_is_fitted(self, "mixture_")
        made, mixture = self._setting(), self.mixture_
        model = local_model(mixture, made.hypothesis, self._dtype)
        stream = mixture.stream
        history = {name: stream.shown(table.lines) for name, table in stream.history.items()}
        found = model.attributes(mixture.stream.classes) | {
            "_stream": mixture.stream,
            "n_features_in_": model.coef.shape[1],
            "n_iter_": mixture.passes,
            "history_": history,
            "n_updates_": int(history["updates"].sum()),
            "stop_reason_": "max_iter",
            "separable_": None,
        }
        vars(made).update(found)
        return made

    def _fails_by_design(self) -> dict[str, str]:
        """The checks of scikit-learn that fail, with the reasons."""
        return dict.fromkeys(
            (
                "check_sample_weight_equivalence_on_dense_data",
                "check_sample_weight_equivalence_on_sparse_data",
            ),
            "Rows are dealt out to the parts by their positions, so k copies of a row may be in k "
            "parts, where a row of weight k is in one.",
        )

    # ------------------------------------------------------------------ parts

    def _checked(self, X: Any, y: Any, sample_weight: Any) -> Any:
        """Validated rows, labels and weights, before they are dealt out."""
        X, y, weights = self._read(X, y, sample_weight, reset=True)
        require_readable(X)
        return X, y, weights

    def _setting(self) -> Any:
        setting = clone(self.estimator) if self.estimator is not None else AveragedPerceptron()
        if self.mixing not in MIXINGS:
            raise ValueError(f"mixing={self.mixing!r} is not known; choose one of {MIXINGS}.")
        if not isinstance(setting, BasePerceptron) or not isinstance(setting, LinearClassifier):
            raise ValueError(
                f"{type(setting).__name__} is not learned row by row as hyperplanes, so its parts "
                "cannot be mixed; choose for example AveragedPerceptron."
            )
        if setting.hypothesis not in HYPOTHESES:
            raise ValueError(
                f"hypothesis={setting.hypothesis!r} has no mixture; choose one of {HYPOTHESES}."
            )
        setting._validate_params()
        setting._check_choices()
        if setting.random_state is None:
            setting.set_params(random_state=self.seed)
        return setting

    @contextmanager
    def _tasks(self) -> Iterator[Tasks]:
        if self.cluster is None:
            yield HereTasks()
            return
        from rosenblatt.distributed.dask import connected

        with connected(self.cluster) as tasks:
            yield tasks

    def _plan(self, setting: Any, more: dict[str, Any]) -> dict[str, Any]:
        return {"learner": described(setting), "n_parts": self.n_parts, "mixing": self.mixing,
                "seed": self.seed, "passes": self.passes, **more}  # fmt: skip

    def _learn(
        self, setting: Any, tasks: Tasks, parts: list[Any], classes: np.ndarray, plan: Any
    ) -> None:
        mixture = load_mixture(plan, self.checkpoint)
        start = tasks.run(first_stream, [(setting, parts[0], self.seed, classes)])[0]
        mixture = mixture or begun(*start[:2])
        try:
            for number in range(mixture.passes, self.passes):
                calls = [
                    (setting, mixture.stream, part, classes, self.seed + k, number)
                    for k, part in enumerate(parts)
                ]
                mixture = mixed(mixture, tasks.run(learn_part, calls), self.mixing)
                save_mixture(mixture, plan, self.checkpoint)
        except ClusterLostError as error:
            kept = f" (passes done: {mixture.passes})" if self.checkpoint is not None else ""
            raise ClusterLostError(f"{error}{kept}.") from None
        self.mixture_, self.classes_, self._dtype = mixture, mixture.stream.classes, start[2]
        local = self.to_local()
        self.coef_, self.intercept_ = local.coef_, local.intercept_
        self.n_features_in_ = local.n_features_in_


def known_classes(y: np.ndarray, weights: np.ndarray | None) -> np.ndarray:
    """The sorted labels; fewer than two, or weights that are all 0, are refused."""
    return weigh(y, weights, None)[0]


def array_parts(X: Any, y: Any, weights: Any, n_parts: int) -> list[ArrayRows]:
    """Rows dealt out to parts in turn, so that the order of a file does not matter much."""
    X, y = as_rows(X), np.asarray(y)
    present = np.arange(len(y)) if weights is None else np.flatnonzero(weights)
    numbers = [present[k::n_parts] for k in range(min(n_parts, len(present)))]
    return [ArrayRows(X[k], y[k], None if weights is None else weights[k]) for k in numbers]
