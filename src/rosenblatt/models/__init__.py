"""Models: learners together with the coding of their columns; saved, loaded and exported."""

from rosenblatt.models.estimator_model import model_of
from rosenblatt.models.exporting import export
from rosenblatt.models.fit_files import fit_files
from rosenblatt.models.model import Model
from rosenblatt.models.model_file import BadModelError
from rosenblatt.models.skl2onnx_converters import register_converters
from rosenblatt.models.storage import load, save

__all__ = [
    "BadModelError", "Model", "export", "fit_files", "load", "model_of", "register_converters",
    "save",
]  # fmt: skip
