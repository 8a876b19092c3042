"""The page that `gamekit export --html` writes, opened from a file: played with no server, and no request."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.command import SEVENTEEN
from support.hostile_game import Hostile
from support.marks import cases

import gamekit
from gamekit import Solution
from gamekit.analysis.play.play import Play
from gamekit.game.registry import load_game
from gamekit.web.pages import write_page
from gamekit.web.views.explanation import explanation
from gamekit.web.views.position import position

MICE: dict[str, Any] = json.loads(Path(SEVENTEEN).read_text())
LIMITED = {"grid": ["M.C", "...", "#.F"], "cat_jump": 1, "mouse_jump": 1}
HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"

ASKED = """async (asked) => {
  const { fileSource, unpacked } = await import("gamekit/source_file");
  const source = fileSource(await unpacked(document.getElementById("game").textContent));
  return Promise.all(asked.map(async (moves) => [await source.walk(moves, 0), await source.why(moves)]));
}"""

Export = Callable[..., str]


@cache
def solved(name: str, parameters: str | None) -> Solution[Any, Any]:
    return gamekit.solve(load_game(name, parameters and json.loads(parameters)))


@pytest.fixture
def exported(tmp_path: Path) -> Export:
    """Return a function that writes a game's page and returns where it is."""

    def write(name: str, parameters: Any = None) -> str:
        solution = solved(name, json.dumps(parameters) if parameters else None)
        write_page(solution, tmp_path / f"{name}.html")
        return (tmp_path / f"{name}.html").as_uri()

    return write


def opened(page: Any, url: str) -> Any:
    page.goto(url)
    page.locator(".status").wait_for()
    return page


def test_a_game_is_played_to_its_end_perfectly_and_nothing_is_asked_for(
    page: Any, exported: Export, expect: Any
) -> None:
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    url = exported("cat-mouse", MICE)
    opened(page, url)
    expect(page.locator(".headline")).to_have_text("Cat wins in 80 plies")
    expect(page.locator(".proved")).to_have_text("✓ verified: all 544 states")
    for played in range(2, 81, 2):
        page.locator(".move.best").first.click()
        expect(page.locator(".turn")).to_have_count(played)
    expect(page.locator(".status")).to_contain_text("Cat has won")
    assert [asked for asked in requests if not asked.startswith("data:")] == [url]


@pytest.mark.release
def test_a_blunder_is_shown_and_taken_back(page: Any, exported: Export, expect: Any) -> None:
    opened(page, exported("nim", {"heaps": [1, 2]}))
    page.locator(".move", has_text="take 2 from a heap of 2").click()
    expect(page.locator(".turn")).to_have_count(2)
    expect(page.locator(".turns")).to_contain_text("blunder")
    expect(page.locator(".status")).to_contain_text("Second: take 1 from a heap of 1")
    expect(page.locator(".game-title")).to_have_text("Nim")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".status")).to_contain_text("First to move")
    expect(page.locator(".game-title")).to_have_text("Nim")


def test_a_draw_shows_its_circle_and_goes_round(page: Any, exported: Export, expect: Any) -> None:
    opened(page, exported("cat-mouse"))
    expect(page.locator("#why .summary")).to_contain_text("a draw by endless play")
    expect(page.locator(".cycle-state")).to_have_count(4)
    for move in ("3", "5", "4", "2", "3"):
        page.get_by_role("button", name=f"Play {move} ").click()
    expect(page.locator(".status")).to_contain_text("play goes in a circle")


