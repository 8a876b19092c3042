"""The server of the local page: what it answers, and that whatever it is asked it answers in a sentence."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import threading
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from starlette.requests import Request
from support.command import SEVENTEEN, countdown_with, plugins
from support.each_game import each_small_kind_of_game
from support.web_client import Page, page, wait_until

import gamekit
from gamekit.analysis.play.play import Play
from gamekit.cgt import analyse_sum
from gamekit.cgt.sums.named import NamedSum
from gamekit.cli.verbs.new import new_plugin
from gamekit.game.registry import GAMES, adapted_names, load_game, registered
from gamekit.solvers.options import SolveOptions
from gamekit.web.server import app
from gamekit.web.server.faults import Fault, RequestError, fault_of, in_a_line
from gamekit.web.server.jobs import WorkerThreads
from gamekit.web.server.play_cache import PlayCache
from gamekit.web.server.requests import (
    DEEPEST_NESTING,
    LONGEST_START,
    MOST_BYTES,
    MOST_MOVES,
    EmptyRequest,
    read,
)
from gamekit.web.views.position import position


@pytest.fixture(scope="module")
def here() -> Page:
    return page()


@pytest.fixture(scope="module")
def nim(here: Page) -> str:
    """The id of a solved game of nim."""
    report = here.open("nim", {"heaps": [1, 2]})
    return str(report["header"]["id"])


# --- games and solutions -----------------------------------------------------------------------------------


def test_a_game_has_a_picture_and_a_family(here: Page) -> None:
    assert here.get("games/nim/picture").json()["board"].startswith("<svg")
    assert (
        here.get("games/tic-tac-toe/picture").json()["board"].count("data-piece") == 4
    )  # an empty board tells little
    (nim,) = (game for game in here.get("games").json()["games"] if game["name"] == "nim")
    assert nim["family"] == "counting"
    answer = here.get("games/nix/picture")
    assert (answer.status_code, answer.json()) == (404, {"error": "there is no game 'nix'"})


@pytest.mark.slow
def test_every_registered_game_is_offered(here: Page) -> None:
    answer = here.get("games").json()
    assert [game["name"] for game in answer["games"]] == [*registered(GAMES), *adapted_names(GAMES)]
    assert answer["open"] is None
    (mice,) = (game for game in answer["games"] if game["name"] == "cat-mouse")
    assert mice["players"] == ["mouse", "cat"]
    assert mice["parameters"]["properties"]["graph"]["editor"] == "graph"
    assert mice["example"]["graph"]


@pytest.mark.slow
@each_small_kind_of_game
def test_every_game_is_played_to_its_end(here: Page, name: str) -> None:
    report = here.open(name)
    header = report["header"]
    assert report["status"] == "ready"
    moves = here.walk_to_the_end(header["id"], most=60)
    views = here.walk(header["id"], moves, 0)
    assert [view["ply"] for view in views] == list(range(len(moves) + 1))
    assert views[0]["state"] == header["start"]
    if views[0]["remoteness"] is not None and views[0]["remoteness"] <= 60:
        assert views[-1]["over"]
        assert len(moves) == views[0]["remoteness"]
    why = here.post(f"solutions/{header['id']}/why", {"moves": moves[:1]}).json()
    assert why["steps"][0]["state"] == views[min(1, len(moves))]["state"]
    near = here.post(f"solutions/{header['id']}/neighbourhood", {"moves": [], "within": 1}).json()
    assert near["nodes"][0]["state"] == header["start"]


@pytest.mark.slow
def test_a_plugin_is_a_game_like_others() -> None:
    with plugins(games={"countdown": countdown_with()}):
        there = page()
        assert "countdown" in [game["name"] for game in there.get("games").json()["games"]]
        header = there.open("countdown")["header"]
        assert there.walk_to_the_end(header["id"]) == ["1", "1", "1"]
        assert there.post(f"solutions/{header['id']}/why", {"moves": []}).json()["summary"]


@pytest.mark.slow
def test_a_new_plugin_is_found_once_it_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new_plugin("cats-and-dogs", tmp_path, "plain")
    home = tmp_path / "cats-and-dogs"
    about = home / "gamekit_cats_and_dogs-0.1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: gamekit-cats-and-dogs\nVersion: 0.1\n")
    (about / "entry_points.txt").write_text(f"[{GAMES.name}]\ncats-and-dogs = cats_and_dogs:CatsAndDogs\n")
    monkeypatch.syspath_prepend(str(home))
    monkeypatch.setitem(sys.modules, "cats_and_dogs", None)  # to be taken away again in the end
    monkeypatch.delitem(sys.modules, "cats_and_dogs")
    there = page()
    assert "cats-and-dogs" in [game["name"] for game in there.get("games").json()["games"]]
    header = there.open("cats-and-dogs")["header"]
    assert header["title"] == "Cats and dogs"
    moves = there.walk_to_the_end(header["id"])
    assert len(moves) == 3
    assert there.walk(header["id"], moves)[0]["over"]
    why = there.post(f"solutions/{header['id']}/why", {"moves": []}).json()
    assert [step["move"] for step in why["steps"]] == [*moves, None]


@pytest.mark.slow
def test_a_broken_plugin_is_named_and_left_out() -> None:
    with plugins(games={"broken": "nothing of the kind"}):
        answer = page().get("games").json()
    assert [game["name"] for game in answer["games"]] == [*registered(GAMES), *adapted_names(GAMES)]
    assert len(answer["broken"]) == 1
    assert "'broken'" in answer["broken"][0]


def test_what_a_header_says(here: Page) -> None:
    parameters = json.loads(Path(SEVENTEEN).read_text())
    report = here.open("cat-mouse", parameters)
    header = report["header"]
    assert header["headline"] == "cat wins in 80 plies"
    assert (header["states"], header["turn_limit"]) == (544, None)
    assert header["parameters"]["graph"] == parameters["graph"]
    assert header["players"] == ["mouse", "cat"]


def test_the_same_game_is_the_same_solution(here: Page, nim: str) -> None:
    for body in (
        {"game": "nim", "parameters": {"heaps": [1, 2]}},
        {"game": "nim", "parameters": [1, 2]},
        {"game": "nim", "parameters": {"heaps": [1, 2], "misere": False}, "start": "1 2, first to move"},
    ):
        assert here.post("solutions", body).json()["solution"] == nim
    other = here.open("nim", {"heaps": [1, 2]}, "0 2, second to move")["header"]
    assert other["id"] != nim
    assert other["start"] == "0 2, second to move"


@pytest.mark.parametrize("start", [None, "1 2, first to move", "0 2, second to move"])
def test_what_was_solved_before_is_found_by_what_its_header_says(start: str | None, tmp_path: Path) -> None:
    there = page()
    solution = gamekit.solve(load_game("nim", [1, 2]))
    gamekit.save_table(solution, tmp_path / "nim.table")
    kept = there.library.add_table(tmp_path / "nim.table", start, None)
    header = there.get(f"solutions/{kept.id}").json()["header"]
    asked = {name: header[name] for name in ("game", "parameters", "start")}
    assert there.post("solutions", asked).json()["solution"] == kept.id


def test_a_walk_gives_every_view_from_a_ply_on(here: Page, nim: str) -> None:
    moves = here.walk_to_the_end(nim)
    whole = here.walk(nim, moves, 0)
    assert here.walk(nim, moves, 2) == whole[2:]
    assert here.walk(nim, moves) == whole[-1:]
    assert here.walk(nim, []) == whole[:1]


@pytest.mark.slow
def test_statistics_and_comparison(here: Page, nim: str) -> None:
    puzzles = here.get(f"solutions/{nim}/puzzles").json()["puzzles"]
    assert [puzzle["task"] for puzzle in puzzles] == ["First to move wins in 3 plies"]
    counts = here.get(f"solutions/{nim}/statistics").json()["counts"]
    assert sum(counts.values()) == 7
    other = here.open("nim", {"heaps": [2, 1]})["header"]["id"]
    assert here.get(f"solutions/{other}/comparison").status_code == 404
    assert here.post(f"solutions/{nim}/comparison").status_code == 202
    wait_until(lambda: here.get(f"solutions/{nim}/comparison").json()["status"] != "comparing")
    compared = here.get(f"solutions/{nim}/comparison").json()
    assert compared["status"] == "ready"
    assert compared["comparison"]["agree"] is True
    assert here.post(f"solutions/{nim}/comparison").json() == compared


@pytest.mark.release
def test_a_long_walk(here: Page) -> None:
    graph = [[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]
    id = here.open("cat-mouse", graph)["header"]["id"]
    play = Play.begin(gamekit.solve(load_game("cat-mouse", graph)))
    while len(play.turns) < 1_000:
        play = play.played(play.choice())
    moves = [play.format_move(turn.move) for turn in play.turns]
    views = here.walk(id, moves, 0)
    assert [view["ply"] for view in views] == list(range(1_001))
    assert views[0]["value"] == views[-1]["value"] == "draw"
    assert here.walk(id, moves[:500]) == views[500:501]


def test_more_drawings_than_are_sent_at_once(here: Page, nim: str) -> None:
    moves = tuple(here.walk_to_the_end(nim))
    plays = PlayCache(Play.begin(gamekit.solve(load_game("nim", [1, 2]))), position, most_drawn=1)
    with pytest.raises(RequestError, match="2 drawings are too large to be sent at once") as error:
        plays.walk(moves, 0)
    assert error.value.fault.status == 422
    assert plays.walk(moves, len(moves))[0]["over"]


# --- what is refused ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "status", "message", "field"),
    [
        ({"game": "chess"}, 404, "no game is called 'chess'", None),
        ({}, 400, "the request needs the parameter 'game'", None),
        ({"game": 1}, 400, "game must be text; it is 1", None),
        ({"game": "nim", "parametres": {}}, 400, "did you mean 'parameters'?", None),
        ({"game": "nim", "parameters": 3}, 400, "the parameters must be a JSON object; they are 3", None),
        ({"game": "nim", "parameters": {"heaps": [1, "2"]}}, 400, "heaps[1] must be an integer", "heaps"),
        ({"game": "nim", "parameters": {"heaps": [-1]}}, 400, "heaps", "heaps"),
        ({"game": "cat-mouse", "parameters": {"cat": 2}}, 400, "needs the parameter 'graph'", "graph"),
        ({"game": "cat-mouse", "parameters": {"x": 2}}, 400, "known: cat, graph, hole, mouse", "x"),
        ({"game": "cat-mouse", "parameters": {"": 2}}, 400, "known: cat, graph, hole, mouse", ""),
        ({"game": "cat-mouse", "parameters": {"grpah": []}}, 400, "did you mean 'graph'?", "grpah"),
        (
            {"game": "cat-mouse-ii", "parameters": {"cat_jump": 1, "catJump": 2}},
            400,
            "is given the parameter 'cat_jump' twice",
            "cat_jump",
        ),
        ({"game": "cat-mouse", "parameters": [[2], [2], [0, 1, 9]]}, 400, "graph[2]", "graph"),
        (
            {"game": "cat-mouse", "parameters": {"graph": [[2], [2], [0, 1]], "mouse": 7}},
            400,
            "mouse",
            "mouse",
        ),
        ({"game": "cutcake", "parameters": {"cakes": "x"}}, 400, "a cake is written as rows", "cakes"),
    ],
)
def test_bad_games(here: Page, body: Any, status: int, message: str, field: str | None) -> None:
    answer = here.post("solutions", body)
    assert answer.status_code == status, answer.text
    assert message in answer.json()["error"]
    assert answer.json().get("field") == field


@pytest.mark.parametrize(
    ("game", "text", "given", "notation", "parameters", "start"),
    [
        ("nim", "3 4 5", None, "heaps", {"heaps": [3, 4, 5]}, None),
        ("nim", "[3, 4]", {"heaps": [9], "misere": True}, None, {"heaps": [3, 4], "misere": False}, None),
        ("nim", "1 2, second to move\n", {"heaps": [2, 2]}, None, {"heaps": [2, 2]}, "1 2, second to move"),
        (
            "connect-four",
            "112",
            {"width": 3, "height": 3, "length": 3},
            "columns",
            {"width": 3},
            None,
        ),
    ],
)
def test_a_text_is_read_with_the_parameters_of_the_page(
    here: Page, game: str, text: str, given: Any, notation: str | None, parameters: Any, start: str | None
) -> None:
    found = here.post("readings", {"game": game, "text": text, "parameters": given}).json()
    assert (found["notation"], found["start"]) == (notation, start)
    assert found["parameters"].items() >= parameters.items()
    assert found["state"] == start or (start is None and found["state"].startswith(("3 4", ".../O../XX.")))


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        ({"game": "chess", "text": "3"}, 404, "no game is called 'chess'"),
        ({"game": "nim"}, 400, "the request needs the parameter 'text'"),
        ({"game": "nim", "text": "hello"}, 400, "it is in no notation of nim (heaps, mcgs)"),
        (
            {"game": "sokoban", "text": "#####\n#@?.#\n#####"},
            400,
            "line 2, column 3: '?' is no sign of a level",
        ),
        ({"game": "connect-four", "text": "1111111"}, 400, "column 7: '1' is not a move there"),
    ],
)
def test_a_text_that_no_game_reads_is_told(here: Page, body: Any, status: int, message: str) -> None:
    answer = here.post("readings", body)
    assert answer.status_code == status, answer.text
    assert message in answer.json()["error"]


class UnspeakableError(Exception):
    """An error that fails when it is to say something."""

    def __str__(self) -> str:
        raise ValueError


def test_a_start_that_the_game_cannot_read_is_refused_at_once(here: Page) -> None:
    answer = here.post("solutions", {"game": "nim", "parameters": {"heaps": [1, 2]}, "start": "ten heaps"})
    assert answer.status_code == 400
    assert answer.json() == {
        "error": "a state reads like '1 2, first to move'; this one is 'ten heaps'",
        "field": "start",
    }


def test_a_start_that_the_game_cannot_come_to_is_told_once_that_is_known(here: Page) -> None:
    start = "2 2, first to move"
    id = here.post("solutions", {"game": "nim", "parameters": {"heaps": [1, 2]}, "start": start}).json()
    report = here.followed(id["solution"])
    assert (report["status"], report["error"], report["field"]) == (
        "failed",
        "play cannot reach this state: 2 2, first to move",
        "start",
    )
    refused = here.post(f"solutions/{id['solution']}/walk", {"moves": [], "from": 0})
    assert (refused.status_code, refused.json()["error"]) == (422, report["error"])


def test_a_start_is_not_as_long_as_a_request(here: Page) -> None:
    answer = here.post("solutions", {"game": "nim", "start": "9" * (LONGEST_START + 1)})
    assert (answer.status_code, answer.json()) == (
        400,
        {"error": "start has 50,001 letters; a state may have at most 50,000", "field": "start"},
    )


class Peg:
    """A state that shows itself as no literal."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Peg) and self.number == other.number

    def __hash__(self) -> int:
        return self.number

    def __repr__(self) -> str:
        return f"peg {self.number}"


