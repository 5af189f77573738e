"""``rosenblatt.compare`` in a notebook that is executed, and on whatever holds rows."""

import json

import numpy as np
import polars
import pytest
from scipy.sparse import csr_array
from sklearn.datasets import load_iris

import rosenblatt
from rosenblatt.compare.any_data import table_of

CELLS = [
    """
import rosenblatt
from sklearn.datasets import load_breast_cancer
frame = load_breast_cancer(as_frame=True).frame
options = dict(learners=["averaged", "logistic"], folds=3, repeats=1)
found = rosenblatt.compare(frame, target="target", **options)
found
""",
    "found.leaderboard",
    """
from rosenblatt.models import export
print(export(found.model, to="sql")[:60])
print(found.report("page.html").exists(), len(found.notes), found.model.learner)
""",
    """
X, y = load_breast_cancer(return_X_y=True)
again = rosenblatt.compare(X, y, **options)
print([e.errors for e in again.entries] == [e.errors for e in found.entries])
""",
]


@pytest.fixture(scope="module")
def cells(tmp_path_factory):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in CELLS])
    folder = tmp_path_factory.mktemp("notebook")
    client = nbclient.NotebookClient(
        notebook, timeout=200, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
    )
    return client.execute().cells


def output(cell, kind):
    shown = [each["data"][kind] for each in cell.outputs if kind in each.get("data", {})]
    return "".join(shown)


def printed(cell):
    return "".join(each.get("text", "") for each in cell.outputs)


def test_the_result_shows_itself_as_the_page_in_a_sandbox(cells):
    html = output(cells[0], "text/html")
    assert html.startswith("<iframe srcdoc=") and 'sandbox="allow-scripts"' in html
    assert "Leaderboard" in html


def test_the_result_is_one_line_where_there_is_no_page(cells):
    text = output(cells[0], "text/plain")
    assert text.startswith("Comparison('data': 3 learners, best ") and "\n" not in text


def test_the_leaderboard_is_a_data_frame(cells):
    assert "<table" in output(cells[1], "text/html")


def test_the_model_is_exported_and_the_page_written(cells):
    lines = printed(cells[2]).splitlines()
    assert lines[0].startswith("-- One expression")
    assert (lines[-1].startswith("True ") and "Perceptron" in lines[-1]) or "Logistic" in lines[-1]


def test_arrays_give_what_the_frame_gives(cells):
    assert printed(cells[3]).strip() == "True"


def test_the_page_in_the_frame_is_drawn_and_its_script_runs(browser, cells):
    browser.show(f"<body>{output(cells[0], 'text/html')}</body>")
    browser.driver.switch_to.frame(browser.driver.find_element("tag name", "iframe"))
    assert browser.run("return document.querySelectorAll('svg.chart').length") > 3
    before = browser.run("return getComputedStyle(document.body).backgroundColor")
    browser.run("document.querySelector('.toggle').click()")
    assert browser.run("return getComputedStyle(document.body).backgroundColor") != before
    browser.driver.switch_to.default_content()
    assert browser.messages() == []


OPTIONS = {"learners": ["averaged"], "folds": 3, "repeats": 1}


def test_the_package_is_called_like_the_function_in_it():
    X, y = load_iris(return_X_y=True)
    one, two = rosenblatt.compare(X, y, **OPTIONS), rosenblatt.compare.compare(X, y, **OPTIONS)
    assert [e.errors for e in one.entries] == [e.errors for e in two.entries]


def test_the_package_can_still_be_called_after_its_modules_are_imported():
    import rosenblatt.compare.workflow

    assert callable(rosenblatt.compare)


def test_the_result_survives_json():
    found = rosenblatt.compare(*load_iris(return_X_y=True), **OPTIONS)
    again = rosenblatt.compare.Comparison.from_dict(json.loads(json.dumps(found.to_dict())))
    assert again.to_dict() == found.to_dict()


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames_of_both_libraries_give_the_same_table(library):
    columns = {
        "size": [1.5, None, 3.0, 4.0],
        "kind": ["oak", "fir", None, "oak"],
        "old": [True, False, True, True],
        "y": ["a", "b", "a", None],
    }
    frame = pytest.importorskip(library).DataFrame(columns)
    table = table_of(frame, target="y")
    assert table.target.tolist() == ["a", "b", "a"] and table.target_name == "y"
    np.testing.assert_array_equal(table.columns["size"], [1.5, np.nan, 3.0])
    assert table.columns["kind"].tolist() == ["oak", "fir", None]
    assert table.columns["old"].tolist() == [1.0, 0.0, 1.0]
    assert table.notes == ["1 rows without a label were left out."]


def test_labels_may_stand_beside_the_frame():
    frame = polars.DataFrame({"x": [1.0, 2.0]})
    table = table_of(frame, polars.Series("colour", ["red", "blue"]))
    assert table.target.tolist() == ["red", "blue"] and table.target_name == "colour"


def test_sparse_rows_stay_sparse():
    table = table_of(csr_array(np.eye(3)), [0, 1, 1])
    assert table.matrix is not None and table.target.dtype == np.int64


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (([[1.0]],), "no labels"),
        ((3,), "int holds no rows"),
        (({"a": [1.0]}, None, "b"), "there is no column 'b'"),
        (([[1.0]], [[0]]), "give one label for each row"),
    ],
)
def test_what_cannot_be_compared_is_refused_with_a_remedy(given, message):
    data, y, target = (*given, None, None)[:3]
    with pytest.raises((ValueError, TypeError), match=message):
        table_of(data, y, target=target)
