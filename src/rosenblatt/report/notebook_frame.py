"""A page inside a notebook: in a frame of its own, which can reach neither notebook nor network."""

from rosenblatt.report.markup import Markup, element

HEIGHT = 760


def framed(html: str, title: str) -> Markup:
    """The page as the source of a sandboxed frame.

    Scripts may run, those of the page alone as its security policy says; the sandbox gives them an
    origin of their own, so that they see nothing of the notebook.

    Examples
    --------
    >>> framed("<p>a</p>", "b").startswith('<iframe srcdoc="&lt;p&gt;a&lt;/p&gt;" sandbox=')
    True
    """
    style = f"width: 100%; height: {HEIGHT}px; border: 1px solid #8885; border-radius: 6px;"
    return element("iframe", srcdoc=html, sandbox="allow-scripts", title=title, style=style)
