"""The card of a data set: what it is, where it comes from, how it was coded."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Card:
    """What a user must know before quoting a number measured on a data set.

    Parameters
    ----------
    name : str
        Name under which the set is loaded.
    paper : str or None
        Short name of the paper whose coding was used; None for the plain form.
    rows : int
        Rows of ``data``.
    rows_test : int
        Rows of ``data_test``; 0 where the set has no test part of its own.
    features : int
        Columns after coding.
    classes : tuple of str
        Names of the classes, in the sorted order of their labels.
    licence : str
        Terms of use, as far as known.
    source : str
        Where the stored copy was taken from.
    citation : str
        Whom to cite.
    coding : str
        What was dropped, how columns were coded, which class is positive.
    note : str
        What else the manifest remarks on the set; often empty.

    Examples
    --------
    >>> from rosenblatt.datasets import Card
    >>> card = Card("toy", None, 4, 0, 2, ("a", "b"), "CC0", "made up", "nobody", "as is", "")
    >>> card.rows
    4
    """

    name: str
    paper: str | None
    rows: int
    rows_test: int
    features: int
    classes: tuple[str, ...]
    licence: str
    source: str
    citation: str
    coding: str
    note: str
