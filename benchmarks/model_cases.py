"""The cases of ``same_models``: learners, rows and settings in many combinations.

Perceptrons meet every hypothesis, form of rows and order; the others a selection that covers pairs.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import count, cycle, pairwise, product
from typing import Any

import numpy as np

from benchmarks.fingerprints import Facts, facts
from benchmarks.made_learners import LI, Learner, learner
from benchmarks.made_rows import DTYPES, ROWS, WEIGHTS, Source
from rosenblatt import selection

Case = tuple[str, Callable[[], Facts]]
Step = tuple[str, slice, dict[str, Any]]  # method, rows, parameters changed before

HYPOTHESES = ("last", "longest", "pocket", "averaged", "voted")
ORDERS = ("cyclic", "shuffled", "random", "content")
DATA = ("noisy", "ties")
NOISY = Source()

RULES = (
    learner("Perceptron"),
    learner("Perceptron", margin=0.5),
    learner("Perceptron", margin=(0.1, 1.0)),
    learner("Perceptron", lam=0.3),
    learner("Perceptron", lam=0.3, lam_form="step", eta0=0.5),
    learner("Perceptron", margin=0.2, alpha_bound=3),
    learner("Perceptron", margin=0.1, lam=0.05, alpha_bound=20, eta0=0.75),
)
RELATIVES = (
    learner("PassiveAggressiveClassifier", C=0.1),
    learner("PassiveAggressiveClassifier", C=0.5, loss="squared_hinge"),
    learner("PassiveAggressiveClassifier", C=np.inf),
    learner("GradientPerceptron", loss="hinge"),
    learner("GradientPerceptron", loss="perceptron", eta0=0.1, decay=0.5),
    learner("GradientPerceptron", loss="least_squares", decay=0.25),
    learner("GradientPerceptron", loss="modified_least_squares"),
    learner("ROMMA"),
    learner("ROMMA", aggressive=False),
    learner("ALMA"),
    learner("ALMA", alpha=0.5, B=2.0, C=1.0),
    learner("NORMA", lam=0.01),
    learner("NORMA", nu=0.3, decay=0.5),
    learner("Ballseptron"),
)
PLAIN, MARGIN, UNEVEN, LAMBDA, _, BOUNDED, EVERYTHING = RULES
ONE_OF_EACH = (EVERYTHING, *RELATIVES[1::3], RELATIVES[6], RELATIVES[11])


def fit(what: Learner, source: Source = NOISY) -> Case:
    """One fit."""

    def run() -> Facts:
        X, y = source.known()
        model = what.make().fit(source.form(X), y, **source.given(len(y)))
        return facts(model, source.new())

    return f"{what} on {source}", run


def steps(name: str, what: Learner, parts: Sequence[Step], source: Source) -> Case:
    """Several fits of one model, which is looked at after each."""

    def run() -> Facts:
        X, y = source.known()
        model = what.make()
        found: Facts = {}
        for number, (method, part, params) in enumerate(parts):
            weights = source.given(len(y), part)
            getattr(model.set_params(**params), method)(source.form(X[part]), y[part], **weights)
            found |= {f"{number}: {k}": v for k, v in facts(model, source.new()).items()}
        return found

    return f"{name}: {what} on {source}", run


def nested(search: Learner, source: Source) -> Case:
    def run() -> Facts:
        X, y = source.known()
        folds = selection.PermutedFolds(4, random_state=0)
        found = selection.nested_cross_validate(search.make(), source.form(X), y, cv=folds)
        return {"scores": found.scores, "params": [sorted(p.items()) for p in found.params]}

    return f"nested {search} on {source}", run


def sources() -> Iterator[Source]:
    """All forms of rows in turn, without end; each round meets what it is zipped with elsewhere."""
    forms = list(product(ROWS, DTYPES))
    for number in count():
        turn, place = divmod(number, 2 * len(forms))
        rows, dtype = forms[(3 * place + turn) % len(forms)]
        yield Source(DATA[(place + place // len(forms)) % 2], rows, dtype)


def perceptrons() -> Iterator[Case]:
    """Every hypothesis, form and order; every rule, hypothesis and order."""
    rules = cycle((*RULES, MARGIN))
    for data, (hypothesis, rows, dtype, order) in zip(
        cycle((*DATA, "ties")), product(HYPOTHESES, ROWS, DTYPES, ORDERS), strict=False
    ):
        what = next(rules).but(hypothesis=hypothesis, order=order, max_iter=12)
        yield fit(what, Source(data, rows, dtype))
    for source, (rule, hypothesis, order) in zip(
        sources(), product(RULES, HYPOTHESES, ORDERS), strict=False
    ):
        yield fit(rule.but(hypothesis=hypothesis, order=order, max_iter=15), source)


def relatives() -> Iterator[Case]:
    for source, (rule, hypothesis, order) in zip(
        sources(), product(RELATIVES, HYPOTHESES, ORDERS), strict=False
    ):
        yield fit(rule.but(hypothesis=hypothesis, order=order, max_iter=10), source)


def fixed_and_special() -> Iterator[Case]:
    """Defaults, separable rows, infinite margins, other intercepts."""
    everyone = [*ONE_OF_EACH, *map(learner, ("AveragedPerceptron", "VotedPerceptron"))]
    for what in (*everyone, learner("PocketPerceptron")):
        yield fit(what)
        yield fit(what, Source("separable", dtype="float32"))
        yield fit(what.but(fit_intercept=False, max_iter=9))
        yield fit(what.but(intercept_scaling=1.0, max_iter=9), Source(rows="CSR int32"))
    for hypothesis, margin in product(HYPOTHESES, (np.inf, (0.1, np.inf))):
        yield fit(learner("Perceptron", margin=margin, hypothesis=hypothesis, max_iter=3))
    yield fit(learner("Perceptron", time_limit=1e6, intercept_scaling=0.5))


def weights() -> Iterator[Case]:
    """Sample weights, class weights and drawing by weight."""
    orders = cycle(ORDERS)
    for source, (kind, what) in zip(sources(), product(WEIGHTS, ONE_OF_EACH), strict=False):
        yield fit(what.but(order=next(orders), max_iter=8), replace(source, weights=kind))
    for kind, hypothesis in product(WEIGHTS, HYPOTHESES):
        what = learner("Perceptron", margin=0.1, hypothesis=hypothesis, order=next(orders))
        yield fit(what.but(max_iter=8), Source("ties", weights=kind))
        drawn = what.but(order="random", weighting="resample", max_iter=8)
        yield fit(drawn, Source("noisy", weights=kind))
    for what, factors in product(ONE_OF_EACH, ("balanced", {0: 0.3, 1: 2.0})):
        params = {"class_weight": factors, "order": next(orders), "max_iter": 8}
        yield fit(what.but(**params), Source(weights="fractional"))


def starts() -> Iterator[Case]:
    given = np.linspace(-1, 1, 22)[None]
    for hypothesis, init in product(HYPOTHESES, ("threshold", "fisher", given, given[:, 1:])):
        what = learner("Perceptron", margin=0.1, hypothesis=hypothesis, init=init, max_iter=6)
        yield fit(what)
    for what, init in product(RELATIVES[::3], ("threshold", "fisher", given)):
        yield fit(what.but(init=init, max_iter=6), Source(rows="CSR int32"))
    for init in ("fisher", "threshold"):
        yield fit(learner("Perceptron", init=init, max_iter=6), Source("four classes"))


def stopping_early() -> Iterator[Case]:
    params = {"early_stopping": True, "validation_fraction": 0.2, "n_iter_no_change": 3}
    for source, (hypothesis, order) in zip(sources(), product(HYPOTHESES, ORDERS), strict=False):
        yield fit(learner("Perceptron", hypothesis=hypothesis, order=order, **params), source)
    for what in RELATIVES[::3]:
        yield fit(what.but(**params), Source("four classes", weights="with zeros"))


def several_classes() -> Iterator[Case]:
    """One against the rest, by one and by two threads, and all together."""
    data = cycle(("four classes", "three tied classes", "four classes"))
    orders = cycle(ORDERS)
    ways: tuple[dict[str, Any], ...] = ({}, {"n_jobs": 2}, {"multi_class": "joint"})
    rules = (PLAIN, UNEVEN, BOUNDED, *RELATIVES[::2])
    hypotheses = cycle((*HYPOTHESES, "averaged", "last"))
    for form, (what, way) in zip(sources(), product(rules, ways), strict=False):
        params = {"hypothesis": next(hypotheses), "order": next(orders), "max_iter": 8}
        yield fit(what.but(**params, **way), replace(form, data=next(data)))
    for hypothesis, way in product(HYPOTHESES, ways):
        what = learner("Perceptron", margin=0.2, hypothesis=hypothesis, max_iter=8, **way)
        yield fit(what, Source("four classes", weights="whole"))


def streams() -> Iterator[Case]:
    """Batches with late classes and switched hypotheses."""
    ends = (0, 1, 8, 60, 130, 200, 270)
    batches = [slice(*pair) for pair in pairwise(ends)]
    kept = [h for h in HYPOTHESES if h != "pocket"]
    switched = [("partial_fit", b, {"hypothesis": kept[k % 4]}) for k, b in enumerate(batches)]
    plain: list[Step] = [("partial_fit", b, {}) for b in batches]
    for hypothesis, data in product(HYPOTHESES, ("ties", "late classes")):
        what = learner("Perceptron", margin=0.1, hypothesis=hypothesis)
        yield steps("stream", what, plain, Source(data, weights="with zeros"))
    for what in (*RULES, *RELATIVES):
        yield steps("stream", what, plain, Source("late classes", "CSR int32", "float32"))
        yield steps("switched stream", what, switched, Source("late classes"))
    balanced = learner("Perceptron", class_weight="balanced", margin=0.1)
    yield steps("stream", balanced, plain, Source("late classes"))


def going_on() -> Iterator[Case]:
    """Warm starts, and batches after a fit."""
    some, all_rows = slice(0, 150), slice(None)
    for hypothesis, order in zip(HYPOTHESES * 2, cycle(ORDERS), strict=False):
        what = learner("Perceptron", hypothesis=hypothesis, order=order, warm_start=True)
        shorter = what.but(max_iter=4, margin=0.1)
        parts: list[Step] = [("fit", some, {}), ("fit", all_rows, {"margin": 0.3})]
        yield steps("warm start", shorter, parts, NOISY)
        later: list[Step] = [("fit", some, {}), ("partial_fit", slice(150, 240), {})]
        yield steps("fit, then a batch", shorter, later, Source("ties", "CSR int32"))
    for what in (*RELATIVES[::2], UNEVEN):
        model = what.but(warm_start=True, max_iter=3)
        yield steps("warm start", model, [("fit", some, {})] * 3, Source("four classes"))


def probabilities() -> Iterator[Case]:
    for what, data in product(
        (*ONE_OF_EACH, learner("RCDPerceptron", **LI)), (*DATA, "four classes")
    ):
        yield fit(what.but(probability="sigmoid", max_iter=6), Source(data))
    for hypothesis in HYPOTHESES:
        what = learner("Perceptron", hypothesis=hypothesis, probability="sigmoid", max_iter=6)
        yield fit(what, Source(weights="fractional", dtype="float32"))


def large_tables() -> Iterator[Case]:
    """Long rows, more than a cache holds and mostly right: passes look at short copies first."""
    gradient = learner("GradientPerceptron", eta0=0.1)
    rules = (PLAIN, UNEVEN, BOUNDED, RELATIVES[0], gradient, LAMBDA, MARGIN)
    forms = cycle((Source("long rows", dtype="float32"), Source("rows of 50", dtype="float64")))
    orders, hypotheses = cycle(ORDERS[1:]), cycle(HYPOTHESES)
    for what in rules * 2:
        params = {"hypothesis": next(hypotheses), "order": next(orders), "max_iter": 4}
        yield fit(what.but(**params), next(forms))
    yield fit(learner("Perceptron", order="cyclic", hypothesis="last", max_iter=5), next(forms))


def small_tables() -> Iterator[Case]:
    """The pocket counts the errors of small dense tables from a copy of its own."""
    for data, dtype, kind in product(
        (*DATA, "four classes", "separable"), DTYPES, (None, *WEIGHTS)
    ):
        what = learner("PocketPerceptron", order="random", max_iter=30)
        yield fit(what, Source(data, dtype=dtype, weights=kind))


def extreme_scales() -> Iterator[Case]:
    hypotheses = cycle(HYPOTHESES)
    forms = [("float64", 1e200), ("float64", 1e-200), ("float32", 1e30), ("float32", 1e-30)]
    for (dtype, scale), what in product(forms, (MARGIN, BOUNDED, RELATIVES[0], RELATIVES[9])):
        for rows in ("dense", "CSR int32"):
            model = what.but(hypothesis=next(hypotheses), max_iter=6)
            yield fit(model, Source("noisy", rows, dtype, scale=scale))
    for dtype, scale in forms:
        form = Source("noisy", "dense", dtype, scale=scale)
        yield fit(learner("RCDPerceptron", **LI).but(max_iter=50), form)
        yield fit(learner("RCDPerceptron", max_iter=50), form)
        yield fit(learner("AdaBoostPerceptron", estimator=MARGIN, n_estimators=4), form)


def descents() -> Iterator[Case]:
    """Random coordinate descent: directions, forms of rows, starts and restarts."""
    rcd = partial(learner, "RCDPerceptron", **LI | {"max_iter": 150})
    directions = ("uniform", "gaussian", "coordinate", "gradient", "mixed")
    switches = ("bias_direction", "orthogonal", "two_sided", "perturb")
    forms = sources()
    for way, switch in product(directions, switches):
        given = {"directions": way, switch: switch != "bias_direction"}
        yield fit(rcd(**given), next(forms))
        yield fit(rcd(**given, fit_intercept=False, scale="standard"), next(forms))
    for scale, init in product(("range", "standard", None), ("zero", "fisher", "lp", "averaged")):
        yield fit(rcd(scale=scale, init=init), next(forms))
        yield fit(rcd(scale=scale, init=init), Source("four classes"))
        yield fit(rcd(scale=scale, init=init, directions="gaussian"), Source("separable"))
    for scale in ("range", "standard", None):
        yield fit(rcd(scale=scale, init=np.linspace(-1, 1, 22)[None]))
    for combine, bootstrap, jobs in product(("best", "mean"), (False, True), (1, 2)):
        bag = rcd(combine=combine, bootstrap=bootstrap, n_restarts=4, n_jobs=jobs)
        yield fit(bag, Source("ties", weights="whole"))
        yield fit(bag.but(init="averaged"), Source("four classes"))
    for kind, data in product(WEIGHTS, DATA):
        yield fit(rcd(class_weight="balanced"), Source(data, weights=kind))
        yield fit(rcd(directions="mixed", perturb=True), Source(data, weights=kind))
    yield fit(learner("RCDPerceptron", directions="mixed", perturb=True, init="lp", two_sided=True))
    for data in (*DATA, "four classes"):
        yield fit(learner("RCDPerceptron"), Source(data))


def bags() -> Iterator[Case]:
    data = (*DATA, "four classes")
    for init, name, scale in product(("averaged", "fisher", "lp"), data, ("range", "standard")):
        what = learner("BaggedRCDPerceptron", init=init, scale=scale, n_restarts=6)
        yield fit(what, Source(name, weights="whole"))
    params = {"probability": "sigmoid", "n_jobs": 2, "n_restarts": 4}
    yield fit(learner("BaggedRCDPerceptron", **params), Source(rows="CSR int32", dtype="float32"))
    bases = (
        learner("AveragedPerceptron", max_iter=8),
        learner("Perceptron", hypothesis="last", order="shuffled", margin=0.1, max_iter=8),
        learner("PocketPerceptron", max_iter=8),
        learner("VotedPerceptron", max_iter=8),
        learner("PassiveAggressiveClassifier", C=0.1, max_iter=8),
        learner("RCDPerceptron", **LI).but(max_iter=50),
        learner("SGDClassifier", max_iter=5, tol=None),
    )
    for base, name, bootstrap in product(bases, data, (True, False)):
        bag = learner("BaggedPerceptron", estimator=base, n_estimators=5, bootstrap=bootstrap)
        yield fit(bag, Source(name, weights=None if bootstrap else "fractional"))
    bag = learner("BaggedPerceptron", estimator=bases[0], n_estimators=4, probability="sigmoid")
    yield fit(bag.but(n_jobs=2), Source(rows="CSR int64", dtype="float32"))


def boosts() -> Iterator[Case]:
    """Over learners whose rounds are compiled, and over others."""
    short = {"max_iter": 6}
    bases = (
        learner("RCDPerceptron", **LI).but(init="zero", max_iter=40),
        learner("RCDPerceptron", init="zero", directions="coordinate", scale=None, max_iter=40),
        learner("RCDPerceptron", **LI).but(max_iter=40),
        learner("RCDPerceptron", **LI).but(init="zero", directions="gradient", max_iter=40),
        *(learner("Perceptron", hypothesis=h, margin=0.1, **short) for h in HYPOTHESES),
        learner("Perceptron", order="random", weighting="resample", **short),
        learner("Perceptron", multi_class="joint", order="shuffled", **short),
        learner("Perceptron", early_stopping=True, **short),
        learner("Perceptron", init="fisher", **short),
        learner("AveragedPerceptron", order="cyclic", **short),
        *(what.but(**short) for what in RELATIVES[:-1:2]),
        learner("Ballseptron", **short),
        learner("DecisionTreeClassifier", max_depth=2),
    )
    forms = sources()
    for base, weighting in product(bases, ("reweight", "resample")):
        boost = learner("AdaBoostPerceptron", estimator=base, n_estimators=6, weighting=weighting)
        yield fit(boost, next(forms))
        yield fit(boost, Source("four classes", weights="fractional"))
    yield fit(learner("AdaBoostPerceptron", n_estimators=30), Source("ties", weights="with zeros"))
    yield fit(learner("AdaBoostPerceptron", n_estimators=8), Source("separable", "CSR int32"))


def committees() -> Iterator[Case]:
    """Committee machines, and parallel perceptrons with votes or Fisher's weights."""
    forms = sources()
    for members, hypothesis, order in product((1, 3, 5), HYPOTHESES, ORDERS):
        params = {"n_perceptrons": members, "hypothesis": hypothesis, "order": order}
        yield fit(learner("CommitteeMachine", max_iter=8, **params), next(forms))
    for kind in ("ParallelPerceptron", "DiscriminantParallelPerceptron"):
        for passes, data in product(("batch", "online"), (*DATA, "four classes")):
            yield fit(learner(kind, passes=passes, max_iter=20), Source(data, weights="fractional"))


