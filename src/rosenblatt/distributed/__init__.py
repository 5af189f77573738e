"""Learning in parts, on one machine or many, with the same result."""

from rosenblatt.distributed.descend_in_parts import descend_in_parts
from rosenblatt.distributed.perceptron import DistributedPerceptron
from rosenblatt.distributed.tasks import ClusterLostError

__all__ = ["ClusterLostError", "DistributedPerceptron", "descend_in_parts"]
