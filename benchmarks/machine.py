"""The machine and software on which the numbers were measured."""

import os
import platform
import re
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rosenblatt import _core

PACKAGES = ("rosenblatt", "numpy", "scipy", "scikit-learn", "vowpalwabbit")


def describe() -> dict[str, str]:
    """Processor, caches, compiler and versions, as far as the system reports them."""
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    facts = {
        "processor": processor(),
        "cores": str(os.cpu_count()),
        "caches": caches(),
        "system": f"{platform.system()} {platform.release()}",
        "compiler of the core": compiler(),
        "instructions used": str(_core.instructions()),
        "python": platform.python_version(),
        "load before the run": load,
    }
    facts["commit"] = commit()
    return facts | {name: installed(name) for name in PACKAGES}


def commit() -> str:
    """Of the code that is measured, as git tells it; empty outside a checkout."""
    described = subprocess.run(
        ["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False
    )
    return described.stdout.strip()


def installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"


def processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.is_file():
        found = re.search(r"model name\s*:\s*(.+)", info.read_text())
        return found[1] if found else platform.machine()
    return sysctl("machdep.cpu.brand_string") or platform.processor() or platform.machine()


def caches() -> str:
    """Caches of the first core: level, kind and size."""
    folders = sorted(Path("/sys/devices/system/cpu/cpu0/cache").glob("index*"))
    found = [
        [(f / part).read_text().strip() for part in ("level", "type", "size")] for f in folders
    ]
    if found:
        return ", ".join(f"L{level} {kind.lower()} {size}" for level, kind, size in found)
    sizes = {name: sysctl(f"hw.{name}size") for name in ("l1dcache", "l2cache", "l3cache")}
    return ", ".join(f"{name} {size}" for name, size in sizes.items() if size) or "not known"


def sysctl(name: str) -> str:
    try:
        done = subprocess.run(["sysctl", "-n", name], capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip()


def compiler() -> str:
    """The compiler, from the version string it left in the extension module."""
    code = Path(str(_core._core.__file__)).read_bytes()
    marks = re.findall(rb"GCC: \([^)]*\) [\d.]+|(?:Apple )?clang version [\d.]+", code)
    return ", ".join(sorted({mark.decode() for mark in marks})) or "not known"
