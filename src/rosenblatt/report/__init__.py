"""Reports: single HTML files that need no network and run no code but their own."""

from rosenblatt.report.comparison_page import render_comparison
from rosenblatt.report.notebook_frame import framed
from rosenblatt.report.paper_page import render_paper
from rosenblatt.report.report_file import write_report

__all__ = ["framed", "render_comparison", "render_paper", "write_report"]
