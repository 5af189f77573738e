"""``python -m benchmarks.pages``: make the tables of the pages again, from what is stored.

A table stands between ``<!-- made by: python -m benchmarks.NAME -->`` and ``<!-- end -->``. Nothing
is measured here: the command that is named measures what is stored, if anything is to be measured.
"""

import re
from collections.abc import Callable
from pathlib import Path

from benchmarks import evidence, intercepts, table_pages

DOCS = Path(__file__).resolve().parents[1] / "docs"
BLOCK = re.compile(r"<!-- made by: (?P<name>.+?) -->\n.*?<!-- end -->", flags=re.S)
TABLES: dict[str, Callable[[], str]] = {
    "python -m benchmarks.evidence (verdicts)": evidence.evidence_table,
    "python -m benchmarks.evidence (readings)": evidence.readings_table,
    "python -m benchmarks.intercepts (units)": intercepts.units_table,
    "python -m benchmarks.intercepts (sparse)": intercepts.sparse_table,
    "python -m benchmarks.table_errors (learners)": table_pages.learners_table,
    "python -m benchmarks.table_errors (settings)": table_pages.settings_table,
    "python -m benchmarks.table_errors (choosing)": table_pages.choosing_table,
    "python -m benchmarks.table_errors (judging)": table_pages.judging_table,
    "python -m benchmarks.table_errors (tables)": table_pages.tables_table,
}


def main() -> None:
    """Write every page that has such tables."""
    for page in pages():
        page.write_text(remade(page.read_text("utf-8")), "utf-8")


def pages() -> list[Path]:
    return [page for page in sorted(DOCS.glob("*.md")) if BLOCK.search(page.read_text("utf-8"))]


def remade(text: str) -> str:
    """The text of a page with every such table made again."""
    return BLOCK.sub(block, text)


def block(found: re.Match[str]) -> str:
    name = found["name"]
    return f"<!-- made by: {name} -->\n{TABLES[name]()}\n<!-- end -->"


if __name__ == "__main__":
    main()
