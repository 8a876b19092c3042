"""`InTurn`: the moves of a ruleset on a board, with a turn, as a board game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from types import MethodType
from typing import Any, ClassVar, Literal, cast, get_type_hints

import attrs

from gamekit.cgt.ruleset import PLAYERS, Ruleset
from gamekit.errors import RulesError, blamed
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import parameter, parameter_fields, parameter_name
from gamekit.layout.board_game import BoardGame
from gamekit.layout.fields.boards import Grid
from gamekit.layout.layout import Cells, Layout
from gamekit.layout.return_values import LOSS, WIN


class InTurn(BoardGame):
    """A ruleset on a board, for two players who move in turn; `in_turn` makes subclasses.

    Its rules are the methods of the ruleset. In these, `self` is the game, which has the ruleset's attributes, too.

    Attributes:
        squares: the rows of the board, joined by bars.
        first: the player who moves first.
        convention: whether whoever cannot move loses or wins.
        stated_by_rules: the class of the ruleset.
        is_for_options: whether the game only lists options: its codes then show the player to move.
    """

    squares: str
    first: Literal["left", "right"]
    convention: Literal["normal", "misere"]
    stated_by_rules: ClassVar[type[Any]]
    is_for_options: ClassVar[bool]

    most_moves = 512

    def __attrs_post_init__(self) -> None:
        with blamed("board"):
            self.rules.start()

    @cached_property
    def rules(self) -> Any:
        """The ruleset with this board."""
        own = {parameter_name(field): getattr(self, field.name) for field in parameter_fields(type(self))}
        return self.stated_by_rules(**{key: own[key] for key in own if key not in ("first", "play")})

    def __getattr__(self, name: str) -> Any:
        """Return what the rules read in `self` from the ruleset, with methods that get this game."""
        if name.startswith("_") or hasattr(Ruleset, name):
            raise AttributeError(f"{type(self).__name__} has no {name}")
        value = getattr(self.rules, name)
        value = MethodType(value.__func__, self) if isinstance(value, MethodType) else value
        self.__dict__[name] = value  # so that this is called once for each name
        return value

    @property
    def players(self) -> tuple[str, str]:  # type: ignore[override]
        """The names of the players: Left and Right, unless both have the same options."""
        return ("first", "second") if self.stated_by_rules.is_impartial else PLAYERS

    @property
    def stuck(self) -> int:  # type: ignore[override]
        """The payoff to a player who cannot move."""
        return LOSS if self.convention == "normal" else WIN

    @property
    def prompts(self) -> Sequence[str]:  # type: ignore[override]
        return tuple(self.rules.prompts)

    def layout(self) -> Layout:
        rules, is_square = self.rules, self.rules.rows == self.rules.columns
        names = [name for name in rules.symmetry.split() if is_square or name != "transpose"]
        has_views = not self.is_for_options and (is_square or rules.alike != "transpose")
        return Layout(
            board=Grid(rules.rows, rules.columns, rules.signs),
            symmetry=names,
            alike=has_views and rules.alike,
        )

    def start(self) -> dict[str, Any]:
        rules = self.rules
        rows = rules.format_position(rules.start()).split("|")
        rows += self.squares.strip().split("|")[len(rows) :]  # those that a position leaves out
        turn = 0 if rules.is_impartial else ("left", "right").index(self.first)
        return {"board": "/".join(rows), "turn": turn}

    def format_state(self, state: Cells) -> str:
        return super().format_state(state).replace("/", "|")

    def board_in_words(self, state: Cells) -> str:
        position = self.rules.position_of(self.rules.columns, state[:-1])
        return (
            super().board_in_words(state)
            if self.contents(state)
            else str(self.rules.position_in_words(position))
        )

    def parse_state(self, text: str) -> Cells:
        if "\n" in text:  # the lines of another notation, which may have a frame
            return super().parse_state(text)
        board, comma, turn = text.partition(",")
        signs = self.stated_by_rules.signs
        board = board.lower() if signs == signs.lower() else board
        return super().parse_state(board.replace("|", "/") + comma + turn)

    def format_move(self, state: Cells, move: Any) -> str:
        if self.stated_by_rules.format_option is self.stated_by_rules.named_by_moves:
            return super().format_move(state, move)
        return str(self.rules.format_option(*self._option(state, move)))

    def parse_move(self, state: Cells, text: str) -> Any:
        if self.stated_by_rules.other_names is Ruleset.other_names:
            return super().parse_move(state, text)
        moves = {option: move for move in self.moves(state) for _, option, _ in [self._option(state, move)]}
        position = self.rules.position_of(self.rules.columns, state[:-1])
        return moves[self.rules.parse_option(position, text, state[-1])]

    def gesture(self, state: Cells, move: Any) -> Gesture | None:
        if self.stated_by_rules.gesture is Ruleset.gesture:
            return super().gesture(state, move)
        return cast("Gesture | None", self.rules.gesture(*self._option(state, move)))

    def _option(self, state: Cells, move: Any) -> tuple[Any, Any, Any]:
        """Return the position in a state, the option to which a move leads, and the player."""
        position, player = self.rules.position_of(self.rules.columns, state[:-1]), state[-1]
        return position, self.rules.after(position, move, player), player

    def settling(self, s: Any, move: Any) -> None:
        """Make a move, and take off what makes no difference any more, as a ruleset with `settle` does."""
        self.make_move(s, move)
        self.settle(s)


@cache
def in_turn(cls: type[Any], base: type[InTurn], is_for_options: bool) -> type[InTurn]:
    """Return a class of board games with the moves and the parameters of a class of rulesets, and a turn.

    Args:
        cls: the class of rulesets.
        base: the class from which the result is derived.
        is_for_options: whether the game only lists options. Then codes show the player to move, and nothing is settled.

    Raises:
        RulesError: the class has no parameter `board`.
    """
    if "board" not in map(parameter_name, parameter_fields(cls)):
        raise RulesError(
            f"a BoardRuleset must have the parameter board, a field of a class under @attrs.frozen, such as board: str "
            f"= '..|..'; {cls.__name__} has none"
        )
    body = {"options": cls.moves, "play": cls.play}
    body |= {name: getattr(cls, name) for name in ("progress", "order", "most_moves") if hasattr(cls, name)}
    if hasattr(cls, "settle") and not is_for_options:
        body |= {"make_move": cls.play, "play": InTurn.settling}
    attribute: Any = attrs.field  # whose types need not be classes
    hints = get_type_hints(cls)
    fields = {
        "squares" if parameter_name(field) == "board" else field.name: attribute(
            default=field.default,
            alias=parameter_name(field),
            metadata=field.metadata,
            type=hints[field.name],
        )
        for field in parameter_fields(cls)
    }
    fields["first"] = parameter("left", "who moves first", choices=("left", "right"))
    how = "whether whoever cannot move loses (normal) or wins"
    fields["convention"] = parameter("normal", how, choices=("normal", "misere"), alias="play")
    body |= {
        "__module__": cls.__module__,
        "stated_by_rules": cls,
        "is_for_options": is_for_options,
        "looks": {sign: look for sign, look in cls.looks.items() if sign in cls.signs},
        "player_colours": cls.player_colours,
    }
    made: Any = attrs.make_class(cls.__name__, fields, (base,), body, frozen=True, slots=True, order=False)
    return cast(type[InTurn], made)
