"""Pictures of points and lines as SVG."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import numpy as np

from rosenblatt.certificates.displays.hyperplane import HyperplaneDisplay
from rosenblatt.certificates.displays.plane import axes_or_new, draw_line, draw_points, ring
from rosenblatt.reproduce.paper import ResultRows

SIZE = (5.2, 4.2)
FIXED: Any = {"svg.hashsalt": "rosenblatt", "svg.fonttype": "none"}  # the same file on every run


def as_svg(draw: Callable[[Any, ResultRows], None]) -> Callable[[ResultRows], str]:
    """A function of rows that draws them on axes of its own."""

    def figure(rows: ResultRows) -> str:
        ax = axes_or_new()
        ax.figure.set_size_inches(*SIZE)
        if rows:
            draw(ax, rows)
        return svg_of(ax.figure)

    return figure


def svg_of(figure: Any) -> str:
    import matplotlib
    from matplotlib import pyplot

    text = io.StringIO()
    with matplotlib.rc_context(FIXED):
        figure.savefig(text, format="svg", bbox_inches="tight", metadata={"Date": None})
    pyplot.close(figure)
    return in_a_page(text.getvalue())


def in_a_page(svg: str) -> str:
    """Without the header of a file, and with style rules that are about this drawing alone."""
    svg = svg[svg.index("<svg") :]
    return svg.replace("<svg ", '<svg class="lecture" ', 1).replace("*{", ".lecture *{")


def points_of(rows: ResultRows) -> tuple[np.ndarray, np.ndarray]:
    found = [(row["x1"], row["x2"], row["label"]) for row in rows if row["kind"] == "point"]
    table = np.array(found, dtype=np.float64)
    return table[:, :2], table[:, 2].astype(int)


def lines_of(rows: ResultRows) -> list[tuple[str, np.ndarray, float]]:
    return [
        (row["name"], np.array([row["w1"], row["w2"]]), row["b"])
        for row in rows
        if row["kind"] == "line"
    ]


def lines_among_points(ax: Any, rows: ResultRows) -> None:
    """All points and lines, the first line dashed if there are two; marked points ringed."""
    X, labels = points_of(rows)
    draw_points(ax, X[labels < 2], np.where(labels[labels < 2] == 1, 1.0, -1.0), (-1, 1))
    styles = ["-"] if len(lines_of(rows)) == 1 else ["--", "-"]
    for (name, w, b), style in zip(lines_of(rows), styles, strict=True):
        draw_line(ax, w, b, linestyle=style, label=name)
    ring(ax, X[labels == 2])
    ax.set_aspect("equal")
    ax.legend(loc="best", fontsize="small")


def with_normal_vector(ax: Any, rows: ResultRows) -> None:
    """The normal vector of the line, and the distance of the marked point to it."""
    lines_among_points(ax, rows)
    [(_, w, b)] = lines_of(rows)
    X, labels = points_of(rows)
    z = X[labels == 2][0]
    foot = z - (w @ z + b) / (w @ w) * w
    ax.plot(*np.stack([z, foot]).T, color="black", linewidth=0.8, linestyle=":")
    ax.annotate("z", z, xytext=(6, 6), textcoords="offset points")
    distance = abs(w @ z + b) / np.linalg.norm(w)
    ax.set_title(f"d(z, H) = |w . z + b| / |w| = {distance:.2f}", fontsize="small")
    base = -b / (w @ w) * w
    tip = base + 0.6 * w / np.linalg.norm(w)
    ax.annotate("w", xy=base, xytext=tip, arrowprops={"arrowstyle": "<-"})


def margins_of_the_last(ax: Any, rows: ResultRows) -> None:
    """Both lines, and the margin of the second one."""
    (first, w1, b1), (second, w2, b2) = lines_of(rows)
    X, labels = points_of(rows)
    HyperplaneDisplay(w2, b2, X, 2 * labels - 1).plot(ax=ax, name=second)
    draw_line(ax, w1, b1, linestyle="-.", label=first)
    ax.set_aspect("equal")
    ax.legend(loc="best", fontsize="small")


def soft_lines(ax: Any, rows: ResultRows) -> None:
    """The line and its soft margin, where scores are -1 and +1."""
    X, labels = points_of(rows)
    [(name, w, b)] = lines_of(rows)
    HyperplaneDisplay(w, b, X, 2 * labels - 1).plot(ax=ax, name=name)
    for side in (-1.0, 1.0):
        draw_line(ax, w, b + side, linestyle="--", linewidth=0.8)
    ax.set_aspect("equal")


def line_among_squares(ax: Any, rows: ResultRows) -> None:
    """The line where it is one: among the features of the map."""
    lines_among_points(ax, rows)
    ax.set_xlabel("$x_1^2$")
    ax.set_ylabel("$x_2^2$")


def circle_among_points(ax: Any, rows: ResultRows) -> None:
    """Where the line among the squares runs among the points themselves."""
    X, labels = points_of(rows)
    draw_points(ax, X, np.where(labels == 1, 1.0, -1.0), (-1, 1))
    [(_, w, b)] = lines_of(rows)
    grid = np.linspace(-2.2, 2.2, 200)
    x1, x2 = np.meshgrid(grid, grid)
    ax.contour(x1, x2, w[0] * x1**2 + w[1] * x2**2 + b, levels=[0.0], colors="black")
    ax.set_aspect("equal")
