"""fit and partial_fit of the learners that visit rows, written once."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Self

import numpy as np
import scipy.sparse as sp
from sklearn.callback import CallbackSupportMixin, with_callbacks
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.utils.metaestimators import available_if

from rosenblatt._sklearn import StrOptions, _fit_context
from rosenblatt.classifiers.calibration import CalibratedClassifier
from rosenblatt.classifiers.classifier import (
    all_or_nothing,
    learned_by,
    predicted_codes,
    replace_learned,
    restore,
)
from rosenblatt.classifiers.linear import LinearClassifier, lane_scores
from rosenblatt.classifiers.shares import vote_shares
from rosenblatt.estimators.online_parameters import OnlineParameters
from rosenblatt.training.examples import Examples, examples_of
from rosenblatt.training.groups import decided, decided_by_votes
from rosenblatt.training.held_out import hold_out
from rosenblatt.training.keepers import NOT_IN_STREAMS
from rosenblatt.training.labels import taken
from rosenblatt.training.learn_batch import learn_batch, open_batch
from rosenblatt.training.observers import CallbackHooks, EarlyStopping, Printer, train
from rosenblatt.training.quiet import quietly, warn
from rosenblatt.training.rows import open_rows, warn_if_uneven
from rosenblatt.training.scaling import SCALES, scaling_of
from rosenblatt.training.session import Data, LinearModel, Session, seed_of, session_of
from rosenblatt.training.stream import Stream

FEWEST_TO_WARN = 10  # rows of a later batch from which sizes of features can be told
MANY_MISTAKES = 0.05  # share of the rows, in the last pass


def _can_stream(estimator: Any) -> bool:
    estimator._require_rows()
    if reason := NOT_IN_STREAMS.get(estimator.hypothesis):
        raise AttributeError(
            f"hypothesis={estimator.hypothesis!r} has no partial_fit: {reason}. Use fit, or "
            "hypothesis='averaged' for streams."
        )
    if estimator.scale in SCALES:
        raise AttributeError(
            f"scale={estimator.scale!r} has no partial_fit: it looks at all rows, and a stream "
            "never has them together. Use fit, or scale=None and batches that are scaled alike."
        )
    if estimator.probability == "sigmoid":
        raise AttributeError(
            "probability='sigmoid' has no partial_fit: it holds out rows in turn, "
            "and a stream never has them together. Use fit, or probability=None for streams."
        )
    if estimator.early_stopping in (True,):  # what is no boolean is refused by its check
        raise AttributeError(
            "early_stopping=True has no partial_fit: it holds out rows and looks at them after "
            "every pass, and a batch is learned in one. Use fit, or set early_stopping=False."
        )
    return True


class OnlineClassifier(OnlineParameters, CallbackSupportMixin, CalibratedClassifier):
    """Everything the learners share, whatever their weights are.

    Attributes
    ----------
    n_iter_ : int
        Number of passes made. A pass that ``time_limit`` cut short counts, and so does every batch
        of ``partial_fit``.
    n_updates_ : int
        Number of updates, of all hyperplanes together.
    t_ : int
        Rows visited so far and one more, as scikit-learn's SGD counts them: ``n_iter_`` times the
        number of rows, plus 1.
    mistakes_ : ndarray of shape (n_samples,) or (n_samples, n_groups)
        Number of updates made on each training row. With ``order="content"`` every visit counts,
        and equal rows share their count. Hyperplanes that are learned together are one group: with
        "ovr" each is one of its own. After ``partial_fit``: of the rows of the last batch.
    history_ : dict of ndarrays of shape (n_iter,) or (n_iter, n_groups)
        "updates" and "mistakes" (rows on the wrong side when visited) of each pass, with a column
        per group if there are several. A group that can learn nothing more before the others are
        done repeats the mistakes of its last pass. A class that appears late in a stream has a
        number for every batch: until then all rows were negative for it.
    stop_reason_ : str
        "separated" (every row is strictly on its right side), "no_update", "max_iter",
        "no_improvement", "time_limit" or "callback".
    separable_ : bool or None
        True once the rows are separated; False if ``order="content"`` met equal rows with different
        labels; None if neither is known.
    n_error_evaluations_ : int
        How often the training error was counted (``hypothesis="pocket"`` only).
    """

    n_iter_: int
    n_updates_: int
    t_: int
    mistakes_: np.ndarray
    history_: dict[str, np.ndarray]
    stop_reason_: str
    separable_: bool | None
    n_error_evaluations_: int

    # Whether the model is good only if its hyperplanes separate the rows.
    _presumes_separable = False

    scale: str | None = None
    _remedy = ""  # for features of very different sizes
    _session_type: type[Session] = Session
    _stream_type: type[Stream] = Stream

    # ------------------------------------------------------------------ fit

    @_fit_context(prefer_skip_nested_validation=True)
    @with_callbacks
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from all rows at once.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows; float32 and float64, row-major or CSR, are read without a copy.
        y : array-like of shape (n_samples,)
            Labels: numbers or strings.
        sample_weight : array-like of shape (n_samples,), default=None
            Factors of steps and runs, used as given. Rows of weight 0 are treated as absent.

        Returns
        -------
        self : object
            The fitted estimator.
        """
        self._check_choices()
        context = self._init_callback_context(max_subtasks=self.max_iter)
        given = {"X": X, "y": y, "metadata": {"sample_weight": sample_weight}}
        with all_or_nothing(self):
            context.call_on_fit_task_begin(estimator=self, **given)
            data = self._open(X, y, sample_weight)
            if self.scale is None:
                warn_if_uneven(data.rows, self._remedy)
            if self.early_stopping:
                self._hold_out(data)
            resumed = self._warm(data) if self.warm_start else {}
            learned = data if self.scale is None else self._scaled(data)
            session = session_of(self._session_type, self, learned, resumed)
            watched = self.early_stopping or self.verbose or hasattr(self, "_skl_callbacks")
            observers = self._observers(context, data, given) if watched else []
            reason = train(session, self.max_iter, self.time_limit, observers)
            model = self._keep(session, reason, observers)
            if self._presumes_separable:
                self._warn_of_mistakes()
            context.call_on_fit_task_end(
                estimator=self,
                reconstruction_attributes=partial(model.attributes, data.classes),
                **given,
            )
            if self.probability is not None:
                self._calibrate(data)
        return self

    def _warn_of_mistakes(self) -> None:
        mistakes, rows = int(self.history_["mistakes"][-1].max()), len(self.mistakes_)
        if self.stop_reason_ in ("max_iter", "no_update") and mistakes > MANY_MISTAKES * rows:
            warn(
                f"{type(self).__name__} was wrong on {mistakes} of {rows} visits in the last of "
                f"{self.n_iter_} passes, and is good only if a hyperplane separates the rows; "
                "raise max_iter, or choose AveragedPerceptron for rows with noise.",
                ConvergenceWarning,
                stacklevel=4,
            )

    def _check_choices(self) -> None:
        if self.weighting == "resample" and self.order != "random":
            raise ValueError(
                f"weighting='resample' draws rows by their weight, which order={self.order!r} "
                "does not; choose order='random'."
            )

    def _hold_out(self, data: Data) -> None:
        seed, by_content = seed_of(self.random_state), self.order == "content"
        data.subset, data.held_out = hold_out(
            data.rows.X, data.codes, self.validation_fraction, seed, by_content
        )

    def _warm(self, data: Data) -> dict[str, Any]:
        """Where an earlier fit ended, if this one resumes from there."""
        stream = getattr(self, "_stream", None)
        if stream is None:
            return {}
        stream.require_records()
        stream.require_intercept(self)
        stream.require_lanes(self.multi_class)
        return stream.warm_start(data)

    def _observers(self, context: Any, data: Data, given: dict[str, Any]) -> list[Any]:
        observers: list[Any] = []
        if self.early_stopping:
            observers.append(EarlyStopping(self._score_on(data), self.n_iter_no_change))
        if self.verbose:
            observers.append(Printer(type(self).__name__))
        if getattr(self, "_skl_callbacks", None):
            observers.append(CallbackHooks(self, context, given))
        return observers

    def _score_on(self, data: Data) -> Callable[[Any], float]:
        """The share of the rows held out that a model gets right."""
        held = self._held_examples(data, data.held_out)

        def score(model: Any) -> float:
            guess = predicted_codes(self._decide(model, held.X, 1.0 / data.rows.scale))
            return float(np.average(guess == held.codes, weights=held.weights))

        return score

    def _held_examples(self, data: Data, rows: Any) -> Examples:
        if self.order == "content":  # in one order, so that scores are rounded alike
            return examples_of(data.rows, data.codes, data.weights, rows)
        return Examples(data.rows.X[rows], data.codes[rows], taken(data.weights, rows))

    def _keep(self, session: Session, reason: str | None, observers: list[Any]) -> Any:
        """Store what a fit found, and where a later one may resume."""
        data, outcome = session.data, session.outcome(reason)
        if self.early_stopping:
            outcome.checkpoint = observers[0].best
        model = outcome.checkpoint.model
        found = model.attributes(data.classes) | outcome.attributes(self.hypothesis)
        if data.scaling is None:  # later batches and fits would not know the scaling
            closed = self._stream_type(
                classes=data.classes, records=(), frame=session.frame, scale=data.rows.scale,
                open=False, counts=data.counts, group=session.group,
            )  # fmt: skip
            found["_stream"] = closed.after(session, outcome)
        replace_learned(self, found)
        if self.early_stopping:
            self.history_["validation_score"] = np.array(observers[0].scores)
        return model

    # ------------------------------------------------------------------ partial_fit

    @available_if(_can_stream)
    @_fit_context(prefer_skip_nested_validation=True)
    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Learn from one more batch, visiting its rows once, in the order given.

        Batches give exactly what one cyclic ``fit`` of one pass over all of them gives, if margins
        and intercept have the same units: those of ``"auto"`` are taken from the first batch.

        ``hypothesis`` may change between calls. Training resumes from the last weights, whichever
        hypothesis was chosen before, and the new hypothesis knows nothing of earlier weights:
        "longest" and "voted" start with the current weights and the rows they have survived so far,
        and "averaged" counts them for all rows so far. Returning to an earlier choice starts afresh
        in the same way. ``fit_intercept``, ``intercept_scaling`` and (with more than two classes)
        ``multi_class`` must not change.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows of this batch.
        y : array-like of shape (n_samples,)
            Their labels.
        classes : array-like, default=None
            All classes that may appear. Not required, as a class may appear in any batch; only
            joint training needs all of them in the first call.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights. A batch whose weights are all zero changes nothing. ``class_weight="balanced"``
            counts the rows seen so far, this batch included.

        Returns
        -------
        self : object
            The estimator.
        """
        self._check_choices()
        with all_or_nothing(self):
            return self._partial_fit(X, y, classes, sample_weight)

    def _partial_fit(self, X: Any, y: Any, classes: Any, sample_weight: Any) -> Self:
        stream = getattr(self, "_stream", None)
        before = learned_by(self) if stream is None else None  # what reading may change
        if stream is not None:
            stream.require_records()
        X, y, weights = self._read(X, y, sample_weight, reset=stream is None)
        opened = open_batch(self, stream, X, y, classes, weights)
        if opened is None:
            if before is not None:
                restore(self, before)
            return self
        resumes, (stream, data) = stream is not None, opened
        if not resumes or len(data.codes) >= FEWEST_TO_WARN:
            warn_if_uneven(data.rows)
        replace_learned(self, learn_batch(self, stream, data).attributes(self.hypothesis))
        return self

    # ------------------------------------------------------------------ small parts

    def _scaled(self, data: Data) -> Data:
        """What a session learns from, if rows are to be scaled."""
        raise NotImplementedError

    def _require_rows(self) -> None:
        """Raise AttributeError if batches of rows cannot be learned."""

    def _require_width(self, n_features: int) -> None:
        """Refuse more features than there is memory for."""

    def _decide(self, model: Any, X: Any, scale: float = 1.0) -> np.ndarray:
        """Scores of rows by a model of the session; ``scale`` undoes a scaling of X."""
        raise NotImplementedError

    def _votes_for_classes(self) -> bool:
        return self.hypothesis == "voted"

    def _rule(self) -> Any:
        """The core's rule, its parameters in units of the mean squared norm of the rows."""
        raise NotImplementedError

    def _kernel_rule(self) -> Any:
        """The same in the space of a kernel, or a message why there is none."""
        return self._rule()

    def _start_votes(self) -> bool:
        """Starting weights vote if they were chosen; a start at zero has no vote in the papers."""
        return not isinstance(self.init, str) or self.init == "fisher"


