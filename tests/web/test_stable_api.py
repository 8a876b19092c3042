"""The API that other programs may ask: what it says is as it is described, and only allowed pages may ask."""

from __future__ import annotations

import contextlib
import io
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import jsonschema
import pytest
from support.command import SEVENTEEN, assert_refused, call, start
from support.marks import cases
from support.paths import ROOT
from support.web_client import ANY_MEMORY, HOST, PORT, Client, InThread, wait_until

import gamekit
from gamekit.solvers.options import SolveOptions
from gamekit.web.server.app import application
from gamekit.web.server.library import Library
from gamekit.web.server.stable_api import ADDRESS, DESCRIPTION

ORIGIN = "https://example.org"
DESCRIBED = json.loads(DESCRIPTION.read_text("utf-8"))


def client(name: str = "nim", parameters: Any = None, start: str | None = None, **options: Any) -> Client:
    """Return a client of a server that answers about a game, once it is solved."""
    library = Library(SolveOptions(**options), ANY_MEMORY, start=InThread)
    entry = library.add_game(name, parameters, start)
    asked = Client(application(library, HOST, PORT, asked=entry, origins=[ORIGIN]))
    wait_until(lambda: asked.get(f"{ADDRESS}/game").json()["status"] != "solving")
    return asked


@pytest.fixture(scope="module")
def nim() -> Client:
    return client(parameters={"heaps": [1, 2]})


def checked(path: str, answer: httpx.Response) -> Any:
    """Return the body of an answer, after comparing it with what the description says of that status."""
    responses = DESCRIBED["paths"][path]["get"]["responses"]
    schema = responses[str(answer.status_code)]["content"]["application/json"]["schema"]
    validator = jsonschema.Draft202012Validator({**schema, "components": DESCRIBED["components"]})
    validator.validate(answer.json())
    return answer.json()


def closed(schemas: dict[str, Any]) -> dict[str, Any]:
    return {name: {**schema, "additionalProperties": False} for name, schema in schemas.items()}


def test_the_description_is_served_as_it_is(nim: Client) -> None:
    assert checked("/openapi.json", nim.get(f"{ADDRESS}/openapi.json")) == DESCRIBED
    assert DESCRIBED["servers"] == [{"url": ADDRESS}]
    for schema in DESCRIBED["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize(
    ("name", "parameters"),
    cases(
        quick=[
            ("nim", {"heaps": [1, 2]}),
            ("cat-mouse", None),
            ("wolf-goat-cabbage", None),
            ("kayles", {"heaps": [3]}),
        ],
        slow=[("tic-tac-toe", None)],
    ),
)
def test_every_answer_is_as_described(name: str, parameters: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DESCRIBED["components"], "schemas", closed(DESCRIBED["components"]["schemas"]))
    asked = client(name, parameters)
    about = checked("/game", asked.get(f"{ADDRESS}/game"))
    assert (about["status"], about["game"], about["error"]) == ("ready", name, None)
    solution = gamekit.solve(gamekit.load_game(name, parameters))
    assert (about["states"], about["start"]) == (len(solution), solution.describe(solution.start))
    for text in [None, *map(solution.describe, solution.line().states[1:6])]:
        found = checked("/position", asked.get(f"{ADDRESS}/position", params={"state": text} if text else {}))
        state = solution.start if text is None else solution.game.parse_state(text)
        verdict = solution[state]
        assert (found["value"], found["remoteness"]) == (verdict.value, verdict.remoteness)
        assert [move["move"] for move in found["moves"] if move["best"]] == found["best_moves"]
        moves = {solution.game.format_move(state, move): child for move, child, _ in solution.replies(state)}
        assert {move["move"]: move["state"] for move in found["moves"]} == {
            text: solution.describe(child) for text, child in moves.items()
        }
        for move in found["moves"]:
            after = solution[moves[move["move"]]]
            assert (move["payoff"], move["remoteness"]) == (
                after.payoff,
                None if after.remoteness is None else after.remoteness + 1,
            )
        assert found["line_states"][0] == found["state"]


