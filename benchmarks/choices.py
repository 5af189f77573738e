"""Tables of default settings, as pure functions of the measured errors."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import rankdata

from rosenblatt import Perceptron

SCALINGS = ("raw", "standardised")
SHOWN = 8
SAME = 1e-9


class CandidateErrors:
    """Mean test error of each candidate (rows) on each data set (columns), for one scaling."""

    def __init__(self, folder: Path, scaling: str, repeats: int, without: Sequence[str]) -> None:
        found = sorted(folder.glob(f"*.{scaling}.{repeats}.json"))
        stored = {file.name.split(".")[0]: json.loads(file.read_text()) for file in found}
        self.sets = [name for name in stored if name not in without]
        self.uneven = [stored[name]["uneven"] for name in self.sets]
        tables = [stored[name]["errors"] for name in self.sets]
        self.names = list(tables[0])
        self.means = np.array([[np.mean(t[name]) for t in tables] for name in self.names])
        self.ranks = rankdata(self.means, axis=0)

    def of(self, name: str) -> np.ndarray:
        return np.asarray(self.means[self.names.index(name)])

    def rank(self, name: str) -> float:
        return float(self.ranks[self.names.index(name)].mean())


def report(
    folder: Path, repeats: int, grid: Mapping[str, Sequence[Any]], without: Sequence[str]
) -> str:
    """All tables as Markdown."""
    errors = [CandidateErrors(folder, scaling, repeats, without) for scaling in SCALINGS]
    default = {key: Perceptron().get_params()[key] for key in grid}
    parts = [
        f"{repeats} splits of {len(errors[0].sets)} data sets; mean test error in %; differences "
        "to the defaults ± standard error over the data sets (data sets better : worse)."
    ]
    parts += [by_candidate(errors, default), by_set(errors, default)]
    parts += [by_factor(errors, default, key, grid[key]) for key in grid]
    parts += [hypothesis_by_margin(errors, default, grid), best(errors)]
    return "\n\n".join(parts) + "\n"


def by_candidate(errors: list[CandidateErrors], default: dict[str, Any]) -> str:
    """The defaults and the peers; ranks are among all candidates."""
    names = {"rosenblatt, defaults": json.dumps(default)}
    names |= {name: name for name in errors[0].names if name.startswith("scikit-learn")}
    lines = [
        f"| {shown} | " + " | ".join(f"{e.of(n).mean():.2f} | {e.rank(n):.0f}" for e in errors)
        for shown, n in names.items()
    ]
    heads = " | ".join(f"{scaling} | rank of {len(errors[0].names)}" for scaling in SCALINGS)
    return "\n".join(
        [f"| learner | {heads} |", "| --- |" + " ---: |" * 4, *(f"{x} |" for x in lines)]
    )


def by_set(errors: list[CandidateErrors], default: dict[str, Any]) -> str:
    """The defaults and the peers on each data set."""
    names = [json.dumps(default)] + [n for n in errors[0].names if n.startswith("scikit-learn")]
    heads = ["defaults", *(name.removeprefix("scikit-learn ") for name in names[1:])]
    cells = " | ".join(f"{head}, {scaling}" for scaling in SCALINGS for head in heads)
    lines = [f"| set | largest / median feature | {cells} |"]
    lines.append("| --- |" + " ---: |" * (2 * len(heads) + 1))
    for k, name in enumerate(errors[0].sets):
        values = [e.of(n)[k] for e in errors for n in names]
        cells = " | ".join(f"{value:.1f}" for value in values)
        lines.append(f"| {name} | {errors[0].uneven[k]:.0f} | {cells} |")
    return "\n".join(lines)


def by_factor(errors: list[CandidateErrors], default: dict[str, Any], key: str, values: Any) -> str:
    """One parameter varied, the others at their defaults."""
    lines = [f"| {key} | raw | against default | standardised | against default |"]
    lines.append("| --- |" + " ---: |" * 4)
    for value in values:
        cells = [against_default(e, default, {key: value}) for e in errors]
        lines.append(f"| {value} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def hypothesis_by_margin(errors: list[CandidateErrors], default: dict[str, Any], grid: Any) -> str:
    """Both varied together, the others at their defaults."""
    margins = " | ".join(f"margin {margin}" for margin in grid["margin"])
    parts = []
    for e, scaling in zip(errors, SCALINGS, strict=True):
        head = f"| {scaling}: hypothesis | {margins} |"
        rows = [head, "| --- |" + " ---: |" * len(grid["margin"])]
        for kept in grid["hypothesis"]:
            changes = [{"hypothesis": kept, "margin": margin} for margin in grid["margin"]]
            means = [e.of(json.dumps(default | change)).mean() for change in changes]
            rows.append(f"| {kept} | " + " | ".join(f"{mean:.2f}" for mean in means) + " |")
        parts.append("\n".join(rows))
    return "\n\n".join(parts)


def against_default(
    errors: CandidateErrors, default: dict[str, Any], change: dict[str, Any]
) -> str:
    """Mean over data sets; difference to the default, standard error, number better and worse."""
    mean = errors.of(json.dumps(default | change))
    gap = mean - errors.of(json.dumps(default))
    if not gap.any():
        return f"{mean.mean():.2f} | 0"
    spread = gap.std(ddof=1) / np.sqrt(len(gap))
    better, worse = (gap < -SAME).sum(), (gap > SAME).sum()
    return f"{mean.mean():.2f} | {gap.mean():+.2f} ± {spread:.2f} ({better} : {worse})"


def best(errors: list[CandidateErrors]) -> str:
    """The candidates with the lowest mean rank over both scalings."""
    ranks = np.mean([e.ranks.mean(axis=1) for e in errors], axis=0)
    lines = [
        "| lowest mean rank over both | raw | standardised | rank |",
        "| --- | ---: | ---: | ---: |",
    ]
    for k in np.argsort(ranks)[:SHOWN]:
        name = errors[0].names[k]
        cells = " | ".join(f"{e.of(name).mean():.2f}" for e in errors)
        lines.append(f"| {shown(name)} | {cells} | {ranks[k]:.0f} |")
    return "\n".join(lines)


def shown(name: str) -> str:
    return ", ".join(map(str, json.loads(name).values())) if name.startswith("{") else name
