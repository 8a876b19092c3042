from __future__ import annotations

from itertools import product

import pytest
from support.notation import check_notation

import gamekit
from gamekit import Value
from games.chopsticks import Chopsticks

# https://scyy.fi/chopsticks-gamestate: 382 states with `suicide`, each with either player to move. That the game with
# `rollover` goes on for ever: https://en.wikipedia.org/wiki/Chopsticks_(hand_game).

Hands = tuple[int, int]
Position = tuple[Hands, Hands]  # the mover's and the other's


def children(position: Position, rollover: bool, suicide: bool) -> set[Position]:
    """Return what moves lead to, by rules that share nothing with the game's."""
    own, other = position
    found = set()
    for tapping, i in product(own, (0, 1)):
        if sum(own) and tapping and other[i]:
            fingers = tapping + other[i]
            fingers = fingers if fingers < 5 else (fingers - 5) * rollover
            found.add((pair(fingers, other[1 - i]), own))
    for few in range(sum(own) + 1):
        split = pair(few, sum(own) - few)
        kills = split[0] == 0 and own[0] != 0
        if split != own and max(split) < 5 and (suicide or not kills):
            found.add((other, split))
    return found


def pair(a: int, b: int) -> Hands:
    return min(a, b), max(a, b)


def values(rollover: bool, suicide: bool) -> dict[Position, tuple[bool, int]]:
    """Return who wins, and in how many plies, by rounds over all positions; draws are left out."""
    start = ((1, 1), (1, 1))
    graph, todo = {}, [start]
    while todo:
        position = todo.pop()
        if position not in graph:
            graph[position] = children(position, rollover, suicide)
            todo += graph[position]
    known: dict[Position, tuple[bool, int]] = {}
    for plies in range(len(graph)):
        new = {}
        for position, after in graph.items():
            if position in known:
                continue
            if any(known.get(child, (True, 0))[0] is False for child in after):
                new[position] = True, plies
            elif all(known.get(child, (False, 0))[0] for child in after):
                new[position] = False, plies
        known |= new
    known.setdefault(start, (True, -1))  # a draw
    return known | {position: known.get(position, (True, -1)) for position in graph}


@pytest.mark.parametrize(
    ("rollover", "suicide", "states", "plies"),
    [
        (False, False, 171, None),
        (True, False, 204, None),
        (False, True, 382 // 2, 26),
        (True, True, 207, None),
    ],
)
def test_each_variant_against_other_rules(
    rollover: bool, suicide: bool, states: int, plies: int | None
) -> None:
    solution = gamekit.solve(Chopsticks(rollover=rollover, suicide=suicide))
    assert (len(solution), solution.root.remoteness) == (states, plies)
    assert solution.root.value is (Value.DRAW if plies is None else Value.LOSS)
    expected = values(rollover, suicide)
    assert len(expected) == states
    for (own, other), (wins, remoteness) in expected.items():
        verdict = solution[(*own, *other, 0)]
        if remoteness < 0:
            assert verdict.value is Value.DRAW
        else:
            assert (verdict.value, verdict.remoteness) == (Value.WIN if wins else Value.LOSS, remoteness)


@pytest.mark.parametrize(("rollover", "suicide"), [*product((False, True), repeat=2)])
def test_which_variant_is_lost(rollover: bool, suicide: bool) -> None:
    value = gamekit.solve(Chopsticks(rollover=rollover, suicide=suicide)).root.value
    assert value is (Value.LOSS if suicide and not rollover else Value.DRAW)


def test_moves_are_named_by_fingers() -> None:
    game = Chopsticks()
    state = (0, 4, 2, 3, 0)
    assert [game.format_move(state, move) for move in game.moves(state)] == [
        *("tap 2 with 4", "tap 3 with 4", "split into 1 and 3", "split into 2 and 2"),
    ]


def test_notation() -> None:
    check_notation(Chopsticks(fingers=3, rollover=True))


def test_a_prompt_offers_to_split_only_where_a_split_is_possible() -> None:
    game = Chopsticks()
    assert game.prompts_in((1, 1, 1, 1, 0)) == game.prompts
    assert "to split" in game.prompts_in((1, 3, 1, 1, 0))[1]
