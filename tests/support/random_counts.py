"""Random games without a board: heaps, sowing, chases from place to place, tiles that change places."""

from __future__ import annotations

import random

from support.random_source import source_of, what_any_game_may_state


def heap_rules(rng: random.Random) -> str:
    """Return the source of a random game with heaps, and perhaps points."""
    players = 1 if rng.random() < 0.15 else 2
    heaps, most, take = rng.choice([1, 2, 3]), rng.choice([2, 3, 4]), rng.choice([1, 2, 3])
    alike = players == 2 and rng.random() < 0.5
    has_points = rng.random() < 0.5
    fields = [f"heaps=Counter({most}, count={heaps})"]
    if has_points:
        fields.append("points=Counter(2, count=2, exchange=(1, 0))")
    symmetry = [{"heaps": [*range(1, heaps), 0]}, {"heaps": [*range(heaps)][::-1]}]
    rng.shuffle(fields)
    is_symmetric = rng.random() < 0.6
    options = [
        f"alike={alike}",
        f"dense={rng.choice([None, 'all'])!r}",
        f"symmetry={symmetry if is_symmetric else []}",
    ]
    attributes = {
        "players": ("X", "O")[:players],
        "stuck": None if has_points else rng.choice(["LOSS", "WIN", "TIE"]),
        "infinite_play": 0,
        "MOST": take,
        **what_any_game_may_state(rng, is_plain=not (alike or is_symmetric)),
    }
    as_number = rng.random() < 0.4
    body = [
        "def options(self, s):",
        "    for heap, size in enumerate(s.heaps):",
        "        for take in range(1, min(self.MOST, size) + 1):",
        "            yield heap * 10 + take" if as_number else "            yield heap, take",
        "",
        "def play(self, s, move):",
        "    heap, take = divmod(move, 10)" if as_number else "    heap, take = move",
        "    s.heaps[heap] -= take",
    ]
    if not has_points and rng.random() < 0.5:
        body += [
            "",
            "def back(self, s):",
            "    for heap, size in enumerate(s.heaps):",
            f"        for take in range(1, min(self.MOST, {most} - size) + 1):",
            "            yield heap, take",
            "",
            "def unplay(self, s, move):",
            "    heap, take = move",
            "    s.heaps[heap] += take",
        ]
    if has_points:
        test = rng.choice(["s.heaps[heap] == 0", "take == 1", "sum(size for size in s.heaps) % 2 == 0"])
        body += [f"    if {test}:", "        s.points[s.turn] = min(s.points[s.turn] + take, 2)"]
        if players == 2 and not alike and rng.random() < 0.6:
            body += ["        return AGAIN"]
    if has_points:
        body += [
            "",
            "def over(self, s):",
            "    if any(size > 0 for size in s.heaps):",
            "        return None",
            f"    return {rng.choice([1, 3])} * (s.points[s.turn] - s.points[1 - s.turn])",
        ]
    return source_of(attributes, [*fields, *options], {"heaps": [most] * heaps}, body)


def pit_rules(rng: random.Random) -> str:
    """Return the source of a random game that sows seeds round pits."""
    half, seeds = rng.choice([(1, 2), (2, 1), (2, 2), (3, 1)])
    alike = rng.random() < 0.5
    total = 2 * half * seeds
    fields = [f"pits=Pits({2 * half}, {total})", f"store=Counter({total}, count=2, exchange=(1, 0))"]
    rng.shuffle(fields)
    attributes = {
        "players": ("X", "O"),
        "stuck": rng.choice(["PASS", "None"]),
        "infinite_play": 0 if alike else rng.choice([0, 1]),
        "HALF": half,
        **what_any_game_may_state(rng, is_plain=False),
    }
    body = [
        "def options(self, s):",
        "    for pit in range(self.HALF):",
        "        if s.pits[self.HALF * s.turn + pit] > 0:",
        "            yield pit",
        "",
        "def play(self, s, pit):",
        "    at = self.HALF * s.turn + pit",
        "    seeds, s.pits[at] = s.pits[at], 0",
        "    while seeds:",
        "        at = (at + 1) % (2 * self.HALF)",
        "        s.pits[at] += 1",
        "        seeds -= 1",
        f"    if s.pits[at] == {rng.choice([1, 2])}:",
        "        s.store[s.turn] += s.pits[at]",
        "        s.pits[at] = 0",
    ]
    if not alike and rng.random() < 0.5:
        body += ["    elif at // self.HALF == s.turn:", "        return AGAIN"]
    test = "self.is_stuck(s)" if attributes["stuck"] == "None" else "not any(pit > 0 for pit in s.pits)"
    body += [
        "",
        "def over(self, s):",
        f"    if s.store[0] + s.store[1] >= {total - 1} or {test}:",
        "        return s.store[s.turn] - s.store[1 - s.turn]",
        "    return None",
    ]
    return source_of(attributes, [*fields, f"alike={alike}"], {"pits": [seeds] * (2 * half)}, body)


