"""The board in a browser: each move's worth stands on it, marks lie beside each other, large boards come nearer."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from support.command import SEVENTEEN
from support.marks import cases
from support.plugins import as_plugin
from support.sparse_graphs import sparse_graph

from gamekit import load_game
from gamekit.game.registry import game_class

Explore = Callable[..., str]

CROWDED = {
    "kayles": {"heaps": [10]},
    "cat-mouse": json.loads(Path(SEVENTEEN).read_text()),
}


def linked(base: str, game: str, parameters: Any, moves: tuple[str, ...] = ()) -> str:
    """Return the link to a play in which nobody moves by themselves."""
    parts = [("game", game), ("parameters", json.dumps(parameters)), *(("move", move) for move in moves)]
    people = ",".join(map(str, range(len(load_game(game, parameters).players))))
    return f"{base}#{urlencode([*parts, ('people', people)], quote_via=quote)}"


def opened(page: Any, address: str) -> Any:
    page.goto(address)
    page.locator(".headline").wait_for()
    return page


def boxes(page: Any, selector: str) -> list[dict[str, float]]:
    """Return where elements are at one moment, in pixels; lines above may move them, as once all is verified."""
    found: list[dict[str, float]] = page.locator(selector).evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().toJSON())"
    )
    return found


def overlap(one: dict[str, float], other: dict[str, float]) -> float:
    """Return how much of the smaller of two boxes lies under the other one."""
    wide = min(one["right"], other["right"]) - max(one["left"], other["left"])
    high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    least = min(each["width"] * each["height"] for each in (one, other))
    return max(wide, 0) * max(high, 0) / least


@pytest.mark.parametrize(("game", "first"), cases(quick=[("amazons", 1)], release=[("neutreeko", 3)]))
def test_values_stand_on_what_the_next_click_takes_one_at_a_place(
    game: str, first: int, page: Any, explore: Explore, expect: Any
) -> None:
    opened(page, linked(explore(), game, dict(game_class(game).example)))
    expect(page.locator(".tint")).to_have_count(first)  # the pieces, and no target
    expect(page.locator(".mark.shown")).to_have_count(0)
    page.locator('[data-spot][aria-label*="moves:"]').first.click()
    targets = page.locator(".spot.open").count()
    expect(page.locator(".tint")).to_have_count(targets)
    expect(page.locator(".mark.shown")).to_have_count(targets)
    marks, spots = boxes(page, ".mark > rect"), boxes(page, ".spot.open")
    assert all(max(overlap(mark, spot) for spot in spots) > 0.9 for mark in marks)


@pytest.mark.parametrize("game", ["kayles", "cat-mouse"])
def test_marks_lie_beside_each_other(game: str, new_page: Callable[..., Any], explore: Explore) -> None:
    page = new_page(viewport={"width": 400, "height": 900})
    opened(page, linked(explore(), game, CROWDED[game]))
    stage, *marks = boxes(page, ".stage, .mark")
    assert len(marks) > 3
    assert max(overlap(one, other) for one, other in combinations(marks, 2)) < 0.35
    assert all(overlap(mark, stage) > 0.95 for mark in marks)


def test_a_click_on_another_piece_begins_anew_and_one_on_an_end_that_only_one_move_has_plays_it(
    page: Any, explore: Explore, expect: Any
) -> None:
    opened(page, linked(explore(), "hexapawn", {}))
    for start in ("a1", "b1"):
        page.locator(f'[data-spot][aria-label^="moves: {start}-"]').click()
        expect(page.locator(".chosen")).to_have_count(1)
        expect(page.locator(".open")).to_have_count(1)
    page.locator(".chosen").click()
    expect(page.locator(".chosen")).to_have_count(0)
    expect(page.locator(".turn")).to_have_count(0)
    page.locator('[data-spot][aria-label^="c1-c2"]').click()
    expect(page.locator(".turn")).to_have_count(1)
    expect(page.locator(".last")).to_have_count(2)
    expect(page.locator(".last.entered")).to_have_count(1)


@pytest.mark.release
def test_after_a_first_click_the_marks_tell_the_moves_left_apart(
    page: Any, explore: Explore, expect: Any
) -> None:
    opened(page, linked(explore(), "cops-and-robber", {"graph": [[1, 3], [0, 2], [1, 3], [0, 2]], "cops": 2}))
    page.locator('[data-spot][aria-label^="4 moves: place cops on 0 and 0"]').click()
    expect(page.locator(".spot.open")).to_have_count(3)  # and the node that was clicked
    page.locator('[data-spot][aria-label^="place cops on 0 and 2"]').click()
    expect(page.locator(".turn").first).to_have_text("1. Cops: place cops on 0 and 2")


@pytest.mark.release
def test_a_board_of_hundreds_of_nodes_is_played_on_by_clicks(
    page: Any, explore: Explore, expect: Any
) -> None:
    opened(page, linked(explore(), "cat-mouse", {"graph": sparse_graph(200)}))
    for ply in range(1, 7):
        stage, *spots = boxes(page, ".stage, [data-spot]")
        assert min(spot["width"] for spot in spots) >= 20
        assert all(overlap(spot, stage) > 0.999 for spot in spots)
        page.locator('[data-spot]:not([aria-label*="moves:"])').last.click()
        expect(page.locator(".turn")).to_have_count(ply)
    expect(page.locator(".mark")).to_have_count(page.locator(".tint").count())


@pytest.mark.release
def test_a_closer_look_shows_the_last_move_too_and_can_be_left(
    page: Any, explore: Explore, expect: Any
) -> None:
    graph = [[1, 2], [0, 2], [0, 1, 3], *([node - 1, node + 1] for node in range(3, 40)), [39]]
    opened(page, linked(explore(), "cat-mouse", {"graph": graph, "mouse": 20, "cat": 30, "hole": 0}, ("19",)))
    zoom = page.get_by_role("button", name="Whole board")
    expect(page.locator(".stage.close")).to_have_count(1)
    seen = page.locator(".spots").evaluate("spots => spots.viewBox.baseVal.width")
    zoom.click()
    expect(page.locator(".stage.close")).to_have_count(0)
    whole = page.locator(".spots").evaluate("spots => spots.viewBox.baseVal.width")
    assert whole > 1.5 * seen
    drawn = page.locator(".drawing").evaluate("drawing => drawing.width")
    page.get_by_role("button", name="Closer look").click()
    expect(page.locator(".stage.close")).to_have_count(1)
    assert page.locator(".drawing").evaluate("drawing => drawing.width") > 1.5 * drawn
    page.locator(".move").first.click()  # by the choice made, not by the size of the spots
    expect(page.locator(".stage.close")).to_have_count(1)


STRANGE = """
from gamekit import Game


