"""A program may end while one of its threads is learning."""

import subprocess
import sys

import pytest

SCRIPT = """
import threading, time
import numpy as np
from rosenblatt import *

random = np.random.default_rng(0)
X = random.normal(size=({rows}, 20))
y = random.integers({classes}, size=len(X))
model = {model}
threading.Thread(target=model.fit, args=(X, y), daemon=True).start()
time.sleep(1.0)
print("leaving")
"""
MODELS = {
    "Perceptron(max_iter=10**9)": (20_000, 2),
    "Perceptron(max_iter=10**9, n_jobs=2)": (20_000, 4),
    "KernelPerceptron(max_iter=10**6)": (3_000, 2),
    "RCDPerceptron(init='zero', max_iter=10**8)": (20_000, 2),
    "AdaBoostPerceptron(n_estimators=10**6)": (20_000, 2),
    "BaggedPerceptron(n_estimators=10**5, n_jobs=2)": (20_000, 2),
    "ExactPerceptron(time_limit=60)": (300, 2),
}


@pytest.mark.parametrize("model", MODELS)
def test_a_program_ends_cleanly_while_a_thread_learns(model):
    rows, classes = MODELS[model]
    script = SCRIPT.format(model=model, rows=rows, classes=classes)
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60
    )
    assert (ended.stdout, ended.stderr, ended.returncode) == ("leaving\n", "", 0)


def test_the_thread_that_ends_the_program_may_still_learn():
    script = """
import atexit

def learn():
    print(model.fit([[0.0], [1.0]], [0, 1]).predict([[1.0]])[0])

atexit.register(learn)  # before rosenblatt's, so that it comes after it
from rosenblatt import Perceptron
model = Perceptron()
"""
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60
    )
    assert (ended.stdout, ended.stderr, ended.returncode) == ("1\n", "", 0)
