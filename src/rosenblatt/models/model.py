"""A model: a learner together with the coding of the columns it learned from."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

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
