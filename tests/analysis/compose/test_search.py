"""The search for instances: what it finds follows from the seed, and games draw and change what they accept."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.marks import cases

import gamekit
from gamekit import InputError
from gamekit.analysis.compose.book import Book
from gamekit.game.instances import instances_of
from gamekit.game.parameters import unstructure
from games.cat_mouse import CatMouse
from games.klotski import Klotski
from games.nim import Nim
from games.rush_hour import RushHour
from games.sokoban import Sokoban

SHORT: dict[str, Any] = {"size": 4, "count": 2, "workers": 1, "max_states": 300}


def found(book: Book) -> list[Any]:
    return [unstructure(exercise.game) for exercise in book.exercises]


@pytest.mark.slow
def test_a_search_can_be_resumed(tmp_path: Path) -> None:
    work = tmp_path / "search.json"
    gamekit.compose(Nim, **SHORT, rounds=3, work=work)
    resumed = gamekit.compose(Nim, **SHORT, rounds=8, work=work)
    assert found(resumed) == found(gamekit.compose(Nim, **SHORT, rounds=8))
    with pytest.raises(InputError, match="belongs to another search"):
        gamekit.compose(Nim, **SHORT, rounds=9, seed=2, work=work)
    alone = {"rounds": 3, "climbers": [{"parameters": {"heaps": [1]}, "score": [1.0]}]}
    damages = (
        ("climb", None),
        ("climb", {"rounds": 3, "climbers": [[1]]}),
        ("climb", alone),
        ("best", {"0 0": 3}),
    )
    for name, damage in damages:
        work.with_name("damaged").write_text(json.dumps({**json.loads(work.read_text()), name: damage}))
        with pytest.raises(InputError, match="damaged is damaged: delete it"):
            gamekit.compose(Nim, **SHORT, rounds=9, work=work.with_name("damaged"))


@pytest.mark.release
def test_workers_change_nothing() -> None:
    alone = gamekit.compose(CatMouse, **SHORT, rounds=4)
    assert found(gamekit.compose(CatMouse, **{**SHORT, "workers": 2}, rounds=4)) == found(alone)


def test_a_function_is_a_condition() -> None:
    arguments = {**SHORT, "rounds": 2}
    book = gamekit.compose(Nim, **{**arguments, "workers": 2}, where=lambda s: max(s.heaps) > 1)
    assert found(book) == found(gamekit.compose(Nim, **arguments, where="max(s.heaps) > 1")) != []


def test_what_is_given_stays() -> None:
    fixed = {"mouse": 1, "cat": 2, "hole": 0}
    book = gamekit.compose(CatMouse, **SHORT, rounds=4, fixed=fixed, value="loss")
    assert {exercise.verdict.value.value for exercise in book.exercises} == {"loss"}
    for parameters in found(book):
        assert fixed.items() <= parameters.items()
        assert len(parameters["graph"]) == 4


def test_better_instances_are_told_in_order() -> None:
    told: list[int] = []
    book = gamekit.compose(
        Nim, **SHORT, rounds=6, better=lambda one: told.append(one.verdict.remoteness or 0)
    )
    assert told == sorted(told)
    assert told[-1] == book.exercises[-1].verdict.remoteness


def test_the_wish_is_for_the_player_who_moves_first() -> None:
    book = gamekit.compose(CatMouse, **{**SHORT, "size": 5}, rounds=6)
    assert {(one.verdict.player, one.verdict.value.value) for one in book.exercises} == {("mouse", "win")}


@pytest.mark.parametrize("aim", ["fewest", "states"])
def test_other_aims(aim: str) -> None:
    assert gamekit.compose(Nim, **SHORT, rounds=2, aim=aim).exercises


def test_an_unknown_aim() -> None:
    with pytest.raises(InputError, match="aim must be one of longest"):
        gamekit.compose(Nim, **SHORT, rounds=1, aim="best")


@pytest.mark.parametrize("name", ["mover", "wish", "sample", "conditions"])
def test_options_that_do_not_go_with_a_search(name: str) -> None:
    with pytest.raises(InputError, match=f"{name} does not go with searching .* known: aim, better, "):
        gamekit.compose(Nim, **SHORT, rounds=1, **{name: "first"})


@pytest.mark.parametrize("limit", [{"seconds": 0}, {"rounds": 0}, {"seconds": -1.5}])
def test_a_search_without_time(limit: dict[str, float]) -> None:
    with pytest.raises(
        InputError, match=r"(seconds|rounds) must be more than 0, or left out; it is (0|-1.5)"
    ):
        gamekit.compose(Nim, **SHORT, **limit)


def test_a_wrong_condition_is_told() -> None:
    for where, message in (("s.(", "where must be an expression"), ("s.nothing > 1", "where fails in")):
        with pytest.raises(InputError, match=message):
            gamekit.compose(Nim, **SHORT, rounds=1, where=where)


@pytest.mark.parametrize(("cls", "size"), [(RushHour, 9), (Sokoban, 5), (Klotski, 4)])
def test_instances_as_games_draw_and_change_them(cls: type[Any], size: int) -> None:
    random, instances = Random(3), instances_of(cls)
    parameters = instances.draw(random, size)
    for _ in range(30):
        changed = instances.change(parameters, random)
        assert instances.accepts(changed)
        assert changed != parameters
        parameters = changed


@pytest.mark.parametrize(
    "game",
    cases(
        quick=[
            RushHour("oooooo oooooo AAoBoo oooBoo oooBoo oooooo"),
            CatMouse([[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]),
            Sokoban("#######/#-.-@-#/#-$#$-#/#--.--#/#######"),
        ],
        slow=[Klotski("b#t/###/ss./...")],
    ),
)
def test_an_instance_starts_in_any_state_of_another(game: Any) -> None:
    solution = gamekit.solve(game, backend="python")
    first = game.to_move(game.initial_state())
    for verdict in list(solution)[:: max(1, len(solution) // 20)]:
        if game.to_move(verdict.state) == first and verdict.remoteness:
            parameters = {**unstructure(game), **game.instance_from(verdict.state)}
            moved = gamekit.solve(gamekit.load_game(str(name_of(game)), parameters), backend="python")
            assert (moved.root.value, moved.root.remoteness) == (verdict.value, verdict.remoteness)


def name_of(game: Any) -> str:
    from gamekit.game.fingerprint import name_of

    return name_of(game)


@pytest.mark.slow
def test_without_numba_instances_are_solved_by_plain_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert found(gamekit.compose(RushHour, **SHORT, rounds=4))
