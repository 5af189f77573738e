"""An honest comparison of learners on a table: paired splits, tests, a report's worth of facts."""

from rosenblatt.compare.comparison import Comparison, Entry
from rosenblatt.compare.engine import compare
from rosenblatt.compare.learners import LEARNERS, Learner, choose_learners
from rosenblatt.compare.sources import find_table

__all__ = ["LEARNERS", "Comparison", "Entry", "Learner", "choose_learners", "compare", "find_table"]
