"""Outcomes in an SQLite file; several processes may write it, and any may be killed."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType

from rosenblatt.lab.outcome import Outcome, Row
from rosenblatt.lab.task import Task

SCHEMA = 1
APPLICATION = 0x526F7362  # "Rosb"
LOCK_TIMEOUT = 60.0  # seconds to wait for another writer
AT_ONCE = 500  # keys in one question: SQLite allows 999 in old versions

CREATE = """
CREATE TABLE outcomes (
    key TEXT PRIMARY KEY,
    task TEXT NOT NULL,
    rows TEXT NOT NULL,
    error TEXT,
    seconds REAL NOT NULL
) WITHOUT ROWID
"""
# The first row stays when another comes second; only a failure is replaced by a later try.
ADD = """
INSERT INTO outcomes VALUES (?, ?, ?, ?, ?)
ON CONFLICT (key) DO UPDATE SET rows = excluded.rows, error = excluded.error,
    seconds = excluded.seconds
WHERE outcomes.error IS NOT NULL
"""


class StoreError(ValueError):
    """The file cannot be used as a store; the message says why, and what to do."""


class Store:
    """The outcomes of tasks, by key.

    An added row survives any signal that ends the process. The same task added twice, by one
    process or by several at once, is one row. A power failure may lose the last moments, not the
    file.

    Parameters
    ----------
    path : path
        The file; it and its folder are created if needed.

    Examples
    --------
    >>> from rosenblatt.lab import Outcome, Store, Task
    >>> task = Task("builtins:dict", {"seed": 1})
    >>> with Store(":memory:") as store:
    ...     store.add([(task, Outcome([{"error": 0.25}]))])
    ...     store.rows([task])
    [{'seed': 1, 'error': 0.25}]
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        self._connection = _open(self.path)
        self._version = self._data_version()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def add(self, outcomes: Iterable[tuple[Task, Outcome]]) -> None:
        """Write outcomes in one transaction; tasks that are already done stay as they are."""
        lines = [
            (task.key, task.text, json.dumps(outcome.rows), outcome.error, outcome.seconds)
            for task, outcome in outcomes
        ]
        with self._connection:
            self._connection.executemany(ADD, lines)

    def missing(self, tasks: Iterable[Task]) -> list[Task]:
        """Tasks not yet done, each once, in the given order; failed ones are among them."""
        asked = {task.key: task for task in tasks}
        done = {key for key, _ in self._select("rows", list(asked), "error IS NULL")}
        return [task for key, task in asked.items() if key not in done]

    def rows(self, tasks: Iterable[Task] | None = None) -> list[Row]:
        """Rows of the tasks that are done: arguments first, then what the function returned.

        Parameters
        ----------
        tasks : iterable of Task, default=None
            Whose rows, in this order; None for all, ordered by their canonical JSON.

        Returns
        -------
        rows : list of dict
            The same for any number of workers and any order of completion.
        """
        tasks = self.tasks() if tasks is None else list(tasks)
        found = dict(self._select("rows", [task.key for task in tasks], "error IS NULL"))
        return [
            task.arguments | row
            for task in tasks
            if task.key in found
            for row in json.loads(found[task.key])
        ]

    def failures(self, tasks: Iterable[Task]) -> list[tuple[Task, str]]:
        """Tasks that failed when last tried, with their messages, in the given order."""
        asked = {task.key: task for task in tasks}
        found = dict(self._select("error", list(asked), "error IS NOT NULL"))
        return [(task, found[key]) for key, task in asked.items() if key in found]

    def changed_by_others(self) -> bool:
        """Whether another connection wrote since this was last asked."""
        before, self._version = self._version, self._data_version()
        return before != self._version

    def seconds(self, tasks: Iterable[Task]) -> float:
        """Processor time that the tasks took, summed over all workers."""
        keys = list({task.key for task in tasks})
        return sum(float(value) for _, value in self._select("seconds", keys, "error IS NULL"))

    def tasks(self) -> list[Task]:
        """Tasks that are done, ordered by their canonical JSON."""
        question = "SELECT task FROM outcomes WHERE error IS NULL ORDER BY task"
        parts = [json.loads(text) for (text,) in self._connection.execute(question)]
        return [Task(function, arguments, version) for function, version, arguments in parts]

    def _data_version(self) -> int:
        return int(self._connection.execute("PRAGMA data_version").fetchone()[0])

    def _select(self, column: str, keys: Sequence[str], only: str) -> Iterator[tuple[str, str]]:
        for start in range(0, len(keys), AT_ONCE):
            part = keys[start : start + AT_ONCE]
            marks = ",".join("?" * len(part))
            yield from self._connection.execute(
                f"SELECT key, {column} FROM outcomes WHERE {only} AND key IN ({marks})", part
            )


def _open(path: str) -> sqlite3.Connection:
    try:
        if path != ":memory:":
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, timeout=LOCK_TIMEOUT)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(
            f"{path} cannot be opened as a store: {error}; choose another file."
        ) from None
    try:
        _prepare(connection, path)
    except sqlite3.DatabaseError as error:
        connection.close()
        raise StoreError(f"{path} is not a store: {error}; choose another file.") from None
    except StoreError:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, path: str) -> None:
    # A file of another program is read, but never changed.
    if _is_empty(connection):
        _write_ahead(connection)
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            if _is_empty(connection):  # another process may have been first
                _create(connection)
    _check(connection, path)
    # In write-ahead mode NORMAL keeps every transaction when the process is killed, and the file
    # whole when the machine is.
    connection.execute("PRAGMA synchronous = NORMAL")


def _is_empty(connection: sqlite3.Connection) -> bool:
    return bool(connection.execute("SELECT count(*) = 0 FROM sqlite_master").fetchone()[0])


def _create(connection: sqlite3.Connection) -> None:
    connection.execute(CREATE)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {SCHEMA}")


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Switch to write-ahead mode; SQLite itself does not wait while another process does that."""
    until = time.monotonic() + LOCK_TIMEOUT
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(0.01)


def _check(connection: sqlite3.Connection, path: str) -> None:
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        raise StoreError(f"{path} is a database of another program; choose another file.")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version != SCHEMA:
        raise StoreError(
            f"{path} is a store of version {version}, this program writes version {SCHEMA}; "
            "choose another file, or remove this one to start again."
        )
