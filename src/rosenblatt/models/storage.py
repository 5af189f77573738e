"""Model files: save and load."""

import os
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

import numpy
import sklearn

from rosenblatt.atomic_write import write_whole
from rosenblatt.models.estimator_model import ModelLike, model_of
from rosenblatt.models.model import Model
from rosenblatt.models.model_file import MOST_BYTES, BadModelError, pack, read_checked, unpack
from rosenblatt.models.trust import from_bytes, to_bytes
from rosenblatt.models.without_streams import without_streams
from rosenblatt.tables import TableCoder


def save(model: ModelLike, path: str | os.PathLike[str], *, resume: bool = False) -> None:
    """Write a model to a file, completely or not at all.

    Parameters
    ----------
    model : Model, estimator or Pipeline
        The model, or an estimator fitted by hand, alone or after linear transformers.
    path : str or path
        The file to create or to replace; if anything goes wrong, an old one stays as it was.
    resume : bool, default=False
        Whether to keep what ``partial_fit`` and warm starts go on from. Without it the file is
        smaller, often by half or more, and predicts the same.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from rosenblatt import AveragedPerceptron
    >>> from rosenblatt.models import Model, load, save
    >>> from rosenblatt.tables import Table, TableCoder
    >>> table = Table.from_arrays("toy", [[1.0], [2.0], [8.0], [9.0]], [0, 0, 1, 1])
    >>> coder = TableCoder().fit(table)
    >>> learner = AveragedPerceptron(random_state=0).fit(coder.transform(table), table.target)
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "toy.rosenblatt"
    >>> save(Model(coder, learner, "size", "toy"), path)
    >>> load(path).predict({"x0": [0.5, 10.0]}).tolist()
    [0, 1]
    """
    model = model_of(model)
    refuse_functions(model.estimator)
    learner = model.estimator if resume else without_streams(model.estimator)
    parts = {"coder": model.coder, "estimator": learner, "sigmoid": model.sigmoid}
    payload = to_bytes(parts)
    write_whole(path, pack(header_of(model), payload))


def refuse_functions(estimator: Any) -> None:
    """Raise an error if a kernel is a function: a file that is safe to load holds no code."""
    for part in (estimator, *estimator.get_params().values()):
        kernel = getattr(part, "kernel", None)
        if callable(kernel):
            name = getattr(kernel, "__name__", type(kernel).__name__)
            raise ValueError(
                f"{type(part).__name__}(kernel={name}) calls a function, which a model file may "
                "not hold; choose kernel='linear', 'poly', 'rbf' or 'sigmoid', or 'precomputed' "
                "with the products that the function gives."
            )


def load(path: str | os.PathLike[str], *, max_bytes: int = MOST_BYTES) -> Model:
    """Read a model from a file.

    The SHA-256 of the whole file is checked before anything in it is read, and only objects of
    types of rosenblatt and scikit-learn are created.

    Parameters
    ----------
    path : str or path
        A file that ``save`` wrote.
    max_bytes : int, default=2**32
        Larger files are refused before they are read.

    Returns
    -------
    Model
        The model.

    Raises
    ------
    BadModelError
        If the file is damaged, truncated, of another version, or contains types that are not
        trusted.
    """
    header, payload = unpack(read_checked(path, max_bytes), path)
    content = from_bytes(payload, path)
    try:
        coder, estimator = content["coder"], content["estimator"]
        about = header["target"], header["name"], header["facts"]
        model = Model(coder, estimator, *about, content.get("sigmoid"))
        whole = isinstance(coder, TableCoder) and header_of(model)["classes"] == header["classes"]
    except (KeyError, TypeError, AttributeError) as error:
        raise BadModelError(f"{path} does not contain a model: {error}.") from error
    if not whole:
        raise BadModelError(f"{path} does not contain a model that fits its own description.")
    return model


def header_of(model: Model) -> dict[str, Any]:
    """What can be read from a model file without creating any object."""
    return {
        "name": model.name,
        "target": model.target,
        "classes": model.classes,
        "estimator": f"{type(model.estimator).__module__}.{model.learner}",
        "schema": model.coder.schema_,
        "versions": versions(),
        "saved": datetime.now(UTC).isoformat(timespec="seconds"),
        "facts": model.facts,
    }


def versions() -> dict[str, str]:
    return {
        "rosenblatt": version("rosenblatt"),
        "scikit-learn": sklearn.__version__,
        "numpy": numpy.__version__,
    }
