"""Games whose players are alike, by the python backend: half the states, and nobody who asks about a state sees it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

import attrs
import numpy as np
import pytest
from support.damage import rewrite
from support.marks import cases
from support.naive import naive_results

import gamekit
from gamekit import Game, UnsupportedError
from gamekit.analysis.verification.table_check import check_table
from gamekit.arena import Adjacency, Arena
from gamekit.errors import RulesError, TableError
from gamekit.layout import LOSS, BoardGame, Counter, Layout
from gamekit.solvers.minimax import Minimax
from gamekit.solvers.retrograde import Retrograde
from gamekit.solvers.solve import run
from gamekit.testing import check_rules
from games.breakthrough import Breakthrough
from games.quixo import Quixo
from games.teeko import Teeko


@attrs.frozen
class Stones(Game[tuple[int, int, int], int]):
    """Both players have stones, each moves with its own; who has none left loses. A pair may also come back."""

    players = ("black", "white")
    stones: int = 3

    def initial_state(self) -> tuple[int, int, int]:
        return (self.stones, self.stones, 0)

    def to_move(self, state: tuple[int, int, int]) -> int:
        return state[2]

    def moves(self, state: tuple[int, int, int]) -> Iterable[int]:
        mine = state[state[2]]
        return [take for take in (-1, 1, 2) if 0 <= mine - take <= self.stones]

    def apply(self, state: tuple[int, int, int], move: int) -> tuple[int, int, int]:
        black, white, turn = state
        return (black, white - move, 0) if turn else (black - move, white, 1)

    def outcome(self, state: tuple[int, int, int]) -> int | None:
        black, white, _ = state
        return 1 if not white else -1 if not black else None

    def movers_view(self, state: tuple[int, int, int]) -> tuple[int, int, int]:
        black, white, turn = state
        return (white, black, 0) if turn else state


class Scores(BoardGame):
    """Payoffs 2 and -1 to whoever is to move, with a turn limit."""

    players = ("Ann", "Bob")
    stuck = LOSS

    def layout(self) -> Layout:
        return Layout(left=Counter(7), alike=True)

    def start(self) -> Any:
        return {"left": 7}

    def options(self, s: Any) -> Iterator[int]:
        yield from range(1, min(2, s.left) + 1)

    def play(self, s: Any, take: int) -> None:
        s.left -= take

    def over(self, s: Any) -> int | None:
        if s.left == 1:
            return 2
        return None


class Limited(Scores):
    max_plies = 4


class Awarded(Scores):
    infinite_play = 1


GAMES = [Stones(), Stones(5), Breakthrough(4, 2), Quixo(size=2), Teeko(size=3, men=2), Scores()]


def both_movers(game: Any) -> Any:
    return run(Retrograde(), gamekit.explore(game))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
@pytest.mark.parametrize("kernel", ["plain", "compiled"])
def test_every_state_has_the_verdict_that_it_has_without(game: Any, kernel: str) -> None:
    seen, everything = gamekit.solve(game, backend="python", kernel=kernel), both_movers(game)
    assert set(seen.states) == {game.movers_view(state) for state in everything.states}
    assert len(seen) < len(everything)
    assert seen.root == everything.root
    assert seen.line() == everything.line()
    for verdict, result in zip(everything, naive_results(everything.arena), strict=True):
        assert seen[verdict.state] == verdict
        assert (verdict.payoff, verdict.remoteness) == result
        assert seen.best_moves(verdict.state) == everything.best_moves(verdict.state)
    assert seen.payoff.tolist() == [verdict.payoff for verdict in seen]
    assert gamekit.verify(seen).ok


@pytest.mark.parametrize(
    "game", cases(quick=[Quixo(size=2)], slow=[Breakthrough(4, 2), Teeko(size=3, men=2)]), ids=str
)
def test_both_backends_count_the_same(game: Any) -> None:
    plain, compiled = (gamekit.solve(game, backend=backend) for backend in _BACKENDS)
    assert (len(plain), plain.edges, plain.counts()) == (len(compiled), compiled.edges, compiled.counts())
    assert plain.longest_by_value() == compiled.longest_by_value()
    assert {game.encode(state) for state in plain.states} == {game.encode(state) for state in compiled.states}


_BACKENDS: tuple[Literal["python", "compiled"], ...] = ("python", "compiled")


def test_a_start_of_the_second_player_stays_as_it_was_given() -> None:
    game = Breakthrough(4, 2)
    start = game.apply(game.initial_state(), game.moves(game.initial_state())[0])
    assert game.to_move(start) == 1
    solution = gamekit.solve(game, backend="python", start=start)
    assert solution.root == both_movers(game)[start]
    assert solution.root.state == start
    assert solution.line().states[0] == start


@pytest.mark.parametrize("game", [Quixo(size=2), Stones()], ids=["quixo", "stones"])
def test_both_players_states_can_be_had_again(game: Any) -> None:
    seen, everything = gamekit.solve(game, backend="python"), both_movers(game)
    assert seen.arena.perspective == "mover"
    assert not seen.arena.mover.any()
    for again in (seen.as_played(), seen.loaded()):
        assert list(again) == list(everything)
        assert again.root == everything.root
        assert np.array_equal(again.arena.successors.indices, everything.arena.successors.indices)
        assert gamekit.verify(again).ok
    assert everything.as_played() is everything
    other = game.movers_view(game.apply(everything.start, next(iter(game.moves(everything.start)))))
    exchanged = seen.starting_from(other).loaded()
    assert exchanged.root == seen[other]


@pytest.mark.parametrize("compress", [False, True])
@pytest.mark.parametrize("game", [Quixo(size=2), Stones(5)], ids=["quixo", "stones"])
def test_tables_of_texts_speak_of_the_state_too(game: Any, compress: bool, tmp_path: Path) -> None:
    seen, everything = gamekit.solve(game, backend="python"), both_movers(game)
    gamekit.save_table(seen, tmp_path / "table", compress=compress)
    table = gamekit.open_table(tmp_path / "table", game=game)
    assert len(table) == len(seen)
    assert table.counts() == seen.counts()
    assert all(table[verdict.state] == verdict for verdict in everything)
    assert check_table(tmp_path / "table", game=game).ok
    assert list(table.loaded()) == list(everything)


def test_a_table_does_not_make_players_alike(tmp_path: Path) -> None:
    game = gamekit.load_game("cat-mouse")
    gamekit.save_table(gamekit.solve(game, backend="python"), tmp_path / "table")
    rewrite(tmp_path / "table", lambda manifest: manifest.update(payoffs_to="mover"))
    with pytest.raises(TableError, match="the rules are not the same for both players"):
        gamekit.open_table(tmp_path / "table")


def test_endless_play_that_pays_somebody_needs_both_states() -> None:
    solution = gamekit.solve(Awarded(), backend="python")
    assert solution.arena.perspective == "first"
    assert "movers_view" in Awarded().not_supplied
    assert len(solution) > len(gamekit.solve(Scores(), backend="python"))


def test_a_turn_limit_is_refused_for_the_payoffs_that_both_see() -> None:
    """The mover is paid 2 or -1 at the end; so the first player is paid 2, 1, -1 or -2."""
    with pytest.raises(UnsupportedError, match="needs the plies in the state"):
        gamekit.solve(Limited(), backend="python")


def test_only_solvers_that_know_the_movers_view_take_it() -> None:
    arena = gamekit.explore(Stones(), movers_view=True)
    assert run(Retrograde(), arena).root == both_movers(Stones()).root
    for solver in ("cycles", "minimax"):
        assert gamekit.solve(Stones(), solver=solver).arena.perspective == "first"
    with pytest.raises(UnsupportedError, match="shows the mover's view"):
        run(Minimax(), arena)
    with pytest.raises(UnsupportedError, match="shows the mover's view"):
        Minimax().solve(arena)


@pytest.mark.parametrize("kernel", ["plain", "compiled"])
def test_random_arenas(kernel: Literal["plain", "compiled"]) -> None:
    """Any graph is an arena of the mover's view; played by both, it has twice the states."""
    for seed in range(60):
        rng = random.Random(seed)
        states = rng.randint(1, 12)
        edges = [sorted(rng.sample(range(states), rng.randint(0, min(3, states)))) for _ in range(states)]
        pays = [0 if edges[i] else rng.randint(-2, 2) for i in range(states)]
        halved = _arena(edges, [0] * states, pays, perspective="mover")
        doubled = [[j + states for j in row] for row in edges] + edges
        played = _arena(doubled, [0] * states + [1] * states, pays + [-pay for pay in pays])
        found = Retrograde(kernel=kernel).solve(halved)
        expected = naive_results(played)
        results = [found.store.result_at(i) for i in range(states)]
        shown = [(payoff, None if plies == found.store.infinite else plies) for payoff, plies in results]
        assert shown == expected[:states], seed


