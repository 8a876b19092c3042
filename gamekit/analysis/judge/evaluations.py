"""Judge an evaluation or a conjecture: a function of states is compared with the value of every state."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from typing import Any

import attrs

from gamekit.analysis.judge.programs import Program
from gamekit.errors import InputError
from gamekit.game.progress import ProgressCallback, silent
from gamekit.game.values import Value
from gamekit.solution.solution import Solution

SIGNS = {1: "win", 0: "neither", -1: "loss"}


@attrs.frozen
class Counterexample:
    """A state in which a claim is wrong.

    Attributes:
        state: the state, as text.
        claimed: what the program returned there.
        verdict: the value of the state, in words.
        plies: the plies from the start to the state.
    """

    state: str
    claimed: Any
    verdict: str
    plies: int

    def __str__(self) -> str:
        return f"{self.state}: the claim is {json.dumps(self.claimed)}, and the truth is {self.verdict}"


@attrs.frozen
class ClaimReport:
    """What came of comparing a claim with all states.

    Attributes:
        program: the claim.
        states: the number of states.
        confusion: for what was claimed (win, neither, loss, or true and false), the number of states by value.
        failures: the number of states in which it is wrong.
        by_plies: for plies from the start, the number of failures, the first of them first.
        smallest: a wrong state as near to the end as any.
        first: a wrong state as near to the start as any.
        breach: what made the program break off, if it did.
    """

    program: str
    states: int
    confusion: dict[str, dict[str, int]]
    failures: int
    by_plies: dict[int, int]
    smallest: Counterexample | None
    first: Counterexample | None
    breach: str | None = None

    @property
    def ok(self) -> bool:
        """Whether the claim holds in every state."""
        return not self.failures and not self.breach

    def __str__(self) -> str:
        if self.breach:
            return f"{self.program} breaks off: {self.breach}"
        lines = [
            f"{claimed}: {', '.join(f'{number:,} {value}' for value, number in values.items())}"
            for claimed, values in self.confusion.items()
        ]
        if self.ok:
            return "\n".join([f"{self.program} holds in all {self.states:,} states", *lines])
        plies = ", ".join(f"{number:,} after {ply}" for ply, number in [*self.by_plies.items()][:5])
        return "\n".join(
            [
                f"{self.program} is wrong in {self.failures:,} of {self.states:,} states",
                *lines,
                f"nearest to the end: {self.smallest}",
                f"nearest to the start: {self.first}",
                f"by plies from the start: {plies}",
            ]
        )


def judge_claim(
    solution: Solution[Any, Any],
    program: Program,
    *,
    player: str | None = None,
    whenever: bool = False,
    progress: ProgressCallback = silent,
) -> ClaimReport:
    """Compare a claim with every state that can be reached.

    A truth value says whether the player wins. Of a number, the sign counts: above 0 for a win, 0 for neither, below 0
    for a loss.

    Args:
        solution: the solution of the game.
        program: the function of states.
        player: the player whom the claim is about; by default the one to move.
        whenever: whether only true claims and wins count, so that the claim may leave wins out.
        progress: a function called with the number of states so far.

    Raises:
        InputError: there is no such player.
    """
    game = solution.game
    if player is not None and player not in game.players:
        raise InputError(f"there is no player {player!r}; there are {' and '.join(game.players)}")
    loaded = solution.loaded()
    depth = loaded.arena.successors.distances(loaded.arena.root).tolist()
    confusion: dict[str, Counter[str]] = defaultdict(Counter)
    wrong: list[tuple[int, int, Any, Any]] = []
    for place, verdict in enumerate(loaded):
        progress("judging", place, None)
        text = game.format_state(verdict.state)
        reply = program.ask(text)
        claimed = reply.value
        if reply.kind != "answer" or not isinstance(claimed, bool | int | float):
            what = (
                f"{reply.kind} in {text}: {reply}"
                if reply.kind != "answer"
                else f"no number in {text}: {reply}"
            )
            return ClaimReport(program.name, len(loaded), {}, 0, {}, None, None, what)
        truth = _sign(verdict, player)
        name = json.dumps(claimed) if isinstance(claimed, bool) else SIGNS[(claimed > 0) - (claimed < 0)]
        confusion[name][SIGNS[truth] if player or truth else str(verdict.value)] += 1
        if isinstance(claimed, bool):
            is_right = (truth > 0) == claimed or (whenever and not claimed)
        else:
            is_right = truth == (claimed > 0) - (claimed < 0) or (whenever and claimed <= 0)
        if not is_right:
            far = len(loaded) if verdict.remoteness is None else verdict.remoteness
            wrong.append((far, depth[place], claimed, verdict))
    nearest = min(wrong, key=lambda one: one[0], default=None)
    first = min(wrong, key=lambda one: one[1], default=None)
    by_plies = Counter(plies for _, plies, *_ in wrong)
    return ClaimReport(
        program.name,
        len(loaded),
        {name: dict(values) for name, values in confusion.items()},
        len(wrong),
        dict(sorted(by_plies.items())),
        nearest and _counterexample(loaded, *nearest[1:]),
        first and _counterexample(loaded, *first[1:]),
    )


def _sign(verdict: Any, player: str | None) -> int:
    if player is not None:
        return 0 if verdict.winner is None else 1 if verdict.winner == player else -1
    return {Value.WIN: 1, Value.LOSS: -1}.get(verdict.value, 0)


def _counterexample(solution: Solution[Any, Any], plies: int, claimed: Any, verdict: Any) -> Counterexample:
    return Counterexample(solution.describe(verdict.state), claimed, str(verdict), plies)
