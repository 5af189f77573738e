"""The shell of a page: style and script inside, everything else forbidden by its own policy."""

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from importlib.resources import files
from typing import Any

from rosenblatt.report.charts.standalone import chart_style
from rosenblatt.report.markup import Markup, element, join


def page(title: str, kicker: str, deck: Any, opening: Any, sections: Sequence[Markup]) -> str:
    """A whole HTML page.

    Parameters
    ----------
    title, kicker : str
        Headline, and the few words above it.
    deck, opening : markup or None
        The line below the headline, and what stands before the first section.
    sections : sequence of Markup
        Made by :func:`section`.
    """
    style, script = chart_style() + asset("style.css"), asset("script.js")
    head = element("head", *metadata(title, policy(style, script)), element("style", Markup(style)))
    body = element(
        "body", masthead(title, kicker, deck, opening), element("main", *sections), foot(),
        element("div", id="tip", role="status", aria_hidden="true"),
        element("script", Markup(script)),
    )  # fmt: skip
    return f"<!doctype html>\n{element('html', head, body, lang='en')}\n"


def asset(name: str) -> str:
    return (files("rosenblatt.report") / name).read_text(encoding="utf-8")


def policy(style: str, script: str) -> str:
    """Only this style and this script; no network, no other code, not even by accident."""
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


def masthead(title: str, kicker: str, deck: Any, opening: Any) -> Markup:
    return element(
        "header",
        element("button", "Dark", type="button", class_="toggle", hidden=True,
                aria_label="Change between light and dark"),
        element("p", kicker, class_="kicker"),
        element("h1", element("bdi", title)),
        element("p", deck, class_="deck") if deck else None,
        opening,
    )  # fmt: skip


def section(name: str, title: str, *content: Any) -> Markup:
    """A part of the page that can be linked to."""
    heading = element("h2", title, id=f"{name}-title")
    return element("section", heading, *content, id=name, aria_labelledby=f"{name}-title")


def lead(*words: Any) -> Markup:
    """The sentence under a heading that says how to read what follows."""
    return element("p", *words, class_="lead")


def contents(links: Sequence[tuple[str, str]]) -> Markup:
    """Links to the sections."""
    found = [element("a", words, href=f"#{name}") for name, words in links]
    return element("nav", *found, aria_label="Contents")


def facts(pairs: Sequence[tuple[str, str]]) -> Markup:
    """The few numbers to remember, large, each with its meaning."""
    cells = [element("div", element("dt", k), element("dd", v)) for v, k in pairs]
    return element("dl", *cells, class_="facts")


def foot() -> Markup:
    words = "Made by rosenblatt. This page is one file: it loads nothing and sends nothing."
    return element("footer", join(words))
