"""PGN: games of chess from a position (S. Edwards 1994), with the moves in standard algebraic notation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, ClassVar

from gamekit.errors import InputError
from gamekit.game.notation import Notation, WrittenLine, misfit
from gamekit.game.parameters import show

from .fen import Fen

RESULTS = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}
WORDS = re.compile(
    r"(?P<aside>\[[^]]*(?:\]|\Z)|\{[^}]*(?:\}|\Z))|;[^\n]*|\d+(?:\.+|(?=\s))|\$\d+|\*|1-0|0-1|1/2-1/2|[()]|(?P<move>[^\s{;[()]+)"
)
"""Tags, comments, the numbers of moves, marks of annotators, results; brackets around variations; and moves."""


class Pgn(Notation):
    """The position in a tag FEN, then the moves; a text names the state to which they lead."""

    name = "pgn"
    about = "moves of chess from the position in the tag FEN"
    example = '[SetUp "1"]\n[FEN "8/8/8/8/8/1K6/3R4/k7 w - - 0 1"]\n\n1. Rd1# 1-0'
    endings: ClassVar[tuple[str, ...]] = (".pgn",)

    def __init__(self, fen: Fen) -> None:
        self.fen = fen  # reads and writes the tag

    def reads(self, text: str) -> bool:
        return re.match(r'\s*\[\w+ +"', text) is not None

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        for number, game in enumerate(re.split(r"\n[^\S\n]*\n(?=\[)", text), 1):
            yield f"game {number}", game

    def _fen(self, text: str) -> str:
        if (games := len(list(self.split(text)))) > 1:
            raise InputError(f"there must be one game; there are {games:,}, which --inputs takes")
        match = re.search(r'\[FEN +"([^"]*)"\]', text)
        if match is None:
            tag = self.example.splitlines()[1]
            raise misfit(text, 0, f"a game must begin with a position: a tag like {tag}")
        return match[1]

    def parameters(self, text: str) -> dict[str, Any]:
        return self.fen.parameters(self._fen(text))

    def state(self, game: Any, text: str) -> Any:
        state = self.fen.state(game, self._fen(text))
        depth = 0
        for match in WORDS.finditer(text):
            depth += {"(": 1, ")": -1}.get(match[0], 0)
            if (aside := match["aside"]) and aside[-1] not in "]}":
                raise misfit(text, match.start(), f"no bracket ends what {aside[0]!r} begins here")
            if (word := match["move"]) is None or depth > 0:
                continue
            if game.outcome(state) is not None:
                raise misfit(text, match.start(), f"the game is over before {show(word)}")
            try:
                state = game.apply(state, game.parse_move(state, word))
            except InputError:
                moves = ", ".join(game.format_move(state, move) for move in game.moves(state))
                what = f"{show(word)} is not a move there; moves are {moves}"
                raise misfit(text, match.start(), what) from None
        return state

    def write_line(self, solution: Any, line: WrittenLine) -> str:
        game, first = solution.game, line.states[0]
        result = RESULTS.get(game.outcome(line.states[-1]), "*")
        tags = {"Event": "?", "Result": result, "SetUp": "1", "FEN": self.fen.write(game, first)}
        words = [game.format_move(state, move) for state, move in zip(line.states, line.moves, strict=False)]
        padded = ["..", *words] if first[-1] else words  # Black moves first
        pairs = zip_longest(padded[::2], padded[1::2], fillvalue="")
        moves = [
            f"{i}.{white} {black}" if white == ".." else f"{i}. {white} {black}"
            for i, (white, black) in enumerate(pairs, 1)
        ]
        head = [f'[{name} "{value}"]' for name, value in tags.items()]
        return "\n".join([*head, "", " ".join([*map(str.strip, moves), result])])
