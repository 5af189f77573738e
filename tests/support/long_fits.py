"""Fits that would never end, and what is done while one of them runs."""

import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from rosenblatt import Perceptron

FOREVER = 10**9
SOON = 1.0  # seconds a fit may go on after Ctrl-C


def hopeless(n: int = 4000, d: int = 5, n_classes: int = 2) -> tuple[np.ndarray, np.ndarray]:
    """Labels without sense: training never separates them."""
    rng = np.random.default_rng(6)
    return rng.normal(size=(n, d)), rng.integers(0, n_classes, size=n)


def endless(**settings: Any) -> Perceptron:
    return Perceptron(**{"max_iter": FOREVER, "random_state": 0} | settings)


def while_another_fit_runs(function: Callable[[], Any], **settings: Any) -> Any:
    """What ``function`` returns while a thread of the same process fits."""
    X, y = hopeless(n_classes=3)
    fit = threading.Thread(target=endless(time_limit=1.5, **settings).fit, args=(X, y))
    fit.start()
    time.sleep(0.1)
    try:
        return function()
    finally:
        fit.join()
