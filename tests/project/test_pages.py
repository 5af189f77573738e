"""The tables of the docs are those of the stored measurements."""

import pytest

from benchmarks.pages import BLOCK, TABLES, pages, remade


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_every_made_table_of_a_page_is_what_its_command_makes(page):
    text = page.read_text("utf-8")
    assert remade(text) == text


def test_every_table_that_can_be_made_is_shown_once():
    shown = [name for page in pages() for name in BLOCK.findall(page.read_text("utf-8"))]
    assert sorted(shown) == sorted(TABLES)


def test_a_changed_number_is_noticed():
    [page] = [page for page in pages() if page.name == "reproductions.md"]
    text = page.read_text("utf-8")
    changed = text.replace("| Li 3 |", "| Li 33 |")
    assert changed != text
    assert remade(changed) == text
