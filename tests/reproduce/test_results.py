"""The results in the repository: complete, with their origins, and as good as the docs say."""

import csv
import json
from pathlib import Path

import pytest

from rosenblatt.reproduce import names, paper
from rosenblatt.reproduce.readings import compare_readings
from rosenblatt.reproduce.result_files import read_lines, table_file

RESULTS = Path(__file__).parents[2] / "results"
STORED = sorted(RESULTS.glob("*/*.csv"))
FILES = sorted([*STORED, *RESULTS.glob("*/*.svg")])


def read(path):
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def inside(path):
    """Fraction of the counted numbers that are inside their tolerance, and their count."""
    counted = [line for line in read(path) if line["counted"] == "yes" and line["tolerance"]]
    return sum(line["verdict"] == "inside" for line in counted) / len(counted), len(counted)


@pytest.mark.parametrize("name", names())
def test_every_paper_has_results(name):
    assert any(path.parent.name == name for path in STORED)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_the_origin_of_every_file_is_stored(path):
    origin = json.loads((path.parent / "made.json").read_text())[path.name]
    assert origin["command"].startswith(f"rosenblatt reproduce {path.parent.name}")
    assert {"rosenblatt", "numpy", "scikit-learn"} <= set(origin["versions"])


@pytest.mark.parametrize("path", STORED, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_every_file_has_the_printed_numbers(path):
    [table] = [t for t in paper(path.parent.name).tables if table_file(t) == path.name]
    wanted = [(line.labels, line.paper) for line in table.table([])]
    labels = list(wanted[0][0])
    found = [({k: line[k] for k in labels}, line["paper"]) for line in read(path)]
    assert found == [(labels, "" if number is None else str(number)) for labels, number in wanted]


@pytest.mark.parametrize("table", ["table2.csv", "table3.csv", "table4.csv"])
def test_li_is_reproduced_in_nineteen_of_twenty_numbers(table):
    share, _ = inside(RESULTS / "li" / table)
    assert share >= 0.95


def test_the_small_sets_of_khardon_and_wachman_are_reproduced_in_most_numbers():
    share, count = inside(RESULTS / "kw" / "table3.csv")
    assert (share >= 0.88, count) == (True, 144)


def test_the_digits_of_table_3_are_reproduced_wherever_there_is_a_margin():
    lines = [x for x in read(RESULTS / "kw" / "table3-large.csv") if x["search"].startswith("tau")]
    assert len(lines) == 15
    assert max(abs(float(line["difference"])) for line in lines) <= 1.2


def test_the_last_hypothesis_on_usps_without_a_parameter_is_below_the_printed_number():
    lines = read(RESULTS / "kw" / "table7.csv")
    place = {"dataset": "USPS", "hypothesis": "last", "search": "nothing"}
    [found] = [x for x in lines if place.items() <= x.items()]
    assert round(float(found["difference"]), 2) == -1.45


def test_rows_drawn_by_weight_explain_what_reweighting_leaves_outside():
    share, count = inside(RESULTS / "li" / "table4-drawn.csv")
    assert (share >= 0.95, count) == (True, 44)


@pytest.mark.parametrize("number", ["3", "4"])
def test_lambda_in_steps_comes_closer_to_the_printed_numbers(number):
    found = [RESULTS / "kw" / f"table{name}.csv" for name in (number, f"{number}-step")]
    printed, steps = compare_readings(*map(read_lines, found), deviations=2.5)
    assert printed.numbers == steps.numbers >= 30
    assert steps.mean_difference < printed.mean_difference
    assert steps.log_likelihood > printed.log_likelihood


def test_lambda_in_steps_comes_no_closer_where_settings_are_chosen_on_training_rows():
    """But for one cell the two readings of Table 6 would be level."""
    found = [read_lines(RESULTS / "kw" / f"table{name}.csv") for name in ("6", "6-step")]
    printed, steps = compare_readings(*found, deviations=2.5)
    assert printed.numbers == steps.numbers == 72
    assert (printed.inside, steps.inside) == (65, 63)
    assert steps.log_likelihood < printed.log_likelihood
    odd = ("Crx", "longest", "tau_x_lambda")
    rest = [[x for x in lines if tuple(x.labels.values()) != odd] for lines in found]
    printed, steps = compare_readings(*rest, deviations=2.5)
    assert abs(steps.squares - printed.squares) < 0.1 * printed.squares


def test_discriminant_parallel_perceptrons_are_reproduced_but_for_one_number():
    share, count = inside(RESULTS / "dpp" / "table2.csv")
    assert (round(share * count), count) == (27, 28)
    g = {
        line["classifier"]: float(line["ours"])
        for line in read(RESULTS / "dpp" / "table2.csv")
        if (line["dataset"], line["measure"]) == ("thyroid", "g")
    }
    assert abs(g["PP"] - 82.5) <= 3
    assert abs(g["discriminant PP"] - 92) <= 2


def test_margins_settle_on_all_sets_but_vehicle_and_the_criterion_falls():
    lines = read(RESULTS / "dpp" / "table2-passes.csv")
    found = {(x["dataset"], x["measure"].split(" (")[0]): float(x["ours"]) for x in lines}
    ranges = {k: v for (k, name), v in found.items() if name.startswith("range of")}
    assert {name for name, value in ranges.items() if value > 10} == {"vehicle"}
    assert min(v for (_, name), v in found.items() if name.startswith("fits whose")) >= 97
    assert found["diabetes", "pass with the least J"] < 20


# The key of a task, under which a store keeps its rows, depends on the name of its function: a
# function that is moved or renamed would be run again.
FUNCTIONS = {
    "dpp": {"committee_fits:committees", "committee_fits:networks"},
    "kw": {
        "adult:adult_by_size",
        "curves:accuracy_by_passes",
        "dominance:compare_hypotheses",
        "large:search_fold",
        "large:search_part",
        "optimising:optimise_artificial",
        "optimising:optimise_artificial_by_step",
        "optimising:optimise_real",
        "optimising:optimise_real_by_step",
        "polynomial:kernel_part",
        "searching:search_artificial",
        "searching:search_artificial_by_step",
        "searching:search_real",
        "searching:search_real_by_step",
        "svm:svm_by_parameter",
    },
    "li": {
        "curves:descent_curve",
        "curves:learning_curve",
        "fits:alone",
        "fits:boosted",
        "fits:boosted_by_draws",
        "svm:soft_svm",
    },
    "sop": {
        "passes:cloud",
        "passes:counts_by_row",
        "passes:mistakes_and_bounds",
        "passes:one_pass",
        "passes:to_convergence",
    },
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_stores_stay_valid_because_the_functions_of_tasks_keep_their_names(name):
    parts = [*paper(name).tables, *paper(name).figures]
    found = {task.function for part in parts for task in part.tasks(1, False)}
    assert found == {f"rosenblatt.reproduce.{name}.{function}" for function in FUNCTIONS[name]}


def test_kernels_tell_the_digits_apart():
    """Of the parameter-free lines; one pass over MNIST leaves much to its order."""
    lines = read(RESULTS / "kw" / "table7-kernel.csv")
    found = {
        (x["dataset"].split(",")[0], x["hypothesis"]): float(x["ours"])
        for x in lines
        if x["search"] == "nothing"
    }
    least = {"USPS": (93.4, 93.3, 93.6), "MNIST": (94.5, 95.5, 96.3)}
    for name, bars in least.items():
        for hypothesis, bar in zip(("last", "longest", "voted"), bars, strict=True):
            assert found[name, hypothesis] >= bar


def test_both_numbers_of_the_second_order_perceptron_are_reproduced():
    assert inside(RESULTS / "sop" / "table1.csv") == (1.0, 2)


def test_no_bound_of_the_second_order_perceptron_is_exceeded():
    shares = [float(x["ours"]) for x in read(RESULTS / "sop" / "table1-bounds.csv")]
    assert len(shares) == 12
    assert max(shares) <= 100


def test_without_a_ridge_few_rows_and_a_mild_ratio_are_worse_than_for_the_perceptron():
    lines = read(RESULTS / "sop" / "table1-settings.csv")
    found = {(x["setting"], x["algorithm"]): float(x["ours"]) for x in lines}
    few = "200 rows, d = 100, ratio 10"
    assert found[few, "second-order perceptron"] > found[few, "standard perceptron"] + 5
