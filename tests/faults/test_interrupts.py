"""Faults 23 and 24: Ctrl-C while the core runs, in one thread or in many."""

import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import joblib
import numpy as np
import pytest
import scipy.sparse as sp
from children import ctrl_c, in_child, seconds_to_stop
from long_fits import FOREVER, SOON, endless, hopeless, while_another_fit_runs

from rosenblatt import Perceptron, _core
from rosenblatt.training.groups import GROUPS


def assert_stops_soon(learn, after=0.3):
    assert in_child(lambda: seconds_to_stop(learn, after), timeout=after + 5) < SOON


# ---------------------------------------------------------------- 23: Ctrl-C stops a fit


@pytest.mark.parametrize("hypothesis", ["last", "pocket", "averaged", "voted"])
@pytest.mark.parametrize("kind", [np.asarray, sp.csr_array])
def test_ctrl_c_stops_a_fit_within_a_second(kind, hypothesis):
    """Fault 23."""
    X, y = hopeless()
    assert_stops_soon(lambda: endless(hypothesis=hypothesis).fit(kind(X), y))


@pytest.mark.parametrize("settings", [
    {"order": "random"}, {"order": "cyclic"}, {"time_limit": 30.0},
    *({"multi_class": name} for name in GROUPS),
    {"early_stopping": True, "n_iter_no_change": FOREVER}, {"warm_start": True},
], ids=lambda settings: next(iter(settings)))  # fmt: skip
def test_ctrl_c_stops_every_kind_of_fit_within_a_second(settings):
    """Fault 23."""
    X, y = hopeless(n_classes=3)
    assert_stops_soon(lambda: endless(**settings).fit(X, y))


def test_ctrl_c_stops_a_fit_with_few_long_passes_within_a_second():
    """Fault 23."""
    X, y = hopeless(n=2_000_000, d=2)
    assert_stops_soon(lambda: endless().fit(X, y), after=1.5)