def test_the_api_says_the_same_as_the_command_line() -> None:
    asked = client("cat-mouse", json.loads(Path(SEVENTEEN).read_text()))
    found = asked.get(f"{ADDRESS}/position").json()
    solved = call("solve", "cat-mouse", "--input", SEVENTEEN, "--json").json
    shared = {name: found[name] for name in found if name in solved}
    assert shared == {name: solved[name] for name in shared}
    assert len(shared) == 12


def test_what_is_asked_wrongly_is_refused(nim: Client) -> None:
    for query, message in {
        "state=x": "a state reads like '1 2, first to move'; this one is 'x'",
        "state=1 9, first to move": "9",
        "state=": "this one is ''",
        "stat=x": "the query has no parameter 'stat'; did you mean 'state'?",
        "state=1&state=2": "the query must have state once; it has it twice",
        f"state={'9' * 50_001}": "state has 50,001 letters; a state may have at most 50,000",
        "state=%00%ff": "a state reads like",
    }.items():
        answer = nim.get(f"{ADDRESS}/position?{quote(query, safe='=&%')}")
        assert (answer.status_code, message in checked("/position", answer)["error"]) == (400, True), (
            answer.text
        )
    assert nim.get(f"{ADDRESS}/position?state=x").json()["field"] == "state"
    assert (
        checked("/game", nim.get(f"{ADDRESS}/game?x=1"))["error"]
        == "the query has no parameter 'x'; there is none"
    )
    for path in ("", "/", "/position/", "/nothing", "//position"):
        assert nim.get(f"{ADDRESS}{path}").status_code == 404, path
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        assert nim.request(method, f"{ADDRESS}/position").status_code == 405


def test_a_game_that_cannot_be_solved() -> None:
    asked = client("tic-tac-toe", max_states=10)
    about = checked("/game", asked.get(f"{ADDRESS}/game"))
    assert (about["status"], about["game"]) == ("failed", None)
    answer = asked.get(f"{ADDRESS}/position")
    assert answer.status_code == 422
    assert checked("/position", answer) == {"error": about["error"]}
    assert "more than 10 states" in about["error"]


def test_a_table(tmp_path: Path) -> None:
    gamekit.save_table(gamekit.solve(gamekit.load_game("nim", [1, 2])), tmp_path / "table")
    library = Library(SolveOptions(), ANY_MEMORY, start=InThread)
    entry = library.add_table(tmp_path / "table", None, None)
    asked = Client(application(library, HOST, PORT, asked=entry))
    found = checked("/position", asked.get(f"{ADDRESS}/position", params={"state": "0 1, second to move"}))
    assert (found["game"], found["value"], found["line"]) == ("nim", "win", ["take 1 from a heap of 1"])


# --- who may ask ------------------------------------------------------------------------------------------------

CROSS = {
    "origin": ORIGIN,
    "sec-fetch-site": "cross-site",
    "sec-fetch-mode": "cors",
    "sec-fetch-dest": "empty",
}


def test_a_page_of_an_allowed_site_may_read(nim: Client) -> None:
    answer = nim.get(f"{ADDRESS}/position", headers=CROSS)
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == ORIGIN
    assert "origin" in answer.headers["vary"].split(", ")
    assert "access-control-allow-credentials" not in answer.headers
    refused = nim.get(f"{ADDRESS}/position?state=x", headers=CROSS)
    assert (refused.status_code, refused.headers["access-control-allow-origin"]) == (400, ORIGIN)


