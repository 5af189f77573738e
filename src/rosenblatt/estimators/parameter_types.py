"""Types of parameters, for the signatures of the learners."""

from collections.abc import Sequence
from typing import Any

import numpy as np

Start = str | np.ndarray | Sequence[Any]  # a named start, or weights
ClassWeight = dict[Any, float] | str | None
RandomState = int | np.random.RandomState | np.random.Generator | None
RANDOM_STATE = ["random_state", np.random.Generator]  # how it is checked
