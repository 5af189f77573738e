"""Reports: one HTML file each, which needs no network and holds no code but its own."""

from rosenblatt.report.comparison import render_comparison
from rosenblatt.report.paper import render_paper
from rosenblatt.report.writing import write_report

__all__ = ["render_comparison", "render_paper", "write_report"]
