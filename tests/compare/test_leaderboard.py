"""The leaderboard on the terminal."""

from dataclasses import asdict

from rich.console import Console

from rosenblatt.compare.budget_plan import TOO_SLOW
from rosenblatt.compare.comparison import Comparison, Entry
from rosenblatt.compare.leaderboard import leaderboard
from rosenblatt.compare.summary import summarise
from rosenblatt.judgement import Judgement


def printed(found, width=80):
    console = Console(width=width, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(leaderboard(found))
    return console.export_text()


def entry(name, mean, **facts):
    known = {"errors": [mean, mean], "mean": mean, "standard_error": 0.01, "rank": 1.5}
    known |= {"fit_seconds": 0.01, "predict_seconds": 0.0001, "noisy_errors": {"0.1": [mean, 0.5]}}
    return Entry(name, f"{name} perceptron", True, **(known | facts))


def difference(name, mean, half=0.05):
    judged = Judgement(mean, mean - half, mean + half)
    return {"a": "averaged", "b": name, **asdict(judged), "verdict": judged.verdict}


def comparison(**facts):
    known = {
        "name": "a [bold]table[/bold]", "target": "t", "classes": ["0", "1"],
        "class_counts": [60, 40], "n_rows": 100, "n_rows_file": 100, "n_features": 3, "columns": [],
        "notes": ["Gaps were filled."], "budget": 9.0, "seconds": 1.0, "folds": 2, "repeats": 1,
        "noise": 0.1, "majority_error": 0.4,
        "entries": [entry("averaged", 0.1), entry("pocket", 0.2, subsample=12_345),
                    Entry("rcd", "RCD perceptron", True, failed="it broke")],
        "differences": [difference("pocket", 0.1)], "chosen": "averaged",
    }  # fmt: skip
    return Comparison(**(known | facts))


def test_80_columns_are_enough_for_every_cell():
    text = printed(comparison())
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= 80


def test_markup_in_names_is_printed_as_it_is():
    assert "a [bold]table[/bold]: 100 rows" in printed(comparison())


def line_of(found, name):
    return next(line for line in printed(found).splitlines() if name in line)


def test_a_worse_learner_is_marked_with_the_interval_of_its_difference():
    line = line_of(comparison(), "pocket")
    assert "worse" in line and "5.0 to 15.0" in line and "12,345" in line


def test_a_learner_whose_interval_holds_0_is_neither_worse_nor_better():
    line = line_of(comparison(differences=[difference("pocket", 0.1, half=0.2)]), "pocket")
    assert "cannot tell" in line and "worse" not in line


def test_the_summary_says_of_the_majority_what_the_leaderboard_says():
    entries = [entry("averaged", 0.1), entry("voted", 0.2), entry("majority", 0.4)]
    judged = [difference("voted", 0.1), difference("majority", 0.3, half=0.5)]
    found = comparison(entries=entries, differences=judged)
    assert "cannot tell" in line_of(found, "majority")
    words = " ".join(summarise(found))
    assert "Worse: voted perceptron. For majority perceptron, these rows cannot tell" in words
    assert "though that may be chance" in words


def test_the_summary_names_the_winner_and_the_gain():
    words = " ".join(summarise(comparison()))
    assert "Lowest test error: averaged perceptron, 10.0 % (2-fold cross-validation" in words
    assert "avoids 75 % of these errors" in words


def test_the_summary_names_the_learners_that_failed_and_why():
    assert "Not measured: RCD perceptron (it broke)." in summarise(comparison())


def test_the_summary_says_when_nothing_beats_the_majority():
    entries = [Entry("majority", "majority class", False, [0.4, 0.4], 0.4, 0.01), entry("a", 0.5)]
    words = summarise(comparison(entries=entries, differences=[], chosen="a"))
    assert (
        "No learner beats always guessing the largest class, which is wrong on 40.0 % of the rows."
        in words
    )


def test_a_hyperplane_kept_instead_of_the_best_is_explained():
    words = summarise(comparison(chosen="pocket"))[-1]
    assert "a single hyperplane whose error is within one standard error" in words


def test_a_learner_with_fewer_rows_is_not_called_worse():
    found = comparison(differences=[])
    assert "No other learner was trained on as many rows" in " ".join(summarise(found))
    legend = "Learners trained on fewer rows than the best are not judged."
    assert legend in " ".join(printed(found).split())


def test_all_others_are_only_those_with_as_many_rows():
    more = [*comparison().entries, entry("voted", 0.3)]
    found = comparison(entries=more, differences=[difference("voted", 0.2)])
    assert "All others with as many rows are worse" in " ".join(summarise(found))


def test_the_summary_names_the_learners_too_slow_and_what_helps():
    slow = Entry("voted", "voted perceptron", True, failed=f"{TOO_SLOW}: about 9 s per split")
    words = summarise(comparison(entries=[*comparison().entries, slow]))
    assert "Too slow for the budget: voted perceptron; allow more time with --budget." in words
    assert "Not measured: RCD perceptron (it broke)." in words
