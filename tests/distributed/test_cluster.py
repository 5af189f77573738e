"""On a cluster of processes the model is the same: any number of workers, dead ones included."""

import json
import time

import lab_work
import numpy as np
import pytest
from clusters import (
    WorkerKiller,
    children,
    is_listening,
    kill_later,
    local_cluster,
    scheduler_and_worker,
    worker_ids,
)
from file_tables import made_rows, write
from sklearn.base import clone

from rosenblatt import Perceptron, lab
from rosenblatt.distributed import ClusterLostError, DistributedPerceptron, descend_in_parts
from rosenblatt.distributed.dask import searches_on
from rosenblatt.distributed.mixture_file import load_mixture
from rosenblatt.selection import LaneSearchCV, PermutedFolds, nested_cross_validate
from rosenblatt.training.descent import DescentOptions

pytest.importorskip("distributed")
pytest.importorskip("skops")

X, Y = made_rows(n=4000, n_classes=3)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("rows")
    for k in range(8):
        rows = slice(500 * k, 500 * k + 500)
        write(path / f"{k}.csv", X[rows], Y[rows])
    return path


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    scratch = tmp_path_factory.mktemp("dask")
    before = children()
    with local_cluster(2, scratch) as client:
        address = client.scheduler.address
        yield client
    assert not children() - before
    assert not is_listening(address)
    left = [path for path in scratch.rglob("*") if path.is_file()]
    # Dask's own, and empty.
    assert not [path for path in left if path.suffix not in (".lock", ".dirlock")]


def fit(folder, cluster=None, **more):
    given = {"n_parts": 8, "passes": 3, **more}
    learner = Perceptron(margin=0.1)
    model = DistributedPerceptron(learner, cluster=cluster, **given)
    return model.fit_files(folder, target="label", chunk_rows=250)


@pytest.fixture(scope="module")
def wanted(folder):
    return fit(folder)


def assert_equal(found, wanted):
    one, other = found.to_local(), wanted.to_local()
    np.testing.assert_array_equal(one.coef_, other.coef_)
    np.testing.assert_array_equal(one.intercept_, other.intercept_)
    np.testing.assert_array_equal(found.mixture_.costs, wanted.mixture_.costs)
    assert found.model_.coder.schema_ == wanted.model_.coder.schema_


def test_two_workers_learn_what_one_process_learns(folder, client, wanted):
    assert_equal(fit(folder, client), wanted)


def test_1_and_4_workers_learn_the_same(folder, client, wanted):
    cluster = client.cluster
    try:
        for number in (1, 4):
            cluster.scale(number)
            client.wait_for_workers(number, timeout=60)
            while len(worker_ids(client)) != number:
                time.sleep(0.05)
            assert_equal(fit(folder, client), wanted)
    finally:
        cluster.scale(2)


def test_workers_killed_at_10_random_moments_change_no_bit(folder, client, wanted):
    client.wait_for_workers(2, timeout=60)
    killer = WorkerKiller(client, times=10, seconds=0.6, seed=3)
    killer.start()
    while killer.is_alive():
        assert_equal(fit(folder, client), wanted)
    assert len(killer.killed) == 10


def test_dask_arrays_and_frames_are_parts_by_their_blocks(client):
    da = pytest.importorskip("dask.array")
    dd = pytest.importorskip("dask.dataframe")
    pd = pytest.importorskip("pandas")
    blocks = da.from_array(X, chunks=(500, 5)), da.from_array(Y, chunks=500)
    found = DistributedPerceptron(cluster=client, passes=2).fit(*blocks)
    frame = dd.from_pandas(pd.DataFrame(X), npartitions=8)
    labels = dd.from_pandas(pd.Series(Y), npartitions=8)
    framed = DistributedPerceptron(cluster=client, passes=2).fit(frame, labels)
    np.testing.assert_array_equal(found.to_local().coef_, framed.to_local().coef_)
    assert found.to_local().score(X, Y) > 0.8
    with pytest.raises(ValueError, match="rechunk them alike"):
        DistributedPerceptron(cluster=client).fit(blocks[0], da.from_array(Y, chunks=250))
    with pytest.raises(ValueError, match="2 blocks of columns"):
        DistributedPerceptron(cluster=client).fit(blocks[0].rechunk((500, 3)), blocks[1])


