"""Reports as Chromium shows them."""

import re

import comparisons
import pytest
from chromium import NO_CHROMIUM, has_chromium

from rosenblatt.report import render_comparison, render_paper

if not has_chromium():
    pytest.skip(NO_CHROMIUM, allow_module_level=True)

ENTER, SPACE = "\ue007", " "  # as selenium names the keys
# Problems of the visible charts: no size, text outside the chart, text on text.
LOOK = """
const found = [];
for (const chart of document.querySelectorAll('svg.chart')) {
  const box = chart.getBoundingClientRect();
  if (!chart.checkVisibility() || chart.classList.contains('marker')) continue;
  const name = chart.getAttribute('aria-label');
  if (box.width < 20 || box.height < 10) found.push(`${name}: no size`);
  const nodes = Array.from(chart.querySelectorAll('text'));
  const texts = nodes.map((t) => [t.textContent, t.getBoundingClientRect()])
    .filter(([, b]) => b.width > 0);
  texts.forEach(([words, b], i) => {
    if (b.left < box.left - 1 || b.right > box.right + 1
        || b.top < box.top - 2 || b.bottom > box.bottom + 2)
      found.push(`${name}: "${words}" leaves the chart`);
    for (const [other, c] of texts.slice(i + 1)) {
      const across = Math.min(b.right, c.right) - Math.max(b.left, c.left);
      const down = Math.min(b.bottom, c.bottom) - Math.max(b.top, c.top);
      if (across > 2 && down > 0.4 * Math.min(b.height, c.height))
        found.push(`${name}: "${words}" lies on "${other}"`);
    }
  });
}
return found;
"""
COUNT = "return Array.from(document.querySelectorAll('%s')).filter(c => c.checkVisibility()).length"
PAPER = "return getComputedStyle(document.body).backgroundColor"
CONTRAST = """
const linear = (v) => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
const light = (rgb) => rgb.map((v) => linear(v / 255))
  .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
const parts = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map(Number);
const paper = light(parts(getComputedStyle(document.body).backgroundColor));
const poor = [];
const words = 'h1,h2,h3,p,th,td,dt,dd,li,a,span,figcaption,summary,text';
for (const node of document.querySelectorAll(words)) {
  if (!node.checkVisibility() || !node.textContent.trim()) continue;
  const style = getComputedStyle(node);
  const ink = light(parts(node.tagName === 'text' ? style.fill : style.color));
  const ratio = (Math.max(ink, paper) + .05) / (Math.min(ink, paper) + .05);
  if (ratio < 4.5) poor.push(`${node.tagName} ${node.getAttribute('class')} ${ratio.toFixed(1)}`);
}
return [...new Set(poor)];
"""


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    found = {
        "two classes": comparisons.comparison(),
        "three classes": comparisons.comparison(3),
        "many classes": comparisons.comparison(26),
        "many features": comparisons.wide(),
        "hostile names": comparisons.hostile(),
        "one learner": comparisons.one_learner(),
        "no errors": comparisons.without_errors(),
        "bare": comparisons.bare(),
    }
    return {name: render_comparison(known) for name, known in found.items()} | {
        "paper": render_paper(comparisons.paper())
    }


NAMES = ["two classes", "three classes", "many classes", "many features", "hostile names",
         "one learner", "no errors", "bare", "paper"]  # fmt: skip


@pytest.mark.parametrize("width", [1200, 375])
@pytest.mark.parametrize("name", NAMES)
def test_charts_are_drawn_and_their_text_is_readable(browser, pages, name, width):
    browser.show(pages[name], width=width)
    assert browser.run(COUNT % "svg.chart") > 0
    assert browser.run(LOOK) == []
    assert browser.messages() == []


@pytest.mark.parametrize("name", NAMES)
def test_a_phone_does_not_scroll_sideways(browser, pages, name):
    browser.show(pages[name], width=375)
    assert browser.run("return document.documentElement.scrollWidth") <= 375


def test_a_wide_table_scrolls_inside_its_box_on_a_phone(browser, pages):
    browser.show(pages["two classes"], width=375)
    box = "const s = document.querySelector('#hard .scroll');"
    assert browser.run(box + "return s.scrollWidth > s.clientWidth")


def test_the_leaderboard_fits_a_phone_without_scrolling(browser, pages):
    browser.show(pages["two classes"], width=375)
    box = "const s = document.querySelector('#leaderboard .scroll');"
    assert browser.run(box + "return s.scrollWidth <= s.clientWidth")


def test_the_slider_finds_the_cheapest_threshold_for_its_price(browser, pages):
    browser.show(pages["two classes"])
    curves = comparisons.comparison()["curves"]
    first, second = curves["rows"]
    said = []
    for power in (-1.5, 0, 1.5):
        browser.run(
            f"const s = document.getElementById('price'); s.value = {power};"
            "s.dispatchEvent(new Event('input'));"
        )
        points = curves["learners"][0]["points"]
        best = min(points, key=lambda p: p[1] * first + 10**power * (1 - p[2]) * second)
        missed = browser.run("return document.getElementById('price-missed').textContent")
        assert int(missed) == round((1 - best[2]) * second)
        said.append(int(missed))
    assert said == sorted(said, reverse=True) and said[0] > said[-1]


def test_the_ring_moves_along_the_curve_with_the_slider(browser, pages):
    browser.show(pages["two classes"])
    at = "return Array.from(document.querySelectorAll('.operating'), r => r.getAttribute('cx'))"
    before = browser.run(at)
    browser.run(
        "const s = document.getElementById('price'); s.value = 2;"
        "s.dispatchEvent(new Event('input'));"
    )
    assert len(before) == 2 and browser.run(at) != before


