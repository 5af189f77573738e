"""Where the page comes from, and what to type next."""

from typing import Any

from rosenblatt.report.markup import Markup, clean, element, join
from rosenblatt.report.page import section


def origin(comparison: dict[str, Any]) -> Markup | None:
    """One line: command, version, seed, date, and the file by its SHA-256."""
    known = comparison.get("provenance") or {}
    if not known:
        return None
    parts: list[Any] = [element("code", clean(known["command"]))] if known.get("command") else []
    parts += [f"rosenblatt {clean(known['version'])}"] if known.get("version") else []
    parts += [f"seed {clean(known['seed'])}"] if known.get("seed") is not None else []
    parts += [clean(known["date"]).replace("T", " ").replace("+00:00", " UTC")] * ("date" in known)
    if known.get("sha256"):
        digest = clean(known["sha256"])
        name = element("bdi", clean(known.get("file") or "file"))
        shown = element("code", f"{digest[:12]}…", data_tip=digest, title=digest)
        parts.append(join(name, " SHA-256 ", shown))
    return element("p", *separated(parts), class_="origin")


def separated(parts: list[Any]) -> list[Any]:
    return [piece for k, part in enumerate(parts) for piece in ([" · "] if k else []) + [part]]


def next_steps(comparison: dict[str, Any]) -> Markup | None:
    """The commands that use the model, with the names of the files that were written."""
    known = comparison.get("provenance") or {}
    commands = known.get("next") or []
    if not commands:
        return None
    lines = "\n".join(clean(command) for command in commands)
    return section("next", "What to type next", element("pre", element("code", lines), tabindex=0))
