"""Tables with every kind of column, and models of them."""

from typing import Any

import numpy as np

from rosenblatt.models import Model
from rosenblatt.tables import Table, TableCoder

SIZE, WIND, KIND, CITY = 'size"; DROP TABLE t; --', "label", "it's a */ kind", "ville é"
KINDS = np.array(["x'y", 'é"', None, "??/z", "a\\b"], dtype=object)
NAMES = {2: ["no", "it's"], 3: ["it's", 'q"', "zé"], 10: [f"class {k}" for k in range(10)]}


def hostile_table(n_rows: int = 1000, n_classes: int = 2, seed: int = 0) -> Table:
    """Numbers with gaps, texts with quotes, more towns than get a column of their own."""
    rng = np.random.default_rng(seed)
    size = rng.normal(30, 20, n_rows)
    wind = rng.normal(size=n_rows)
    kind = rng.choice(KINDS, n_rows)
    city = np.array([f"town {k}" for k in rng.integers(0, 6, n_rows)], dtype=object)
    score = (size - 30) / 20 + wind + (kind == "x'y") - (kind == "a\\b") + (city == "town 1")
    score += 0.3 * rng.normal(size=n_rows)
    size[rng.random(n_rows) < 0.1] = np.nan
    city[rng.random(n_rows) < 0.1] = None
    cuts = np.quantile(score, np.arange(1, n_classes) / n_classes)
    target = np.array(NAMES[n_classes])[np.digitize(score, cuts)]
    columns = {SIZE: size, KIND: kind, WIND: wind, CITY: city}
    return Table("hostile", columns, target, n_rows, target_name="verdict")


def model_of(learner: Any, table: Table, **coding: Any) -> Model:
    coder = TableCoder(**coding).fit(table)
    fitted = learner.fit(coder.transform(table), table.target)
    return Model(coder, fitted, table.target_name, table.name, {"rows": table.n_rows})
