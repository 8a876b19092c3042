"""Board games with random small layouts and random rules, as files of Python, since their source is compiled."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from typing import Any

HEAD = """
from typing import Any

import attrs

from gamekit.layout import AGAIN, LOSS, PASS, TIE, BoardGame, Cell, Counter, Grid, Hand, Layout, Points
from gamekit.layout.geometry import AROUND, STRAIGHT, lines, rays, steps


@attrs.frozen
class RandomGame(BoardGame):
    players = {players}
    stuck = {stuck}
    most_moves = 60
    infinite_play = {infinite_play}
    STEPS = {steps}
    LINES = {lines}
    PAYOFFS = {payoffs}

    def layout(self):
        return Layout({layout})

    def start(self):
        return {start}
"""


def random_rules(seed: int) -> str:
    """Return the source of a module with a random game.

    >>> random_rules(1) == random_rules(1)
    True
    """
    rng = random.Random(seed)
    players = 1 if rng.random() < 0.15 else 2
    rows, columns = rng.choice([(1, 4), (1, 5), (2, 2), (2, 3), (3, 2), (3, 3)])
    cells = rows * columns
    is_graph = rng.random() < 0.25
    moves_on = rng.random() < 0.6 and cells <= 6  # men move, and do not only come
    clock = rng.choice([None, None, 2, 4])
    has_runner = rng.random() < 0.25 and cells <= 4
    alike = players == 2 and not has_runner and rng.random() < 0.5
    dense = rng.choice([None, None, "all"])
    is_symmetric = rng.random() < 0.6 and not has_runner
    if is_graph:
        names = {(i, j): columns * i + j for i in range(rows) for j in range(columns)}
        near = [
            [names[p] for p in ((i - 1, j), (i, j - 1), (i, j + 1), (i + 1, j)) if p in names]
            for i, j in names
        ]
        board, symmetry, steps = f"Points({near}, '.XO')", "automorphisms", repr(near)
    else:
        board, symmetry = f"Grid({rows}, {columns}, '.XO')", "mirror flip" + " transpose" * (rows == columns)
        steps = f"steps({rows}, {columns}, {rng.choice(['AROUND', 'STRAIGHT'])})"
    fields = [f"board={board}"]
    if clock is not None:
        fields.append(f"clock=Counter({clock}, {rng.choice([None, 1])})")
    if has_runner:
        fields.append(f"runner=Cell({cells})")
    rng.shuffle(fields)
    options = [f"alike={alike}", f"dense={dense!r}", f"symmetry={symmetry if is_symmetric else ''!r}"]
    layout = ", ".join([*fields, *options])
    left = "s.clock[0]" if "Counter" in layout and ", 1)" in layout else "s.clock"
    end = rng.choice([-1, 0, 1, 3, -7])
    stuck = rng.choice(["LOSS", "TIE", "PASS" if clock is not None else "LOSS"])
    start = {"clock": clock} if clock is not None else {}
    first = ["."] * cells
    if moves_on:
        for sign in "XO" if players == 2 else "X":
            free = [i for i in range(cells) if first[i] == "."]
            first[rng.choice(free)] = sign
    text = "".join(first)
    start["board"] = text if is_graph else "/".join(text[i : i + columns] for i in range(0, cells, columns))
    source = HEAD.format(
        players=("X", "O")[:players],
        stuck=stuck,
        infinite_play=0 if alike else rng.choice([0, 0, 2, -1]),
        steps=steps,
        lines=f"lines({rows}, {columns}, {rng.choice([2, 3]) if max(rows, columns) > 2 else 2})",
        payoffs=[rng.randint(-2, 2) for _ in range(cells + 1)],
        layout=layout,
        start=start,
    )
    body = ["", "    def options(self, s):"]
    if moves_on:
        target = rng.choice(["s.board[goes] == 0", "s.board[goes] != 1 + s.turn", "not s.board[goes]"])
        body += [
            "        for leaves in s.board.where(1 + s.turn):",
            "            for goes in self.STEPS[leaves]:",
            f"                if {target}:",
            "                    yield leaves, goes",
        ]
    else:
        shape = rng.choice(["where", "enumerate", "range"])
        body += {
            "where": ["        for goes in s.board.where(0):", "            yield goes, goes"],
            "enumerate": [
                "        for goes, sign in enumerate(s.board):",
                "            if sign == 0:",
                "                yield goes, goes",
            ],
            "range": [
                f"        for goes in range({cells}):",
                "            if s.board[goes] in (0, 5):",
                "                yield goes, goes",
            ],
        }[shape]
    body += [
        "",
        "    def play(self, s, move):",
        "        leaves, goes = move",
        "        taken = s.board[goes]",
    ]
    body += ["        s.board[leaves] = 0", "        s.board[goes] = 1 + s.turn"]
    if not moves_on and players == 2 and rng.random() < 0.3:
        body += [
            "        for near in self.STEPS[goes]:",
            "            if s.board[near] == 2 - s.turn:",
            "                s.board[near] = 1 + s.turn",
        ]
    if clock is not None:
        body += [f"        if {left} > 0:", f"            {left} -= 1"]
    if has_runner:
        body += [f"        s.runner = (s.runner + goes + 1) % {cells}"]
    if players == 2 and not alike and rng.random() < 0.4:
        test = rng.choice(["taken", "s.board.count(0) % 2 == 0", "len(self.STEPS[goes]) > 2"])
        body += [f"        if {test}:", "            return AGAIN"]
    body += ["", "    def over(self, s):"]
    if clock is not None:
        body += [f"        if {left} == 0:", f"            return {end}"]
    if moves_on:
        body += ["        if s.board.count(1 + s.turn) == 0:", "            return -1"]
    if has_runner:
        body += [
            f"        if s.runner == {rng.randrange(1, cells)}:",
            f"            return {rng.choice([1, -1, 4])}",
        ]
    body += {
        "line": [
            "        for line in self.LINES:",
            "            if all(s.board[square] == 2 - s.turn for square in line):",
            f"                return {rng.choice([-1, -2, 1])}",
            f"        return None if 0 in s.board else {rng.choice([0, 1])}",
        ],
        "payoffs": [
            "        theirs = s.board.count(2 - s.turn)",
            "        return self.PAYOFFS[theirs] if 0 not in s.board else None",
        ],
        "near": [
            "        mine = 2 - s.turn",
            "        pairs = sum(1 for i in s.board.where(mine) for j in self.STEPS[i] if s.board[j] == mine)",
            f"        return -1 if pairs >= {rng.choice([2, 4])} else None",
        ],
    }[rng.choice(["line", "payoffs", "near"])]
    return source + "\n".join(body) + "\n"


def random_board_game(seed: int, folder: Path) -> Any:
    """Return a random game, whose source is in a file in the folder."""
    path = folder / f"random_{seed}.py"
    path.write_text(random_rules(seed), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.RandomGame()
