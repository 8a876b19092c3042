"""Games are played by keyboard alone, and by dragging pieces; the board turns for whoever sits opposite."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Explore = Callable[..., str]


def opened(page: Any, address: str) -> Any:
    page.goto(address)
    page.locator(".headline").wait_for()
    return page


def middle(page: Any, spot: str) -> tuple[float, float]:
    """Return where the middle of a spot is, in pixels."""
    box = page.locator(spot).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Any, start: str, end: str) -> None:
    page.mouse.move(*middle(page, start))
    page.mouse.down()
    x, y = middle(page, end)
    page.mouse.move(x + 3, y + 3, steps=3)
    page.mouse.up()


def test_a_game_is_played_by_keyboard_from_its_start_to_its_end(
    page: Any, explore: Explore, expect: Any
) -> None:
    opened(page, f"{explore('tic-tac-toe')}#game=tic-tac-toe&people=0,1")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-spot]").first).to_be_focused()
    for played in range(1, 8):
        page.keyboard.press("Enter")
        expect(page.locator(".turn")).to_have_count(played)
    expect(page.locator(".standing")).to_have_text("X has won: three in a row.")
    expect(page.get_by_role("list", name="What stands on the board").get_by_role("listitem")).to_have_text(
        ["a3: X", "b3: O", "c3: X", "a2: O", "b2: X", "c2: O", "a1: X"]
    )
    current = page.locator('.turn[aria-current="step"]')
    for key, text in (
        ("ArrowLeft", "6. "),
        ("k", "5. "),
        ("j", "6. "),
        ("u", "5. "),
        ("Shift+ArrowRight", "7. "),
    ):
        page.keyboard.press(key)
        expect(current).to_have_text(re.compile(f"^{re.escape(text)}"))
    page.keyboard.press("Shift+ArrowLeft")
    expect(current).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(".said")).to_contain_text("Hint: ")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("u")  # behind the dialog nothing happens
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_piece_is_dragged_and_the_board_is_turned_for_the_second_player(
    page: Any, explore: Explore, expect: Any
) -> None:
    opened(page, f"{explore('tic-tac-toe')}#game=hexapawn&people=1")
    expect(page.locator(".turn")).to_have_count(1)  # White's, who is perfection
    pawn = '[data-spot].piece[aria-label*="moves: "]'
    above = page.locator(".spots").bounding_box()
    assert middle(page, f"{pawn} >> nth=0")[1] > above["y"] + above["height"] / 2  # Black's men stand below
    moves = page.locator(".move-text").all_text_contents()
    straight = next(move for move in moves if "-" in move)
    start, end = (f'[data-spot][aria-label*="{part}"]' for part in (f"moves: {straight}", straight))
    page.locator(start).first.click()
    expect(page.locator(".chosen")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".chosen")).to_have_count(0)
    drag(page, f"{start} >> nth=0", f'{end}:not([aria-label*="moves:"]) >> nth=0')
    expect(page.locator(".turn").nth(1)).to_have_text(re.compile(f"^2. Black: {re.escape(straight)}"))
    flip = page.get_by_role("button", name="Flip the board")
    expect(flip).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("f")
    expect(flip).to_have_attribute("aria-pressed", "false")