def test_a_start_as_it_is_shown_will_do_where_a_game_reads_none_itself() -> None:
    pegs: dict[str, Any] = {
        "initial_state": lambda _: Peg(3),
        "to_move": lambda _, state: state.number % 2,
        "moves": lambda *_: [1],
        "apply": lambda _, state, move: Peg(state.number - move),
        "outcome": lambda _, state: None if state.number else 1,
    }
    with plugins(games={"pegs": countdown_with(**pegs)}):
        there = page()
        assert there.open("pegs", start="peg 2")["header"]["start"] == "peg 2"
        report = there.open("pegs", start="peg 9")
    assert (report["status"], report["field"]) == ("failed", "start")
    assert report["error"] == "'peg 9' is not a state of Bent"


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (ZeroDivisionError("by 0"), 400, "'x' is not a state of Bent (ZeroDivisionError: by 0)"),
        (UnspeakableError(), 400, "'x' is not a state of Bent (UnspeakableError: )"),
        (gamekit.RulesError("no such piece"), 400, "no such piece"),
        (OSError("/home/me"), 400, "the rules cannot read the state: they fail with OSError"),
        (SystemExit(3), 422, "the rules of Bent fail with SystemExit: 3"),
    ],
)
def test_rules_that_fail_when_they_read_a_start(
    error: BaseException, status: int, said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    def parse_state(self: Any, _text: str) -> Any:  # noqa: ARG001 (methods are told by it)
        raise error

    with plugins(games={"bent": countdown_with(parse_state=parse_state)}):
        there = page()
        answer = there.post("solutions", {"game": "bent", "start": "x"})
        assert there.post("solutions", {"game": "bent", "start": "3"}).status_code == 202  # where it begins
    assert (answer.status_code, answer.json()["error"]) == (status, said)
    assert "Traceback" not in capfd.readouterr().err


def test_a_start_is_read_off_the_event_loop() -> None:
    threads = []

    def parse_state(_game: Any, text: str) -> int:
        threads.append(threading.current_thread())
        return int(text)

    with plugins(games={"bent": countdown_with(parse_state=parse_state)}):
        assert page().open("bent", start="2")["status"] == "ready"
    assert threads
    assert threading.main_thread() not in threads


@pytest.mark.parametrize(
    ("question", "body", "message"),
    [
        ("walk", {"moves": ["take 9"], "from": 0}, "moves[0] cannot be made: 'take 9' is not a move"),
        ("walk", {"moves": ["#1"], "from": 0}, "'#1' is not a move in this state"),
        ("walk", {"moves": [], "from": 1}, "from must be a number of moves"),
        ("walk", {"moves": [], "from": -1}, "from must be a number of moves"),
        ("walk", {"moves": []}, "needs the parameter"),
        ("walk", {"moves": "take", "from": 0}, "moves must be a list"),
        ("walk", {"moves": [1], "from": 0}, "moves[0] must be text; it is 1"),
        ("walk", {"moves": ["x"] * (MOST_MOVES + 1), "from": 0}, "at most 5,000"),
        ("walk", {"moves": ["x" * 1001], "from": 0}, "a move may have at most 1,000"),
        ("why", {"moves": ["\ud800"]}, "is not a move in this state"),
        ("neighbourhood", {"moves": [], "within": 0}, "within must be from 1 to"),
        ("neighbourhood", {"moves": [], "most": 1_000_000}, "most must be from 1 to"),
        ("comparison", {"solvers": []}, "has no parameter 'solvers'"),
        ("arrangement", {}, "must have one of cells and text"),
        ("arrangement", {"cells": [0], "text": "0"}, "must have one of cells and text"),
        ("arrangement", {"cells": [0]}, "the player to move last; there are 1"),
        ("arrangement", {"text": "0"}, "reads like"),
        ("wish", {"value": "won"}, "'won' is not a valid Value"),
        ("wish", {"value": "win", "least": -1}, "least must be from 0 to 5,000; it is -1"),
    ],
)
def test_bad_questions(here: Page, nim: str, question: str, body: Any, message: str) -> None:
    answer = here.client.post(
        f"/api/solutions/{nim}/{question}",
        content=json.dumps(body),
        headers={"content-type": "application/json"},
    )
    assert answer.status_code == 400, answer.text
    assert message in answer.json()["error"]


def test_moves_after_the_end(here: Page, nim: str) -> None:
    moves = here.walk_to_the_end(nim)
    answer = here.post(f"solutions/{nim}/walk", {"moves": [*moves, "take"], "from": 0})
    assert answer.status_code == 400
    assert answer.json()["error"] == f"moves[{len(moves)}] is 'take', but play is over before it"


@pytest.mark.parametrize("path", ["solutions/none", "solutions/none/statistics", "solutions/none/comparison"])
def test_unknown_solutions(here: Page, path: str) -> None:
    answer = here.get(path)
    assert answer.status_code == 404
    assert (
        answer.json()["error"]
        == "this server does not have the solution, or has it no longer; open the game again"
    )


def test_other_addresses_and_methods(here: Page) -> None:
    for method, path, status in (
        ("GET", "/api/nothing", 404),
        ("GET", "/etc/passwd", 404),
        ("GET", "/api/games/", 404),
        ("POST", "/api/solutions/", 404),
        ("GET", "/static/../api.py", 404),
        ("GET", "/static/%2e%2e/%2e%2e/web/api.py", 404),
        ("GET", "/static/index.html/..", 404),
        ("DELETE", "/api/games", 405),
        ("GET", "/api/solutions", 405),
        ("POST", "/", 405),
    ):
        answer = here.client.request(method, path)
        assert (answer.status_code, list(answer.json())) == (status, ["error"]), path


def test_bodies(here: Page) -> None:
    def refused(content: Any, kind: str | None = "application/json") -> tuple[int, str]:
        headers = {} if kind is None else {"content-type": kind}
        answer = here.client.post("/api/solutions", content=content, headers=headers)
        return answer.status_code, answer.json()["error"]

    good = b'{"game": "nim"}'
    assert (
        refused(good, None)[0]
        == refused(good, "text/plain")[0]
        == refused(good, "application/jsonp")[0]
        == 415
    )
    assert refused(b"{")[0] == refused(b"")[0] == refused(b"\xff")[0] == refused(b"NaN")[0] == 400
    assert refused(b'{"game": "nim", "game": "nim"}') == (
        400,
        "the request is not good JSON: the key 'game' occurs twice",
    )
    assert refused(b"[]") == (400, "the request must be a JSON object; it is []")
    assert refused(b" " * MOST_BYTES + good)[0] == 413
    deep = b'{"game": "nim", "parameters": ' + b"[" * DEEPEST_NESTING + b"]" * DEEPEST_NESTING + b"}"
    assert refused(deep) == (
        400,
        "the request may nest lists and objects at most 32 levels deep; it nests them deeper",
    )
    assert refused(b"[" * 500_000) == (
        400,
        "the request nests lists and objects too deeply to be read",
    )
    assert refused(b'{"game": ' + b"9" * 10_000 + b"}") == (
        400,
        "the request has an integer of more than 4,300 digits, the limit",
    )
    fine = here.client.post(
        "/api/solutions", content=good, headers={"content-type": "Application/JSON; charset=utf-8"}
    )
    assert fine.status_code == 202


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["game", "parameters", "start", "moves", "from", "within", "x"]), inner
        )
    ),
    max_leaves=12,
)


