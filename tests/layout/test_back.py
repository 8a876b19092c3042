"""Moves taken back: `back` and `unplay` give the predecessors of both backends, in every kind of layout."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from support.backends import assert_backends_agree
from support.marks import cases
from support.naive import naive_results

import gamekit
from gamekit.errors import NotSuppliedError, RulesError
from gamekit.game.protocol import supplies
from gamekit.layout import AGAIN, LOSS, PASS, WIN, BoardGame, Counter, Grid, Layout, Permutation
from gamekit.layout.geometry import STRAIGHT, steps


class Slide(BoardGame):
    """Men step straight; who cannot move loses, and so does who has walked into a corner of the first row."""

    stuck = LOSS
    STEPS = steps(2, 3, STRAIGHT)

    def layout(self) -> Layout:
        return Layout(board=Grid(2, 3, ".BW"), symmetry="mirror")

    def start(self) -> Any:
        return {"board": "BB./WW."}

    def options(self, s: Any) -> Any:
        for leaves in s.board.where(1 + s.turn):
            for goes in self.STEPS[leaves]:
                if s.board[goes] == 0:
                    yield leaves, goes

    def play(self, s: Any, move: Any) -> Any:
        leaves, goes = move
        s.board[leaves], s.board[goes] = 0, 1 + s.turn

    def over(self, s: Any) -> Any:
        return WIN if s.board[0] == s.board[2] == 2 - s.turn else None

    def back(self, s: Any) -> Any:
        for goes in s.board.where(1 + s.turn):
            for leaves in self.STEPS[goes]:
                if s.board[leaves] == 0:
                    yield leaves, goes

    def unplay(self, s: Any, move: Any) -> Any:
        leaves, goes = move
        self.put(s, goes, 0)
        self.put(s, leaves, 1 + s.turn)

    def put(self, s: Any, square: Any, man: Any) -> Any:
        s.board[square] = man


class SlideAlike(Slide):
    def layout(self) -> Layout:
        return Layout(board=Grid(2, 3, ".BW"), symmetry="mirror", alike=True)


class SlideDense(Slide):
    def layout(self) -> Layout:
        return Layout(board=Grid(2, 3, ".BW"), symmetry="mirror flip", alike=True, dense=[(2, 2)])

    def over(self, s: Any) -> Any:
        return None


class SlideEverywhere(Slide):
    def layout(self) -> Layout:
        return Layout(board=Grid(2, 3, ".BW"), symmetry="mirror", dense="all")


class SlideFreely(Slide):
    def layout(self) -> Layout:
        return Layout(board=Grid(2, 3, ".BW"), dense="all")


class Taking(Slide):
    """Men step and take; back names men that were never there."""

    def options(self, s: Any) -> Any:
        for leaves in s.board.where(1 + s.turn):
            for goes in self.STEPS[leaves]:
                if s.board[goes] != 1 + s.turn:
                    yield leaves, goes

    def back(self, s: Any) -> Any:
        for goes in s.board.where(1 + s.turn):
            for leaves in self.STEPS[goes]:
                if s.board[leaves] == 0:
                    yield goes, leaves, 0
                    yield goes, leaves, 2 - s.turn

    def unplay(self, s: Any, move: Any) -> Any:
        goes, leaves, taken = move
        s.board[leaves], s.board[goes] = 1 + s.turn, taken


class TakeFreely(Taking, SlideFreely):
    """At most two of a colour."""

    def is_state(self, s: Any) -> Any:
        return s.board.count(1) <= 2 and s.board.count(2) <= 2


class TakeAnywhere(TakeFreely):
    """Lists states that cannot occur."""

    def states(self) -> Any:
        return product(*[range(3)] * 6, range(2))


class Take(Taking):
    """Back names placements that the layout does not list."""

    def layout(self) -> Layout:
        counts = [(1, 1), (1, 2), (2, 1), (2, 2), (0, 1), (0, 2), (1, 0), (2, 0)]
        return Layout(board=Grid(2, 3, ".BW"), symmetry="mirror flip", alike=True, dense=counts)

    def over(self, s: Any) -> Any:
        if s.board.count(1 + s.turn) == 0:
            return -1
        return 1 if s.board.count(2 - s.turn) == 0 else None


class Pass(BoardGame):
    """Each takes from a heap of their own, and passes when it is empty."""

    stuck = PASS

    def layout(self) -> Layout:
        return Layout(heaps=Counter(4, 2, exchange=(1, 0)), dense="all")

    def start(self) -> Any:
        return {"heaps": (4, 2)}

    def options(self, s: Any) -> Any:
        yield from range(1, min(2, s.heaps[s.turn]) + 1)

    def play(self, s: Any, number: Any) -> Any:
        s.heaps[s.turn] -= number

    def over(self, s: Any) -> Any:
        return -1 if s.heaps[0] + s.heaps[1] == 0 else None

    def back(self, s: Any) -> Any:
        yield from range(1, min(2, 4 - s.heaps[s.turn]) + 1)

    def unplay(self, s: Any, number: Any) -> Any:
        s.heaps[s.turn] += number


class PassAlike(Pass):
    def layout(self) -> Layout:
        return Layout(heaps=Counter(4, 2, exchange=(1, 0)), alike=True)


class Puzzle(BoardGame):
    """Swap neighbours until the tiles are in order."""

    players = ("solver",)

    def layout(self) -> Layout:
        return Layout(tiles=Permutation(4))

    def start(self) -> Any:
        return {"tiles": (3, 1, 0, 2)}

    def options(self, s: Any) -> Any:
        yield from range(3)

    def play(self, s: Any, i: Any) -> Any:
        s.tiles[i], s.tiles[i + 1] = s.tiles[i + 1], s.tiles[i]

    def over(self, s: Any) -> Any:
        return 1 if all(s.tiles[i] == i for i in range(4)) else None

    def back(self, s: Any) -> Any:
        yield from range(3)

    def unplay(self, s: Any, i: Any) -> Any:
        s.tiles[i], s.tiles[i + 1] = s.tiles[i + 1], s.tiles[i]


GAMES = [
    Slide,
    SlideAlike,
    SlideDense,
    SlideEverywhere,
    SlideFreely,
    TakeFreely,
    Take,
    Pass,
    PassAlike,
    Puzzle,
]


@pytest.mark.parametrize(
    "kind",
    cases(
        slow=[Take],
        release=[SlideAlike, SlideDense, Puzzle],
    ),
)
def test_predecessors_give_the_solution_that_edges_give(kind: type[BoardGame]) -> None:
    game = kind()
    arena = gamekit.explore(game)
    assert_backends_agree(game, arena.states)
    methods = "predecessors", "edges", "scan"
    by_method = [gamekit.solve(game, backend="compiled", method=method) for method in (None, *methods)]
    assert tuple(solution.method for solution in by_method[1:]) == methods
    for state, (payoff, remoteness) in zip(arena.states, naive_results(arena), strict=True):
        for solution in by_method:
            assert (solution[state].payoff, solution[state].remoteness) == (payoff, remoteness)


@pytest.mark.parametrize("kind", GAMES)
def test_the_plain_predecessors_are_the_edges_backwards(kind: type[BoardGame]) -> None:
    game = kind()
    arena = gamekit.explore(game)
    assert arena.edges_from == ("predecessors" if supplies(game, "states") else "moves")
    known = set(arena.states)
    for state in arena.states:
        children = {game.canonical_state(game.apply(state, move)) for move in game.moves(state)}
        for child in children if game.outcome(state) is None else ():
            assert state in map(game.canonical_state, game.predecessors(child))
        for parent in {game.canonical_state(parent) for parent in game.predecessors(state)} & known:
            if game.outcome(parent) is None:
                moves = game.moves(parent)
                assert state in {game.canonical_state(game.apply(parent, move)) for move in moves}


@pytest.mark.parametrize("kind", [SlideFreely, TakeFreely, TakeAnywhere])
def test_predecessors_of_many_states_are_those_of_each(kind: type[BoardGame]) -> None:
    game = kind()
    assert supplies(game, "numbered_predecessors")
    states = list(game.states())
    index = {state: i for i, state in enumerate(states)}
    degrees, numbers = game.numbered_predecessors(states, index)
    named = [list(game.predecessors(state)) for state in states]
    assert degrees == [len(parents) for parents in named]
    assert numbers == [index[parent] for parents in named for parent in parents]
    assert (degrees, numbers) == super(BoardGame, game).numbered_predecessors(states, index)


class CountDown(BoardGame):
    """Take one of a heap; back takes more, to states that cannot occur."""

    stuck = LOSS

    def layout(self) -> Layout:
        return Layout(left=Counter(5), dense="all")

    def start(self) -> Any:
        return {"left": 5}

    def options(self, s: Any) -> Any:
        return range(1, min(1, s.left) + 1)

    def play(self, s: Any, number: Any) -> Any:
        s.left -= number

    def back(self, s: Any) -> Any:
        return [number for number in (1, 2, 4) if s.left + number <= 5]

    def unplay(self, s: Any, number: Any) -> Any:
        s.left += number


class CountDownInTurn(CountDown):
    def turn_of(self, cells: Any) -> int:
        return int(5 - cells[0]) % 2


class CountDownPastFour(CountDown):
    def is_state(self, s: Any) -> bool:
        return s.left != 4

    def states(self) -> Any:
        return product(range(6), range(2))


@pytest.mark.parametrize("kind", [CountDownInTurn, CountDownPastFour])
def test_states_that_are_listed_but_cannot_occur_are_refused(kind: type[BoardGame]) -> None:
    with pytest.raises(RulesError, match=r"; \w+\.predecessors\(.*\) never names \d, \w+ to move$"):
        gamekit.solve(kind(), backend="python")


class TakeOrPass(TakeFreely):
    stuck = PASS  # type: ignore[assignment]


class TakeByPredecessors(TakeFreely):
    def predecessors(self, state: Any) -> Any:
        return list(super().predecessors(state))


@pytest.mark.parametrize("kind", [TakeFreely, TakeOrPass, TakeByPredecessors])
def test_a_state_is_asked_once_whether_it_is_one(kind: type[BoardGame]) -> None:
    asked: list[Any] = []

    class Asked(kind):  # type: ignore[misc, valid-type]
        def is_state(self, s: Any) -> bool:
            asked.append((*s.board, s.turn))
            return bool(super().is_state(s))

    states = gamekit.explore(Asked()).states
    assert [asked.count(state) for state in states] == [1] * len(states)


def test_a_predecessor_that_is_not_listed_is_named() -> None:
    class Leaps(SlideFreely):
        def unplay(self, s: Any, move: Any) -> Any:
            leaves, goes = move
            s.board[goes], s.board[leaves] = 0, 3

    with pytest.raises(
        RulesError,
        match=r"^Leaps\.predecessors\(.*\) lists .*, which states\(\) leaves out; see back .* and unplay .*$",
    ):
        gamekit.explore(Leaps())


@pytest.mark.release
def test_gamekit_check_finds_nothing_wrong() -> None:
    from gamekit.testing import check_rules

    report = check_rules(SlideEverywhere(), examples=20)
    assert report.ok, str(report)


# --- rules that take no moves back, or only half --------------------------------------------------------------


class Forwards(Slide):
    back = BoardGame.back
    unplay = BoardGame.unplay


class BackAlone(Slide):
    unplay = BoardGame.unplay


class PlaysAgain(Slide):
    def play(self, s: Any, move: Any) -> Any:
        leaves, goes = move
        s.board[leaves], s.board[goes] = 0, 1 + s.turn
        return AGAIN


def test_rules_need_not_take_moves_back() -> None:
    game = Forwards()
    assert not supplies(game, "predecessors")
    with pytest.raises(NotSuppliedError, match=r"^Forwards does not define back\(s\) and unplay"):
        list(game.predecessors(game.initial_state()))


def test_back_needs_unplay() -> None:
    with pytest.raises(
        RulesError, match=r"^BackAlone must define back and unplay, or neither; it defines only back$"
    ):
        gamekit.solve(BackAlone())


def test_moves_that_are_taken_back_pass_the_turn() -> None:
    for backend in ("python", "compiled"):
        with pytest.raises(RulesError, match="where back takes moves back, every move passes the turn"):
            gamekit.solve(PlaysAgain(), backend=backend)
