"""`ChessMen`: positions of two kings and a few other men of chess: which can occur, who is in check, and texts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, reduce
from itertools import permutations, product
from typing import TYPE_CHECKING, Any, Final

from gamekit.errors import InputError
from gamekit.families.chess_board import MEN, NOWHERE, ChessBoard
from gamekit.families.men_field import Men
from gamekit.families.men_ranking import SQUARES, Row
from gamekit.game.gesture import Gesture
from gamekit.game.sentences import counted
from gamekit.layout.geometry import steps
from gamekit.layout.layout import Cells, Layout

if TYPE_CHECKING:
    from gamekit.layout.picture.palette import Palette

WHITE: Final = 0
BLACK: Final = 1
MOST_MEN: Final = 6
MATERIAL: Final = re.compile("K[QRBNP]*K[QRBNP]*")
FAULTS: Final = (
    "",
    "every man must have a square of its own",
    "kings may not stand next to each other",
    "a pawn cannot stand on the first or the last row",
    "a pawn can be taken in passing only after two steps, by a pawn beside it",
    "the player who has just moved may not be in check",
)


class ChessMen(ChessBoard):
    """A game with two kings and a few other men, which may be taken and, if they are pawns, become other men.

    The field `men` has the values of the men (`ChessBoard`): White's king, Black's, White's other men, Black's other
    men. A state is a position that can occur in chess: each man has a square of its own, kings keep apart, and the
    player who has just moved is not in check.

    A move begins with the squares that a man leaves and goes to; the kind that the man has afterwards follows.

    Attributes:
        material: the signs of the men at first, White's before the second K: "KQK", "KPKP".

    >>> class Ending(ChessMen):
    ...     material, side = "KRKN", 8
    ...     def options(self, s): yield s.men[0], s.men[0] - 8, 0
    ...     def play(self, s, move): s.men[0] = move[1]
    >>> state = Ending().parse_state("Ke1 Rh1 ke8 nb8, white to move")
    >>> state, Ending().standing(state)[63]
    ((60, 4, 127, 129, 0), 'R')
    """

    material: str

    # --- material ---------------------------------------------------------------------------------------------------

    def check_material(self) -> None:
        """Refuse material that is none.

        Raises:
            InputError: the material is not written as it should be, or has too many men.
        """
        if not _is_material(self.material):
            raise InputError(
                f"material must be White's men and then Black's, each with its king first, such as KQKR or KPK, and at "
                f"most {MOST_MEN} men in all; it is {self.material!r:.100}"
            )

    @cached_property
    def sides(self) -> tuple[str, str]:
        """The signs of White's and of Black's men besides the kings, Black's in small letters."""
        white, black = re.findall("K([^K]*)", self.material)
        return _ordered(white), _ordered(black).lower()

    @cached_property
    def kinds(self) -> str:  # type: ignore[override]
        return "K" + "".join(
            "".join(sign for sign in men if sign in side or (pawn in side and sign != king))
            for side, men, pawn, king in zip(
                self.sides, ("".join(MEN), "".join(MEN).lower()), "Pp", "Kk", strict=True
            )
        )

    @cached_property
    def firsts(self) -> list[int]:
        """The index of White's first man besides the kings, that of Black's, and the number of all men."""
        white, black = map(len, self.sides)
        return [2, 2 + white, 2 + white + black]

    @cached_property
    def promotions(self) -> list[list[int]]:
        """The kinds that a man of each kind may become on the last row."""
        return [
            [
                kind
                for kind, other in enumerate(self.kinds)
                if kind and other not in "Pp" and other.isupper() == sign.isupper()
            ]
            if sign in "Pp"
            else []
            for sign in self.kinds
        ]

    @cached_property
    def sorts(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """The values of each sort of man, by owner: a kind, or the pawns on a row; the last is that of a taken man.

        Both players have as many sorts, of which some of one player's have no values.
        """
        found = []
        for player, side in enumerate(self.sides):
            listed = []
            for kind, sign in enumerate(self.kinds):
                if kind and side and sign.islower() == bool(player):
                    squares = [place for place in range(self.side**2) if self.can_stand(sign, place)]
                    length = self.side if sign in "Pp" else SQUARES
                    rows = [[q for q in squares if q // length == row] for row in range(self.side)]
                    listed += [tuple(SQUARES * kind + square for square in row) for row in rows if row]
            found.append(listed)
        most = max(map(len, found))
        return tuple((*sorts, *[()] * (most - len(sorts)), (self.gone,)) for sorts in found)

    @cached_property
    def sort_of(self) -> list[int]:
        """The sort of each value."""
        found = [0] * (self.gone + 1)
        for sorts in self.sorts:
            for sort, listed in enumerate(sorts):
                for value in listed:
                    found[value] = sort
        return found

    @cached_property
    def base(self) -> int:
        """The number of sorts of a player."""
        return len(self.sorts[0])

    @cached_property
    def classes(self) -> list[Row]:
        """The sorts of the men besides the kings that can be on the board together, each after those it leads to."""
        rows = [
            (*one, *other) for one, other in product(*(self._together(player) for player in (WHITE, BLACK)))
        ]
        return sorted(filter(self._can_be, rows), key=self._weight)

    def _together(self, player: int) -> set[Row]:
        """Return the sorts of a player's men that the material allows, in ascending order of values."""
        taken = self.base - 1
        sorts = [
            (sort, self.kinds[values[0] // SQUARES])
            for sort, values in enumerate(self.sorts[player][:-1])
            if values
        ]
        choices = [
            [taken, *(sort for sort, kind in sorts if sign in ("P", "p", kind))]
            for sign in self.sides[player]
        ]
        return {tuple(sorted(row)) for row in product(*choices)}

    def _samples(self, row: Row) -> list[int]:
        """Return a value of each man of a class, without those that are taken."""
        middle = len(self.sides[0])
        values = [self.sorts[int(i >= middle)][sort][0] for i, sort in enumerate(row)]
        return [value for value in values if value != self.gone]

    def _can_be(self, row: Row) -> bool:
        """Return whether at most one man has just gone two squares, and the other player has a pawn to take it."""
        passing = [value for value in self._samples(row) if self.passed_square[value] != NOWHERE]
        signs = [self.kinds[value // SQUARES] for value in self._samples(row)]
        return not passing or (len(passing) == 1 and {"P", "p"} <= {*signs})

    def _weight(self, row: Row) -> tuple[int, int, int, int, Row]:
        """Return numbers that no move makes larger: of the men, of the pawns, of the rows before them; and more."""
        values = self._samples(row)
        pawns = [value for value in values if self.is_pawn[value // SQUARES]]
        ahead = (
            abs(self.stands[value] // self.side - (self.side - 1 - self._home(self.kinds[value // SQUARES])))
            for value in pawns
        )
        return (
            len(values),
            len(pawns),
            sum(ahead),
            sum(self.passed_square[value] != NOWHERE for value in pawns),
            row,
        )

    @cached_property
    def class_of(self) -> list[int]:
        """The index in `classes` of the men whose sorts are the digits of a number; -1 if they cannot be together."""
        found = [-1] * self.base ** len(self.classes[0])
        middle = len(self.sides[0])
        for number, row in enumerate(self.classes):
            for white, black in product(permutations(row[:middle]), permutations(row[middle:])):
                found[reduce(lambda index, sort: index * self.base + sort, (*white, *black), 0)] = number
        return found

    @cached_property
    def is_dead(self) -> list[bool]:
        """Whether nobody can be mated, however both play, by class: one bishop or knight is left, or nothing."""
        men = [[self.kinds[value // SQUARES] for value in self._samples(row)] for row in self.classes]
        return [not left or (len(left) == 1 and left[0] in "BNbn") for left in men]

    def layout(self) -> Layout:
        return Layout(
            men=Men(
                self.ground,
                self.kinds,
                (len(self.sides[0]), len(self.sides[1])),
                self.sorts,
                tuple(self.classes),
                tuple(map(tuple, steps(self.side, self.side))),
            ),
            symmetry="mirror transpose",
            dense="all",
        )

    def start(self) -> str:
        """Return the state in which the men stand as when a game of chess begins; by default, play starts from it."""
        return self.format_state(self._as_chess_begins)

    @property
    def _as_chess_begins(self) -> Cells:
        middle, last = self.side // 2, self.side - 1
        columns = {"N": [1], "Q": [middle - 1], "B": [middle + 1], "R": [last], "P": [middle]}
        found = [self.side * last + middle, middle]
        for player, row, pawns in ((WHITE, last, last - 1), (BLACK, 0, 1)):
            taken = {found[0], found[1]}
            for sign in self.sides[player]:
                kind = self.kinds.index(sign)
                order = [*columns[sign.upper()], *reversed(range(self.side))]
                rows = [pawns] if sign in "Pp" else [row, pawns]  # on a 4×4 board, the first may be full
                squares = (self.side * rank + column for rank in rows for column in order)
                square = next(
                    square
                    for square in squares
                    if square not in taken and self.ways[SQUARES * kind + square][found[1 - player]] != 0
                )
                taken.add(square)
                found.append(SQUARES * kind + square)
        return (*self._in_order(found), WHITE)

    def _in_order(self, values: Sequence[int]) -> Cells:
        middle = self.firsts[1]
        return (*values[:2], *sorted(values[2:middle]), *sorted(values[middle:]))

    # --- for rules --------------------------------------------------------------------------------------------------

    def occupied(self, s: Any, player: int) -> int:
        """Return the squares of a player's men, as a set."""
        found: int = self.bits[s.men[player]]
        for i in range(self.firsts[player], self.firsts[player + 1]):
            found |= self.bits[self.stands[s.men[i]]]
        return found

    def threatens(self, s: Any, player: int, square: int, occupied: int, removed: int) -> bool:
        """Return whether a player threatens a square if men stand on some squares and that on `removed` is taken."""
        if self.ways[s.men[player]][square] & occupied == 0:
            return True
        for i in range(self.firsts[player], self.firsts[player + 1]):
            if self.ways[s.men[i]][square] & occupied == 0 and self.stands[s.men[i]] != removed:
                return True
        return False

    def in_check(self, s: Any, player: int) -> bool:
        """Return whether a player's king is threatened."""
        occupied = self.occupied(s, WHITE) | self.occupied(s, BLACK)
        return self.threatens(s, 1 - player, s.men[player], occupied, NOWHERE)

    def takes_in_passing(self, s: Any, player: int, square: int) -> bool:
        """Return whether a pawn of a player threatens the square that another pawn has passed."""
        return any(
            self.is_pawn[s.men[i] >> 6] and self.ways[s.men[i]][square] == 0
            for i in range(self.firsts[player], self.firsts[player + 1])
            if s.men[i] != self.gone
        )

    def tier(self, s: Any) -> int:
        number = 0
        for i in range(2, self.firsts[2]):
            number = number * self.base + self.sort_of[s.men[i]]
        tier: int = self.class_of[number]
        return tier

    def is_state(self, s: Any) -> bool:
        return self.fault(s) == 0

    def fault(self, s: Any) -> int:
        """Return the index in `FAULTS` of the rule that a position breaks; 0 if it breaks none."""
        white, black = s.men[0], s.men[1]
        if white == black:
            return 1
        found = self.bits[white] | self.bits[black]
        for i in range(2, self.firsts[2]):
            square = self.bits[self.stands[s.men[i]]]
            if found & square:
                return 1
            found |= square
        if self.ways[white][black] == 0:
            return 2
        passing = 0
        for i in range(2, self.firsts[2]):
            value = s.men[i]
            if self.passed_square[value] < NOWHERE:
                passing += 1
                owner = int(i >= self.firsts[1])
                if passing > 1 or owner == s.turn or found & self.behind[value]:
                    return 4
                if not self.takes_in_passing(s, s.turn, self.passed_square[value]):
                    return 4
        return 5 if self.threatens(s, s.turn, s.men[1 - s.turn], found, NOWHERE) else 0

    # --- for people -------------------------------------------------------------------------------------------------

    def standing(self, state: Cells) -> dict[int, str]:
        king, other, *men, _ = state
        found = {king: "K", other: "k"}
        return found | {self.stands[value]: self.kinds[value >> 6] for value in men if value != self.gone}

    @cached_property
    def palette(self) -> Palette:
        """The men as they begin; a promoted one is named in the text of a position."""
        from gamekit.drawing.pieces import look_of
        from gamekit.layout.picture.palette import Brush, Palette, picture_of

        signs = ["K", "k", *self.sides[0], *self.sides[1]]
        brushes = []
        for sign in dict.fromkeys(signs):
            look, kind = look_of(self.looks[sign]), 0 if sign in "Kk" else self.kinds.index(sign)
            squares = [place for place in range(self.side**2) if self.can_stand(sign, place)]
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
        men = sorted(self.standing(state).items(), key=lambda item: (ORDER.index(item[1]), item[0]))
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
        squares = {self.ground.place_name(square): square for square in range(self.side**2)}
        man = f"(?:[{ORDER}](?:{'|'.join(squares)}))"
        pattern = (
            rf"({man}(?: {man})*), ({'|'.join(self.players)}) to move(?:, en passant ({'|'.join(squares)}))?"
        )
        found = re.fullmatch(pattern, text) if isinstance(text, str) else None
        if found is None:
            example = self.format_state(self._as_chess_begins)
            raise InputError(f"{name} must read like {example!r}; it is {text!r}")
        words, player, passing = found.groups()
        men = sorted(
            ((word[0], squares[word[1:]]) for word in words.split()), key=lambda man: ORDER.index(man[0])
        )
        turn = self.players.index(player)
        cells = self._placed(men)
        if cells is None or [sign for sign, _ in men if sign in "Kk"] != ["K", "k"]:
            raise InputError(
                f"{name}: the men must be those of {self.material}, or left of them"
                f"{self._material_of(men)}; it is {text!r}"
            )
        if any(sign in "Pp" and square // self.side in (0, self.side - 1) for sign, square in men):
            raise InputError(f"{name}: {FAULTS[3]}; it is {text!r}")
        if passing is not None:
            cells = self._with_passing(cells, turn, squares[passing])
        state = (*self._in_order(cells), turn)
        if fault := FAULTS[self.fault(self._views.of(state))]:
            raise InputError(f"{name}: {fault}; it is {text!r}")
        return state

    def _material_of(self, men: Sequence[tuple[str, int]]) -> str:
        """Return the part of a sentence about the material that has these men; empty if none does."""
        material = "".join(sign for sign, _ in men).upper()
        return f" (material {material} has these)" if _is_material(material) else ""

    def _placed(self, men: Sequence[tuple[str, int]]) -> list[int] | None:
        """Return the values of men on squares, which come in order; None if these men cannot be together."""
        found = [square for sign, square in men if sign in "Kk"]
        for player, side in enumerate(self.sides):
            own = [
                (sign, square) for sign, square in men if sign not in "Kk" and sign.islower() == bool(player)
            ]
            if len(own) > len(side) or not all(sign in self.kinds for sign, _ in own):
                return None
            found += [SQUARES * self.kinds.index(sign) + square for sign, square in own]
            found += [self.gone] * (len(side) - len(own))
        number = reduce(lambda index, value: index * self.base + self.sort_of[value], found[2:], 0)
        return found if self.class_of[number] >= 0 else None

    def _with_passing(self, cells: list[int], turn: int, square: int) -> list[int]:
        """Return the cells with the pawn marked that has passed a square."""
        for i in range(self.firsts[1 - turn], self.firsts[2 - turn]):
            kind, stands = divmod(cells[i], SQUARES)
            if cells[i] != self.gone and self.is_pawn[kind]:
                marked = self.as_passing[kind][stands]
                if self.passed_square[marked] == square and self.stands[marked] == stands:
                    return [*cells[:i], marked, *cells[i + 1 :]]
        return [self.gone] * len(cells)

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
        told = ""
        if others:
            told = column if all(other[0] != column for other in others) else row
            if any(other[0] == column for other in others) and any(other[1:] == row for other in others):
                told = name(leaves)
        return f"{sign.upper()}{told}{taken}{name(goes)}{check}"

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
        return f"mates in {counted((plies + 1) // 2, 'move')} ({counted(plies, 'ply', 'plies')})"

    def ending(self, state: Cells) -> str | None:
        """Return "checkmate" or "stalemate" if the player to move cannot move; None otherwise."""
        view = self._views.of(state)
        if not self.is_stuck(view):
            return None
        return "checkmate" if self.in_check(view, view.turn) else "stalemate"


ORDER: Final = "".join(MEN) + "".join(MEN).lower()
"""The signs of all men, in the order of texts."""


def _is_material(material: Any) -> bool:
    is_text = isinstance(material, str)
    return is_text and MATERIAL.fullmatch(material) is not None and len(material) <= MOST_MEN


def _ordered(men: str) -> str:
    return "".join(sorted(men, key=ORDER.index))


def _without_marks(move: str) -> str:
    return move.rstrip("+#!?").replace("=", "")
