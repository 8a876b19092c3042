"""Outcome classes of a position and all its followers, with loops or without, and the checker of such a table.

They are found by retrograde analysis: backwards from the positions in which a player has no move, with a count of the
unresolved options of each position. Positions that are never resolved are drawn, because whoever moves there can move
to another of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import attrs

from gamekit.cgt.followers import explore
from gamekit.cgt.outcomes import OutcomeClass, Play, Winner
from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.quick_rules import QuickRules
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import LEFT, PLAYERS, RIGHT, Player, Position, Ruleset
from gamekit.cgt.time_limit import require_time
from gamekit.cgt.tried_rules import TriedRules
from gamekit.cgt.walker import DEFAULT_MAX_POSITIONS

NO_FORCED_WIN: Final = -1
"""The entry for the plies to a win where neither player can force one."""

MOVERS: Final[tuple[Player, Player]] = (LEFT, RIGHT)


@attrs.frozen
class OutcomeTable:
    """The outcome class of a position and of each of its followers.

    Attributes:
        ruleset: the rules.
        position: the position that the table is about.
        play: "normal" if whoever cannot move loses, "misere" if they win.
        classes: the outcome class of each position.
        plies: for each position of `classes`, the plies to the win if Left moves first, and if Right does;
            NO_FORCED_WIN if nobody wins.
    """

    ruleset: Ruleset[Any]
    position: Any
    play: Play
    classes: dict[Any, OutcomeClass] = attrs.field(repr=lambda outcomes: f"<{len(outcomes)} positions>")
    plies: Sequence[tuple[int, int]] = attrs.field(repr=False)

    def winning(self) -> tuple[list[Any], list[Any]]:
        """Return the options of the position that win for Left, and for Right."""
        rules: CheckedRuleset[Any] = CheckedRuleset(self.ruleset)
        winning: tuple[list[Any], list[Any]] = [], []
        for player in MOVERS:
            for option in rules.options(self.position, player):
                if option not in self.classes:
                    raise rules.unlisted(option)
                if self.classes[option].winners[1 - player] == player:
                    winning[player].append(option)
        return winning


def outcome_class(
    ruleset: Ruleset[Position],
    position: Position | None = None,
    *,
    play: Play = "normal",
    max_positions: int = DEFAULT_MAX_POSITIONS,
) -> OutcomeClass:
    """Return the outcome class of a position.

    Args:
        ruleset: the rules. Play may go on for ever; that is a draw.
        position: the position; by default the one in which play begins.
        play: "normal" if whoever cannot move loses, "misere" if they win.
        max_positions: the most positions to visit.

    Raises:
        LimitError: there are more than `max_positions` positions to visit.
        RulesError: the ruleset breaks a promise.

    >>> from gamekit.cgt import load_ruleset
    >>> outcome_class(load_ruleset("nim", [1, 1, 1])), outcome_class(load_ruleset("nim", [1, 1, 1]), play="misere")
    (<OutcomeClass.NEXT: 'N'>, <OutcomeClass.PREVIOUS: 'P'>)
    """
    table = outcome_table(ruleset, position, play=play, max_positions=max_positions)
    return table.classes[table.position]


def outcome_table(
    ruleset: Ruleset[Any],
    position: Any = None,
    *,
    play: Play = "normal",
    max_positions: int = DEFAULT_MAX_POSITIONS,
) -> OutcomeTable:
    """Return the outcome classes of a position and all its followers; takes O(E).

    The arguments are those of `outcome_class`.

    Raises:
        GamekitError: as `outcome_class` does.
    """
    rules: CheckedRuleset[Any] = QuickRules(ruleset)
    start = rules.root(position)
    numbers, options = explore(rules, [start], max_positions)
    winners, plies = _analysed(options, play)
    classes = dict(zip(numbers, map(OutcomeClass.of_winners, *winners), strict=True))
    return OutcomeTable(ruleset, start, play, classes, list(zip(*plies, strict=True)))


def _analysed(
    options: tuple[list[list[int]], list[list[int]]], play: Play
) -> tuple[tuple[list[Winner], list[Winner]], tuple[list[int], list[int]]]:
    """Return, for each player to move, who wins each position and in how many plies."""
    size = len(options[LEFT])
    winners: tuple[list[Winner], list[Winner]] = ([None] * size, [None] * size)
    plies = [NO_FORCED_WIN] * size, [NO_FORCED_WIN] * size
    parents: tuple[list[list[int]], list[list[int]]] = ([[] for _ in range(size)], [[] for _ in range(size)])
    unresolved = tuple(list(map(len, side)) for side in options)
    queue: list[tuple[int, Player]] = []
    for player in MOVERS:
        other: Player = RIGHT if player == LEFT else LEFT
        for position, listed in enumerate(options[player]):
            for option in listed:
                parents[other][option].append(position)
            if not listed:
                winners[player][position] = player if play == "misere" else other
                plies[player][position] = 0
                queue.append((position, player))
    for position, player in queue:  # which grows, in the order of plies
        require_time()
        mover: Player = RIGHT if player == LEFT else LEFT
        winner, ply = winners[player][position], plies[player][position] + 1
        for parent in parents[player][position]:
            unresolved[mover][parent] -= 1
            if winners[mover][parent] is None and (winner == mover or not unresolved[mover][parent]):
                winners[mover][parent] = winner
                plies[mover][parent] = ply
                queue.append((parent, mover))
    return winners, plies


def check_outcome_table(table: OutcomeTable) -> ProofReport:
    """Check each entry against the rules and the entries of its options.

    A win takes one ply more than the quickest option that is won, a loss one more than the slowest, and plies fall
    towards the end, so no circle proves itself. Whoever moves in a drawn position has a drawn option, and no winning
    one.

    Raises:
        RulesError: the ruleset breaks a promise.

    >>> from gamekit.cgt import load_ruleset
    >>> print(check_outcome_table(outcome_table(load_ruleset("digraph"))))
    verified: all 6 positions
    """
    rules: CheckedRuleset[Any] = TriedRules(table.ruleset)
    if len(table.plies) != len(table.classes):
        return ProofReport(0, problem="positions and plies do not match")
    known = {
        position: tuple(zip(outcome.winners, plies, strict=True))
        for (position, outcome), plies in zip(table.classes.items(), table.plies, strict=True)
    }
    if table.position not in known:
        return ProofReport(0, problem=f"{rules.describe(table.position)} is not among the positions")
    for checked, position in enumerate(known):
        for player in MOVERS:
            options = rules.options(position, player)
            if stray := [option for option in options if option not in known]:
                return ProofReport(checked, problem=f"{rules.describe(stray[0])} is not among the positions")
            claimed = known[position][player]
            if claimed != _expected(player, [known[option][1 - player] for option in options], table.play):
                name = PLAYERS[player]
                problem = f"{rules.describe(position)} with {name} to move is not what its options make it"
                return ProofReport(checked, problem=problem)
    return ProofReport(len(known), tried=rules.tried)


def _expected(player: Player, options: Sequence[tuple[Winner, int]], play: Play) -> tuple[Winner, int]:
    """Return who wins a position, and in how many plies, given the winner and the plies of each option."""
    if not options:
        return (player if play == "misere" else 1 - player), 0  # type: ignore[return-value]
    won = [plies for winner, plies in options if winner == player]
    if won:
        return player, 1 + min(won)
    if any(winner is None for winner, _ in options):
        return None, NO_FORCED_WIN
    return (RIGHT if player == LEFT else LEFT), 1 + max(plies for _, plies in options)
