"""Waiting for what another process does, to interrupt it then."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until something is so."""
    for _ in range(1_800):  # a minute and a half, since a busy machine takes long to start processes
        if condition():
            return
        time.sleep(0.05)
    raise TimeoutError


def interrupted(*arguments: str, when: Callable[[], bool]) -> tuple[int, str, str]:
    """Run gamekit, and press Ctrl-C once something is so; return the exit status and what was written."""
    with subprocess.Popen(
        [sys.executable, "-m", "gamekit", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as program:
        wait_for(when)
        os.killpg(program.pid, signal.SIGINT)  # it reaches all processes of a terminal
        out, said = program.communicate(timeout=60)
    return program.returncode, out, said
