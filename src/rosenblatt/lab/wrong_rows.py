"""Which test rows are wrong, as a short text for the store."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Any

import numpy as np
from numpy.typing import NDArray


def packed(wrong: Any) -> str:
    """One bit for each test row, in the order of the split, in base 64.

    Examples
    --------
    >>> packed([True, False, True])
    'oA=='
    """
    return b64encode(np.packbits(np.asarray(wrong, bool)).tobytes()).decode()


def unpacked(text: str, n_rows: int) -> NDArray[np.bool_]:
    """What was packed.

    Examples
    --------
    >>> unpacked("oA==", 3)
    array([ True, False,  True])
    """
    return np.unpackbits(np.frombuffer(b64decode(text), np.uint8), count=n_rows).astype(bool)
