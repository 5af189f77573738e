"""What docs/verdicts.md shows is what was measured."""

import json
from pathlib import Path

from benchmarks import verdicts

ROOT = Path(__file__).resolve().parents[2]


def stored():
    return json.loads((ROOT / "benchmarks" / "results" / "verdicts.json").read_text("utf-8"))


def test_the_tables_of_the_page_are_those_of_the_stored_simulation():
    page = (ROOT / "docs" / "verdicts.md").read_text("utf-8")
    assert verdicts.markdown(stored()) in page


def test_stored_cells_are_those_that_the_code_gives():
    designs = {design.name: design for design in verdicts.DESIGNS}
    for world, learners, n, name in [
        ("useless features", 2, 100, "2 folds"),
        ("own features", 2, 100, "3 hold-outs, 12% train"),
    ]:
        found = stored()["|".join([world, str(learners), str(n), name])]
        tables = int(found["tables"])
        again = verdicts.cell(world, learners, n, designs[name], tables, seconds=1e9)
        assert again == found
