"""The store: one row per task, whoever writes it; files of others refused."""

import sqlite3

import pytest
from processes import start, wait

from rosenblatt.lab import Outcome, Store, StoreError, Task

TASK = Task("builtins:dict", {"seed": 1})


def test_a_task_that_is_done_keeps_its_first_rows():
    store = Store(":memory:")
    for error in (0.25, 0.5):
        store.add([(TASK, Outcome([{"error": error}]))])
    assert store.rows([TASK]) == [{"seed": 1, "error": 0.25}]


def test_a_failure_does_not_replace_rows():
    store = Store(":memory:")
    store.add([(TASK, Outcome([{"error": 0.25}]))])
    store.add([(TASK, Outcome([], "ValueError: no"))])
    assert store.failures([TASK]) == []


def test_rows_replace_a_failure():
    store = Store(":memory:")
    store.add([(TASK, Outcome([], "ValueError: no"))])
    assert store.missing([TASK]) == [TASK]
    store.add([(TASK, Outcome([{"error": 0.25}]))])
    assert store.missing([TASK]) == []


def test_rows_come_in_the_order_of_the_tasks_asked_for():
    store = Store(":memory:")
    tasks = [Task("builtins:dict", {"seed": seed}) for seed in range(1200)]
    store.add([(task, Outcome([{"n": 1}, {"n": 2}])) for task in tasks])
    wanted = list(reversed(tasks))
    assert [row["seed"] for row in store.rows(wanted)][::2] == list(range(1199, -1, -1))


def test_all_rows_do_not_depend_on_the_order_of_writing():
    tasks = [Task("builtins:dict", {"seed": seed}) for seed in range(20)]
    stores = [Store(":memory:"), Store(":memory:")]
    for store, order in zip(stores, (tasks, tasks[::-1]), strict=True):
        for task in order:
            store.add([(task, Outcome([{"n": 1}]))])
    assert stores[0].rows() == stores[1].rows()


def test_numbers_come_back_as_they_went_in():
    store = Store(":memory:")
    values = [0.1 + 0.2, 1e-300, float("inf"), 3, "words", None]
    store.add([(TASK, Outcome([{"values": values}]))])
    assert store.rows([TASK])[0]["values"] == values


def test_four_writers_at_once_lose_and_repeat_nothing(tmp_path):
    tasks = [Task("builtins:dict", {"seed": seed}) for seed in range(200)]

    def write():
        with Store(tmp_path / "store.sqlite") as store:
            for task in tasks:
                store.add([(task, Outcome([{"n": 1}]))])

    assert [wait(writer) for writer in [start(write) for _ in range(4)]] == [0, 0, 0, 0]
    with Store(tmp_path / "store.sqlite") as store:
        assert len(store.rows()) == 200


def test_a_store_hears_of_other_writers(tmp_path):
    ours, other = Store(tmp_path / "store.sqlite"), Store(tmp_path / "store.sqlite")
    ours.add([(TASK, Outcome([{"n": 1}]))])
    assert not ours.changed_by_others()
    other.add([(Task("builtins:dict"), Outcome([{"n": 1}]))])
    assert ours.changed_by_others()
    assert not ours.changed_by_others()


def test_a_store_of_another_version_is_refused(tmp_path):
    path = tmp_path / "store.sqlite"
    Store(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="version 99, this program writes version 1"):
        Store(path)


def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "other.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE outcomes (mine TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        Store(path)
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_refused(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear reader, " * 1000)
    with pytest.raises(StoreError, match=r"letter\.txt is not a store"):
        Store(path)


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(StoreError, match="cannot be opened"):
        Store(tmp_path)
