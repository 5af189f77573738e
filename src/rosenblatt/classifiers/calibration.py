"""Classifiers with probabilities, calibrated on rows held out in turn."""

from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.utils.metaestimators import available_if

from rosenblatt._sklearn import StrOptions
from rosenblatt.classifiers.classifier import Classifier
from rosenblatt.classifiers.shares import columns
from rosenblatt.classifiers.sigmoid import Held, finite, fit_sigmoid, probabilities_of
from rosenblatt.training.examples import Examples, examples_of
from rosenblatt.training.part_fits import fit_part
from rosenblatt.training.quiet import quietly
from rosenblatt.training.session import Data

FOLDS = 5
PROBABILITY: dict[str, list[Any]] = {"probability": [StrOptions({"sigmoid"}), None]}
# Models of folds get rows that are weighted already, and neither print nor resume from a fit.
FOR_FOLDS = {"probability": None, "class_weight": None, "warm_start": False, "verbose": 0}


def _has_probabilities(estimator: Any) -> bool:
    if estimator.probability is None and not estimator._votes_for_classes():
        name = type(estimator).__name__
        raise AttributeError(
            f"{name}(probability=None) has no predict_proba: it gives scores. Set "
            "probability='sigmoid' and fit again, or calibrate the fitted model with "
            "sklearn.calibration.CalibratedClassifierCV."
        )
    return True


class CalibratedClassifier(Classifier):
    """Adds ``predict_proba`` for ``probability="sigmoid"``, or where votes are probabilities.

    Parameters
    ----------
    probability : "sigmoid" or None
        Whether to learn a sigmoid for ``predict_proba`` (see there) from the scores of rows held
        out in turn: five more fits.

    Attributes
    ----------
    sigmoid_ : ndarray of shape (1 + n_classes,)
        Slope and offsets of the sigmoid (``probability="sigmoid"`` only).
    """

    sigmoid_: np.ndarray

    @available_if(_has_probabilities)
    def predict_proba(self, X: Any) -> np.ndarray:
        """Probability of each class; the class that ``predict`` returns has the highest.

        Available with ``probability="sigmoid"``. A vote of hypotheses offers it with
        ``probability=None`` too, as shares of the votes.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows.

        Returns
        -------
        probabilities : ndarray of shape (n_samples, n_classes)
            Each row sums up to 1 but for rounding. If classes tie, the predicted one is put ahead
            by the smallest step of floating point.

        Notes
        -----
        Probabilities are the softmax of ``sigmoid_[0] * score + sigmoid_[1:]``, with one slope for
        all classes; for two classes this is Platt's sigmoid,
        ``1 / (1 + exp(-sigmoid_[0] * score - sigmoid_[2]))``. Slope and offsets minimise the log
        loss on the scores of a stratified five-fold cross-validation, in which equal rows stay
        together and sample and class weights count. Scores are measured in units of ``|w|``.

        The predicted class always has the highest probability: where an offset would put other
        classes above it, it shares evenly with them (of two classes, both get one half).

        Shares of votes are not calibrated. The votes for one class against the rest are
        ``most + sum``, where ``most`` is the largest sum there can be.

        References
        ----------
        Platt (1999), "Probabilistic outputs for support vector machines".
        """
        scores = self._scores(self._read_to_predict(X))
        if len(self.classes_) == 1:  # a stream that has met one class so far
            return np.ones((len(scores), 1))
        if self.probability is None:
            return self._vote_shares(scores)
        if not hasattr(self, "sigmoid_"):
            raise NotFittedError(
                f"{type(self).__name__} was fitted before probability='sigmoid' was set; fit again."
            )
        return probabilities_of(self.sigmoid_, scores)

    def _votes_for_classes(self) -> bool:
        """Whether scores are votes, of which shares can be taken."""
        return False

    def _vote_shares(self, scores: np.ndarray) -> np.ndarray:
        raise NotImplementedError

    # ------------------------------------------------------------------ calibration

    def _calibrate(self, data: Data) -> None:
        """Learn the sigmoid of a model just fitted to these rows, if there is to be one."""
        self.__dict__.pop("sigmoid_", None)
        if self.probability is None:
            return
        examples = examples_of(data.rows.unscaled(), data.codes, data.weights)
        sigmoid = fit_sigmoid(self._held(examples, data.classes))
        sigmoid[0] /= self._unit()
        self.sigmoid_ = sigmoid

    def _held(self, examples: Examples, classes: np.ndarray) -> Held:
        seed = self._seed()
        folds = folds_of(examples.codes, np.random.default_rng(seed))
        weights = np.ones(len(folds)) if examples.weights is None else examples.weights
        scores = np.zeros((len(folds), len(classes)))
        for fold in range(FOLDS):
            learned, out = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
            if len(out):
                scores[out] = self._scores_of(examples, classes, weights, learned, out, seed + fold)
        held = np.flatnonzero(folds >= 0)
        return Held(scores[held], examples.codes[held], weights[held])

    def _scores_of(
        self,
        examples: Examples,
        classes: np.ndarray,
        weights: np.ndarray,
        learned: np.ndarray,
        out: np.ndarray,
        seed: int,
    ) -> np.ndarray:
        """Scores of the rows left out, in units of the model that learned the others."""
        model = self._fold_clone(seed)
        with quietly():  # the fit to all rows has warned
            fit_part(model, examples.X[learned], examples.codes[learned], weights[learned], classes)
        scores = columns(model.decision_function(examples.X[out]))
        with np.errstate(over="ignore"):  # rows near the largest number
            return finite(scores / model._unit())

    def _fold_clone(self, seed: int) -> Any:
        wanted = {**FOR_FOLDS, "random_state": seed}
        known = self.get_params(deep=False)
        model = clone(self).set_params(**{k: v for k, v in wanted.items() if k in known})
        fixed = {k: v for k, v in wanted.items() if k not in known and hasattr(model, k)}
        vars(model).update(fixed)  # a class may fix what others let choose
        model.__dict__.pop("_skl_callbacks", None)  # they follow the model itself
        return model


def folds_of(codes: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """A fold for every row, each class spread evenly; -1 (never held out) if it is the only one."""
    folds = np.full(len(codes), -1)
    for code in np.unique(codes):
        rows = random.permutation(np.flatnonzero(codes == code))
        if len(rows) > 1:
            folds[rows] = np.arange(len(rows)) % FOLDS
    if folds.max() < 0:
        raise ValueError(
            "probability='sigmoid' holds out rows of every class in turn, but no class has two "
            "different rows; give more rows, or set probability=None."
        )
    return folds
