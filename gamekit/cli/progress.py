"""Progress of long work on stderr: a line that changes if stderr is a terminal, else a line a minute."""

from __future__ import annotations

import sys
import time
from collections import deque
from contextlib import ExitStack, suppress
from datetime import timedelta
from threading import Timer
from typing import TYPE_CHECKING, Any, Final

from gamekit.cli.messages import duration, is_quiet, note

if TYPE_CHECKING:
    from rich.live import Live

DELAY: Final = 0.5
"""The number of seconds of work before the line appears, and before a rate is shown."""

RECENT: Final = 10.0
"""The number of seconds over which the rate is measured."""

LOGGED_EVERY: Final = 60.0
"""The number of seconds between two lines if stderr is not a terminal."""

STALE_SECONDS: Final = 5.0
"""The number of seconds without progress after which the rate no longer predicts the time left."""

NARROWEST: Final = 20
"""The least number of cells of the bar; other columns are left out to make room for it, the last first."""

INTERRUPTING_PHASES: Final = ("loading", "compiling")
"""The phases that interrupt others."""

SLOWING: Final = ("deepening",)
"""The phases whose steps take ever longer, so that their rate says nothing."""

NAME_CELLS: Final = 10
"""The number of cells for the name of a phase."""

SHORT_NAMES: Final = {
    "counting successors": "counting",
    "evaluating states": "counting",
    "building reverse edges": "linking",
    "listing predecessors": "linking",
    "listing moves": "linking",
    "solving backwards": "solving",
    "solving components": "solving",
    "solving inputs": "solving",
    "computing Grundy values": "evaluating",
    "finding the quotient": "searching",
    "extracting the certificate": "extracting",
    "raising the cap": "deepening",
    "checking blocks": "checking",
    "comparing states": "comparing",
    "testing indices": "comparing",
    "comparing with the plain rules": "comparing",
    "trying the symmetry": "comparing",
}
"""The short names of phases whose own names do not fit into `NAME_CELLS`."""


class Phase:
    """The progress of one phase, which never decreases.

    Attributes:
        name: the short name of the phase.
        done: the number of steps done.
        total: the number of all steps, or None if unknown.
    """

    def __init__(self, name: str, now: float) -> None:
        self.name, self.done = name, 0
        self.total: int | None = None
        self._marks = deque([(now, 0)])

    def advance(self, done: int, total: int | None, now: float) -> None:
        """Record that `done` of `total` steps are done at the time `now`, in seconds."""
        self.total = total
        if done <= self.done:
            return
        self.done = done
        self._marks.append((now, done))
        while now - self._marks[0][0] > RECENT and len(self._marks) > 2:
            self._marks.popleft()

    def rate(self, now: float) -> float | None:
        """Return the recent rate in steps per second, or None if it is unknown."""
        (begun, before), (last, done) = self._marks[0], self._marks[-1]
        if last - begun < DELAY or now - last > STALE_SECONDS:
            return None
        return (done - before) / (now - begun)

    def line(self, width: int, now: float, memory: int) -> str:
        """Return the line that shows the phase, at most `width` cells long; `memory` is in bytes."""
        shown = self.figures(now, memory)
        if self.total:
            share = min(self.done / self.total, 1.0)
            while len(shown) > 1 and width - NAME_CELLS - 2 - len("  ".join(shown)) < NARROWEST:
                shown.pop()
            cells = max(width - NAME_CELLS - 3 - len("  ".join(filter(None, shown))), 0)
            full = int(cells * share)
            shown = ["━" * full + "─" * (cells - full), *shown]
        return f"{self.name:{NAME_CELLS}} {'  '.join(filter(None, shown))}"[:width]

    def figures(self, now: float, memory: int) -> list[str]:
        """Return figures about the phase, the most useful first; a figure that is not known is empty."""
        from gamekit.engine.runtime.memory_budget import format_bytes

        rate, held = self.rate(now), format_bytes(memory)
        if self.total:
            left = f"{timedelta(seconds=round((self.total - self.done) / rate))} left" if rate else ""
            return [f"{int(100 * min(self.done / self.total, 1.0)):3}%", _short(self.done), left, held]
        if not self.done:
            return [held]
        speed = "" if rate is None or self.name in SLOWING else f"{_short(round(rate))}/s"
        return [_short(self.done), speed, held]


