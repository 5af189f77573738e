"""Columns become a matrix."""

import json

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.pipeline import make_pipeline

from rosenblatt import Perceptron
from rosenblatt.tables import Table, TableCoder, open_table, read_table


def texts(*cells):
    found = np.empty(len(cells), dtype=object)
    found[:] = cells
    return found


COLUMNS = {"age": np.array([20.0, np.nan, 40.0, 60.0]), "town": texts("u", "v", None, "u")}


def test_known_numbers_get_mean_zero_and_deviation_one():
    X = TableCoder().fit_transform({"a": np.array([1.0, 2.0, 3.0, 10.0])})
    assert_allclose([X.mean(), X.std()], [0, 1], atol=1e-12)


def test_a_missing_number_is_the_mean_and_marked():
    X = TableCoder(scale=False).fit_transform(COLUMNS)
    assert_array_equal(X[1, :2], [40, 1])


def test_numbers_without_missing_ones_in_fit_get_no_mark():
    coder = TableCoder(scale=False).fit({"a": np.array([1.0, 3.0])})
    assert_array_equal(coder.transform({"a": np.array([np.nan])}), [[2]])


def test_a_text_is_one_column_per_value_and_a_missing_one_all_zeros():
    X = TableCoder().fit_transform(COLUMNS)
    assert_array_equal(X[:, 2:], [[1, 0], [0, 1], [0, 0], [1, 0]])


def test_an_unseen_text_is_all_zeros():
    coder = TableCoder().fit({"town": texts("u", "v")})
    assert_array_equal(coder.transform({"town": texts("w")}), [[0, 0]])


def test_rare_values_share_a_column_when_there_are_too_many():
    column = texts(*"aaabbcd")
    coder = TableCoder(max_values=2).fit({"x": column})
    assert coder.get_feature_names_out().tolist() == ["x=a", "x=b", "x=(other)"]
    assert_array_equal(coder.transform({"x": texts("c", "new", None)}), [[0, 0, 1]] * 2 + [[0] * 3])


def test_numbers_among_texts_may_be_spelled_in_several_ways():
    coder = TableCoder().fit({"x": texts("1.0", "2", "low")})
    assert_array_equal(
        coder.transform({"x": np.array([1.0, 2.0, np.nan])}),
        coder.transform({"x": texts("01", "2.0", None)}),
    )


def test_a_constant_column_becomes_zeros():
    X = TableCoder().fit_transform({"a": np.full(5, 0.1), "b": np.arange(5.0)})
    assert_allclose(X[:, 0], 0, atol=1e-15)


@pytest.mark.parametrize("factor", [1e200, 1e-200, 1e-310])
def test_the_unit_of_a_column_does_not_matter(factor):
    column = np.array([1.0, 2.0, 3.0, 10.0])
    X, scaled = (TableCoder().fit_transform({"a": c}) for c in (column, column * factor))
    assert_allclose(scaled, X, rtol=1e-4)


def test_sparse_columns_are_divided_by_their_largest_value():
    X = sp.csr_array(np.array([[0.0, 4.0, 0.0], [-2.0, 2.0, 0.0]]))
    assert_array_equal(TableCoder().fit_transform(X).toarray(), [[0, 1, 0], [-1, 0.5, 0]])


def unit_rows(n_rows: int) -> sp.csr_array:
    rows = sp.random_array((n_rows, 30), density=0.3, rng=np.random.default_rng(1), format="csr")
    lengths = np.sqrt(rows.multiply(rows).sum(axis=1))
    return sp.csr_array(rows.multiply((1 / np.where(lengths > 0, lengths, 1))[:, None]))


def test_sparse_rows_of_length_one_are_left_alone():
    rows = unit_rows(50)
    assert_array_equal(TableCoder().fit_transform(rows).toarray(), rows.toarray())


def test_one_row_of_another_length_is_enough_for_columns_to_be_scaled():
    rows = sp.csr_array(sp.vstack([unit_rows(50), sp.csr_array(np.full((1, 30), 2.0))]))
    assert TableCoder().fit_transform(rows).max() == 1


