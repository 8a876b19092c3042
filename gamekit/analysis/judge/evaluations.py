"""Judge an evaluation or a conjecture: a function of states is compared with the value of every state."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from typing import Any, Final

import attrs

from gamekit.analysis.judge.programs import Program
from gamekit.solution.solution import Solution

SIGNS: Final = {1: "win", 0: "neither", -1: "loss"}


@attrs.frozen
class ClaimReport:
    """What came of comparing a claim with all states.

    Attributes:
        program: the claim.
        states: the number of states.
        confusion: for what was claimed (win, neither, loss, or true and false), the number of states by value.
        failures: the number of states in which it is wrong.
        by_plies: for plies from the start, the number of failures, the first of them first.
        smallest: a wrong state as near to the end as any, with the claim and the truth.
        first: a wrong state as near to the start as any.
        breach: what made the program break off, if it did.
    """

    program: str
    states: int
    confusion: dict[str, dict[str, int]]
    failures: int = 0
    by_plies: dict[int, int] = attrs.field(factory=dict)
    smallest: str | None = None
    first: str | None = None
    breach: str | None = None

    @property
    def ok(self) -> bool:
        """Whether the claim holds in every state."""
        return not self.failures and not self.breach

    def __str__(self) -> str:
        if self.breach:
            return f"{self.program} breaks off: {self.breach}"
        rows = self.confusion.items()
        lines = [f"{claimed}: {_listed(values, '{1:,} {0}')}" for claimed, values in rows]
        if self.ok:
            return "\n".join([f"{self.program} holds in all {self.states:,} states", *lines])
        head = f"{self.program} is wrong in {self.failures:,} of {self.states:,} states"
        plies = _listed(dict([*self.by_plies.items()][:5]), "{1:,} after {0}")
        ends = [f"nearest to the end: {self.smallest}", f"nearest to the start: {self.first}"]
        return "\n".join([head, *lines, *ends, f"by plies from the start: {plies}"])


def judge_claim(
    solution: Solution[Any, Any],
    program: Program,
    *,
    player: str | None = None,
    whenever: bool = False,
) -> ClaimReport:
    """Compare a claim with every state that can be reached.

    A truth value says whether the player wins. Only the sign of a number counts: above 0 for a win, 0 for neither,
    below 0 for a loss.

    Args:
        solution: the solution of the game.
        program: the function of states.
        player: the player whom the claim is about; by default the one to move.
        whenever: whether only true claims and wins count, so that the claim may leave wins out.
    """
    loaded = solution.loaded()
    depth = loaded.arena.successors.distances(loaded.arena.root).tolist()
    confusion: dict[str, Counter[str]] = defaultdict(Counter)
    wrong: list[tuple[int, int, str]] = []
    for place, verdict in enumerate(loaded):
        text = loaded.game.format_state(verdict.state)
        kind, claimed = reply = program.ask(text)
        if kind != "answer" or not isinstance(claimed, bool | int | float):
            what = "no number" if kind == "answer" else kind
            breach = f"{what} in {text}: {json.dumps(claimed) if kind == 'answer' else claimed}"
            return ClaimReport(program.name, len(loaded), {}, breach=breach)
        to_player = 1 if (player or verdict.player) == loaded.game.players[0] else -1
        truth, sign = _sign(to_player * (verdict.payoff or 0)), _sign(claimed)
        name = json.dumps(claimed) if isinstance(claimed, bool) else SIGNS[sign]
        confusion[name][SIGNS[truth] if player or truth else str(verdict.value)] += 1
        is_right = sign == max(truth, 0) if isinstance(claimed, bool) else sign == truth
        if not is_right and not (whenever and sign <= 0):
            plies = len(loaded) if verdict.remoteness is None else verdict.remoteness
            wrong.append((plies, depth[place], f"{text}: the claim is {reply}, and the truth is {verdict}"))
    return ClaimReport(
        program.name,
        len(loaded),
        {name: dict(values) for name, values in confusion.items()},
        len(wrong),
        dict(sorted(Counter(after for _, after, _ in wrong).items())),
        min(wrong, default=(0, 0, None))[2],
        min(wrong, key=lambda one: one[1], default=(0, 0, None))[2],
    )


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def _listed(numbers: dict[Any, int], pattern: str) -> str:
    return ", ".join(pattern.format(*entry) for entry in numbers.items())
