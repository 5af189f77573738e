"""Complete tables of Khardon and Wachman (2007): they take minutes and run on demand."""

import pytest

from rosenblatt.lab import Store, run
from rosenblatt.reproduce.kw import PAPER

TABLES = {table.number: table for table in PAPER.tables}
pytestmark = [pytest.mark.slow, pytest.mark.timeout(7200)]


@pytest.fixture(scope="module")
def made(large_data_home, tmp_path_factory):
    """A function that runs all tasks of a table and returns its lines."""
    store = Store(tmp_path_factory.mktemp("kw") / "kw.sqlite")
    monkeypatch = pytest.MonkeyPatch()
    monkeypatch.setenv("ROSENBLATT_DATA", str(large_data_home))  # for the workers

    def lines(number):
        tasks = TABLES[number].tasks(None, False)
        assert run(tasks, store, jobs=2).failures == []
        return TABLES[number].table(store.rows(tasks))

    yield lines
    monkeypatch.undo()


# Table 3 has its own bar; those of 4 to 6 are a little below the results in the repository. There
# Table 2 misses its bar, with 29 of 33: see docs/reproductions.md.
@pytest.mark.parametrize(
    ("number", "share"), [("2", 0.9), ("3", 0.88), ("4", 0.85), ("5", 0.9), ("6", 0.85)]
)
def test_most_cells_are_inside_their_tolerance(number, share, made):
    lines = [line for line in made(number) if line.paper is not None]
    inside = sum(line.verdict == "inside" for line in lines)
    assert inside >= share * len(lines)
