"""Tables of docs/reproductions.md that summarise the files in ``results``."""

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean

from scipy.stats import t

from benchmarks.evidence import file_of
from benchmarks.markdown_table import markdown
from rosenblatt.reproduce.evidence import evidence
from rosenblatt.reproduce.kw.repetitions import PERMUTATIONS
from rosenblatt.reproduce.kw.tolerance import DEVIATIONS, LEAST
from rosenblatt.reproduce.paper import Line
from rosenblatt.reproduce.readings import place, rounds
from rosenblatt.reproduce.result_files import read_lines

KW = {
    "2": "which hypothesis wins on 30 artificial data sets",
    "3": "search on small data sets",
    "4": "search on artificial data",
    "5": "Adult by margin and size",
    "6": "optimisation, with support vector machines",
}


def li_counts() -> str:
    head = ["table", "counted", "inside", "mean absolute difference of all"]
    lines = []
    for number in ("2", "3", "4"):
        all_lines = read_lines(file_of("li", number))
        found = evidence(all_lines)
        gap = f"{mean_difference(all_lines):.2f} points of {len(all_lines)}"
        lines.append([number, str(found.counted), str(found.inside), gap])
    return markdown(head, lines)


def li_errors() -> str:
    """Table 4 in both readings: printed, reweighted, drawn."""
    return li_readings(lambda line: (line.paper, line.ours))


def li_rounds() -> str:
    """The rounds of Table 4 in both readings."""
    return li_readings(lambda line: rounds(line)[::-1])


def li_readings(numbers: Callable[[Line], tuple[float | None, float | None]]) -> str:
    weighted, drawn = (
        {place(line): line for line in read_lines(file_of("li", number))}
        for number in ("4", "4-drawn")
    )
    sets, learners = (list(dict.fromkeys(key[k] for key in drawn)) for k in (0, 1))
    rows = []
    for name in sets:
        pairs = [(numbers(weighted[name, who]), numbers(drawn[name, who])) for who in learners]
        cells = [f"{first[0]:.1f}: {first[1]:.1f}, {second[1]:.1f}" for first, second in pairs]
        rows.append([name, *cells])
    return markdown(["printed: reweighted, drawn", *learners], rows)


def kw_counts() -> str:
    head = ["table", "numbers", "inside", "outside by chance", "mean absolute difference"]
    lines = []
    for number, what in KW.items():
        judged = [line for line in read_lines(file_of("kw", number)) if line.distance is not None]
        found = evidence(judged)
        unit = "sets" if number == "2" else "points"
        gap = f"{mean_difference(judged):.1f} {unit}"
        chance = f"{left_outside(judged):.0f}"
        lines.append([f"{number}, {what}", str(found.counted), str(found.inside), chance, gap])
    return markdown(head, lines)


def mean_difference(lines: Sequence[Line]) -> float:
    return fmean(abs(line.difference) for line in lines if line.difference is not None)


def left_outside(lines: Sequence[Line]) -> float:
    """How many numbers chance leaves outside: printed ones vary like a single permutation."""
    share = 2 * float(t.sf(DEVIATIONS / sqrt(1 + 1 / PERMUTATIONS), PERMUTATIONS - 1))
    return share * sum(line.tolerance is not None and line.tolerance > LEAST for line in lines)


def dpp_table() -> str:
    """Accuracy / g of ours, in brackets as printed; bold outside."""
    lines = [*read_lines(file_of("dpp", "2")), *read_lines(file_of("dpp", "2-mlp"))]
    cells = {tuple(line.labels.values()): line for line in lines}
    names = {"discriminant PP": "discriminant PP", "PP": "PP", "MLP": "scikit-learn's MLP"}
    sets = list(dict.fromkeys(line.labels["dataset"] for line in lines))
    rows = [[name, *(both(cells, name, who) for who in names)] for name in sets]
    return markdown(["data set", *names.values()], rows)


def both(cells: dict[tuple[str, ...], Line], name: str, who: str) -> str:
    pair = [cells[name, who, measure] for measure in ("accuracy", "g")]
    ours = " / ".join(marked(line) for line in pair)
    return f"{ours} ({' / '.join(f'{line.paper:.1f}' for line in pair)})"


def marked(line: Line) -> str:
    text = f"{line.ours:.1f}"
    return f"**{text}**" if line.verdict == "outside" else text


def sop_table() -> str:
    lines = [
        [line.labels["algorithm"], "" if line.paper is None else f"{line.paper:.2f}",
         f"{line.ours:.2f} ± {line.standard_error:.2f}"]
        for line in read_lines(file_of("sop", "1"))
    ]  # fmt: skip
    return markdown(
        ["Table 1, percent of rows that are mistakes", "printed", "ours, 20 draws"], lines
    )


def bloch_table() -> str:
    lines = [
        [*line.labels.values(), f"{line.ours:.3g}"] for line in read_lines(file_of("bloch", "2.1"))
    ]
    return markdown(["start", "of 1000 runs", "ours"], lines)
