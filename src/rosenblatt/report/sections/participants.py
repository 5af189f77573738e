"""With which parameters everybody took part, and what was tuned."""

from collections import Counter
from typing import Any

from rosenblatt.report import html_table
from rosenblatt.report.markup import Markup, clean, element, isolated_name, join
from rosenblatt.report.page import intro, section
from rosenblatt.report.verdicts import EntryDict, entries, label

TUNED = (
    "Parameters were chosen within each training set, by cross-validation: ours as lanes of one "
    "training run, those of the others on a grid. The counts say how many splits chose them."
)
NOT_TUNED = (
    "Nothing was tuned: every learner was used with these parameters, ours and the others alike. "
    "Option --tune chooses margin, C and the like within each training set."
)


def participants(comparison: dict[str, Any]) -> Markup | None:
    found = [entry for entry in entries(comparison) if entry.get("settings")]
    if not found:
        return None
    tuned = any(entry.get("tuned") for entry in found)
    columns = [html_table.Column("Learner"), html_table.Column("Estimator", sortable=False)]
    columns += [html_table.Column("Chosen inside splits", sortable=False)] if tuned else []
    rows = [line(entry, tuned) for entry in found]
    table = html_table.table("Parameters", columns, rows)
    text = intro(TUNED if comparison.get("tune") else NOT_TUNED)
    return section("participants", "Which learners were compared?", text, table)


def line(entry: EntryDict, tuned: bool) -> Markup:
    name = html_table.name_cell(isolated_name(label(entry)), value=label(entry))
    code = element("code", clean(entry["settings"])[:300])
    remark = element("span", "  reference only", class_="small soft")
    cells = [html_table.cell(join(code, remark if entry.get("reference") else None))]
    cells += [html_table.cell(choices(entry.get("tuned") or []), class_="small")] if tuned else []
    return html_table.row(name, *cells, class_="reference" if entry.get("reference") else "")


def choices(chosen: list[dict[str, Any]]) -> str:
    """What splits chose, the most frequent first.

    >>> choices([{"C": 1.0}, {"C": 0.1}, {"C": 1.0}])
    'C=1 (2), C=0.1 (1)'
    """
    texts = [" ".join(f"{k}={brief(v)}" for k, v in each.items()) for each in chosen]
    counted = Counter(texts).most_common(4)
    rest = len(set(texts)) - len(counted)
    more = f", {rest} others" if rest else ""
    return ", ".join(f"{text} ({times})" for text, times in counted) + more if texts else "as it is"


def brief(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else clean(value)[:40]
