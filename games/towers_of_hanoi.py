"""Towers of Hanoi (Édouard Lucas, 1883): move a tower from one peg to another, disc by disc."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import attrs

from gamekit.game.board_words import listed
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import parameter
from gamekit.game.puzzle import Puzzle
from gamekit.layout import BoardGame, Cell, Layout

State = tuple[int, ...]  # the peg of each disc, the smallest first; whose turn it is

PAINTS = ("#0072b2", "#f5c04a", "#009e73", "#b3202c", "#cc79a7", "#56b4e9", "#7a5230", "#9aa3ad")
THICK = 22  # a disc, in pixels


@attrs.frozen
class TowersOfHanoi(Puzzle, BoardGame):
    """All discs lie on the first peg, the largest one at the bottom. The puzzle is to bring them to the last peg.

    In one move, the top disc of a peg goes to another peg, but never onto a smaller disc.

    >>> game = TowersOfHanoi()
    >>> [game.format_move(game.initial_state(), move) for move in game.moves(game.initial_state())]
    ['A-B', 'A-C']
    """

    presets = {
        "Small": {"discs": 3},
        "Classic": {"discs": 5},
        "Four pegs": {"discs": 5, "pegs": 4},
    }
    first_preset = "Classic"

    aim = "Bring the tower to the last peg; no disc may lie on a smaller one."

    discs: int = parameter(3, "how many discs there are", 1, 16)
    pegs: int = parameter(3, "how many pegs there are", 3, 5)

    won_by = "all discs are on the last peg"
    example = {"discs": 4}
    most_moves: ClassVar[int] = 20

    def layout(self) -> Layout:
        return Layout(discs=Cell(self.pegs, pieces=self.discs), dense="all")

    def start(self) -> dict[str, Any]:
        return {"discs": [0] * self.discs}

    def top(self, s: Any, peg: int) -> int:
        """Return the smallest disc on a peg; if there is none, a number larger than all discs."""
        return s.discs.index(peg) if peg in s.discs else self.discs

    def options(self, s: Any) -> Iterator[tuple[int, int]]:
        for leaves in range(self.pegs):
            for goes in range(self.pegs):
                if self.top(s, leaves) < self.top(s, goes):
                    yield leaves, goes

    def play(self, s: Any, move: tuple[int, int]) -> None:
        leaves, goes = move
        s.discs[s.discs.index(leaves)] = goes

    def over(self, s: Any) -> int | None:
        return 1 if s.discs.count(self.pegs - 1) == self.discs else None

    def gesture(self, state: State, move: tuple[int, int]) -> Gesture:
        return Gesture(move)

    def format_move(self, state: State, move: tuple[int, int]) -> str:
        return "-".join("ABCDE"[peg] for peg in move)

    def board_in_words(self, state: State) -> str:
        """Return the discs on each peg, from the smallest one, disc 1, at the top."""
        on_pegs = [[disc + 1 for disc in range(self.discs) if state[disc] == peg] for peg in range(self.pegs)]
        return "; ".join(
            f"peg {'ABCDE'[peg]}: " + (f"disc{'s' * (len(discs) > 1)} {listed(discs)}" if discs else "empty")
            for peg, discs in enumerate(on_pegs)
        )

    def render(self, state: State) -> str:
        on_pegs = [[disc for disc in range(self.discs) if state[disc] == peg] for peg in range(self.pegs)]
        return "\n".join(
            f"{'ABCDE'[peg]} {' '.join(str(disc + 1) for disc in reversed(discs))}".rstrip()
            for peg, discs in enumerate(on_pegs)
        )

    def svg(self, state: State) -> str:
        from gamekit.drawing.colours import FAINT, LIGHT, RULE, SHADE
        from gamekit.drawing.pieces import as_piece
        from gamekit.drawing.surfaces import data_place, edge_name
        from gamekit.drawing.svg import document, ink, rectangle, text_at

        wide = max(90, 28 + 16 * self.discs)  # room for a peg
        floor = 30 + THICK * (self.discs + 1)
        width, height = wide * self.pegs + 20, floor + 34
        parts = [rectangle(2, 2, width - 4, height - 4, f'rx="6" fill="{LIGHT}" stroke="{RULE}"')]
        for peg in range(self.pegs):
            middle = 10 + wide * (peg + 0.5)
            parts.append(rectangle(middle - 4, 30, 8, floor - 30, f'rx="4" fill="{SHADE}"'))
            parts.append(rectangle(middle - wide / 2 + 5, floor, wide - 10, 8, f'rx="3" fill="{RULE}"'))
            parts.append(edge_name(middle, floor + 20, "ABCDE"[peg], FAINT))
            discs = [disc for disc in range(self.discs) if state[disc] == peg]
            for below, disc in enumerate(reversed(discs)):
                paint, half = PAINTS[disc % len(PAINTS)], 16 + 8 * disc
                top = floor - THICK * (below + 1)
                look = f'rx="7" fill="{paint}" stroke="#22272e" stroke-width="1.5"'
                plate = rectangle(middle - half, top, 2 * half, THICK - 1, look)
                number = text_at(middle, top + THICK / 2, str(disc + 1), ink(paint), size=14, width=30)
                parts += as_piece(f"disc {disc + 1}", [plate, number])
            room = f'fill="none"{data_place("", peg)}'
            parts.append(rectangle(middle - wide / 2 + 2, 12, wide - 4, floor - 4, room))
        return document(parts, width, height)
