"""Model files that were cut, changed or forged: a clear error, or a model that predicts."""

import os
import tempfile
from pathlib import Path

import numpy as np

from rosenblatt.estimators import AveragedPerceptron, KernelPerceptron, VotedPerceptron
from rosenblatt.models import BadModelError, load, save
from rosenblatt.models.model_file import pack, read_checked, unpack

LEARNERS = (AveragedPerceptron, VotedPerceptron, KernelPerceptron)
MOST = 1 << 24


def check_model_file(seed: int) -> str:
    """One file; "refused", or "read" if the change did not matter."""
    random = np.random.default_rng(seed)
    X, y = random.normal(size=(20, 3)), np.arange(20) % 2
    learner = LEARNERS[random.integers(len(LEARNERS))](max_iter=2, random_state=0).fit(X, y)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.rosenblatt"
        save(learner, path)
        path.write_bytes(changed(path, random))
        try:
            model = load(path, max_bytes=MOST)
        except BadModelError as refused:
            if os.fspath(path) not in str(refused):
                raise AssertionError(f"the message does not name the file: {refused}") from refused
            return "refused"
        try:
            model.predict({name: [0.0] for name in model.coder.schema_})
        except (ValueError, KeyError, TypeError, AttributeError, IndexError):
            return "read"  # forged numbers of the right types: nothing ran, nothing crashed
    return "read"


def changed(path: Path, random: np.random.Generator) -> bytes:
    """Bytes flipped, cut or added; half of the time forged, with a checksum that is right."""
    header, payload = unpack(read_checked(path, MOST), path)
    forged = random.random() < 0.5
    content = bytearray(payload if forged else path.read_bytes())
    kind = random.integers(4)
    if kind == 0:
        del content[random.integers(len(content)) :]
    elif kind == 1:
        content += random.bytes(int(random.integers(1, 50)))
    else:
        for _ in range(int(random.integers(1, 20))):
            content[random.integers(len(content))] = random.integers(256)
    return pack(header, bytes(content)) if forged else bytes(content)
