"""How a learner declares its parameters without writing the common ones again."""

import inspect
from collections.abc import Callable
from typing import Any

from rosenblatt.estimators.perceptron import Perceptron


def parameters(
    of: type = Perceptron, *, without: tuple[str, ...] = (), **new: Any
) -> Callable[..., None]:
    """An ``__init__`` with the parameters of another class, some left out, some new or with
    another default.

    scikit-learn reads its signature, so ``get_params``, ``clone`` and help texts know them all.
    """
    full = inspect.signature(of.__init__)  # type: ignore[misc]
    kept = [
        p.replace(default=new.pop(p.name, p.default))
        for p in full.parameters.values()
        if p.name not in without
    ]
    added = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default)
        for name, default in new.items()
    ]
    signature = full.replace(parameters=[kept[0], *added, *kept[1:]])

    def __init__(self: Any, **params: Any) -> None:  # noqa: N807
        given = signature.bind(self, **params)
        given.apply_defaults()
        for name in list(given.arguments)[1:]:
            setattr(self, name, given.arguments[name])

    __init__.__signature__ = signature  # type: ignore[attr-defined]
    return __init__
