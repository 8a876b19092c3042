"""Canonical forms beside those of pycgt (N. Ahmed Shaikh), and reduced ones beside those of cgt-py (T. Maciosowski).

They share nothing with gamekit, and are no dependencies of it: without them these tests are skipped. To run all, `pip
install pycgt cgt-py anywidget`, then `pytest -m "slow or release"`. Reduced forms of pycgt 0.2.0 are not compared,
because it keeps options that are dominated by an infinitesimal (Snort on .....#...).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from support.marks import cases

from gamekit.cgt import ShortGame, load_ruleset, parse_game, reduced_canonical_form, short_game
from gamekit.cgt.partizan.canonical import canonical_walker

pytestmark = pytest.mark.extra


def random_board(signs: str, most: int, chosen: random.Random) -> str:
    rows = chosen.randint(1, 4)
    columns = chosen.randint(1, most // rows)
    return "|".join("".join(chosen.choices(signs, k=columns)) for _ in range(rows))


def colouring(board: str, rule: str) -> Any:
    """Return what pycgt says of an empty board in Col or Snort, which it plays on graphs."""
    graphs = pytest.importorskip("pycgt.rulesets.graphs")
    free = [(i, j) for i, row in enumerate(board.split("|")) for j, sign in enumerate(row) if sign == "."]
    number = {square: i for i, square in enumerate(free)}
    pairs = [((i, j), beside) for i, j in free for beside in ((i + 1, j), (i, j + 1)) if beside in number]
    graph = graphs.Graph.of(len(free), [(number[a], number[b]) for a, b in pairs])
    return graphs.value(graphs.uncoloured(graph), getattr(graphs, rule))


def parsed(module: str, separator: str) -> Callable[[str], Any]:
    return lambda board: pytest.importorskip(f"pycgt.rulesets.{module}").parse(board.replace("|", separator))


PYCGT: dict[str, tuple[Callable[[str], Any], str, int]] = {
    "domineering": (parsed("domineering", "\n"), "...#", 14),
    "clobber": (parsed("clobber", "|"), "xo.", 12),
    "col": (lambda board: colouring(board, "COL"), "..#", 9),
    "snort": (lambda board: colouring(board, "SNORT"), "..#", 9),
}
"""For each ruleset what pycgt says of a board, the signs of random boards, and how many squares these have at most."""


class Converted:
    """Games of pycgt as ours; each has to be canonical as it stands."""

    def __init__(self) -> None:
        self.known: dict[Any, ShortGame] = {}

    def __call__(self, game: Any) -> ShortGame:
        if game not in self.known:
            left, right = ({self(option) for option in side} for side in (game.left, game.right))
            found = short_game(left, right)
            assert (set(found.left), set(found.right)) == (left, right)
            self.known[game] = found
        return self.known[game]


@pytest.mark.parametrize("boards", cases(slow=[100], release=[2500]))
@pytest.mark.parametrize("name", PYCGT)
def test_forms_are_those_of_pycgt(name: str, boards: int) -> None:
    """With 2,500 boards of four rulesets."""
    theirs, signs, most = PYCGT[name]
    walker, converted = canonical_walker(load_ruleset(name)), Converted()
    chosen = random.Random(boards)
    for _ in range(boards):
        board = random_board(signs, most, chosen)
        found, expected = walker.value(walker.rules.read(board)), theirs(board)
        assert converted(expected) is found, board


def in_braces(game: ShortGame) -> str:
    """Return a game with all its options written out, up to numbers."""
    if game.value is not None:
        return str(game.value)
    left, right = (",".join(map(in_braces, side)) for side in (game.left, game.right))
    return f"{{{left}|{right}}}"


@pytest.mark.parametrize("boards", cases(slow=[100], release=[2500]))
@pytest.mark.parametrize("name", PYCGT)
def test_reduced_forms_are_those_of_cgt_py(name: str, boards: int) -> None:
    theirs = pytest.importorskip("cgt_py").CanonicalForm
    _, signs, most = PYCGT[name]
    walker, chosen = canonical_walker(load_ruleset(name)), random.Random(boards)
    for _ in range(boards):
        board = random_board(signs, most, chosen)
        found = walker.value(walker.rules.read(board))
        if len(text := in_braces(found)) < 10_000:
            shown = repr(theirs(text).reduced).removeprefix("CanonicalForm('").removesuffix("')")
            assert parse_game(shown) is reduced_canonical_form(found), board
