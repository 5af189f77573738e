"""What Linux lets the user root do to any file, given up: tests run as root, too."""

import ctypes
import os

VERSION = 0x20080522  # of the structures that the calls take
OVERRIDES = 1 << 1 | 1 << 2  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH


class Header(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32), ("pid", ctypes.c_int)]


class Rights(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32) for name in ("effective", "permitted", "inheritable")]


def give_up_overrides() -> None:
    """From now on this process may do to files what their modes say, whoever it is."""
    if os.geteuid() != 0:
        return
    libc = ctypes.CDLL(None, use_errno=True)
    header, rights = Header(VERSION, 0), (Rights * 2)()
    if libc.capget(ctypes.byref(header), ctypes.byref(rights)):
        raise OSError(ctypes.get_errno(), "capget")
    for name in ("effective", "permitted", "inheritable"):
        setattr(rights[0], name, getattr(rights[0], name) & ~OVERRIDES)
    if libc.capset(ctypes.byref(header), ctypes.byref(rights)):
        raise OSError(ctypes.get_errno(), "capset")
