"""`OnLayout`: games whose states are those of a layout, with the texts, drawings, symmetry and codes that it gives."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from gamekit.errors import InputError, RulesError, UnknownStateError, UnsupportedError
from gamekit.game.board_words import contents_in_words
from gamekit.game.compiled import CompiledGame
from gamekit.game.gesture import Gesture
from gamekit.layout.coding.codes import Coding, coding_of
from gamekit.layout.layout import Cells, Layout
from gamekit.layout.notation import (
    Parts,
    example_state,
    format_move,
    format_parts,
    format_state,
    named_board,
    numbers_of,
    parse_state,
    parts_of,
    render,
    touched,
)

if TYPE_CHECKING:
    from gamekit.layout.picture.palette import Palette
    from gamekit.layout.picture.picture import Picture

Move = Any


class OnLayout(CompiledGame[Cells, Move]):
    """A game whose states are tuples: the numbers of all fields of a layout, then the index of the player to move.

    Attributes:
        looks: the looks of signs and fields in drawings, in words.
        move_parts: the meaning of the numbers of a move, in words: "from" and "to" are places of the board, "takes" the
            place of a piece that is taken elsewhere. They determine the text of a move and its gesture on the board:
            a2-b3, or a2xb3 if a piece stands there; and b3 for a piece from the hand, if "from" is not a place of the
            board. By default, the text has all numbers of a move, those of places that it changes by their names, and
            its gesture follows from the places that it changes.
    """

    move_parts: ClassVar[str] = ""
    looks: ClassVar[Mapping[str, str]] = {}

    @property
    @abstractmethod
    def board(self) -> Layout:
        """The layout of the states."""

    @abstractmethod
    def start(self) -> Any:
        """Return the initial state: its text, or a mapping."""

    @property
    @abstractmethod
    def _can_be_seen(self) -> Callable[[Cells], bool]:
        """A function that returns whether the mover's view of a state can occur."""

    # --- states that stand for others -------------------------------------------------------------------------------

    def canonical_state(self, state: Cells) -> Cells:
        layout = self.board
        if not layout.has_symmetry:
            return state
        try:
            return (*layout.canonical(state[:-1]), state[-1])
        except (IndexError, TypeError, ValueError):
            raise self.unfit(state) from None

    def movers_view(self, state: Cells) -> Cells:
        if state[-1]:
            try:
                seen = (*self.board.exchanged(state[:-1]), 0)
            except (IndexError, TypeError, ValueError):
                raise self.unfit(state) from None
            if self._can_be_seen(seen):
                state = seen
        return self.canonical_state(state)

    @abstractmethod
    def unfit(self, state: Cells) -> Exception:
        """Return the error about a tuple that does not have the length of a state, or whose numbers do not fit."""

    # --- codes ------------------------------------------------------------------------------------------------------

    @cached_property
    def coding(self) -> Coding:
        """The encoding of states; raises `UnsupportedError` if they take more than 62 bits."""
        return coding_of(self.board, len(self.players))

    @property
    def dense_codes(self) -> int | None:
        return self.coding.size if self.board.dense else None

    @property
    def class_starts(self) -> Sequence[int] | None:
        return self.coding.class_starts

    def encode(self, state: Cells) -> int:
        layout, coding, cells = self.board, self.coding, state[:-1]
        if (floating := layout.floating(cells)) is not None:
            raise RulesError(
                f"every piece must have fallen to the lowest empty square; one is above {floating} in "
                f"{self.format_state(state)}"
            )
        if state[-1] and not coding.has_turn:
            cells = layout.exchanged(cells)
        turn = state[-1:] if coding.has_turn else ()
        try:
            if not coding.linear.is_ordered:
                code = min(coding.linear.code_of((*image, *turn)) for image in layout.images(cells))
                return coding.ranking.rank(code) if coding.ranking else code
            code = coding.code_of((*layout.canonical(cells), *turn))
        except ValueError:  # codes number only what can occur
            raise UnknownStateError(f"state cannot occur: {self.format_state(state)}") from None
        if code >= coding.size:
            full = self.format_state(state)
            raise UnsupportedError(
                f"a pit holds more than codes have room for, in {full}; use the plain rules"
            )
        return code

    def decode(self, code: int) -> Cells:
        cells = self.coding.cells_of(code)
        if self.coding.has_turn:
            return cells
        state = (*cells, 0)
        return state if self._can_be_seen(state) else (*self.board.exchanged(cells), 1)

    # --- texts and drawings -----------------------------------------------------------------------------------------

    def format_state(self, state: Cells) -> str:
        return format_state(self.board, self.players, state)

    def parse_state(self, text: str) -> Cells:
        refused: InputError | None = None
        try:
            if (state := parse_state(self.board, self.players, text)) is not None:
                return state
        except InputError as error:
            refused = error
        return self.parse_by_notation(text, refused or self.misread(text))

    def misread(self, text: str) -> InputError:
        """Return the error about a string that is not a state; its example is not the start if that is a string."""
        is_text = isinstance(self.start(), str)
        example = self.format_state(example_state(self.board) if is_text else self.initial_state())
        return InputError(f"a state reads like {example!r}; this one is {text!r}")

    def format_move(self, state: Cells, move: Move) -> str:
        if self.move_parts and not isinstance(move, str):
            return format_parts(self.board, state, self._parts(move), self.place_name)
        return format_move(move, self.place_name, self._names_places(state))

    @cached_property
    def _names_places(self) -> Callable[[Cells], Collection[int]]:
        return lru_cache(maxsize=1)(self._find_places)

    def _find_places(self, state: Cells) -> Collection[int]:
        """Return the indices at which the numbers of all moves of a state are places: those that each move touches.

        So a size, a direction or a piece in hand is not taken for the square that has the same number.
        """
        moves = [move for move in self.moves(state) if not isinstance(move, str)]
        touched_by_moves = [
            (numbers_of(move), touched(self.board, state, self.apply(state, move))) for move in moves
        ]
        return [
            i
            for i in range(min((len(n) for n, _ in touched_by_moves), default=0))
            if all(n[i] in on for n, on in touched_by_moves)
        ]

    def _parts(self, move: Move) -> Parts:
        return parts_of(self.board, move, self.move_parts.split())

    def place_name(self, place: int) -> str:
        """Return the name of a place of the board, in moves and at the edge of the drawing."""
        board = named_board(self.board)
        return board.place_name(place) if board else str(place)

    def render(self, state: Cells) -> str:
        return render(self.board, state)

    def svg(self, state: Cells) -> str | None:
        return self._picture.svg(state)

    def gesture(self, state: Cells, move: Move) -> Gesture | None:
        """Return the gesture of a move, from its changes to the drawing; None if `svg` is overridden."""
        if type(self).svg is not OnLayout.svg:
            return None
        if self.move_parts and not isinstance(move, str):
            parts = self._parts(move)
            return Gesture([place for place in parts if place is not None], end=parts[1])
        from gamekit.layout.picture.picture import gesture_of

        return gesture_of(self._picture, state, self.apply(state, move), move)

    def contents(self, state: Cells) -> dict[str, str]:
        """Return the contents of the places of the board, as `looks` describe them; empty if `svg` is overridden."""
        return self._picture.contents(state) if type(self).svg is OnLayout.svg else {}

    def board_in_words(self, state: Cells) -> str:
        contents = self.contents(state)
        return (
            contents_in_words(contents, self._picture.vacant(state))
            if contents
            else super().board_in_words(state)
        )

    @property
    def palette(self) -> Palette | None:
        """What can be put on the drawing to set up a position; None if `svg` is overridden."""
        return self._palette if type(self).svg is OnLayout.svg else None

    @cached_property
    def _palette(self) -> Palette:
        from gamekit.layout.picture.palette import palette_of

        return palette_of(self._picture, self.board)

    @cached_property
    def _picture(self) -> Picture:
        from gamekit.layout.picture.picture import Picture

        return Picture(self, self.board, self.looks, self.place_name)
