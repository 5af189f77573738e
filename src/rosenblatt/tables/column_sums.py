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
from rosenblatt.tables.column_readings import DATE, WORDS, Reading, read_cells
from rosenblatt.tables.date_codes import date_parts
from rosenblatt.tables.errors import shown
from rosenblatt.tables.word_codes import count_words, learn_words

Sums = dict[str, Any]
UNIT = 1074  # the smallest double is 2 to the minus this
ROOT_BITS = 80


def sums_of(name: str, column: NDArray[Any], reading: Reading | None = None) -> Sums:
    """Sums of one part of a column; ``reading`` says how its cells are to be read first."""
    if reading is not None:
        return {**_read_sums(name, read_cells(reading, column), reading), "reading": dict(reading)}
    if column.dtype.kind in NUMERIC:
        return _number_sums(name, column)
    counts = Counter(canonical_texts(column))
    counts.pop(None, None)
    return {"kind": "nominal", "counts": dict(counts)}


def _read_sums(name: str, column: NDArray[Any], reading: Reading) -> Sums:
    if reading["kind"] == WORDS:
        counts, rows = count_words(column)
        return {"kind": "words", "counts": dict(counts), "rows": rows}
    if reading["kind"] != DATE:
        return sums_of(name, column)
    days = column.astype(np.float64)
    parts = date_parts(days[~np.isnan(days)])
    numbers = {"days": days, **{part: parts[part].astype(np.float64) for part in ("year", "hour")}}
    return {
        "kind": "date",
        "numbers": {part: _number_sums(name, values) for part, values in numbers.items()},
        **{part: sorted(set(parts[part].tolist())) for part in ("month", "weekday")},
    }


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
    if one["kind"] != other["kind"] or one.get("reading") != other.get("reading"):
        raise ValueError(
            f"column {shown(name)} holds numbers in some rows and texts in others; read it as "
            "texts, or as numbers, in all of them."
        )
    if "reading" in one:
        bare = [{k: v for k, v in sums.items() if k != "reading"} for sums in (one, other)]
        return {**added(name, *bare), "reading": one["reading"]}
    if one["kind"] in ("words", "date"):
        return (
            _added_words(one, other) if one["kind"] == "words" else _added_dates(name, one, other)
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


def _added_words(one: Sums, other: Sums) -> Sums:
    counts: Counter[str] = Counter(one["counts"]) + Counter(other["counts"])
    return {"kind": "words", "counts": dict(counts), "rows": one["rows"] + other["rows"]}


def _added_dates(name: str, one: Sums, other: Sums) -> Sums:
    numbers = {
        part: added(name, sums, other["numbers"][part]) for part, sums in one["numbers"].items()
    }
    seen = {part: sorted({*one[part], *other[part]}) for part in ("month", "weekday")}
    return {"kind": "date", "numbers": numbers, **seen}


def code_of(name: str, sums: Sums, scale: bool, max_values: int) -> Code:
    """Describe how to code a column."""
    if "reading" in sums:
        bare = {key: value for key, value in sums.items() if key != "reading"}
        return {**code_of(name, bare, scale, max_values), "reading": sums["reading"]}
    if sums["kind"] == "words":
        words = learn_words(Counter(sums["counts"]), sums["rows"])
        return {"name": name, "kind": "words", **words}
    if sums["kind"] == "date":
        return {"name": name, "kind": "date", **_date_code(sums, scale)}
    if sums["kind"] == "numeric":
        return {"name": name, "kind": "numeric", **_moments(sums, scale)}
    counts = sums["counts"]
    ranked = sorted(counts, key=lambda text: (-counts[text], text))
    other = len(ranked) > max_values
    return {"name": name, "kind": "nominal", "values": sorted(ranked[:max_values]), "other": other}


def _date_code(sums: Sums, scale: bool) -> Code:
    """Numbers and columns of dates; the hour only if there is any but midnight."""
    of = sums["numbers"]
    parts = ["days", "year", *(["hour"] if of["hour"]["largest"] > 0 else [])]
    return {
        "numbers": {part: _moments(of[part], scale) for part in parts},
        "months": sums["month"],
        "weekdays": sums["weekday"],
        "indicator": of["days"]["known"] < of["days"]["rows"],
    }


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
