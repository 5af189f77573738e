"""``python -m benchmarks.pages``: make the tables of the pages again, from what is stored.

A table stands between ``<!-- made by: COMMAND -->`` and ``<!-- end -->``. Nothing is measured here:
the command that is named measures what is stored, if anything is to be measured.
"""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmarks import (
    boosting_rounds,
    cluster_costs,
    error_against_time,
    evidence,
    file_fits,
    intercepts,
    label_suspects,
    mixing,
    one_pass,
    optimum,
    reproduction_tables,
    speed_pages,
    table_pages,
    text_tables,
    thresholds,
    training_errors,
    unseen,
    verdict_theory,
    verdicts,
    worker_starts,
)

DOCS = Path(__file__).resolve().parents[1] / "docs"
SMALLER = Path("benchmarks/results/file_fits_2gb.json")
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
    'python -m benchmarks --only "one pass" --out benchmarks/results/one_pass': one_pass.page_table,
    "python -m benchmarks.thresholds": thresholds.page_table,
    "python -m benchmarks.training_errors": training_errors.page_table,
    "python -m benchmarks.error_against_time": error_against_time.page_table,
    "python -m benchmarks.boosting_rounds (chosen)": boosting_rounds.chosen_table,
    "python -m benchmarks.boosting_rounds (judged)": boosting_rounds.judged_table,
    "python -m benchmarks.optimum": optimum.page_table,
    "python -m benchmarks.label_suspects": label_suspects.page_table,
    "python -m benchmarks.unseen": unseen.page_table,
    "python -m benchmarks.unseen --fresh": partial(unseen.page_table, unseen.FRESH),
    "python -m benchmarks.text_tables": text_tables.page_table,
    "python -m benchmarks.worker_starts": worker_starts.page_table,
    "python -m benchmarks.verdicts": verdicts.page_table,
    "python -m benchmarks.verdict_theory": verdict_theory.page_table,
    "python -m benchmarks.mixing": mixing.page_table,
    "python -m benchmarks.cluster_costs": cluster_costs.page_table,
    "python -m benchmarks.file_fits --gigabytes 10": file_fits.page_table,
    f"python -m benchmarks.file_fits --gigabytes 2.3 --out {SMALLER}": partial(
        file_fits.page_table, file_fits.RESULTS.with_name(SMALLER.name)
    ),
    "python -m benchmarks --page speed (origin)": speed_pages.origin_table,
    "python -m benchmarks --page speed (fits)": speed_pages.fits_table,
    "python -m benchmarks --page speed (lanes)": speed_pages.lanes_table,
    "python -m benchmarks --page speed (starts)": speed_pages.starts_table,
    "python -m benchmarks --page speed (passive-aggressive)": speed_pages.aggressive_table,
    "python -m benchmarks --page speed (boosting)": speed_pages.boosting_table,
    "python -m benchmarks --page speed (descents)": speed_pages.descents_table,
    "python -m benchmarks --page speed (whole descents)": speed_pages.whole_descents_table,
    "python -m benchmarks --page speed (second order)": speed_pages.second_order_table,
    "rosenblatt reproduce li (counts)": reproduction_tables.li_counts,
    "rosenblatt reproduce li (Table 4, errors)": reproduction_tables.li_errors,
    "rosenblatt reproduce li (Table 4, rounds)": reproduction_tables.li_rounds,
    "rosenblatt reproduce kw (counts)": reproduction_tables.kw_counts,
    "rosenblatt reproduce dpp (Table 2)": reproduction_tables.dpp_table,
    "rosenblatt reproduce sop (Table 1)": reproduction_tables.sop_table,
    "rosenblatt reproduce bloch (Table 2.1)": reproduction_tables.bloch_table,
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
