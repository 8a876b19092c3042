"""A position set up by its text: read as it is typed, refused in a sentence, and played from there."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from support.axe import serious

Explore = Callable[..., str]


def dialog_of(page: Any, address: str) -> Any:
    page.goto(address)
    page.get_by_role("button", name="Set up").click()
    dialog = page.get_by_role("dialog", name="Set up a position")
    dialog.locator(".palette-board img").wait_for()
    dialog.get_by_text("As text").click()
    return dialog


def test_a_position_is_set_up_by_its_text(page: Any, explore: Explore, expect: Any) -> None:
    dialog = dialog_of(page, f"{explore()}#game=tic-tac-toe&parameters=null&people=0,1")
    field, says = dialog.get_by_role("textbox"), dialog.get_by_role("status")
    opener = dialog.get_by_role("button", name="Play from here")
    expect(field).to_have_value(".../.../...")
    assert serious(page) == []
    field.fill("XXX/.../..")
    expect(says).to_contain_text("neither a position nor a play")
    expect(opener).to_be_disabled()
    field.fill("XXX/.../OOO")  # which play cannot reach
    expect(says).to_have_text("Read: XXX/.../OOO")
    opener.click()
    expect(says).to_contain_text("XXX/.../OOO")
    expect(says).not_to_contain_text("Read:")
    field.fill("XX./OO./...")
    expect(says).to_have_text("Read: XX./OO./...")
    opener.click()
    expect(dialog).to_have_count(0)
    expect(page.locator(".headline")).to_have_text("X wins in 1 ply")
    page.reload()
    expect(page.locator(".headline")).to_have_text("X wins in 1 ply")
    page.go_back()
    expect(page.locator(".headline")).to_have_text("A tie in 9 plies")


def test_a_position_is_set_up_in_a_notation(page: Any, explore: Explore, expect: Any) -> None:
    dialog = dialog_of(page, f"{explore()}#game=connect-four&parameters=null&people=0,1")
    expect(dialog.get_by_text("the columns played, from 1 to 9 (4455)")).to_be_visible()
    dialog.get_by_role("textbox").fill("12")
    expect(dialog.get_by_role("status")).to_contain_text("Read as columns, 2 moves: ")
    dialog.get_by_role("button", name="Play from here").click()
    expect(page.locator(".drawing")).to_have_attribute(
        "alt", re.compile("red disc: a1; yellow disc: b1; .* empty")
    )
    expect(page.locator(".turns li")).to_have_count(2)


def test_the_moves_that_are_shared_are_pasted(page: Any, explore: Explore, expect: Any) -> None:
    dialog = dialog_of(page, f"{explore()}#game=tic-tac-toe&parameters=null&people=0,1")
    dialog.get_by_role("textbox").fill("1. a1 b2\n2. c3")
    expect(dialog.get_by_role("status")).to_have_text("Read as 3 moves: ..X/.O./X..")
    dialog.get_by_role("button", name="Play from here").click()
    expect(page.locator(".turns li")).to_have_text(["1. X: a1", "2. O: b2", "3. X: c3"])
    page.get_by_role("button", name="Share").click()
    shared = page.get_by_label("The moves up to here:").input_value()
    page.get_by_role("dialog", name="Share").press("Escape")
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="Set up").click()
    dialog.get_by_text("As text").click()
    dialog.get_by_role("textbox").fill(shared)
    dialog.get_by_role("button", name="Play from here").click()
    expect(page.locator(".turns li")).to_have_count(3)


def test_an_instance_is_set_up_in_a_notation(page: Any, explore: Explore, expect: Any) -> None:
    dialog = dialog_of(page, f"{explore()}#game=nim&parameters=null&people=0,1")
    dialog.get_by_role("textbox").fill("three heaps")
    expect(dialog.get_by_role("status")).to_contain_text("it is in no notation of nim (heaps, mcgs)")
    dialog.get_by_role("textbox").fill("4 2")
    expect(dialog.get_by_role("status")).to_have_text("Read as heaps: 4 2, first to move")
    dialog.get_by_role("button", name="Play from here").click()
    expect(page.locator(".headline")).to_have_text("First wins in 5 plies")


def test_a_position_is_set_up_on_the_board(page: Any, explore: Explore, expect: Any) -> None:
    dialog = dialog_of(page, f"{explore()}#game=tic-tac-toe&parameters=null&people=0,1")
    field, says = dialog.get_by_role("textbox"), dialog.get_by_role("status")
    dialog.get_by_role("button", name="a3: empty", exact=True).click()
    expect(says).to_have_text("A position of the game, O to move.")
    dialog.get_by_role("button", name="b3: empty", exact=True).press("Enter")  # the second X in turn
    expect(says).to_contain_text("put pieces on the board in turn")
    expect(dialog.get_by_role("button", name="Play from here")).to_be_disabled()
    dialog.get_by_role("radio", name="O", exact=True).check()
    dialog.get_by_role("button", name="a3: X", exact=True).press("ArrowDown")
    page.keyboard.press("Enter")
    expect(field).to_have_value("XX./O../...")
    field.fill("X../.O./...")
    expect(dialog.get_by_role("button", name="b2: O", exact=True)).to_have_count(1)
    assert serious(page) == []
    dialog.get_by_role("button", name="Empty the board").click()
    expect(field).to_have_value(".../.../...")
    dialog.get_by_role("button", name="Draw one").click()
    expect(says).to_contain_text("One of ")
    dialog.get_by_role("button", name="Play from here").click()
    expect(page.locator(".headline")).to_contain_text("wins in ")
