"""Tiers that lie are found by `check` and by `plan`, and the moves are named by which play comes back."""

from __future__ import annotations

import random
from typing import Any

import attrs
import networkx as nx
import pytest
from support.marks import cases
from support.tiered_games import TieredGame, TieredGraphGame, random_plain_tiered_game

import gamekit
from gamekit.errors import RulesError
from gamekit.testing import check_rules
from gamekit.testing.inspection import DEFAULT_MAX_STATES

PATH = ((1,), (2,), (3,), ())


def game_of(tiers: tuple[Any, ...], edges: Any = PATH, kind: Any = TieredGame) -> Any:
    """Two players move in turn, by default along a path."""
    return kind(edges, tuple(i % 2 for i in range(len(edges))), (0,) * (len(edges) - 1) + (1,), tiers=tiers)


WAY_BACK = (
    "lets play come back to tier {0}: from tier {0} to tier {1} by the move {2}, "
    "and from tier {1} to tier {0} by the move {3}; no move may return to a tier that was left"
)


@pytest.mark.parametrize("max_states", [DEFAULT_MAX_STATES, 1])
def test_moves_that_return_to_a_tier_are_named(max_states: int) -> None:
    report = check_rules(game_of((0, 1, 0, 1)), max_states=max_states)
    (breach,) = report.breaches
    assert (breach.check, breach.method, breach.call) == ("tiers", "tier", "TieredGame.tier(...)")
    assert breach.what in {
        WAY_BACK.format(0, 1, "1 from 0 to 1", "2 from 1 to 2"),
        WAY_BACK.format(1, 0, "2 from 1 to 2", "1 from 0 to 1"),
    }


def test_a_long_way_back_is_shown_by_its_ends() -> None:
    size = 9
    edges = tuple(((i + 1) % size, size) for i in range(size))
    (breach,) = check_rules(game_of((*range(size), size), (*edges, ()))).breaches
    assert "7 steps more" in breach.what


def test_tiers_of_states_are_checked() -> None:
    for wrong in (-1, 1.5, None, 1 << 62):
        (breach,) = check_rules(game_of((0, wrong, 2, 3))).breaches
        assert str(breach).startswith(
            f"TieredGame.tier(1) returned {wrong}; it must be an integer of at least 0"
        )


@attrs.frozen
class Mirrored(TieredGame):
    """States 1 and 2 are alike."""

    def canonical_state(self, state: int) -> int:
        return 1 if state == 2 else state


def test_states_that_are_alike_are_of_one_tier() -> None:
    edges = ((1, 2), (3,), (3,), ())
    kept, broken = (
        Mirrored(edges, (0, 1, 1, 0), (0, 0, 0, 1), tiers=tiers) for tiers in ((0, 1, 1, 2), (0, 1, 2, 3))
    )
    assert check_rules(kept).ok
    (breach,) = check_rules(broken).breaches
    assert breach.what == "returned 2, but 1 for its representative 1; it must be the same"


@pytest.mark.parametrize("number", cases(quick=[20], slow=[100], release=[400]))
def test_random_tiers(number: int) -> None:
    """The check finds a way back if, and only if, a graph of the tiers has a cycle."""
    rng = random.Random(number)
    wrong = 0
    for _ in range(number):
        game = random_plain_tiered_game(rng)
        if rng.random() < 0.5:
            game = attrs.evolve(game, tiers=tuple(rng.randrange(3) for _ in game.edges))
        arena = gamekit.explore(game)
        tiers = [game.tier(state) for state in arena.states]
        edges = {
            (tiers[i], game.tier(child))
            for i, state in enumerate(arena.states)
            for child in game.children(state)
        }
        is_wrong = not nx.is_directed_acyclic_graph(nx.DiGraph([(a, b) for a, b in edges if a != b]))
        assert ("tiers" in {breach.check for breach in check_rules(game).breaches}) == is_wrong
        wrong += is_wrong
    assert 0 < wrong < number


@pytest.mark.usefixtures("measured_in_passing")
@pytest.mark.parametrize("kind", cases(quick=[TieredGame], slow=[TieredGraphGame]))
def test_a_plan_refuses_tiers_that_play_returns_to(kind: Any) -> None:
    with pytest.raises(
        RulesError, match=rf"{kind.__name__}\.tier lets play come back to tier \d: from tier \d to"
    ):
        gamekit.plan(game_of((0, 1, 0, 1), kind=kind))
