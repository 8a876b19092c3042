"""Notakto: both players put crosses on boards of noughts and crosses; a board with three in a row is dead."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.cgt.ruleset import LAST, ImpartialRuleset, Player
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import text_parameter

from .notakto_boards import LINES, Boards, draw_boards, is_dead, least_image, read_boards, written
from .signs import signs_in_words, square_name


@attrs.frozen
class Notakto(ImpartialRuleset[Boards]):
    """A move puts a cross on a free square of a board that has no three crosses in a row yet.

    In misère play, as Notakto is played, whoever makes the last three in a row loses. Its misère quotient has 18
    elements (T. Plambeck and G. Whitehead, "The Secrets of Notakto: Winning at X-only Tic-Tac-Toe", 2013).

    >>> list(Notakto().options((0,)))[:3]
    [(1,), (2,), (4,)]
    """

    boards: str = text_parameter(
        "...|...|...", "the boards, each of three rows joined by |: x taken, . free", read_boards
    )

    @property
    def aim(self) -> str:  # type: ignore[override]
        return f"Put a cross on a {'free square' if self.last_move else 'board that does not have three in a row yet'}."

    @property
    def last_move(self) -> str:  # type: ignore[override]
        return "makes three in a row" if len(self.start()) == 1 else ""

    example = {"boards": "...|...|..."}
    presets = {
        "One board": {"boards": "...|...|...", "play": "misere"},
        "Two boards": {"boards": "...|...|... ...|...|...", "play": "misere"},
        "Normal play": {"boards": "...|...|..."},
    }
    first_preset = "One board"

    def ending(self, position: Boards) -> str:
        return f"{LAST} made three in a row" + ("" if len(position) == 1 else " on the last board")

    def deciding_places(self, position: Boards) -> Iterator[str]:
        for number, board in enumerate(position, 1):
            rows = [line for line in LINES if board & line == line]
            yield from (
                f"{number}:{square}" for line in rows[:1] for square in range(9) if line >> square & 1
            )

    def start(self) -> Boards:
        return read_boards(self.boards)

    def options(self, position: Boards) -> Iterator[Boards]:
        for i, board in enumerate(position):
            if not is_dead(board):
                for square in range(9):
                    if not board >> square & 1:
                        yield (*position[:i], board | 1 << square, *position[i + 1 :])

    def parts(self, position: Boards) -> Iterator[Boards]:
        return ((board,) for board in position)

    def canonical_position(self, position: Boards) -> Boards:
        return tuple(sorted(least_image(board) for board in position if not is_dead(board)))

    def format_position(self, position: Boards) -> str:
        return " ".join(map(written, position)) or "0"

    def position_in_words(self, position: Boards) -> str:
        boards = [signs_in_words(tuple(written(board).split("|")), {"x": "X"}) for board in position]
        return (
            boards[0]
            if len(boards) == 1
            else "; ".join(f"board {i}: {board}" for i, board in enumerate(boards, 1))
        )

    def parse_position(self, text: str) -> Boards:
        return read_boards(text)

    def format_option(self, position: Boards, option: Boards, player: Player) -> str:
        """Return the square that is taken, such as b2; on one of several boards, after its number: 1:b2."""
        number, square = self._taken(position, option)
        name = square_name(square, 3, 3)
        return f"{number}:{name}" if len(position) > 1 else name

    def gesture(self, position: Boards, option: Boards, player: Player) -> Gesture:
        return Gesture(["{}:{}".format(*self._taken(position, option))])

    def _taken(self, position: Boards, option: Boards) -> tuple[int, int]:
        """Return the number of the board, from 1 on, and of the square on it that a move takes."""
        pairs = enumerate(zip(position, option, strict=True), 1)
        return next((number, (old ^ new).bit_length() - 1) for number, (old, new) in pairs if old != new)

    def render(self, position: Boards) -> str:
        rows = list(zip(*(written(board).split("|") for board in position), strict=True))
        if len(position) > 1:
            rows.insert(0, tuple(f"{number:<3}" for number in range(1, len(position) + 1)))
        return "\n".join("   ".join(row).rstrip() for row in rows) or "no board"

    def svg(self, position: Boards) -> str:
        return draw_boards(position)
