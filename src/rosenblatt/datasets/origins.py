"""Where on OpenML the data sets are, as far as known: ids, and how labels are written there.

None of the ids could be tried when they were written down. What is downloaded counts only if its
rows, columns, classes and fingerprint are those of the registry, so that a wrong id does no harm.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Origin:
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


ORIGINS: Mapping[str, Origin] = {
    "adult": Origin(1590),
    "australian": Origin(40981),
    "breast_cancer_wisconsin": Origin(15, {"benign": "2", "malignant": "4"}),
    "bupa": Origin(8, target="selector"),
    "covtype": Origin(1596),
    "crx": Origin(29),
    "glass": Origin(
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
    "heart_statlog": Origin(53, {"absent": "1", "present": "2"}),
    "ionosphere": Origin(59),
    "mnist": Origin(554),
    "pima_diabetes": Origin(37, {"tested_negative": "0", "tested_positive": "1"}),
    "promoters": Origin(164),
    "sonar": Origin(40, {"Rock": "R", "Mine": "M"}),
    "usps": Origin(41082),
    "vehicle": Origin(54),
    "votes84": Origin(56),
    "wdbc": Origin(1510, {"1": "B", "2": "M"}),
}
