"""The parameter values of Khardon and Wachman, and the columns of their tables."""

from dataclasses import dataclass
from typing import Any

import numpy as np

HYPOTHESES = ("last", "longest", "voted")
TAUS = (0.0, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0)
LAMS = TAUS
# 0 means no bound, so that all columns of a result are numbers.
ALPHAS = (0, 80, 60, 40, 20, 10, 5)
ROUNDING = 1e-9  # means over the same folds may differ in their last bits


@dataclass(frozen=True)
class Setting:
    """Margin, lambda and alpha bound; a parameter of zero is not active."""

    tau: float = 0.0
    lam: float = 0.0
    alpha: int = 0

    def params(self) -> dict[str, Any]:
        """As the parameters of :class:`rosenblatt.Perceptron`."""
        return {"margin": self.tau, "lam": self.lam, "alpha_bound": self.alpha or None}

    def active(self) -> set[str]:
        """The names of the parameters that are not zero."""
        return {name for name in ("tau", "lam", "alpha") if getattr(self, name)}


# The parameters a column searches; no others are active in its settings.
COLUMNS: dict[str, set[str]] = {
    "nothing": set(),
    "tau": {"tau"},
    "lambda": {"lam"},
    "alpha": {"alpha"},
    "tau_x_lambda": {"tau", "lam"},
    "tau_x_alpha": {"tau", "alpha"},
}
STAGED = {"tau_then_lambda": "tau_x_lambda", "tau_then_alpha": "tau_x_alpha"}


def settings(*, alpha: bool = True) -> list[Setting]:
    """All settings of the grid, those with the weakest effect first.

    Parameters
    ----------
    alpha : bool, default=True
        Whether to include alpha bounds; the paper does not where it makes few passes.

    Examples
    --------
    >>> from rosenblatt.reproduce.kw.parameter_grid import settings
    >>> len(settings()), len(settings(alpha=False))
    (91, 49)
    >>> settings()[0]
    Setting(tau=0.0, lam=0.0, alpha=0)
    """
    found = [Setting(tau, lam) for tau in TAUS for lam in LAMS]
    return found + [Setting(tau, 0.0, bound) for tau in TAUS for bound in ALPHAS[1:] if alpha]


def settings_with_lambda() -> list[Setting]:
    """Those of the grid in which lambda is active."""
    return [setting for setting in settings() if setting.lam]


def searched(column: str, tried: list[Setting]) -> list[int]:
    """Indices of the settings with exactly the column's parameters active (Tables 3 and 4)."""
    return [at for at, setting in enumerate(tried) if setting.active() == COLUMNS[column]]


def optimised(column: str, tried: list[Setting]) -> list[int]:
    """Indices of the settings a column chooses from, inactive values included (Tables 6, 7)."""
    return [at for at, setting in enumerate(tried) if setting.active() <= COLUMNS[column]]


def choose(column: str, tried: list[Setting], means: np.ndarray) -> int:
    """Index of the setting that a column of Tables 6 and 7 chooses by mean accuracy.

    A staged column chooses tau with all else inactive, then the other parameter at that tau.
    """
    if column not in STAGED:
        return first_best(optimised(column, tried), means)
    tau = tried[first_best(optimised("tau", tried), means)].tau
    second = [at for at in optimised(STAGED[column], tried) if tried[at].tau == tau]
    return first_best(second, means)


def first_best(numbers: list[int], means: np.ndarray) -> int:
    """The first of the best: the one with the weakest effect among equals."""
    found = means[numbers]
    return numbers[int(np.argmax(found >= found.max() - ROUNDING))]
