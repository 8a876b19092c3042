"""Reads a `Game` as a ruleset, which lists the moves of both players in each position, whoever is to move.

Each position is examined with either player to move, so that the conditions of `as_ruleset` are tested, not assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, NoReturn, cast

import attrs

from gamekit.cgt.ruleset import LEFT, RIGHT, Player, Ruleset
from gamekit.errors import GamekitError, LimitError, UnsupportedError
from gamekit.game.checked_rules import Rules as GameRules
from gamekit.game.protocol import Game

MOST_POSITIONS: Final = 200_000

WithTurn = Callable[[Any, int], Any]
"""A function of a state and a player: it returns the state with this player to move, and all else unchanged."""


@attrs.frozen
class GameRuleset(Ruleset[Any]):
    """A game as a ruleset, if either player can be to move in each of its positions; `as_ruleset` makes one.

    A position is a state with the first player to move, who is Left. Its text is that of the state, without the turn if
    the game writes the turn at the end. A text with either turn is read, too. Moves have the names of the game.

    Attributes:
        game: the game.
        is_impartial: whether both players have the same options in the first position and in all its followers.
        listed: Left's and Right's options in the first position and in each of its followers.
        with_turn: a function that gives the turn in a state to a player.
    """

    game: Game[Any, Any]
    is_impartial: bool = attrs.field(eq=False)  # type: ignore[misc]
    listed: dict[Any, tuple[Sequence[Any], Sequence[Any]]] = attrs.field(eq=False, repr=False)
    with_turn: WithTurn = attrs.field(eq=False, repr=False)

    @property
    def called(self) -> str:
        return type(self.game).__name__

    def start(self) -> Any:
        return self.with_turn(self.game.initial_state(), LEFT)

    def options_of(self, position: Any, player: Player) -> Sequence[Any]:
        if position not in self.listed:
            self.listed.update(_followers(GameRules(self.game), position, self.with_turn, self.is_impartial))
        return self.listed[position][player]

    @property
    def _turns(self) -> list[str]:
        """For each player, the end of the text of a state with this player to move, as most games write it."""
        return [f", {name} to move" for name in self.game.players]

    def format_position(self, position: Any) -> str:
        texts = [self.game.format_state(self.with_turn(position, player)) for player in (LEFT, RIGHT)]
        shown = texts[LEFT].removesuffix(self._turns[LEFT])
        return shown if texts == [shown + turn for turn in self._turns] else texts[LEFT]

    def parse_position(self, text: str) -> Any:
        if not text.endswith(tuple(self._turns)):
            with suppress(Exception):  # the error below is about the text itself
                return self.with_turn(self.game.parse_state(text + self._turns[LEFT]), LEFT)
        return self.with_turn(self.game.parse_state(text), LEFT)

    def format_option(self, position: Any, option: Any, player: Player) -> str:
        """Return the game's name of the move that leads to an option; the first name if several moves do."""
        state = self.with_turn(position, player)
        for move in self.game.moves(state):
            if self.with_turn(self.game.apply(state, move), LEFT) == option:
                return self.game.format_move(state, move)
        return self.format_position(option)

    def render(self, position: Any) -> str:
        return self.game.render(position)

    def svg(self, position: Any) -> str | None:
        return self.game.svg(position)


def as_ruleset(game: Game[Any, Any], *, max_positions: int = MOST_POSITIONS) -> Ruleset[Any]:
    """Return the rules of a game as a ruleset, after a check of every position with either player to move.

    A state must be a tuple, or an instance of an attrs class, one entry of which is the player to move. With this entry
    exchanged it must be a state, too, in which the other player is to move; each move must pass the turn; and the game
    must be over only where the player to move has lost, who then has no options. The ruleset is impartial if both
    players have the same options everywhere. For a game that was made from a ruleset, the result is this ruleset.

    Args:
        game: the game.
        max_positions: the most positions to examine.

    Raises:
        UnsupportedError: the moves depend on more than the position, or play ends in another way; the message names
            the position.
        LimitError: the game has more than `max_positions` positions.

    >>> from gamekit import load_game
    >>> from gamekit.cgt import grundy_value
    >>> grundy_value(as_ruleset(load_game("nim", [3, 4, 6])))
    1
    """
    rules: GameRules[Any, Any] = GameRules(game)
    if game.ruleset is not None and cast(Any, game).play == "normal":
        return cast(Ruleset[Any], game.ruleset)
    if len(game.players) != 2:
        _refuse(rules, "it has one player")
    if game.max_plies is not None:
        _refuse(rules, f"it ends after {game.max_plies:,} plies, and no position says how many were made")
    if game.infinite_play:
        _refuse(rules, "play that never ends is won by one of the players")
    rules.has_symmetry = False  # which may hold for one turn only
    state = rules.initial_state_as_given()
    with_turn = _exchange(rules, state)
    listed = _followers(rules, with_turn(state, LEFT), with_turn, max_positions=max_positions)
    is_impartial = all(set(left) == set(right) for left, right in listed.values())
    return GameRuleset(game, is_impartial, listed, with_turn)


