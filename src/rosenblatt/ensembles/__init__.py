"""Many hypotheses as one: boosting and bagging over the learners."""

from typing import TYPE_CHECKING

from rosenblatt.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from rosenblatt.ensembles.bagged import BaggedPerceptron as BaggedPerceptron
    from rosenblatt.ensembles.bagged_rcd import BaggedRCDPerceptron as BaggedRCDPerceptron
    from rosenblatt.ensembles.boosted import AdaBoostPerceptron as AdaBoostPerceptron

__all__, __getattr__, __dir__ = lazy_exports(
    __name__,
    {
        ".bagged": ("BaggedPerceptron",),
        ".bagged_rcd": ("BaggedRCDPerceptron",),
        ".boosted": ("AdaBoostPerceptron",),
    },
)
