"""Hypotheses that must survive rows, and learners that let none survive."""

SURVIVORS = ("longest", "pocket", "voted")


def refuse_survivors(hypothesis: str, setting: str, instead: str = "") -> None:
    """Refuse what counts survived rows for a setting under which every row changes the weights."""
    if hypothesis in SURVIVORS:
        raise ValueError(
            f"hypothesis={hypothesis!r} looks for hypotheses that survive, but with {setting} "
            f"every row changes the weights; choose hypothesis='last' or 'averaged'{instead}."
        )