@pytest.mark.slow
@given(
    body=st.binary(max_size=60) | json_values.map(json.dumps).map(str.encode),
    question=st.sampled_from(
        [
            "",
            "/{id}/walk",
            "/{id}/why",
            "/{id}/neighbourhood",
            "/{id}/comparison",
            "/{id}/palette",
            "/{id}/arrangement",
            "/{id}/wish",
            "/x/why",
        ]
    ),
    method=st.sampled_from(["POST", "PUT", "DELETE", "GET"]),
)
@hypothesis_settings(deadline=None)
def test_no_request_is_a_fault_of_the_server(
    here: Page, nim: str, body: bytes, question: str, method: str
) -> None:
    path = f"/api/solutions{question.replace('{id}', nim)}"
    answer = here.client.request(method, path, content=body, headers={"content-type": "application/json"})
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        assert answer.json()["error"]


# --- rules that break their promises --------------------------------------------------------------------------


def fail(*_arguments: Any) -> Any:
    raise ZeroDivisionError("in /home/somebody/games/rules.py")


@pytest.mark.parametrize("method", ["svg", "format_move", "format_state", "render"])
def test_rules_that_fail_when_they_are_shown(method: str, capfd: pytest.CaptureFixture[str]) -> None:
    def broken(self: Any, *_arguments: Any) -> Any:
        return fail(self)

    with plugins(games={"bent": countdown_with(**{method: broken})}):
        there = page()
        opened = there.post("solutions", {"game": "bent"})
        answer = opened
        if opened.status_code == 202:
            report = there.followed(opened.json()["solution"])
            answer = there.post(f"solutions/{opened.json()['solution']}/walk", {"moves": [], "from": 0})
            assert report["status"] in ("ready", "failed")
    assert answer.status_code == 422, answer.text
    assert answer.json()["error"] == "the rules of Bent fail with ZeroDivisionError"
    terminal = capfd.readouterr().err
    assert (
        "gamekit: the rules of Bent fail with ZeroDivisionError: in /home/somebody/games/rules.py\n"
        in terminal
    )
    assert "Traceback" not in terminal


