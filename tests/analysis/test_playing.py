"""Playing against perfection: known games, undo and redo, saving, and that perfection gets what the solution says."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest
from support.command import Countdown
from support.each_game import SMALL_KINDS, TYPICAL, each_small_kind_of_game
from support.marks import cases

import gamekit
from gamekit import InputError, Solution, UnknownStateError, UnsupportedError
from gamekit.analysis.play.play import Play, Saved, player_called
from gamekit.game.registry import load_game
from gamekit.game.values import FIRST, remoteness_minimizer
from games.cat_mouse import CatMouse
from games.cat_mouse_ii import CatMouseII
from games.kalah import Kalah
from games.mu_torere import MuTorere
from games.nim import Nim
from games.tic_tac_toe import TicTacToe

SMALL = CatMouse(graph=[[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]])
LONG = 300
"""How many plies a play that goes on and on is followed for."""

openings_of_games = pytest.mark.parametrize(
    ("name", "openings"),
    cases(quick=[(name, 2) for name in sorted(TYPICAL)], slow=[(name, 40) for name in sorted(SMALL_KINDS)]),
)


@cache
def solution_of(name: str) -> Solution[Any, Any]:
    return gamekit.solve(load_game(name))


def begun(game: Any, people: list[int] | None = None, **options: Any) -> Play:
    return Play.begin(gamekit.solve(game), people=[0] if people is None else people, **options)


def played(play: Play, *moves: str) -> Play:
    for move in moves:
        play = play.played(play.move_called(move))
    return play


def worth(play: Play, player: int) -> int:
    """Return what a player is to get."""
    assert play.verdict.payoff is not None
    return play.verdict.payoff if player == FIRST else -play.verdict.payoff


def opened(play: Play, rng: random.Random) -> Play:
    """Return a play after some random moves, not yet over."""
    for _ in range(rng.randrange(12)):
        after = play.played(rng.choice(play.moves)[1][0])
        if after.is_over:
            break
        play = after
    return play


# --- perfection ---------------------------------------------------------------------------------------------


@openings_of_games
def test_perfection_never_ends_worse_than_the_solution_says_nor_later(name: str, openings: int) -> None:
    solution = solution_of(name)
    game = solution.game
    for seed in range(openings):
        rng = random.Random(seed)
        perfect = rng.randrange(len(game.players))
        play = opened(Play.begin(solution, people=set(range(len(game.players))) - {perfect}), rng)
        promised, verdict = worth(play, perfect), play.verdict
        opening = len(play.turns)
        while not play.is_over and len(play.turns) < opening + LONG:
            by_chance = play.is_persons_turn
            before = worth(play, perfect)
            play = play.played(rng.choice(play.moves)[1][0] if by_chance else play.choice())
            assert worth(play, perfect) >= before, (seed, play.history())
        got = worth(
            play, perfect
        )  # where play has not ended, what endless play is worth is at least what is promised
        if not play.is_over:
            got = game.infinite_play if perfect == FIRST else -game.infinite_play
        assert got >= promised, (seed, play.history())
        is_ours_to_end = remoteness_minimizer(verdict.payoff or 0, game.infinite_play) == perfect
        if verdict.remoteness is not None and is_ours_to_end and got == promised:
            assert len(play.turns) - opening <= verdict.remoteness, (seed, play.history())
        assert not any(turn.is_blunder for turn in play.turns[opening:] if turn.player == perfect)


@openings_of_games
def test_perfection_on_both_sides_ends_when_the_solution_says(name: str, openings: int) -> None:
    for seed in range(openings):
        play = opened(Play.begin(solution_of(name), people=[]), random.Random(seed))
        verdict, opening = play.verdict, len(play.turns)
        while not play.is_over and not play.is_circling:
            play = play.played(play.choice())
            assert play.verdict.payoff == verdict.payoff
        if verdict.remoteness is None:
            assert play.is_circling or play.verdict.remoteness is None
        else:
            assert (len(play.turns) - opening, play.verdict.remoteness) == (verdict.remoteness, 0)


@each_small_kind_of_game
def test_of_equal_moves_perfection_takes_the_hardest_for_the_other_side(name: str) -> None:
    solution = solution_of(name)
    rng = random.Random(1)
    for _ in range(25):
        play = opened(Play.begin(solution, people=[]), rng)
        texts = [text for text, _ in play.moves]
        wins = play.verdict.winner == play.game.players[play.player]
        likings = []
        for place, (_, (_, child, after)) in enumerate(play.moves):
            answers = solution.replies(child, None if play.plies_left is None else play.plies_left - 1)
            right = sum(answer[2].payoff == after.payoff for answer in answers)
            wrong = len(answers) - right
            if solution.game.to_move(child) == play.player:
                right = wrong = 0
            is_draw = after.winner is None
            hardness = 0 if wins else wrong if is_draw else -(right or 1_000_000)
            is_best = (after.payoff, after.remoteness) == (
                play.replies[0][2].payoff,
                play.replies[0][2].remoteness,
            )
            likings.append((is_best, hardness, -place))
        assert play.format_move(play.choice()) == texts[likings.index(max(likings))]


def test_who_is_lost_leaves_few_ways_to_win() -> None:
    play = begun(Nim(heaps=(1, 2, 3)), [])
    assert str(play.verdict) == "LOSS in 6 for first"
    assert play.hint() == (
        "take 1 from a heap of 1: second wins in 6 plies. Every move loses; this one holds out longest. "
        "Only 1 of 5 replies wins."
    )


@pytest.mark.slow
def test_the_backends_and_tables_choose_alike(tmp_path: Path) -> None:
    plain = gamekit.solve(load_game("connect-four"), backend="python")
    compiled = gamekit.solve(load_game("connect-four"), backend="compiled")
    gamekit.save_table(compiled, tmp_path / "table")
    for seed in range(5):
        told = []
        for solution in (plain, compiled, gamekit.open_table(tmp_path / "table")):
            play = opened(Play.begin(solution, people=[]), random.Random(seed))
            while not play.is_over:
                play = play.played(play.choice())
            told.append((play.history(), play.saved()))
        assert told[0] == told[1] == told[2]


def test_what_is_unsolved_is_refused() -> None:
    capped = gamekit.solve(Nim(heaps=(3, 4)), solver="minimax", cap=2)
    with pytest.raises(UnsupportedError, match="perfect play needs the value of every state"):
        Play.begin(capped)
    with pytest.raises(UnknownStateError):
        Play.begin(gamekit.solve(SMALL), start=(9, 9, 0))


# --- what was played ----------------------------------------------------------------------------------------


def test_a_known_game_of_tic_tac_toe() -> None:
    play = played(begun(TicTacToe()), "a1", "b2", "b1", "a3", "c3", "c1")
    assert play.ending() == "the game is over, and O has won: three in a row"
    assert play.is_over
    assert play.is_persons_turn
    assert play.moves == []
    assert play.history(blunders_only=True) == [
        "4. O played a3: X wins in 1 ply (a blunder: before it, a tie in 6 plies)",
        "5. X played c3: O wins in 1 ply (a blunder: before it, X wins in 1 ply)",
    ]
    assert len(play.history()) == 6
    with pytest.raises(InputError, match="play is over"):
        play.choice()


def test_undo_and_redo_go_by_what_people_played() -> None:
    play = begun(TicTacToe(), [1])
    for _ in range(7):
        play = play.played(play.choice())
    texts = play.saved()["moves"]
    assert play.undo().saved()["moves"] == texts[:5]
    assert play.undo(3).saved()["moves"] == texts[:1]
    assert play.undo(3).redo().saved()["moves"] == texts[:3]
    assert play.undo(3).redo(3).saved() == play.saved()
    assert play.undo().undo().redo(2).saved() == play.saved()
    for wrong in (lambda: play.undo(4), lambda: play.redo(), lambda: play.undo(2).redo(3)):
        with pytest.raises(InputError, match=r"can be (taken back|redone)"):
            wrong()
    other = play.undo()
    other = other.played(other.moves[-1][1][0])
    assert other.undone == ()


def test_a_circle_is_noticed() -> None:
    play = played(begun(SMALL, [0, 1]), "3", "5", "4", "2")
    assert (play.earlier, play.is_circling) == (None, False)
    play = played(play, "3")
    assert (play.earlier, play.is_circling) == (1, True)


def test_the_turn_limit_is_counted() -> None:
    play = begun(CatMouseII(grid=("####F", "#C...", "M...."), cat_jump=1, mouse_jump=2), [0, 1])
    assert play.plies_left == 1000
    while not play.is_over:
        play = played(play, "stay")
    assert (len(play.turns), play.plies_left, play.verdict.winner) == (1000, 0, "cat")
    assert play.ending() == "the turn limit of 1000 plies is reached: cat wins"
    assert all(turn.before.remoteness is None for turn in play.turns[-2:])


def test_scores_count() -> None:
    play = begun(Kalah(**Kalah.example), [])
    assert {play.outlook(reply) for _, reply in play.moves} == {
        "loses in 5, by 2",
        "loses in 2, by 4",
    }


# --- naming moves -------------------------------------------------------------------------------------------


def test_moves_are_named_by_text_or_by_number() -> None:
    play = begun(TicTacToe())
    assert play.has_bare_numbers
    for text in ("a3", " a3 ", "1", "#1"):
        assert play.format_move(play.move_called(text)) == "a3"
    with pytest.raises(InputError, match=r"'a33' is not a move in this state; the nearest move is a3$"):
        play.move_called("a33")
    with pytest.raises(
        InputError, match=r"'zz' is not a move in this state; the moves are a3, b3, c3 and 6 more"
    ):
        play.move_called("zz")
    with pytest.raises(InputError, match="is not a move in this state"):
        play.move_called("1", numbers=False)
    with pytest.raises(InputError, match="is not a move in this state"):
        play.played("nonsense")


def test_a_number_that_a_move_is_called_by_is_that_move() -> None:
    play = begun(SMALL)
    assert not play.has_bare_numbers
    assert play.move_called("3") == 3
    assert play.move_called("#1") == 3
    with pytest.raises(InputError, match=r"'1' is not a move in this state; the only move is 3"):
        play.move_called("1")


def test_a_game_that_reads_what_is_no_move_is_not_believed() -> None:
    class Credulous(Countdown):
        def parse_move(self, state: int, text: str) -> int:
            return int(text)

    play = begun(Credulous(), [0, 1])
    assert play.move_called("01") == 1
    for text in ("2", "one", "", "9" * 5000):
        with pytest.raises(InputError, match="is not a move in this state"):
            play.move_called(text, numbers=False)


# --- saving -------------------------------------------------------------------------------------------------


@each_small_kind_of_game
def test_what_is_saved_can_be_resumed(name: str) -> None:
    solution = solution_of(name)
    play = opened(Play.begin(solution, people=[0], name=name), random.Random(3))
    data = json.loads(json.dumps(play.saved()))
    saved = Saved.read(data)
    again = Play.resumed(solution, saved, start=solution.game.parse_state(saved.state))
    assert again.saved() == play.saved()
    assert (again.state, again.people, again.history()) == (play.state, play.people, play.history())
    assert list(data) == ["format", "version", "game", "parameters", "state", "moves", "people", "rules"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"format": "something"},
            "a saved play is not a play that gamekit saved: its format is not 'gamekit play'",
        ),
        ({"version": 2}, "a saved play must have version 1, which this gamekit reads; it has 2"),
        ({"moves": 1}, "moves must be a list; it is 1"),
        ({"more": 1}, "a saved play has no parameter 'more'; did you mean 'moves'"),
        ({"moves": ["3", "9"]}, r"the saved play's moves\[1\] cannot be made: '9' is not a move"),
        ({"moves": ["3", "#1"]}, r"the saved play's moves\[1\] cannot be made: '#1' is not a move"),
        ({"people": ["dog"]}, "a player must be mouse or cat; no player is called 'dog'"),
        ({"parameters": {"graph": [[1, 2], [0, 2], [0, 1]]}}, "the saved play has other parameters: "),
        ({"parameters": {"graph": 1}}, "graph must be a list; it is 1"),
    ],
)
def test_what_was_not_saved_so_is_refused(change: dict[str, Any], message: str) -> None:
    solution = gamekit.solve(SMALL)
    data = {**json.loads(json.dumps(Play.begin(solution).saved())), **change}
    with pytest.raises(InputError, match=message):
        Play.resumed(solution, Saved.read(data), start=solution.start)
    for nonsense in ([], None, 3, {}):
        with pytest.raises(InputError, match="is not a play"):
            Saved.read(nonsense)


def test_a_play_does_not_go_on_after_its_end() -> None:
    solution = gamekit.solve(Countdown())
    saved = Saved.read({**Play.begin(solution, name="count").saved(), "moves": ["1"] * 4})
    with pytest.raises(InputError, match=r"the saved play's moves\[3\] is '1', but play is over before it"):
        Play.resumed(solution, saved, start=3)
    assert Play.resumed(solution, attrs.evolve(saved, moves=("1",) * 3), start=3, people=[]).is_over


def test_players_by_name() -> None:
    assert player_called(SMALL, "cat") == 1


def test_a_hint_says_that_a_puzzle_is_stuck() -> None:
    board = {"side": 3, "corner": 0, "empty": "a1", "last": "b2"}
    play = begun(load_game("peg-solitaire", board), people=[0])
    assert play.hint().endswith(": unsolvable. No move helps any more.")


def test_a_hint_speaks_of_a_game_that_never_ends() -> None:
    play = begun(MuTorere(men=2, restricted=True))
    assert "draw" in play.hint()
    assert not play.solution.store.payoffs
