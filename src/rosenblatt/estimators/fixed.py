"""The perceptron with its hypothesis fixed: averaged, voted, pocket."""

from rosenblatt.estimators.parameters import parameters
from rosenblatt.estimators.perceptron import Perceptron

CONSTRAINTS = {k: v for k, v in Perceptron._parameter_constraints.items() if k != "hypothesis"}


class AveragedPerceptron(Perceptron):
    """Perceptron that predicts with the mean of all hypotheses met in training.

    Each hypothesis counts with the number of rows it survived. The mean is one hyperplane, steadier
    than the last one, and costs next to nothing more: the first choice for noisy data.

    Parameters and attributes are those of :class:`Perceptron`, the hypothesis excepted.

    References
    ----------
    Freund and Schapire (1999), "Large margin classification using the perceptron algorithm".

    Examples
    --------
    >>> from rosenblatt import AveragedPerceptron
    >>> X, y = [[-2.0], [-1.0], [1.0], [2.0]], ["no", "no", "yes", "yes"]
    >>> AveragedPerceptron(random_state=0).fit(X, y).predict([[3.0]])
    array(['yes'], dtype='<U3')
    """

    hypothesis = "averaged"
    _parameter_constraints: dict = CONSTRAINTS
    __init__ = parameters(without=("hypothesis",))  # type: ignore[assignment]


class VotedPerceptron(Perceptron):
    """Perceptron that predicts by a vote of all hypotheses met in training.

    Each hypothesis votes with the number of rows it survived. Only the list of updates is kept;
    prediction costs one product with each learned row and one addition per update.
    ``decision_function`` is the signed sum of votes; ``coef_`` holds the last hypothesis.

    Parameters and attributes are those of :class:`Perceptron`, the hypothesis excepted.

    References
    ----------
    Freund and Schapire (1999), "Large margin classification using the perceptron algorithm".

    Examples
    --------
    >>> from rosenblatt import VotedPerceptron
    >>> X, y = [[-2.0], [-1.0], [1.0], [2.0]], [0, 0, 1, 1]
    >>> VotedPerceptron(random_state=0).fit(X, y).predict([[3.0]])
    array([1])
    """

    hypothesis = "voted"
    _parameter_constraints: dict = CONSTRAINTS
    __init__ = parameters(without=("hypothesis",))  # type: ignore[assignment]


class PocketPerceptron(Perceptron):
    """Perceptron that keeps the hypothesis with the lowest training error among long survivors.

    Weights that outlive the run of those in the pocket have their training error counted; they
    replace them if it is strictly lower (the ratchet). Good if the training error is what counts;
    ``partial_fit`` is not offered, because the count needs all rows.

    Parameters and attributes are those of :class:`Perceptron`, the hypothesis excepted.

    References
    ----------
    Gallant (1990), "Perceptron-based learning algorithms".

    Examples
    --------
    >>> from rosenblatt import PocketPerceptron
    >>> X, y = [[-2.0], [-1.0], [1.0], [2.0]], [0, 0, 1, 1]
    >>> PocketPerceptron(random_state=0).fit(X, y).n_error_evaluations_ > 0
    True
    """

    hypothesis = "pocket"
    _parameter_constraints: dict = CONSTRAINTS
    __init__ = parameters(without=("hypothesis",))  # type: ignore[assignment]
