"""What the README shows is true."""

import re
from pathlib import Path

import pytest

import rosenblatt

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()


def test_the_ten_lines_run(capsys):
    (code,) = re.findall(r"```python\n(.*?)```", README, flags=re.S)
    exec(compile(code, "README.md", "exec"), {})
    assert "accuracy 0.9" in capsys.readouterr().out


def test_the_two_commands_are_targets_of_the_makefile():
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"^make (\w+)", README, flags=re.M):
        assert re.search(rf"^{target}:", makefile, flags=re.M)


@pytest.mark.parametrize("link", re.findall(r"\]\((?!http)([^)#]+)\)", README))
def test_links_lead_to_files(link):
    assert (ROOT / link).exists()


@pytest.mark.parametrize("name", re.findall(r"`(\w+Perceptron)`", README))
def test_estimators_named_exist(name):
    assert hasattr(rosenblatt, name)