class Strange(Game):
    players = ("one", "two")
    cells = 4

    def __init__(self, how="small"):
        self.how = how

    def initial_state(self):
        return ((), 0)

    def to_move(self, state):
        return state[1]

    def moves(self, state):
        return [cell for cell in range(self.cells) if cell not in state[0]]

    def apply(self, state, move):
        return ((*state[0], move), 1 - state[1])

    def outcome(self, state):
        return len(state[0]) % 3 - 1 if len(state[0]) == self.cells else None

    def svg(self, state):
        fills = ["red" if cell in state[0] else "white" for cell in range(self.cells)]
        cells = "".join(f'<rect x="{i}" y="0" width="1" height="1" fill="{fill}"/>' for i, fill in enumerate(fills))
        if self.how == "turned":
            cells = f'<g transform="translate(0 1)">{cells}</g>'
        if self.how == "no document":
            return f'<svg viewBox="0 0 4 2">{cells}'
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2" width="400">{cells}</svg>'
"""


@pytest.fixture
def strange(explore: Explore, tmp_path: Path) -> Callable[[str], str]:
    """Return the address of a game that draws in a way of its own."""
    names = {"small": "Strange", "turned": "Turned", "no document": "Broken"}
    source = STRANGE + "".join(
        f"\n\nclass {name}(Strange):\n    def __init__(self):\n        self.how = {how!r}\n"
        for how, name in names.items()
        if name != "Strange"
    )
    (tmp_path / "strange.py").write_text(source)
    return lambda how: (
        f"{explore(environment=as_plugin(tmp_path, 'strange', f'strange:{names[how]}'))}#game=strange"
    )


@pytest.mark.release
def test_a_drawing_in_small_units_is_as_large_as_it_is_meant(
    page: Any, strange: Callable[[str], str]
) -> None:
    opened(page, strange("small"))
    assert min(spot["width"] for spot in boxes(page, "[data-spot]")) > 60
    assert max(overlap(*pair) for pair in combinations(boxes(page, "[data-spot]"), 2)) == 0


def test_moves_without_a_place_are_offered_below_the_board(
    page: Any, strange: Callable[[str], str], expect: Any
) -> None:
    opened(page, strange("turned"))
    offered = page.get_by_role("group", name="Which move?").get_by_role("button")
    expect(offered).to_have_count(4)
    expect(page.locator(".mark")).to_have_count(0)
    offered.first.press("Enter")
    expect(page.locator(".turn")).to_have_count(2)
    assert page.evaluate("document.activeElement.closest('.board') !== null")


def test_a_drawing_that_is_none_is_told(
    new_page: Callable[..., Any], strange: Callable[[str], str], expect: Any
) -> None:
    # the browser's own account of what is no XML has a style, which the policy of the page forbids
    page = new_page(tolerated="Applying inline style violates")
    opened(page, strange("no document"))
    expect(page.locator(".board")).to_contain_text("The game's drawing cannot be shown")
    expect(page.locator(".move")).to_have_count(4)


@pytest.mark.release
def test_the_board_follows_the_height_of_the_window(page: Any, explore: Explore) -> None:
    opened(page, linked(explore(), "tic-tac-toe", {}))
    (before,) = boxes(page, ".stage")
    page.set_viewport_size({"width": 1280, "height": 400})
    page.wait_for_function("() => document.querySelector('.stage').clientHeight < 300")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.wait_for_function(
        "height => document.querySelector('.stage').clientHeight >= height", arg=int(before["height"])
    )


def test_a_piece_is_shown_where_it_goes_while_the_move_goes_on(
    new_page: Callable[..., Any], explore: Explore, expect: Any
) -> None:
    page = new_page(values=False)
    opened(page, linked(explore(), "amazons", {"board": "x..|..o"}))
    expect(page.locator(".said")).to_have_text("Choose an amazon.")
    page.locator('[data-spot][aria-label*="a2 to"]').first.click()
    page.locator('.open[aria-label*="a2 to b2"]').click()
    expect(page.locator(".said")).to_have_text("Now choose the square that she shoots at.")
    expect(page.locator(".chosen")).to_have_count(0)  # the amazon stands where she goes
    page.locator('.open[aria-label="a2 to b2, shoots a2"]').click()
    expect(page.locator(".turn")).to_have_text("1. Left: a2 to b2, shoots a2")


def test_arrow_keys_lead_from_one_move_to_another_where_moves_are_to_be_named(
    page: Any, explore: Explore, expect: Any
) -> None:
    opened(page, linked(explore(), "clobber", {"board": "xox|..."}))
    page.locator('[data-spot][aria-label^="2 moves"]').focus()
    page.keyboard.press("Enter")
    buttons = page.locator(".choices button")
    expect(buttons).to_have_count(3)
    scrolled = page.evaluate("scrollY")
    for key, focused in (
        ("ArrowDown", 1),
        ("ArrowRight", 2),
        ("ArrowDown", 0),
        ("ArrowUp", 2),
        ("ArrowLeft", 1),
    ):
        page.keyboard.press(key)
        expect(buttons.nth(focused)).to_be_focused()
    assert page.evaluate("scrollY") == scrolled
    page.keyboard.press("Escape")
    expect(page.locator(".choices")).to_be_hidden()
    expect(page.locator("[data-spot]:focus")).to_have_count(1)
    expect(page.locator(".turn")).to_have_count(0)
