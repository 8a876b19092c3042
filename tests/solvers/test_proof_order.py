"""The order in which a search for a proof tries moves changes how long it takes, and no answer."""

from __future__ import annotations

import functools
import operator
import random
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest
from support.command import assert_refused, call
from support.graph_game import GraphGame, random_game
from support.marks import cases
from support.naive import naive_results
from support.proofs import assert_true, prove

import gamekit
from gamekit.analysis.verification.certificate_check import check_certificate
from gamekit.engine.codes.batch import batch_of
from gamekit.game.checked_rules import Rules
from gamekit.game.compiled import CompiledRules
from gamekit.game.rules_files import VARIABLE
from gamekit.game.values import Value
from gamekit.layout import BoardGame
from gamekit.solvers.on_codes.setup import root_of
from gamekit.solvers.proof.search import SearchLimits
from games.connect_four import ConnectFour
from games.dots_and_boxes import DotsAndBoxes
from games.hexapawn import Hexapawn
from games.kalah import Kalah
from games.nim import Nim
from games.tic_tac_toe import TicTacToe
from games.umul_gonu import UmulGonu

# --- an order of no meaning -------------------------------------------------------------------------------------


def mixed(number: int) -> int:
    """Return a number that looks as if drawn at random."""
    return (number % 10007 * 7919 + 104729) * (number % 10009 + 15485863) % 1009 - 500


class ShuffledFour(ConnectFour):
    def order(self, s: Any) -> int:
        return mixed(s.board.bits(1) * 31 + s.board.bits(2))


class ShuffledTicTacToe(TicTacToe):
    def order(self, s: Any) -> int:
        return mixed(s.board.bits(1) * 31 + s.board.bits(2))


class ShuffledHexapawn(Hexapawn):
    def order(self, s: Any) -> int:
        return mixed(s.board.bits(1) * 31 + s.board.bits(2))


class ShuffledGonu(UmulGonu):
    def order(self, s: Any) -> int:
        return mixed(s.board.bits(1) * 31 + s.board.bits(2))


class ShuffledKalah(Kalah):
    def order(self, s: Any) -> int:
        return mixed(s.board[0] + 7 * s.board[1] + 31 * s.board[3] + 101 * s.board[4])


class ShuffledBoxes(DotsAndBoxes):
    def order(self, s: Any) -> int:
        return mixed(s.lines.bits(1) + 7 * s.boxes[0])


SHUFFLED: dict[str, tuple[Any, Any]] = {
    "a win": (Hexapawn(), ShuffledHexapawn()),
    "a tie": (TicTacToe(), ShuffledTicTacToe()),
    "circles": (UmulGonu(), ShuffledGonu()),
    "a score": (Kalah(pits=3, seeds=2), ShuffledKalah(pits=3, seeds=2)),
    "boxes": (DotsAndBoxes(), ShuffledBoxes()),
    "four": (ConnectFour(width=4, height=4, length=3), ShuffledFour(width=4, height=4, length=3)),
}


@pytest.mark.parametrize(
    ("name", "backend"),
    cases(
        quick=[("a win", "python"), ("a score", "python")],
        slow=[("four", "compiled")],
        release=[
            ("circles", "compiled"),
            ("a tie", "python"),
            ("circles", "python"),
            ("boxes", "compiled"),
        ],
    ),
)
def test_a_meaningless_order_changes_no_answer(name: str, backend: str) -> None:
    memory = "1MB" if backend == "compiled" else None
    plain, shuffled = (prove(game, backend=backend, memory=memory) for game in SHUFFLED[name])
    # where the search has come back to a position, it looks for wins by plies, in no order of the rules
    assert name == "circles" or plain.nodes != shuffled.nodes
    assert plain.stopped is shuffled.stopped is None
    assert (plain.value, plain.bounds_of_state) == (shuffled.value, shuffled.bounds_of_state)
    assert [check_certificate(proof.certificate()).ok for proof in (plain, shuffled)] == [True, True]


class RandomKalah(Kalah):
    """Kalah with an order that is another one at each call."""

    numbers = random.Random(0)

    def order(self, s: Any) -> int:
        return self.numbers.randrange(-1000, 1000)


@pytest.mark.parametrize("times", cases(quick=[2], release=[20]))
def test_an_order_of_random_numbers_changes_no_answer(times: int) -> None:
    expected = prove(Kalah(pits=2, seeds=3), backend="python", memory=None)
    proofs = [prove(RandomKalah(pits=2, seeds=3), backend="python", memory=None) for _ in range(times)]
    assert {(proof.value, proof.bounds_of_state) for proof in proofs} == {
        (expected.value, expected.bounds_of_state)
    }
    assert len({proof.nodes for proof in proofs}) > 1
    assert all(check_certificate(proof.certificate()).ok for proof in proofs)


class ShuffledGraph(GraphGame):
    """A game on a graph with an order of no meaning."""

    def order(self, state: int) -> int:
        return mixed(state + len(self.edges) * 15)


@pytest.mark.parametrize("seeds", cases(quick=[range(20)], release=[range(200)]))
def test_a_meaningless_order_changes_no_answer_where_play_goes_in_circles(seeds: range) -> None:
    """Who wins is the same.

    How soon, by how much, and whether a tie is told from a draw, depends on what the search has met.
    """
    for seed in seeds:
        game = random_game(random.Random(seed))
        fields = {field.name: getattr(game, field.name) for field in attrs.fields(type(game))}
        arena = gamekit.explore(game)
        payoff, remoteness = naive_results(arena)[arena.root]
        proofs = [gamekit.prove(cls(**fields), max_nodes=2000) for cls in (GraphGame, ShuffledGraph)]
        assert proofs[0].winner == proofs[1].winner, seed
        for proof in proofs:
            assert_true(proof, payoff, remoteness)


