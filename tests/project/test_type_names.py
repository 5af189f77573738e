"""Every type of the package has one meaning."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "rosenblatt"


def test_no_type_name_is_defined_twice():
    places = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for name in type_names(path):
            places[name].append(str(path.relative_to(PACKAGE)))
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}


def type_names(path: Path) -> Iterator[str]:
    """Classes, and aliases such as ``Row = dict[str, Any]``."""
    module = ast.parse(path.read_text(encoding="utf-8"))
    yield from (node.name for node in ast.walk(module) if isinstance(node, ast.ClassDef))
    for node in module.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Subscript | ast.BinOp):
            names = [target.id for target in node.targets if isinstance(target, ast.Name)]
            yield from (name for name in names if name[0].isupper() and not name.isupper())
