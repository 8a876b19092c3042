"""The layer of pieces: what moves is seen to move, and what is dragged is nowhere else meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

import pytest

Explore = Callable[..., str]

SLOWED = """
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  const made = animate.call(this, frames, options);
  if (this.classList.contains("moving")) made.playbackRate = 0.1;
  return made;
};
"""


@pytest.fixture
def hexapawn(new_page: Callable[..., Any], explore: Explore) -> Any:
    """Return a page of hexapawn on which pieces move, ten times as slowly as people see it."""
    page = new_page(reduced_motion="no-preference")
    page.add_init_script(SLOWED)
    page.goto(f"{explore()}#game=hexapawn&parameters=null&people=0,1")
    page.locator("[data-spot]").first.wait_for()
    return page


def pieces_in(page: Any, picture: str) -> int:
    """Return the number of pieces in the picture that an element shows."""
    return int(unquote(page.locator(picture).first.get_attribute("src")).count("data-piece="))


def middle_of(page: Any, name: str) -> tuple[float, float]:
    box = page.locator(f'[data-spot][aria-label*="{name}"]').first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_piece_that_moves_is_shown_once(hexapawn: Any, expect: Any) -> None:
    page = hexapawn
    assert pieces_in(page, ".drawing") == 6
    page.locator(".move", has_text="b1-b2").click()
    expect(page.locator(".moving")).to_have_count(1)
    assert pieces_in(page, ".drawing") == 5
    assert pieces_in(page, ".moving") == 1
    expect(page.locator(".moving")).to_have_count(0)
    assert pieces_in(page, ".drawing") == 6
    page.locator(".move", has_text="xb2").first.click()
    expect(page.locator(".moving")).to_have_count(2)  # the piece that moves, and the one that it takes
    assert pieces_in(page, ".drawing") == 4
    expect(page.locator(".moving")).to_have_count(0)
    assert pieces_in(page, ".drawing") == 5
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".moving")).to_have_count(2)
    expect(page.locator(".moving")).to_have_count(0)
    assert pieces_in(page, ".drawing") == 6


def test_a_dragged_piece_takes_nothing_of_the_board_with_it(hexapawn: Any, expect: Any) -> None:
    page = hexapawn
    page.mouse.move(*middle_of(page, "b1-b2"))
    page.mouse.down()
    x, y = middle_of(page, "a1-a2")
    page.mouse.move(x, y, steps=4)
    dragged = unquote(page.locator(".dragged").get_attribute("src"))
    assert dragged.count("data-piece=") == 1
    assert "data-place" not in dragged
    assert pieces_in(page, ".drawing") == 5
    page.mouse.up()
    expect(page.locator(".said")).to_have_text(
        "Nothing to play there for White: choose a place that is ringed."
    )
    expect(page.locator(".dragged")).to_have_count(0)
    assert pieces_in(page, ".drawing") == 6


def test_a_piece_that_is_dropped_does_not_move_again(hexapawn: Any, expect: Any) -> None:
    page = hexapawn
    page.mouse.move(*middle_of(page, "b1-b2"))
    page.mouse.down()
    page.mouse.move(*middle_of(page, "b1-b2"))
    box = page.locator(".stage").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    expect(page.locator(".turn")).to_have_count(1)
    expect(page.locator(".moving")).to_have_count(0)
    assert pieces_in(page, ".drawing") == 6


def test_nothing_moves_where_motion_is_unwanted(page: Any, explore: Explore, expect: Any) -> None:
    page.goto(f"{explore()}#game=hexapawn&parameters=null&people=0,1")
    page.evaluate("() => { Element.prototype.animate = () => { throw new Error('it moves') } }")
    page.locator(".move").first.click()
    expect(page.locator(".turn")).to_have_count(1)
    assert pieces_in(page, ".drawing") == 6


def test_a_piece_that_moves_does_not_widen_a_narrow_page(
    new_page: Callable[..., Any], explore: Explore
) -> None:
    page = new_page(reduced_motion="no-preference", viewport={"width": 400, "height": 800})
    page.add_init_script(SLOWED)
    page.goto(f"{explore()}#game=fox-against-geese&parameters=null&people=0,1")
    page.locator("[data-spot]").first.wait_for()
    for _ in range(4):
        page.locator(".move").last.click()
        page.locator(".moving").first.wait_for()
        widths = page.evaluate(
            """async () => {
              const widths = [];
              while (document.querySelector(".moving")) {
                widths.push(document.documentElement.scrollWidth);
                await new Promise(requestAnimationFrame);
              }
              return widths;
            }"""
        )
        assert max(widths) <= 400


def test_a_second_click_on_the_mouse_is_said_to_let_it_stay(
    new_page: Callable[..., Any], explore: Explore, expect: Any
) -> None:
    page = new_page(viewport={"width": 400, "height": 800})
    page.goto(f"{explore()}#game=cat-mouse-ii&parameters=null&people=0,1")
    page.locator("[data-spot].piece").click()
    expect(page.locator(".said")).to_have_text("Now choose where it goes; tap it again to stay.")
