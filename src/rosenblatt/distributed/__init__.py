"""Learning in parts, on one machine or many, with the same result."""

from rosenblatt.distributed.descend_in_parts import descend_in_parts
from rosenblatt.distributed.perceptron import DistributedPerceptron
from rosenblatt.distributed.tasks import ClusterLostError
from rosenblatt.training.descent import DescentOptions

__all__ = ["ClusterLostError", "DescentOptions", "DistributedPerceptron", "descend_in_parts"]
