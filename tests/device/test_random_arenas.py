"""A thousand random games on a device: those of a kind share the text of their rules, which is compiled once."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, ClassVar

import attrs
import pytest
from support.devices import assert_right
from support.generated import module_of, run_what_is_generated

from gamekit.device import frame, solve
from gamekit.device.host import Host
from gamekit.engine.codes.batch import batch_of
from gamekit.layout import AGAIN, LOSS, PASS, BoardGame, Cell, Layout

GAMES = 1000
NODES = 6
GOES_ON = 9
"""In place of a worth, at a node where play is not over."""


@attrs.frozen
class Walk(BoardGame):
    """A token walks along arrows, which are each player's own, to nodes of some worth; here it is found by keys."""

    ways: list[list[list[int]]] = attrs.field(eq=str, hash=False)
    worths: list[int] = attrs.field(eq=str, hash=False)
    again: list[int] = attrs.field(eq=str, hash=False)

    players = ("Left", "Right")
    compiled_once = True
    most_moves = NODES
    most_back = NODES
    stuck = LOSS
    infinite_play = -1
    numbering: ClassVar[Any] = None

    def layout(self) -> Layout:
        return Layout(at=Cell(NODES), dense=self.numbering)

    def start(self) -> Any:
        return {"at": NODES - 1}

    def options(self, s: Any) -> Iterable[Any]:
        yield from self.ways[s.turn][s.at]

    def play(self, s: Any, node: Any) -> Any:
        s.at = node
        return AGAIN if self.again[node] else None

    def over(self, s: Any) -> Any:
        return None if self.worths[s.at] == GOES_ON else self.worths[s.at]


class ByPlaces(Walk):
    """States have places; whoever has no move passes, and a draw is a tie."""

    stuck = PASS
    infinite_play = 0
    numbering: ClassVar[Any] = "all"


class Backwards(Walk):
    """Moves are taken back, so all pass the turn; play without an end is the best for one player."""

    infinite_play = 2
    numbering: ClassVar[Any] = "all"

    def play(self, s: Any, node: Any) -> Any:
        s.at = node

    def back(self, s: Any) -> Iterable[Any]:
        for node in range(NODES):
            if s.at in self.ways[s.turn][node]:
                yield node

    def unplay(self, s: Any, node: Any) -> Any:
        s.at = node


class Alone(Walk):
    """One player looks for the worth that is the best."""

    players = ("Left",)
    numbering: ClassVar[Any] = "all"


class Down(Walk):
    """Every move leads to a node with a lower number, so that one pass finds all results."""

    def options(self, s: Any) -> Iterable[Any]:
        for node in self.ways[s.turn][s.at]:
            if node < s.at:
                yield node

    def tier(self, s: Any) -> Any:
        return s.at


KINDS = (Walk, ByPlaces, Backwards, Alone, Down)


def random_walk(kind: type[Walk], rng: random.Random) -> Walk:
    ways = [[sorted(rng.sample(range(NODES), rng.randrange(1, 5))) for _ in range(NODES)] for _ in range(2)]
    worths = [rng.choice((GOES_ON, GOES_ON, GOES_ON, GOES_ON, -3, -1, 0, 2)) for _ in range(NODES - 1)]
    return kind(ways, [*worths, GOES_ON], [int(rng.random() < 0.3) for _ in range(NODES)])


@pytest.mark.parametrize("kind", KINDS)
def test_a_device_finds_what_the_definition_says(kind: type[Walk], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frame, "AT_ONCE", 5)
    rng = random.Random(0)
    first = random_walk(kind, rng)
    module = module_of(first, is_checked=False)
    run_what_is_generated(first, is_checked=False, module=module)
    compiler = Host()  # keeps the code of its kernels in memory
    kernels = solve.kernels_of(compiler, batch_of(first))
    monkeypatch.setattr(solve, "kernels_of", lambda *_: kernels)
    reached = 0
    for seed in range(GAMES // len(KINDS)):
        game = random_walk(kind, rng)
        run_what_is_generated(game, is_checked=False, module=module)
        device = Host(threads=1 + seed % 4, seed=seed)
        solved = solve.solve_on(device, batch_of(game), game.encode(game.initial_state()), piece=7)
        reached += assert_right(game, solved)
    assert reached > 3 * GAMES // len(KINDS)
