"""Words for yes and no in several languages."""

from __future__ import annotations

_YES = """
yes y true t on ja j wahr oui o vrai si sí sì s verdadero vero sim verdadeiro da да tak prawda ano
kyllä igen evet
"""
_NO = (
    "no n false f off nein falsch non faux falso não nao nie fałsz нет ne ei nem hayır nee nej nei"
)
_LETTERS = "y t j o s n f"
YES, NO, SINGLE_LETTERS = (frozenset(words.split()) for words in (_YES, _NO, _LETTERS))
PAIRS = (("y", "n"), ("t", "f"), ("j", "n"), ("o", "n"), ("s", "n"))


def yes_or_no(text: str) -> str | None:
    """Return ``"yes"`` or ``"no"`` for a word that means it, else None.

    Examples
    --------
    >>> yes_or_no("Ja"), yes_or_no("FALSE"), yes_or_no("perhaps")
    ('yes', 'no', None)
    """
    word = text.strip().lower()
    if word in YES:
        return "yes"
    return "no" if word in NO else None


def spellings(words: list[str]) -> dict[str, str]:
    """The words in small letters, in capitals and with one capital, with what they mean.

    Examples
    --------
    >>> spellings(["ja"])
    {'ja': 'yes', 'JA': 'yes', 'Ja': 'yes'}
    """
    forms = (str.lower, str.upper, str.capitalize)
    return {form(word): yes_or_no(word) or "" for word in words for form in forms}


def are_answers(words: set[str]) -> bool:
    """Return whether lower-case words are answers: both yes and no, and letters only in pairs.

    Examples
    --------
    >>> are_answers({"ja", "nein"}), are_answers({"f", "t"}), are_answers({"s", "f"})
    (True, True, False)
    """
    meanings = {yes_or_no(word) for word in words}
    letters = words & SINGLE_LETTERS
    paired = not letters or any(letters <= set(pair) for pair in PAIRS)
    return meanings == {"yes", "no"} and paired
