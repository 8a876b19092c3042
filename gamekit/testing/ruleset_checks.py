"""Checks that a ruleset's board game states the same rules, and that its shortcuts agree with its options.

The options of the ruleset are right by definition.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final

from gamekit.cgt.divisions import Divisions
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import LEFT, PLAYERS, RIGHT, Player, Ruleset
from gamekit.cgt.ruleset_game import PlayedInTurn, as_game
from gamekit.errors import CallError, RulesError
from gamekit.game.parameters import unstructure
from gamekit.game.protocol import Game
from gamekit.testing.probe import Probe, PromiseError
from gamekit.testing.report import Check, promise


@promise()
def check_ruleset(probe: Probe, state: Any) -> None:
    """Moves lead to the options that the ruleset lists, and the game is over where it lists none.

    Positions with the same parts count as the same: the board game may leave out anything that is in no part.
    """
    game: Any = probe.game
    rules = as_game(game.ruleset, play=unstructure(game)["play"])
    position = _as_in(probe, state)
    payoff, expected = probe.call("outcome", state), rules.outcome(position)
    if payoff != expected:
        raise probe.fault(
            "outcome", (state,), f"returned {payoff!r}; it must be {expected!r}, as in the ruleset"
        )
    listed = (rules.apply(position, move) for move in rules.moves(position))
    options = {_parts(game.ruleset, option): option for option in listed}
    children = {}
    for move in reversed(probe.moves(state)):
        child = _as_in(probe, probe.call("apply", state, move))
        children[_parts(game.ruleset, child)] = child, move
    for parts, option in options.items():
        if parts not in children:
            what = f"leaves out the move to {rules.format_state(option)}, which is an option in the ruleset"
            raise probe.fault("moves", (state,), what)
    for parts, (child, move) in children.items():
        if parts not in options:
            what = f"leads to {rules.format_state(child)}, which is not an option in the ruleset"
            raise probe.fault("apply", (state, move), what)


def _parts(ruleset: Ruleset[Any], state: Any) -> Any:
    """Return a key that distinguishes states: the parts of the position, and the player to move."""
    position, mover = state
    return frozenset(Counter(ruleset.parts(position)).items()), mover


def _as_in(probe: Probe, state: Any) -> Any:
    return _position_in(probe, state), probe.call("to_move", state)


def _position_in(probe: Probe, state: Any) -> Any:
    """Return the position of a ruleset in a state of a game that plays it: the state itself, or read from its text."""
    game: Any = probe.game
    if isinstance(game, PlayedInTurn):
        return state[0]
    board, _, _ = probe.call("format_state", state).rpartition(",")
    return game.ruleset.parse_position(board)


def ruleset_checks(game: Game[Any, Any]) -> list[Check]:
    """Return the checks of the ruleset that a game plays: of its board game and its shortcuts; none without a ruleset.

    Each position is checked once, whoever is to move.
    """
    ruleset = game.ruleset
    if ruleset is None:
        return []
    rules = CheckedRuleset(ruleset)
    stated_twice = [] if isinstance(game, PlayedInTurn) else [check_ruleset]
    return stated_twice + [
        Check(name, PROMISES[name], partial(_run, name, rules, cache(partial(find, rules))))
        for name, find in _FAULTS.items()
        if getattr(type(ruleset), name) is not getattr(Ruleset, name)
    ]


def _run(
    name: str, rules: CheckedRuleset[Any], fault_of: Callable[[Any], str | None], probe: Probe, state: Any
) -> None:
    position = rules.canonical(_position_in(probe, state))
    call = f"{rules.name}.{name}({rules.describe(position)})"
    try:
        fault = fault_of(position)
    except CallError as error:
        fault = error.what if error.call == call else f"cannot be compared: {error}"
    except RulesError as error:
        fault = f"cannot be compared: {error}"
    if fault is not None:
        raise PromiseError(name, call, fault)


def _fault_of_parts(rules: CheckedRuleset[Any], position: Any) -> str | None:
    divisions = Divisions(rules, most=1)
    parts = divisions.parts(position)
    listed = " + ".join(map(rules.describe, parts)) or "nothing"
    return divisions.problem and f"divides it into {listed}, but {divisions.problem}"


def _fault_of_negative(rules: CheckedRuleset[Any], position: Any) -> str | None:
    negative = rules.negative(position)
    if negative is None:
        return None
    shown = f"returned {rules.describe(negative)}, where"
    sides: tuple[tuple[Player, Player], ...] = ((LEFT, RIGHT), (RIGHT, LEFT))
    for player, other in sides:
        options = rules.options(negative, player)
        negatives = {rules.negative(option): option for option in rules.options(position, other)}
        for wanted, option in negatives.items():
            if wanted is not None and wanted not in options:
                of = f"the negative of {PLAYERS[other]}'s option {rules.describe(option)}"
                return f"{shown} {PLAYERS[player]} cannot move to {rules.describe(wanted)}, {of}"
        extra = [option for option in options if option not in negatives]
        if extra and None not in negatives:
            of = f"the negative of none of {PLAYERS[other]}'s options"
            return f"{shown} {PLAYERS[player]} can move to {rules.describe(extra[0])}, {of}"
    return None


_FAULTS: Final[dict[str, Callable[[CheckedRuleset[Any], Any], str | None]]] = {
    "parts": _fault_of_parts,
    "negative": _fault_of_negative,
}

PROMISES: Final = {
    check_ruleset.name: check_ruleset.promise,
    "parts": "the options of a position are those of the sum of its parts",
    "negative": "the options of a negative are the negatives of the other player's options",
}
"""The promise of each check, by the name of the check."""