class ProgressBar:
    """A context manager that shows progress on stderr, and is called as a progress callback."""

    def __init__(self) -> None:
        self._begun = self._logged = time.monotonic()
        self._phase = self._before = Phase("starting", self._begun)
        self._live: Live | None = None
        self._timer = Timer(DELAY, self._start)
        self._timer.daemon = True
        self._watched: ExitStack | None = None
        self._compiling = 0
        self._wanted = sys.stderr.isatty() and not is_quiet()
        self._is_log = not self._wanted and not is_quiet()

    def __enter__(self) -> ProgressBar:
        if self._wanted:
            self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        if not self._wanted:
            return
        self._timer.cancel()
        if self._timer.is_alive():
            self._timer.join()
        if self._live is not None:
            self._live.stop()
        if self._watched is not None:
            with suppress(ValueError):
                self._watched.close()

    def __call__(self, phase: str, done: int, total: int | None) -> None:
        """Show that `done` of `total` steps of a phase are done."""
        if self._wanted:
            self._watch_compiling()
        elif not self._is_log:
            return
        name, now = SHORT_NAMES.get(phase, phase), time.monotonic()
        if name in INTERRUPTING_PHASES:
            self._before = self._phase if self._phase.name not in INTERRUPTING_PHASES else self._before
        if name != self._phase.name:  # after a wait, the phase before it may go on
            goes_on = self._phase.name in INTERRUPTING_PHASES and self._before.name == name
            self._phase = self._before if goes_on else Phase(name, now)
        self._phase.advance(done, total, now)
        if self._is_log and now - self._logged >= LOGGED_EVERY:
            self._logged = now
            self._log(now)

    def _log(self, now: float) -> None:
        from gamekit.engine.runtime.memory_budget import held

        figures = ", ".join(figure.strip() for figure in self._phase.figures(now, held()) if figure)
        note(f"gamekit: {self._phase.name} after {duration(now - self._begun)}: {figures}")

    def _start(self) -> None:
        from rich.console import Console
        from rich.live import Live

        self._live = Live(
            get_renderable=self._shown, console=Console(stderr=True), refresh_per_second=8, transient=True
        )
        self._live.start()

    def _shown(self) -> Any:
        from rich.text import Text

        from gamekit.engine.runtime.memory_budget import held

        if self._live is None:
            return Text()
        if self._compiling:
            return Text(f"{'compiling':{NAME_CELLS}} for {self._phase.name}")
        width = self._live.console.width - 1
        return Text(self._phase.line(width, time.monotonic(), held()), no_wrap=True, overflow="crop")

    def _watch_compiling(self) -> None:
        """Count the functions that Numba compiles, once it is loaded."""
        if self._watched is not None or "numba.core.event" not in sys.modules:
            return
        from numba.core import event

        bar = self

        class Listener(event.Listener):
            def on_start(self, event: Any) -> None:
                bar._compiling += 1

            def on_end(self, event: Any) -> None:
                bar._compiling -= 1

        self._watched = ExitStack()
        self._watched.enter_context(event.install_listener("numba:compile", Listener()))


def _short(number: int) -> str:
    """Return a number in few digits.

    >>> _short(345678), _short(41_400_000), _short(7 * 10**9)
    ('345,678', '41.4M', '7.00G')
    """
    if number < 1_000_000:
        return f"{number:,}"
    scaled, unit = (number / 1e6, "M") if number < 1e9 else (number / 1e9, "G")
    return f"{scaled:#.3g}".rstrip(".") + unit
