"""The report of a comparison."""

from typing import Any

from rosenblatt.report.markup import clean, join
from rosenblatt.report.page import contents, page
from rosenblatt.report.sections.confusion import confusion
from rosenblatt.report.sections.data import data
from rosenblatt.report.sections.error_curves import learning, noise
from rosenblatt.report.sections.errors import errors
from rosenblatt.report.sections.findings import findings
from rosenblatt.report.sections.hard_rows import hard_rows
from rosenblatt.report.sections.importance import importance
from rosenblatt.report.sections.leaderboard import leaderboard
from rosenblatt.report.sections.measures import measures
from rosenblatt.report.sections.method import method, notes
from rosenblatt.report.sections.overview import numbers, size, summary
from rosenblatt.report.sections.participants import participants
from rosenblatt.report.sections.projection import projection
from rosenblatt.report.sections.provenance import next_steps, origin
from rosenblatt.report.sections.thresholds import thresholds
from rosenblatt.report.sections.weights import weights

SECTIONS = [
    ("findings", "Found in the table", findings),
    ("leaderboard", "Leaderboard", leaderboard),
    ("errors", "Differences", errors),
    ("measures", "Measures", measures),
    ("thresholds", "Thresholds", thresholds),
    ("confusion", "Confusion", confusion),
    ("hard", "Hard rows", hard_rows),
    ("importance", "Importance", importance),
    ("weights", "Weights", weights),
    ("projection", "Projection", projection),
    ("learning", "Learning curves", learning),
    ("noise", "Wrong labels", noise),
    ("data", "Data", data),
    ("participants", "Learners", participants),
    ("method", "Method", method),
    ("notes", "Notes", notes),
    ("next", "Next", next_steps),
]


def render_comparison(comparison: dict[str, Any]) -> str:
    """The report of a comparison: one self-contained HTML page.

    Parameters
    ----------
    comparison : dict
        What ``Comparison.to_dict()`` returns. Values that are None or absent are left out of the
        page; all names are escaped.

    Returns
    -------
    str
        The page; :func:`rosenblatt.report.write_report` writes it to a file.

    Examples
    --------
    >>> page = render_comparison({"name": "iris", "entries": [], "summary": ["Nothing ran."]})
    >>> "Nothing ran." in page
    True
    """
    drawn = [(name, text, draw(comparison)) for name, text, draw in SECTIONS]
    kept = [(name, text, section) for name, text, section in drawn if section is not None]
    links = contents([(name, text) for name, text, _ in kept])
    top = join(summary(comparison), numbers(comparison), origin(comparison), links)
    title = clean(comparison.get("name") or "Comparison")[:200]
    return page(title, "Comparison of learners", size(comparison), top, [s for *_, s in kept])