def test_rules_that_fail_when_they_are_solved() -> None:
    with plugins(games={"bent": countdown_with(apply=fail)}):
        report = page().open("bent")
    assert report["status"] == "failed"
    assert report["error"].startswith("Bent.apply(3, 1)")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (SystemExit(3), "SystemExit: 3"),
        (KeyboardInterrupt(), "KeyboardInterrupt"),
        (UnspeakableError(), "UnspeakableError"),
        (RuntimeError("no such piece: 'x'"), "RuntimeError: no such piece: 'x'"),
        (RuntimeError("see file:///home/John Smith/x"), "RuntimeError"),
        (RuntimeError("see \\\\server\\x"), "RuntimeError"),
        (RuntimeError("see ~me"), "RuntimeError"),
    ],
)
def test_whatever_rules_raise_is_said_in_a_sentence(error: BaseException, said: str) -> None:
    broken = [False]

    def format_move(self: Any, _state: Any, move: int) -> str:  # noqa: ARG001 (methods are told by it)
        if broken[0]:
            raise error
        return str(move)

    with plugins(games={"bent": countdown_with(format_move=format_move)}):
        there = page()
        id = there.open("bent")["header"]["id"]
        broken[0] = True
        answer = there.post(f"solutions/{id}/walk", {"moves": [], "from": 0})
    assert (answer.status_code, answer.json()["error"]) == (422, f"the rules of Bent fail with {said}")