HOOK = """
from games.kalah import Kalah

class Hooked(Kalah):
    def order(self, s):
        {body}
"""

WRONG = {
    "raise ValueError('not today')": ("raised ValueError: not today", "rules cannot raise"),
    "return float('nan')": ("returned nan; it must be an integer", "float('nan')"),
    "return 'good'": ("returned 'good'; it must be an integer", "rules can use only numbers: "),
    "return 0.5": ("returned 0.5; it must be an integer", "0.5"),
    "return None": ("returned None; it must be an integer", "this must return an integer; it returns None"),
    "return not self.pits": ("returned False; it must be", "this must return an integer; it returns False"),
    "return s.board[99]": ("raised IndexError", "an index or a value is 99"),
    "return 1 // (s.board[0] - s.board[0])": (
        "raised ZeroDivisionError",
        "rules divide by any number but 0, not 1 // 0",
    ),
    "return self.order(s)": ("raised RecursionError", "functions of rules cannot call themselves"),
}


@pytest.mark.parametrize("backend", cases(quick=["python"], slow=["compiled"]))
@pytest.mark.parametrize("body", WRONG)
def test_an_order_that_fails_is_named(
    body: str, backend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "")  # what is named here is forgotten afterwards
    monkeypatch.syspath_prepend(tmp_path / "nowhere")  # so that the path is restored
    path = tmp_path / "hooked.py"
    path.write_text(HOOK.format(body=body))
    result = call("prove", f"{path}:Hooked", "-p", "pits=3", "--backend", backend)
    assert_refused(result)
    assert "Hooked.order" in result.err
    assert WRONG[body][backend == "compiled"].removesuffix(": ") in result.err


class Huge(Kalah):
    def order(self, s: Any) -> int:
        return 10**30 * s.board[0]


class Wide(Kalah):
    def order(self, s: Any) -> int:
        return (s.board[0] - 2) << 62


@pytest.mark.parametrize("cls", [Huge, Wide])
def test_an_order_of_huge_numbers_changes_no_answer(cls: type[Kalah]) -> None:
    expected = gamekit.prove(Kalah(pits=3, seeds=2), backend="python").bounds_of_state
    assert prove(cls(pits=3, seeds=2), backend="python", memory=None).bounds_of_state == expected


@pytest.mark.slow
@pytest.mark.parametrize("cls", [Huge, Wide])
def test_compiled_rules_refuse_an_order_of_huge_numbers(cls: type[Kalah]) -> None:
    with pytest.raises(gamekit.RulesError, match=rf"{cls.__name__}.order: .* is beyond 63 bits"):
        prove(cls(pits=3, seeds=2), backend="compiled", memory=None)


# --- an order that is learned, or given by the rules ------------------------------------------------------------


class Unguided(Kalah):
    """Kalah without its own order."""

    order = BoardGame.order


@pytest.mark.parametrize(
    ("game", "most"),
    cases(
        slow=[(Kalah(pits=3, seeds=3), 1.0), (TicTacToe(rows=4, columns=4, length=4), 1.05)],
        release=[(Unguided(pits=4, seeds=3), 0.2)],
    ),
)
def test_a_learned_order_changes_no_answer_and_saves_positions(game: Any, most: float) -> None:
    """The search expands at most this share of the positions that it expands if it learns nothing."""
    from gamekit.solvers.proof.compiled_search import CompiledSearch  # compiled when it is imported

    batch = batch_of(game)
    _, root = root_of(batch, Rules(game).initial_state())
    learned, plain = (CompiledSearch(batch, 1 << 26, SearchLimits()) for _ in range(2))
    plain.worker.weights = plain.worker.weights[:, :0]
    who = 0 if batch.from_movers_view else plain.mover(root)
    answers = [search.bound(root, who, 1) >= 1 for search in (learned, plain)]
    assert len(set(answers)) == 1
    assert learned.nodes <= most * plain.nodes


class Guessed(Nim):
    """Nim by somebody who knows that a player to move loses where the sum of the heaps in binary is 0."""

    def order(self, s: Any) -> int:
        return int(functools.reduce(operator.xor, s.heaps) != 0)


class GuessedWrongly(Guessed):
    """The same, with the wrong sign."""

    def order(self, s: Any) -> int:
        return -super().order(s)


def test_plain_rules_may_give_an_order() -> None:
    heaps = (3, 5, 7)
    right, none, wrong = (prove(cls(heaps=heaps), backend="python") for cls in (Guessed, Nim, GuessedWrongly))
    assert right.nodes < none.nodes < wrong.nodes
    assert {str(proof) for proof in (right, none, wrong)} == {"WIN for first"}


class GuessedGraph(GraphGame):
    """Rules in methods over states, of which one is known to be good."""

    def order(self, state: int) -> int:
        return int(state == 1)


def test_rules_in_methods_over_states_may_give_one_too() -> None:
    """Ann has three moves; the first two lose, and Bob is to move."""
    edges, ends = ((1, 2, 3), (4,), (4,), (5,), (), ()), (0, 0, 0, 0, -1, 1)
    proofs = [
        prove(cls(edges=edges, mover=(0, 1, 1, 1, 0, 0), payoff=ends), backend="python")
        for cls in (GraphGame, GuessedGraph)
    ]
    assert [proof.value for proof in proofs] == [Value.WIN, Value.WIN]
    assert proofs[0].nodes > proofs[1].nodes  # where Bob looks bad is tried first


def test_rules_without_an_order_give_none() -> None:
    rules: CompiledRules = CompiledRules(
        size=2, parameters=np.zeros(1), outcome=lambda *_: 0, successors=lambda *_: 0, max_successors=1
    )
    assert rules.order is None
