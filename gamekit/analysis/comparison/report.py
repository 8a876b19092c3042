"""The results of `compare`, for programs and for people."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import starmap
from typing import Any

import attrs

from gamekit.drawing.html import paragraph, table
from gamekit.game.values import Value
from gamekit.solution.solution import Verdict

Row = tuple[str, ...]


@attrs.frozen
class Run:
    """The result of one solver.

    Attributes:
        solver: the name and the options of the solver.
        left_out: the reason why the solver was not run or gave no answer, or None.
        unsound: the reason why its answer cannot be trusted, or None.
        verdict: the verdict on the root; None if the solver was left out.
        states_touched: the number of states that the solver looked at.
        seconds: the wall time of the solver, without exploring the arena; for compiled rules, with exploring, but
            without compiling.
        peak_bytes: the largest number of bytes allocated at one time; None if it was not measured.
        states_compared: the number of states that were compared, which both this run and the reference cover.
        disagreement: the first state on which this run differs from the reference, with both verdicts; None if there is
            none.
        cap: the number of plies that the solver looks ahead, counting the moves of both players; None if there is no
            cap.
    """

    solver: str
    left_out: str | None = None
    unsound: str | None = None
    verdict: Verdict[Any] | None = None
    states_touched: int | None = None
    seconds: float | None = None
    peak_bytes: int | None = None
    states_compared: int | None = None
    disagreement: str | None = None
    cap: int | None = None


@attrs.frozen
class CapRange:
    """The sound and the folklore answer of minimax for the root, with any cap from `first` to `last` plies.

    `value` and `remoteness` leave play beyond the cap open; `folklore_value` and `folklore_remoteness` take it for
    endless play. `suffices` and `folklore_right` say whether these are the true value and remoteness of the root.
    """

    first: int
    last: int
    value: Value
    remoteness: int | None
    suffices: bool
    folklore_value: Value
    folklore_remoteness: int | None
    folklore_right: bool


@attrs.frozen
class Comparison:
    """The answers of several solvers to one game, compared with each other.

    Attributes:
        states: the number of states of the arena.
        edges: the number of edges of the arena.
        explore_seconds: wall time of the exploration, which all solvers share.
        reference: the name of the solver with which the others are compared: the first sound one to solve all states.
        runs: the run of each solver, in the order in which they were asked for.
        caps: the answers for each cap up to the smallest that suffices, in ranges; empty if they were not computed.
        smallest_cap: the smallest cap with which minimax finds the value and remoteness of the root; None if none does.
        caps_note: a sentence about the smallest cap.
    """

    states: int
    edges: int
    explore_seconds: float
    reference: str | None
    runs: tuple[Run, ...]
    caps: tuple[CapRange, ...]
    smallest_cap: int | None
    caps_note: str

    @property
    def agree(self) -> bool:
        """Whether no two sound solvers contradict each other."""
        return not any(run.disagreement and not run.unsound for run in self.runs)

    def agreement(self, run: Run) -> str:
        """Return in words whether a run agrees with the reference; the run must not have been left out."""
        if run.disagreement:
            return "WRONG"
        if run.verdict is not None and run.verdict.value is Value.UNSOLVED:
            return "no answer"
        return "reference" if run.solver == self.reference else "agrees"

    def table(self) -> tuple[Row, list[Row]]:
        """Return the runs as a table for people: the headings, and a row for each run."""
        head = ("solver", "answer", "agrees", "states touched", "time", "peak memory")
        return head, [_row(run, self.agreement(run)) for run in self.runs]

    def caps_table(self) -> tuple[Row, list[Row]]:
        """Return the ranges of caps as a table for people: the headings, and a row for each range."""
        return ("cap", "minimax", "by folklore"), [_cap_row(caps) for caps in self.caps]

    def __str__(self) -> str:
        return "\n\n".join([*starmap(markdown, self._tables()), self.caps_note])

    def _repr_html_(self) -> str:
        return "".join([*starmap(table, self._tables()), paragraph(self.caps_note)])

    def _tables(self) -> list[tuple[Row, list[Row]]]:
        return [self.table(), self.caps_table()] if self.caps else [self.table()]


def _row(run: Run, agreement: str) -> Row:
    if run.verdict is None or run.seconds is None:
        return (run.solver, f"left out: {run.left_out}", "", "", "", "")
    return (
        run.solver + (" (unsound)" if run.unsound else ""),
        str(run.verdict) + ("" if run.cap is None else f", {run.cap:,} plies ahead"),
        {"WRONG": "no: WRONG", "agrees": "yes"}.get(agreement, agreement),
        f"{run.states_touched:,}",
        duration(run.seconds),
        "not measured" if run.peak_bytes is None else f"{run.peak_bytes / 1e6:,.1f} MB",
    )


def _cap_row(caps: CapRange) -> Row:
    def cell(value: Value, remoteness: int | None, right: bool) -> str:
        plies = "" if remoteness is None else f" in {remoteness}"
        return f"{value.name}{plies}: {'right' if right else 'fails' if value is Value.UNSOLVED else 'WRONG'}"

    return (
        str(caps.first) if caps.first == caps.last else f"{caps.first} to {caps.last}",
        cell(caps.value, caps.remoteness, caps.suffices),
        cell(caps.folklore_value, caps.folklore_remoteness, caps.folklore_right),
    )


def markdown(head: Row, rows: Iterable[Row]) -> str:
    """Return a table in Markdown.

    >>> print(markdown(("a", "b"), [("1", "2")]))
    | a | b |
    | --- | --- |
    | 1 | 2 |
    """
    lines = (head, tuple("---" for _ in head), *rows)
    return "\n".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |" for line in lines)


def duration(seconds: float) -> str:
    """Return a duration as text.

    >>> duration(0.0123), duration(75), duration(7200)
    ('12 ms', '75 s', '2.0 h')
    """
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"
