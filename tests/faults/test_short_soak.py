"""A short form of `make soak`: some rounds of all that a service does with models."""

import sys

import pytest

pytest.importorskip("skops")
if not sys.platform.startswith("linux"):
    pytest.skip("what a process holds is read from /proc", allow_module_level=True)

from fuzz.soak import soak


def test_rounds_of_work_leave_no_files_and_no_threads_behind():
    early, late, rounds = soak(3.0)
    assert rounds >= 2
    assert late.files <= early.files and late.threads <= early.threads
