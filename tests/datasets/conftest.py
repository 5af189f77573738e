"""Where the tests find the real data, and a small data folder made on the spot."""

import gzip
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from urllib.error import URLError

import pytest


@pytest.fixture(autouse=True)
def no_network(monkeypatch, tmp_path_factory):
    """Tests neither download nor see what somebody downloaded."""

    def refuse(*_, **__):
        raise URLError("no network in tests")

    monkeypatch.setattr("rosenblatt.datasets.remote.openml.urlopen", refuse)
    monkeypatch.setenv("ROSENBLATT_CACHE", str(tmp_path_factory.mktemp("cache")))


BUPA = "mcv,drinks,target\n85,0.5,1\n,2.5,2\n90,,2\n"


@pytest.fixture
def write_folder(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes a data folder with one small file under the name bupa."""

    def write(text: str = BUPA, **changed: object) -> Path:
        content = gzip.compress(text.encode())
        (tmp_path / "bupa.csv.gz").write_bytes(content)
        entry = {
            "name": "bupa",
            "file": "bupa.csv.gz",
            "sha256": hashlib.sha256(content).hexdigest(),
            "rows": 3,
            "features": 2,
            "columns": {"mcv": "numeric", "drinks": "numeric"},
            "missing_cells": {"mcv": 1, "drinks": 1},
            "source": {"repository": "some/where", "path": "bupa.data"},
            "licence": "free",
        }
        (tmp_path / "manifest.json").write_text(json.dumps({"datasets": [entry | changed]}))
        return tmp_path

    return write
