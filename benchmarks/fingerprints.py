"""Everything a model has learned, and a short hash of the bits of each part."""

import re
from hashlib import sha256
from itertools import chain
from numbers import Number
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator

Facts = dict[str, Any]  # what was learned, by attribute

ANSWERS = ("decision_function", "predict", "predict_proba")
GIVEN_OR_CHANCE = re.compile(
    "time|^seconds$|^param"
)  # clocks, and columns that repeat what was asked for


def facts(model: Any, new: Any) -> Facts:
    """The public attributes of a fitted model and its answers for new rows."""
    answers = {name: getattr(model, name)(new) for name in ANSWERS if hasattr(model, name)}
    return attributes(model) | answers


def attributes(model: Any) -> Facts:
    names = [n for n in dir(model) if n.endswith("_") and not n.startswith("_")]
    kept = [n for n in names if not GIVEN_OR_CHANCE.search(n) and hasattr(model, n)]
    return joined(flat(name, getattr(model, name)) for name in kept)


def flat(name: str, value: Any) -> Facts:
    """An attribute as one fact or several; none if it holds nothing that could be hashed."""
    if isinstance(value, dict):
        kept = {str(k): v for k, v in value.items() if not GIVEN_OR_CHANCE.search(str(k))}
        return joined(flat(f"{name}.{key}", part) for key, part in kept.items())
    if isinstance(value, BaseEstimator):
        return {f"{name}.{key}": part for key, part in attributes(value).items()}
    if isinstance(value, list | tuple) and value and isinstance(value[0], BaseEstimator):
        members = [attributes(member) for member in value]
        shared = set.intersection(*map(set, members))
        return {f"{name}.{key}": [member[key] for member in members] for key in shared}
    plain = Number | str | np.ndarray | np.generic | list | tuple | None
    return {name: value} if isinstance(value, plain) else {}


def joined(parts: Any) -> Facts:
    return dict(chain.from_iterable(part.items() for part in parts))


def fingerprint(value: Any) -> str:
    return sha256(bits(value)).hexdigest()[:12]


def bits(value: Any) -> bytes:
    """Equal for equal bits, shapes and types of arrays; for equal values of anything else."""
    if isinstance(value, np.ndarray) and value.dtype != object:
        return f"{value.dtype.str}{value.shape}".encode() + value.tobytes()
    if isinstance(value, list | tuple | np.ndarray):
        return b"[" + b",".join(map(bits, value)) + b"]"
    return repr(value.item() if isinstance(value, np.generic) else value).encode()
