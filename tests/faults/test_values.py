"""Faults 1 to 6: values that are missing, huge, tiny or contradictory."""

import warnings

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from children import in_child

from rosenblatt import Perceptron
from rosenblatt.training.keepers import HYPOTHESES

KINDS = {
    "float64": lambda X: X,
    "float32": lambda X: X.astype(np.float32),
    "csr": sp.csr_array,
    "csr float32": lambda X: sp.csr_array(X.astype(np.float32)),
}


def easy(n=120, d=9):
    """Two clouds with a gap between them: every hypothesis gets all of them right."""
    rng = np.random.default_rng(1)
    X = rng.uniform(0.5, 1.5, size=(n, d))
    y = np.arange(n) % 2
    X[:, 0] += np.where(y == 1, 2.0, -2.0)
    return X, y


# ---------------------------------------------------------------- 1, 2: not a number


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("place", [(0, 0), (3, 2), (119, 8)])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("method", ["fit", "partial_fit", "predict"])
def test_a_value_that_is_not_finite_is_named_by_row_and_column(method, kind, place, value):
    """Fault 1."""
    X, y = easy()
    model = Perceptron().fit(KINDS[kind](X), y)
    X[place] = value
    arguments = (KINDS[kind](X),) if method == "predict" else (KINDS[kind](X), y)
    with pytest.raises(ValueError, match=rf"row {place[0]}, column {place[1]}\b"):
        getattr(model, method)(*arguments)


def test_the_first_of_several_missing_values_is_named():
    """Fault 1."""
    X, y = easy()
    X[7, 3] = X[5, 8] = X[9, 0] = np.nan
    with pytest.raises(ValueError, match="NaN at row 5, column 8"):
        Perceptron().fit(X, y)


def test_infinity_is_not_called_nan():
    """Fault 1."""
    X, y = easy()
    X[7, 3] = -np.inf
    with pytest.raises(ValueError, match="infinity at row 7, column 3"):
        Perceptron().fit(X, y)


def test_a_missing_cell_of_a_table_is_named_by_row_and_column():
    """Fault 1."""
    X, y = easy()
    table = pd.DataFrame(X).astype("Float64")
    table.iloc[3, 2] = pd.NA
    with pytest.raises(ValueError, match="row 3, column 2"):
        Perceptron().fit(table, y)


def test_a_missing_value_in_a_row_of_weight_zero_is_still_an_error():
    """Fault 1."""
    X, y = easy()
    X[3, 2] = np.nan
    with pytest.raises(ValueError, match="row 3, column 2"):
        Perceptron().fit(X, y, sample_weight=np.arange(120) != 3)


@pytest.mark.parametrize(
    "labels",
    [
        lambda y: np.where(y == 1, np.nan, 0.0),
        lambda y: np.array([None if k else "a" for k in y], dtype=object),
        lambda y: np.array([np.nan if k else "a" for k in y], dtype=object),
        lambda y: pd.Series(y).astype("Int64").mask(y == 1),
    ],
    ids=["float", "none", "object", "nullable"],
)
@pytest.mark.parametrize("method", ["fit", "partial_fit"])
def test_a_missing_label_is_an_error(method, labels):
    """Fault 2."""
    X, y = easy()
    with pytest.raises(ValueError):
        getattr(Perceptron(), method)(X, labels(y))


# ---------------------------------------------------------------- 3: huge and tiny values


FACTORS = [
    ("float64", 1e200), ("float64", 1e-200), ("float64", 1e305), ("float64", 1e-300),
    ("csr", 1e200), ("csr", 1e-200),
    ("float32", 1e30), ("float32", 1e-30), ("float32", 5e37), ("float32", 1e-35),
    ("csr float32", 1e30), ("csr float32", 1e-30),
]  # fmt: skip


@pytest.mark.parametrize("hypothesis", sorted(HYPOTHESES))
@pytest.mark.parametrize(("kind", "factor"), FACTORS)
def test_huge_and_tiny_values_are_learned_as_well_as_others(kind, factor, hypothesis):
    """Fault 3."""
    X, y = easy()
    scaled = KINDS[kind](X * factor)
    model = Perceptron(hypothesis=hypothesis, margin=0.1, lam=0.1, random_state=0).fit(scaled, y)
    assert Perceptron(hypothesis=hypothesis, random_state=0).fit(X, y).score(X, y) == 1.0
    assert model.score(scaled, y) == 1.0


@pytest.mark.parametrize("init", ["zero", "threshold", "fisher"])
@pytest.mark.parametrize(("kind", "factor"), FACTORS)
def test_every_start_bears_huge_and_tiny_values(kind, factor, init):
    """Fault 3."""
    X, y = easy()
    scaled = KINDS[kind](X * factor)
    assert Perceptron(init=init, random_state=0).fit(scaled, y).score(scaled, y) == 1.0


