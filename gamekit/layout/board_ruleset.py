"""`BoardRuleset`: a ruleset on a board that states its moves once, for plain and for compiled options."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Final

from gamekit.cgt.ruleset import LEFT, Player, Position, Ruleset
from gamekit.errors import InputError, RulesError
from gamekit.game.parameters import parameter_fields, parameter_name
from gamekit.layout.geometry import steps
from gamekit.layout.in_turn import InTurn, in_turn

if TYPE_CHECKING:
    from gamekit.layout.options_by_size import OptionsBySize


SIDES: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""The steps to the squares that share a side with a square."""


class BoardRuleset(Ruleset[Position]):
    """A ruleset whose moves change signs on a board, and depend on these signs and on the player alone.

    A subclass is an `ImpartialRuleset` or a `PartizanRuleset`, too. It defines `signs`, `moves` and `play`, in the
    subset of Python in which board games state their rules. From these come the options, as plain Python and compiled,
    and the board game that has a turn. In these methods, `self` is a board game, which has the attributes and methods
    of the ruleset. If the class defines `progress` or `order`, the board game has them as well; if it defines `settle`,
    this changes a state of the board game after each move, in a way that changes no value.

    A position is a tuple of rows; a subclass with other positions defines `numbers_of`, `position_of`, and their texts.

    Attributes:
        board: the rows of the board, joined by bars.
        signs: the signs that may stand on a square. The number of a square is the index of its sign.
        symmetry: the symmetries of a board under which the moves stay the same, as a `Layout` names them; "transpose"
            counts on square boards only.
        alike: whether the moves are the same for both players, once their signs are exchanged; or the symmetry that
            exchanges the players, as a `Layout` names it.
        looks: the looks of signs, in words.

    >>> import attrs
    >>> from gamekit.cgt import PartizanRuleset
    >>> @attrs.frozen
    ... class Push(BoardRuleset, PartizanRuleset):
    ...     board: str = ".x.o"
    ...     signs = ".xo"
    ...     def moves(self, s):
    ...         for square in s.board.where(1 + s.turn):
    ...             if square and s.board[square - 1] == 0:
    ...                 yield square
    ...     def play(self, s, square):
    ...         s.board[square], s.board[square - 1] = 0, s.board[square]
    >>> list(Push().options((".x.o",), LEFT))
    [('x..o',)]
    """

    board: str

    signs: ClassVar[str]
    symmetry: ClassVar[str] = ""
    alike: ClassVar[bool | str] = False
    looks: ClassVar[Mapping[str, str]] = {}

    @abstractmethod
    def moves(self, s: Any) -> Iterable[Any]:
        """Yield the moves of the player `s.turn`, LEFT or RIGHT, on `s.board`, as `BoardGame.options` does.

        In an impartial ruleset they must not depend on the player.
        """

    @abstractmethod
    def play(self, s: Any, move: Any) -> None:
        """Make a move of the player `s.turn` by changing `s.board`."""

    # --- boards -----------------------------------------------------------------------------------------------------

    @cached_property
    def rows(self) -> int:
        """The height of the board."""
        return self.board.strip().count("|") + 1

    @cached_property
    def columns(self) -> int:
        """The width of the board."""
        return len(self.board.strip().split("|")[0])

    @cached_property
    def first_column(self) -> int:
        """The squares of the first column, as bits."""
        return sum(1 << self.columns * row for row in range(self.rows))

    @cached_property
    def last_column(self) -> int:
        """The squares of the last column, as bits."""
        return self.first_column << self.columns - 1

    def around(self, squares: int) -> int:
        """Return the squares that share a side with some; both are sets of bits."""
        across = (squares & ~self.last_column) << 1 | (squares & ~self.first_column) >> 1
        return across | squares << self.columns | squares >> self.columns

    @cached_property
    def beside(self) -> list[list[int]]:
        """The squares that share a side with each square."""
        return steps(self.rows, self.columns, SIDES)

    def numbers_of(self, position: Any) -> tuple[int, tuple[int, ...]]:
        """Return the number of columns and the numbers of all squares of a position, row by row."""
        return len(position[0]), tuple("".join(position).translate(self._numbers).encode())

    def position_of(self, columns: int, numbers: Iterable[int]) -> Any:
        """Return the position in which the squares have these numbers."""
        try:
            if max(codes := bytes(numbers)) >= len(self.signs):
                raise ValueError
        except ValueError:
            wrong = next(number for number in numbers if not 0 <= number < len(self.signs))
            rule = f"must put numbers from 0 to {len(self.signs) - 1} on squares, those of the signs {self.signs}"
            raise RulesError(f"{self.called}.play {rule}; it puts {wrong!r:.100}") from None
        text = codes.decode().translate(self._signs)
        return tuple([text[i : i + columns] for i in range(0, len(text), columns)])

    def positions_of(self, columns: int, boards: Sequence[Sequence[int]]) -> list[Any]:
        """Return what `position_of` does for each of some boards of one size; together, these take half of the time."""
        if self._texts:
            with suppress(ValueError):  # raised again below, in words
                text = bytes(chain.from_iterable(boards)).translate(self._texts).decode("ascii")
                rows = [text[i : i + columns] for i in range(0, len(text), columns)]
                height = len(boards[0]) // columns if boards else 1
                return [tuple(rows[i : i + height]) for i in range(0, len(rows), height)]
        return [self.position_of(columns, numbers) for numbers in boards]

    @cached_property
    def _texts(self) -> bytes:
        """The sign of each number, if positions are rows of ASCII text; other numbers have none of these signs."""
        is_text = type(self).position_of is BoardRuleset.position_of and self.signs.isascii()
        return self.signs.encode().ljust(256, b"\xff") if is_text else b""

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {ord(sign): number for number, sign in enumerate(self.signs)}

    @cached_property
    def _signs(self) -> dict[int, str]:
        return dict(enumerate(self.signs))

    # --- options ----------------------------------------------------------------------------------------------------

    def options(self, position: Any, player: Player = LEFT) -> Iterable[Any]:
        """Return the positions to which the moves of a player lead."""
        game, state = self._in_turn(position, player)
        return self.positions_of(game.rules.columns, [child[:-1] for child in game.children(state)])

    def after(self, position: Any, move: Any, player: Player) -> Any:
        """Return the position to which a move of a player leads."""
        game, state = self._in_turn(position, player)
        return self.position_of(game.rules.columns, game.apply(state, move)[:-1])

    def _in_turn(self, position: Any, player: Player) -> tuple[InTurn, tuple[int, ...]]:
        """Return the board game on boards of a position's size, and the position as its state."""
        columns, numbers = self.numbers_of(position)
        return self.on_size(columns, len(numbers)), (*numbers, player)

    @cached_property
    def _games(self) -> dict[tuple[int, int], InTurn]:
        """The board games that list the options, by the number of columns and of squares."""
        return {}

    def on_size(self, columns: int, squares: int) -> InTurn:
        """Return a board game that lists options on boards of a size."""
        game = self._games.get((columns, squares))
        if game is None:
            row = self.signs[0] * columns
            game = self._games[columns, squares] = self._on_board("|".join([row] * (squares // columns)))
        return game

    def _on_board(self, board: str) -> InTurn:
        own = {parameter_name(field): getattr(self, field.name) for field in parameter_fields(type(self))}
        return in_turn(type(self), InTurn, True)(**{**own, "board": board})

    def compiled_options(self) -> OptionsBySize[Any] | None:
        from gamekit.layout.options_by_size import OptionsBySize

        return OptionsBySize(self)

    @classmethod
    def board_game(cls) -> type[InTurn]:
        return in_turn(cls, cls.drawn_as(), False)

    @classmethod
    def drawn_as(cls) -> type[InTurn]:
        """Return the class from which the board game with a turn is derived, such as one that draws it."""
        return InTurn

    # --- texts and boards -------------------------------------------------------------------------------------------

    def start(self) -> Any:
        return self.parse_position(self.board)

    def format_position(self, position: Any) -> str:
        return "|".join(position)

    def parse_position(self, text: str) -> Any:
        rows = tuple(text.strip().split("|"))
        if len(set(map(len, rows))) != 1 or not rows[0] or set("".join(rows)) - set(self.signs):
            rule = f"a board is rows of one length, joined by |, of the signs {' '.join(self.signs)}"
            raise InputError(f"{rule}; not {text!r}")
        return rows

    def canonical_position(self, position: Any) -> Any:
        game, state = self._in_turn(position, LEFT)
        return self.position_of(game.rules.columns, game.canonical_state(state)[:-1])

    def format_option(self, position: Any, option: Any, player: Player) -> str:
        game, state = self._in_turn(position, player)
        for move in game.moves(state):
            if self.after(position, move, player) == option:
                return game.format_move(state, move)
        return self.format_position(option)

    named_by_moves = format_option

    def render(self, position: Any) -> str:
        return "\n".join(position)

    def svg(self, position: Any) -> str | None:
        return InTurn.svg(*self._in_turn(position, LEFT))