def test_a_browser_that_asks_before_gets_an_answer(nim: Client) -> None:
    headers = {
        **CROSS,
        "access-control-request-method": "GET",
        "access-control-request-private-network": "true",
    }
    answer = nim.request("OPTIONS", f"{ADDRESS}/position", headers=headers)
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer.headers["access-control-allow-methods"] == "GET"
    assert answer.headers["access-control-allow-private-network"] == "true"
    assert "access-control-allow-headers" not in answer.headers


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "http://example.org",
        "https://example.org:8443",
        "https://example.org.evil.example",
        "https://sub.example.org",
        "https://EXAMPLE.org",
        "https://example.org/",
        "null",
        "*",
        "",
    ],
)
def test_pages_of_other_sites_are_refused(nim: Client, origin: str) -> None:
    for method in ("GET", "OPTIONS"):
        answer = nim.request(method, f"{ADDRESS}/position", headers={**CROSS, "origin": origin})
        assert answer.status_code == 403
        assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/api/games"),
        ("GET", "/api/v1"),
        ("GET", "/api/v10/position"),
        ("GET", "/static/main.js"),
        ("POST", "/api/solutions"),
        ("POST", f"{ADDRESS}/position"),
        ("OPTIONS", "/api/solutions"),
    ],
)
def test_an_allowed_site_gets_nothing_but_the_api(nim: Client, method: str, path: str) -> None:
    answer = nim.request(method, path, headers=CROSS)
    assert answer.status_code == 403
    assert "access-control-allow-origin" not in answer.headers


def test_an_allowed_site_needs_this_servers_name_and_a_single_origin(nim: Client) -> None:
    assert nim.get(f"{ADDRESS}/game", headers={**CROSS, "host": f"evil.example:{PORT}"}).status_code == 421
    twice = [("origin", ORIGIN), ("origin", "https://evil.example")]
    assert nim.get(f"{ADDRESS}/game", headers=twice).status_code == 403
    without = {name: value for name, value in CROSS.items() if name != "origin"}
    assert nim.get(f"{ADDRESS}/game", headers=without).status_code == 403  # as an image would be asked for


def test_programs_that_are_no_browsers_may_read(nim: Client) -> None:
    answer = nim.get(f"{ADDRESS}/game")
    assert answer.status_code == 200
    assert "access-control-allow-origin" not in answer.headers


def test_without_the_option_there_is_no_api() -> None:
    library = Library(SolveOptions(), ANY_MEMORY, start=InThread)
    plain = Client(application(library, HOST, PORT, origins=[ORIGIN]))
    assert plain.get(f"{ADDRESS}/game").status_code == 404


# --- the command line ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["nim", "--allow-origin", ORIGIN],
            "--allow-origin applies to the API; add --api (see gamekit explore",
        ),
        (
            ["--api"],
            "--api serves one game; name a GAME or the DIR of a table (see gamekit explore --help)",
        ),
        (
            ["nim", "--api", "--allow-origin", "*"],
            "an origin must be http:// or https:// with a host and no path",
        ),
        (["nim", "--api", "--allow-origin", "https://a.org/x"], "an origin must be http:// or https://"),
        (["nim", "--api", "--allow-origin", "null"], "an origin must be http:// or https://"),
        (["nim", "--api", "--allow-origin", "https://"], "an origin must be http:// or https://"),
        (["nim", "--api", "--allow-origin", "https://a.org\nb: c"], "an origin must be http:// or https://"),
    ],
)
def test_what_the_command_line_refuses(arguments: list[str], message: str) -> None:
    refused = call("explore", *arguments)
    assert_refused(refused)
    assert message in refused.err


@pytest.mark.slow
def test_the_program_on_the_page_about_the_api() -> None:
    page = (ROOT / "docs" / "how-to" / "api.md").read_text("utf-8")
    (program,) = re.findall(r"^```py\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    with start("explore", "tic-tac-toe", "--api", "--no-browser", "--port", "0") as server:
        try:
            assert server.stdout is not None
            first, second = (server.stdout.readline().decode() for _ in range(2))
            address = re.sub(r".* (http://\S+) .*\n", r"\1", first)
            assert second == f"gamekit: the API is described at {address}api/v1/openapi.json\n"
            wait_until(lambda: httpx.get(f"{address}api/v1/game").json()["status"] == "ready")
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(program.replace("http://127.0.0.1:8913/", address), {})
            assert out.getvalue() == "X wins in 1 ply ['c3']\n"
        finally:
            server.kill()
