"""Cases one after another, each in a child of its own: a crash or a hang is a finding, too."""

import os
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import skops.io  # noqa: F401  (before the children need it)

import rosenblatt.cli.fit  # noqa: F401
from fuzz.export_laws import check_export
from fuzz.learner_laws import check_learner
from fuzz.model_file_laws import check_model_file
from fuzz.stream_laws import check_stream
from fuzz.table_file_laws import check_table_file

CHECKS: dict[str, Callable[[int], str]] = {
    "learner": check_learner,
    "stream": check_stream,
    "export": check_export,
    "model_file": check_model_file,
    "table_file": check_table_file,
}
MOST_SECONDS = 60  # of the processor, for one case


@dataclass
class Tally:
    """What became of the cases."""

    counts: Counter[str] = field(default_factory=Counter)
    findings: list[str] = field(default_factory=list)


def run_cases(cases: Iterator[tuple[str, int]], seconds: float) -> Tally:
    """All cases, or as many as there is time for."""
    tally, until = Tally(), time.monotonic() + seconds
    for check, seed in cases:
        outcome = in_child(check, seed)
        tally.counts[f"{check} {outcome.partition(':')[0]}"] += 1
        if ":" in outcome:
            tally.findings.append(f"{check} {seed} {outcome}")
            print(tally.findings[-1], file=sys.stderr, flush=True)
        if time.monotonic() > until:
            break
    return tally


def in_child(check: str, seed: int) -> str:
    """What became of a case; a finding has a colon."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS + 5))
        os.write(writer, told(check, seed).encode(errors="replace")[:60_000])
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        outcome = pipe.read().decode(errors="replace")
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status):
        name = signal.Signals(os.WTERMSIG(status)).name
        return f"hang: more than {MOST_SECONDS} s" if name == "SIGXCPU" else f"crash: {name}"
    return outcome or "crash: ended without a word"


def told(check: str, seed: int) -> str:
    try:
        return CHECKS[check](seed)
    except BaseException as error:  # whatever it is, it is the finding
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{os.path.basename(place.filename)}:{place.lineno}"
        return f"broken: {type(error).__name__} at {where}: {' '.join(str(error).split())[:500]}"
