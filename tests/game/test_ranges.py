"""Every parameter of every game and ruleset at its least, greatest and longest: what its range allows can be used."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import attrs
import pytest
from support.command import call
from support.marks import cases, one_in

import gamekit
from gamekit.cgt.registry import RULESETS, load_ruleset, ruleset_class
from gamekit.errors import UnsupportedError
from gamekit.game.parameters import parameter_fields, parameter_name, unstructure
from gamekit.game.registry import GAMES, game_class, load_game, registered

Case = tuple[str, str, str, Any]  # group, name, parameter, value

TOGETHER: dict[tuple[str, str, Any], dict[str, Any]] = {
    ("chess-variant", "rows", 21): {"columns": 3},
    ("chess-variant", "columns", 21): {"rows": 3},
    ("chess-variant", "race", 21): {"rows": 21, "columns": 3},
    ("connect-four", "length", 100): {"width": 26, "height": 100},
    ("fox-and-geese", "side", 3): {"corner": 0, "geese": 4, "fewest": 4},
    ("fox-and-geese", "corner", 4): {"side": 9, "geese": 8},
    ("fox-and-geese", "geese", 1): {"fewest": 1},
    ("fox-and-geese", "geese", 40): {"side": 9, "corner": 0},
    ("fox-and-geese", "fewest", 40): {"side": 9, "corner": 0, "geese": 40},
    ("order-and-chaos", "side", 2): {"length": 2},
    ("order-and-chaos", "length", 6): {"side": 6},
    ("peg-solitaire", "side", 3): {"corner": 0},
    ("peg-solitaire", "corner", 4): {"side": 9},
    ("teeko", "size", 3): {"men": 3},
    ("tic-tac-toe", "length", 100): {"rows": 100, "columns": 3},
    ("tigers-and-goats", "goats", 1): {"captured": 1},
    ("tigers-and-goats", "captured", 24): {"goats": 24, "tigers": 1},
    ("wild-tic-tac-toe", "side", 2): {"length": 2},
    ("wild-tic-tac-toe", "length", 6): {"side": 6},
}
"""What goes with an extreme value where parameters depend on each other."""

GREATEST = {"length": 100, "tokens": 1}
"""Of what has no greatest value of its own, by its name; others are tried at a thousand."""

WALLS = "#" * 100
LONGEST: list[Case] = [
    (
        "game",
        "sokoban",
        "level",
        f"{WALLS}/#{'.' * 97}@#/#{'$' * 97}-#/#{'-' * 98}#/{f'{WALLS}/' * 95}{WALLS}",
    ),
    ("game", "klotski", "box", "/".join(["b#ssss", "##ssss", *["ssssss"] * 3, "sssss."])),
    ("game", "nim", "heaps", [1] * 1_000),
    ("game", "cat-mouse-ii", "grid", ["CFM" + "." * 5, *["........"] * 7]),
    ("game", "cat-mouse", "graph", [[j for j in (i - 1, i + 1) if 0 <= j < 50] for i in range(50)]),
    ("ruleset", "nim", "heaps", [1] * 1_000),
    ("ruleset", "domineering", "board", "|".join(["." * 20] * 20)),
]
"""Texts and lists, which have no range; the games above say how long they may be."""


def extremes() -> Iterator[Case]:
    for group, registry, load in (("game", GAMES, game_class), ("ruleset", RULESETS, ruleset_class)):
        for name in sorted(registered(registry)):
            for field in parameter_fields(load(name)):
                parameter, limits = parameter_name(field), field.metadata.get("limits", ())
                greatest = [] if len(limits) == 2 else [GREATEST.get(parameter, 1_000)]
                for value in [*limits, *greatest] if limits else []:
                    yield group, name, parameter, value


@cache
def defaults(group: str, name: str) -> dict[str, Any]:
    cls: Any = game_class(name) if group == "game" else ruleset_class(name)
    needs = any(field.default is attrs.NOTHING for field in parameter_fields(cls))
    return dict(cls.example) if needs else unstructure(cls())


def parameters_of(group: str, name: str, parameter: str, value: Any) -> dict[str, Any]:
    own = defaults(group, name)
    usual = own.get(parameter)
    if isinstance(value, int) and (isinstance(usual, list) or (name, parameter) == ("morris", "men")):
        value = [value] * len(usual or "12")
    return {
        **own,
        parameter: value,
        **(TOGETHER.get((name, parameter, value), {}) if isinstance(value, int) else {}),
    }


CASES = [*extremes(), *LONGEST]


def shown(case: Any) -> str:
    return f"{case!r:.40}"


SLOW = LONGEST[:1]


@pytest.mark.parametrize(
    "case",
    [
        *one_in(8, [(c,) for c in CASES if c not in SLOW]),
        *cases(slow=[(c,) for c in SLOW]),
    ],
    ids=shown,
)
def test_what_a_range_allows_is_made_written_and_read(case: Case) -> None:
    group, name, *_ = case
    if group == "ruleset":
        ruleset = load_ruleset(name, parameters_of(*case))
        position = ruleset.start()
        assert ruleset.parse_position(ruleset.format_position(position)) == position
        return
    game = load_game(name, parameters_of(*case))
    state = game.initial_state()
    assert game.parse_state(game.format_state(state)) == state
    moves = [] if game.outcome(state) is not None else list(game.moves(state))
    assert len({game.format_move(state, move) for move in moves}) == len(moves)
    assert game.canonical_state(state) is not None
    assert game.render(state)


BY_PLAIN_RULES = [("game", "hexapawn", "rows", 100), *SLOW]
LAST = {case[1]: case for case in CASES if case[0] == "game"}
"""Of each game a greatest or longest parameter. To plan it takes seconds, to compile its rules."""


@pytest.mark.parametrize(
    "case",
    cases(
        slow=[(c,) for c in BY_PLAIN_RULES], release=[(c,) for c in LAST.values() if c not in BY_PLAIN_RULES]
    ),
    ids=shown,
)
def test_what_a_range_allows_is_planned(case: Case) -> None:
    game = load_game(case[1], parameters_of(*case))
    assert gamekit.plan(game, seconds=0.1, workers=1).states.usable > 0


@pytest.mark.parametrize("name", sorted({case[1] for case in CASES}))
def test_info_tells_the_ranges(name: str) -> None:
    report = call("info", name, "--json").json
    for group, other, parameter, value in CASES:
        entry = report["parameters"]["properties"].get(parameter, {})
        if (group, other) == ("game", name) and "minimum" in entry:
            assert entry["minimum"] <= value <= entry.get("maximum", value)


@pytest.mark.parametrize("case", [("game", "hex", "size", 8)], ids=shown)
def test_codes_that_do_not_fit_are_left_to_plain_rules(case: Case) -> None:
    """Where a range goes beyond codes, it is compiled rules that refuse, with the sizes of the fields."""
    with pytest.raises(UnsupportedError, match=r"a code has 62 bits.*: board 10"):
        gamekit.solve(load_game(case[1], parameters_of(*case)), backend="compiled")
