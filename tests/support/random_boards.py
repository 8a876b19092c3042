"""Random games of men on a grid or graph: they come, move or are dropped from the hand; with clocks and runners.

What happens does not depend on which way round the board lies, unless there is a runner: so the symmetry holds.
"""

from __future__ import annotations

import random

from support.random_source import source_of, what_any_game_may_state

SIZES = [(1, 4), (1, 5), (2, 2), (2, 3), (3, 2), (3, 3)]
MOST_COMBINATIONS = 3_000


def board_rules(rng: random.Random) -> str:
    """Return the source of a random game on a board."""
    players = 1 if rng.random() < 0.15 else 2
    rows, columns = rng.choice(SIZES)
    cells = rows * columns
    is_graph = rng.random() < 0.25
    moves_on = rng.random() < 0.6 and cells <= 6  # men move, and do not only come
    clock = rng.choice([None, None, 2, 4])
    has_runner = rng.random() < 0.25 and cells <= 4
    has_hand = moves_on and cells <= 4 and not has_runner and clock is None and rng.random() < 0.6
    is_symmetric = rng.random() < 0.6 and not has_runner
    alike = players == 2 and not has_runner and rng.random() < 0.5
    symmetry = "automorphisms" if is_graph else "mirror flip" + " transpose" * (rows == columns)
    ways_round = [] if is_graph else ["mirror", "flip", "rotate"]
    combinations = 3**cells * ((clock or 0) + 1) * (cells if has_runner else 1) * (4 if has_hand else 1)
    only_board = clock is None and not has_runner and not has_hand
    all_counts = [(a, b) for a in range(cells + 1) for b in range((cells - a) * (players - 1) + 1)]
    dense = rng.choice([None, None, "all", all_counts if only_board and (alike or players == 1) else "all"])
    if combinations > MOST_COMBINATIONS:
        dense = None
    near = _neighbours(rows, columns)
    is_list = rng.random() < 0.5
    left = "s.clock[0]" if is_list else "s.clock"

    fields = [f"board=Points({near}, '.XO')" if is_graph else f"board=Grid({rows}, {columns}, '.XO')"]
    start: dict[str, object] = {"board": _first(rng, rows, columns, players if moves_on else 0, is_graph)}
    if clock is not None:
        fields.append(f"clock=Counter({clock}, {1 if is_list else None})")
        start["clock"] = clock
    if has_runner:
        fields.append(f"runner=Cell({cells})")
    if has_hand:
        fields.append("hand=Hand('Mm', 1)")
        start["hand"] = rng.choice(["-", "M", "Mm"])
    if players == 2 and rng.random() < 0.3:
        start["turn"] = 1
    rng.shuffle(fields)
    asks_itself = rng.random() < 0.2  # `over` says what being stuck means
    stuck = rng.choice(["LOSS", "LOSS", "TIE", "WIN", "PASS"])
    options = [
        f"alike={rng.choice([True, *ways_round]) if alike else False!r}",
        f"dense={dense!r}",
        f"symmetry={symmetry if is_symmetric else ''!r}",
    ]
    takes = rng.random() < 0.4  # men that move take others
    attributes = {
        "players": ("X", "O")[:players],
        "stuck": None if asks_itself else stuck,
        "infinite_play": 0 if alike else rng.choice([0, 0, 2, -1]),
        "STEPS": near if is_graph else f"steps({rows}, {columns}, {rng.choice(['AROUND', 'STRAIGHT'])})",
        "LINES": f"lines({rows}, {columns}, {rng.choice([2, 3]) if max(rows, columns) > 2 else 2})",
        "PAYOFFS": [rng.randint(-2, 2) for _ in range(cells + 1)],
        **what_any_game_may_state(rng, is_plain=not (alike or is_symmetric) and dense in (None, "all")),
    }
    flips = not moves_on and players == 2 and rng.random() < 0.3
    takes_back = only_board and not flips and rng.random() < 0.4
    body = [*(_men_move(rng, has_hand, takes) if moves_on else _men_come(rng, cells)), ""]
    body += _play(rng, has_hand)
    if flips:
        body += [
            "    for near in self.STEPS[goes]:",
            "        if s.board[near] == 2 - s.turn:",
            "            s.board[near] = 1 + s.turn",
        ]
    if clock is not None:
        body += [f"    if {left} > 0:", f"        {left} -= 1"]
    if has_runner:
        body += [f"    s.runner = (s.runner + goes + 1) % {cells}"]
    if players == 2 and not alike and not takes_back and rng.random() < 0.4:
        test = rng.choice(["taken", "s.board.count(0) % 2 == 0", "len(self.STEPS[goes]) > 2"])
        body += [f"    if {test}:", "        return AGAIN"]
    if takes_back:
        body += _back(moves_on, takes)
    body += ["", "def over(self, s):"]
    if asks_itself:
        body += ["    if self.is_stuck(s):", f"        return {rng.choice([-1, 0, 1, 5])}"]
    if clock is not None:
        body += [f"    if {left} == 0:", f"        return {rng.choice([-1, 0, 1, 3, -7])}"]
    if moves_on:
        body += ["    if s.board.count(1 + s.turn) == 0:", "        return -1"]
    if has_runner:
        body += [
            f"    if s.runner == {rng.randrange(1, cells)}:",
            f"        return {rng.choice([1, -1, 4])}",
        ]
    return source_of(attributes, [*fields, *options], start, [*body, *_end(rng)])


