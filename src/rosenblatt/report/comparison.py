"""The page of a comparison."""

from typing import Any

from rosenblatt.report.markup import clean, join
from rosenblatt.report.page import contents, page
from rosenblatt.report.sections.confusion import confusion
from rosenblatt.report.sections.curves import learning, noise
from rosenblatt.report.sections.data import data
from rosenblatt.report.sections.errors import errors
from rosenblatt.report.sections.leaderboard import leaderboard
from rosenblatt.report.sections.method import method, notes
from rosenblatt.report.sections.opening import deck, numbers, summary
from rosenblatt.report.sections.projection import projection
from rosenblatt.report.sections.weights import weights

SECTIONS = [
    ("leaderboard", "Leaderboard", leaderboard),
    ("errors", "Differences", errors),
    ("learning", "Learning curves", learning),
    ("noise", "Wrong labels", noise),
    ("confusion", "Confusion", confusion),
    ("weights", "Weights", weights),
    ("projection", "Picture", projection),
    ("data", "Data", data),
    ("method", "Method", method),
    ("notes", "Notes", notes),
]


def render_comparison(comparison: dict[str, Any]) -> str:
    """The report of a comparison: one HTML page that needs nothing else.

    Parameters
    ----------
    comparison : dict
        What ``Comparison.to_dict()`` returns. Parts that are None or absent are left out of the
        page; every name in it is escaped.

    Returns
    -------
    str
        The page, to be written by :func:`rosenblatt.report.write_report`.

    Examples
    --------
    >>> page = render_comparison({"name": "iris", "entries": [], "summary": ["Nothing ran."]})
    >>> "Nothing ran." in page
    True
    """
    made = [(name, words, draw(comparison)) for name, words, draw in SECTIONS]
    kept = [(name, words, part) for name, words, part in made if part is not None]
    links = contents([(name, words) for name, words, _ in kept])
    opening = join(summary(comparison), numbers(comparison), links)
    title = clean(comparison.get("name") or "Comparison")[:200]
    return page(title, "Comparison of learners", deck(comparison), opening, [p for *_, p in kept])
