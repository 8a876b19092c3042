"""Large solves as people meet them: in a terminal, with a bar, until they press Ctrl-C."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.command import EXAMPLES
from support.marks import cases

from gamekit.cli.main import keep_interrupts

pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="looks into Linux's /proc")

LARGE = str(EXAMPLES / "dobutsu-shogi-standard.json")  # takes minutes; nobody waits for its end here
PATIENCE = 60.0


@contextmanager
def solving(*options: str, stderr: int = subprocess.PIPE) -> Iterator[subprocess.Popen[bytes]]:
    """Start to solve a game that takes minutes; it does not outlive the test."""
    arguments = [sys.executable, "-m", "gamekit", "solve", "dobutsu-shogi", "--input", LARGE, *options]
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=stderr)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def wait_until_it_holds(process: subprocess.Popen[bytes], mebibytes: int) -> None:
    """Wait until a process is in the middle of its work."""
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE:
        assert process.poll() is None, process.communicate()
        held = re.search(r"VmRSS:\s*(\d+) kB", Path(f"/proc/{process.pid}/status").read_text())
        if held and int(held[1]) > mebibytes * 1024:
            return
        time.sleep(0.02)
    pytest.fail(f"it has not come to hold {mebibytes} MiB")


@pytest.mark.parametrize("threads", cases(slow=["2"], release=["1"]))
def test_ctrl_c_ends_it_in_one_sentence(threads: str) -> None:
    with solving("--threads", threads) as process:
        wait_until_it_holds(process, 300)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (130, b"", b"gamekit: interrupted\n")


@pytest.mark.slow
def test_a_limit_of_memory_ends_it_in_one_sentence() -> None:
    with solving("--memory", "250MiB") as process:
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (3, b"")
    needed = r"gamekit: exploring \([\d,]+ states so far\) needs 2\d\d\.\d MiB of memory, including .*"
    plan, prove = (re.escape(f"`gamekit {verb} dobutsu-shogi --input {LARGE}`") for verb in ("plan", "prove"))
    needed += f"; {plan} estimates what all states take; {prove} may decide one of them"
    assert re.fullmatch(rf"{needed}\n", err.decode())


class Interrupted:
    """Is interrupted when nothing refers to it any more."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


def test_an_interrupt_in_a_finalizer_is_not_lost() -> None:
    """LLVM's objects have finalizers, and it calls Python while it compiles; no exception comes out of either."""
    before = signal.getsignal(signal.SIGINT)
    keep_interrupts()
    try:
        Interrupted()
        with pytest.raises(KeyboardInterrupt):
            time.sleep(PATIENCE)
    finally:
        signal.signal(signal.SIGINT, before)


BAR = {
    "without a total": r"exploring +[\d,.]+M?  ([\d,.]+[kM]?/s  )?[\d.]+ (MiB|GiB)",
    "with one": r"solving +━*─* +\d+%  [\d,.]+M?  (\d:\d\d:\d\d left  )?[\d.]+ (MiB|GiB)",
}


@pytest.mark.release
def test_the_bar_shows_phase_share_states_and_memory() -> None:
    ours, theirs = os.openpty()
    arguments = ["solve", "connect-four", "--backend", "compiled", "--no-verify", "--input", "-"]
    command = [sys.executable, "-m", "gamekit", *arguments]
    environment = os.environ | {"COLUMNS": "160", "TERM": "xterm"}
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=theirs, env=environment
    )
    os.close(theirs)
    process.stdin.write(b'{"width": 4, "height": 6, "length": 4}')
    process.stdin.close()
    seen = ""
    with contextlib.suppress(OSError):  # that is how the other end of a terminal is told of its end
        while piece := os.read(ours, 4096):
            seen += piece.decode(errors="replace")
    os.close(ours)
    assert process.wait() == 0
    plain = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", seen)
    for what, bar in BAR.items():
        assert re.search(bar, plain), (what, plain[-300:])
