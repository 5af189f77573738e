"""Tables with changed bytes through the command line: a result, or one line and an exit code."""

import gzip
import tempfile
from pathlib import Path

import numpy as np
from click.testing import CliRunner

from rosenblatt.cli import cli

CODES = {0, 1, 2}
BYTES = b',;\n\t"\x00\xff:0.e-#\r '


def check_table_file(seed: int) -> str:
    """One file; "read" or "refused"."""
    random = np.random.default_rng(seed)
    name, content = drawn_table(random)
    content = damaged(bytearray(content), random)
    if random.random() < 0.2:
        name, content = name + ".gz", maybe_cut(gzip.compress(content), random)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        arguments = ["fit", str(path), "--learner", "averaged", "--out", str(path) + ".rosenblatt"]
        if ".csv" in name:
            arguments += ["--target", "y"]
        result = CliRunner().invoke(cli, arguments)
    wrong = result.exception is not None and not isinstance(result.exception, SystemExit)
    if wrong or result.exit_code not in CODES:
        raise AssertionError(f"exit code {result.exit_code}, {result.exception!r}")
    return "read" if result.exit_code == 0 else "refused"


def drawn_table(random: np.random.Generator) -> tuple[str, bytes]:
    rows = [(random.normal(size=3).round(3), int(random.integers(2))) for _ in range(30)]
    if random.random() < 0.5:
        lines = [",".join([*map(str, values), "ab"[label]]) for values, label in rows]
        return "table.csv", "\n".join(["p,q,r,y", *lines]).encode()
    lines = [
        f"{2 * label - 1} " + " ".join(f"{k + 1}:{v}" for k, v in enumerate(values))
        for values, label in rows
    ]
    return "table.svm", "\n".join(lines).encode()


def damaged(content: bytearray, random: np.random.Generator) -> bytes:
    for _ in range(int(random.integers(0, 6))):
        place = int(random.integers(len(content)))
        kind = random.integers(4)
        if kind == 0:
            content[place] = BYTES[random.integers(len(BYTES))]
        elif kind == 1:
            content[place:place] = random.bytes(int(random.integers(1, 5)))
        elif kind == 2:
            del content[place : place + int(random.integers(1, 40))]
        else:
            content[place] = int(random.integers(256))
        if not content:
            break
    return bytes(content)


def maybe_cut(content: bytes, random: np.random.Generator) -> bytes:
    return content[: int(random.integers(len(content)))] if random.random() < 0.5 else content
