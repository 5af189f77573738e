"""``python -m benchmarks.same_models write STORE.json``: the fingerprints of many models, to prove
that a refactoring changes no bit; ``compare STORE.json`` makes them again and lists what differs.

Run it from the checkout with the Python of the version to write, then of the version to compare.
Only the public interface is used. What a version refuses is stored with the type of the error.
"""

import argparse
import json
import re
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import version
from itertools import chain
from pathlib import Path

from threadpoolctl import threadpool_limits  # type: ignore

from benchmarks.fingerprints import Facts, fingerprint
from benchmarks.model_cases import FAMILIES

Prints = dict[str, str]  # the fingerprint of each attribute, or what the case raises

RAISES = "raises"
PACKAGES = ("rosenblatt", "numpy", "scipy", "scikit-learn")


def main(argv: Sequence[str] | None = None) -> int:
    """Write or compare a store; the result is 1 if a case differs or is missing."""
    given = parser().parse_args(argv)
    if given.instructions:
        use(given.instructions)
    begin = time.monotonic()
    found = make(given.only)
    print(f"{len(found)} cases made in {time.monotonic() - begin:.0f} s")
    if given.action == "compare":
        return compare(given.store, given.only, found)
    write(given.store, found)
    return 0


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.same_models", description=__doc__)
    parser.add_argument("action", choices=("write", "compare"))
    parser.add_argument("store", type=Path, help="JSON file of fingerprints")
    parser.add_argument("--only", default="", metavar="REGEX", help="cases whose name matches")
    parser.add_argument("--instructions", help="of the core: 'portable' for those of any processor")
    return parser


def use(instructions: str) -> None:
    try:
        import_module("rosenblatt._core").use(instructions)
    except (ImportError, AttributeError, ValueError) as error:
        sys.exit(f"this installation cannot be told to use {instructions!r} instructions: {error}")


def make(wanted: str) -> dict[str, Prints]:
    """Make the models whose names match."""
    found: dict[str, Prints] = {}
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, run in chain.from_iterable(family() for family in FAMILIES):
            if re.search(wanted, name):
                found[name] = prints_of(run)
    return found


def prints_of(run: Callable[[], Facts]) -> Prints:
    try:
        found = run()
    except Exception as error:  # whatever it is, the other version must raise it too
        return {RAISES: type(error).__name__}
    return {name: fingerprint(value) for name, value in sorted(found.items())}


def installation() -> dict[str, str]:
    """What may change bits besides the sources."""
    versions = {package: version(package) for package in PACKAGES}
    return versions | {"instructions": str(import_module("rosenblatt._core").instructions())}


def write(store: Path, found: dict[str, Prints]) -> None:
    text = json.dumps({"made by": installation(), "cases": found}, indent=0)
    store.write_text(text + "\n")
    refused = Counter(prints[RAISES] for prints in found.values() if RAISES in prints)
    print(f"written to {store}; refused:", dict(refused) or "none")


def compare(store: Path, wanted: str, now: dict[str, Prints]) -> int:
    stored = json.loads(store.read_text())
    before = {name: case for name, case in stored["cases"].items() if re.search(wanted, name)}
    report_installations(stored["made by"], installation())
    both = [name for name in before if name in now]
    changed = [name for name in both if differences(before[name], now[name])]
    missing = [name for name in before if name not in now]
    for name in changed:
        print(f"DIFFERS {name}: {', '.join(differences(before[name], now[name]))}")
    for name in missing:
        print(f"MISSING {name}")
    report_one_sided([(before[name], now[name]) for name in both])
    print(f"{len(both)} cases compared: {len(both) - len(changed)} equal, {len(changed)} differ")
    print(f"{len(missing)} missing, {len(now) - len(both)} not in the store")
    return 1 if changed or missing else 0


def differences(before: Prints, now: Prints) -> list[str]:
    """Attributes with other bits; an error where there was a model, or the other way round."""
    if RAISES in before or RAISES in now:
        pair = [prints.get(RAISES, "a model") for prints in (before, now)]
        return [] if pair[0] == pair[1] else [" became ".join(pair)]
    return [name for name in before if name in now and before[name] != now[name]]


def report_installations(before: dict[str, str], now: dict[str, str]) -> None:
    for name, value in now.items():
        if before.get(name) != value:
            print(f"the store was made with {name} {before.get(name)}, this is {value}")


def report_one_sided(pairs: Sequence[tuple[Prints, Prints]]) -> None:
    """Attributes that only one side has are reported, but do not count as a difference."""
    models = [pair for pair in pairs if not any(RAISES in prints for prints in pair)]
    for where, one, other in (("in the store", 0, 1), ("now", 1, 0)):
        only = Counter(chain.from_iterable(case[one].keys() - case[other] for case in models))
        for name, count in sorted(only.items()):
            print(f"only {where}: {name} ({count} cases)")


if __name__ == "__main__":
    sys.exit(main())