CLASS_COLOURS = """
const colours = {};
const note = (name, colour) => { (colours[name.trim()] ||= new Set()).add(colour); };
for (const c of document.querySelectorAll('.class-name'))
  note(c.textContent, getComputedStyle(c.querySelector('.chip')).backgroundColor);
for (const t of document.querySelectorAll('#confusion text.name, #weights text.side'))
  note(t.textContent.replace(/[←→\u2068\u2069]/g, ''), getComputedStyle(t).fill);
return Object.fromEntries(Object.entries(colours).map(([k, v]) => [k, [...v]]));
"""


@pytest.mark.parametrize("name", ["two classes", "three classes"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_class_has_one_colour_on_the_whole_page(browser, pages, name, scheme):
    browser.show(pages[name], scheme=scheme)
    found = browser.run(CLASS_COLOURS)
    assert len(found) == (2 if name == "two classes" else 3)
    assert all(len(colours) == 1 for colours in found.values())
    assert len({colours[0] for colours in found.values()}) == len(found)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["two classes", "many classes", "paper"])
def test_all_text_contrasts_with_the_background(browser, pages, name, scheme):
    browser.show(pages[name], scheme=scheme)
    assert browser.run(CONTRAST) == []


def test_the_toggle_turns_a_light_page_dark_and_readable(browser, pages):
    browser.show(pages["two classes"], scheme="light")
    before = browser.run(PAPER)
    browser.run("document.querySelector('.toggle').click()")
    assert browser.run(PAPER) != before
    assert browser.run(CONTRAST) == []


def test_the_toggle_turns_a_dark_page_light(browser, pages):
    browser.show(pages["two classes"], scheme="light")
    light = browser.run(PAPER)
    browser.show(pages["two classes"], scheme="dark")
    browser.run("document.querySelector('.toggle').click()")
    assert browser.run(PAPER) == light
    assert browser.run(CONTRAST) == []


def column(browser, number: int) -> list[str]:
    return browser.run(
        "return Array.from(document.querySelectorAll('#leaderboard tbody tr'), "
        f"r => r.cells[{number}].dataset.sort)"
    )


def header(browser, text: str):
    buttons = browser.driver.find_elements("css selector", "#leaderboard th button")
    return next(b for b in buttons if b.text.startswith(text))


def test_a_click_sorts_and_a_second_click_reverses_the_order(browser, pages):
    browser.show(pages["two classes"])
    header(browser, "Fit").click()
    up = [float(v) for v in column(browser, 4)]
    header(browser, "Fit").click()
    down = [float(v) for v in column(browser, 4)]
    assert up == sorted(up)
    assert down == sorted(down, reverse=True)


@pytest.mark.parametrize("key", [ENTER, SPACE])
def test_a_header_sorts_by_keyboard_and_says_so(browser, pages, key):
    browser.show(pages["two classes"])
    header(browser, "Learner").send_keys(key)
    names = column(browser, 0)
    assert names == sorted(names)
    head = browser.driver.find_element("css selector", "#leaderboard th")
    assert head.get_attribute("aria-sort") == "ascending"


def test_a_failed_learner_stays_last_however_the_table_is_sorted(browser, pages):
    browser.show(pages["hostile names"])
    for _ in range(2):
        header(browser, "Fit").send_keys(ENTER)
        assert column(browser, 4)[-1] == ""


def test_pointing_at_a_marker_shows_its_numbers(browser, pages):
    browser.show(pages["two classes"])
    # In one go: the browser may scroll between two scripts, which hides the tip.
    tip = browser.run(
        "const d = document.querySelector('#errors .desktop .dot');"
        "d.dispatchEvent(new PointerEvent('pointermove', {bubbles: true, clientX: 40}));"
        "return document.getElementById('tip').innerText"
    )
    assert re.search(r"\d.%", tip)


def test_hostile_names_make_no_elements(browser, pages):
    browser.show(pages["hostile names"])
    assert browser.run("return document.images.length") == 0
    assert browser.run("return document.scripts.length") == 1
    assert browser.run("return document.title") == comparisons.HOSTILE[0]


def test_the_page_forbids_scripts_that_are_not_its_own(browser, pages):
    evil = "<script>window.evil = 1</script><img src=x onerror='window.evil = 1'></body>"
    browser.show(pages["two classes"].replace("</body>", evil))
    assert browser.run("return window.evil === undefined")
    assert any("Content Security Policy" in text for text in browser.messages())


def test_the_page_forbids_the_network(browser, pages):
    browser.show(pages["two classes"])
    blocked = browser.driver.execute_async_script(
        "const done = arguments[0]; fetch('http://127.0.0.1:9/').then(() => done(false),"
        "() => setTimeout(() => done(true), 0));"
    )
    assert blocked
    assert any("Content Security Policy" in text for text in browser.messages())


def test_a_printed_page_is_black_on_white_even_in_dark_mode(browser, pages):
    browser.show(pages["two classes"], scheme="dark", media="print")
    assert browser.run(PAPER) == "rgb(255, 255, 255)"
    assert browser.run(CONTRAST) == []


def test_the_rows_outside_can_be_shown_alone(browser, pages):
    browser.show(pages["paper"])
    browser.run("document.querySelector('[data-filter]').click()")
    assert browser.run(COUNT % "tbody tr") == 1
