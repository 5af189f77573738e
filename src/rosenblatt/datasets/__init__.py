"""Data sets: generators of artificial data, loaders for real data.

Generators return ``X, y`` like those of scikit-learn. Loaders read a data folder named by the
environment variable ``ROSENBLATT_DATA``, or what was downloaded from OpenML, and return a ``Bunch``
with a card that says where the data come from and how they were coded. What is known of a set
(:func:`facts`) needs no data at all.
"""

from rosenblatt.datasets.card import Card
from rosenblatt.datasets.fetching import fetch
from rosenblatt.datasets.gaussians import make_flat_ellipsoid, make_ringnorm, make_threenorm
from rosenblatt.datasets.hyperplanes import make_khardon_wachman, make_separable
from rosenblatt.datasets.loading import load, names
from rosenblatt.datasets.manifest import Facts, facts
from rosenblatt.datasets.noise import flip_labels
from rosenblatt.datasets.openml import DownloadError
from rosenblatt.datasets.store import ChecksumError, DataNotFoundError
from rosenblatt.datasets.yinyang import make_yinyang

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
