"""Which machine and which programs the figures come from."""

from __future__ import annotations

import os
import platform
import subprocess
from datetime import date
from importlib.metadata import version
from pathlib import Path


def machine() -> dict[str, str]:
    """Return what there is to say of this machine, and of what runs on it."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "CPU": cpu(),
        "cores": str(os.cpu_count()),
        "memory": f"{memory / 2**30:.1f} GiB",
        "system": f"{platform.system()} {platform.release()}",
        "Python": platform.python_version(),
        "NumPy": version("numpy"),
        "Numba": version("numba"),
        "g++": compiler(),
        "gamekit": version("gamekit-solver"),
        "date": date.today().isoformat(),
    }


def cpu() -> str:
    """Return the model of the processor."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def compiler() -> str:
    """Return the version of g++, or that there is none."""
    try:
        done = subprocess.run(["g++", "-dumpfullversion"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "none"
    return done.stdout.strip()