def test_lengths_of_rows_are_known_from_parts_too():
    rows = unit_rows(50)
    coder = TableCoder().partial_fit(rows[:20]).partial_fit(rows[20:])
    assert coder.schema_ == TableCoder().fit(rows).schema_


@pytest.mark.parametrize("width", [1, 5])
def test_sparse_rows_of_another_width_are_fitted(width):
    coder = TableCoder(scale=False).fit(sp.csr_array(np.ones((2, 3))))
    X = coder.transform(sp.csr_array(np.ones((1, width))))
    assert_array_equal(X.toarray(), [[1] * min(width, 3) + [0] * max(0, 3 - width)])


def test_the_matrix_that_is_given_is_left_as_it_was():
    X = sp.csr_array(np.array([[0.0, 4.0], [2.0, 2.0]]))
    TableCoder().fit_transform(X)
    assert_array_equal(X.toarray(), [[0, 4], [2, 2]])


def test_columns_that_are_mostly_zeros_become_sparse():
    columns = {f"c{j}": texts(*(f"v{i:02}" for i in range(60))) for j in range(4)}
    X = TableCoder().fit_transform(columns)
    assert sp.issparse(X)
    assert_array_equal(X.toarray(), np.tile(np.eye(60), 4))


def test_a_missing_column_is_named():
    with pytest.raises(ValueError, match="there is no column 'town'"):
        TableCoder().fit(COLUMNS).transform({"age": np.array([1.0])})


def test_a_text_among_numbers_is_named_with_its_row(write):
    coder = TableCoder().fit({"a": np.array([1.0, 2.0])})
    file = open_table(write("data.csv", "a\n1\n2\n3\nabc\n"))
    with pytest.raises(ValueError, match="column 'a', row 4: 'abc' is not a finite number"):
        for batch in file.batches(2):
            coder.transform(batch)


def test_columns_and_sparse_rows_are_not_mixed():
    with pytest.raises(ValueError, match="fitted on columns"):
        TableCoder().fit(COLUMNS).transform(sp.csr_array((2, 2)))


def test_something_without_columns_is_refused():
    with pytest.raises(ValueError, match="has no columns"):
        TableCoder().fit([[1.0, 2.0]])


def test_the_type_of_the_matrix_can_be_chosen():
    assert TableCoder(dtype="float32").fit_transform(COLUMNS).dtype == np.float32


@pytest.mark.parametrize("rows", [COLUMNS, sp.csr_array(np.eye(3))])
def test_what_is_learned_can_be_written_as_json(rows):
    coder = TableCoder().fit(rows)
    assert json.loads(json.dumps(coder.schema_)) == coder.schema_


def test_batches_are_coded_as_the_whole(write):
    rows = "".join(f"{i % 13},{'xyz'[i % 3] if i % 5 else ''},{i % 2}\n" for i in range(100))
    path = write("data.csv", "a,b,y\n" + rows)
    table = read_table(path)
    coder = TableCoder().fit(table)
    parts = [coder.transform(batch) for batch in open_table(path, target="y").batches(7)]
    assert_array_equal(np.vstack(parts), coder.transform(table))


def test_the_coder_works_in_a_pipeline_and_is_cloned():
    table = Table.from_arrays("toy", [[-2.0], [-1.0], [1.0], [2.0]], ["no", "no", "yes", "yes"])
    model = clone(make_pipeline(TableCoder(), Perceptron(random_state=0)))
    assert model.fit(table, table.target).predict(table).tolist() == table.target.tolist()


def test_taken_rows_are_the_rows():
    table = Table.from_arrays("toy", np.arange(6.0).reshape(3, 2), [0, 1, 0], ["a", "b"])
    taken = table.take(np.array([2, 0]))
    assert taken.columns["b"].tolist() == [5, 1]
    assert taken.target.tolist() == [0, 0]


@pytest.mark.parametrize("name", ["cleveland", "crx", "german_nominal", "votes84"])
def test_real_tables_are_read_and_coded_without_gaps(data_home, name):
    table = read_table(data_home / f"{name}.csv.gz", target="target")
    assert np.isfinite(TableCoder().fit_transform(table)).all()
