"""A session with `gamekit play` in a terminal."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Sequence

PLAIN = {"TERM": "dumb", "NO_COLOR": "1"}


def session(typed: Sequence[str], *arguments: str, environment: dict[str, str] = PLAIN) -> str:
    """Return what a terminal shows when commands are typed at the prompts of `gamekit play`."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "gamekit", "play", *arguments]
    variables = {name: value for name, value in os.environ.items() if name not in PLAIN}
    variables |= {"COLUMNS": "90", **environment}
    left = list(typed)
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=variables) as process:
        os.close(theirs)
        shown = b""
        try:
            while part := os.read(ours, 4096):
                shown += part
                if shown.endswith(b"> ") and left:
                    os.write(ours, left.pop(0).encode() + b"\n")
        except OSError:  # so a terminal tells on Linux that nobody writes to it any more
            pass
        assert process.wait() == 0
    os.close(ours)
    return shown.decode().replace("\r\n", "\n")