class BasePerceptron(OnlineClassifier, LinearClassifier):
    """Hyperplanes; a learner adds its parameters and ``_rule``.

    Attributes
    ----------
    coef_ : ndarray of shape (n_hyperplanes, n_features)
        Weights. ``multi_class="ovr"`` and "joint" have one hyperplane for two classes, with the
        second class on its positive side, and one per class for more. Of a voted model they are
        those of the last hypothesis, which do not decide: asking for them warns.
    intercept_ : ndarray of shape (n_hyperplanes,)
        Intercepts.
    """

    @property  # type: ignore[override]
    def coef_(self) -> np.ndarray:
        """Weights; those of a voted model's last hypothesis come with a warning."""
        found: np.ndarray | None = vars(self).get("coef_")
        if found is None:
            raise AttributeError(f"{type(self).__name__} has no coef_ before it is fitted.")
        if vars(self).get("_votes") is not None:
            warn(
                f"coef_ of this {type(self).__name__} is the last of many hypotheses that vote, "
                "and does not say how it predicts; look at decision_function, or choose "
                "hypothesis='averaged' for one hyperplane.",
                UserWarning,
                stacklevel=2,
            )
        return found

    @coef_.setter
    def coef_(self, weights: np.ndarray) -> None:
        self.__dict__["coef_"] = weights

    @coef_.deleter
    def coef_(self) -> None:
        del self.__dict__["coef_"]

    def __dir__(self) -> list[str]:
        with quietly():  # scikit-learn asks for every attribute
            return list(super().__dir__())

    _remedy = "scale='standard', or with "
    _parameter_constraints: dict = {
        **OnlineClassifier._parameter_constraints,
        "scale": [StrOptions(set(SCALES)), None],
    }

    def _check_choices(self) -> None:
        super()._check_choices()
        if self.scale is not None and self.warm_start:
            raise ValueError(
                f"scale={self.scale!r} cannot be combined with warm_start=True: the rows of the "
                "next fit would be scaled differently; scale them beforehand, and set scale=None."
            )

    def _scaled(self, data: Data) -> Data:
        """Scaled rows, by what those hold that are learned from; copies and order do not matter."""
        rows = data.rows
        examples = examples_of(rows, data.codes, data.weights, data.subset)
        scaling = scaling_of(self.scale, examples.X, examples.weights, shift=self.fit_intercept)
        if sp.issparse(rows.X) and scaling.shift.any():
            raise ValueError(
                f"scale={self.scale!r} shifts the features, and the sparse X would have no zeros "
                "any more; choose scale='maxabs' or fit_intercept=False, or give X.toarray()."
            )
        scaled = open_rows(scaling.apply(rows.X))
        return replace(data, rows=scaled, scaling=scaling.of_multiples(rows.scale))

    def _scores(self, X: Any) -> np.ndarray:
        if self._votes is not None:
            return self._votes.decisions(X, self._threads())
        return decided(self._group, lane_scores(self.coef_, self.intercept_, X))

    def _vote_sums(self, X: Any) -> np.ndarray:
        """Of a voted model: sums of votes for each class, ties as they are."""
        return decided_by_votes(self._group, self._votes.sums(X, self._threads()))

    def _decide(self, model: LinearModel, X: Any, scale: float = 1.0) -> np.ndarray:
        if scale != 1.0:
            X = X * X.dtype.type(scale)
        if model.votes is not None:
            return model.votes.decisions(X, self._threads())
        return decided(model.group, lane_scores(model.coef, model.intercept, X))

    def _vote_shares(self, scores: np.ndarray) -> np.ndarray:
        if self._votes is None:
            raise NotFittedError(
                f"{type(self).__name__} was fitted before hypothesis='voted' was set; fit again."
            )
        return vote_shares(self._votes.for_classes(scores), predicted_codes(scores))

    def _unit(self) -> float:
        return super()._unit() if self._votes is None else self._votes.most or 1.0
