"""Who wins a sum, by which moves, and why in words."""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import Any

import attrs

from gamekit.cgt.grundy import grundy_walker
from gamekit.cgt.outcomes import OutcomeClass, OutcomeClasses
from gamekit.cgt.rules import Rules
from gamekit.cgt.ruleset import LEFT, RIGHT, Player
from gamekit.cgt.sums import Sum
from gamekit.cgt.walker import DEFAULT_MAX_POSITIONS, Walker

PLAYERS = ("Left", "Right")


@attrs.frozen
class SumMove:
    """A winning move in a sum.

    Attributes:
        player: who can make it, LEFT or RIGHT; None if both can.
        summand: the number of the summand, from 0 on.
        option: the position that it leaves there.
        reason: why it wins, in words.
    """

    player: Player | None
    summand: int
    option: Any
    reason: str


@attrs.frozen
class SumReport:
    """What is known of a sum.

    Attributes:
        value: its Grundy value; None if a summand is partizan.
        values: the Grundy values of the summands; None if one is partizan.
        outcome: its outcome class in normal play.
        moves: all winning moves.
        reason: why it is won or lost, in words.
    """

    value: int | None
    values: tuple[int, ...] | None
    outcome: OutcomeClass
    moves: tuple[SumMove, ...]
    reason: str


def analyse_sum(sum_: Sum, *, max_positions: int = DEFAULT_MAX_POSITIONS) -> SumReport:
    """Return who wins a sum in normal play, all winning moves, and the reasons in words.

    If all summands are impartial, their Grundy values decide. Otherwise the sum is searched as a whole.

    Raises:
        UnsupportedError: play can return to a position.
        LimitError: more than `max_positions` positions.
        RulesError: a ruleset breaks a promise.

    >>> from gamekit.cgt import load_ruleset, position_of
    >>> report = analyse_sum(position_of(load_ruleset("nim"), "3 4 5") + position_of(load_ruleset("kayles"), "3"))
    >>> report.value, report.moves[0].reason
    (1, 'Move 3 4 5 to 2 4 5: it is then worth 3, and the nim-sum becomes 3 ⊕ 3 = 0.')
    """
    if sum_.is_impartial:
        return _by_values(sum_, max_positions)
    return _by_search(sum_, max_positions)


def _by_values(sum_: Sum, max_positions: int) -> SumReport:
    walker = grundy_walker(sum_, max_positions)
    values = [walker.value((summand,)) for summand in walker.rules.start()]
    total = reduce(xor, values, 0)
    moves = []
    for number, (ruleset, position) in enumerate(sum_.summands if total else ()):
        rules = Rules(ruleset)
        wanted = values[number] ^ total
        for option in rules.options(position, LEFT):
            if walker.value(((number, option),)) == wanted:
                worth = " ⊕ ".join(map(str, [*values[:number], wanted, *values[number + 1 :]]))
                sentence = (
                    f"Move {rules.describe(position)} to {rules.describe(option)}: it is then worth {wanted}, "
                    f"and the nim-sum becomes {worth} = 0."
                )
                moves.append(SumMove(None, number, option, sentence))
    worth = " ⊕ ".join(map(str, values))
    if total:
        reason = f"The nim-sum is {worth} = {total}, so the next player wins by making it 0."
    else:
        reason = (
            f"The nim-sum is {worth} = 0, and every move makes it another number, so the next player loses."
        )
    outcome = OutcomeClass.NEXT if total else OutcomeClass.PREVIOUS
    return SumReport(total, tuple(values), outcome, tuple(moves), reason)


def _by_search(sum_: Sum, max_positions: int) -> SumReport:
    walker = Walker(sum_, OutcomeClasses("normal"), max_positions=max_positions)
    start = walker.rules.start()
    outcome = walker.value(start)
    moves = []
    for player in (LEFT, RIGHT):
        for number, (ruleset, position) in enumerate(sum_.summands):
            rules = Rules(ruleset)
            for option in rules.options(position, player):
                left = walker.value((*start[:number], (number, option), *start[number + 1 :]))
                if not (left.left_wins_second if player == LEFT else not left.left_wins_first):
                    continue
                sentence = (
                    f"{PLAYERS[player]} moves {rules.describe(position)} to {rules.describe(option)}: "
                    f"then {PLAYERS[1 - player]} is to move and loses."
                )
                moves.append(SumMove(player, number, option, sentence))
    reason = f"All plays of the sum were searched, {len(walker.values):,} positions: {outcome.in_words}."
    return SumReport(None, None, outcome, tuple(moves), reason)
