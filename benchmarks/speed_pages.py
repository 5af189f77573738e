"""The tables of docs/speed.md and docs/second_order.md, from what ``--page speed`` has stored."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.markdown_table import markdown

FOLDER = Path(__file__).parent / "results" / "speed"
OURS, PEER, CONTENT = "rosenblatt", "sklearn Perceptron", "content order"
OTHERS = ("SGDClassifier", "LIBLINEAR", "Vowpal Wabbit")
Seconds = Mapping[str, Sequence[float]]  # of every contender, round by round


def stored(folder: Path = FOLDER) -> dict[str, Any]:
    """What was measured, table by table, by title."""
    found = json.loads((folder / "bench.json").read_text("utf-8"))
    return {table["title"]: table for table in found["tables"]}


def origin_table() -> str:
    """On what the other tables were measured."""
    found = json.loads((FOLDER / "bench.json").read_text("utf-8"))
    rounds = len(found["tables"][0]["raw"][0]["seconds"][OURS])
    names = ("load before the run", "processor", "cores", "instructions used", "scikit-learn",
             "commit")  # fmt: skip
    values = [found["machine"][name] for name in names]
    return markdown(["rounds", *names], [[str(rounds), *values]])


def ratios(seconds: Seconds, one: str, other: str) -> list[float]:
    """Of two contenders in each round."""
    return [a / b for a, b in zip(seconds[one], seconds[other], strict=True)]


def spread(values: Sequence[float], digits: int = 1) -> str:
    """The median, and the lowest and highest in brackets."""
    middle, low, high = (f"{f(values):.{digits}f}" for f in (median, min, max))
    return middle if low == high else f"{middle} ({low} to {high})"


def fits_table() -> str:
    """Whole fits: ours in milliseconds, peers in multiples of it, the content order in percent."""
    found = stored()
    head = ["data", "ours, ms", PEER, *OTHERS, "extra for the content order"]
    raw = [run for title in ("Dense rows", "Sparse rows") for run in found[title]["raw"]]
    return markdown(head, [fits_line(run["data"], run["seconds"]) for run in raw])


def fits_line(name: str, seconds: Seconds) -> list[str]:
    peers = [
        spread(ratios(seconds, peer, OURS)) if peer in seconds else "" for peer in (PEER, *OTHERS)
    ]
    extra = [100 * (ratio - 1) for ratio in ratios(seconds, CONTENT, OURS)]
    return [name, f"{1e3 * median(seconds[OURS]):.1f}", *peers, f"{spread(extra, 0)} %"]


def aggressive_table() -> str:
    """scikit-learn's time for passive-aggressive learning in multiples of ours."""
    raw = stored()["Passive-aggressive"]["raw"]
    lines = [[run["data"], *against(run["seconds"])] for run in raw]
    return markdown(["data", "ours, ms", "PassiveAggressiveClassifier", "SGDClassifier"], lines)


def against(seconds: Seconds) -> list[str]:
    theirs = ("sklearn PassiveAggressiveClassifier", "SGDClassifier, pa1")
    shown = [spread(ratios(seconds, who, OURS)) if who in seconds else "" for who in theirs]
    return [f"{1e3 * median(seconds[OURS]):.1f}", *shown]


def boosting_table() -> str:
    """Time of one round of boosting, ours and theirs."""
    [run] = stored()["Boosting"]["raw"]
    lines = []
    for who, seconds in run["seconds"].items():
        rounds = run["rounds"][who]
        each = [s / rounds for s in seconds]
        ours = [s / run["rounds"][OURS] for s in run["seconds"][OURS]]
        ratio = spread([a / b for a, b in zip(each, ours, strict=True)])
        lines.append([who, spread([1e3 * s for s in seconds], 0), str(rounds), ratio])
    return markdown(["learner", "fit, ms", "rounds", "a round, theirs / ours"], lines)


def lanes_table() -> str:
    """Many margins, or classes, in fits of one hypothesis."""
    raw = stored()["Lanes"]["raw"]
    ways = {"32 margins": "margins", "the same one by one": "one by one", "10 classes": "classes"}
    lines = [
        [run["data"], f"{1e3 * median(run['seconds']['one']):.1f}",
         *(spread(ratios(run["seconds"], way, "one")) for way in ways.values())]
        for run in raw
    ]  # fmt: skip
    return markdown(["data", "one fit, ms", *ways], lines)


def starts_table() -> str:
    """Import and first fit in a new process."""
    lines = [
        [run["what"], *(spread([1e3 * pair[at] for pair in run["seconds"]], 0) for at in (0, 1))]
        for run in stored()["Cold start"]["raw"]
    ]
    return markdown(["what", "CPU, ms", "on the clock, ms"], lines)


def descents_table() -> str:
    """An epoch of ours, and baselines and one pass over the rows in multiples of it."""
    raw = stored()["Random coordinate descent, epochs"]["raw"]
    lines = [
        ["{} x {}".format(*run["size"]), f"{1e6 * median(run['seconds']['ours']):.1f}",
         *(spread(ratios(run["seconds"], name, "ours"), digits)
           for name, digits in (("numpy", 0), ("map", 0))),
         spread(ratios(run["seconds"], "ours", "pass"))]
        for run in raw
    ]  # fmt: skip
    head = ["rows x features", "us per epoch", "NumPy argsort", "std::map", "in passes over X"]
    return markdown(head, lines)


def whole_descents_table() -> str:
    """Complete fits of Li's setting."""
    raw = stored()["Random coordinate descent, complete fits"]["raw"]
    lines = [
        ["{} x {}".format(*run["size"]), spread([1e3 * s for s in run["seconds"]["fit"]])]
        for run in raw
    ]
    return markdown(["rows x features", "ms"], lines)


def second_order_table() -> str:
    """A pass of the second-order perceptron beside a loop that solves at every row."""
    table = stored()["Second order"]
    lines = []
    for line, run in zip(table["lines"], table["raw"], strict=True):
        seconds = run["seconds"]
        ratio = ratios(seconds, "a solve at every row", OURS)
        lines.append([*line[:2], *(spread([1e6 * s for s in seconds[who]], digits)
                      for who, digits in ((OURS, 2), ("a solve at every row", 0))),
                      spread(ratio, 0)])  # fmt: skip
    return markdown(["features", "mistakes", "us a row", "us a row, loop", "ratio"], lines)
