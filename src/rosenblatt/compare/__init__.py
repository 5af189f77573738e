"""Comparison of learners on a table: the same splits for all, significance tests, a summary."""

from rosenblatt.compare.comparison import Comparison, Entry
from rosenblatt.compare.learner_list import LEARNERS, Learner, choose_learners
from rosenblatt.compare.table_source import find_table
from rosenblatt.compare.workflow import compare

__all__ = ["LEARNERS", "Comparison", "Entry", "Learner", "choose_learners", "compare", "find_table"]
