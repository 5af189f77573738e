"""Tasks on a Dask cluster: the only file that imports dask."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from rosenblatt.distributed.collection_part import source_of_parts
from rosenblatt.distributed.part_tasks import array_rows
from rosenblatt.distributed.tasks import ClusterLostError
from rosenblatt.sources import Source
from rosenblatt.tables.table import numbered

PATIENCE = 10.0  # seconds without a scheduler
POLL = 0.01
RETRIES = 10  # workers that may die with a task in hand


class DaskTasks:
    """Hands tasks to the workers of a cluster; one that dies costs the task another try.

    Parameters
    ----------
    client : distributed.Client
        Connected.
    """

    def __init__(self, client: Any) -> None:
        self.client = client

    def run(self, function: Callable[..., Any], calls: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Call a pure function once for each tuple of arguments; futures among them are awaited."""
        return self.results(self.start(function, calls))

    def start(self, function: Callable[..., Any], calls: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The same without waiting: what comes back stays on the workers, as futures."""
        with self._named_when_lost():
            return [
                self.client.submit(function, *arguments, pure=False, retries=RETRIES)
                for arguments in calls
            ]

    def results(self, futures: list[Any]) -> list[Any]:
        """What futures stand for; those whose workers keep dying are tried some times more."""
        killed = the_distributed().KilledWorker
        with self._named_when_lost():
            for attempt in range(RETRIES):
                self._wait(futures)
                again = [f for f in futures if f.status == "error" and is_a(f, killed)]
                if not again or attempt == RETRIES - 1:
                    break
                self.client.retry(again)
            return list(self.client.gather(futures))

    def finished(self, futures: list[Any]) -> list[Any]:
        """Those that are done, or have failed."""
        if not self._alive():
            self._wait(futures)  # for the scheduler to come back, or an error
        return [future for future in futures if future.done()]

    def crash_of(self, future: Any) -> str | None:
        """Why a finished future has no result, if its workers have died."""
        if future.status != "error" or not is_a(future, the_distributed().KilledWorker):
            return None
        return str(future.exception())

    def n_workers(self) -> int:
        """Threads of all workers at present."""
        return int(sum(self.client.nthreads().values()))

    @contextmanager
    def _named_when_lost(self) -> Iterator[None]:
        try:
            yield
        except (OSError, the_distributed().CancelledError, TimeoutError) as error:
            if self._alive():
                raise
            raise lost(self.client) from error

    def parts(self, X: Any, y: Any, weights: Any, n_parts: int) -> list[Any] | None:
        """The blocks of dask arrays, or the partitions of a dask data frame of numbers."""
        if not hasattr(X, "__dask_graph__"):
            return None
        columns = [blocks_of(each) for each in (X, y, weights) if each is not None]
        if len({len(blocks) for blocks in columns}) > 1:
            raise ValueError(
                f"X, y and weights have {[len(blocks) for blocks in columns]} blocks of rows; "
                "rechunk them alike, with whole rows in every block of X."
            )
        if weights is None:
            columns.append([None] * len(columns[0]))
        # Futures of the blocks: a lost worker costs them to be computed again.
        futures = [
            [None if each is None else self.client.compute(each) for each in blocks]
            for blocks in columns
        ]
        return [
            self.client.submit(array_rows, *block, pure=False)
            for block in zip(*futures, strict=True)
        ]

    def _wait(self, futures: list[Any]) -> None:
        """Until all are done; a scheduler that is gone for long is an error."""
        last = time.monotonic()
        while not all(future.done() for future in futures):
            time.sleep(POLL)
            if self._alive():
                last = time.monotonic()
            elif time.monotonic() - last > PATIENCE:
                raise lost(self.client)

    def _alive(self) -> bool:
        comm = self.client.scheduler_comm
        return self.client.status == "running" and comm is not None and not comm.comm.closed()


def open_collection(frame: Any, y: Any = None, *, target: str = "label", drop: Any = ()) -> Source:
    """A dask data frame with its target column, or a dask array with labels, as a source of rows.

    Partitions are computed one at a time whenever they are read, so :func:`fit_files` learns from
    collections that do not fit into memory.

    Parameters
    ----------
    frame : dask.dataframe.DataFrame or dask.array.Array
        Rows.
    y : dask.array.Array, default=None
        Labels of an array, in the same blocks.
    target : str, default="label"
        Column of the data frame with the labels.
    drop : iterable of str, default=()
        Columns to leave out.
    """
    if y is None:
        names = tuple(map(str, frame.columns))
        if target not in names:
            raise ValueError(f"the data frame has no column {target!r}; it has {list(names)[:20]}.")
        blocks = blocks_of(frame)
    else:
        import dask

        names = (*numbered(frame.shape[1]), target)
        pairs = zip(blocks_of(frame), blocks_of(y), strict=True)
        blocks = [dask.delayed(tuple)(list(pair)) for pair in pairs]
    keys = [str(block.key) for block in blocks]
    return source_of_parts(blocks, keys, names, target, frozenset(drop))


def is_a(future: Any, kind: type[BaseException]) -> bool:
    """Whether a future has failed in a certain way."""
    return isinstance(future.exception(), kind)


def blocks_of(collection: Any) -> list[Any]:
    """The parts of a dask array or data frame along its rows."""
    blocks = collection.to_delayed()
    if isinstance(blocks, np.ndarray):
        if blocks.ndim == 2 and blocks.shape[1] != 1:
            raise ValueError(
                f"X has {blocks.shape[1]} blocks of columns; rechunk it so that every block has "
                "whole rows, for example with X.rechunk({1: -1})."
            )
        return list(blocks.ravel())
    return list(blocks)


def lost(client: Any) -> ClusterLostError:
    """The error for a scheduler that is gone."""
    address = getattr(client.scheduler, "address", "the scheduler")
    return ClusterLostError(
        f"the scheduler at {address} does not answer any more; start a cluster, and resume from "
        "the checkpoint if one was named"
    )


@contextmanager
def searches_on(cluster: Any) -> Iterator[None]:
    """Within, searches of :mod:`rosenblatt.selection` hand their folds to a cluster."""
    import joblib

    with connected(cluster) as tasks, joblib.parallel_config("dask", client=tasks.client):
        yield


@contextmanager
def connected(cluster: Any) -> Iterator[DaskTasks]:
    """Tasks on a cluster, given by its address or by a client, which is left open."""
    distributed = the_distributed()
    if not isinstance(cluster, str):
        client = cluster if isinstance(cluster, distributed.Client) else distributed.Client(cluster)
        try:
            yield DaskTasks(client)
        finally:
            if client is not cluster:
                client.close()
        return
    try:
        client = distributed.Client(cluster, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise ClusterLostError(
            f"there is no Dask scheduler at {cluster!r} ({error}); give the address that "
            "'dask scheduler' prints, such as tcp://127.0.0.1:8786."
        ) from None
    try:
        yield DaskTasks(client)
    finally:
        client.close(timeout=1)


def the_distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise ImportError(
            "clusters need dask; install it with: pip install 'rosenblatt[dask]'"
        ) from None
    return distributed
