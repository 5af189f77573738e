"""Modules whose names are imported when they are asked for, so that nobody waits for the rest."""

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

Lookup = Callable[[str], Any]
Listing = Callable[[], list[str]]


def lazy_exports(
    package: str, names_by_module: Mapping[str, Sequence[str]], submodules: Sequence[str] = ()
) -> tuple[list[str], Lookup, Listing]:
    """Return ``__all__``, ``__getattr__`` and ``__dir__`` of a package.

    ``names_by_module`` says which module has which names, a submodule as ``.module``;
    ``submodules`` are offered as attributes, too, without an import of their own.
    """
    modules = {name: module for module, names in names_by_module.items() for name in names}

    def look_up(name: str) -> Any:
        if name in submodules:
            return import_module(f"{package}.{name}")
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(modules[name], package), name)
        setattr(sys.modules[package], name, found)
        return found

    def listing() -> list[str]:
        return sorted({*vars(sys.modules[package]), *modules, *submodules})

    return sorted(modules), look_up, listing
