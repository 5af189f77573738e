"""Products of rows do not depend on what is multiplied beside them."""

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt.training.place_free import pieces, place_free_products, same_rows


@pytest.mark.parametrize("rows", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("n_features", [1, 3, 50, 130])
def test_products_with_some_of_the_rows_have_the_bits_of_those_with_all(rows, n_features):
    rng = np.random.default_rng(0)
    lines, points = (rng.normal(size=(n, n_features)) for n in (700, 501))
    whole = place_free_products(rows(lines), rows(points))
    np.testing.assert_allclose(whole, lines @ points.T, rtol=1e-9, atol=1e-12)
    for _ in range(10):
        some = np.sort(rng.choice(700, rng.integers(1, 700), replace=False))
        end = int(rng.integers(17, 501))
        found = place_free_products(rows(lines[some]), rows(points[:end]))
        np.testing.assert_array_equal(found, whole[some][:, :end])


@pytest.mark.parametrize("n_points", [0, 1, 16, 17, 64, 65, 80, 81, 500])
def test_no_piece_but_the_only_one_is_as_small_as_a_block(n_points):
    found = list(pieces(n_points, 64))
    assert [k for piece in found for k in range(n_points)[piece]] == list(range(n_points))
    assert all(len(range(n_points)[piece]) > 16 for piece in found) or len(found) <= 1


def test_rows_are_the_same_if_their_numbers_and_their_places_are():
    X = np.arange(6.0).reshape(2, 3)
    S = sp.csr_array(X)
    assert same_rows(X, X.copy()) and same_rows(S, S.copy())
    others = [X + 1, X[:1], X.astype(np.float32), np.asfortranarray(X), S, X.tolist()]
    assert not any(same_rows(X, other) for other in others)
    assert not any(same_rows(S, other) for other in (2 * S, S[:1], S.tocsc(), X))