@pytest.mark.parametrize("hypothesis", ["last", "averaged", "voted"])
@pytest.mark.parametrize(("kind", "factor"), FACTORS)
def test_streams_learn_huge_and_tiny_values_as_well_as_others(kind, factor, hypothesis):
    """Fault 3."""
    X, y = easy()
    scaled = KINDS[kind](X * factor)
    model = Perceptron(hypothesis=hypothesis)
    for _ in range(5):
        model.partial_fit(scaled[:60], y[:60]).partial_fit(scaled[60:], y[60:])
    assert model.score(scaled, y) == 1.0


@pytest.mark.parametrize("factor", [1e200, 1e-200])
def test_early_stopping_bears_huge_and_tiny_values(factor):
    """Fault 3."""
    X, y = easy()
    model = Perceptron(early_stopping=True, random_state=0).fit(X * factor, y)
    assert model.history_["validation_score"].max() == 1.0
    assert model.score(X * factor, y) > 0.9  # 12 rows held out do not tell the last few apart


@pytest.mark.parametrize(
    ("dtype", "factor"), [("f8", 1e-310), ("f8", 1e-320), ("f4", 1e-40), ("f4", 1e-44)]
)
def test_subnormal_values_are_learned_or_refused_clearly(dtype, factor):
    """Fault 3."""
    X, y = easy()
    tiny = (X * factor).astype(dtype)
    try:
        assert Perceptron(random_state=0).fit(tiny, y).score(tiny, y) == 1.0
    except ValueError as error:
        assert "close to zero" in str(error) and "multiply X" in str(error)


@pytest.mark.parametrize(
    ("dtype", "factor", "eta0"),
    [
        ("f4", 1e-35, 1e5), ("f8", 1e-305, 1e6), ("f4", 1e30, 1e-20), ("f8", 1e300, 1e-100),
        ("f4", 1.0, 1e-100), ("f4", 1.0, 1e30), ("f8", 1.0, 1e-310), ("f8", 1.0, 1e300),
    ],
)  # fmt: skip
def test_weights_that_leave_the_range_of_numbers_are_never_returned(dtype, factor, eta0):
    """Fault 3."""
    X, y = easy()
    tiny = (X * factor).astype(dtype)
    try:
        model = Perceptron(eta0=eta0, random_state=0).fit(tiny, y)
    except ValueError:
        return
    assert np.isfinite(model.coef_).all() and np.isfinite(model.intercept_).all()
    assert model.score(tiny, y) == 1.0


def test_a_stream_says_so_when_a_batch_is_far_larger_than_the_first():
    """Fault 3."""
    X, y = easy()
    model = Perceptron().partial_fit(X * 1e-200, y)
    with pytest.raises(ValueError, match=r"scale|first batch") as caught:
        model.partial_fit(X * 1e200, y)
    assert "contains infinity" not in str(caught.value)


def test_scores_of_huge_rows_are_not_silently_nan():
    """Fault 3."""
    X, y = easy()
    model = Perceptron(random_state=0).fit(X, y)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        assert not np.isnan(model.decision_function(X * 1e307)).any()


# ---------------------------------------------------------------- 4: one column far larger


def uneven(d, blown_up):
    """Only column 0 tells the classes apart; others are far larger."""
    rng = np.random.default_rng(4)
    X = rng.normal(size=(400, d))
    y = (X[:, 0] > 0).astype(int)
    X[:, 0] += np.where(y == 1, 0.5, -0.5)
    X[:, blown_up] *= 1e12
    return X, y


def assert_right_or_warned(learn, X, y):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model = learn(X, y)
    warned = any("scale the features" in str(w.message) for w in caught)
    assert warned or model.score(X, y) > 0.95


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("d", "blown_up"), [(2, [1]), (3, [2]), (4, [1, 2, 3]), (4, [1, 2]), (9, [4])]
)
def test_columns_far_larger_than_others_are_learned_or_warned_of(d, blown_up, kind):
    """Fault 4."""
    X, y = uneven(d, blown_up)
    assert_right_or_warned(Perceptron(random_state=0).fit, KINDS[kind](X), y)


def test_a_column_far_larger_than_others_but_seldom_filled_is_learned_or_warned_of():
    """Fault 4."""
    X, y = uneven(4, [])
    X = np.tile(X, (10, 1))
    X[:, 2] = 0.0
    X[np.arange(1, 4000, 40), 2] = 1e12
    assert_right_or_warned(Perceptron(random_state=0).fit, X, np.tile(y, 10))


def test_a_stream_learns_or_warns_of_a_column_far_larger_than_the_others():
    """Fault 4."""
    X, y = uneven(9, [4])
    assert_right_or_warned(Perceptron().partial_fit, X, y)


def test_even_features_bring_no_warning():
    """Fault 4."""
    X, y = easy()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Perceptron(random_state=0).fit(X, y)


# ---------------------------------------------------------------- 5: numbers too large for a type


def test_numbers_too_large_for_float64_are_an_error():
    """Fault 5."""
    X, y = easy()
    if np.finfo(np.longdouble).max > 1e308:
        with pytest.raises(ValueError, match="row 0, column 0"):
            Perceptron().fit(X.astype(np.longdouble) * np.longdouble("1e4000"), y)


