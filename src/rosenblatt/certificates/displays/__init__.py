"""Pictures for teaching, drawn with matplotlib (``pip install "rosenblatt[plot]"``)."""

from rosenblatt.certificates.displays.hyperplane import HyperplaneDisplay
from rosenblatt.certificates.displays.margins import MarginDistributionDisplay
from rosenblatt.certificates.displays.mistakes import MistakesDisplay
from rosenblatt.certificates.displays.pla_update import PlaUpdateDisplay
from rosenblatt.certificates.displays.training_errors import TrainingErrorDisplay

__all__ = [
    "HyperplaneDisplay",
    "MarginDistributionDisplay",
    "MistakesDisplay",
    "PlaUpdateDisplay",
    "TrainingErrorDisplay",
]
