"""The weights of the chosen hyperplane."""

from typing import Any

from rosenblatt.report.charts import Bar, Cell, bars, heatmap
from rosenblatt.report.figure import figure
from rosenblatt.report.markup import Markup, clean
from rosenblatt.report.number_text import count, is_number
from rosenblatt.report.page import intro, section
from rosenblatt.report.verdicts import entries, label

SHOWN = 20
WeightDict = dict[str, Any]


def weights(comparison: dict[str, Any]) -> Markup | None:
    known = [w for w in comparison.get("weights") or [] if is_number(w.get("weight"))]
    if not known:
        return None
    classes = list(dict.fromkeys(w["class"] for w in known if w.get("class") is not None))
    text = intro(
        f"Weights of the chosen model ({chosen(comparison)}), fitted to all rows. They are in "
        "standardised units, so that features can be compared: the longer the bar or the stronger "
        "the colour, the more the feature changes the score."
    )
    chart = by_class(known, classes) if len(classes) > 1 else two_sided(known, comparison)
    return section("weights", "Which features matter?", text, chart)


def chosen(comparison: dict[str, Any]) -> str:
    name = comparison.get("chosen")
    found = next((e for e in entries(comparison) if e.get("name") == name), {"name": name})
    return label(found)[:120]


def two_sided(known: list[WeightDict], comparison: dict[str, Any]) -> Markup:
    """Bars to the left are evidence for the first class, bars to the right for the second."""
    top = sorted(known, key=lambda w: -abs(w["weight"]))[:SHOWN]
    items = [Bar(clean(w["feature"]), w["weight"], signed(w["weight"])) for w in top]
    classes = [clean(c)[:40] for c in comparison.get("classes") or []]
    sides = (f"← {classes[0]}", f"{classes[1]} →") if len(classes) == 2 else ("", "")

    def draw(width: float) -> Markup:
        return bars(items, title="Weights by feature", sides=sides, width=width)

    return figure("Weights by feature", how_many(len(top), len(known)), draw)


def by_class(known: list[WeightDict], classes: list[Any]) -> Markup:
    """Features by classes in shades: blue is evidence for the class, orange against it."""
    size: dict[str, float] = {}
    for w in known:
        size[w["feature"]] = max(size.get(w["feature"], 0.0), abs(w["weight"]))
    features = sorted(size, key=lambda f: -size[f])[:SHOWN]
    table = {(w["feature"], w["class"]): w["weight"] for w in known}
    largest = max(size.values()) or 1.0
    cells = [[shade(table.get((f, c)), largest, f, c) for c in classes] for f in features]
    names = [clean(f) for f in features], [clean(c) for c in classes]

    def draw(width: float) -> Markup:
        return heatmap(
            cells,
            rows=names[0],
            columns=names[1],
            title="Weights by feature and class",
            width=width,
        )

    caption = (
        f"Blue is evidence for the class, orange against it. {how_many(len(features), len(size))}"
    )
    return figure("Weights by feature and class", caption, draw)


def shade(weight: float | None, largest: float, feature: str, klass: Any) -> Cell:
    value = weight or 0.0
    tip = f"{clean(feature)[:80]}, {clean(klass)[:60]}: {signed(value)}"
    return Cell(signed(value), value / largest, tip)


def signed(value: float) -> str:
    return (
        f"{value:+.2f}".replace("-", "−")
        if abs(value) < 1000
        else f"{value:+.1e}".replace("-", "−")
    )


def how_many(shown: int, known: int) -> str:
    if shown == known:
        return "Largest first."
    return f"The {shown} largest of {count(known)}."
