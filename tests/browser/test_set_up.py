"""A position set up by hand: by its text or in a notation, refused in a sentence, and played from there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from support.axe import serious

Explore = Callable[..., str]


def test_a_position_is_set_up_by_its_text(page: Any, explore: Explore, expect: Any) -> None:
    page.goto(f"{explore()}#game=tic-tac-toe&parameters=null&people=0,1")
    page.get_by_role("button", name="Set up").click()
    dialog = page.get_by_role("dialog", name="Set up a position")
    field = dialog.get_by_role("textbox")
    expect(field).to_have_value(".../.../...")
    assert serious(page) == []
    field.fill("XXX/.../OOO")
    field.press("Enter")
    expect(dialog.get_by_role("alert")).not_to_be_empty()
    field.fill("XX./OO./...")
    field.press("Enter")
    expect(dialog).to_have_count(0)
    expect(page.locator(".headline")).to_have_text("X wins in 1 ply")
    page.reload()
    expect(page.locator(".headline")).to_have_text("X wins in 1 ply")
    page.go_back()
    expect(page.locator(".headline")).to_have_text("A tie in 9 plies")


def test_a_position_is_set_up_in_a_notation(page: Any, explore: Explore, expect: Any) -> None:
    page.goto(f"{explore()}#game=connect-four&parameters=null&people=0,1")
    page.get_by_role("button", name="Set up").click()
    page.get_by_role("dialog").get_by_role("textbox").fill("12")  # the columns that were played
    page.get_by_role("button", name="Play from here").click()
    expect(page.locator(".drawing")).to_have_attribute("alt", "red disc: a1; yellow disc: b1")