def test_a_game_that_ends_the_program_when_it_is_made() -> None:
    def end(self: Any) -> None:  # noqa: ARG001 (methods are told by it)
        raise SystemExit(4)

    with plugins(games={"bent": countdown_with(__attrs_post_init__=end, initial_state=end)}):
        answer = page().post("solutions", {"game": "bent"})
    assert (answer.status_code, answer.json()["error"]) == (422, "the rules of Bent fail with SystemExit: 4")


@pytest.mark.parametrize(
    "player",
    [
        float("nan"),
        *(pytest.param(player, marks=pytest.mark.slow) for player in ({(1, 2): 3}, UnspeakableError())),
    ],
)
def test_a_game_whose_entry_is_no_json_takes_no_other_with_it(player: Any) -> None:
    with plugins(games={"bent": countdown_with(players=(player, "second"))}):
        answer = page().get("games")
    assert answer.status_code == 200
    assert [game["name"] for game in answer.json()["games"]] == [*registered(GAMES), *adapted_names(GAMES)]
    (broken,) = answer.json()["broken"]
    assert broken.startswith("bent: a value that the game supplies cannot be written as JSON")


def test_who_has_an_answer_may_ask_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    class LateSemaphore(threading.Semaphore):
        def release(self, n: int = 1) -> None:
            time.sleep(0.02)  # a thread that the processor leaves waiting
            super().release(n)

    monkeypatch.setattr(threading, "Semaphore", LateSemaphore)
    threads = WorkerThreads(at_once=1, most_waiting=0)

    def fail() -> int:
        raise ValueError("a failure is an answer")

    async def asked() -> None:
        for number in range(3):
            assert await threads.run(lambda number=number: number) == number
            with pytest.raises(ValueError, match="a failure is an answer"):
                await threads.run(fail)

    asyncio.run(asked())


