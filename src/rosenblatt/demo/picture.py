"""The noise curves as a picture: one panel per data set, one labelled line per learner."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from rosenblatt.demo.contest import Result
from rosenblatt.demo.learners import AVERAGED, OURS, Learner
from rosenblatt.demo.table import standard_error

FAMILY = ("#e9a03b", "#d1495b", "#8f5d9e", "#3c8d93", "#12456b", "#2f80c3", "#62b0e8")
PEERS = ("#7a7a7a", "#9c9c9c", "#4d4d4d")
DASHES = ((0, (5, 2)), (0, (1, 1.4)), (0, (6, 1.5, 1, 1.5)))
INK = "#333333"


def draw(results: Sequence[Result], path: Path) -> None:
    """Write the picture, without a screen and without touching matplotlib's global state."""
    figure = Figure(figsize=(6.6 * len(results), 5.4), dpi=150, facecolor="white")
    FigureCanvasAgg(figure)
    panels = figure.subplots(1, len(results), squeeze=False)[0]
    for panel, result in zip(panels, results, strict=True):
        draw_panel(panel, result)
    figure.tight_layout(rect=(0, 0, 1, 0.9), w_pad=1)
    head(figure, results[0].errors.shape[2])
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path)


def head(figure: Figure, splits: int) -> None:
    title = "Test error when some of the training labels are wrong"
    figure.text(0.012, 0.95, title, fontsize=15, fontweight="bold", color=INK)
    about = f"solid: rosenblatt, broken: scikit-learn; mean ± standard error over {splits} splits"
    figure.text(0.012, 0.908, about, fontsize=10.5, color=INK)


def draw_panel(panel: Any, result: Result) -> None:
    for learner in result.learners:
        draw_line(panel, result, learner)
    trim(panel, result)
    label_ends(panel, result)


def draw_line(panel: Any, result: Result, learner: Learner) -> None:
    x, errors = 100 * np.asarray(result.noises), result.line(learner)
    means, spreads = errors.mean(axis=1), standard_error(errors)
    bold = learner is AVERAGED
    style: dict[str, Any] = {"color": colour(result, learner), "zorder": 4 if bold else 3}
    panel.errorbar(x, means, spreads, fmt="none", elinewidth=0.9, alpha=0.6, **style)
    style |= {"linewidth": 3.0 if bold else 1.7, "linestyle": dash(result, learner)}
    panel.plot(x, means, marker="o", markersize=5 if bold else 3.7, **style)


def colour(result: Result, learner: Learner) -> str:
    palette = FAMILY if learner.source == OURS else PEERS
    return palette[rank(result, learner) % len(palette)]


def dash(result: Result, learner: Learner) -> Any:
    return "-" if learner.source == OURS else DASHES[rank(result, learner) % len(DASHES)]


def rank(result: Result, learner: Learner) -> int:
    """Place of a learner among those of the same source."""
    return [who for who in result.learners if who.source == learner.source].index(learner)


def trim(panel: Any, result: Result) -> None:
    n, d, k = result.shape
    panel.set_title(f"{result.name}: {n} rows, {d} features, {k} classes", loc="left",
                    fontsize=11.5, color=INK)  # fmt: skip
    panel.set_xlabel("training labels flipped (%)", color=INK, fontsize=11)
    panel.set_ylabel("test error (%)", color=INK, fontsize=11)
    panel.set_xticks([100 * noise for noise in result.noises])
    panel.set_ylim(bottom=0)
    panel.grid(axis="y", color="#e6e6e6", linewidth=0.8)
    panel.set_axisbelow(True)
    panel.tick_params(colors=INK, length=0)
    panel.spines[["top", "right", "left"]].set_visible(False)
    panel.spines["bottom"].set(bounds=(0, 100 * result.noises[-1]), color=INK)


def label_ends(panel: Any, result: Result) -> None:
    """Write each learner's name beside the end of its line, pushed apart where they collide."""
    x = 100 * result.noises[-1]
    ends = np.array([result.line(learner)[-1].mean() for learner in result.learners])
    top = panel.get_ylim()[1]
    places = spread_out(ends, 0.047 * top)
    panel.set_xlim(-0.025 * x, 1.5 * x)
    for learner, end, place in zip(result.learners, ends, places, strict=True):
        name = learner.name if learner.source == OURS else f"{learner.source} {learner.name}"
        shade = colour(result, learner)
        panel.plot([1.01 * x, 1.04 * x], [end, place], color=shade, linewidth=0.7, clip_on=False)
        panel.text(1.05 * x, place, name, color=shade, va="center", fontsize=9.5,
                   fontweight="bold" if learner is AVERAGED else "normal")  # fmt: skip


def spread_out(values: np.ndarray, gap: float) -> np.ndarray:
    """The nearest places to ``values`` in the same order, at least ``gap`` apart and above it.

    Examples
    --------
    >>> spread_out(np.array([5.0, 5.0, 9.0]), 1.0)
    array([4.5, 5.5, 9. ])
    """
    order = np.argsort(values, kind="stable")
    # With k * gap taken off the k-th place, "apart" becomes "not falling": pool what falls.
    blocks: list[list[float]] = []
    for value in values[order] - gap * np.arange(len(values)):
        blocks.append([value])
        while len(blocks) > 1 and np.mean(blocks[-2]) > np.mean(blocks[-1]):
            last = blocks.pop()
            blocks[-1] = blocks[-1] + last
    means = np.concatenate([np.full(len(block), np.mean(block)) for block in blocks])
    places = np.empty(len(values))
    places[order] = np.maximum(means, gap) + gap * np.arange(len(values))
    return places
