"""The benchmarks run, take turns fairly and write what they measured; no speed is asserted."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks import descents, one_pass, rivals, solves
from benchmarks.baselines import map_stump, numpy_argsort
from benchmarks.cases import MARGINS, WIDEST, fit_margins
from benchmarks.peers import ours
from benchmarks.timing import Job, interleaved
from rosenblatt.datasets import flip_labels, make_flat_ellipsoid

QUICK = descents.BenchmarkOptions(repeats=1, quick=True)

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def quick_run(tmp_path_factory):
    """The files of a quick run of the smallest case, by name."""
    out = tmp_path_factory.mktemp("bench")
    command = [sys.executable, "-m", "benchmarks", "--quick", "--only", "lanes", "--out", str(out)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return {file.name: file.read_text() for file in out.iterdir()}


def test_the_json_holds_the_time_of_every_contender(quick_run):
    raw = json.loads(quick_run["bench.json"])["tables"][0]["raw"]
    assert all(set(line["seconds"]) == {"one", "margins", "one by one", "classes"} for line in raw)


def test_the_markdown_names_the_machine(quick_run):
    machine = json.loads(quick_run["bench.json"])["machine"]
    assert f"- processor: {machine['processor']}" in quick_run["bench.md"]


def test_every_round_starts_with_another_contender():
    ran = []
    interleaved([Job(name, lambda name=name: ran.append(name)) for name in "abc"], 3)
    assert "".join(ran) == "abcbcacab"


def test_margins_in_one_session_equal_single_fits():
    rng = np.random.default_rng(0)
    X = rng.integers(-8, 9, (60, 4)).astype(np.float32)
    y = np.where(X.sum(axis=1) + rng.integers(-8, 9, 60) > 0, 1, -1)
    together = fit_margins(X, y)
    margins = np.linspace(0, WIDEST, MARGINS)
    alone = [session_seeded(ours(margin=margin)).fit(X, y) for margin in margins]
    assert all(
        np.array_equal(a.coef, b.coef_) and np.array_equal(a.intercept, b.intercept_)
        for a, b in zip(together, alone, strict=True)
    )


def session_seeded(model):
    """The model with the seed of ``fit_margins``, which names the core's seed itself."""
    return model.set_params(random_state=AlwaysZero())


class AlwaysZero(np.random.RandomState):
    def randint(self, *args, **kwargs):
        return 0


def test_the_numpy_baseline_counts_its_errors_right():
    X, y, start = descents.problem(300, 5)
    w, history = numpy_argsort.descend(X.astype(np.float64), y, start, 50)
    assert history[-1] == np.count_nonzero(y * (X @ w[:-1] + w[-1]) <= 0)


def test_both_baselines_lower_the_error_about_as_far_as_ours():
    X, y, start = descents.problem(300, 5)
    at_start = np.count_nonzero(y * (X @ start[:-1] + start[-1]) <= 0)
    [found] = descents.contenders(X, y, start)["ours"][0](200)
    ends = numpy_argsort.descend(X, y, start, 200)[1][-1], map_stump.descend(X, y, start, 200)
    assert found.error < at_start
    assert max(ends) < at_start and max(abs(end - found.error) for end in ends) <= 10


def test_the_descents_are_measured_against_every_baseline():
    table = descents.epochs(QUICK)
    assert set(table.raw[0]["seconds"]) == {"ours", "numpy", "map", "pass"}


def test_passive_aggressive_learning_is_measured_against_what_replaces_scikit_learns():
    table = rivals.passive_aggressive(QUICK)
    assert len(table.lines) == 8
    assert all({rivals.OURS, rivals.SGD} <= set(line["seconds"]) for line in table.raw)


def test_boosting_is_measured_by_completed_rounds():
    table = rivals.boosting(QUICK)
    [raw] = table.raw
    assert raw["rounds"][rivals.OURS] == rivals.ROUNDS
    seconds = raw["seconds"]["sklearn AdaBoostClassifier"][0]
    shown = float(table.lines[1][3])
    assert shown == pytest.approx(
        1e3 * seconds / raw["rounds"]["sklearn AdaBoostClassifier"], abs=0.01
    )


def test_the_loop_that_solves_makes_the_mistakes_that_are_timed():
    X, y = make_flat_ellipsoid(300, 5, ratio=50, random_state=0)
    y = flip_labels(y, solves.WRONG, random_state=0)
    model = solves.learner(X).fit(X, y)
    assert np.flatnonzero(model.mistakes_).tolist() == solves.mistakes_by_solving(X, y)


def test_second_order_tables_have_a_line_for_each_width():
    table = solves.solves(QUICK)
    assert [line[0] for line in table.lines] == ["100", "500"]
    assert [len(line) for line in table.lines] == [len(table.columns)] * 2


def test_errors_after_one_pass_are_those_of_a_fit():
    X, y = make_flat_ellipsoid(200, 4, ratio=2, random_state=0)
    found = one_pass.errors(one_pass.LEARNERS["AROW"], X, y, 2)
    assert set(found) == {"last", "averaged"}
    assert all(errors.shape == (2,) and (errors < 20).all() for errors in found.values())
