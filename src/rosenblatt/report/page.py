"""The frame of a page: style and script included, all else forbidden by its security policy."""

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from importlib.resources import files
from typing import Any

from rosenblatt.report.charts.standalone import chart_style
from rosenblatt.report.markup import Markup, element, join


def page(title: str, kind: str, subtitle: Any, top: Any, sections: Sequence[Markup]) -> str:
    """A complete HTML page.

    Parameters
    ----------
    title, kind : str
        The title, and the kind of report, shown above it.
    subtitle, top : markup or None
        The line below the title, and the content before the first section.
    sections : sequence of Markup
        Sections made by :func:`section`.
    """
    style, script = chart_style() + asset("style.css"), asset("script.js")
    head = element("head", *metadata(title, policy(style, script)), element("style", Markup(style)))
    body = element(
        "body", page_header(title, kind, subtitle, top), element("main", *sections), page_footer(),
        element("div", id="tip", role="status", aria_hidden="true"),
        element("script", Markup(script)),
    )  # fmt: skip
    return f"<!doctype html>\n{element('html', head, body, lang='en')}\n"


def asset(name: str) -> str:
    return (files("rosenblatt.report") / name).read_text(encoding="utf-8")


def policy(style: str, script: str) -> str:
    """Allow only this style and this script: no network and no other code, even by accident."""
    return (
        f"default-src 'none'; style-src '{digest(style)}'; script-src '{digest(script)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def digest(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


def metadata(title: str, rules: str) -> list[Markup]:
    return [
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=rules),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("link", rel="icon", href="data:,"),
        element("title", title),
    ]


def page_header(title: str, kind: str, subtitle: Any, top: Any) -> Markup:
    return element(
        "header",
        element("button", "Dark", type="button", class_="toggle", hidden=True,
                aria_label="Switch between light and dark"),
        element("p", kind, class_="kind"),
        element("h1", element("bdi", title)),
        element("p", subtitle, class_="subtitle") if subtitle else None,
        top,
    )  # fmt: skip


def section(name: str, title: str, *content: Any) -> Markup:
    """A section of the page, with an anchor to link to."""
    heading = element("h2", title, id=f"{name}-title")
    return element("section", heading, *content, id=name, aria_labelledby=f"{name}-title")


def intro(*text: Any) -> Markup:
    """The text below a heading that explains what follows."""
    return element("p", *text, class_="intro")


def contents(links: Sequence[tuple[str, str]]) -> Markup:
    """Links to the sections."""
    anchors = [element("a", text, href=f"#{name}") for name, text in links]
    return element("nav", *anchors, aria_label="Contents")


def key_numbers(pairs: Sequence[tuple[str, str]]) -> Markup:
    """The most important numbers, large, each with its meaning."""
    cells = [element("div", element("dt", k), element("dd", v)) for v, k in pairs]
    return element("dl", *cells, class_="key-numbers")


def page_footer() -> Markup:
    text = "Made by rosenblatt. This page is a single file: it loads nothing and sends nothing."
    return element("footer", join(text))
