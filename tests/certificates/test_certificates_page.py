"""What docs/certificates.md shows is true."""

import re
from pathlib import Path

import rosenblatt

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "certificates.md").read_text("utf-8")


def test_the_examples_run_one_after_the_other(capsys):
    names: dict = {}
    blocks = re.findall(r"```python\n(.*?)```", PAGE, flags=re.S)
    for block in blocks:
        exec(compile(block, "docs/certificates.md", "exec"), names)
    shown = capsys.readouterr().out
    assert len(blocks) == 3
    assert "No hyperplane separates" in shown and "Certificate of AveragedPerceptron" in shown


def test_every_function_and_display_named_exists():
    named = re.findall(r"^\| `(\w+)`", PAGE, flags=re.M)
    parts = {"separability", "mistakes", "margin", "errors"}  # of a certificate
    assert len(named) > 12
    assert [name for name in named if name not in parts and not hasattr(rosenblatt, name)] == []
