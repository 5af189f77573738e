"""Objects as bytes and back with skops: only objects of types named here are ever created."""

import io
import zipfile
from typing import Any

from rosenblatt.models.learner_names import LEARNERS
from rosenblatt.models.model_file import BadModelError

# What learners contain besides numbers, arrays and scikit-learn's own estimators.
STATE = (
    "rosenblatt.classifiers.whitening.Whitening",
    "rosenblatt.training.kernel.Kernel",
    "rosenblatt.training.kernel_model.KernelModel",
    "rosenblatt.training.kernel_model.KernelVotes",
    "rosenblatt.training.kernel_stream.KernelStream",
    "rosenblatt.training.session.Frame",
    "rosenblatt.training.stream.Stream",
    "rosenblatt.training.votes.VoteList",
    "rosenblatt.training.votes.Votes",
    "rosenblatt.ensembles.hypotheses.Fitted",
    "rosenblatt.ensembles.hypotheses.Hyperplanes",
    "rosenblatt.tables.coder.TableCoder",
)


def trusted_types() -> list[str]:
    """Names of the types that fitted learners consist of, besides those that skops trusts.

    Returns
    -------
    list of str
        For ``skops.io.load(file, trusted=...)`` and for tools that save models with skops, such as
        MLflow. None of these types runs anything when it is loaded.

    Examples
    --------
    >>> from rosenblatt import trusted_types
    >>> "rosenblatt.estimators.fixed.AveragedPerceptron" in trusted_types()
    True
    """
    learners = [f"{c.__module__}.{c.__qualname__}" for c in LEARNERS.values()]
    return [*learners, *STATE]


def to_bytes(thing: Any) -> bytes:
    """An object as skops writes it.

    Parameters
    ----------
    thing : object
        Of allowed types only; anything else is refused now rather than when it is loaded.

    Returns
    -------
    bytes
        The archive, not compressed.
    """
    skops_io = the_skops()
    data = skops_io.dumps(thing)
    foreign = sorted(set(skops_io.get_untrusted_types(data=data)) - set(trusted_types()))
    if foreign:
        raise ValueError(
            f"the model contains {', '.join(foreign)}, which a model file may not; save a "
            "learner of rosenblatt or of scikit-learn."
        )
    return data


def from_bytes(data: bytes, path: Any) -> Any:
    """The object of an archive, if all its types are allowed.

    Parameters
    ----------
    data : bytes
        What ``to_bytes`` returned, possibly changed by somebody.
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
        foreign = sorted(set(skops_io.get_untrusted_types(data=data)) - set(trusted_types()))
        if foreign:
            raise BadModelError(
                f"{path} contains types that are not trusted: {', '.join(foreign)}."
            )
        return skops_io.loads(data, trusted=trusted_types())
    except BadModelError:
        raise
    except Exception as error:  # a forged file can fail anywhere inside
        reason = " ".join(str(error).split())[:200]
        raise BadModelError(f"{path} cannot be read: {type(error).__name__}: {reason}") from error


def refuse_compression(data: bytes, path: Any) -> None:
    """Archives are written without compression, so that none can expand beyond its own size."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for part in archive.infolist():
            if part.compress_type != zipfile.ZIP_STORED or part.file_size > len(data):
                raise BadModelError(
                    f"{path} contains compressed parts, which a model file never does."
                )


def the_skops() -> Any:
    try:
        import skops.io
    except ImportError as error:
        raise ImportError(
            "saving and loading models needs skops; install it with: "
            "pip install 'rosenblatt[models]'"
        ) from error
    return skops.io
