"""Everything that is not markup is escaped."""

import comparisons
import pytest

from rosenblatt.report.markup import Markup, clean, element, isolated_name


@pytest.mark.parametrize("words", comparisons.HOSTILE)
def test_text_inside_an_element_cannot_open_another(words):
    assert element("p", words).count("<") == 2


@pytest.mark.parametrize("words", comparisons.HOSTILE)
def test_text_cannot_break_out_of_an_attribute(words):
    assert element("p", data_tip=words).count('"') == 2


def test_markup_is_not_escaped_twice():
    assert element("p", element("b", "a & b"), Markup("<br>")) == "<p><b>a &amp; b</b><br></p>"


def test_characters_that_reorder_or_break_text_are_removed():
    assert clean("a\u202eb\x00c\ud800") == "abc?"


def test_a_long_name_is_shortened_and_its_tooltip_has_all_of_it():
    cut = isolated_name("x" * 200)
    assert "…" in cut
    assert f'data-tip="{"x" * 200}"' in cut
