"""Canonical forms beside those of pycgt (N. Ahmed Shaikh), and reduced ones beside those of cgt-py (T. Maciosowski).

They share nothing with gamekit, and are no dependencies of it: without the extra `rivals` these tests are skipped.
To run all, `pip install -e '.[rivals]'`, then `pytest -m "slow or release"`. Reduced forms of pycgt 0.2.0 are not
compared, because it keeps options that are dominated by an infinitesimal (Snort on .....#...).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from support.marks import cases

from gamekit.cgt import ShortGame, load_ruleset, parse_game, reduced_canonical_form, short_game
from gamekit.cgt.partizan.canonical import CanonicalWalker

pytestmark = pytest.mark.extra


def random_boards(name: str, number: int) -> Iterator[str]:
    """Yield so many different boards of a ruleset."""
    chosen, found = random.Random(f"{number} boards of {name}"), set[str]()
    rival = PYCGT[name]
    while len(found) < number:
        rows = chosen.randint(1, 4)
        columns = chosen.randint(1, rival.squares // rows)
        board = "|".join("".join(chosen.choices(rival.signs, k=columns)) for _ in range(rows))
        if board not in found:
            found.add(board)
            yield board


def parsed(module: str, separator: str) -> Callable[[str], Any]:
    return lambda board: pytest.importorskip(f"pycgt.rulesets.{module}").parse(board.replace("|", separator))


Square = tuple[int, int]


def signs_of(board: str) -> dict[Square, str]:
    return {(i, j): sign for i, row in enumerate(board.split("|")) for j, sign in enumerate(row)}


def beside(square: Square) -> list[Square]:
    i, j = square
    return [(i - 1, j), (i, j - 1), (i, j + 1), (i + 1, j)]


def coloured(rule: str) -> Callable[[str], Any]:
    """Return what says what pycgt does of a board in Col or Snort, which it plays on graphs."""

    def value(board: str) -> Any:
        graphs = pytest.importorskip("pycgt.rulesets.graphs")
        signs = {square: sign for square, sign in signs_of(board).items() if sign != "#"}
        number = {square: i for i, square in enumerate(signs)}
        edges = [(number[a], number[b]) for a in signs for b in beside(a) if b in number and a < b]
        left, right = (frozenset(number[a] for a in signs if signs[a] == colour) for colour in "LR")
        position = graphs.Colouring(graphs.Graph.of(len(number), edges), left, right)
        return graphs.value(position, getattr(graphs, rule))

    return value


def with_tints(forbids_own: bool) -> Callable[[str], str]:
    """Return what turns colours on a board into what they leave to each player beside them."""

    def tinted(board: str) -> str:
        signs = signs_of(board)

        def sign_at(square: Square) -> str:
            around = {signs.get(other) for other in beside(square)}
            if signs[square] != ".":
                return "#"
            left, right = (colour not in around for colour in ("LR" if forbids_own else "RL"))
            return {(True, True): ".", (True, False): "l", (False, True): "r"}.get((left, right), "#")

        rows = [[sign_at(square) for square in signs if square[0] == i] for i in range(board.count("|") + 1)]
        return "|".join("".join(row) for row in rows)

    return tinted


class Rival(NamedTuple):
    """A ruleset of pycgt: what it says of a board, the signs and most squares of boards, and our text of a board."""

    value: Callable[[str], Any]
    signs: str
    squares: int
    ours: Callable[[str], str] = str


PYCGT: dict[str, Rival] = {
    "domineering": Rival(parsed("domineering", "\n"), "...#", 16),
    "clobber": Rival(parsed("clobber", "|"), "xo.", 12),
    "col": Rival(coloured("COL"), "....#LR", 12, with_tints(forbids_own=True)),
    "snort": Rival(coloured("SNORT"), "....#LR", 12, with_tints(forbids_own=False)),
}


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


@pytest.mark.parametrize("boards", cases(slow=[30], release=[500]))
@pytest.mark.parametrize("name", PYCGT)
def test_forms_are_those_of_pycgt(name: str, boards: int) -> None:
    """With 500 different boards of each of four rulesets."""
    rival, walker, converted = PYCGT[name], CanonicalWalker(load_ruleset(name)), Converted()
    for board in random_boards(name, boards):
        found, expected = walker.value(walker.rules.read(rival.ours(board))), rival.value(board)
        assert converted(expected) is found, board


def in_braces(game: ShortGame) -> str:
    """Return a game with all its options written out, up to numbers."""
    if game.value is not None:
        return str(game.value)
    left, right = (",".join(map(in_braces, side)) for side in (game.left, game.right))
    return f"{{{left}|{right}}}"


@pytest.mark.parametrize("boards", cases(slow=[30], release=[500]))
@pytest.mark.parametrize("name", PYCGT)
def test_reduced_forms_are_those_of_cgt_py(name: str, boards: int) -> None:
    theirs = pytest.importorskip("cgt_py").CanonicalForm
    rival, walker = PYCGT[name], CanonicalWalker(load_ruleset(name))
    for board in random_boards(name, boards):
        found = walker.value(walker.rules.read(rival.ours(board)))
        if len(text := in_braces(found)) < 10_000:
            shown = repr(theirs(text).reduced).removeprefix("CanonicalForm('").removesuffix("')")
            assert parse_game(shown) is reduced_canonical_form(found), board
