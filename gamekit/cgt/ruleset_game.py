"""Rulesets played in turn, as games that every verb takes; a `RulesetGame` begins in any position of a ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, Final, Literal, get_args

import attrs

from gamekit.cgt.outcomes import Play
from gamekit.cgt.ruleset import LAST, LEFT, PLAYERS, RIGHT, Player, Position, Ruleset
from gamekit.errors import InputError
from gamekit.game.checked_rules import MAX_MOVES
from gamekit.game.gesture import Gesture, Place
from gamekit.game.parameters import check_choice
from gamekit.game.protocol import Game

First = Literal["left", "right"]

FIRST: Final = get_args(First)

IN_ORDER: Final = ("first", "second")
"""The names of the players if both have the same options."""

State = tuple[Any, Player]
"""A position, and the player to move."""


class PlayedInTurn(Game[State, Any]):
    """A ruleset with a turn. In normal play whoever cannot move loses; in misère play they win.

    A move is the option that it leads to. If play can go on for ever, that is a draw. The players are Left and Right;
    in an impartial ruleset, whose positions are the same to both, whoever begins is called first.

    Attributes:
        ruleset: the rules.
        begins: the position in which play begins.
        first_player: the player who moves first, LEFT or RIGHT; it does not matter in an impartial ruleset.
        play: "normal" or "misere".
    """

    ruleset: Ruleset[Any]
    begins: Any
    first_player: Player
    play: Play

    players = property(lambda self: IN_ORDER if self.ruleset.is_impartial else PLAYERS)
    player_colours = property(lambda self: () if self.ruleset.is_impartial else self.ruleset.player_colours)
    aim = property(lambda self: self.ruleset.aim)
    prompts = property(lambda self: self.ruleset.prompts)
    title = property(lambda self: self.ruleset.title)

    def initial_state(self) -> State:
        return self.begins, LEFT if self.ruleset.is_impartial else self.first_player

    def to_move(self, state: State) -> int:
        return state[1]

    def moves(self, state: State) -> Iterable[Any]:
        listed = list(islice(self.ruleset.options_of(*state), MAX_MOVES + 1))
        return list(dict.fromkeys(listed)) if len(listed) <= MAX_MOVES else listed  # too many are refused

    def apply(self, state: State, move: Any) -> State:
        return move, RIGHT if state[1] == LEFT else LEFT

    def outcome(self, state: State) -> int | None:
        if next(iter(self.ruleset.options_of(*state)), self) is not self:
            return None
        return 1 if (state[1] == LEFT) == (self.play == "misere") else -1  # in misère play the mover wins

    def ending(self, state: State) -> str | None:
        ending = self.ruleset.ending(state[0]) or f"{self.players[state[1]]} cannot move"
        return ending.replace(LAST, self.players[1 - state[1]])

    def prompts_in(self, state: State) -> Sequence[str]:
        return self.ruleset.prompts_in(state[0])

    def deciding_places(self, state: State) -> Iterable[Place]:
        return self.ruleset.deciding_places(state[0])

    def canonical_state(self, state: State) -> State:
        return self.ruleset.canonical_position(state[0]), state[1]

    def movers_view(self, state: State) -> State:
        return self.ruleset.canonical_position(state[0]), LEFT

    @property
    def not_supplied(self) -> tuple[str, ...]:
        cls = type(self.ruleset)
        are_there = {
            "canonical_state": cls.canonical_position is not Ruleset.canonical_position,
            "movers_view": self.ruleset.is_impartial,
            "render": cls.render is not Ruleset.render,
            "svg": cls.svg is not Ruleset.svg,
            "gesture": cls.gesture is not Ruleset.gesture,
        }
        return tuple(method for method, is_there in are_there.items() if not is_there)

    def format_state(self, state: State) -> str:
        return f"{self.ruleset.format_position(state[0])}, {self.players[state[1]]} to move"

    def parse_state(self, text: str) -> State:
        position, comma, turn = text.rpartition(",")
        player = turn.strip().removesuffix(" to move")
        if not comma or player not in self.players or not turn.endswith(" to move"):
            example = self.format_state(self.initial_state())
            refused = InputError(f"a state reads like {example!r}; this one is {text!r}")
            return self.parse_by_notation(text, refused)
        return self.ruleset.parse_position(position), LEFT if player == self.players[LEFT] else RIGHT

    def format_move(self, state: State, move: Any) -> str:
        return self.ruleset.format_option(state[0], move, state[1])

    def parse_move(self, state: State, text: str) -> Any:
        return self.ruleset.parse_option(state[0], text, state[1])

    def board_in_words(self, state: State) -> str:
        return self.ruleset.position_in_words(state[0])

    def render(self, state: State) -> str:
        return self.ruleset.render(state[0])

    def svg(self, state: State) -> str | None:
        return self.ruleset.svg(state[0])

    def gesture(self, state: State, move: Any) -> Gesture | None:
        return self.ruleset.gesture(state[0], move, state[1])


@attrs.frozen
class RulesetGame(PlayedInTurn):
    """A ruleset played in turn from one of its positions; `as_game` makes one."""

    ruleset: Ruleset[Any]
    begins: Any
    first_player: Player = attrs.field(default=LEFT, alias="first")
    play: Play = "normal"


def as_game(
    ruleset: Ruleset[Position],
    position: Position | None = None,
    *,
    first: First = "left",
    play: Play = "normal",
) -> RulesetGame:
    """Return a position with a turn as a `Game`, which can be solved, verified, explained, drawn and played.

    Args:
        ruleset: the rules.
        position: the position in which play begins; by default that of the ruleset.
        first: the player who moves first, in a partizan ruleset.
        play: "normal" if whoever cannot move loses, "misere" if they win.

    Raises:
        InputError: there is no such player or no such play.

    >>> import gamekit
    >>> from gamekit.cgt import load_ruleset
    >>> print(gamekit.solve(as_game(load_ruleset("nim", [1, 2]))).root)
    WIN in 3 for first
    """
    for name, value, known in (("first", first, FIRST), ("play", play, get_args(Play))):
        check_choice(name, value, known)
    begins = ruleset.start() if position is None else position
    return RulesetGame(ruleset, begins, FIRST.index(first), play)  # type: ignore[arg-type]
