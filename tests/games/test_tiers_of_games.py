"""Games that name tiers: play never returns to one that it left, and values by tiers are those of the whole game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from support.by_tiers import assert_tiers_agree
from support.marks import cases

import gamekit
from gamekit import load_game
from gamekit.game.protocol import names_tiers
from gamekit.game.registry import GAMES, registered

NAMES_TIERS = [name for name in sorted(registered(GAMES)) if names_tiers(load_game(name))]


def test_which_games_name_tiers() -> None:
    assert NAMES_TIERS == [
        "breakthrough", "chess-ending", "chess-variant", "connect-four", "dots-and-boxes", "fox-and-geese", "hex",
        "hexapawn", "kalah", "morris", "order-and-chaos", "othello", "peg-solitaire", "quixo", "sim",
        "three-mens-morris", "tic-tac-toe", "tigers-and-goats", "wild-tic-tac-toe",
    ]  # fmt: skip


SMALL: dict[str, dict[str, Any]] = {
    "breakthrough": {"rows": 4, "columns": 2},
    "chess-ending": {"material": "KPK", "board": 4, "start": "Ka1 Pc2 ka3, white to move"},
    "chess-variant": {"material": "KAK", "rows": 4, "columns": 3},
    "connect-four": {"width": 3, "height": 4, "length": 3},
    "dots-and-boxes": {"rows": 2, "columns": 2},
    "fox-and-geese": {"side": 4, "corner": 1, "geese": 5, "fewest": 3},
    "hex": {"size": 3},
    "hexapawn": {"rows": 4, "columns": 3},
    "kalah": {"pits": 3, "seeds": 2},
    "morris": {"rings": 1, "flying": False},
    "order-and-chaos": {},
    "othello": {"rows": 2, "columns": 4},
    "peg-solitaire": {"side": 5, "corner": 1},
    "quixo": {"size": 3},
    "sim": {"dots": 5},
    "three-mens-morris": {},
    "tic-tac-toe": {},
    "tigers-and-goats": {"side": 3, "tigers": 1, "goats": 4, "captured": 2},
    "wild-tic-tac-toe": {},
}

OFTEN = ("chess-ending", "dots-and-boxes", "kalah", "peg-solitaire")
"""Games whose tiers differ in kind, which CI solves."""
RARELY = ("chess-variant", "fox-and-geese", "morris", "quixo", "tigers-and-goats")
"""Games like these or larger, which are left to a release."""

LARGER: list[tuple[str, dict[str, Any]]] = [
    ("kalah", {"pits": 4, "seeds": 2}),
    ("tic-tac-toe", {"rows": 4, "columns": 3, "symmetry": True}),
]

QUICK = {"dots-and-boxes", "hexapawn"}
each_game_with_tiers = pytest.mark.parametrize(
    "name", cases(quick=sorted(QUICK), slow=[name for name in NAMES_TIERS if name not in QUICK])
)


@each_game_with_tiers
def test_no_move_returns_to_a_tier_that_was_left(name: str) -> None:
    game: Any = load_game(name, SMALL[name])
    states = list(gamekit.explore(game).states)
    tiers = nx.DiGraph()
    for state in states[:3_000]:
        if game.outcome(state) is None:
            tiers.add_edges_from((game.tier_of(state), game.tier_of(child)) for child in game.children(state))
    tiers.remove_edges_from(list(nx.selfloop_edges(tiers)))
    assert nx.is_directed_acyclic_graph(tiers)
    assert len(tiers) > 1


@pytest.mark.parametrize(
    ("name", "parameters"),
    cases(
        slow=[(name, SMALL[name]) for name in OFTEN],
        release=[(name, SMALL[name]) for name in RARELY] + LARGER,
    ),
)
def test_by_tiers_and_as_a_whole(name: str, parameters: dict[str, Any], tmp_path: Path) -> None:
    assert_tiers_agree(load_game(name, parameters), tmp_path / "tiers")
