"""How a column of free text is coded: the words of a cell, rare ones weighing more."""

from __future__ import annotations

import re
from collections import Counter
from math import log
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

MOST_WORDS, FEWEST_CELLS = 1000, 2
_WORD = re.compile(r"[^\W_]{2,}")


def words_of(text: str) -> set[str]:
    """Return the words of a text: runs of two or more letters or digits, in lower case.

    Examples
    --------
    >>> sorted(words_of("No answer, no call!"))
    ['answer', 'call', 'no']
    """
    return set(_WORD.findall(text.lower()))


def count_words(column: NDArray[Any]) -> tuple[Counter[str], int]:
    """Return in how many cells each word occurs, and how many cells there are."""
    counts: Counter[str] = Counter()
    for text in column.tolist():
        if text is not None:
            counts.update(words_of(str(text)))
    return counts, len(column)


def learn_words(counts: Counter[str], n_cells: int) -> dict[str, Any]:
    """Choose the words that most cells have, and weigh each by how few they are."""
    frequent = [word for word, times in counts.items() if times >= FEWEST_CELLS]
    ranked = sorted(frequent, key=lambda word: (-counts[word], word))[:MOST_WORDS]
    words = sorted(ranked)
    return {"words": words, "weights": [1 + log(n_cells / counts[word]) for word in words]}


def fill_words(code: dict[str, Any], column: NDArray[Any], dtype: str) -> sp.csr_array:
    """Return the weights of the known words of each cell, scaled to length 1."""
    places = {word: k for k, word in enumerate(code["words"])}
    weights = np.asarray(code["weights"], dtype=np.float64)
    columns, values, ends = list[int](), list[NDArray[np.float64]](), [0]
    for text in column.tolist():
        known = sorted(places[w] for w in words_of(str(text)) if w in places) if text else []
        columns += known
        ends.append(len(columns))
        found = weights[known]
        values.append(found / (np.linalg.norm(found) or 1.0))
    data = np.concatenate(values).astype(dtype) if values else np.empty(0, dtype)
    shape = (len(column), len(places))
    return sp.csr_array((data, np.array(columns, dtype=np.int64), np.array(ends)), shape=shape)
