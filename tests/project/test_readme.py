"""What the README shows is true."""

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import rosenblatt

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()


TEN_LINES, IN_A_NOTEBOOK = re.findall(r"```python\n(.*?)```", README, flags=re.S)


def test_the_ten_lines_run(capsys):
    exec(compile(TEN_LINES, "README.md", "exec"), {})
    assert "accuracy 0.9" in capsys.readouterr().out


def test_the_lines_for_a_notebook_run(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    numbers = np.random.default_rng(0).normal(size=60)
    frame = pd.DataFrame({"x": numbers, "default": np.where(numbers > 0, "yes", "no")})
    code = IN_A_NOTEBOOK.replace("budget=30", "budget=1")
    assert code != IN_A_NOTEBOOK
    exec(compile(code, "README.md", "exec"), {"frame": frame})
    assert (tmp_path / "report.html").exists()


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
