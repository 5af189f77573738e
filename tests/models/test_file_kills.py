"""A fit from files that is killed by the clock, at any moment, resumes to the same model."""

import random

import pytest
from file_tables import chunks_of, made_rows, same_models, write

pytest.importorskip("skops")
pytest.importorskip("pyarrow")

from killed_fits import killed_after, learned, place, undisturbed


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Four files of every kind, 16 chunks."""
    X, y = made_rows(n=800)
    path = tmp_path_factory.mktemp("rows")
    kinds = ("csv", "parquet", "csv.gz", "parquet")
    for k, (rows, kind) in enumerate(zip(chunks_of(800, 200), kinds, strict=True)):
        write(path / f"{k}.{kind}", X[rows], y[rows])
    return path


def names_in(path):
    return sorted(each.name for each in path.iterdir())


def killed_and_resumed(folder, path, hypothesis, moments, seed):
    """Kill a fit at so many moments, and compare what each becomes with an undisturbed fit."""
    whole_path, out, places = path / "whole", path / "model", set()
    seconds = undisturbed(folder, whole_path, hypothesis)
    whole, X = learned(whole_path), made_rows(n=800)[0]
    draw = random.Random(seed)
    for _ in range(moments):
        killed_after(draw.uniform(0, 1.05) * seconds, folder, out, hypothesis)
        places.add(place(out))
        seconds = max(seconds, undisturbed(folder, out, hypothesis))
        found = learned(out)
        same_models(found[0].estimator, whole[0].estimator, X)
        assert found[1:] == whole[1:]
        assert names_in(path) == ["model", "whole"]
        out.unlink()
    return places


@pytest.mark.parametrize("hypothesis", ["averaged", "voted"])
def test_a_fit_killed_by_the_clock_and_resumed_is_the_undisturbed_one(folder, tmp_path, hypothesis):
    killed_and_resumed(folder, tmp_path, hypothesis, 3, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("hypothesis", ["averaged", "voted"])
def test_none_of_fifty_moments_changes_a_bit(folder, tmp_path, hypothesis):
    places = killed_and_resumed(folder, tmp_path, hypothesis, 50, seed=2)
    assert len(places) >= 4  # of nothing, coding, three passes, learned, saved
