"""Which columns matter: what learners lose when one is shuffled."""

from typing import Any

from rosenblatt.report import html_table
from rosenblatt.report.charts import Bar, bars, class_colour
from rosenblatt.report.charts.frame import STYLES
from rosenblatt.report.class_names import class_name, class_names
from rosenblatt.report.figure import figure
from rosenblatt.report.markup import Markup, clean, element, isolated_name, join
from rosenblatt.report.metric_text import factor, metric_of
from rosenblatt.report.number_text import MISSING, count
from rosenblatt.report.page import intro, section
from rosenblatt.report.verdicts import EntryDict, label, measured, references

SHOWN, IN_TABLE = 15, 25


def importance(comparison: dict[str, Any]) -> Markup | None:
    found = [*measured(comparison), *references(comparison)]
    known = [entry for entry in found if entry.get("importance")]
    if not known:
        return None
    kept = next((e for e in known if e.get("name") == comparison.get("chosen")), known[0])
    text = intro(
        "What a learner loses on test rows when the cells of one column are shuffled among them; "
        "lines show the spread over splits and shuffles. The colour shows the class that larger "
        "numbers favour; texts are grey."
    )
    return section(
        "importance", "Which columns matter?", text, chart(comparison, kept),
        all_learners(comparison, known) if len(known) > 1 else None,
    )  # fmt: skip


def unit(comparison: dict[str, Any]) -> tuple[float, str]:
    """Points of the measure; of the error, where calibrated probabilities decide."""
    metric = metric_of(comparison)
    return (factor(metric), metric.title) if metric.percent else (100.0, "test error")


def chart(comparison: dict[str, Any], entry: EntryDict) -> Markup:
    by, title = unit(comparison)
    items = [bar(comparison, row, by) for row in entry["importance"][:SHOWN]]
    name = f"Importance of columns to {label(entry)[:60]}"

    def draw(width: float) -> Markup:
        return bars(items, title=name, width=width)

    total = len(entry["importance"])
    some = f" The {len(items)} largest of {count(total)}." if total > len(items) else ""
    legend = [class_name(comparison, each, 30) for each in class_names(comparison)[:STYLES]]
    spaced = [piece for each in legend for piece in (each, "  ")]
    caption = join(f"Points of {title} that shuffling adds.{some} ", *spaced)
    return figure(name, caption, draw)


def bar(comparison: dict[str, Any], row: dict[str, Any], by: float) -> Bar:
    names, towards = class_names(comparison), row.get("towards")
    code = names.index(clean(towards)) if towards is not None and clean(towards) in names else -1
    tip = f" ± {by * row['spread']:.1f}"
    tip += f"; larger numbers favour {names[code][:60]}" if code >= 0 else ""
    colour = class_colour(code) if code >= 0 else "none"
    value = by * row["mean"]
    return Bar(clean(row["column"]), value, signed(value), colour, by * row["spread"], tip)


def signed(value: float) -> str:
    return f"{value:+.1f}".replace("-", "−")


def all_learners(comparison: dict[str, Any], known: list[EntryDict]) -> Markup:
    """The numbers of every learner, in the order of the learner kept."""
    by, _ = unit(comparison)
    order = [row["column"] for row in known[0]["importance"]]
    tables = [{row["column"]: row for row in entry["importance"]} for entry in known]
    columns = [html_table.Column("Column")]
    columns += [html_table.Column(label(entry)[:30], numeric=True) for entry in known]
    rows = [
        html_table.row(
            html_table.name_cell(isolated_name(name, 40), value=clean(name)),
            *(cell(table.get(name), by) for table in tables),
        )
        for name in order[:IN_TABLE]
    ]
    text = element("summary", "Show the numbers of all learners (mean ± spread, in points)")
    return element("details", text, html_table.table("Importance of columns", columns, rows))


def cell(row: dict[str, Any] | None, by: float) -> Markup:
    if row is None:
        return html_table.number_cell(MISSING, None)
    spread = element("span", f" ± {by * row['spread']:.1f}", class_="soft")
    return html_table.number_cell([signed(by * row["mean"]), spread], row["mean"])
