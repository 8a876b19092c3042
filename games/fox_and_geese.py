"""Fox and geese (Europe, Middle Ages): geese that cannot take pen a fox in, and the fox jumps over them and takes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from string import ascii_lowercase
from typing import Any, ClassVar

import attrs

from gamekit.errors import InputError
from gamekit.game.parameters import check_size, parameter
from gamekit.layout import LOSS, WIN, BoardGame, Layout, Points
from gamekit.layout.geometry import AROUND, GRID_SYMMETRIES, STRAIGHT, rays

Move = tuple[int, int, int]  # the point that a piece leaves, where it goes, what it takes; NONE if none

NONE = 99  # no point
FOX, GEESE = 0, 1
A_FOX, GOOSE = 1, 2  # on a point
LARGEST = 9


@attrs.frozen
class FoxAndGeese(BoardGame):
    """Geese fill the upper rows of a board in the shape of a cross; a fox sits in the middle.

    The fox moves along a line to a free point next to it, or jumps straight over one goose to the free point behind and
    takes the goose. In some books it may jump on in the same move; here its move is over. A goose moves along a line to
    a free point next to it, sideways or down the board, or also up if it may go back.

    The geese win if the fox cannot move. The fox wins if fewer geese are left than it takes to pen it in, or if no
    goose can move. Play that never ends is a draw.

    The board is a square from whose corners smaller squares are cut: a side of 7 with corners of 2 is the old board of
    33 points, on which there were 13 geese at first.

    >>> game = FoxAndGeese(side=3, corner=0, geese=3, fewest=3)
    >>> [game.format_move(game.initial_state(), move) for move in game.moves(game.initial_state())]
    ['b2-a2', 'b2-c2', 'b2-b1']
    """

    side: int = parameter(7, "the side of the square", 3, LARGEST)
    corner: int = parameter(2, "the side of the squares that are cut from its corners", 0, (LARGEST - 1) // 2)
    geese: int = parameter(13, "how many geese there are", 1, 40)
    fewest: int = parameter(
        4, "how many geese it takes to pen the fox in; with fewer, the fox has won", 1, 40
    )
    diagonals: bool = parameter(False, "whether every other point has diagonals")
    retreat: bool = parameter(False, "whether geese may go back")
    fox_first: bool = parameter(True, "whether the fox moves first")

    players = ("fox", "geese")
    player_colours = ("red", "white")
    plural_players = ("geese",)
    move_parts = "from to takes"
    example = {"side": 4, "corner": 1, "geese": 6, "fewest": 6}
    presets = {
        "Small": example,
        "Six geese": {"side": 5, "corner": 1, "geese": 6, "fewest": 6},
        "Seven geese": {"side": 5, "corner": 1, "geese": 7, "fewest": 7},
    }
    first_preset = "Six geese"
    stuck: ClassVar[int] = LOSS
    looks: ClassVar[dict[str, str]] = {"F": "red fox", "G": "white goose"}

    def __attrs_post_init__(self) -> None:
        check_size("corner", self.corner, 0, (self.side - 1) // 2)
        check_size("fewest", self.fewest, 1, self.geese)
        if self.geese > self.middle:
            rule = f"at most {self.middle} geese stand above the fox"
            raise InputError(f"{rule}; geese are {self.geese}", field="geese")

    @property
    def aim(self) -> str:  # type: ignore[override]
        taken = self.geese - self.fewest + 1
        some = "a goose" if taken == 1 else f"{taken} geese"
        return f"The geese win by penning the fox in, the fox by taking {some}."

    def layout(self) -> Layout:
        mirror = GRID_SYMMETRIES["mirror"](self.side, self.side)
        mirrored = [self.squares.index(mirror[square]) for square in self.squares]
        # A mirror exchanges points with and without diagonals where the side is even.
        is_alike = self.side % 2 == 1 or not self.diagonals
        symmetry = [{"board": mirrored}] if is_alike else ()
        return Layout(board=Points(self.graph, ".FG", at=self.places), symmetry=symmetry)

    def start(self) -> dict[str, Any]:
        points = range(len(self.squares))
        board = [GOOSE * (point < self.geese) or A_FOX * (point == self.middle) for point in points]
        return {"board": board, "turn": int(not self.fox_first)}

    def options(self, s: Any) -> Iterator[Move]:
        if s.turn == FOX:
            fox = s.board.index(A_FOX)
            for goes in self.graph[fox]:
                if s.board[goes] == 0:
                    yield fox, goes, NONE
            for takes, goes in self.leaps[fox]:
                if s.board[takes] == GOOSE and s.board[goes] == 0:
                    yield fox, goes, takes
        else:
            for leaves in s.board.where(GOOSE):
                for goes in self.ways_of_geese[leaves]:
                    if s.board[goes] == 0:
                        yield leaves, goes, NONE

    def play(self, s: Any, move: Move) -> None:
        leaves, goes, takes = move
        s.board[leaves], s.board[goes] = 0, 1 + s.turn
        if takes != NONE:
            s.board[takes] = 0

    def over(self, s: Any) -> int | None:
        if s.board.count(GOOSE) < self.fewest:
            return WIN if s.turn == FOX else LOSS
        return None

    def tier(self, s: Any) -> int:
        return int(s.board.count(GOOSE))

    # --- the board ------------------------------------------------------------------------------------------------

    @cached_property
    def squares(self) -> list[int]:
        """The squares that are points, row by row."""
        cut = {*range(self.corner), *range(self.side - self.corner, self.side)}
        squares = range(self.side * self.side)
        return [square for square in squares if not {square // self.side, square % self.side} <= cut]

    @property
    def middle(self) -> int:
        return len(self.squares) // 2

    @cached_property
    def places(self) -> list[tuple[int, int]]:
        """By point: how far it is to the right and down."""
        return [(square % self.side, square // self.side) for square in self.squares]

    @cached_property
    def lines(self) -> list[list[list[int]]]:
        """By point: the points along each line that leads away from it."""
        straight, around = (rays(self.side, self.side, ways) for ways in (STRAIGHT, AROUND))
        lines = []
        for square, (right, down) in zip(self.squares, self.places, strict=True):
            ways = around[square] if self.diagonals and (right + down) % 2 == 0 else straight[square]
            lines.append([self._points(way) for way in ways])
        return lines

    def _points(self, squares: list[int]) -> list[int]:
        """Return the points of a line, up to where the board ends."""
        points = []
        for square in squares:
            if square not in self.squares:
                break
            points.append(self.squares.index(square))
        return points

    @cached_property
    def graph(self) -> list[list[int]]:
        """By point: the points next to it on a line."""
        return [sorted(line[0] for line in lines if line) for lines in self.lines]

    @cached_property
    def leaps(self) -> list[list[tuple[int, int]]]:
        """The leaps of the fox from each point: the point that it jumps over, and the point that it reaches."""
        return [[(line[0], line[1]) for line in lines if len(line) > 1] for lines in self.lines]

    @cached_property
    def ways_of_geese(self) -> list[list[int]]:
        """By point: where a goose may go."""
        down = [y for _, y in self.places]
        return [
            [goes for goes in near if self.retreat or down[goes] >= down[point]]
            for point, near in enumerate(self.graph)
        ]

    def place_name(self, point: int) -> str:
        right, down = self.places[point]
        return f"{ascii_lowercase[right]}{self.side - down}"

    def ending(self, state: tuple[int, ...]) -> str | None:
        taken = self.geese - state[:-1].count(GOOSE)
        some = "a goose" if taken == 1 else f"{taken} geese"
        return super().ending(state) or f"the fox has taken {some}"