def cell_rules(rng: random.Random) -> str:
    """Return the source of a random chase from place to place, by one or two cats."""
    size, cats = rng.choice([3, 4, 5]), rng.choice([None, 1, 2])
    graph = rng.choice(
        [
            [[(i + 1) % size, (i - 1) % size] for i in range(size)],
            [[j for j in (i - 1, i + 1) if 0 <= j < size] for i in range(size)],
            [sorted(rng.sample(range(size), rng.randint(0, 2))) for _ in range(size)],
        ]
    )
    is_symmetric = rng.random() < 0.6
    on = f"Points({graph})" if is_symmetric else rng.choice([str(size), f"Grid(1, {size})"])
    fields = [f"cats=Cell({on}, {cats})", f"mouse=Cell({on})"]
    rng.shuffle(fields)
    options = [
        f"dense={rng.choice([None, 'all'])!r}",
        f"symmetry={'automorphisms' if is_symmetric else ''!r}",
    ]
    start = {"cats": 0 if cats is None else [0] * cats, "mouse": size - 1, "turn": rng.choice([0, 1])}
    attributes = {
        "players": ("cats", "mouse"),
        "stuck": rng.choice(["LOSS", "TIE", "PASS"]),
        "infinite_play": rng.choice([-2, -1, 0]),
        "NEAR": graph,
        "FROM": [[i for i in range(size) if j in graph[i]] for j in range(size)],
        **what_any_game_may_state(rng, is_plain=not is_symmetric),
    }
    lists = cats is not None
    cat = "s.cats[i]" if lists else "s.cats"

    def runs(name: str, ways: str) -> list[str]:
        return [
            f"def {name}(self, s):",
            "    if s.turn == 1:",
            f"        for goes in self.{ways}[s.mouse]:",
            "            yield 0, goes",
            *(["    else:", "        for i in range(len(s.cats)):"] if lists else ["    else:"]),
            f"        {'    ' * lists}for goes in self.{ways}[{cat}]:",
            f"        {'    ' * lists}    yield {'i' if lists else '0'}, goes",
            "",
        ]

    def run(name: str) -> list[str]:
        return [
            f"def {name}(self, s, move):",
            "    i, goes = move",
            "    if s.turn == 1:",
            "        s.mouse = goes",
            "    else:",
            f"        {cat} = goes",
            "",
        ]

    takes_back = rng.random() < 0.5
    body = [
        *runs("options", "NEAR"),
        *run("play"),
        *([*runs("back", "FROM"), *run("unplay")] if takes_back else []),
        "def over(self, s):",
        f"    caught = {'s.mouse in s.cats' if lists else 's.mouse == s.cats'}",
        "    if caught:",
        f"        return {rng.choice([1, 2])} if s.turn == 0 else {rng.choice([-1, -2])}",
        "    return None",
    ]
    return source_of(attributes, [*fields, *options], start, body)


def permutation_rules(rng: random.Random) -> str:
    """Return the source of a random puzzle or game of tiles that change places with the empty one."""
    size, players = rng.choice([3, 4]), rng.choice([1, 2])
    near = rng.choice(
        [
            [[(i + 1) % size, (i - 1) % size] for i in range(size)],
            [[j for j in (i - 1, i + 1) if 0 <= j < size] for i in range(size)],
        ]
    )
    order = rng.sample(range(size), size)
    alike, dense = players == 2 and rng.random() < 0.5, rng.choice([None, "all"])
    attributes = {
        "players": ("X", "O")[:players],
        "stuck": "LOSS",
        "infinite_play": 0,
        "NEAR": near,
        **what_any_game_may_state(rng, is_plain=False),
    }

    def slide(options: str, play: str) -> list[str]:
        return [
            f"def {options}(self, s):",
            "    for square in self.NEAR[s.tiles.index(0)]:",
            "        yield square",
            "",
            f"def {play}(self, s, square):",
            "    blank = s.tiles.index(0)",
            "    s.tiles[blank], s.tiles[square] = s.tiles[square], 0",
            "",
        ]

    body = [
        *slide("options", "play"),
        *(slide("back", "unplay") if rng.random() < 0.5 else []),
        "def over(self, s):",
        "    if all(tile == i for i, tile in enumerate(s.tiles)):"
        if rng.random() < 0.5
        else f"    if all(s.tiles[i] == (i + 1) % {size} for i in range({size})):",
        f"        return {1 if players == 1 else rng.choice([-1, 1, -3])}",
        "    return None",
    ]
    layout = [f"tiles=Permutation({size})", f"alike={alike}", f"dense={dense!r}"]
    return source_of(attributes, layout, {"tiles": order}, body)
