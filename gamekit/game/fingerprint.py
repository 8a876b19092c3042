"""The identity of a game, by which a table is matched to it: name, parameters and a fingerprint of the rules."""

from __future__ import annotations

import hashlib
import json
import random
from typing import Any, Final, cast

import attrs

from gamekit.errors import GamekitError, InputError, UnknownNameError
from gamekit.game.checked_rules import Rules
from gamekit.game.parameters import unstructure
from gamekit.game.protocol import Game, has_conversions
from gamekit.game.registry import GAMES, classes_called, load_class, make, name_of_class
from gamekit.game.rules_files import placed_class
from gamekit.game.values import endless_payoff, turn_limit

WALKS: Final = 4
PLAYS_AND_PLIES: Final = 16
"""The number of random plays, and their length in plies: enough to notice other rules, within a few milliseconds."""


@attrs.frozen
class Identity:
    """The identity of the game to which a table belongs.

    Attributes:
        name: the name of the game.
        parameters: the parameters of the game, as JSON gives them.
        fingerprint: the fingerprint of the rules.
    """

    name: str
    parameters: dict[str, Any]
    fingerprint: str

    @classmethod
    def of(cls, game: Game[Any, Any], *, with_codes: bool) -> Identity:
        """Return the identity of a game, within milliseconds; `with_codes` is whether its fingerprint covers codes."""
        return cls(name_of(game), parameters_of(game), fingerprint(game, with_codes=with_codes))


def fingerprint(game: Game[Any, Any], *, with_codes: bool) -> str:
    """Return a hash, as text, of all that the rules say about some states on random plays.

    It does not depend on the order in which the rules list moves. It covers the states' codes if `with_codes`, because
    a table of codes fits no game with other codes.

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
    facts += ["conversions"] if has_conversions(game) else []
    for _ in range(WALKS):
        state = initial
        for _ in range(PLAYS_AND_PLIES):
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
    return name_of_class(GAMES, type(game))


def is_called(game: Game[Any, Any], name: str) -> bool:
    """Return whether a saved name is that of a game, or of the game's class at another place."""
    short = (game.stated_by or type(game)).__qualname__
    return name == name_of(game) or placed_class(name) == short


def parameters_of(game: Game[Any, Any]) -> dict[str, Any]:
    """Return the parameters of a game as JSON gives them."""
    return cast(dict[str, Any], json.loads(json.dumps(unstructure(game))))


def game_of(
    saved: Identity,
    what: str,
    *,
    with_codes: bool,
    game: Game[Any, Any] | None = None,
    identity: Identity | None = None,
) -> Game[Any, Any]:
    """Return the game to which saved data belong: `game`, after a check, or else a game with their name.

    If the name may stand for several classes, the fingerprint of the rules selects one. A class that is not registered
    must have been imported, or its file named on the command line: nothing is imported because a file says so.

    Args:
        saved: the identity in the data.
        what: the name of the data in messages.
        with_codes: whether the fingerprint covers codes, too.
        game: the game to which the data must belong; by default, a game with their name is looked for.
        identity: the identity of `game`, if it is known.

    Raises:
        InputError: there is no such game, its rules have changed, or the data belong to another game.
    """
    if game is not None:
        _check_same(saved, game, identity, what, with_codes=with_codes)
        return game
    if not (classes := classes_called(GAMES, saved.name)):
        try:
            load_class(GAMES, saved.name)
        except UnknownNameError as error:
            advice = ", or hand the game over" if placed_class(saved.name) else ""
            raise InputError(f"{what} of a game that is not known here: {error}{advice}") from error
    problems = []
    for cls in classes:
        try:
            candidate: Game[Any, Any] = make(GAMES, cls, saved.parameters, saved.name)
            if fingerprint(candidate, with_codes=with_codes) == saved.fingerprint:
                return candidate
        except GamekitError as error:
            problems.append(error)
    raise problems[0] if problems else InputError(changed(saved.name, what))


def _check_same(
    saved: Identity, game: Game[Any, Any], identity: Identity | None, what: str, *, with_codes: bool
) -> None:
    if not is_called(game, saved.name):
        raise InputError(f"{what} of {saved.name}, not of {name_of(game)}")
    parameters = parameters_of(game) if identity is None else identity.parameters
    for parameter in sorted({*parameters, *saved.parameters}):
        theirs, ours = saved.parameters.get(parameter), parameters.get(parameter)
        if theirs != ours:
            raise InputError(f"{what} of other parameters: {parameter} is {theirs}, not {ours}")
    rules = fingerprint(game, with_codes=with_codes) if identity is None else identity.fingerprint
    if rules != saved.fingerprint:
        raise InputError(changed(saved.name, what))


def changed(name: str, what: str) -> str:
    """Return the message that the rules of a game have changed since data were saved."""
    return f"{what} of other rules: the rules of {name} have changed since it was made"
