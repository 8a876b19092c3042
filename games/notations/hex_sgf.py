"""SGF of hex: games and positions, as the program HexGui and the server Little Golem have them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_lowercase
from typing import Any, ClassVar

from gamekit.errors import InputError
from gamekit.game.notation import Notation, WrittenLine, misfit
from gamekit.game.parameters import show

from .sgf import main_line, records

CELL = re.compile(r"([a-z])([a-z]|\d{1,2})")


class HexSgf(Notation):
    """The main line of a game, perhaps with stones before it; a text names the state to which the line leads.

    B moves first and joins top and bottom, as Red does, and a cell is a1 or aa. On Little Golem, cells are aa, and W
    moves first. A swap is read as a change of names: later cells are mirrored, and their colours exchanged. If the
    player who swaps also moves next, as in early records of HexGui, the players changed sides, and no name changes.
    """

    name = "sgf"
    about = "a game or a position, as HexGui and Little Golem have it"
    example = "(;FF[4]GM[11]SZ[3];B[b2];W[a3])"
    endings: ClassVar[tuple[str, ...]] = (".sgf", ".hsgf")

    def reads(self, text: str) -> bool:
        return re.match(r"\s*\(\s*;", text) is not None

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        return ((f"game {number}", record) for number, record in enumerate(records(text), 1))

    def parameters(self, text: str) -> dict[str, int]:
        if (games := len(records(text))) > 1:
            raise InputError(f"there must be one game; there are {games:,}, which --inputs takes")
        values = {name: (index, value) for index, name, value in main_line(text)}
        for name, wanted in (("GM", "11"), ("SZ", r"(\d{1,2})(:\1)?")):
            index, value = values.get(name, (0, "11" if name == "GM" else ""))
            if not re.fullmatch(wanted, value):
                what = f"hex is GM[11], on a board such as SZ[8]; this is {name}[{value:.60}]"
                raise misfit(text, index, what)
        return {"size": int(values["SZ"][1].partition(":")[0])}

    def state(self, game: Any, text: str) -> Any:
        line = [each for each in main_line(text) if each[1] in ("AB", "AW", "B", "W", "PL")]
        values = [each for each in line if each[1] != "PL"]
        made = [name + value for _, name, value in values if len(name) == 1]
        first = "W" if made and re.fullmatch("W[a-z]{2}", made[0]) else "B"
        state, is_swapped = game.initial_state(), False
        for place, (index, name, value) in enumerate(values):
            word = value.lower()
            if word == "swap-sides":
                what = "is not supported; swap-pieces is, and AB and AW give the stones after it"
                raise misfit(text, index, f"{value} {what}")
            if word in ("swap", "swap-pieces") and sum(map(bool, state[:-1])) == 1:
                is_swapped = name not in (after for _, after, _ in values[place + 1 : place + 2])
                continue
            if word in ("resign", "forfeit", ""):
                break
            mark = 1 + ((name[-1] == first) == is_swapped)
            cell = _cell(text, index, word, game.size, is_swapped)
            if len(name) == 1:
                _check_stones(text, index, state, first)
            is_move = mark == 1 + state[-1] and game.outcome(state) is None
            if state[cell] or (len(name) == 1 and not is_move):
                raise misfit(text, index, f"{name}[{value}] cannot follow {game.format_state(state)!r:.80}")
            cells = (*state[:cell], mark, *state[cell + 1 : -1])
            state = *cells, game.turn_of(cells)
        turns = [(index, name, value[:1].upper()) for index, name, value in line if name == "PL" and not made]
        index, _, turn = [(0, "", ""), *values, *turns][-1]
        _check_stones(text, index, state, first, turn)
        return state

    def write(self, game: Any, state: Any) -> str:
        marked = [
            [game.place_name(i) for i, sign in enumerate(state[:-1]) if sign == mark] for mark in (1, 2)
        ]
        stones = [
            f"A{colour}[{']['.join(cells)}]" for colour, cells in zip("BW", marked, strict=True) if cells
        ]
        return f"(;FF[4]GM[11]SZ[{game.size}]{''.join(stones)})"

    def write_line(self, solution: Any, line: WrittenLine) -> str:
        game, turns = solution.game, ["BW"[state[-1]] for state in line.states[:-1]]
        moves = [f";{turn}[{game.place_name(move)}]" for turn, move in zip(turns, line.moves, strict=True)]
        return f"{self.write(game, line.states[0])[:-1]}{''.join(moves)})"


def _check_stones(text: str, index: int, state: tuple[int, ...], first: str, turn: str = "") -> None:
    """Refuse stones that are too many of a colour, for the player to move if `turn` is B or W."""
    other = "BW".replace(first, "")
    firsts, others = state[:-1].count(1), state[:-1].count(2)
    if not 0 <= firsts - others <= 1 or (turn in (first, other) and (firsts > others) != (turn == other)):
        have = f"of the stones, {first} has {firsts} and {other} has {others}"
        need = f"if {first} is to move, both must have as many, and if {other} is, {first} must have one more"
        raise misfit(text, index, f"{have}; {need}")


def _cell(text: str, index: int, value: str, size: int, is_swapped: bool) -> int:
    """Return the cell that a value names, which begins at `index` in the text; it is mirrored after a swap."""
    match = CELL.fullmatch(value)
    numbers = (
        [int(x) if x.isdecimal() else 1 + ascii_lowercase.index(x) for x in match.groups()] if match else [0]
    )
    if not all(1 <= number <= size for number in numbers):
        raise misfit(text, index, f"{show(value)} is not a cell of a board of {size} rows")
    row, column = numbers if is_swapped else numbers[::-1]
    return int((row - 1) * size + column - 1)
