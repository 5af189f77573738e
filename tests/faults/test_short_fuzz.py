"""A short form of `make fuzz`: seconds of it, and all cases that once found something."""

import itertools

import pytest

pytest.importorskip("skops")

from fuzz.__main__ import fresh
from fuzz.running import in_child, run_cases
from fuzz.seeds import KEPT


@pytest.mark.parametrize(("check", "seed"), KEPT)
def test_what_was_once_found_is_mended(check, seed):
    assert ":" not in in_child(check, seed)


def test_some_random_cases_keep_all_laws():
    tally = run_cases(itertools.islice(fresh(0, None), 60), seconds=120)
    assert tally.findings == []
    assert sum(tally.counts.values()) == 60


def test_a_broken_law_a_crash_and_a_hang_are_findings(monkeypatch):
    from fuzz import running

    def crash(seed):
        running.os.abort()

    def hang(seed):
        while True:
            pass

    def lie(seed):
        raise AssertionError("no")

    checks = {"crash": crash, "hang": hang, "lie": lie}
    monkeypatch.setattr(running, "CHECKS", checks)
    monkeypatch.setattr(running, "MOST_SECONDS", 1)
    assert in_child("crash", 0) == "crash: SIGABRT"
    assert in_child("hang", 0) == "hang: more than 1 s"
    assert in_child("lie", 0).startswith("broken: AssertionError")