def searches() -> Iterator[Case]:
    base = learner("Perceptron", max_iter=6)
    margins = {"margin": [0.0, 0.1, 0.5, 2.0], "hypothesis": list(HYPOTHESES)}
    bounds = {"lam": [0.0, 0.1, 1.0], "alpha_bound": [None, 1, 5], "eta0": [1.0, 0.5]}
    beginnings = {"init": ["zero", "threshold", "fisher"], "order": list(ORDERS)}
    search = partial(learner, "LaneSearchCV", cv=3)
    forms = sources()
    for grid, way in product(
        (margins, bounds, beginnings), ({}, {"margin": 0.2, "order": "random"})
    ):
        what = search(estimator=base.but(**way), param_grid=grid)
        yield fit(what, next(forms))
        yield fit(what.but(return_train_score=True, n_jobs=2), Source("four classes"))
        yield fit(what, Source("ties", weights="whole"))
    for what in RELATIVES:
        grid = {"hypothesis": ["last", "averaged"], "init": ["zero", "threshold"]}
        yield fit(search(estimator=what.but(max_iter=6), param_grid=grid), next(forms))
    folds = learner("PermutedFolds", n_splits=4)
    for name, value in {"early_stopping": True, "multi_class": "joint", "order": "cyclic"}.items():
        what = search(estimator=base.but(**{name: value}), param_grid=margins)
        yield fit(what.but(cv=folds), Source("three tied classes"))
    stages = [{"margin": [0.0, 0.125, 0.5, 2.0]}, {"alpha_bound": [None, 20, 5]}]
    staged = learner("StagedSearchCV", estimator=base, stages=stages, cv=folds)
    for form in (NOISY, Source("ties", weights="fractional"), Source("four classes")):
        yield fit(staged, form)
        yield nested(staged, form)
        yield nested(search(estimator=base, param_grid=margins), form)


FAMILIES = (
    perceptrons, relatives, fixed_and_special, weights, starts, stopping_early, several_classes,
    streams, going_on, probabilities, large_tables, small_tables, extreme_scales, descents, bags,
    boosts, committees, searches,
)  # fmt: skip