def _followers(
    rules: GameRules[Any, Any],
    start: Any,
    with_turn: WithTurn,
    must_be_impartial: bool = False,
    max_positions: int = MOST_POSITIONS,
) -> dict[Any, tuple[Sequence[Any], Sequence[Any]]]:
    """Return Left's and Right's options in a position and in each of its followers."""
    rules.has_symmetry = False
    listed: dict[Any, tuple[Sequence[Any], Sequence[Any]]] = {}
    positions = [start]
    known = {start}
    for position in positions:  # which grows
        sides = _options(rules, position, LEFT, with_turn), _options(rules, position, RIGHT, with_turn)
        if must_be_impartial and set(sides[LEFT]) != set(sides[RIGHT]):
            _refuse(
                rules,
                f"in {rules.in_brief(position)!r}, the players have different moves, although at the start they have "
                "the same",
            )
        listed[position] = sides
        for option in (*sides[LEFT], *sides[RIGHT]):
            if option not in known:
                known.add(option)
                positions.append(option)
        if len(positions) > max_positions:
            raise LimitError(
                f"{rules.name} has more than {max_positions:,} positions, the limit for reading a game as a "
                "ruleset; ask who wins the game itself (gamekit solve or gamekit prove)"
            )
    return listed


def _options(rules: GameRules[Any, Any], position: Any, player: Player, with_turn: WithTurn) -> Sequence[Any]:
    """Return the positions to which a player's moves lead; refuse a game that is not a ruleset with a turn."""
    state = with_turn(position, player)
    name = rules.game.players[player]
    try:
        shown = rules.in_brief(state)
        if rules.mover(state) != player:
            _refuse(rules, f"{shown!r} cannot have {name} to move")
        payoff = rules.outcome(state)
        if payoff is not None:
            if (payoff < 0) != (player == LEFT) or not payoff:
                result = "is a draw" if not payoff else f"has been won by {name}"
                _refuse(rules, f"{shown!r} is over with {name} to move, and {result}")
            return ()
        children = rules.successors(state)
        for child in children:
            if rules.mover(child) == player:
                _refuse(rules, f"in {shown!r} {name} can move twice running")
    except UnsupportedError:
        raise
    except GamekitError as error:
        _refuse(rules, f"{rules.in_brief(position)!r} is not a state with {name} to move ({error})")
    return list(dict.fromkeys(with_turn(child, LEFT) for child in children))


def _exchange(rules: GameRules[Any, Any], state: Any) -> WithTurn:
    """Return a function that gives the turn to a player: it sets the entry of a state that holds the player to move."""
    mover = rules.mover(state)
    for with_turn in _candidates(state, mover):
        try:
            other = with_turn(state, RIGHT if mover == LEFT else LEFT)
            if rules.mover(other) != mover and with_turn(other, mover) == state:
                return with_turn
        except GamekitError:
            continue
    _refuse(
        rules, f"no entry of {rules.in_brief(state)!r} can be changed so that the other player is to move"
    )


def _candidates(state: Any, mover: int) -> list[WithTurn]:
    """Return a function to set each entry of a state that equals the number of the player to move, last entry first."""
    entries: dict[Any, Any] = {}
    if isinstance(state, tuple):
        entries = dict(enumerate(state))
    elif attrs.has(type(state)):
        entries = {
            field.name: getattr(state, field.name) for field in attrs.fields(type(state)) if field.init
        }
    places = [place for place, entry in entries.items() if type(entry) is int and entry == mover]
    return [partial(_with_entry, place) for place in reversed(places)]


def _with_entry(place: int | str, state: Any, player: int) -> Any:
    if isinstance(place, str):
        return attrs.evolve(state, **{place.lstrip("_"): player})
    entries = (*state[:place], player, *state[place + 1 :])
    return type(state)(*entries) if hasattr(state, "_fields") else entries


def _refuse(rules: GameRules[Any, Any], why: str) -> NoReturn:
    raise UnsupportedError(
        f"positions of {rules.name} have no value in a sum: {why}. A game is read as a ruleset if each position can "
        "have either player to move, and whoever cannot move has lost"
    )
