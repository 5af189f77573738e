"""What was found in the table before anything was learned, and what was done about it."""

from typing import Any

from rosenblatt.report.markup import Markup, element
from rosenblatt.report.page import intro, section

INTRO = (
    "Read this first: how columns were read, which were left out, and what may be wrong. The "
    "options shown change what was done."
)


def findings(comparison: dict[str, Any]) -> Markup | None:
    found = comparison.get("findings") or []
    if not found:
        return None
    items = [element("li", *parts(finding)) for finding in found]
    return section("findings", "Found in the table", intro(INTRO), element("ul", *items))


def parts(finding: dict[str, Any]) -> list[Any]:
    """What was found in bold, what was done, how to undo it."""
    done = f" {finding.get('done') or ''} "
    return [
        element("strong", str(finding.get("found") or finding.get("text") or "")[:1000]),
        done[:1000],
        element("span", str(finding.get("undo") or "")[:1000], class_="soft"),
    ]
