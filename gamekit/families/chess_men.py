"""`ChessMen`: positions of chess with few men, as people read and write them: texts, moves in SAN and UCI, words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Any

from gamekit.errors import InputError
from gamekit.families.chess_board import NOWHERE
from gamekit.families.chess_positions import FAULTS, ChessPositions
from gamekit.families.men_ranking import SQUARES
from gamekit.game.gesture import Gesture
from gamekit.game.sentences import in_moves
from gamekit.layout.layout import Cells

if TYPE_CHECKING:
    from gamekit.layout.picture.palette import Palette


class ChessMen(ChessPositions):
    """A game with two kings and a few other men, which may be taken and, if they are pawns, become other men.

    The field `men` has the values of the men (`ChessBoard`): White's king, Black's, White's other men, Black's other
    men. A state is a position that can occur in chess: each man has a square of its own, kings keep apart, and the
    player who has just moved is not in check.

    A move begins with the squares that a man leaves and goes to; the kind that the man has afterwards follows.

    Attributes:
        material: the signs of the men at first, White's before the second K: "KQK", "KPKP".

    >>> class Ending(ChessMen):
    ...     material, rows, columns = "KRKN", 8, 8
    ...     def options(self, s): yield s.men[0], s.men[0] - 8, 0
    ...     def play(self, s, move): s.men[0] = move[1]
    >>> state = Ending().parse_state("Ke1 Rh1 ke8 nb8, white to move")
    >>> state, Ending().standing(state)[63]
    ((60, 4, 127, 129, 0), 'R')
    """

    plies_per_move = 2

    def start(self) -> str:
        """Return the state in which the men stand as when a game of chess begins; by default, play starts from it."""
        return self.format_state(self._as_chess_begins)

    def standing(self, state: Cells) -> dict[int, str]:
        king, other, *men, _ = state
        men_on_board = {king: "K", other: "k"}
        return men_on_board | {
            self.stands[value]: self.kinds[value >> 6] for value in men if value != self.gone
        }

    @cached_property
    def palette(self) -> Palette:
        """The men as they begin; a promoted one is named in the text of a position."""
        from gamekit.drawing.pieces import look_of
        from gamekit.layout.picture.palette import Brush, Palette, picture_of

        signs = ["K", "k", *self.sides[0], *self.sides[1]]
        brushes = []
        for sign in dict.fromkeys(signs):
            look, kind = look_of(self.looks[sign]), 0 if sign in "Kk" else self.kinds.index(sign)
            squares = [place for place in range(self.ground.places) if self.can_stand(sign, place)]
            places = {str(place): SQUARES * kind + place for place in squares}
            cells = [i for i, other in enumerate(signs) if other == sign]
            off = None if sign in "Kk" else self.gone
            brushes.append(Brush(look.in_words, picture_of(look), "piece", places, cells, off))
        return Palette(brushes, ())

    def passing(self, state: Cells) -> str | None:
        """Return the name of the square on which a pawn can be taken in passing; None if there is none."""
        passed = [self.passed_square[value] for value in state[2:-1] if self.passed_square[value] != NOWHERE]
        return self.ground.place_name(passed[0]) if passed else None

    def format_state(self, state: Cells) -> str:
        men = sorted(self.standing(state).items(), key=lambda item: (self.signs.index(item[1]), item[0]))
        passing = self.passing(state)
        return (
            f"{' '.join(sign + self.ground.place_name(square) for square, sign in men)}, "
            f"{self.players[state[-1]]} to move{f', en passant {passing}' if passing else ''}"
        )

    def parse_state(self, text: str) -> Cells:
        try:
            return self.read("state", text)
        except InputError as refused:
            return self.parse_by_notation(text, refused)

    def read(self, name: str, text: str) -> Cells:
        """Return the state that a string shows.

        Args:
            name: the name of the string in error messages.
            text: the men and their squares, White's before Black's and kings first; the player to move; and the
                square on which a pawn can be taken in passing, if there is one.

        Raises:
            InputError: `text` does not describe a position that can occur.
        """
        squares = {self.ground.place_name(square): square for square in range(self.ground.places)}
        man = f"(?:[{self.signs}](?:{'|'.join(squares)}))"
        pattern = (
            rf"({man}(?: {man})*), ({'|'.join(self.players)}) to move(?:, en passant ({'|'.join(squares)}))?"
        )
        match = re.fullmatch(pattern, text) if isinstance(text, str) else None
        if match is None:
            example = self.format_state(self._as_chess_begins)
            raise InputError(f"{name} must read like {example!r}; it is {text!r}")
        words, player, passing = match.groups()
        men = sorted(
            ((word[0], squares[word[1:]]) for word in words.split()), key=lambda man: self.signs.index(man[0])
        )
        turn = self.players.index(player)
        cells = self._placed(men)
        if cells is None or [sign for sign, _ in men if sign in "Kk"] != ["K", "k"]:
            raise InputError(
                f"{name}: the men must be those of {self.material}, or left of them"
                f"{self._material_of(men)}; it is {text!r}"
            )
        if any(sign in "Pp" and square // self.columns in (0, self.rows - 1) for sign, square in men):
            raise InputError(f"{name}: {FAULTS[3]}; it is {text!r}")
        if passing is not None:
            cells = self._with_passing(name, text, cells, turn, squares[passing])
        state = (*self._in_order(cells), turn)
        if fault := FAULTS[self.fault(self._views.of(state))]:
            raise InputError(f"{name}: {fault}; it is {text!r}")
        return state

    def _material_of(self, men: Sequence[tuple[str, int]]) -> str:
        """Return the part of a sentence about the material that has these men; empty if none does."""
        material = "".join(sign for sign, _ in men).upper()
        return f" (material {material} has these)" if self.is_material(material) else ""

    def _placed(self, men: Sequence[tuple[str, int]]) -> list[int] | None:
        """Return the values of men on squares, which come in order; None if these men cannot be together."""
        values = [square for sign, square in men if sign in "Kk"]
        for player, side in enumerate(self.sides):
            own = [
                (sign, square) for sign, square in men if sign not in "Kk" and sign.islower() == bool(player)
            ]
            if len(own) > len(side) or not all(sign in self.kinds for sign, _ in own):
                return None
            values += [SQUARES * self.kinds.index(sign) + square for sign, square in own]
            values += [self.gone] * (len(side) - len(own))
        number = reduce(lambda index, value: index * self.base + self.sort_of[value], values[2:], 0)
        return values if self.tier_of_sorts[number] >= 0 else None

    def _with_passing(self, name: str, text: str, cells: list[int], turn: int, square: int) -> list[int]:
        """Return the cells with the pawn marked that has passed a square, if another pawn stands beside it."""
        for i in range(self.firsts[1 - turn], self.firsts[2 - turn]):
            kind, stands = divmod(cells[i], SQUARES)
            if cells[i] != self.gone and self.is_pawn[kind]:
                marked = self.as_passing[kind][stands]
                if self.passed_square[marked] == square and self.stands[marked] == stands:
                    view = self._views.of((*self._in_order(cells), turn))
                    is_beside = self.takes_in_passing(view, turn, square)
                    return [*cells[:i], marked, *cells[i + 1 :]] if is_beside else cells
        raise InputError(f"{name}: {FAULTS[4]}; it is {text!r}")

    def format_move(self, state: Cells, move: Sequence[int]) -> str:
        """Return a move in standard algebraic notation."""
        leaves, goes, kind = move
        standing, after = self.standing(state), self.apply(state, move)
        sign, name = standing[leaves], self.ground.place_name
        taken = "x" if len(self.standing(after)) < len(standing) else ""
        view = self._views.of(after)
        check = ("#" if self.is_stuck(view) else "+") if self.in_check(view, view.turn) else ""
        if sign in "Pp":
            column = name(leaves)[0] if taken else ""
            promotion = f"={self.kinds[kind].upper()}" if self.kinds[kind] != sign else ""
            return f"{column}{taken}{name(goes)}{promotion}{check}"
        others = [
            name(other)
            for other, there, _ in self.moves(state)
            if there == goes and other != leaves and standing[other] == sign
        ]
        column, row = name(leaves)[0], name(leaves)[1:]
        origin = ""
        if others:
            origin = column if all(other[0] != column for other in others) else row
            if any(other[0] == column for other in others) and any(other[1:] == row for other in others):
                origin = name(leaves)
        return f"{sign.upper()}{origin}{taken}{name(goes)}{check}"

    def parse_move(self, state: Cells, text: str) -> Any:
        """Return the move that a text names, in algebraic notation, with or without marks such as +, or in UCI."""
        plain = _without_marks(text)
        for move in self.moves(state):
            if self.ground.place_name(move[1]) in text and plain in (
                _without_marks(self.format_move(state, move)),
                self.uci(state, move),
            ):
                return move
        return super().parse_move(state, text)

    def uci(self, state: Cells, move: Sequence[int]) -> str:
        """Return a move as chess programs exchange it: the squares, and the man that a pawn becomes."""
        leaves, goes, kind = move
        name, sign = self.ground.place_name, self.kinds[kind]
        promotes = self.standing(state)[leaves] in "Pp" and sign not in "Pp"
        return f"{name(leaves)}{name(goes)}{sign.lower() if promotes else ''}"

    def gesture(self, state: Cells, move: Sequence[int]) -> Gesture:
        return Gesture(move[:2])  # pawns that become different men are told apart by name

    def win_in_words(self, plies: int) -> str:
        return f"mates in {in_moves(self, plies)}"

    def ending(self, state: Cells) -> str | None:
        """Return "checkmate" or "stalemate" if the player to move cannot move; None otherwise."""
        view = self._views.of(state)
        if not self.is_stuck(view):
            return None
        return "checkmate" if self.in_check(view, view.turn) else "stalemate"


def _without_marks(move: str) -> str:
    return move.rstrip("+#!?").replace("=", "")
