"""``python -m benchmarks.evidence``: what stored reproductions are worth, and which reading fits.

Pure functions of the files in ``results``: nothing is measured.
"""

from pathlib import Path

from benchmarks.markdown_table import markdown
from rosenblatt.reproduce.evidence import evidence
from rosenblatt.reproduce.readings import Closeness, compare_readings
from rosenblatt.reproduce.result_files import read_lines

RESULTS = Path(__file__).resolve().parents[1] / "results"
NAMES = {"li": "Li", "kw": "Khardon and Wachman"}
TABLES = {
    "li": ("2", "3", "4", "4-drawn"),
    "kw": ("2", "3", "3-step", "4", "4-step", "5", "6", "6-step"),
}
# Paper, tables with two readings, and standard deviations in a tolerance.
READINGS = (
    ("li", "4", "4-drawn", 3.0),
    ("kw", "3", "3-step", 2.5),
    ("kw", "4", "4-step", 2.5),
    ("kw", "6", "6-step", 2.5),
)


def main() -> None:
    """Print both tables."""
    print(evidence_table(), readings_table(), sep="\n\n")


def file_of(paper: str, number: str) -> Path:
    return RESULTS / paper / f"table{number}.csv"


def evidence_table() -> str:
    """A line for each stored table of the two papers with many numbers."""
    head = ["table", "inside", "sharp", "row means", "other columns", "contrasts"]
    places = [(paper, number) for paper, numbers in TABLES.items() for number in numbers]
    return markdown(head, [evidence_line(*p) for p in places if file_of(*p).is_file()])


def evidence_line(paper: str, number: str) -> list[str]:
    found = evidence(read_lines(file_of(paper, number)))
    return [
        f"{NAMES[paper]} {number}",
        counted(found.inside, found.counted),
        counted(found.sharp_inside, found.sharp) if found.sharp else "none",
        percent(found.row_means),
        percent(found.other_columns),
        "" if found.contrasts is None else f"{found.contrasts:.3f}",
    ]


def counted(inside: int, judged: int) -> str:
    return f"{inside} of {judged} ({100 * inside / judged:.0f} %)"


def percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.0f} %"


def readings_table() -> str:
    """Two lines for each table that has been read in two ways."""
    head = [
        "reading",
        "numbers",
        "inside",
        "mean difference",
        "squares",
        "log-likelihood",
        "rounds",
    ]
    lines: list[list[str]] = []
    for paper, first, second, deviations in READINGS:
        if file_of(paper, second).is_file():
            both = [read_lines(file_of(paper, number)) for number in (first, second)]
            found = compare_readings(both[0], both[1], deviations)
            base = found[0].log_likelihood
            lines += [
                closeness_line(f"{NAMES[paper]} {number}", one, base)
                for number, one in zip((first, second), found, strict=True)
            ]
    return markdown(head, lines)


def closeness_line(name: str, found: Closeness, base: float) -> list[str]:
    return [
        name,
        str(found.numbers),
        str(found.inside),
        f"{found.mean_difference:.2f}",
        f"{found.squares:.0f}",
        f"{found.log_likelihood - base:+.1f}",
        "" if found.rounds is None else f"{found.rounds:.3f}",
    ]


if __name__ == "__main__":
    main()
