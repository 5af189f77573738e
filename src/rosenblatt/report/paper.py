"""The page of a paper whose tables and figures were made again."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rosenblatt.report import grid
from rosenblatt.report.markup import Markup, clean, element, join, named
from rosenblatt.report.numerals import count, is_number
from rosenblatt.report.page import contents, facts, lead, page, section

MARKS = {
    "inside": ("✓ inside", "good"),
    "outside": ("▼ outside", "bad"),
    "missing": ("– not run", "soft"),
    "shown": ("○ shown, not counted", "soft"),
}
TOTALS = {
    "inside": "inside the tolerance",
    "outside": "outside it",
    "shown": "shown, not counted",
    "missing": "not run",
}


def render_paper(paper: dict[str, Any]) -> str:
    """The report of a reproduced paper: one HTML page that needs nothing else.

    Parameters
    ----------
    paper : dict
        ``title``, ``citation``, ``command``, ``versions`` (dict or text), ``notes`` (list of
        str), ``tables`` (list of dicts ``title``, ``caption``, ``columns``, ``rows``,
        ``verdicts`` and perhaps ``notes``), ``figures`` (list of dicts ``title``, ``caption``,
        ``svg`` and perhaps ``notes``), ``counts`` (dict of numbers to print large; without it
        the verdicts are counted). A verdict begins with ``inside``, ``outside``, ``missing`` or
        ``shown``, one per row.

    Returns
    -------
    str
        The page, to be written by :func:`rosenblatt.report.write_report`.

    Examples
    --------
    >>> table = {"title": "Table 1", "columns": ["set", "paper", "ours"],
    ...          "rows": [["pima", 22.1, 22.3]], "verdicts": ["inside"]}
    >>> "✓ inside" in render_paper({"title": "A paper", "tables": [table]})
    True
    """
    tables, figures = paper.get("tables") or [], paper.get("figures") or []
    drawn = [table_section(k, table) for k, table in enumerate(tables)]
    drawn += [figure_section(k, figure) for k, figure in enumerate(figures)]
    drawn += [part for part in (notes(paper.get("notes")), made_with(paper)) if part]
    opening = join(totals(paper), contents(links(tables, figures)))
    title = clean(paper.get("title") or "Paper")
    return page(title, "A paper, made again", paper.get("citation"), opening, drawn)


def links(
    tables: Sequence[dict[str, Any]], figures: Sequence[dict[str, Any]]
) -> list[tuple[str, str]]:
    found = [(f"table-{k}", short(t)) for k, t in enumerate(tables)]
    return found + [(f"figure-{k}", short(f)) for k, f in enumerate(figures)]


def short(part: dict[str, Any]) -> str:
    """``Table 2`` of ``Table 2: training errors``."""
    return clean(part.get("title") or "").split(":")[0].split(".")[0][:40]


def totals(paper: dict[str, Any]) -> Markup | None:
    given = paper.get("counts")
    if isinstance(given, dict):
        return facts([(shown(v), clean(k)) for k, v in given.items()])
    found = Counter(kind(v) for t in paper.get("tables") or [] for v in t.get("verdicts") or [])
    pairs = [(count(found[k]), TOTALS[k]) for k in TOTALS if found[k]]
    return facts(pairs) if pairs else None


def kind(verdict: Any) -> str:
    """Which mark a verdict gets; anything unknown is only shown."""
    words = clean(verdict or "shown").lower()
    if "not counted" in words:
        return "shown"
    return next((k for k in MARKS if words.startswith(k)), "shown")


def table_section(k: int, table: dict[str, Any]) -> Markup:
    verdicts = list(table.get("verdicts") or [])
    rows = list(table.get("rows") or [])
    verdicts += [None] * (len(rows) - len(verdicts))
    columns = [header(name, rows, j) for j, name in enumerate(table.get("columns") or [])]
    lines = [
        line(cells, verdict, bool(table.get("verdicts")))
        for cells, verdict in zip(rows, verdicts, strict=False)
    ]
    if table.get("verdicts"):
        columns.append(grid.Column("Verdict"))
    title = clean(table.get("title") or "Table")
    only = outside_only(f"rows-{k}", [kind(v) for v in table.get("verdicts") or []])
    drawn = grid.table(title, columns, lines, name=f"rows-{k}")
    return section(
        f"table-{k}", title, lead(table.get("caption")), only, drawn, bullets(table.get("notes"))
    )


def header(name: Any, rows: Sequence[Sequence[Any]], j: int) -> grid.Column:
    values = [row[j] for row in rows if j < len(row) and row[j] is not None]
    title = clean(name)
    return grid.Column(
        title[:1].upper() + title[1:], number=bool(values) and all(is_number(v) for v in values)
    )


def line(cells: Sequence[Any], verdict: Any, judged: bool) -> Markup:
    drawn = [field(value, first=j == 0) for j, value in enumerate(cells)]
    if not judged:
        return grid.row(*drawn)
    words, tone = MARKS[kind(verdict)]
    mark = element("span", words, class_=f"standing {tone}")
    state = kind(verdict)
    return grid.row(*drawn, grid.cell(mark), class_=state, data_verdict=state)


def field(value: Any, *, first: bool) -> Markup:
    if is_number(value) or value is None:
        return grid.number(shown(value), value)
    text = named(value, 120)
    return grid.name_cell(text, value=clean(value)) if first else grid.cell(text)


def shown(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.2f}".replace("-", "−")
    return clean(value)


def outside_only(name: str, kinds: list[str]) -> Markup | None:
    """A button that leaves only the rows outside, where there are some among others."""
    outside = kinds.count("outside")
    if not outside or outside == len(kinds):
        return None
    words = f"Show only the {count(outside)} outside"
    return element(
        "button", words, type="button", class_="plainbutton", hidden=True,
        aria_pressed="false", data_filter=name,
    )  # fmt: skip


def figure_section(k: int, figure: dict[str, Any]) -> Markup:
    """The drawing is our own chart and is put in as it is; the page's policy forbids scripts."""
    title = clean(figure.get("title") or "Figure")
    chart = element("div", Markup(figure.get("svg") or ""), class_="scroll", tabindex=0)
    drawn = element("figure", element("figcaption", figure.get("caption")), chart)
    return section(f"figure-{k}", title, drawn, bullets(figure.get("notes")))


def notes(found: Any) -> Markup | None:
    listed = bullets(found)
    return (
        section("notes", "What was inferred, and what does not match", listed) if listed else None
    )


def bullets(found: Any) -> Markup | None:
    items = [element("li", clean(note)) for note in found or []]
    return element("ul", *items, class_="plain") if items else None


def made_with(paper: dict[str, Any]) -> Markup | None:
    command, versions = paper.get("command"), paper.get("versions")
    if not command and not versions:
        return None
    if isinstance(versions, dict):
        versions = ", ".join(f"{clean(k)} {clean(v)}" for k, v in versions.items())
    return section(
        "made", "How to make it again",
        element("pre", element("code", clean(command)), tabindex=0) if command else None,
        element("p", clean(versions), class_="soft") if versions else None,
    )  # fmt: skip
