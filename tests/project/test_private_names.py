"""Private names of scikit-learn come from one file."""

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "rosenblatt"


def test_private_names_of_sklearn_are_imported_in_one_file_only():
    found = [
        f"{path.relative_to(PACKAGE)}: {name}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.name != "_sklearn.py"
        for name in imported(path)
        if is_private_to_sklearn(name)
    ]
    assert not found, "import them from rosenblatt._sklearn: " + ", ".join(found)


def imported(path: Path) -> Iterator[str]:
    """Full names of what a file imports, inside functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_private_to_sklearn(name: str) -> bool:
    package, *rest = name.split(".")
    return package == "sklearn" and any(part.startswith("_") for part in rest)
