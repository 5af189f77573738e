"""The rows in two dimensions, with the hyperplane as a line."""

from typing import Any

from rosenblatt.report.charts import Point, scatter
from rosenblatt.report.charts.frame import STYLES
from rosenblatt.report.charts.scatter import outside
from rosenblatt.report.figure import figure
from rosenblatt.report.markup import Markup, clean
from rosenblatt.report.number_text import count, is_number
from rosenblatt.report.page import section


def projection(comparison: dict[str, Any]) -> Markup | None:
    known = comparison.get("projection") or {}
    points = [
        Point(float(u), float(v), int(k), bool(right))
        for u, v, k, right in known.get("points") or []
    ]
    if not points:
        return None
    classes = [clean(c) for c in comparison.get("classes") or []]
    across, up = known.get("axes") or ("score", "direction of largest variance")

    def draw(width: float) -> Markup:
        return scatter(
            points, groups=classes, title="Rows in two dimensions", x_label=clean(across),
            y_label=clean(up), boundary=boundary(known), width=width,
        )  # fmt: skip

    return section(
        "projection",
        "How does the model separate the rows?",
        figure("Rows in two dimensions", caption(points, comparison), draw),
    )


def caption(points: list[Point], comparison: dict[str, Any]) -> str:
    wrong = sum(not p.right for p in points)
    rows = comparison.get("n_rows")
    some = f" (a sample of all {count(rows)})" if is_number(rows) and rows > len(points) else ""
    far = outside(points)
    edge = f" {count(far)} beyond the axes are drawn at their edge." if far else ""
    line = (comparison.get("projection") or {}).get("boundary")
    drawn = " The dashed line is the decision boundary." if line else ""
    if len(comparison.get("classes") or []) > STYLES:
        drawn += f" Classes after the first {STYLES} are grey."
    return (
        f"{count(len(points))} rows{some} by their scores in the chosen model; the {count(wrong)} "
        f"misclassified ones are ringed.{edge}{drawn} The model was fitted to these rows, so rely "
        "on the test errors above."
    )


def boundary(known: dict[str, Any]) -> float | None:
    at = (known.get("boundary") or {}).get("u")
    return float(at) if is_number(at) else None
