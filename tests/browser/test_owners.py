"""What a drawing shows beyond its state: who made what, what a click would change, and choices below the board."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

from support.axe import serious

Explore = Callable[..., str]

BLUE, RED = "#0072b2", "#b3202c"
L_BOARD = (
    236  # the width of its drawing, whose first square has its middle at 46, and the next one 48 farther
)


def opened(page: Any, base: str, name: str, parameters: str = "null") -> None:
    page.goto(f"{base}#game={name}&parameters={parameters}&people=0,1")
    page.locator("[data-spot]").first.wait_for()


def owners(page: Any) -> dict[str, str]:
    """Return the colour of each part of the drawing that says who made it."""
    drawing = unquote(page.locator(".drawing").get_attribute("src"))
    parts = re.findall(r"<[^>]*data-owned[^>]*>", drawing)
    return {
        re.findall('data-owned="([^"]*)"', part)[0]: re.findall("#[0-9a-f]{6}", part)[0] for part in parts
    }


def test_lines_and_boxes_have_the_colours_of_who_made_them(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore(), "dots-and-boxes")
    for ply, line in enumerate(["a2-b2", "b2-c2", "a1-a2", "b1-b2", "a1-b1"], start=1):
        page.locator(f'[data-spot][aria-label^="{line}"]').click()
        expect(page.locator(".turn")).to_have_count(ply)
    assert owners(page) == {
        "line 0": BLUE,
        "line 1": RED,
        "line 2": BLUE,
        "line 3": RED,
        "line 5": BLUE,
        "box 0": BLUE,
    }
    page.get_by_role("button", name="One ply back").click()
    expect(page.locator(".turn[aria-current]")).to_contain_text("4.")
    assert "box 0" not in owners(page)


def drawn(page: Any, part: str) -> list[str]:
    """Return the elements of the drawing that match."""
    return re.findall(part, unquote(page.locator(".drawing").get_attribute("src")))


def test_one_tile_lies_over_both_squares_of_a_domino(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore(), "domineering", '{"board":"....|....|....|...."}')
    page.locator('[data-spot][aria-label*="a4-a3"]').first.hover()
    for ply, move in enumerate(["b4-b3", "a2-b2"], start=1):
        page.locator(".move", has_text=move).click()
        expect(page.locator(".turn")).to_have_count(ply)
    tiles = r'<rect x="([\d.]+)" y="([\d.]+)" width="(90|42)" height="(90|42)" rx="9" fill="(#\w+)"'
    assert drawn(page, tiles) == [("73", "25", "42", "90", BLUE), ("25", "121", "90", "42", RED)]
    expect(page.locator(".under .last")).to_have_count(1)
    page.locator('[data-spot][aria-label*="d4-d3"]').first.click()
    expect(page.locator(".under .ghost")).to_have_count(1)


def test_stones_that_are_out_of_play_stay_pale(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore(), "clobber", '{"board":"xox.x"}')
    page.locator(".move", has_text="a1-b1").click()
    expect(page.locator(".turn")).to_have_count(1)
    pale = r'<g transform="translate\((-?\d+) 0\)" opacity="0.4">'
    assert drawn(page, pale) == ["48", "0", "0"]  # the one that moved is the first
    page.get_by_role("button", name="One ply back").click()
    expect(page.locator(".turn[aria-current]")).to_have_count(0)
    assert drawn(page, pale) == []


def test_the_l_that_would_lie_there_is_shown_before_the_disc_is_chosen(
    page: Any, explore: Explore, expect: Any
) -> None:
    opened(page, explore(), "l-game")
    board = page.locator(".stage").bounding_box()
    unit = board["width"] / L_BOARD
    for square in ("a3", "b1"):
        column, row = "abcd".index(square[0]), 4 - int(square[1])
        page.mouse.click(board["x"] + unit * (46 + 48 * column), board["y"] + unit * (46 + 48 * row))
        page.mouse.move(0, 0)
        expect(page.locator(".ghost:not(.around)")).to_have_count(4)
        expect(page.locator(".ghost.around")).to_have_count(1)  # a single L has its long end at a3
    expect(page.locator(".said")).to_have_text("Move a disc, or click “leave the discs” in the frame.")
    page.mouse.click(board["x"] + board["width"] / 2, board["y"] + unit * 12)
    expect(page.locator(".turn")).to_contain_text("1. Blue: a3-b1")


def test_which_mark_is_asked_below_the_board(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore(), "order-and-chaos")
    square = page.locator('[data-spot][aria-label*="X b2"]')
    board = page.locator(".stage").bounding_box()
    square.click()
    choices = page.get_by_role("group", name="Which move?")
    place = choices.bounding_box()
    assert 0 <= place["y"] - (board["y"] + board["height"]) < 20
    assert page.locator(".moves-bar").bounding_box()["y"] >= place["y"] + place["height"]
    assert page.locator(".stage").bounding_box() == board
    assert serious(page) == []
    choices.get_by_role("button", name="O b2").click()
    expect(page.locator(".turn")).to_have_text("1. Order: O b2")
    expect(choices).to_be_hidden()


def test_many_moves_to_choose_from_are_within_the_window(
    new_page: Callable[..., Any], explore: Explore, expect: Any
) -> None:
    page = new_page(viewport={"width": 400, "height": 700})
    opened(page, explore(), "coin-turning-product", '{"heads":"2x4","rows":"1-2","columns":"1-3"}')
    page.locator("[data-spot]").last.click()
    choices = page.get_by_role("group", name="Which move?")
    expect(choices).to_be_visible()
    place = choices.bounding_box()
    assert 0 <= place["y"] <= place["y"] + place["height"] <= 700
    last = choices.get_by_role("button", name="Cancel")
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()


def test_the_room_of_a_choice_goes_with_it(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore(), "order-and-chaos")
    board, bar = page.locator(".stage").bounding_box(), page.locator(".moves-bar").bounding_box()
    for name in ("Cancel", "O b2"):
        page.locator('[data-spot][aria-label*="X b2"]').click()
        assert page.locator(".moves-bar").bounding_box()["y"] > bar["y"]
        page.get_by_role("group", name="Which move?").get_by_role("button", name=name).click()
        expect(page.locator(".turn")).to_have_count(int(name != "Cancel"))
        assert page.locator(".moves-bar").bounding_box() == bar
        assert page.locator(".stage").bounding_box() == board


def test_the_piece_that_a_move_lifts_is_pale_while_the_move_is_chosen(
    page: Any, explore: Explore, expect: Any
) -> None:
    opened(page, explore(), "l-game")
    page.locator(".move").first.click()
    expect(page.locator(".under .last")).not_to_have_count(0)
    page.locator("[data-spot]").first.click()
    expect(page.locator(".spot.chosen")).to_have_count(1)
    expect(page.locator(".under .last")).to_have_count(0)
    drawing = unquote(page.locator(".drawing").get_attribute("src"))
    assert len(re.findall('<rect[^>]* data-lifts="" opacity="0.15"', drawing)) == 4
    page.keyboard.press("Escape")
    expect(page.locator(".under .last")).not_to_have_count(0)


def test_of_places_that_are_alike_the_one_that_was_clicked_is_marked(page: Any, explore: Explore) -> None:
    opened(page, explore(), "take-and-break", '{"heaps":[9],"code":"0.08"}')
    page.locator("[data-twin]").first.click()
    chosen = page.locator(".spot.chosen")
    assert chosen.count() == 1
    assert chosen.bounding_box() == page.locator("[data-twin]").first.bounding_box()


def test_a_curve_begins_at_any_spot_and_is_called_by_its_own_ends(
    page: Any, explore: Explore, expect: Any
) -> None:
    opened(page, explore(), "sprouts", '{"spots":3}')
    choices = page.get_by_role("group", name="Which move?").get_by_role("button")
    spot = page.locator("[data-spot][aria-label*='loop at B']").first
    spot.click()
    expect(page.locator(".spot.chosen")).to_have_count(1)
    page.locator(".spot.chosen").click()
    expect(choices).to_have_count(3)
    named = choices.all_inner_texts()
    assert [name.splitlines()[0].strip() for name in named[:2]] == ["loop at B", "loop at B, around A"]
    choices.first.click()
    expect(page.locator(".turn")).to_have_count(1)
    assert drawn(page, ">([A-D])</text>") == ["A", "B", "D", "C", "B", "D"]


def test_of_branches_that_are_alike_the_one_is_gone_that_was_clicked(
    page: Any, explore: Explore, expect: Any
) -> None:
    opened(page, explore(), "hackenbush", '{"trees":"l(l)(l)"}')
    page.locator("[data-spot][aria-label^='cut edge 3']").click()
    expect(page.locator(".turn")).to_have_count(1)
    assert drawn(page, 'data-place="([^"]*)"') == ["1", "2"]


def test_where_nothing_is_left_to_draw_all_that_was_drawn_stays(
    page: Any, explore: Explore, expect: Any
) -> None:
    opened(page, explore(), "sprouts", '{"spots":1}')
    for ply in (1, 2):
        page.locator(".move").first.click()
        expect(page.locator(".turn")).to_have_count(ply)
    assert {*drawn(page, ">([A-Z])</text>")} == {*"ABC"}
