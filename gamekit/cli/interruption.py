"""Ctrl-C, which waits where an exception would be lost: in finalizers, and in what LLVM calls while it compiles."""

from __future__ import annotations

import signal
import threading
from types import FrameType

SECONDS_TO_WAIT = 0.05


def keep_interrupts() -> None:
    """Let Ctrl-C raise KeyboardInterrupt as soon as somebody can catch it.

    Python raises it in the midst of whatever runs. It never comes out of a finalizer, so the program would go on. Nor
    does it come out of a function that LLVM has called, and LLVM then reads what was never written.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if is_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)


def _interrupt(number: int, frame: FrameType | None) -> None:
    while frame:
        module = frame.f_globals.get("__name__", "")
        if frame.f_code.co_name == "__del__" or module == "weakref" or module.startswith("llvmlite."):
            interrupted = threading.main_thread().ident, number
            again = threading.Timer(SECONDS_TO_WAIT, signal.pthread_kill, interrupted)
            again.daemon = True
            again.start()
            return
        frame = frame.f_back
    raise KeyboardInterrupt
