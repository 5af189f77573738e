"""The state of a distributed fit between two passes, in a file."""

import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from rosenblatt.atomic_write import write_whole
from rosenblatt.distributed.mixing import Mixture
from rosenblatt.models.model_file import MOST_BYTES, BadModelError, pack, read_checked, unpack
from rosenblatt.models.trust import from_bytes, to_bytes

KIND = "mixture"


def save_mixture(
    mixture: Mixture, plan: dict[str, Any], path: str | os.PathLike[str] | None
) -> None:
    """Write the state, completely or not at all; nothing without a path."""
    if path is None:
        return
    stored = {"stream": mixture.stream, "coef": mixture.coef, "intercept": mixture.intercept,
              "costs": mixture.costs}  # fmt: skip
    header = {"kind": KIND, "plan": plan, "weight": mixture.weight}
    write_whole(path, pack(header, to_bytes(stored)))


def load_mixture(plan: dict[str, Any], path: str | os.PathLike[str] | None) -> Mixture | None:
    """The state that was written by a fit with the same plan; None if there is none."""
    if path is None or not Path(path).exists():
        return None
    header, payload = unpack(read_checked(path, MOST_BYTES), path)
    if header.get("kind") != KIND:
        raise BadModelError(f"{path} is not a checkpoint of a distributed fit; name another file.")
    for key, value in json.loads(json.dumps(plan)).items():
        if key != "passes" and header["plan"].get(key) != value:
            raise ValueError(
                f"{path} belongs to a fit with {key}={header['plan'].get(key)!r}, but now "
                f"{key}={value!r}; fit with the same settings, or name another file."
            )
    stored = from_bytes(payload, path)
    weight, costs = header["weight"], np.asarray(stored["costs"])
    return Mixture(stored["stream"], stored["coef"], stored["intercept"], weight, costs)
