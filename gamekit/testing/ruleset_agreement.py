"""Does the board game that a ruleset names state the ruleset's rules? Those of the ruleset are right by definition."""

from __future__ import annotations

from typing import Any

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
    """Moves lead to the options that the ruleset lists, and the game is over where it lists none."""
    game: Any = probe.game
    rules = as_game(game.ruleset, play=unstructure(game)["play"])
    said = _as_in(probe, state)
    payoff, expected = probe.call("outcome", state), rules.outcome(said)
    if payoff != expected:
        raise probe.fault("outcome", (state,), f"returned {payoff!r}; in the ruleset it is {expected!r}")
    options = {rules.apply(said, move) for move in rules.moves(said)}
    children = {
        _as_in(probe, probe.call("apply", state, move)): move for move in reversed(probe.moves(state))
    }
    for option in options - set(children):
        what = f"leaves out what leads to {rules.format_state(option)}, an option in the ruleset"
        raise probe.fault("moves", (state,), what)
    for child in set(children) - options:
        what = f"leads to {rules.format_state(child)}, which is not an option in the ruleset"
        raise probe.fault("apply", (state, children[child]), what)


def _as_in(probe: Probe, state: Any) -> Any:
    """Return a state as the ruleset has it, read from its text: a position, and the player to move."""
    game: Any = probe.game
    board, _, _ = probe.call("format_state", state).rpartition(",")
    return game.ruleset.parse_position(board), probe.call("to_move", state)


check_ruleset = OfARuleset("ruleset", _agreement.promise, _agreement.run)
