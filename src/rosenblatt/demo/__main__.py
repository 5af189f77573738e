"""``python -m rosenblatt.demo``: run the contest, print the tables, write the picture."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from rosenblatt.demo.contest import NOISES, SETS, contest, work
from rosenblatt.demo.picture import draw
from rosenblatt.demo.progress import Progress
from rosenblatt.demo.table import table
from rosenblatt.demo.verdict import verdict


def main(argv: Sequence[str] | None = None) -> None:
    """Run the demo with the given command-line arguments."""
    options = parser().parse_args(argv)
    repeats, noises = (2, NOISES[::3]) if options.quick else (options.repeats, NOISES)
    progress = Progress(sum(work(name, noises, repeats) for name in SETS))
    results = [contest(name, noises, repeats, progress.step) for name in SETS]
    for result in results:
        print(f"\n{table(result)}")
    picture = options.out / "noise.png"
    draw(results, picture)
    print(f"\n{verdict(results)}\n\nPicture: {picture}")


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m rosenblatt.demo",
        description="The perceptron family beside scikit-learn's linear learners, "
        "with a growing share of wrong training labels.",
    )
    parser.add_argument("--repeats", type=positive, default=8, help="train/test splits (8)")
    parser.add_argument("--out", type=Path, default=Path("out/demo"), help="folder (out/demo)")
    parser.add_argument("--quick", action="store_true", help="2 splits, 2 noise levels")
    return parser


def positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} given; wanted is a number of 1 or more.")
    return number


if __name__ == "__main__":
    main()
