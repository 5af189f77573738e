"""Parameters that a class does not have: what to write instead."""

import inspect
from difflib import get_close_matches
from functools import cache

# scikit-learn's linear learners have these; the README's table says the same.
REMEDIES = {
    "tol": "training ends when nothing can change any more; max_iter and time_limit bound it",
    "shuffle": "choose order='shuffled' or order='cyclic'",
    "penalty": "there is none; lam and alpha_bound limit single rows instead",
    "alpha": "there is no penalty; lam and alpha_bound limit single rows instead",
    "l1_ratio": "there is no penalty; lam and alpha_bound limit single rows instead",
    "average": "choose hypothesis='averaged'",
    "coef_init": "give the starting weights as init",
    "intercept_init": "give the starting weights as init, the intercepts in a last column",
    "base_estimator": "it is called estimator",
}


def check_parameter_names(cls: type, args: tuple, given: dict[str, object]) -> None:
    """Raise a TypeError that names the class, the parameter and a remedy."""
    known = parameters_of(cls)
    if known is None:
        return
    by_position = [
        name for name, kind in known.items() if kind is not inspect.Parameter.KEYWORD_ONLY
    ]
    if len(args) > len(by_position):
        raise TypeError(
            f"{cls.__name__}() takes {len(by_position) or 'no'} parameters by position, but "
            f"{len(args)} were given; write them as name=value, for example "
            f"{cls.__name__}({list(known)[len(by_position)]}={args[len(by_position)]!r})."
        )
    for name in given:
        if name not in known:
            raise TypeError(
                f"{cls.__name__}.__init__() got an unexpected keyword argument {name!r}: "
                f"{remedy(name, list(known))}."
            )


@cache
def parameters_of(cls: type) -> dict[str, object] | None:
    """The kinds of the parameters by their names; None if any name will do, or there are none."""
    parameters = list(inspect.signature(cls.__init__).parameters.values())[1:]  # type: ignore[misc]
    open_ended = {inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL}
    if not parameters or any(parameter.kind in open_ended for parameter in parameters):
        return None
    return {parameter.name: parameter.kind for parameter in parameters}


def remedy(name: str, known: list[str]) -> str:
    if name in REMEDIES:
        return REMEDIES[name]
    near = get_close_matches(name, known, n=1)
    return f"did you mean {near[0]!r}?" if near else f"the parameters are {', '.join(known)}"