def test_a_bad_file_is_named_by_whoever_reads_it(folder, client, tmp_path):
    for path in folder.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "5.csv").write_bytes((folder / "5.csv").read_bytes()[:-40])
    with pytest.raises(ValueError, match=r"5\.csv, line 501: \d cells, but the header has 6"):
        fit(tmp_path, client)


def test_a_killed_scheduler_is_a_clear_error_and_the_run_resumes(
    folder, wanted, tmp_path, monkeypatch
):
    monkeypatch.setattr("rosenblatt.distributed.dask.PATIENCE", 2.0)
    checkpoint = tmp_path / "mixture"
    with scheduler_and_worker(tmp_path) as (scheduler, told):
        address = json.loads(told.read_text())["address"]
        fit(folder, address, passes=1, checkpoint=checkpoint)
        thread = kill_later(scheduler.pid, 0.5)
        with pytest.raises(ClusterLostError, match=r"does not answer any more.*passes done: \d"):
            fit(folder, address, passes=10_000, checkpoint=checkpoint)
        thread.join()
    done = load_mixture({}, checkpoint).passes
    assert done >= 1
    resumed = fit(folder, passes=done + 2, checkpoint=checkpoint)
    assert_equal(resumed, fit(folder, passes=done + 2))


def test_an_address_without_a_scheduler_is_refused(folder, monkeypatch):
    monkeypatch.setattr("rosenblatt.distributed.dask.PATIENCE", 0.5)
    with pytest.raises(ClusterLostError, match="there is no Dask scheduler at 'tcp://127"):
        fit(folder, "tcp://127.0.0.1:9")


def test_experiments_have_the_same_rows_on_a_cluster(client, tmp_path):
    tasks = lab_work.experiment().tasks()[::40]
    for name, cluster in (("here", None), ("there", client.scheduler.address)):
        with lab.Store(tmp_path / name) as store:
            assert lab.run(tasks, store, cluster=cluster).failures == []
    assert lab_work.rows(tmp_path / "here", tasks) == lab_work.rows(tmp_path / "there", tasks)


def test_tasks_that_fail_on_a_cluster_are_reported_as_elsewhere(client):
    tasks = [lab.Task("builtins:int", {"x": 3}), lab.Task("builtins:dict", {"seed": 1})]
    with lab.Store(":memory:") as store:
        done = lab.run(tasks, store, cluster=client)
    assert [message for _, message in done.failures] == [
        "TypeError: 'x' is an invalid keyword argument for int()"
    ]


def test_searches_find_the_same_on_a_cluster(client):
    grid = {"margin": [0.0, 0.1, 1.0], "hypothesis": ["averaged", "last"]}
    search = LaneSearchCV(Perceptron(random_state=0), grid, cv=PermutedFolds(4, random_state=0))
    rows, labels = X[:400], Y[:400]
    here = clone(search).fit(rows, labels)
    outer = PermutedFolds(3, random_state=1)
    nested = nested_cross_validate(search, rows, labels, cv=outer)
    with searches_on(client):
        there = clone(search).fit(rows, labels)
        nested_there = nested_cross_validate(search, rows, labels, cv=outer)
    for name in ("mean_test_score", "params", "split2_test_score"):
        np.testing.assert_array_equal(here.cv_results_[name], there.cv_results_[name])
    np.testing.assert_array_equal(here.best_estimator_.coef_, there.best_estimator_.coef_)
    np.testing.assert_array_equal(nested.scores, nested_there.scores)


def test_a_descent_over_parts_on_workers_is_that_of_one_process(client):
    labels = np.where(Y[:300] == 1, 1, -1)
    parts = [(X[k:300:3], labels[k::3], None) for k in range(3)]
    options = DescentOptions(max_iter=15)
    here = descend_in_parts(parts, np.zeros(6), options=options)
    there = descend_in_parts(parts, np.zeros(6), options=options, cluster=client)
    np.testing.assert_array_equal(here.weights, there.weights)
    np.testing.assert_array_equal(here.history, there.history)
