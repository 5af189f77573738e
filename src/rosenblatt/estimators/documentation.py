"""Complete docstrings: what classes share is described once, in the base class that declares it."""

import inspect
import re
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

Class = TypeVar("Class", bound=type)

HEADING = re.compile(r"^(\S.*)\n-{3,}\n", re.MULTILINE)
ENTRY = re.compile(r"\n(?=\S)")


def documented(cls: Class) -> Class:
    """Insert what the base classes describe into the docstring of a class.

    The section "Parameters" then has an entry for every parameter of ``__init__``, in the order of
    the signature and with its default, and the section "Attributes" those of all base classes. An
    entry of the class itself replaces that of a base class.
    """
    return documented_without()(cls)


def documented_without(*attributes: str) -> Callable[[Class], Class]:
    """The same for a class that lacks some attributes of its base classes."""

    def complete(cls: Class) -> Class:
        if cls.__doc__:  # python -OO leaves none
            cls.__doc__ = text_of(completed(cls, attributes))
        remember_signature(cls)
        return cls

    return complete


def remember_signature(cls: type) -> None:
    """``get_params`` asks for it each time, and making it anew took a tenth of a small fit."""
    init: Any = vars(cls).get("__init__")
    if init is not None:
        init.__signature__ = inspect.signature(init)


def completed(cls: type, without: tuple[str, ...]) -> dict[str, str]:
    """All sections of the docstring; the one without a name comes before the first heading."""
    own = sections_of(cls)
    kept = {k: v for k, v in entries_by(cls, "Attributes").items() if k not in without}
    inserted = {
        "": own.pop(""),
        "Parameters": "\n".join(parameters_of(cls, entries_of(own.get("Parameters", "")))),
        "Attributes": "\n".join(kept.values()),
    }
    return inserted | {name: body for name, body in own.items() if name not in inserted}


def parameters_of(cls: type, own: dict[str, str]) -> list[str]:
    inherited = entries_by(cls, "Parameters")
    found = []
    for name, parameter in inspect.signature(cls).parameters.items():
        if name in own:
            found.append(own[name])
        elif name in inherited:
            found.append(with_default(inherited[name], parameter.default))
    return found


def with_default(entry: str, default: Any) -> str:
    """An inherited entry names no default, or that of the base class."""
    heading, line_end, description = entry.partition("\n")
    heading = heading.partition(", default=")[0]
    if default is not inspect.Parameter.empty:
        heading += f', default="{default}"' if isinstance(default, str) else f", default={default}"
    return heading + line_end + description


def entries_by(cls: type, section: str) -> dict[str, str]:
    """The entries of a class and its bases: the most general first, each by its nearest class."""
    found: dict[str, str] = {}
    for kind in reversed(cls.__mro__):
        found |= entries_of(sections_of(kind).get(section, ""))
    return found


@cache
def entries_of(body: str) -> dict[str, str]:
    return {entry.partition(" : ")[0]: entry.rstrip() for entry in ENTRY.split(body) if entry}


def sections_of(cls: type) -> dict[str, str]:
    return dict(sections_in(cls.__doc__ or ""))


@cache  # the bases of one class are those of the next
def sections_in(text: str) -> dict[str, str]:
    parts = HEADING.split(inspect.cleandoc(text))
    names, bodies = ["", *parts[1::2]], parts[::2]
    return {name: body.strip("\n") for name, body in zip(names, bodies, strict=True)}


def text_of(sections: dict[str, str]) -> str:
    texts = [
        f"{name}\n{'-' * len(name)}\n{body}" for name, body in sections.items() if name and body
    ]
    return "\n\n".join([sections[""], *texts])
