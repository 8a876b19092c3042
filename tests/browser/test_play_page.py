"""The page of `gamekit explore` in a browser: games are played to their ends, by mouse and by keyboard."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.axe import serious
from support.command import SEVENTEEN
from support.marks import cases
from support.plugins import as_plugin

from gamekit.cli.verbs.new import new_plugin

Explore = Callable[..., str]

ROUND = {"graph": [[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]}  # a draw: play goes round for ever
ROUND_TRIP = ["3", "5", "4", "2", "3"]
TABS = ("Why", "Puzzles", "Neighbourhood", "Statistics", "Compare", "Editor")


def spot(page: Any, move: str) -> Any:
    """Return the spot on the board where one move takes place, and no other."""
    return page.locator(f'[data-spot][aria-label^="{move},"], [data-spot][aria-label="{move}"]')


def choose(page: Any, move: str) -> None:
    """Make a move by the list."""
    page.locator(".move", has=page.get_by_text(move, exact=True)).click()


def seat(page: Any, player: str, who: str) -> None:
    page.get_by_label(re.compile(f"^{player} is", re.IGNORECASE)).select_option(label=who)


def opened(page: Any, url: str) -> Any:
    """Go to a page, and wait for its game."""
    page.goto(url)
    page.locator(".headline").wait_for()
    return page


def address(page: Any) -> str:
    """Return the address as the page has it now; `page.url` comes to know of changes later."""
    found: str = page.evaluate("location.href")
    return found


def blunder(page: Any, expect: Any) -> None:
    """Play a new game of tic-tac-toe up to a blunder of X and the answer to it."""
    for played, move in ((2, "a3"), (4, "c1")):
        spot(page, move).click()
        expect(page.locator(".turn")).to_have_count(played)
    page.locator('[data-spot]:not([aria-label$="best"])').first.click()
    expect(page.locator(".turn")).to_have_count(6)


# --- playing ------------------------------------------------------------------------------------------------


def test_the_cat_catches_the_best_of_mice_in_80_plies(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("cat-mouse", json.loads(Path(SEVENTEEN).read_text())))
    expect(page.locator(".headline")).to_have_text("Cat wins in 80 plies")
    expect(page.locator(".proof")).to_have_text("✓ verified: all 544 states")
    for played in range(2, 81, 2):
        best = page.locator('[data-spot][aria-label$=", best"]:not([aria-label*="moves:"])')
        best.first.click()
        expect(page.locator(".turn")).to_have_count(played)
    expect(page.locator(".status")).to_contain_text("Cat has won")
    expect(page.locator(".moves-card")).to_contain_text("play is over")
    expect(page.locator(".history")).to_contain_text("No blunder. ")
    page.locator(".turn").first.click()
    expect(page.locator(".history")).to_contain_text("No blunder. ")


def test_tic_tac_toe_is_played_to_its_end_and_ends_in_a_tie(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("tic-tac-toe"))
    for played in (2, 4, 6, 8, 9):
        page.locator('[data-spot][aria-label$=", best"]').first.click()
        expect(page.locator(".turn")).to_have_count(played)
    expect(page.locator(".status")).to_contain_text("A tie")


def test_each_move_is_marked_on_the_board_and_in_the_list(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("cat-mouse", json.loads(Path(SEVENTEEN).read_text())))
    expect(page.locator(".mark")).to_have_count(4)
    expect(page.locator(".mark.best")).to_have_text("L 80 ★")
    assert sorted(page.locator(".mark text").all_text_contents()) == ["L 40", "L 54", "L 54", "L 80 ★"]
    expect(page.locator(".move")).to_have_count(4)
    expect(page.locator(".move").first).to_contain_text("14★ holds out longestloses in 80")
    expect(page.locator(".move.best")).to_have_count(1)
    page.locator(".move").first.hover()
    expect(page.locator(".lit")).to_have_count(2)


@pytest.mark.release
def test_a_badge_is_called_what_it_means(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("tic-tac-toe"))
    names = page.evaluate(
        """async () => {
          const { badge } = await import("gamekit/words");
          const badges = [badge("tie", 5, 1, "ties in 5"), badge("draw", null), badge("win"), badge("loss", 3)];
          return badges.map(({ ariaLabel }) => ariaLabel);
        }"""
    )
    assert names == ["ties in 5", "draw", "win", "loss"]
    expect(page.locator(".legend .value-tie")).to_have_attribute("aria-label", "ties in 9")
    expect(page.locator(".legend li").first).to_have_text("T 9 ties in 9 plies, which nobody wins")


def test_whose_turn_it_is_is_not_said_where_one_player_makes_all_moves(
    page: Any, explore: Explore, expect: Any
) -> None:
    opened(page, explore("towers-of-hanoi", {"discs": 2}))
    expect(page.locator(".standing")).to_have_text("Solve it in as few moves as you can.")
    page.locator(".move.best").first.click()
    expect(page.locator(".standing")).to_have_text("Solvable in 2 moves.")
    expect(page.locator(".said")).to_have_text(re.compile(r"^Played [^.]*\.$"))
    page.get_by_label("Show values").uncheck()
    expect(page.locator(".standing")).to_have_text("1 move made.")
    expect(page.locator("body")).not_to_contain_text("to move")


def test_a_blunder_is_marked_and_clicking_goes_back(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("tic-tac-toe"))
    blunder(page, expect)
    expect(page.locator(".turn").nth(4)).to_contain_text("✖ blunder")
    expect(page.locator(".curve .blunder")).to_have_count(1)
    expect(page.locator(".history")).to_contain_text("1 blunder")
    expect(page.locator(".game-title")).to_have_text("Tic-tac-toe")
    expect(page.locator(".headline")).to_have_text("A tie in 9 plies")
    expect(page.locator(".standing")).to_have_text("O has won: three in a row.")
    page.locator(".point").nth(4).click(force=True)
    expect(page.locator(".standing")).to_have_text("X to move: a tie in 5 plies.")
    expect(page.locator('.turn[aria-current="step"]')).to_have_text(re.compile(r"^4\. O"))
    expect(page.locator(".turn.undone")).to_have_count(2)
    page.locator(".turn").nth(5).click()
    expect(page.locator(".turn.undone")).to_have_count(0)
    page.get_by_role("button", name="New game").click()
    expect(page.locator(".game-title")).to_have_text("Tic-tac-toe")
    expect(page.locator(".standing")).to_have_text("X to move.")


def test_at_the_start_the_verdict_is_said_once(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("cat-mouse", json.loads(Path(SEVENTEEN).read_text())))
    told = " ".join(page.locator("#verdict, .status").all_inner_texts())
    assert told.lower().count("cat wins in 80 plies") == 1
    assert told.lower().count("mouse to move") == 1
    spot(page, "5").click()
    expect(page.locator(".turn")).to_have_count(2)
    expect(page.locator(".standing")).to_have_text("Mouse to move: Cat wins in 38 plies.")
    expect(page.locator(".headline")).to_have_text("Cat wins in 80 plies")


def test_moves_are_taken_back_and_made_again(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("tic-tac-toe"))
    undo, redo = (page.get_by_role("button", name=name) for name in ("Undo", "Redo"))
    expect(undo).to_be_disabled()
    spot(page, "a3").click()
    expect(page.locator(".turn")).to_have_count(2)
    board = page.locator(".drawing").get_attribute("alt")
    undo.click()
    expect(page.locator(".drawing")).to_have_attribute("alt", "an empty board")
    expect(undo).to_be_disabled()
    redo.click()
    expect(page.locator(".drawing")).to_have_attribute("alt", board)
    expect(redo).to_be_disabled()
    undo.click()
    spot(page, "b2").click()
    expect(page.locator(".turn").first).to_have_text("1. X: b2")
    expect(page.locator(".turn")).to_have_count(2)
    page.get_by_role("button", name="New game").click()
    expect(page.locator(".turn")).to_have_count(0)


def test_a_hint_names_a_best_move(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("nim", {"heaps": [3, 2]}))
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".status")).to_contain_text("Hint: take 1 from a heap of 3: First wins")


def test_a_friend_plays_in_the_place_of_perfection(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("tic-tac-toe"))
    seat(page, "O", "a person")
    for number, move in enumerate(["a3", "b3", "a2", "b2", "a1"], start=1):
        choose(page, move)
        expect(page.locator(".turn")).to_have_count(number)
    expect(page.locator(".status")).to_contain_text("X has won")


def test_perfection_plays_itself(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("tic-tac-toe"))
    seat(page, "X", "perfection")
    expect(page.locator(".status")).to_contain_text("A tie")
    expect(page.locator(".turn")).to_have_count(9)


def test_a_drawn_circle_is_told_and_can_be_stopped(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("cat-mouse", ROUND))
    seat(page, "cat", "a person")
    for number, move in enumerate(ROUND_TRIP[:-1], start=1):
        choose(page, move)
        expect(page.locator(".turn")).to_have_count(number)
    stop = page.get_by_role("button", name="Stop here")
    if not stop.is_visible():
        choose(page, ROUND_TRIP[-1])
    expect(page.locator(".status")).to_contain_text("play goes in a circle")
    stop.click()
    expect(page.locator(".status")).to_contain_text("Play was stopped")
    expect(page.locator("[data-spot]")).to_have_count(0)
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("[data-spot]")).not_to_have_count(0)


@pytest.mark.release
def test_a_drawn_line_has_its_circle_drawn_and_is_followed(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("cat-mouse", ROUND))
    expect(page.locator(".cycle-drawing")).to_be_visible()
    steps = page.locator(".step").count()
    for played in range(1, steps + 2):
        page.locator('[data-name="next"]').click()
        expect(page.locator(".turn")).to_have_count(played)
        expect(page.locator(".step.current")).to_have_count(1)
        expect(page.locator(".step")).to_have_count(steps)
    page.get_by_role("button", name="Start of the line").click()
    expect(page.locator(".turn.undone")).to_have_count(steps + 1)


def test_only_the_state_that_is_still_shown_is_asked_about(page: Any, explore: Explore, expect: Any) -> None:
    held = []

    def answer(route: Any) -> None:
        held.append(route)
        if len(held) > 1:
            route.continue_()

    page.route("**/why", answer)
    page.goto(f"{explore()}#game=tic-tac-toe&parameters=null&people=0,1&move=a1&move=b2&move=c3&move=a3")
    expect(page.get_by_role("status").filter(has_text="Looking for the reasons")).to_be_visible()
    for _ in range(3):
        page.get_by_role("button", name="One ply back").click()
    held[0].continue_()
    expect(page.locator("p.summary")).to_be_visible()
    asked = [route.request.post_data_json["moves"] for route in held]
    assert asked == [["a1", "b2", "c3", "a3"], ["a1"]]


def test_why_says_of_which_ply_it_speaks(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("tic-tac-toe"))
    told, standing, turns = (page.locator(name) for name in (".summary", ".standing", ".turn"))
    expect(page.locator(".history")).to_contain_text("No move was made yet.")
    expect(told).to_have_text(re.compile("^a tie in 9 plies: "))
    page.locator('[data-name="next"]').click()
    expect(turns).to_have_count(1)
    expect(standing).to_have_text("O to move: a tie in 8 plies.")
    expect(told).to_have_text(re.compile("^From the start: a tie in 9 plies: "))
    page.get_by_role("button", name="Explain this state").click()
    expect(told).to_have_text(re.compile("^a tie in 8 plies: "))
    page.locator('[data-name="next"]').click()
    expect(turns).to_have_count(2)
    expect(standing).to_have_text("X to move: a tie in 7 plies.")
    expect(told).to_have_text(re.compile("^After ply 1: a tie in 8 plies: "))
    page.get_by_role("button", name="Start of the line").click()
    expect(told).to_have_text(re.compile("^a tie in 8 plies: "))
    expect(page.locator(".history")).to_contain_text("No blunder so far.")


# --- links ---------------------------------------------------------------------------------------------------


def test_a_link_restores_the_exact_state(new_page: Callable[..., Any], explore: Explore, expect: Any) -> None:
    page = opened(new_page(), explore("cat-mouse", ROUND))
    seat(page, "cat", "a person")
    for number, move in enumerate(ROUND_TRIP[:3], start=1):
        choose(page, move)
        expect(page.locator(".turn")).to_have_count(number)
    page.locator(".turn").nth(1).click()
    expect(page.locator(".turn.undone")).to_have_count(1)
    state = page.locator(".drawing").get_attribute("alt")
    other = opened(new_page(), address(page))
    expect(other.locator(".turn")).to_have_count(3)
    expect(other.locator(".turn.undone")).to_have_count(1)
    assert other.locator(".drawing").get_attribute("alt") == state
    assert other.get_by_label("cat is").input_value() == "person"
    assert address(other) == address(page)


@pytest.mark.release
def test_back_leads_to_the_game_before_as_it_was_left(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("tic-tac-toe"))
    entries = page.evaluate("history.length")
    for played, move in ((2, "a3"), (4, "c1")):
        spot(page, move).click()
        expect(page.locator(".turn")).to_have_count(played)
    page.locator(".turn").nth(1).click()
    expect(page.locator(".turn.undone")).to_have_count(2)
    left = address(page)
    assert page.evaluate("history.length") == entries
    page.get_by_role("button", name="Games ▾").click()
    page.locator("#games .game", has_text="Heaps of counters").click()
    expect(page.locator(".headline")).to_have_text("First wins in 11 plies")
    nim = address(page)
    assert page.evaluate("history.length") == entries + 1
    page.go_back()
    expect(page.locator(".headline")).to_have_text("A tie in 9 plies")
    expect(page.locator(".turn.undone")).to_have_count(2)
    expect(page.locator('.turn[aria-current="step"]')).to_have_text(re.compile(r"^2\. O"))
    assert address(page) == left
    page.go_forward()
    expect(page.locator(".headline")).to_have_text("First wins in 11 plies")
    assert address(page) == nim
    assert page.evaluate("history.length") == entries + 1


def test_back_leads_to_the_list_of_games(page: Any, explore: Explore, expect: Any) -> None:
    page.goto(explore())
    entries = page.evaluate("history.length")
    page.locator("#play .game", has_text="Hexapawn").click()
    expect(page.locator(".headline")).to_be_visible()
    assert page.evaluate("history.length") == entries + 1
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Which game?")
    expect(page.locator("#analysis")).to_be_hidden()
    page.go_forward()
    expect(page.locator(".headline")).to_have_text("Black wins in 6 plies")


@pytest.mark.release
def test_a_link_is_opened_once(page: Any, explore: Explore, expect: Any) -> None:
    url = explore("tic-tac-toe")
    opened(page, url)
    entries = page.evaluate("history.length")
    page.evaluate("location.hash = 'game=nim&parameters=null'")
    expect(page.locator(".headline")).to_have_text("First wins in 11 plies")
    expect(page).to_have_url(re.compile("people=0$"))
    assert page.evaluate("history.length") == entries + 1
    asked = []
    page.on("request", lambda request: asked.append(request.post_data or ""))
    page.evaluate("dispatchEvent(new HashChangeEvent('hashchange'))")  # to what is shown already
    page.go_back()
    expect(page.locator(".headline")).to_have_text("A tie in 9 plies")
    assert any("tic-tac-toe" in request for request in asked)
    assert not any("nim" in request for request in asked)


def test_the_link_is_copied(new_page: Callable[..., Any], explore: Explore, expect: Any) -> None:
    page = opened(new_page(permissions=["clipboard-read", "clipboard-write"]), explore("tic-tac-toe"))
    spot(page, "a3").click()
    expect(page.locator(".turn")).to_have_count(2)
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(".status")).to_contain_text("The link is copied")
    assert page.evaluate("navigator.clipboard.readText()") == address(page)


@pytest.mark.parametrize(
    ("link", "message"),
    cases(
        quick=[("game=no-such-game", "no-such-game"), ("game=tic-tac-toe&move=z9", "z9")],
        release=[
            ("move=a3", "names no game"),
            ("game=nim&parameters={", "no JSON"),
            ("game=nim&parameters={%22heaps%22:[-1]}", "heaps"),
            ("game=tic-tac-toe&move=a3&at=2", "the ply to show; it must be 0 to 1"),
            ("game=tic-tac-toe&people=X", "a player; it must be 0 to 1"),
            ("game=tic-tac-toe&start=nowhere", "nowhere"),
        ],
    ),
)
def test_a_malformed_link_is_refused_in_a_sentence(
    link: str, message: str, page: Any, explore: Explore, expect: Any
) -> None:
    url = explore("tic-tac-toe")
    page.goto(f"{url}#{link}")
    expect(page.get_by_role("alert")).to_contain_text(message)
    page.locator("#play .game", has_text="Heaps of counters").click()
    expect(page.locator(".headline")).to_be_visible()
    expect(page.locator("#alert")).to_be_hidden()


@pytest.mark.release
def test_a_solution_that_the_server_forgot_is_solved_again(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("tic-tac-toe"))
    forgotten = [True]

    def forget_once(route: Any) -> None:
        if forgotten:
            forgotten.pop()
            route.fulfill(status=404, json={"error": "this solution is not here"})
        else:
            route.fallback()

    page.route("**/walk", forget_once)
    spot(page, "a3").click()
    expect(page.locator(".turn")).to_have_count(2)
    assert not forgotten
    expect(page.locator("#alert")).to_be_hidden()


# --- without a mouse, in the dark, on a phone -----------------------------------------------------------------


@pytest.mark.release
def test_a_whole_game_is_played_by_keyboard(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("tic-tac-toe"))
    focused = "document.activeElement.dataset.spot"
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate(focused) is not None:
            break
    assert page.evaluate(focused) == "0"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == "1"
    page.keyboard.press("ArrowDown")
    assert page.evaluate(focused) == "4"
    for played in (2, 4, 6, 8, 9):
        page.keyboard.press("Enter")
        expect(page.locator(".turn")).to_have_count(played)
        if page.locator(".moves-card", has_text="play is over").count():
            break
        expect(page.locator("[data-spot]:focus")).to_have_count(1)
    expect(page.locator(".moves-card")).to_contain_text("play is over")
    page.locator(".curve").focus()
    page.keyboard.press("Home")
    expect(page.locator(".curve")).to_have_attribute("aria-valuetext", re.compile("^start"))
    page.keyboard.press("ArrowRight")
    expect(page.locator(".curve")).to_have_attribute("aria-valuenow", "1")


def test_a_whole_game_is_played_from_the_list_by_keyboard(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("tic-tac-toe"))
    page.locator(".move").first.focus()
    for played in (2, 4, 6, 8, 9):
        page.keyboard.press("Enter")
        expect(page.locator(".turn")).to_have_count(played)
        expect(page.locator(".move:focus, .moves-card:focus")).to_have_count(1)
    expect(page.locator(".status")).to_contain_text("A tie")


@pytest.mark.release
def test_the_tabs_are_reached_by_arrow_keys(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("tic-tac-toe"))
    page.get_by_role("tab", name="Why").focus()
    for name in (*TABS[1:], TABS[0]):
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
        expect(page.get_by_role("tabpanel")).to_have_count(1)


def test_the_theme_follows_the_system_until_it_is_chosen(page: Any, explore: Explore) -> None:
    page.emulate_media(color_scheme="dark")
    opened(page, explore("tic-tac-toe"))
    background = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(background)
    page.emulate_media(color_scheme="light")
    light = page.evaluate(background)
    assert light != dark
    page.get_by_role("button", name="Dark").click()
    assert page.evaluate(background) == dark
    page.reload()
    page.get_by_role("button", name="Light").wait_for()
    assert page.evaluate(background) == dark


@pytest.mark.parametrize("game", cases(quick=["cat-mouse"], release=["kalah"]))
def test_a_phone_needs_no_sideways_scrolling(
    game: str, new_page: Callable[..., Any], explore: Explore, expect: Any
) -> None:
    url = explore("tic-tac-toe")
    page = opened(new_page(viewport={"width": 400, "height": 800}), f"{url}#game={game}&parameters=null")
    for tab in TABS:
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_role("tabpanel")).not_to_be_empty()
        assert page.evaluate("document.documentElement.scrollWidth") <= 400
    page.get_by_role("button", name="Games ▾").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 400


def test_a_phones_first_screen_shows_who_wins_the_board_and_whose_turn_it_is(
    new_page: Callable[..., Any], explore: Explore, expect: Any
) -> None:
    url = f"{explore('tic-tac-toe')}#game=cat-mouse&parameters=null"
    page = opened(new_page(viewport={"width": 400, "height": 800}), url)
    for part in (".headline", ".standing", ".stage"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


def test_values_can_be_hidden(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("cat-mouse", json.loads(Path(SEVENTEEN).read_text())))
    page.get_by_label("Show values").uncheck()
    for hidden in (".mark", ".badge:visible", ".star", ".curve:visible", ".step"):
        expect(page.locator(hidden)).to_have_count(0)
    told = page.locator(".verdict-line, #play, #analysis").all_inner_texts()
    names = page.locator("[data-spot]").evaluate_all("spots => spots.map(spot => spot.ariaLabel)")
    assert not re.search(r"wins|loses|\b80\b|best", " ".join([*told, *names]))
    spot(page, "14").click()
    expect(page.locator(".turn")).to_have_count(2)
    page.reload()
    expect(page.get_by_label("Show values")).not_to_be_checked()
    page.get_by_label("Show values").check()
    expect(page.locator(".mark.best")).not_to_have_count(0)


def test_after_the_end_play_begins_again_with_sides_swapped(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("nim", {"heaps": [2]}))
    spot(page, "take 2 from a heap of 2").click()
    ending = "First has won: First has taken the last counter."
    expect(page.locator(".standing")).to_have_text(ending)
    page.get_by_role("button", name="Swap sides").click()
    expect(page.get_by_label("first is")).to_have_value("perfection")
    expect(page.locator(".standing")).to_have_text(ending)
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_label("first is")).to_have_value("perfection")


@pytest.mark.parametrize(
    ("game", "theme"),
    cases(
        quick=[("tic-tac-toe", "light"), ("cat-mouse", "dark")],
        release=[("tic-tac-toe", "dark"), ("cat-mouse", "light")],
    ),
)
def test_axe_finds_nothing_serious(
    game: str, theme: str, new_page: Callable[..., Any], explore: Explore, expect: Any
) -> None:
    page = new_page(color_scheme=theme)
    opened(page, f"{explore('tic-tac-toe')}#game={game}&parameters=null")
    page.locator('[data-spot][aria-label$=", best"]:not([aria-label*="moves:"])').first.click()
    expect(page.locator(".turn")).to_have_count(2)
    expect(page.locator(".step").first).to_be_visible()
    assert serious(page) == []
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert serious(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Games ▾").click()
    assert serious(page) == []


# --- games from elsewhere --------------------------------------------------------------------------------------


def test_a_game_of_a_plugin_that_draws_nothing(
    page: Any, explore: Explore, expect: Any, tmp_path: Path
) -> None:
    new_plugin("cats-and-dogs", tmp_path, "plain")
    environment = as_plugin(tmp_path / "cats-and-dogs", "cats-and-dogs", "cats_and_dogs:CatsAndDogs")
    opened(page, explore(None, None, environment=environment) + "#game=cats-and-dogs")
    expect(page.locator(".headline")).to_have_text("First wins in 3 plies")
    assert page.locator(".drawing").evaluate("drawing => drawing.naturalWidth") > 0
    offered = page.get_by_role("group", name="Which move?").get_by_role("button")
    expect(offered).to_have_text(["take 1 L 4", "take 2 L 4", "take 3 W 3 ★"])
    while not page.locator(".moves-card", has_text="play is over").count():
        played = page.locator(".turn").count()
        offered.filter(has_text="★").first.click()
        page.wait_for_function("played => document.querySelectorAll('.turn').length > played", arg=played)
        page.locator(".move:enabled, .moves-card:has-text('play is over')").first.wait_for()
    expect(page.locator(".status")).to_contain_text("First has won")


def test_all_games_are_offered(page: Any, explore: Explore, expect: Any) -> None:
    page.goto(explore())
    expect(page.get_by_role("heading", level=1)).to_have_text("Which game?")
    page.get_by_role("button", name="Games ▾").click()
    assert page.locator("#games .game").count() == page.locator("#play .game").count() >= 15
    page.keyboard.press("Escape")
    expect(page.locator("#games")).to_be_hidden()
    page.locator("#play .game", has_text="Hexapawn").click()
    expect(page.locator(".headline")).to_have_text("Black wins in 6 plies")


def test_the_page_begins_with_the_puzzle_of_the_day(page: Any, explore: Explore, expect: Any) -> None:
    page.goto(explore())
    page.locator(".of-day").click()
    expect(page.locator(".headline")).to_contain_text("Find the one move")
    assert "exercise=1" in page.url


def test_pictures_of_games_are_asked_for_when_they_come_into_view(
    page: Any, explore: Explore, expect: Any
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(explore())
    expect(page.locator("#play .game-picture[src]").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    pictures = [url for url in asked if url.endswith("/picture")]
    assert 0 < len(pictures) < page.locator("#play .game").count() / 2
    last = page.locator("#play .game-picture").last
    last.evaluate("picture => picture.parentElement.scrollIntoView()")
    expect(page.locator("#play .game-picture[src]")).not_to_have_count(len(pictures))
    assert serious(page) == []


def test_games_are_in_families_and_found_by_their_words(page: Any, explore: Explore, expect: Any) -> None:
    page.goto(explore())
    expect(page.locator("#play .family h2").first).to_have_text("In a row")
    expect(page.locator("#play .family h2").last).to_have_text("Others")
    field = page.locator("#play").get_by_label("Search games")
    field.fill("MU tor")
    expect(page.locator("#play .game:visible strong")).to_have_text(["Mū tōrere"])
    expect(page.locator("#play .family:visible")).to_have_count(1)
    field.fill("no such game")
    expect(page.locator("#play .game:visible")).to_have_count(0)
    expect(page.locator("#play [role=status]")).to_have_text("No game has these words.")
    field.fill("hexapawn")
    page.keyboard.press("Enter")
    expect(page.locator(".headline")).to_have_text("Black wins in 6 plies")
    page.go_back()
    first = page.locator("#play .family").first
    expect(first.locator("h2")).to_have_text("Played last")
    expect(first.locator("strong")).to_have_text(["Hexapawn"])


def test_a_narrow_list_of_games_has_two_columns(
    new_page: Callable[..., Any], explore: Explore, expect: Any
) -> None:
    page = new_page(viewport={"width": 400, "height": 850})
    page.goto(explore())
    expect(page.locator("#play .game-picture[src]").first).to_be_visible()
    lefts = "all => new Set(all.map((one) => one.getBoundingClientRect().left)).size"
    assert page.locator("#play .game").evaluate_all(lefts) == 2
    assert page.evaluate("document.documentElement.scrollWidth") == 400
    assert serious(page) == []


@pytest.mark.release
def test_solving_is_cancelled(page: Any, explore: Explore, expect: Any) -> None:
    url = explore(None, None, "--max-states", "1000000000")  # so that it takes long
    page.goto(f"{url}#game=connect-four&parameters=" + json.dumps({"width": 6, "height": 6}))
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Which game?")
    expect(page.locator("#progress")).to_be_empty()
    expect(page.locator("#alert")).to_be_hidden()


# --- what the documentation shows ------------------------------------------------------------------------------


def test_pictures_are_taken(page: Any, explore: Explore, expect: Any, pictures: Path) -> None:
    opened(page, explore("cat-mouse", json.loads(Path(SEVENTEEN).read_text())))
    expect(page.locator(".proof")).to_contain_text("all 544 states")
    page.screenshot(path=pictures / "explore-play.png", clip={"x": 0, "y": 0, "width": 1280, "height": 860})
    opened(page, explore("tic-tac-toe"))
    blunder(page, expect)
    page.locator(".columns").screenshot(path=pictures / "explore-history.png")
    opened(page, explore("cat-mouse", ROUND))
    expect(page.locator(".cycle-drawing")).to_be_visible()
    page.locator("#analysis").screenshot(path=pictures / "explore-draw.png")
    sizes = [file.stat().st_size for file in pictures.glob("explore-*.png")]
    assert sizes
    assert max(sizes) < 300_000


def test_a_forced_pass_is_told_and_offered_beside_it(page: Any, explore: Explore, expect: Any) -> None:
    moves = "".join(f"&move={square}" for square in ["b1", "c1", "d4", "c4", "d1", "a3", "b4", "a1", "d3"])
    parameters = '{"rows":4,"columns":4}'
    opened(page, f"{explore()}#game=othello&parameters={parameters}&people=0,1{moves}")
    top = page.locator(".moves-bar").bounding_box()["y"]
    page.locator(".move", has_text="d2").click()
    expect(page.locator(".said")).to_have_text("White: d2. Black has no other move and must pass.")
    expect(page.locator(".choices button")).to_have_count(0)
    assert page.locator(".moves-bar").bounding_box()["y"] == top
    page.locator(".status-actions").get_by_role("button", name="Pass").click()
    expect(page.locator(".turn")).to_have_count(11)
