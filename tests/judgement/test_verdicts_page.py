"""What docs/verdicts.md shows is what was measured."""

from benchmarks import verdict_theory, verdicts
from benchmarks.stored import measured


def test_stored_cells_are_those_that_the_code_gives():
    designs = {design.name: design for design in verdicts.DESIGNS}
    for world, learners, n, name in [
        ("useless features", 2, 100, "2 folds"),
        ("own features", 2, 100, "3 hold-outs, 12% train"),
    ]:
        found = measured(verdicts.RESULTS)["|".join([world, str(learners), str(n), name])]
        tables = int(found["tables"])
        again = verdicts.cell(world, learners, n, designs[name], tables, seconds=1e9)
        assert again == found


def test_stored_draws_are_those_that_the_code_gives():
    found = measured(verdict_theory.RESULTS)
    splits, common = verdict_theory.DESIGNS["2 folds"]
    for method in verdict_theory.METHODS:
        again = [
            verdict_theory.alarms(method, splits, common, ratio, 2, 3000)
            for ratio in verdict_theory.RATIOS
        ]
        assert again == found[f"2 folds|2|{method.name}"]
