"""A model: a learner together with the coding of the columns it learned from."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rosenblatt.classifiers.sigmoid import probabilities_of
from rosenblatt.tables import TableCoder


@dataclass
class Model:
    """All that is needed to predict the rows of a table.

    Parameters
    ----------
    coder : TableCoder
        Fitted: turns columns into features.
    estimator : classifier
        Fitted on those features.
    target : str or None
        Column that held the labels.
    name : str
        Name of the table, or any other that distinguishes models.
    facts : dict
        What else is known, as JSON values: rows, errors, date.
    sigmoid : ndarray of shape (1 + n_classes,) or None
        Slope and offsets that make probabilities of scores, if they were learned beside the model.

    Examples
    --------
    >>> from rosenblatt import AveragedPerceptron
    >>> from rosenblatt.models import Model
    >>> from rosenblatt.tables import Table, TableCoder
    >>> table = Table.from_arrays("toy", [[1.0], [2.0], [9.0]], ["low", "low", "high"])
    >>> coder = TableCoder().fit(table)
    >>> learner = AveragedPerceptron(random_state=0).fit(coder.transform(table), table.target)
    >>> Model(coder, learner, "size", "toy").predict({"x0": [0.5, 10.0]}).tolist()
    ['low', 'high']
    """

    coder: TableCoder
    estimator: Any
    target: str | None
    name: str
    facts: dict[str, Any] = field(default_factory=dict)
    sigmoid: np.ndarray | None = None

    @property
    def classes(self) -> list[Any]:
        """Labels, sorted."""
        return self.estimator.classes_.tolist()

    @property
    def learner(self) -> str:
        """Name of the learner's class."""
        return type(self.estimator).__name__

    def predict(self, columns: Any) -> np.ndarray:
        """Labels of rows.

        Parameters
        ----------
        columns : Table, Batch, mapping of columns or CSR matrix
            Rows with the columns that the model was fitted on; others are ignored.

        Returns
        -------
        labels : ndarray of shape (n_rows,)
            One label each.
        """
        return self.estimator.predict(self.coder.transform(columns))

    def decision_function(self, columns: Any) -> np.ndarray:
        """Scores of rows.

        Parameters
        ----------
        columns : Table, Batch, mapping of columns or CSR matrix
            Rows.

        Returns
        -------
        scores : ndarray of shape (n_rows,) or (n_rows, n_classes)
            Positive for the second of two classes, or one score per class.
        """
        return self.estimator.decision_function(self.coder.transform(columns))

    def predict_proba(self, columns: Any) -> np.ndarray:
        """Probabilities of the classes; the class that ``predict`` returns has the highest.

        Parameters
        ----------
        columns : Table, Batch, mapping of columns or CSR matrix
            Rows.

        Returns
        -------
        probabilities : ndarray of shape (n_rows, n_classes)
            From the model's sigmoid, if it has one, else from the estimator.
        """
        return self.coded_probabilities(self.coder.transform(columns))

    def coded_probabilities(self, X: Any) -> np.ndarray:
        """Probabilities of rows that are coded already."""
        if self.sigmoid is not None:
            return probabilities_of(self.sigmoid, self.estimator.decision_function(X))
        if not hasattr(self.estimator, "predict_proba"):
            raise ValueError(
                f"{self.learner} has no probabilities; fit it with probability='sigmoid', or let "
                "rosenblatt compare keep it, which calibrates scores."
            )
        return np.asarray(self.estimator.predict_proba(X))
