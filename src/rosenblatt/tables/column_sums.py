"""What a coder must know of a column, in sums that parts of the rows add to in any order.

The sums are plain dicts of whole numbers, texts and floats, and nothing in them is rounded: the sum
of two parts is that of all their rows, bit for bit.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.tables.column_codes import NUMERIC, Code, canonical_texts
from rosenblatt.tables.errors import shown

Sums = dict[str, Any]
UNIT = 1074  # the smallest double is 2 to the minus this
ROOT_BITS = 80


def sums_of(name: str, column: NDArray[Any]) -> Sums:
    """Sums of one part of a column."""
    if column.dtype.kind in NUMERIC:
        return _number_sums(name, column)
    counts = Counter(canonical_texts(column))
    counts.pop(None, None)
    return {"kind": "nominal", "counts": dict(counts)}


def _number_sums(name: str, column: NDArray[Any]) -> Sums:
    values = column if column.dtype == np.float32 else column.astype(np.float64, copy=False)
    known, infinite, least, largest, total, squares = _core.exact_moments(values)
    if infinite:
        raise ValueError(
            f"column {shown(name)} holds {infinite} infinite numbers; leave the cells empty if the "
            "values are not known."
        )
    return {
        "kind": "numeric",
        "rows": len(column),
        "known": known,
        "least": least if known else 0.0,
        "largest": largest if known else 0.0,
        "total": _whole(total),
        "squares": _whole(squares),
    }


def _whole(words: NDArray[np.uint32]) -> int:
    return int.from_bytes(words.astype("<u4").tobytes(), "little", signed=True)


def added(name: str, one: Sums, other: Sums) -> Sums:
    """Sums of the rows of both."""
    if one["kind"] != other["kind"]:
        raise ValueError(
            f"column {shown(name)} holds numbers in some rows and texts in others; read it as "
            "texts, or as numbers, in all of them."
        )
    if one["kind"] == "nominal":
        return {
            "kind": "nominal",
            "counts": dict(Counter(one["counts"]) + Counter(other["counts"])),
        }
    if not (one["known"] and other["known"]):
        extent = one if one["known"] else other
    else:
        extent = {
            "least": min(one["least"], other["least"]),
            "largest": max(one["largest"], other["largest"]),
        }
    both = {key: one[key] + other[key] for key in ("rows", "known", "total", "squares")}
    return {"kind": "numeric", "least": extent["least"], "largest": extent["largest"], **both}


def code_of(name: str, sums: Sums, scale: bool, max_values: int) -> Code:
    """Describe how to code a column."""
    if sums["kind"] == "numeric":
        return {"name": name, "kind": "numeric", **_moments(sums, scale)}
    counts = sums["counts"]
    ranked = sorted(counts, key=lambda text: (-counts[text], text))
    other = len(ranked) > max_values
    return {"name": name, "kind": "nominal", "values": sorted(ranked[:max_values]), "other": other}


def _moments(sums: Sums, scale: bool) -> Code:
    known = sums["known"]
    if not known:
        return {"mean": 0.0, "shift": 0.0, "scale": 1.0, "indicator": False}
    mean = float(Fraction(sums["total"], known << UNIT))
    spread = 1.0
    if scale and sums["least"] < sums["largest"]:
        # known^2 times the variance, in units of 2^-2148
        spread = _root(known * sums["squares"] - sums["total"] ** 2, known) or 1.0
    indicator = known < sums["rows"]
    return {"mean": mean, "shift": mean if scale else 0.0, "scale": spread, "indicator": indicator}


def _root(square: int, known: int) -> float:
    """The root of a whole number of units over the number of rows, with bits enough to round."""
    extra = max(0, ROOT_BITS - square.bit_length() // 2)
    return float(Fraction(isqrt(square << 2 * extra), known << UNIT + extra))
