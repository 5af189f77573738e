"""The compiled core, in a package of its own: the import linter sees Python files only."""

from rosenblatt._core._core import *  # noqa: F403