def _arena(edges: list[list[int]], mover: list[int], pays: list[int], **fields: Any) -> Arena[Any, Any]:
    numbers = range(len(edges))
    return Arena(
        game=_Numbers(),
        states=list(numbers),
        index={i: i for i in numbers},
        root=0,
        mover=np.array(mover, dtype=np.int8),
        terminal=np.array([not row for row in edges]),
        payoff=np.array(pays, dtype=np.int64),
        states_from="exploration",
        edges_from="moves",
        given=Adjacency.of_degrees(list(map(len, edges)), [j for row in edges for j in row]),
        **fields,
    )


class _Numbers(Stones):
    def initial_state(self) -> Any:
        return 0

    def movers_view(self, state: Any) -> Any:
        return state


# --- what check finds -------------------------------------------------------------------------------------------


class NotItsOwn(Stones):
    def movers_view(self, state: tuple[int, int, int]) -> tuple[int, int, int]:
        return (state[1], state[0], 1 - state[2])


class NotExchanged(Stones):
    def movers_view(self, state: tuple[int, int, int]) -> tuple[int, int, int]:
        return (state[0], state[1], 0)


class Unfair(Stones):
    def outcome(self, state: tuple[int, int, int]) -> int | None:
        return 3 if not state[1] else super().outcome(state)


