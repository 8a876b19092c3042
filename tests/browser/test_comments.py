"""Comments on moves: written in the history, shown below the board, and kept in links and in texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from support.axe import serious

Explore = Callable[..., str]


def test_comments_are_written_shown_shared_and_read_back(page: Any, explore: Explore, expect: Any) -> None:
    page.goto(f"{explore()}#game=tic-tac-toe&parameters=null&people=0,1")
    field, shown = page.locator(".comment-field input"), page.locator(".board-card .comment")
    for square in ("b2", "a1"):
        page.locator(".move", has_text=square).click()
        expect(page.locator(".turn[aria-current]")).to_contain_text(square)
        field.fill(f"why {square}?")
    field.press("Enter")
    expect(shown).to_have_text("why a1?")
    page.get_by_role("button", name="One ply back").click()
    expect(shown).to_have_text("why b2?")
    expect(page.get_by_label("Comment on 1. b2")).to_have_value("why b2?")
    expect(page.locator(".turns .comment")).to_have_text(["why b2?", "why a1?"])
    assert serious(page) == []
    page.get_by_role("button", name="Go to the latest ply").click()
    page.reload()
    expect(shown).to_have_text("why a1?")
    page.get_by_role("button", name="Share").click()
    text = page.get_by_label("The moves up to here").input_value()
    assert text == "b2 {why b2?}, a1 {why a1?}"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="New game").click()
    expect(page.locator(".turns .comment")).to_have_count(0)
    page.get_by_role("button", name="Set up").click()
    page.get_by_text("As text").click()
    page.locator("#position").fill(text)
    page.get_by_role("button", name="Play from here").click()
    expect(page.locator(".turns .comment")).to_have_text(["why b2?", "why a1?"])
