"""How many repetitions a table has."""

PERMUTATIONS = 12


def permutations(splits: int | None, quick: bool) -> range:
    """Numbers of the permutations: twelve by default, one for a quick run.

    Examples
    --------
    >>> from rosenblatt.reproduce.kw.repetitions import permutations
    >>> permutations(None, False), permutations(3, False), permutations(None, True)
    (range(0, 12), range(0, 3), range(0, 1))
    """
    if splits is not None:
        return range(splits)
    return range(1 if quick else PERMUTATIONS)
