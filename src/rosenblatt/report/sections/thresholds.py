"""Two classes: what other thresholds would do, and whether probabilities are honest."""

import json
from typing import Any

from rosenblatt.report.charts import Curve, square
from rosenblatt.report.class_names import class_name
from rosenblatt.report.figure import small_figure
from rosenblatt.report.markup import Markup, clean, element, join
from rosenblatt.report.number_text import count, percent
from rosenblatt.report.page import intro, section

EQUAL = 1.0  # price of a missed row over that of a false alarm
CurveDict = dict[str, Any]


def thresholds(comparison: dict[str, Any]) -> Markup | None:
    known = comparison.get("curves") or {}
    learners = [each for each in known.get("learners") or [] if each.get("points")]
    honest = reliability(comparison)
    if not learners:
        parts = [honest] if honest else []
        return section("thresholds", "Can its probabilities be trusted?", *parts) if parts else None
    text = intro(
        f"The learner kept ({clean(learners[0]['label'])[:60]}) and the next best, on test rows "
        "that the model was not trained on. Move the slider to say what the two errors cost you; "
        "the ring shows the threshold that is then cheapest."
    )
    charts = element("div", roc(known, learners), recall(known, learners), honest, class_="three")
    return section(
        "thresholds", "What if the two errors cost differently?", text,
        price_slider(comparison, known, learners[0]), charts,
    )  # fmt: skip


def roc(known: CurveDict, learners: list[CurveDict]) -> Markup:
    second = clean(known["classes"][1])[:40]
    curves = [Curve(clean(e["label"]), [(p[1], p[2]) for p in e["points"]]) for e in learners]
    chart = square(
        curves, title="ROC curve", x_label="false alarms", y_label=f"{second} recognised",
        diagonal=True, moving=at_equal_price(known, learners[0], (1, 2)),
    )  # fmt: skip
    return small_figure("ROC curve", "Share of each class that is predicted as the second.", chart)


def recall(known: CurveDict, learners: list[CurveDict]) -> Markup:
    curves = [Curve(clean(e["label"]), [(p[2], p[3]) for p in e["points"][1:]]) for e in learners]
    second = clean(known["classes"][1])[:40]
    chart = square(
        curves, title="Precision and recall", x_label=f"recall of {second}", y_label="precision",
        moving=at_equal_price(known, learners[0], (2, 3)),
    )  # fmt: skip
    caption = "Share of rows predicted as the second class that are right, by the share found."
    return small_figure("Precision and recall", caption, chart)


def reliability(comparison: dict[str, Any]) -> Markup | None:
    bins = comparison.get("reliability") or []
    if len(bins) < 2:
        return None
    chart = square(
        [Curve("", [(b["predicted"], b["observed"]) for b in bins])], title="Reliability",
        x_label="predicted probability", y_label="observed share", diagonal=True, dots=True,
    )  # fmt: skip
    caption = "Test rows in tenths by predicted probability; calibrated ones lie on the diagonal."
    return small_figure("Are the probabilities calibrated?", caption, chart)


def at_equal_price(
    known: CurveDict, learner: CurveDict, axes: tuple[int, int]
) -> tuple[float, float]:
    point = cheapest(known, learner, EQUAL)
    return point[axes[0]], point[axes[1]]


def cheapest(known: CurveDict, learner: CurveDict, price: float) -> list[float]:
    """The point (threshold, false alarms, recall, precision) of the lowest price."""
    first, second = known["rows"]
    return min(learner["points"], key=lambda p: p[1] * first + price * (1 - p[2]) * second)


def price_slider(comparison: dict[str, Any], known: CurveDict, learner: CurveDict) -> Markup:
    """The slider and what it says; the script reads the points from the figure's data."""
    first, second = (class_name(comparison, name, 30) for name in known["classes"])
    slider = element(
        "input", type="range", min="-2", max="2", step="0.05", value="0", id="price",
        aria_describedby="price-says", data_points=json.dumps(learner["points"]),
        data_rows=json.dumps(known["rows"]), disabled=True,
    )  # fmt: skip
    ratio = element("output", "1", id="price-ratio")
    question = element(
        "label", "A missed ", second, " costs ", ratio, " × a false alarm on ", first, for_="price"
    )
    return element(
        "div", question, slider, element("p", *said(known, learner), id="price-says"),
        class_="price",
    )  # fmt: skip


def said(known: CurveDict, learner: CurveDict) -> list[Any]:
    threshold, alarms, found, _ = cheapest(known, learner, EQUAL)
    first, second = known["rows"]
    return [
        "Say “", element("bdi", clean(known["classes"][1])[:40]), "” from a probability of ",
        element("b", percent(threshold, 0), id="price-threshold"), ": ",
        element("b", count(round((1 - found) * second)), id="price-missed"), " of ",
        count(second), " missed, ",
        element("b", count(round(alarms * first)), id="price-alarms"), " false alarms among ",
        join(count(first)), ".",
    ]  # fmt: skip