def test_ctrl_c_stops_the_counting_of_errors_of_a_pocket_within_a_second():
    """Fault 23: a pocket counts errors over all rows at many of its updates."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300_000, 2))
    y = (X[:, 0] + rng.normal(size=len(X)) > 0).astype(int)
    assert_stops_soon(lambda: endless(hypothesis="pocket").fit(X, y), after=0.7)


def test_ctrl_c_stops_the_crediting_of_spared_passes_within_a_second():
    """Fault 23: separated early, random draws of weighted rows are credited pass by pass."""
    X, _ = hopeless(n=1000)
    y = (X[:, 0] > 0).astype(int)
    weights = np.linspace(1, 2, len(y))
    assert_stops_soon(lambda: endless(order="random").fit(X, y, weights), after=1.0)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("lanes", [1, 3])
def test_ctrl_c_stops_the_counting_of_votes_within_a_second(lanes, threads):
    """Fault 23: some seconds of one walk."""
    updates, ones = 3_000_000, np.ones(3_000_000)
    lane = np.zeros(updates, dtype=np.int64)
    updated = (0.0, lane, np.arange(updates + 1), lane, ones, ones, ones)
    group = _core.Single() if lanes == 1 else _core.Joint()
    voting = _core.Voting(group, [updated], lanes)
    products = np.ones((1, 40_000))
    assert_stops_soon(lambda: voting.sums(products, threads=threads))


def test_a_time_limit_holds_while_spared_passes_are_credited():
    """Fault 23, by the clock."""
    X, _ = hopeless(n=1000)
    y = (X[:, 0] > 0).astype(int)

    def seconds():
        since = time.monotonic()
        endless(order="random", time_limit=0.3).fit(X, y, np.linspace(1, 2, len(y)))
        return time.monotonic() - since

    assert in_child(seconds, timeout=5) < 0.3 + SOON


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize("order", ["content", "shuffled", "cyclic", "random"])
def test_a_time_limit_leaves_a_history_that_adds_up(order, weighted):
    """Fault 23, by the clock: one class is separated at once, the others never."""
    X, y = hopeless(n=300, n_classes=3)
    X[:, 0] = np.where(y == 0, 50.0, -50.0)
    weights = np.linspace(0.1, 2, len(y)) if weighted else None
    limited = endless(order=order, time_limit=0.1)
    model = in_child(lambda: limited.fit(X, y, weights), timeout=5)
    assert model.stop_reason_ == "time_limit"
    assert model.history_["updates"].sum() == model.n_updates_ == model.mistakes_.sum()


def test_a_pass_that_the_time_limit_cuts_off_counts():
    """Fault 23: with an infinite margin every visit is an update."""
    X, y = hopeless(n=100_000)
    model = endless(margin=np.inf, time_limit=1e-9).fit(X, y)
    assert model.n_iter_ == len(model.history_["updates"]) == 1
    assert 0 < model.n_updates_ < 100_000


def attributes(model):
    """Everything the estimator holds, its parameters left out."""
    return {name: value for name, value in vars(model).items() if name not in model.get_params()}


def assert_as_before(model, before):
    now = attributes(model)
    assert now.keys() == before.keys()
    for name, value in before.items():
        assert now[name] is value, name


@pytest.mark.parametrize("other_shape", [False, True], ids=["same shape", "other shape"])
@pytest.mark.parametrize("method", ["fit", "partial_fit"])
def test_an_interrupted_fit_leaves_the_estimator_as_it_was(method, other_shape):
    """Fault 23."""
    X, y = hopeless()

    def interrupt():
        model = getattr(Perceptron(max_iter=3), method)(X[:, :4] if other_shape else X, y)
        before = attributes(model)
        seconds_to_stop(lambda: model.set_params(max_iter=FOREVER).fit(X, y))
        assert_as_before(model, before)
        return True

    assert in_child(interrupt)


def test_an_interrupted_fit_leaves_a_fresh_estimator_fresh():
    """Fault 23."""
    X, y = hopeless()

    def interrupt():
        model = endless()
        seconds_to_stop(lambda: model.fit(X, y))
        return attributes(model)

    assert in_child(interrupt) == {}


@pytest.mark.parametrize("hypothesis", ["averaged", "voted", "longest"])
def test_an_interrupted_partial_fit_leaves_the_stream_as_it_was(hypothesis):
    """Fault 23: going on after it equals never having been interrupted."""
    X, y = hopeless(n=3000)
    long = np.tile(X, (1000, 1))

    def interrupt():
        model = Perceptron(hypothesis=hypothesis).partial_fit(X, y)
        before = attributes(model)
        seconds_to_stop(lambda: model.partial_fit(long, np.tile(y, 1000)), after=0.25)
        assert_as_before(model, before)
        return model.partial_fit(X, y).decision_function(X)

    undisturbed = Perceptron(hypothesis=hypothesis).partial_fit(X, y).partial_fit(X, y)
    np.testing.assert_array_equal(in_child(interrupt), undisturbed.decision_function(X))


def test_training_works_after_ctrl_c_and_can_be_stopped_again():
    """Fault 23."""
    X, y = hopeless()

    def twice():
        first = seconds_to_stop(lambda: endless().fit(X, y))
        Perceptron(max_iter=3).fit(X, y)
        return max(first, seconds_to_stop(lambda: endless().fit(X, y)))

    assert in_child(twice) < SOON


def test_the_handler_of_sigint_is_the_same_after_a_fit():
    """Fault 23."""
    X, y = hopeless()

    def handler_after():
        signal.signal(signal.SIGINT, lambda *_: os._exit(7))
        before = signal.getsignal(signal.SIGINT)
        Perceptron(max_iter=3).fit(X, y)
        assert signal.getsignal(signal.SIGINT) is before
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            return "python's own"

    assert in_child(handler_after) == "python's own"


# ---------------------------------------------------------------- 24: Ctrl-C among threads


@pytest.mark.parametrize("n_jobs", [2, 4])
def test_ctrl_c_stops_a_fit_that_runs_in_threads_of_the_core(n_jobs):
    """Fault 24."""
    X, y = hopeless(n_classes=5)
    assert_stops_soon(lambda: endless(n_jobs=n_jobs).fit(X, y))


@pytest.mark.parametrize("n_jobs", [None, 2])
def test_ctrl_c_stops_fits_in_a_pool_of_threads(n_jobs):
    """Fault 24: the pool waits for its threads, so each of them must stop."""
    X, y = hopeless(n_classes=3)

    def learn():
        with ThreadPoolExecutor(3) as pool:
            list(pool.map(lambda s: endless(random_state=s, n_jobs=n_jobs).fit(X, y), range(3)))

    assert_stops_soon(learn)


def test_ctrl_c_stops_fits_in_threads_of_joblib():
    """Fault 24."""
    X, y = hopeless()

    def learn():
        fits = (joblib.delayed(endless(random_state=s).fit)(X, y) for s in range(3))
        joblib.Parallel(n_jobs=2, backend="threading")(fits)

    assert_stops_soon(learn)


def test_ctrl_c_stops_a_fit_in_a_thread_while_the_main_thread_sleeps():
    """Fault 24."""
    X, y = hopeless()

    def learn():
        stopped = threading.Event()

        def fit():
            with pytest.raises(KeyboardInterrupt):
                endless().fit(X, y)
            stopped.set()

        threading.Thread(target=fit, daemon=True).start()
        try:
            time.sleep(30)
        finally:
            assert stopped.wait(SOON)

    assert_stops_soon(learn)


def test_ctrl_c_stops_fits_in_threads_that_spend_their_time_between_passes():
    """Fault 24: the signal may come while no pass runs."""
    X, y = hopeless(n=60)
    settings = {"early_stopping": True, "n_iter_no_change": FOREVER}

    def learn():
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda s: endless(random_state=s, **settings).fit(X, y), range(2)))

    assert_stops_soon(learn)


def test_ctrl_c_ends_the_process():
    """Fault 24."""
    X, y = hopeless(n_classes=3)
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            with ThreadPoolExecutor(2) as pool:
                list(pool.map(lambda _: endless(n_jobs=2).fit(X, y), range(2)))
        except KeyboardInterrupt:
            os._exit(130)
        os._exit(0)
    time.sleep(0.5)
    os.kill(child, signal.SIGINT)
    assert exit_code_within(child, SOON) == 130


def exit_code_within(child, seconds):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "still running"


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_a_handler_that_does_not_raise_lets_training_go_on(n_jobs):
    """Fault 24."""
    X, y = hopeless(n_classes=3)
    settings = {"max_iter": FOREVER, "time_limit": 1.0, "n_jobs": n_jobs}

    def learn():
        heard = []
        signal.signal(signal.SIGINT, lambda *_: heard.append(time.monotonic()))
        sent = ctrl_c()
        model = Perceptron(**settings).fit(X, y)
        return heard[0] - sent[0], model.stop_reason_

    delay, reason = in_child(learn)
    assert delay < SOON
    assert reason == "time_limit"


def test_a_handler_that_does_not_raise_lets_training_in_threads_go_on():
    """Fault 24."""
    X, y = hopeless()

    def learn():
        heard = []
        signal.signal(signal.SIGINT, lambda *_: heard.append(1))
        ctrl_c()
        with ThreadPoolExecutor(2) as pool:
            fits = [pool.submit(endless(time_limit=1.0).fit, X, y) for _ in range(2)]
            reasons = [fit.result().stop_reason_ for fit in fits]
        return len(heard), reasons

    assert in_child(learn) == (1, ["time_limit", "time_limit"])


def test_an_ignored_ctrl_c_is_ignored():
    """Fault 24."""
    X, y = hopeless()

    def learn():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        ctrl_c()
        return endless(time_limit=0.6).fit(X, y).stop_reason_

    assert in_child(learn) == "time_limit"


@pytest.mark.parametrize("settings", [{}, {"n_jobs": 2}, {"hypothesis": "pocket"}], ids=str)
def test_what_a_handler_raises_is_what_fit_raises(settings):
    """Fault 24."""
    X, y = hopeless(n=40_000, d=2, n_classes=3)

    def learn():
        def handler(*_):
            raise LookupError("mine")

        signal.signal(signal.SIGINT, handler)
        ctrl_c()
        endless(**settings).fit(X, y)

    with pytest.raises(LookupError, match="mine"):
        in_child(learn)


def test_a_handler_set_while_a_fit_runs_does_not_make_the_next_one_deaf():
    """Fault 24."""
    X, y = hopeless()

    def learn():
        signal.signal(signal.SIGINT, signal.default_int_handler)
        return seconds_to_stop(lambda: endless().fit(X, y))

    assert in_child(lambda: while_another_fit_runs(learn), timeout=8) < SOON