def test_questions_that_hang_hold_up_no_more_than_questions() -> None:
    end, reached = threading.Event(), threading.Semaphore(0)

    def hang() -> str:
        reached.release()
        assert end.wait(30)
        return "answered"

    async def asked() -> None:
        threads = WorkerThreads(at_once=2, most_waiting=1)
        hanging = [asyncio.create_task(threads.run(hang)) for _ in range(3)]
        await asyncio.to_thread(lambda: [reached.acquire(timeout=30) for _ in range(2)])
        with pytest.raises(RequestError, match="too many questions wait") as caught:
            await threads.run(hang)
        assert caught.value.fault.status == 503
        hanging[2].cancel()  # who asked is gone
        end.set()
        assert await asyncio.gather(*hanging[:2]) == ["answered", "answered"]
        assert [await threads.run(lambda number=number: number) for number in range(5)] == [0, 1, 2, 3, 4]

    asyncio.run(asked())


def test_a_body_that_does_not_come(monkeypatch: pytest.MonkeyPatch) -> None:
    async def body() -> AsyncIterator[bytes]:
        yield b"{"
        await asyncio.Event().wait()

    request = Request(
        {"type": "http", "method": "POST", "headers": [(b"content-type", b"application/json")]},
    )
    monkeypatch.setattr(request, "stream", body)
    with pytest.raises(RequestError, match="did not come within") as caught:
        asyncio.run(read(request, EmptyRequest, longest=0))
    assert caught.value.fault.status == 408


