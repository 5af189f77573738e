"""The ids of the data sets on OpenML, as far as known, and how their labels are spelled there.

None of the ids has been tried. A download is kept only if its rows, columns, classes and
fingerprint are those of the registry, so a wrong id does no harm.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class OpenMLSource:
    """A data set on OpenML.

    Parameters
    ----------
    id : int
        Its number.
    labels : mapping of str to str, default={}
        What OpenML's labels are called here, where that differs.
    target : str, default="default-target"
        The column with the labels.
    """

    id: int
    labels: Mapping[str, str] = field(default_factory=dict)
    target: str = "default-target"


OPENML_SOURCES: Mapping[str, OpenMLSource] = {
    "adult": OpenMLSource(1590),
    "australian": OpenMLSource(40981),
    "breast_cancer_wisconsin": OpenMLSource(15, {"benign": "2", "malignant": "4"}),
    "bupa": OpenMLSource(8, target="selector"),
    "covtype": OpenMLSource(1596),
    "crx": OpenMLSource(29),
    "glass": OpenMLSource(
        41,
        {
            "build wind float": "1",
            "build wind non-float": "2",
            "vehic wind float": "3",
            "containers": "5",
            "tableware": "6",
            "headlamps": "7",
        },
    ),
    "heart_statlog": OpenMLSource(53, {"absent": "1", "present": "2"}),
    "ionosphere": OpenMLSource(59),
    "mnist": OpenMLSource(554),
    "pima_diabetes": OpenMLSource(37, {"tested_negative": "0", "tested_positive": "1"}),
    "promoters": OpenMLSource(164),
    "sonar": OpenMLSource(40, {"Rock": "R", "Mine": "M"}),
    "usps": OpenMLSource(41082),
    "vehicle": OpenMLSource(54),
    "votes84": OpenMLSource(56),
    "wdbc": OpenMLSource(1510, {"1": "B", "2": "M"}),
}
