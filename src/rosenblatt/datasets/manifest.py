"""What is known about the data sets without the data: the package's copy of the manifest."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from rosenblatt.datasets.card_text import source_text
from rosenblatt.datasets.registry import spec_of

MANIFESTS = ("shipped/manifest.json", "facts.json")


@cache
def file_facts() -> dict[str, dict[str, Any]]:
    """Return what the manifest says of each stored file, by name: shipped ones and others."""
    here = files("rosenblatt.datasets")
    texts = [here.joinpath(name).read_text(encoding="utf-8") for name in MANIFESTS]
    return {entry["name"]: entry for text in texts for entry in json.loads(text)["datasets"]}


@dataclass(frozen=True)
class Facts:
    """What is known about a data set as it is stored, before any coding.

    Parameters
    ----------
    name : str
        Name under which the set is loaded.
    rows : int
        Rows, the test part included.
    rows_test : int
        Rows of the set's own test part, often 0.
    features : int
        Columns as stored.
    classes : dict of str to int
        Rows of each class.
    missing : int
        Missing cells.
    papers : tuple of str
        Short names of the papers that use the set.
    licence, source, citation : str
        Terms of use; where the copy comes from; whom to cite.
    files : dict of str to str
        SHA-256 of each file, by file name.
    """

    name: str
    rows: int
    rows_test: int
    features: int
    classes: dict[str, int]
    missing: int
    papers: tuple[str, ...]
    licence: str
    source: str
    citation: str
    files: dict[str, str]


def facts(name: str) -> Facts:
    """Return what is known about a data set.

    Parameters
    ----------
    name : str
        One of ``names()``.

    Examples
    --------
    >>> from rosenblatt.datasets import facts
    >>> sonar = facts("sonar")
    >>> sonar.rows, sonar.features, sonar.classes
    (208, 60, {'M': 111, 'R': 97})
    """
    spec = spec_of(name)
    parts = [file_facts()[file] for file in spec.reader.files]
    rows = sum(part["rows"] for part in parts)
    return Facts(
        name=name,
        rows=rows,
        rows_test=parts[0].get("rows_test", rows - parts[0]["rows"]),
        features=max(part["features"] for part in parts),
        classes=class_counts(parts),
        missing=sum(sum(part.get("missing_cells", {}).values()) for part in parts),
        papers=tuple(paper for paper in spec.codings if paper),
        licence=parts[0]["licence"],
        source=source_text(parts),
        citation=parts[0].get("citation", "not recorded"),
        files={part["file"]: part["sha256"] for part in parts},
    )


def class_counts(parts: list[dict[str, Any]]) -> dict[str, int]:
    """Return the rows of each class over all parts, short names first."""
    counts: Counter[str] = Counter()
    for part in parts:
        for key in ("class_counts", "class_counts_train", "class_counts_test"):
            counts.update(part.get(key, {}))
    return dict(sorted(counts.items(), key=lambda item: (len(item[0]), item[0])))
