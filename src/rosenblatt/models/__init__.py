"""Models: learners with the coding of their columns; saved, loaded and written elsewhere."""

from rosenblatt.models.envelope import BadModelError
from rosenblatt.models.exporting import export
from rosenblatt.models.model import Model
from rosenblatt.models.storage import load, save

__all__ = ["BadModelError", "Model", "export", "load", "save"]
