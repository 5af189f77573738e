"""Models of tables with hostile names, exported, compiled and run: the labels of ``predict``."""

import tempfile
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from fuzz.drawn_learners import drawn_learner
from rosenblatt.models import Model
from rosenblatt.models.exporting import exported
from rosenblatt.tables import Table, TableCoder
from tests.support.languages import LANGUAGES
from tests.support.untied_rows import clear_rows

TO = {"sqlite": "sql", "duckdb": "sql"}  # else the language itself
PIECES = (
    "'", '"', "\\", "`", "*/", "/*", "//", "--", ";", "??/", "??'", "%s", "%n", "{", "}", "$", "#",
    "\n", "\r", "\t", " ", "é", "ß", "日本", "\u202e", "\x7f", "a", "B", "0", "1e5",
    "NULL", "select", "label", "X", "x0", "score", "int", "\\n", "\\x41", "\\", "<b>",
    "&amp;", "]", "[", ",", ".",
)  # fmt: skip
CLEAR = 1e-9  # of the largest score


def check_export(seed: int) -> str:
    """One model in one language; "refused", "agrees" or "refused language"."""
    random = np.random.default_rng(seed)
    table, learner = drawn_table(random), drawn_learner(random)
    language = str(random.choice(sorted(LANGUAGES)))
    with warnings.catch_warnings(), tempfile.TemporaryDirectory() as folder:
        warnings.simplefilter("ignore")
        try:
            model = fitted(learner, table)
        except ValueError:
            return "refused"
        try:
            exported(model, TO.get(language, language))
        except ValueError as refused:
            if len(str(refused)) < 20:
                raise AssertionError(f"{refused} does not say why") from refused
            return "not exported"
        labels = LANGUAGES[language](model, table, Path(folder))
    clear = clear_rows(model, table, CLEAR * largest_score(model, table))
    wrong = np.flatnonzero((labels != model.predict(table)) & clear)
    if len(wrong):
        raise AssertionError(f"{learner!r} in {language}: other labels in rows {wrong[:5]}")
    return "agrees"


def fitted(learner: Any, table: Table) -> Model:
    coder = TableCoder(max_values=4).fit(table)
    learner = learner.fit(coder.transform(table), table.target)
    return Model(coder, learner, table.target_name, table.name, {"rows": table.n_rows})


def largest_score(model: Model, table: Table) -> float:
    scores = model.estimator.decision_function(model.coder.transform(table))
    return max(1.0, float(np.abs(scores).max()))


def drawn_table(random: np.random.Generator) -> Table:
    n = int(random.integers(20, 60))
    names = drawn_words(random, int(random.integers(1, 6)))
    columns = {name: drawn_column(random, n) for name in names}
    classes = np.array(drawn_words(random, int(random.integers(2, 4))))
    codes = random.integers(len(classes), size=n)
    codes[: len(classes)] = np.arange(len(classes))
    return Table("drawn", columns, classes[codes], n, target_name="verdict")


def drawn_words(random: np.random.Generator, count: int) -> list[str]:
    """Different ones for databases, too, which do not tell large letters from small ones."""
    found: dict[str, str] = {}
    while len(found) < count:
        word = "".join(random.choice(PIECES, size=random.integers(1, 5)))
        if word.strip() and not is_number(word) and not word.startswith("column "):
            found.setdefault(word.strip().casefold(), word)
    return list(found.values())


def is_number(word: str) -> bool:
    """Whether a cell with this text stands for a number; exports know its plain form only."""
    try:
        float(word)
    except ValueError:
        return False
    return True


def drawn_column(random: np.random.Generator, n: int) -> np.ndarray:
    gaps = random.random(n) < random.choice([0.0, 0.2])
    if random.random() < 0.5:
        column = random.normal(size=n) * 10.0 ** random.integers(-6, 7)
        return np.where(gaps, np.nan, column)
    words = np.array(drawn_words(random, int(random.integers(1, 7))), dtype=object)
    column = words[random.integers(len(words), size=n)]
    column[gaps] = None
    return column
