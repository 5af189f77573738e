"""A fit that takes too long is ended."""

import os
import signal
import threading
import time

import numpy as np
import pytest

from rosenblatt import AdaBoostPerceptron, AveragedPerceptron
from rosenblatt.compare.time_cap import TimeUp, capped


def test_python_code_is_ended():
    with pytest.raises(TimeUp), capped(0.05):
        time.sleep(20)


def rows():
    rng = np.random.default_rng(0)
    return rng.normal(size=(20_000, 20)), rng.integers(0, 2, 20_000)


@pytest.mark.parametrize(
    "learner",
    [AveragedPerceptron(max_iter=10**6), AdaBoostPerceptron(n_estimators=10**5)],
)
def test_compiled_learners_are_ended(learner):
    begin = time.monotonic()
    with pytest.raises(TimeUp), capped(0.2):
        learner.fit(*rows())
    assert time.monotonic() - begin < 10


def test_a_block_that_is_done_in_time_is_left_alone():
    before = signal.getsignal(signal.SIGINT)
    with capped(0.05):
        pass
    time.sleep(0.1)
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize("seconds", [0.0, 0.001, 0.002, 0.003])
def test_nothing_is_raised_after_the_block(seconds):
    for _ in range(20):
        try:
            with capped(seconds):
                time.sleep(0.002)
        except TimeUp:
            pass
        time.sleep(0.001)


def test_an_interrupt_by_the_user_is_no_end_of_time():
    with pytest.raises(KeyboardInterrupt), capped(60):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(1)


def test_in_another_thread_nothing_is_limited():
    found = []

    def work():
        with capped(0.0):
            found.append(1)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [1]