def _neighbours(rows: int, columns: int) -> list[list[int]]:
    names = {(i, j): columns * i + j for i in range(rows) for j in range(columns)}
    return [
        [names[p] for p in ((i - 1, j), (i, j - 1), (i, j + 1), (i + 1, j)) if p in names] for i, j in names
    ]


def _first(rng: random.Random, rows: int, columns: int, men: int, is_graph: bool) -> str:
    first = ["."] * (rows * columns)
    for place, sign in zip(rng.sample(range(len(first)), men), "XO", strict=False):
        first[place] = sign
    text = "".join(first)
    return text if is_graph else "/".join(text[i : i + columns] for i in range(0, len(text), columns))


def _men_move(rng: random.Random, has_hand: bool, takes: bool) -> list[str]:
    target = (
        "s.board[goes] != 1 + s.turn" if takes else rng.choice(["s.board[goes] == 0", "not s.board[goes]"])
    )
    drops = [
        "    if s.hand[s.turn] > 0:",
        "        for goes in s.board.where(0):",
        "            yield goes, goes",
    ]
    return [
        "def options(self, s):",
        "    for leaves in s.board.where(1 + s.turn):",
        "        for goes in self.STEPS[leaves]:",
        f"            if {target}:",
        "                yield leaves, goes",
        *(drops if has_hand else []),
    ]


def _men_come(rng: random.Random, cells: int) -> list[str]:
    return [
        "def options(self, s):",
        *rng.choice(
            [
                ["    for goes in s.board.where(0):", "        yield goes, goes"],
                [
                    "    for goes, sign in enumerate(s.board):",
                    "        if sign == 0:",
                    "            yield goes, goes",
                ],
                [
                    f"    for goes in range({cells}):",
                    "        if s.board[goes] in (0, 5):",
                    "            yield goes, goes",
                ],
                [
                    "    free = s.board.bits(0)",
                    "    goes = 0",
                    f"    while goes < {cells}:",
                    "        if free >> goes & 1:",
                    "            yield goes, goes",
                    "        goes += 1",
                ],
            ]
        ),
    ]


def _play(rng: random.Random, has_hand: bool) -> list[str]:
    lines = ["def play(self, s, move):", "    leaves, goes = move", "    taken = s.board[goes]"]
    if has_hand:
        lines += [
            "    if leaves == goes:",
            "        s.hand[s.turn] -= 1",
            "    elif taken:",
            "        s.hand[s.turn] = min(s.hand[s.turn] + 1, 1)",
        ]
    return lines + rng.choice(
        [
            ["    s.board[leaves] = 0", "    s.board[goes] = 1 + s.turn"],
            ["    s.board[leaves], s.board[goes] = 0, 1 + s.turn"],
            ["    self.put(s, leaves, 0)", "    self.put(s, goes, 1 + s.turn)"],
        ]
    )


def _back(moves_on: bool, takes: bool) -> list[str]:
    """Return what takes moves back; a man may have come, or have moved and perhaps taken another."""
    moved = [
        "        for leaves in self.STEPS[goes]:",
        "            if s.board[leaves] == 0:",
        "                yield leaves, goes, 0",
        *(["                yield leaves, goes, 2 - s.turn"] if takes else []),
    ]
    return [
        "",
        "def back(self, s):",
        "    for goes in s.board.where(1 + s.turn):",
        *(moved if moves_on else ["        yield goes, goes, 0"]),
        "",
        "def unplay(self, s, move):",
        "    leaves, goes, taken = move",
        *(["    s.board[leaves] = 1 + s.turn"] if moves_on else []),
        "    s.board[goes] = taken",
    ]


def _end(rng: random.Random) -> list[str]:
    return [
        *rng.choice(
            [
                [
                    "    for line in self.LINES:",
                    "        if all(s.board[square] == 2 - s.turn for square in line):",
                    f"            return {rng.choice([-1, -2, 1])}",
                    f"    return None if 0 in s.board else {rng.choice([0, 1])}",
                ],
                [
                    "    theirs = s.board.count(2 - s.turn)",
                    "    return self.PAYOFFS[theirs] if 0 not in s.board else None",
                ],
                [
                    "    mine = 2 - s.turn",
                    "    pairs = sum(1 for i in s.board.where(mine) for j in self.STEPS[i] if s.board[j] == mine)",
                    f"    return -1 if pairs >= {rng.choice([2, 4])} else None",
                ],
                [
                    "    if self.most_near(s, 1 + s.turn) >= 2:",
                    f"        return {rng.choice([1, 2, -1])}",
                    f"    return None if any(cell == 0 for cell in s.board) else {rng.choice([0, -1, 1])}",
                ],
            ]
        ),
        "",
        "def put(self, s, square, sign):",
        "    s.board[square] = sign",
        "",
        "def most_near(self, s, sign):",
        "    most = 0",
        "    for i in s.board.where(sign):",
        "        most = max(most, sum(s.board[j] == sign for j in self.STEPS[i]))",
        "    return most",
    ]
