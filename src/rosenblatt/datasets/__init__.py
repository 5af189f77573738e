"""Data sets: generators of artificial data, loaders for real data.

Generators return ``X, y`` like those of scikit-learn. Loaders read the data folder named by the
environment variable ``ROSENBLATT_DATA``, or a download from OpenML, and return a ``Bunch`` with a
card that says where the data come from and how they were coded. :func:`facts` describes a set
without its data.
"""

from rosenblatt.datasets.card import Card
from rosenblatt.datasets.data_folder import ChecksumError, DataNotFoundError
from rosenblatt.datasets.generators.gaussians import (
    make_flat_ellipsoid,
    make_ringnorm,
    make_threenorm,
)
from rosenblatt.datasets.generators.hyperplanes import make_khardon_wachman, make_separable
from rosenblatt.datasets.generators.noise import flip_labels
from rosenblatt.datasets.generators.yinyang import make_yinyang
from rosenblatt.datasets.loading import load, names
from rosenblatt.datasets.manifest import Facts, facts
from rosenblatt.datasets.remote.fetching import fetch
from rosenblatt.datasets.remote.openml import DownloadError

__all__ = [
    "Card",
    "ChecksumError",
    "DataNotFoundError",
    "DownloadError",
    "Facts",
    "facts",
    "fetch",
    "flip_labels",
    "load",
    "make_flat_ellipsoid",
    "make_khardon_wachman",
    "make_ringnorm",
    "make_separable",
    "make_threenorm",
    "make_yinyang",
    "names",
]
