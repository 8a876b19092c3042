"""LURD: the moves of Sokoban as letters, with capitals for pushes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from gamekit.game.notation import MoveList, WrittenLine, misfit
from gamekit.game.parameters import show

from ..pushes import LETTERS, cheapest_line, line_of


class Lurd(MoveList):
    """A letter for each step left, up, right or down, a capital if it pushes a box."""

    name = "lurd"
    about = "moves from the start: l, u, r, d, and capitals for pushes"
    example = "LulDD"
    pattern = "[lurdLURD]"

    def states(self, game: Any, text: str) -> Iterator[Any]:
        man, *boxes = game.begins
        tells_pushes = text != text.lower()
        yield (state := game.initial_state())
        for match in re.finditer(self.pattern, text):
            way = LETTERS.index(match[0].lower())
            goes = game.beside[man][way]
            beyond = game.beside[goes][way]
            if game.outcome(state) is not None:
                raise misfit(text, match.start(), f"the game is over before {show(match[0])}")
            is_push = goes in boxes
            if goes == game.wall or (is_push and (beyond == game.wall or beyond in boxes)):
                what = "no box can move" if is_push else "there is a wall"
                raise misfit(text, match.start(), f"{show(match[0])} is not a move there: {what}")
            if tells_pushes and is_push != match[0].isupper():
                what = "a push, which has a capital" if is_push else "a step, which has a small letter"
                raise misfit(text, match.start(), f"{show(match[0])} is {what}")
            if is_push:
                boxes[boxes.index(goes)] = beyond
            man = goes
            state = (game.standing(man, boxes), *sorted(boxes), 0)
            yield state
        yield game.state_at(man, boxes)

    def write_line(self, solution: Any, line: WrittenLine) -> str:
        game, first = solution.game, line.states[0]
        if not game.counts_pushes:
            return super().write_line(solution, line)
        if game.metric == "pushes-then-moves" and solution[first].winner:
            return cheapest_line(solution, first)
        return line_of(game, line.states, line.moves, game.man_in(first))

    def word(self, game: Any, state: Any, move: Any) -> str:
        goes, way = move
        return LETTERS[way].upper() if goes in state[1:-1] else LETTERS[way]
