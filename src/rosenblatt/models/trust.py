"""Objects as bytes and back with skops: only types named here are ever made. No pickle."""

import io
import zipfile
from typing import Any

from rosenblatt.models.envelope import BadModelError
from rosenblatt.models.learners import LEARNERS

# What learners hold beside numbers, arrays and scikit-learn's own estimators.
STATE = (
    "rosenblatt.training.session.Frame",
    "rosenblatt.training.stream.Stream",
    "rosenblatt.training.votes.VoteList",
    "rosenblatt.training.votes.Votes",
    "rosenblatt.ensembles.hypotheses.Fitted",
    "rosenblatt.ensembles.hypotheses.Hyperplanes",
    "rosenblatt.tables.coder.TableCoder",
)


def allowed() -> list[str]:
    """Names of the types that a model file may hold beside those skops knows to be harmless."""
    learners = [f"{c.__module__}.{c.__qualname__}" for c in LEARNERS.values()]
    return [*learners, *STATE]


def to_bytes(thing: Any) -> bytes:
    """An object as skops writes it.

    Parameters
    ----------
    thing : object
        Made of allowed types only; anything else is refused now rather than at load.

    Returns
    -------
    bytes
        The archive, not compressed.
    """
    skops_io = the_skops()
    data = skops_io.dumps(thing)
    foreign = sorted(set(skops_io.get_untrusted_types(data=data)) - set(allowed()))
    if foreign:
        raise ValueError(
            f"the model holds {', '.join(foreign)}, which no model file may contain; save a "
            "learner of rosenblatt or of scikit-learn."
        )
    return data


def from_bytes(data: bytes, path: Any) -> Any:
    """The object of an archive, if all its types are allowed.

    Parameters
    ----------
    data : bytes
        What ``to_bytes`` gave, possibly changed by somebody.
    path : str or path
        Name of the file, for messages.

    Returns
    -------
    object
        The object.
    """
    skops_io = the_skops()
    try:
        refuse_compression(data, path)
        foreign = sorted(set(skops_io.get_untrusted_types(data=data)) - set(allowed()))
        if foreign:
            raise BadModelError(f"{path} holds types that are not trusted: {', '.join(foreign)}.")
        return skops_io.loads(data, trusted=allowed())
    except BadModelError:
        raise
    except Exception as error:  # a file made by hand can fail anywhere inside
        reason = " ".join(str(error).split())[:200]
        raise BadModelError(f"{path} cannot be read: {type(error).__name__}: {reason}") from error


def refuse_compression(data: bytes, path: Any) -> None:
    """Archives are written without compression, so none can unfold to more than its own size."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for part in archive.infolist():
            if part.compress_type != zipfile.ZIP_STORED or part.file_size > len(data):
                raise BadModelError(f"{path} holds compressed parts, which no model file does.")


def the_skops() -> Any:
    try:
        import skops.io
    except ImportError as error:
        raise ImportError(
            "saving and loading models needs skops; install it with: "
            "pip install 'rosenblatt[models]'"
        ) from error
    return skops.io