def test_a_state_that_may_not_be_reached_is_said_to_be() -> None:
    there = page(SolveOptions(max_states=60))
    header = there.open("nim", [3, 4, 5], "0 2 2, first to move")["header"]
    wait_until(lambda: there.get(f"solutions/{header['id']}").json()["header"]["verified"])
    verified = there.get(f"solutions/{header['id']}").json()["header"]["verified"]
    assert verified.startswith("all 9 states; ")
    assert verified.endswith("; reachability of this state was not checked")


def test_statistics_are_counted_once(here: Page, nim: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = here.get(f"solutions/{nim}/statistics").json()
    monkeypatch.setattr("gamekit.web.views.statistics.statistics", fail)
    assert here.get(f"solutions/{nim}/statistics").json() == first


def test_a_fault_of_the_server_is_told_in_its_terminal_alone(
    here: Page, nim: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gamekit.web.server.keeper.explanation", fail)
    answer = here.post(f"solutions/{nim}/why", {"moves": []})
    assert answer.status_code == 500
    assert answer.json() == {
        "error": "gamekit is at fault; the terminal that it was started from shows what happened"
    }
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")


def test_what_is_said_of_errors() -> None:
    assert fault_of(MemoryError()) == Fault(
        422, "the memory for one game ran out; --memory allows more, and a lower --max-states stops sooner"
    )
    assert fault_of(gamekit.LimitError("too many")) == Fault(422, "too many")
    fault = fault_of(ZeroDivisionError("in /home/me"))
    assert (fault.status, "/home/me" in fault.error) == (500, False)
    assert fault.details
    assert "ZeroDivisionError: in /home/me" in fault.details
    assert in_a_line("a\n/home/me/x.py and C:\\Users\\me") == "a … and …"
    assert in_a_line("r1bqk/8/8 w and 1/2") == "r1bqk/8/8 w and 1/2"
    assert len(in_a_line("x" * 10_000)) == 600


# --- the page and its files ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_page_and_its_policy(here: Page) -> None:
    answer = here.client.get("/")
    assert answer.status_code == 200
    assert app.PLACEHOLDER not in answer.text
    html, hashed = app.page()
    assert answer.text == html
    assert hashed in answer.headers["content-security-policy"]
    found = re.search(r'<script type="importmap">(.*?)</script>', html)
    assert found
    modules = json.loads(found[1])["imports"]
    assert modules["gamekit/dom"] == "./static/dom.js"
    for address in modules.values():
        assert (
            here.client.get(address.removeprefix(".")).headers["content-type"].startswith("text/javascript")
        )


def test_files_say_what_they_are(here: Page) -> None:
    style = here.client.get("/static/style.css")
    assert (style.status_code, style.headers["content-type"]) == (200, "text/css; charset=utf-8")
    assert here.client.get("/static/__init__.py").status_code == 404


def test_a_sum_is_played_with_the_moves_that_the_theory_names(here: Page) -> None:
    summands = ["nim:3 4 5", "kayles:3", "cram:..|.."]
    report = here.open("sum", {"summands": summands})
    (view,) = here.walk(str(report["header"]["id"]), [])
    total = NamedSum(summands=tuple(summands))
    start = total.start()
    wins = {
        (*start[: move.summand], (move.summand, move.option), *start[move.summand + 1 :])
        for move in analyse_sum(total).moves
    }
    named = {total.format_option(start, option, 0): option for option in total.options_of(start, 0)}
    shown = {named[move["text"]] for move in view["moves"] if move["value"] == "win"}
    assert {"1: take 1 from a heap of 5", "2: take 1, at an end"} <= set(named)
    assert len(shown) > 3
    assert set(map(total.canonical_position, shown)) == set(map(total.canonical_position, wins))
