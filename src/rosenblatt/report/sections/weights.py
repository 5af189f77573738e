"""The weights of the chosen hyperplane."""

from typing import Any

from rosenblatt.report.charts import Bar, Cell, bars, class_colour, heatmap
from rosenblatt.report.figure import figure
from rosenblatt.report.markup import Markup, clean
from rosenblatt.report.number_text import count, is_number
from rosenblatt.report.page import intro, section
from rosenblatt.report.verdicts import entries, label

SHOWN = 20
MOST_NUMBERS = 12  # classes beside which numbers fit into the cells
WeightDict = dict[str, Any]


def weights(comparison: dict[str, Any]) -> Markup | None:
    known = [w for w in comparison.get("weights") or [] if is_number(w.get("weight"))]
    if not known:
        return None
    classes = list(dict.fromkeys(w["class"] for w in known if w.get("class") is not None))
    text = intro(
        f"Weights of the chosen model ({chosen(comparison)}), fitted to {rows_of(comparison)}. "
        "They are in standardised units, so that features can be compared: the longer the bar or "
        "the stronger the colour, the more the feature changes the score."
    )
    several = len(classes) > 1
    chart = by_class(known, classes, comparison) if several else two_sided(known, comparison)
    return section("weights", "What does the model look at?", text, chart)


def rows_of(comparison: dict[str, Any]) -> str:
    """How many rows the model was fitted to; all only where that is so."""
    fitted, rows = comparison.get("model_rows"), comparison.get("n_rows")
    if not is_number(fitted) or not fitted:
        return "the rows"
    some = f"{count(fitted)} of {count(rows)} rows"
    return f"all {count(fitted)} rows" if fitted == rows else some


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
    colours = class_colour(0), class_colour(1)

    def draw(width: float) -> Markup:
        return bars(items, title="Weights by feature", sides=sides, colours=colours, width=width)

    return figure("Weights by feature", how_many(len(top), len(known), comparison), draw)


def by_class(known: list[WeightDict], classes: list[Any], comparison: dict[str, Any]) -> Markup:
    """Features by classes in shades: evidence for a class in its colour, against it in grey."""
    size: dict[str, float] = {}
    for w in known:
        size[w["feature"]] = max(size.get(w["feature"], 0.0), abs(w["weight"]))
    features = sorted(size, key=lambda f: -size[f])[:SHOWN]
    table = {(w["feature"], w["class"]): w["weight"] for w in known}
    largest = max(size.values()) or 1.0
    codes = {clean(name): k for k, name in enumerate(comparison.get("classes") or [])}
    colours = [class_colour(codes.get(clean(c), -1)) for c in classes]
    pairs, small = list(zip(classes, colours, strict=True)), len(classes) > MOST_NUMBERS
    cells = [
        [shade(table.get((f, c)), largest, f, c, s, small) for c, s in pairs] for f in features
    ]
    names = [clean(f) for f in features], [clean(c) for c in classes]

    def draw(width: float) -> Markup:
        return heatmap(
            cells,
            rows=names[0],
            columns=names[1],
            title="Weights by feature and class",
            column_colours=colours,
            width=width,
        )

    caption = (
        "Evidence for a class has its colour, evidence against it is grey. "
        f"{how_many(len(features), len(size), comparison)}"
    )
    return figure("Weights by feature and class", caption, draw)


def shade(
    weight: float | None, largest: float, feature: str, klass: Any, colour: str, small: bool
) -> Cell:
    value = weight or 0.0
    text = "" if small else signed(value)
    tip = f"{clean(feature)[:80]}, {clean(klass)[:60]}: {signed(value)}"
    return Cell(text, value / largest, tip, colour if value > 0 else "minus")


def signed(value: float) -> str:
    return (
        f"{value:+.2f}".replace("-", "−")
        if abs(value) < 1000
        else f"{value:+.1e}".replace("-", "−")
    )


def how_many(shown: int, known: int, comparison: dict[str, Any]) -> str:
    """How many of all features are drawn; the comparison keeps only some of very many weights."""
    features = comparison.get("n_features")
    total = max(known, features) if is_number(features) else known
    return "Largest first." if shown == total else f"The {shown} largest of {count(total)}."
