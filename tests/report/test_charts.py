"""Charts: pure functions from numbers to SVG."""

from xml.etree import ElementTree

import comparisons
import pytest

from rosenblatt.report.charts import (
    Bar,
    Cell,
    Interval,
    Point,
    Reference,
    Series,
    bars,
    error_bars,
    heatmap,
    lines,
    ranks,
    scatter,
    standalone,
)
from rosenblatt.report.charts.chart_text import shortened, text_width
from rosenblatt.report.charts.scale import Scale, log_ticks, scale_for, ticks

EMPTY = {
    "error_bars": error_bars([], title="t", x_label="x"),
    "ranks": ranks([], title="t", x_label="x"),
    "lines": lines([], title="t", x_label="x", y_label="y"),
    "bars": bars([], title="t"),
    "heatmap": heatmap([], rows=[], columns=[], title="t"),
    "scatter": scatter([], groups=[], title="t", x_label="x", y_label="y"),
}


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def marks(svg: str, kind: str) -> list[ElementTree.Element]:
    return [node for node in parsed(svg).iter() if kind in node.get("class", "").split()]


@pytest.mark.parametrize("name", EMPTY)
def test_an_empty_chart_is_a_chart(name):
    assert parsed(EMPTY[name]).get("aria-label") == "t"


@pytest.mark.parametrize("words", comparisons.HOSTILE)
def test_hostile_names_leave_a_chart_well_formed(words):
    chart = error_bars([Interval(words, 1.0, 0.1, tip=words)], title=words, x_label=words)
    assert {node.tag.rpartition("}")[2] for node in parsed(chart).iter()} <= {
        "svg", "text", "path", "rect", "circle",
    }  # fmt: skip


def test_a_marker_is_at_its_mean():
    chart = error_bars(
        [Interval("a", 0.0, 0, group="ours"), Interval("b", 5.0, 0, group="ours"),
         Interval("c", 10.0, 0, group="ours")], title="t", x_label="x",
    )  # fmt: skip
    low, middle, high = (float(dot.get("cx")) for dot in marks(chart, "dot"))
    assert middle - low == pytest.approx(high - middle, abs=0.2)


def test_an_error_beyond_the_limit_is_written_as_a_number():
    chart = error_bars(
        [Interval("a", 5.0, 1.0), Interval("b", 48.8, 0.1)], title="t", x_label="x", limit=7.0,
        reference=Reference("guess", 48.8),
    )  # fmt: skip
    assert len(marks(chart, "dot")) == 1
    assert chart.count("48.8 →") == 2


def test_a_logarithmic_axis_leaves_out_what_is_not_positive():
    chart = lines(
        [Series("a", [0, 1, 10], [1.0, 2.0, 3.0])], title="t", x_label="x", y_label="y", log_x=True
    )
    assert len(marks(chart, "mark")) == 2


def test_curves_after_the_eighth_are_drawn_without_names():
    chart = lines(
        [Series(f"curve {k}", [1, 2], [k, k]) for k in range(11)], title="t", x_label="x",
        y_label="y",
    )  # fmt: skip
    assert len(marks(chart, "curve")) == 11
    assert len(marks(chart, "end")) == 8


def test_a_negative_bar_lies_left_of_zero():
    minus, plus = marks(bars([Bar("a", -1.0, "−1"), Bar("b", 2.0, "2")], title="t"), "bar")
    assert float(minus.get("x")) + float(minus.get("width")) == pytest.approx(float(plus.get("x")))


def test_a_stronger_cell_is_darker():
    chart = heatmap(
        [[Cell("", 0.2, "a"), Cell("", -0.9, "b")]], rows=["r"], columns=["x", "y"], title="t"
    )
    weak, strong = (float(cell.get("fill-opacity")) for cell in marks(chart, "cell"))
    assert weak < strong


def test_a_wrong_point_is_ringed():
    points = [Point(0, 0, 0, right=False), Point(1, 1, 1)]
    chart = scatter(points, groups=["a", "b"], title="t", x_label="x", y_label="y", boundary=0.5)
    assert len(marks(chart, "ring")) == 1
    assert len(marks(chart, "boundary")) == 1


def test_a_chart_in_a_file_includes_its_colours():
    chart = parsed(standalone(bars([Bar("a", 1.0, "1")], title="t")))
    assert "--plus" in chart[0].text


@pytest.mark.parametrize(("low", "high"), [(0, 1), (3.2, 3.9), (-7, 120), (0, 1e-6), (1e7, 3e9)])
def test_ticks_are_few_and_inside(low, high):
    found = ticks(low, high, 6)
    assert 2 <= len(found) <= 7
    assert all(low <= t <= high for t in found)


@pytest.mark.parametrize(("low", "high"), [(40, 160), (1, 1e6), (45, 48), (0.001, 1e9)])
def test_logarithmic_ticks_are_few_and_inside(low, high):
    found = log_ticks(low, high, 6)
    assert 1 <= len(found) <= 6
    assert all(low <= t <= high for t in found)


@pytest.mark.parametrize("values", [[], [0.0], [5.0, 5.0], [-1.0, -1.0]])
def test_a_scale_is_never_of_zero_length(values):
    scale = scale_for(values, 0, 100)
    assert scale.low < scale.high


def test_a_logarithmic_scale_puts_ten_midway_between_one_and_a_hundred():
    assert Scale(1, 100, 0, 200, log=True)(10) == pytest.approx(100)


@pytest.mark.parametrize("words", comparisons.HOSTILE)
def test_shortened_text_fits(words):
    assert text_width(shortened(words, 90)) <= 90


def test_short_text_is_left_alone():
    assert shortened("sonar", 90) == "sonar"
