"""``python -m benchmarks.verdicts``: how often are verdicts false, and how often are they reached?

Made tables on which learners are equally good, judged as ``rosenblatt compare`` judges. A false
alarm is a table on which any learner is called worse than the best. For the power, one learner is
made worse by turning some of its predictions round.
"""

import argparse
import time
from pathlib import Path

import numpy as np
from scipy.stats import beta
from threadpoolctl import threadpool_limits  # type: ignore

from benchmarks.stored import measured, store
from benchmarks.verdict_worlds import (
    Design,
    folds,
    hold_outs,
    last_perceptron,
    own_features,
    unsteady,
    useless_features,
)
from rosenblatt.judgement import WORSE, TestedRows, judge, pairs_among

RESULTS = Path(__file__).parent / "results" / "verdicts.json"
WORLDS = {
    "own features": own_features,
    "useless features": useless_features,
    "other seeds, unsteady": unsteady,
    "other seeds, last perceptron": last_perceptron,
}
DESIGNS = (
    folds(2), folds(3), folds(10), folds(10, 3),
    hold_outs(2, 0.5), hold_outs(10, 0.5),
    hold_outs(3, 0.12), hold_outs(30, 0.12),
    hold_outs(3, 0.9), hold_outs(30, 0.9),
)  # fmt: skip
ROWS, LEARNERS = (100, 1000, 20_000), (2, 8)
GAPS = (1.2, 2.4)  # differences in error, times the root of the number of rows
POWER_IN = "useless features"
LEVEL, ENOUGH = 0.05, 90  # tables after which a cell may end that is surely below the level
CHOSEN, JUDGED = 1, 3  # seeds on which the method was chosen, and on which it is judged


def main() -> None:
    """Fill the table cell by cell; what is in the file already is kept."""
    given = parser().parse_args()
    found = measured(given.out)
    with threadpool_limits(1):
        for world, learners, n, design in cells():
            name = "|".join([world, str(learners), str(n), design.name])
            if name not in found:
                seeds = given.seeds
                found[name] = cell(world, learners, n, design, given.tables, given.seconds, seeds)
                store(given.out, "python -m benchmarks.verdicts", found)
    print(markdown(found))


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.verdicts", description=__doc__)
    parser.add_argument("--tables", type=int, default=500, help="most tables per cell (500)")
    parser.add_argument("--seconds", type=float, default=8.0, help="stop a cell after these (8)")
    parser.add_argument("--seeds", type=int, default=JUDGED, help="which set of seeds")
    parser.add_argument("--out", type=Path, default=RESULTS, help="file to resume")
    return parser


def cells() -> list[tuple[str, int, int, Design]]:
    """The small ones first; eight perceptrons are left out, they take too long."""
    every = [(w, k, n, d) for n in ROWS for k in LEARNERS for w in WORLDS for d in DESIGNS]
    return [cell for cell in every if cell[:2] != ("other seeds, last perceptron", 8)]


def cell(
    world: str,
    learners: int,
    n: int,
    design: Design,
    tables: int,
    seconds: float,
    seeds: int = JUDGED,
) -> dict[str, float]:
    """Counts of tables, of false alarms, and of differences found."""
    counts = np.zeros(2 + len(GAPS))
    begin = time.process_time()
    for seed in range(tables):
        if time.process_time() - begin > seconds and seed >= 60:
            break
        if seed >= ENOUGH and surely_below(LEVEL, seed, counts[1]):
            break
        rng = np.random.default_rng([seeds, n, learners, design.splits, seed])
        counts += one_table(world, learners, n, design, rng)
    return dict(zip(("tables", "false alarms", *map(str, GAPS)), counts.tolist(), strict=True))


def surely_below(level: float, tables: int, alarms: float) -> bool:
    """Whether the share of alarms is below the level beyond doubt of 1 %."""
    return bool(beta.isf(0.01, alarms + 1, tables - alarms) < level)


def one_table(
    world: str, learners: int, n: int, design: Design, rng: np.random.Generator
) -> list[float]:
    splits = list(design.rows(n, rng))
    wrong = WORLDS[world](n, learners, rng).wrong(splits)
    tested = TestedRows([test for _, test in splits], design.train_share)
    m = pairs_among(learners)
    best, *others = sorted(wrong, key=lambda of: np.mean([part.mean() for part in of]))
    alarm = any(judge(other, best, tested, m).verdict == WORSE for other in others[::-1])
    if world != POWER_IN:
        return [1, alarm, 0, 0]
    error = float(np.mean([part.mean() for part in wrong[0]]))
    worse = [turned(wrong[1], gap / np.sqrt(n) / (1 - 2 * error), rng) for gap in GAPS]
    return [1, alarm, *(judge(each, wrong[0], tested, m).verdict == WORSE for each in worse)]


def turned(wrong: list[np.ndarray], share: float, rng: np.random.Generator) -> list[np.ndarray]:
    """The outcomes with a share of the predictions turned round."""
    return [part ^ (rng.random(len(part)) < share) for part in wrong]


def page_table() -> str:
    """As docs/verdicts.md shows it, one table below the other."""
    return markdown(measured(RESULTS))


def markdown(found: dict[str, dict[str, float]]) -> str:
    """False alarms of every world, and the power in one of them, in percent."""
    parts = [table(found, world, "false alarms") for world in WORLDS]
    parts += [table(found, POWER_IN, str(gap)) for gap in GAPS]
    return "\n\n".join(parts)


def table(found: dict[str, dict[str, float]], world: str, what: str) -> str:
    """A line for each design, a column for each number of rows and of learners."""
    columns = [(n, k) for k in LEARNERS for n in ROWS]
    columns = [c for c in columns if any(f"{world}|{c[1]}|{c[0]}|" in name for name in found)]
    heads = ["splits", *(f"{n:,} rows, {k}" for n, k in columns)]
    lines = [heads, ["---"] + ["--:"] * len(columns)]
    for design in DESIGNS:
        names = [f"{world}|{k}|{n}|{design.name}" for n, k in columns]
        lines.append([design.name, *(percent(found.get(name), what) for name in names)])
    title = f"{world}: {'false alarms' if what == 'false alarms' else f'found, gap {what}'}, %"
    return "\n".join([title, "", *(f"| {' | '.join(line)} |" for line in lines)])


def percent(counts: dict[str, float] | None, what: str) -> str:
    return f"{100 * counts[what] / counts['tables']:.1f}" if counts else ""


if __name__ == "__main__":
    main()