class MovesOnlyOnce(Stones):
    """White may not put a stone back."""

    def moves(self, state: tuple[int, int, int]) -> Iterable[int]:
        return [take for take in super().moves(state) if take > 0 or not state[2]]


class MovesAgain(Stones):
    def apply(self, state: tuple[int, int, int], move: int) -> tuple[int, int, int]:
        *stones, turn = super().apply(state, move)
        return (stones[0], stones[1], state[2] if move == 2 else turn)


@pytest.mark.parametrize(
    ("game", "problem"),
    [
        (NotItsOwn(), "whose own view is"),
        (NotExchanged(), "no move does so from"),
        (Unfair(), "as in the state itself with players exchanged"),
        (MovesOnlyOnce(), "no move does so from"),
        (MovesAgain(), "every move must pass the turn"),
    ],
    ids=str,
)
def test_check_finds_players_who_are_not_alike(game: Any, problem: str) -> None:
    (breach,) = check_rules(game).breaches
    assert breach.method == "movers_view"
    assert problem in str(breach)


def test_a_move_that_does_not_pass_the_turn_is_refused() -> None:
    with pytest.raises(
        RulesError, match="where the same player is to move; with movers_view, every move must pass"
    ):
        gamekit.solve(MovesAgain(), backend="python")


@pytest.mark.slow
def test_check_finds_nothing_where_they_are() -> None:
    for game in (Stones(), Quixo(size=2)):
        assert check_rules(game).ok
    assert "movers_view" in check_rules(Stones()).checks
