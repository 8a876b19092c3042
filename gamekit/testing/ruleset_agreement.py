"""Does the board game that a ruleset names state the ruleset's rules? Those of the ruleset are right by definition."""

from __future__ import annotations

from collections import Counter
from typing import Any

from gamekit.cgt.ruleset import Ruleset
from gamekit.cgt.ruleset_game import PlayedInTurn, as_game
from gamekit.game.parameters import unstructure
from gamekit.game.protocol import Game
from gamekit.testing.probe import Probe
from gamekit.testing.report import Check, promise


class OfARuleset(Check):
    """A promise of those games of rulesets that the ruleset does not play itself."""

    def binds(self, game: Game[Any, Any]) -> bool:
        return hasattr(game, "ruleset") and not isinstance(game, PlayedInTurn)


@promise()
def _agreement(probe: Probe, state: Any) -> None:
    """Moves lead to the options that the ruleset lists, and the game is over where it lists none.

    Positions with the same parts are the same: the board game may leave out what is in none of them.
    """
    game: Any = probe.game
    rules = as_game(game.ruleset, play=unstructure(game)["play"])
    said = _as_in(probe, state)
    payoff, expected = probe.call("outcome", state), rules.outcome(said)
    if payoff != expected:
        raise probe.fault("outcome", (state,), f"returned {payoff!r}; in the ruleset it is {expected!r}")
    listed = (rules.apply(said, move) for move in rules.moves(said))
    options = {_parts(game.ruleset, option): option for option in listed}
    children = {}
    for move in reversed(probe.moves(state)):
        child = _as_in(probe, probe.call("apply", state, move))
        children[_parts(game.ruleset, child)] = child, move
    for parts, option in options.items():
        if parts not in children:
            what = f"leaves out what leads to {rules.format_state(option)}, an option in the ruleset"
            raise probe.fault("moves", (state,), what)
    for parts, (child, move) in children.items():
        if parts not in options:
            what = f"leads to {rules.format_state(child)}, which is not an option in the ruleset"
            raise probe.fault("apply", (state, move), what)


def _parts(ruleset: Ruleset[Any], state: Any) -> Any:
    """Return what tells states apart: the parts of the position, and the player to move."""
    position, mover = state
    return frozenset(Counter(ruleset.parts(position)).items()), mover


def _as_in(probe: Probe, state: Any) -> Any:
    """Return a state as the ruleset has it: a position, and the player to move."""
    return position_in(probe, state), probe.call("to_move", state)


def position_in(probe: Probe, state: Any) -> Any:
    """Return the position of a ruleset in a state of a game that plays it, as it is or read from its text."""
    game: Any = probe.game
    if isinstance(game, PlayedInTurn):
        return state[0]
    board, _, _ = probe.call("format_state", state).rpartition(",")
    return game.ruleset.parse_position(board)


check_ruleset = OfARuleset("ruleset", _agreement.promise, _agreement.run)