def test_whole_numbers_too_large_for_float64_are_an_error():
    """Fault 5."""
    X = np.array([[10**400], [1], [2], [-(10**400)]], dtype=object)
    with pytest.raises((ValueError, OverflowError), match="large"):
        Perceptron().fit(X, [0, 1, 0, 1])


@pytest.mark.parametrize("n_classes", [2, 3, 9])
@pytest.mark.parametrize(
    "settings",
    [{"eta0": 1e39}, {"init": 1e39}, {"intercept_scaling": 1e39}, {"class_weight": {0: 1e39}}],
    ids=lambda settings: next(iter(settings)),
)
def test_a_parameter_too_large_for_float32_never_gives_a_broken_model(settings, n_classes):
    """Fault 5."""
    X, y = easy()
    if "init" in settings:
        settings = {"init": np.full((1 if n_classes == 2 else n_classes, 9), 1e39)}
    model = Perceptron(**settings, random_state=0)
    y = np.arange(len(y)) % n_classes
    try:
        assert np.isfinite(in_child(lambda: model.fit(X.astype(np.float32), y).coef_)).all()
    except ValueError as error:
        assert "overflow" in str(error) or next(iter(settings)) in str(error)


@pytest.mark.parametrize("n_classes", [2, 3, 17])
@pytest.mark.parametrize("order", ["content", "cyclic"])
def test_weights_whose_sum_overflows_are_learned_or_refused(order, n_classes):
    """Fault 5: the mean squared norm must not become infinite or NaN in silence."""
    X, y = easy()
    y = np.arange(len(y)) % n_classes

    def learn():
        return Perceptron(order=order, random_state=0).fit(X, y, np.full(len(y), 1e308)).coef_

    try:
        assert np.isfinite(in_child(learn)).all()
    except ValueError as error:
        assert "weight" in str(error)


def test_a_stream_whose_weights_do_not_fit_float32_refuses_such_a_batch():
    """Fault 5."""
    X, y = easy()
    model = Perceptron(eta0=1e60).partial_fit(X, y)
    before = model.coef_.copy()
    with pytest.raises(ValueError):
        model.partial_fit(X.astype(np.float32), y)
    np.testing.assert_array_equal(model.coef_, before)


@pytest.mark.parametrize("order", ["content", "cyclic"])
def test_steps_too_small_for_float32_are_taken_or_refused(order):
    """Fault 5, the other end."""
    X, y = easy()
    X = X.astype(np.float32)
    try:
        model = Perceptron(order=order, random_state=0).fit(X, y, np.full(len(y), 1e-60))
    except ValueError:
        return
    assert model.score(X, y) == 1.0


# ---------------------------------------------------------------- 6: contradictions


TWINS = np.array([[1.0, 2.0], [1.0, 2.0], [3.0, -1.0], [-2.0, 0.5]])


@pytest.mark.parametrize("hypothesis", sorted(HYPOTHESES))
@pytest.mark.parametrize("kind", KINDS)
def test_equal_rows_with_different_labels_end_and_are_called_not_separable(kind, hypothesis):
    """Fault 6."""
    model = Perceptron(hypothesis=hypothesis).fit(KINDS[kind](TWINS), [0, 1, 1, 0])
    assert model.separable_ is False
    assert model.stop_reason_ == "max_iter"


@pytest.mark.parametrize("order", ["cyclic", "shuffled", "random"])
def test_equal_rows_with_different_labels_end_in_every_order(order):
    """Fault 6."""
    model = Perceptron(order=order).fit(TWINS, [0, 1, 1, 0])
    assert model.separable_ is not True
    assert model.stop_reason_ == "max_iter"


def test_equal_rows_with_different_labels_of_three_classes_are_called_not_separable():
    """Fault 6."""
    model = Perceptron().fit(np.vstack([TWINS, [[9.0, 9.0]]]), [0, 2, 1, 0, 1])
    assert model.separable_ is False


def test_minus_zero_equals_zero():
    """Fault 6."""
    model = Perceptron().fit([[0.0, 1.0], [-0.0, 1.0], [2.0, 2.0]], [0, 1, 1])
    assert model.separable_ is False


def test_a_stored_zero_equals_an_absent_one():
    """Fault 6."""
    X = sp.csr_array((np.array([1.0, 0.0, 1.0]), np.array([0, 1, 0]), np.array([0, 2, 3])))
    assert Perceptron().fit(X, [0, 1]).separable_ is False


def test_a_contradiction_of_weight_zero_does_not_count():
    """Fault 6."""
    model = Perceptron().fit(TWINS, [0, 1, 1, 0], sample_weight=[1, 0, 1, 1])
    assert model.separable_ is True
    assert model.stop_reason_ == "separated"


def test_equal_rows_with_equal_labels_are_no_contradiction():
    """Fault 6."""
    assert Perceptron().fit(TWINS, [0, 0, 1, 0]).separable_ is True
