"""The report of a paper whose tables and figures were reproduced."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rosenblatt.report.markup import Markup, clean, element, join
from rosenblatt.report.number_text import count, is_number
from rosenblatt.report.page import contents, intro, key_numbers, page, section
from rosenblatt.report.printed_table import printed_table
from rosenblatt.report.verdict_table import kind, verdict_table

TOTALS = {
    "inside": "inside the tolerance",
    "outside": "outside the tolerance",
    "shown": "shown, not counted",
    "missing": "not run",
    "not judged": "not judged",
}


def render_paper(paper: dict[str, Any]) -> str:
    """The report of a reproduced paper: one self-contained HTML page.

    Parameters
    ----------
    paper : dict
        ``title``, ``citation``, ``command``, ``versions`` (dict or text), ``notes`` (list of
        str); ``tables``: list of dicts ``title``, ``caption``, ``columns``, ``rows``,
        ``verdicts`` (one per row, starting with ``inside``, ``outside``, ``missing`` or
        ``shown``; a column named ``note`` is shown with them) and optionally ``notes`` and
        ``grid``, the table as the paper prints it (:func:`printed_table`);
        ``figures``: list of dicts ``title``, ``caption``, ``svg`` and optionally ``notes``;
        ``counts``: dict of numbers to print large; without it the verdicts are counted.

    Returns
    -------
    str
        The page; :func:`rosenblatt.report.write_report` writes it to a file.

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
    drawn += [part for part in (notes(paper.get("notes")), how_to_reproduce(paper)) if part]
    top = join(totals(paper), contents(links(tables, figures)))
    title = clean(paper.get("title") or "Paper")
    return page(title, "Reproduction of a paper", paper.get("citation"), top, drawn)


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
        return key_numbers([(count(v), clean(k)) for k, v in given.items()])
    found = Counter(kind(v) for t in paper.get("tables") or [] for v in t.get("verdicts") or [])
    pairs = [(count(found[k]), TOTALS[k]) for k in TOTALS if found[k]]
    return key_numbers(pairs) if pairs else None


def table_section(k: int, table: dict[str, Any]) -> Markup:
    only = outside_only(f"rows-{k}", [kind(v) for v in table.get("verdicts") or []])
    title = clean(table.get("title") or "Table")
    lines = join(only, verdict_table(table, f"rows-{k}"))
    grid = table.get("grid")
    if grid:
        summary = element("summary", "Show every number with its tolerance")
        lines = join(shades(grid), printed_table(grid, title), element("details", summary, lines))
    return section(
        f"table-{k}", title, intro(table.get("caption")), lines, bullets(table.get("notes"))
    )


def shades(grid: dict[str, Any]) -> Markup:
    """What the numbers and the shades of a printed table mean."""
    judged = any(cell and is_number(cell.get("distance")) for row in grid["cells"] for cell in row)
    items: list[Any] = [element("span", element("b", "ours"), " over the paper’s")]
    if judged:
        pairs = [("near-1", "equal"), ("near-4", "at the tolerance"), ("far-5", "outside"),
                 ("far-6", "far outside")]  # fmt: skip
        items += [element("span", element("i", class_=name), text) for name, text in pairs]
    if not all(cell.get("counted", True) for row in grid["cells"] for cell in row if cell):
        items.append(element("span", element("em", "italic"), ": shown, not counted"))
    return element("p", *items, class_="shades")


def outside_only(name: str, kinds: list[str]) -> Markup | None:
    """A button that hides all rows but those outside, if there are any of both."""
    outside = kinds.count("outside")
    if not outside or outside == len(kinds):
        return None
    text = f"Show only the {count(outside)} outside the tolerance"
    return element(
        "button", text, type="button", class_="plainbutton", hidden=True,
        aria_pressed="false", data_filter=name,
    )  # fmt: skip


def figure_section(k: int, figure: dict[str, Any]) -> Markup:
    """The drawing is our own SVG and is inserted as it is; the page's policy forbids scripts."""
    title = clean(figure.get("title") or "Figure")
    chart = element("div", Markup(figure.get("svg") or ""), class_="scroll", tabindex=0)
    drawn = element("figure", element("figcaption", figure.get("caption")), chart)
    return section(f"figure-{k}", title, drawn, bullets(figure.get("notes")))


def notes(found: Any) -> Markup | None:
    title = "What was inferred, and what does not match"
    listed = bullets(found)
    return section("notes", title, listed) if listed else None


def bullets(found: Any) -> Markup | None:
    items = [element("li", clean(note)) for note in found or []]
    return element("ul", *items, class_="plain") if items else None


def how_to_reproduce(paper: dict[str, Any]) -> Markup | None:
    command, versions = paper.get("command"), paper.get("versions")
    if not command and not versions:
        return None
    if isinstance(versions, dict):
        versions = ", ".join(f"{clean(k)} {clean(v)}" for k, v in versions.items())
    return section(
        "made", "How to reproduce this",
        element("pre", element("code", clean(command)), tabindex=0) if command else None,
        element("p", clean(versions), class_="soft") if versions else None,
    )  # fmt: skip
