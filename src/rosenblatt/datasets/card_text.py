"""The sentences on a data set's card."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import scipy.sparse as sp

from rosenblatt.datasets.coding import Coding
from rosenblatt.datasets.registry import LEFT_TO_THE_USER, PAPERS


def coding_text(
    paper: str | None, coding: Coding, steps: list[str], classes: tuple[str, ...], rows: str
) -> str:
    """Describe in one line what was done to the stored data."""
    parts = [
        f"as in {PAPERS[paper]}" if paper else "plain form",
        rows,
        *(steps or ["columns as stored"]),
        f"class {classes[1]} is +1, class {classes[0]} is -1" if coding.positive else "all classes",
        coding.note,
        LEFT_TO_THE_USER[paper] if paper else "",
    ]
    return "; ".join(part for part in parts if part)


def rows_text(kept: int, facts: Iterable[dict[str, Any]]) -> str:
    """Describe how many of the stored rows were kept."""
    stored = sum(entry["rows"] for entry in facts)
    return f"all {stored} rows" if kept == stored else f"{kept} of {stored} rows"


def missing_text(data: Any) -> list[str]:
    """Describe the missing numbers that are left, if any."""
    if sp.issparse(data) or not np.isnan(data).any():
        return []
    return [f"{int(np.isnan(data).sum())} missing numbers as NaN"]


def source_text(facts: Iterable[dict[str, Any]]) -> str:
    """Describe where the stored copies were taken from."""
    return "; ".join(dict.fromkeys(_copied_from(entry["source"]) for entry in facts))


def _copied_from(source: dict[str, str]) -> str:
    place = source.get("repository") or " ".join(
        source[key] for key in ("package_registry", "package", "version") if key in source
    )
    commit = f"commit {source['commit'][:10]}" if "commit" in source else ""
    return ", ".join(x for x in (place, source.get("path"), commit, source.get("note")) if x)
