"""A handicap: play starts in a position that the person can win, and such games have a score of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from support.axe import serious

Explore = Callable[..., str]


def test_a_person_begins_in_a_won_position(page: Any, explore: Explore, expect: Any) -> None:
    page.goto(f"{explore()}#game=tic-tac-toe&parameters=null")
    choice = page.get_by_label("Handicap")
    expect(choice).to_have_value("0")
    choice.select_option(label="a win within 3 plies")
    expect(page.locator(".headline")).to_contain_text("wins in 3 plies")
    expect(choice).to_have_value("3")
    expect(page.locator(".said")).to_contain_text("There is a win within 3 plies.")
    assert serious(page) == []
    for ply in (0, 2):
        page.locator(".move.best:enabled").first.click()
        expect(page.locator(".turn")).to_have_count(min(ply + 2, 3))
    told = "Your games against perfection, with a win within 3 plies at the start: 1 won, 0 lost, 0 tied."
    expect(page.locator(".score-line")).to_have_text(told)
    page.get_by_role("button", name="Another start").click()
    expect(page.locator(".turn")).to_have_count(0)
    expect(choice).to_have_value("3")
    choice.select_option("0")
    expect(page.locator(".headline")).to_have_text("A tie in 9 plies")
    expect(page.locator(".score-line")).to_be_hidden()
