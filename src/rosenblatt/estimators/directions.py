"""Learners whose steps are not taken along the rows."""

from typing import NoReturn


def refuse_votes(hypothesis: str, name: str) -> None:
    """Refuse votes, which are replayed from the rows."""
    if hypothesis == "voted":
        raise ValueError(
            f"hypothesis='voted' cannot be combined with {name}: votes are replayed from the rows, "
            "and its steps are not taken along them; choose 'averaged' or 'last'."
        )


def refuse_kernel(name: str) -> NoReturn:
    """Refuse a rule that remembers something of each feature."""
    raise ValueError(
        f"rule={name} has a variance for each feature, and a kernel knows no features; choose "
        "another rule, for example SecondOrderPerceptron() or PassiveAggressiveClassifier()."
    )
