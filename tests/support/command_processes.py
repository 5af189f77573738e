"""Commands as processes of their own, killed at any moment."""

import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import processes

from rosenblatt.cli import cli

OLD = b"what was there before\n"
LONGEST = 120.0  # seconds


def ended(*words: Any, **given: Any) -> tuple[int, str, str]:
    """Exit code, output and errors of a command, as a shell starts it."""
    piped = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | given
    with begin(*words, **piped) as process:
        out, err = process.communicate(timeout=LONGEST)
    return process.returncode, (out or b"").decode(), (err or b"").decode()


def begin(*words: Any, **given: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "rosenblatt", *map(str, words)], **given)


def fork(*words: Any, prepare: Callable[[], object] = lambda: None) -> int:
    """Start a command in a fork of this process, which has imported everything."""

    def command() -> None:
        silence()
        prepare()
        try:
            cli([str(word) for word in words])
        except SystemExit as end:
            os._exit(int(end.code or 0))

    return processes.start(command)


def execute(*words: Any) -> int:
    """Start a command afresh, as a shell does."""

    def command() -> None:
        silence()
        os.execv(sys.executable, [sys.executable, "-m", "rosenblatt", *map(str, words)])

    return processes.start(command)


def silence() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


@dataclass
class Killed:
    """A command that writes files, and how to tell that a file is the new one, and whole."""

    begin: Callable[[], int]  # its process
    folder: Path  # of its outputs, which holds nothing else
    is_new: dict[str, Callable[[Path], bool]]  # by name of the output
    checkpoint: str = ""  # the name of what a killed run may leave for the next one
    passing: tuple[str, ...] = ()  # and of what it leaves, too, and the next one removes
    look_too: Callable[[Path], None] = lambda folder: None  # at the folder, after every kill

    def kill_at(self, moments: int, seed: int) -> dict[str, int]:
        """Kill it so often; how often an output was still old or new, or being written."""
        draw, seconds = random.Random(seed), self.undisturbed()
        seen = dict.fromkeys(("old", "new", "unfinished"), 0)
        kills = 0
        while kills < moments:
            self.put_old_files()
            if self.dies(draw, seconds * (kills + draw.random()) / moments, kills % 2 == 1):
                kills += 1
                self.look(seen)
        self.undisturbed()
        assert {path.name for path in self.folder.iterdir()} == set(self.is_new)
        return seen

    def undisturbed(self) -> float:
        """Seconds of a run that nobody kills, which leaves the new files."""
        since = time.monotonic()
        assert processes.wait(self.begin()) == 0
        for name, is_new in self.is_new.items():
            assert is_new(self.folder / name)
        return time.monotonic() - since

    def put_old_files(self) -> None:
        for name in self.is_new:
            (self.folder / name).write_bytes(OLD)

    def dies(self, draw: random.Random, seconds: float, while_writing: bool) -> bool:
        """Kill it after some seconds, or some moments after it began to write an output."""
        before, name = set(self.parts()), draw.choice(self.written())
        process = self.begin()
        since, found = time.monotonic(), None
        if while_writing:
            seconds = LONGEST
        while found is None and time.monotonic() < since + seconds:
            if while_writing and any(belongs(p, name) for p in set(self.parts()) - before):
                since, seconds, while_writing = time.monotonic(), draw.uniform(0, 0.003), False
            found = processes.ended(process)
        if found is None:
            processes.kill(process)
            found = processes.wait(process)
        assert found in (0, -9)
        return found == -9

    def written(self) -> list[str]:
        return [*self.is_new, *filter(None, [self.checkpoint])]

    def parts(self) -> list[str]:
        return [name for name in os.listdir(self.folder) if name.endswith(".part")]

    def look(self, seen: dict[str, int]) -> None:
        parts = self.parts()
        seen["unfinished"] += bool(parts)
        for name, is_new in self.is_new.items():
            if (self.folder / name).read_bytes() == OLD:
                seen["old"] += 1
            else:
                assert is_new(self.folder / name)
                seen["new"] += 1
            assert sum(belongs(part, name) for part in parts) <= 1  # the next run removes it
        self.look_too(self.folder)
        names = set(os.listdir(self.folder)) - set(parts)
        assert set(self.is_new) <= names <= {*self.is_new, self.checkpoint, *self.passing}


def belongs(part: str, name: str) -> bool:
    """Whether a file is what a killed run has written of an output so far."""
    return re.fullmatch(rf"\.{re.escape(name)}\.[0-9a-f]{{12}}\.part", part) is not None
