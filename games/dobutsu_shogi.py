"""Dobutsu shogi (Madoka Kitao, 2008): shogi for children, on a board of twelve squares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from gamekit.errors import blamed
from gamekit.families.shogi_men import ShogiMen
from gamekit.game.parameters import parameter, refusal
from gamekit.game.protocol import SolvedGame
from gamekit.game.values import Value
from gamekit.layout import LOSS
from gamekit.layout.geometry import AROUND, DIAGONAL, STRAIGHT


@attrs.frozen
class DobutsuShogi(ShogiMen):
    """Lion, giraffe, elephant and chick on each side of a board of 3×4 squares; take the other lion.

    All pieces step to a square next to them: the lion in all directions, the giraffe straight, the elephant diagonally,
    the chick ahead. A piece that is taken goes to the hand of the player who took it, who can drop it on any free
    square instead of moving. A chick that moves to the last row becomes a hen, which goes straight or diagonally ahead;
    one that is dropped there does not, and a hen is a chick again when it is taken. The first player's pieces are
    yellow and move up the board. In text, a piece is the first letter of its name, a capital for the first player.

    The player to move wins if they can take the other lion. A lion on the last row that cannot be taken wins, too. A
    player who cannot move loses, which does not happen from the usual start. Play that never ends is a draw.

    >>> game = DobutsuShogi()
    >>> start = game.initial_state()
    >>> [game.format_move(start, move) for move in game.moves(start)]
    ['chick b2xb3', 'lion b1-a2', 'lion b1-c2', 'giraffe c1-c2']
    """

    aim = (
        "Take the other lion, or bring your own safely to the last row. A piece that you took may be dropped on a free "
        "square instead of a move."
    )

    setup: str = parameter(
        "gle/.c./.C./ELG, first to move",
        "the state to start from; for endgames, pieces may be missing: `g.l/.../..L/..., G in hand, second to move`",
    )

    example = {"setup": ".l./.../.C./.L., first to move"}
    presets = {
        "Small": example,
        "Endgame": {"setup": "g.l/.../..C/.LE, first to move"},
        "Long endgame": {"setup": ".lg/.../C../.EL, first to move"},
    }
    first_preset = "Endgame"
    rows, columns, king = 4, 3, "L"
    ways = {"C": STRAIGHT[:1], "E": DIAGONAL, "G": STRAIGHT, "H": STRAIGHT + DIAGONAL[:2], "L": AROUND}
    promotions = {"C": "H"}
    names = {"C": "chick", "E": "elephant", "G": "giraffe", "H": "hen", "L": "lion"}
    stuck = LOSS
    most_moves = 66  # lion 8, giraffes and elephants 4 each, hens 6 each; three kinds to drop on ten squares
    most_back = 196  # as many steps and two promotions, each with nothing or one of 4 taken; and six drops

    @property
    def looks(self) -> Mapping[str, str]:  # type: ignore[override]
        """The looks of the animals, with arrows in the ways in which they step."""
        from gamekit.drawing.pieces import ARROWS

        signs = {step: arrow for arrow, step in ARROWS.items()}
        looks = {}
        for sign, steps in self.ways.items():
            for colour, man, way in (("yellow", sign, 1), ("blue", sign.lower(), -1)):
                arrows = "".join(signs[way * right, way * down] for down, right in steps)
                looks[man] = f"{colour} cube '{self.names[sign]}' {arrows}"
        return looks

    def __attrs_post_init__(self) -> None:
        if type(self.setup) is not str:
            raise refusal("setup", f"must be a state, as text; it is {self.setup!r}")
        with blamed("setup"):
            pieces = self.material(self.initial_state())
        if not pieces["L"] == pieces["l"] == 1:
            raise refusal("setup", f"must have one lion of each player on the board; it is {self.setup!r}")
        if max(pieces.values()) > 2:
            kinds = "two chicks and hens, two elephants, two giraffes"
            raise refusal("setup", f"must have at most {kinds}; it is {self.setup!r}")

    def format_move(self, state: Any, move: Any) -> str:
        """Return a move by the name of the piece, such as `lion b1-a2` or `drop chick on b3`; `Lb1-a2` is read, too."""
        text = super().format_move(state, move)
        name, where = self.names[text[0]], text[1:].replace("+", ", becomes a hen")
        return f"drop {name} on {where[1:]}" if where[0] == "*" else f"{name} {where}"

    def parse_move(self, state: Any, text: str) -> Any:
        for move in self.moves(state):
            if super().format_move(state, move) == text:
                return move
        return super().parse_move(state, text)

    def over(self, s: Any) -> int | None:
        lion = s.board.index(self.royal[1 - s.turn])
        if self.taking(s, lion):
            return 1
        return -1 if self.is_last_row[1 - s.turn][lion] else None

    def ending(self, state: Any) -> str | None:
        turn = state[-1]
        if self.outcome(state) == (1, -1)[turn]:
            return f"{self.players[1 - turn]}'s lion can be taken"
        return super().ending(state) or f"{self.players[1 - turn]}'s lion has reached the last row"

    def answer(self, solution: SolvedGame) -> dict[str, Any]:
        """Return the winner, the plies, and the most plies from any position, counting the capture of the lion.

        Play is over here as soon as the lion can be taken, and research counts one ply more then: a win takes an odd
        number of plies, and a loss an even one. An even number for a win is one by taking, an odd one is on the last
        row. The ply more changes no choice: a win in 4 and one in 5 both count 5 then, and no other order changes.
        """
        root = solution.root
        plies = root.remoteness
        longest = None if solution.unsolved else solution.longest_by_value().get(Value.WIN)
        if plies is not None:
            plies += plies % 2 == (root.value is not Value.WIN)
        return {
            "winner": root.winner,
            "plies": plies,
            "longest win": None if longest is None else longest + (longest % 2 == 0),
        }
