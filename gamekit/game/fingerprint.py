"""Whether a table and a game belong together: the game's name, its parameters, and a fingerprint of its rules."""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Mapping
from typing import Any, Final, cast

import attrs

from gamekit.errors import InputError, UnknownNameError
from gamekit.game.checked_rules import Rules
from gamekit.game.parameters import structure, unstructure
from gamekit.game.protocol import Game
from gamekit.game.registry import GAMES, load_game, registered
from gamekit.game.rules_files import is_name
from gamekit.game.values import endless_payoff, turn_limit

WALKS: Final = 4
PLIES: Final = 16
"""The number of plays and their length: enough to notice other rules, within a few milliseconds."""


@attrs.frozen
class Identity:
    """What says which game a table is of.

    Attributes:
        name: the name of the game.
        parameters: its parameters, as JSON gives them.
        fingerprint: that of its rules.
    """

    name: str
    parameters: dict[str, Any]
    fingerprint: str

    @classmethod
    def of(cls, game: Game[Any, Any], *, with_codes: bool) -> Identity:
        """Return that of a game, by its codes or not; it takes some milliseconds."""
        return cls(name_of(game), parameters_of(game), fingerprint(game, with_codes=with_codes))


def fingerprint(game: Game[Any, Any], *, with_codes: bool) -> str:
    """Return a hash, as text, of all that the rules say about some states on random plays.

    It does not depend on the order in which the rules list moves.

    Args:
        game: the rules.
        with_codes: whether the states' codes count too, because a table of codes fits no game with other codes.

    Raises:
        RulesError: the rules break a promise.

    >>> from games.nim import Nim
    >>> one, other = (fingerprint(Nim(heaps=(1, 2), misere=misere), with_codes=False) for misere in (True, False))
    >>> one == other
    False
    """
    rules = Rules(game)
    generator = random.Random(0)
    initial = rules.initial_state()
    facts: list[Any] = [list(game.players), endless_payoff(game), turn_limit(game)]
    for _ in range(WALKS):
        state = initial
        for _ in range(PLIES):
            about, children = _facts(rules, state, with_codes=with_codes)
            facts.append(about)
            if not children:
                break
            state = children[sorted(children)[int(generator.random() * len(children))]]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def _facts(rules: Rules[Any, Any], state: Any, *, with_codes: bool) -> tuple[list[Any], dict[str, Any]]:
    """Return all that the rules say about a state, and its successors by their text."""
    game: Any = rules.game
    outcome = rules.outcome(state)
    codes = [int(game.encode(state))] if with_codes else []
    children: dict[str, Any] = {}
    moves = []
    for move in rules.moves(state) if outcome is None else ():
        child = rules.apply(state, move)
        text = game.format_state(child)
        children[text] = child
        moves.append([game.format_move(state, move), text])
    return [game.format_state(state), rules.mover(state), outcome, *codes, sorted(moves)], children


def name_of(game: Game[Any, Any]) -> str:
    """Return the name that a game is registered under, or else module:Class."""
    cls = type(game)
    if (made_of := getattr(cls, "registered_as", None)) is not None:
        return str(made_of)
    home = f"{cls.__module__}:{cls.__qualname__}"
    values = {name: entry.value for name, entry in registered(GAMES).items()}
    return next((name for name, value in values.items() if value == home or _imported(value) is cls), home)


def _imported(value: str) -> Any:
    """Return what `module:path` names if its module has been imported, else None."""
    module, _, path = value.partition(":")
    found: Any = sys.modules.get(module)
    for part in path.split("."):
        found = getattr(found, part, None)
    return found


def parameters_of(game: Game[Any, Any]) -> dict[str, Any]:
    """Return the parameters of a game as JSON gives them."""
    return cast(dict[str, Any], json.loads(json.dumps(unstructure(game))))


def game_of(name: str, parameters: Mapping[str, Any]) -> Game[Any, Any]:
    """Return the game that a table names.

    A class that is not registered must have been imported already: nothing is imported because a file says so.

    Raises:
        InputError: there is no such game.
    """
    if ":" not in name or is_name(name):
        try:
            return load_game(name, parameters)
        except UnknownNameError as error:
            if is_name(name):
                raise
            raise InputError(f"the table is of a game that is not installed: {error}") from error
    found = _imported(name)
    if not isinstance(found, type) or Game not in found.__mro__:
        advice = "import it first, or hand the game to open_table"
        raise InputError(f"the table is of {name}, which is not registered; {advice}")
    return cast(Game[Any, Any], structure(found, dict(parameters), name))
