"""Dask collections are sources of rows for fit_files, partition by partition."""

import numpy as np
import pytest
from file_tables import made_rows, same_models

from rosenblatt import Perceptron
from rosenblatt.models import fit_files

da = pytest.importorskip("dask.array")
dd = pytest.importorskip("dask.dataframe")
pd = pytest.importorskip("pandas")
pytest.importorskip("skops")

X, Y = made_rows(n=120)
GIVEN = {"learner": Perceptron(), "passes": 2, "chunk_rows": 40}


def test_arrays_and_frames_give_what_their_numbers_give():
    from rosenblatt.distributed.dask import open_collection

    wanted = fit_files([(X[k : k + 40], Y[k : k + 40]) for k in (0, 40, 80)], **GIVEN)
    arrays = open_collection(da.from_array(X, chunks=(40, 5)), da.from_array(Y, chunks=40))
    frame = pd.DataFrame(X, columns=[f"x{j}" for j in range(5)]).assign(label=Y)
    for source in (arrays, open_collection(dd.from_pandas(frame, npartitions=3))):
        found = fit_files(source, **GIVEN)
        assert found.coder.schema_ == wanted.coder.schema_
        same_models(found.estimator, wanted.estimator, X)


def test_frames_may_have_texts_and_gaps():
    from rosenblatt.distributed.dask import open_collection

    frame = pd.DataFrame(
        {"leaf": ["broad", None, "needle", "broad"] * 10, "label": [0, 1, 1, 0] * 10}
    )
    source = open_collection(dd.from_pandas(frame, npartitions=2))
    found = fit_files(source, learner=Perceptron(), passes=2)
    assert found.coder.schema_["columns"][0]["values"] == ["broad", "needle"]
    assert np.mean(found.predict({"leaf": ["broad", "needle"]}) == [0, 1]) == 1
    with pytest.raises(ValueError, match="has no column 'kind'"):
        open_collection(dd.from_pandas(frame, npartitions=2), target="kind")
