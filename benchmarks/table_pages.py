"""The tables of docs/defaults.md and docs/regularised.md, from the stored errors."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from scipy.stats import t

from benchmarks.markdown_table import markdown
from benchmarks.public_tables import CHOOSING, JUDGING, TABLES, TEST_SHARE
from benchmarks.table_errors import stored
from benchmarks.table_learners import CHOSEN, DEFAULTS, PEERS, RECIPES, RIVALS, SETTINGS
from rosenblatt.statistics import corrected_standard_error

SCALINGS = ("raw", "standardised")
LEVEL = 0.05
SAME = 1e-9


@lru_cache(maxsize=1)
def known() -> dict[str, dict[str, list[float]]]:
    found: dict[str, dict[str, list[float]]] = stored()["errors"]
    return found


def errors(table: str, scaling: str, learner: str, kind: str = "test") -> np.ndarray:
    """By split, in percent."""
    return np.array(known()[f"{table}|{scaling}|{learner}"][kind])


def mean_errors(
    tables: Sequence[str], scaling: str, learner: str, kind: str = "test"
) -> np.ndarray:
    """By table."""
    return np.array([errors(table, scaling, learner, kind).mean() for table in tables])


# ---------------------------------------------------------------- docs/defaults.md


def learners_table() -> str:
    """The defaults, our last hypothesis and the peers, on all tables."""
    names = {"rosenblatt Perceptron (averaged)": DEFAULTS,
             "rosenblatt Perceptron (last)": 'hypothesis="last"'}  # fmt: skip
    names |= {name: name for name in PEERS}
    lines = [
        [shown, *(f"{mean_errors(TABLES, scaling, name).mean():.1f}" for scaling in SCALINGS),
         *(against(name, scaling) for scaling in SCALINGS)]
        for shown, name in names.items()
    ]  # fmt: skip
    head = ["learner", *SCALINGS, *(f"less the defaults, {scaling}" for scaling in SCALINGS)]
    return markdown(head, lines)


def settings_table() -> str:
    """Each setting less the defaults."""
    lines = [
        [f"`{name}`", *(against(name, scaling) for scaling in SCALINGS)]
        for name in SETTINGS
        if name != DEFAULTS
    ]
    return markdown(["setting", *SCALINGS], lines)


def against(learner: str, scaling: str) -> str:
    """Mean difference over tables, its standard error over tables, tables better and worse."""
    gaps = mean_errors(TABLES, scaling, learner) - mean_errors(TABLES, scaling, DEFAULTS)
    if not gaps.any():
        return "0"
    error = gaps.std(ddof=1) / np.sqrt(len(gaps))
    better, worse = int((gaps < -SAME).sum()), int((gaps > SAME).sum())
    return f"{gaps.mean():+.2f} ± {error:.2f} ({better} : {worse})"


# ---------------------------------------------------------------- docs/regularised.md


def choosing_table() -> str:
    """Every recipe and rival on the choosing half."""
    lines = [
        [f"`{name}`" if name in RECIPES else name,
         *(f"{mean_errors(CHOOSING, 'standardised', name, kind).mean():.2f}"
           for kind in ("test", "train"))]
        for name in (*RECIPES, *RIVALS)
    ]  # fmt: skip
    return markdown(["choosing half", "test error", "training error"], lines)


def judging_table() -> str:
    """The chosen recipe and its rivals on the judging half, with the corrected test."""
    head = ["judging half", "test error", "training error", "recipe less this one",
            "spread over tables", "recipe better : cannot tell : worse"]  # fmt: skip
    lines = [judged_line(name) for name in (CHOSEN, *RIVALS)]
    return markdown(head, lines)


def judged_line(name: str) -> list[str]:
    means = [mean_errors(JUDGING, "standardised", name, kind).mean() for kind in ("test", "train")]
    cells = [f"**`{name}`**" if name == CHOSEN else name, *(f"{mean:.2f}" for mean in means)]
    return [*cells, "", "", ""] if name == CHOSEN else [*cells, *difference(name)]


def difference(rival: str) -> list[str]:
    """Mean difference, with the corrected error of each table; the spread; verdicts by table."""
    pairs = [gap(table, rival) for table in JUDGING]
    means, within = np.array([mean for mean, _ in pairs]), np.array([error for _, error in pairs])
    combined = np.hypot.reduce(within) / len(pairs)
    between = means.std(ddof=1) / np.sqrt(len(means))
    verdicts = [verdict(mean, error) for mean, error in pairs]
    counts = " : ".join(str(verdicts.count(v)) for v in (-1, 0, 1))
    return [f"{means.mean():+.2f} ± {combined:.2f}", f"± {between:.2f}", counts]


def gap(table: str, rival: str) -> tuple[float, float]:
    """Test error of the recipe less that of a rival, with the corrected standard error."""
    gaps = errors(table, "standardised", CHOSEN) - errors(table, "standardised", rival)
    return float(gaps.mean()), corrected_standard_error(gaps, TEST_SHARE)


def verdict(mean: float, error: float, splits: int = 10) -> int:
    """-1: better, 1: worse, 0: cannot tell, at the 5 % level."""
    limit = float(t.ppf(1 - LEVEL / 2, splits - 1)) * error
    return int(np.sign(mean)) if abs(mean) > limit else 0


def tables_table() -> str:
    """Test errors on each table of the judging half."""
    names = [CHOSEN, *RIVALS]
    lines = [
        [table, *(f"{errors(table, 'standardised', name).mean():.1f}" for name in names)]
        for table in JUDGING
    ]
    return markdown(["test error", "recipe", *RIVALS], lines)
