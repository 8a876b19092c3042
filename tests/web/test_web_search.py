"""A game that is too large to be solved whole, on the local page: each value is found by a search when it is shown."""

from __future__ import annotations

from typing import Any

import pytest
from support.web_client import Page, page

import gamekit
from gamekit.analysis.play import search_play
from gamekit.solvers.options import SolveOptions
from gamekit.web.server import searching
from games.connect_four import ConnectFour

SMALL = {"width": 3, "height": 3, "length": 3}


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Page:
    """A page for which every game is too large."""
    monkeypatch.setattr(searching, "MOST_CODES", 0)
    monkeypatch.setattr(searching, "MOST_STATES", 0)
    return page()


def test_a_play_has_the_values_of_the_solution(here: Page) -> None:
    game = ConnectFour(**SMALL)
    solution, state = gamekit.solve(game), game.initial_state()
    header = here.open("connect-four", SMALL)["header"]
    assert (header["headline"], header["states"], header["edges"]) == ("a tie", None, None)
    assert header["size"].startswith("too large to be solved whole")
    assert (header["verified"], header["is_verified"]) == (
        "each value is searched for, and not verified",
        False,
    )
    moves: list[str] = []
    while True:
        (view,) = here.walk(header["id"], moves)
        assert view["value"] == solution[state].value
        if view["over"]:
            break
        known = {game.format_move(state, move): after for move, _, after in solution.replies(state)}
        for move in view["moves"]:
            assert move["payoff"] == known[move["text"]].payoff
            assert move["payoff"] == view["payoff"] or not move["best"]
        assert view["moves"][view["choice"]]["best"]
        assert view["hint"]
        moves.append(view["moves"][len(moves) % len(view["moves"])]["text"])
        state = game.apply(state, game.parse_move(state, moves[-1]))
    assert (view["ending"], view["choice"]) == ("Red has won: three in a row", None)


def test_best_play_ends_as_the_headline_says(here: Page) -> None:
    parameters = {**SMALL, "width": 4}
    header = here.open("connect-four", parameters)["header"]
    moves = here.walk_to_the_end(header["id"])
    assert header["headline"] == f"red wins in {len(moves)} plies"
    assert here.walk(header["id"], moves)[0]["winner"] == "red"


def test_what_needs_all_states_is_refused(here: Page) -> None:
    id = here.open("connect-four", SMALL)["header"]["id"]
    answers: list[Any] = [
        here.post(f"solutions/{id}/why", {"moves": []}),
        here.get(f"solutions/{id}/puzzles"),
        here.get(f"solutions/{id}/statistics"),
        here.post(f"solutions/{id}/comparison"),
    ]
    for answer in answers:
        assert answer.status_code == 422
        assert "needs the values of all states" in answer.json()["error"]


def test_what_is_not_found_in_time_is_said_and_no_blunder(
    here: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = here.open("connect-four", SMALL)["header"]["id"]
    monkeypatch.setattr(search_play.PositionSearch, "_payoff", lambda *_: None)
    (view,) = here.walk(id, ["a", "b"])
    assert (view["value"], view["payoff"], view["headline"]) == ("unsolved", None, "not known in 10 seconds")
    assert {move["outlook"] for move in view["moves"]} == {"not known in 10 seconds"}
    assert (view["choice"], view["hint"], any(move["best"] for move in view["moves"])) == (None, None, False)


@pytest.mark.parametrize("options", [{"max_states": 10_000}, {"backend": "python"}, {"solver": "minimax"}])
def test_options_of_a_solve_exclude_a_search(here: Page, options: dict[str, Any]) -> None:
    del here
    report = page(SolveOptions.of(**options)).open("connect-four", SMALL)
    assert report["header"]["states"] == 694


def test_whoever_waits_is_told_for_what(here: Page) -> None:
    del here
    phases: list[str] = []
    options = SolveOptions.of(progress=lambda phase, _done, _total: phases.append(phase))
    assert searching.play_by_search(ConnectFour(width=4, height=4), None, options)
    kinds = ("compiling", "estimating how many positions", "searching for the value of the start")
    assert {phase for phase in phases if not phase.startswith(kinds)} == set()


@pytest.mark.slow
def test_connect_four_of_six_by_five_is_played_to_the_end() -> None:
    there = page()
    header = there.open("connect-four", {"width": 6, "height": 5, "symmetry": True})["header"]
    assert (header["headline"], header["states"]) == (
        "a tie",
        None,
    )  # John Tromp, "John's Connect Four Playground"
    moves = there.walk_to_the_end(header["id"])
    view = there.walk(header["id"], moves)[0]
    assert (view["over"], view["winner"], len(moves)) == (True, None, 30)
