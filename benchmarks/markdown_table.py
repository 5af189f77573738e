"""Tables in Markdown."""

from collections.abc import Sequence


def markdown(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Names at the left, numbers at the right of their columns."""
    rule = ["---", *["---:"] * (len(head) - 1)]
    return "\n".join("| " + " | ".join(line) + " |" for line in [head, rule, *lines])
