"""``python -m fuzz``: random cases for a given time; findings and counts are printed."""

import argparse
import itertools
import sys
from collections.abc import Iterator

from fuzz.running import CHECKS, run_cases
from fuzz.seeds import KEPT

SHARES = ("learner", "learner", "learner", "stream", "export", "model_file", "table_file")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--only", choices=sorted(CHECKS), help="one kind of cases")
    given = parser.parse_args()
    tally = run_cases(itertools.chain(KEPT, fresh(given.first, given.only)), given.seconds)
    for what, count in sorted(tally.counts.items()):
        print(f"{count:8d}  {what}")
    print(f"{sum(tally.counts.values()):8d}  cases, {len(tally.findings)} findings")
    return 1 if tally.findings else 0


def fresh(first: int, only: str | None) -> Iterator[tuple[str, int]]:
    for seed in itertools.count(first):
        yield only or SHARES[seed % len(SHARES)], seed


if __name__ == "__main__":
    sys.exit(main())
