"""Many hypotheses as one: boosting and bagging over the learners."""

from rosenblatt.ensembles.bagged import BaggedPerceptron
from rosenblatt.ensembles.bagged_rcd import BaggedRCDPerceptron
from rosenblatt.ensembles.boosted import AdaBoostPerceptron

__all__ = ["AdaBoostPerceptron", "BaggedPerceptron", "BaggedRCDPerceptron"]