@pytest.mark.release
def test_a_link_restores_the_state(new_page: Callable[..., Any], exported: Export, expect: Any) -> None:
    page = opened(new_page(), exported("nim", {"heaps": [1, 2]}))
    page.locator(".move.best").first.click()
    expect(page.locator(".turn")).to_have_count(2)
    here = page.evaluate("location.href")
    other = opened(new_page(), here)
    expect(other.locator(".turn")).to_have_count(2)
    assert other.locator(".drawing").get_attribute("alt") == page.locator(".drawing").get_attribute("alt")
    other.evaluate("location.hash = 'move=nowhere'")
    expect(other.get_by_role("alert")).to_have_text("There is no move nowhere in 1 2, first to move.")
    expect(other.locator(".turn")).to_have_count(2)
    third = opened(new_page(), f"{here.partition('#')[0]}#move=nowhere")
    expect(third.get_by_role("alert")).to_contain_text("There is no move nowhere")
    expect(third.locator(".status")).to_contain_text("First to move")


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("cat-mouse-ii", LIMITED),
        ("quixo", None),
        ("sliding-puzzle", None),
        ("tic-tac-toe", {"rows": 2, "columns": 3, "length": 3, "symmetry": True}),
    ],
)
def test_the_page_answers_as_a_server_would(name: str, parameters: Any, page: Any, exported: Export) -> None:
    opened(page, exported(name, parameters))
    solution = solved(name, json.dumps(parameters) if parameters else None)
    generator = random.Random(0)
    asked, answers = [], []
    for _ in range(30):
        play = Play.begin(solution)
        views = [position(play)]
        for _ in range(generator.randrange(16)):
            if not play.is_over:
                play = play.played(generator.choice(play.replies)[0])
                views.append(position(play))
        asked.append(play.saved()["moves"])
        answers.append([views, explanation(solution, play.state)])
    assert page.evaluate(ASKED, asked) == json.loads(json.dumps(answers))


@pytest.mark.release
def test_where_the_turn_limit_may_decide_the_page_says_so(page: Any, exported: Export, expect: Any) -> None:
    opened(page, exported("cat-mouse-ii", LIMITED))
    expect(page.locator(".facts")).to_contain_text("turn limit of 1,000 plies; values hold for")
    with pytest.raises(
        Exception, match=r"This page knows the first \d+ plies; later the turn limit of 1000 may"
    ):
        page.evaluate(ASKED, [["stay"] * 1000])


@pytest.mark.release
def test_texts_of_a_game_are_shown_and_never_run(page: Any, tmp_path: Path, expect: Any) -> None:
    dialogs = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    write_page(gamekit.solve(Hostile(HOSTILE)), tmp_path / "page.html")
    opened(page, (tmp_path / "page.html").as_uri())
    expect(page.locator(".move-text")).to_have_text(HOSTILE)
    page.locator(".move").click()
    expect(page.locator(".status")).to_contain_text(f"One {HOSTILE}: {HOSTILE}")
    assert page.locator("img:not(.small-board)").count() == 1
    assert dialogs == []


def test_it_works_in_a_frame_that_may_run_scripts_and_nothing_else(
    page: Any, exported: Export, tmp_path: Path, expect: Any
) -> None:
    url = exported("nim", {"heaps": [1, 2]})
    frame = (
        f'<!doctype html><iframe title="nim" sandbox="allow-scripts" width="900" height="900" src="{url}">'
    )
    (tmp_path / "frame.html").write_text(frame)
    page.goto((tmp_path / "frame.html").as_uri())
    inner = page.frame_locator("iframe")
    inner.get_by_label("Show values").check()  # nothing is kept in such a frame
    inner.locator(".move.best").first.click()
    expect(inner.locator(".turn")).to_have_count(2)
    inner.get_by_role("button", name="Dark").click()
    expect(inner.get_by_role("button", name="Light")).to_be_visible()


def test_without_javascript_there_is_the_start_and_its_verdict(
    new_page: Callable[..., Any], exported: Export, expect: Any
) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(exported("cat-mouse"))
    expect(page.locator(".headline")).to_have_text("A draw by endless play")
    expect(page.get_by_alt_text("mouse 1, cat 2, mouse to move")).to_be_visible()
    page.set_viewport_size({"width": 400, "height": 800})
    expect(page.get_by_alt_text("mouse 1, cat 2, mouse to move")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("heading", name="Why")).to_be_hidden()


def test_a_browser_too_old_is_told(page: Any, exported: Export, expect: Any) -> None:
    page.add_init_script("delete globalThis.DecompressionStream")
    page.goto(exported("nim", {"heaps": [1, 2]}))
    expect(page.get_by_role("alert")).to_contain_text("This browser is too old to unpack the game")
    expect(page.locator(".headline")).to_have_text("First wins in 3 plies")


@pytest.mark.parametrize("scheme", cases(quick=["dark"], release=["light"]))
def test_it_fits_a_phone_in_both_themes(
    scheme: str, new_page: Callable[..., Any], exported: Export, expect: Any
) -> None:
    page = opened(
        new_page(viewport={"width": 400, "height": 800}, color_scheme=scheme), exported("cat-mouse")
    )
    expect(page.locator(".cycle-drawing")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (int(paper[4:].split(",")[0]) < 128) == (scheme == "dark")
