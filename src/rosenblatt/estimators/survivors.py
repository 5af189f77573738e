"""Hypotheses that must survive rows, and learners that let none survive."""

from rosenblatt.training.keepers import SURVIVORS


def refuse_survivors(hypothesis: str, setting: str, instead: str = "") -> None:
    """Refuse what counts survived rows for a setting under which no row is survived."""
    if hypothesis in SURVIVORS:
        raise ValueError(
            f"hypothesis={hypothesis!r} looks for hypotheses that survive, but with {setting} "
            f"none survives a row; choose hypothesis='last' or 'averaged'{instead}."
        )
