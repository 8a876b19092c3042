"""Puzzles on the page: found in the game, set one by one, judged at the first move, counted by the browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from support.axe import serious
from support.marks import cases

Explore = Callable[..., str]


def test_a_puzzle_is_set_judged_and_counted(
    new_page: Callable[..., Any], explore: Explore, expect: Any
) -> None:
    page = new_page(values=False)
    page.goto(f"{explore()}#game=hexapawn&parameters=null")
    page.get_by_role("tab", name="Puzzles").click()
    puzzle = page.locator(".puzzle")
    expect(puzzle).to_have_count(4)
    assert serious(page) == []
    puzzle.first.click()
    expect(page.locator(".headline")).to_have_text(
        "Black wins in 3 plies. Find the one move that wins soonest."
    )
    expect(page.locator(".puzzle")).to_have_count(4)  # those of the whole game
    score = page.get_by_text("of 4 puzzles solved")
    said = page.locator(".said")
    tried = page.locator(".move").count()
    for i in range(tried):
        page.locator(".move").nth(i).click()
        expect(said).to_contain_text(" ")
        expect(page.locator(".turn")).not_to_have_count(0)
        if "Right" in said.inner_text():
            break
        expect(said).to_contain_text("Not the best: it ")
        expect(score).to_have_text("0 of 4 puzzles solved, streak 0")
        page.get_by_role("button", name="Try again").click()
        expect(page.locator(".turn")).to_have_count(0)
    expect(score).to_have_text(f"1 of 4 puzzles solved, streak {int(i == 0)}")
    expect(page.locator(".done", has_text="solved")).to_have_count(1)
    before = page.url
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.locator(".turn")).to_have_count(0)
    page.wait_for_url(lambda url: "exercise=1" in url and url.split("&move")[0] != before.split("&move")[0])
    page.reload()
    expect(page.locator(".headline")).to_contain_text("Find the one move that wins soonest.")


@pytest.mark.parametrize("width", cases(quick=[400], release=[1280]))
def test_as_much_of_a_solution_is_told_as_there_is_room_for(
    page: Any, explore: Explore, expect: Any, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{explore()}#game=nim&parameters=null")
    page.get_by_role("tab", name="Puzzles").click()
    expect(page.locator(".puzzle").last).to_contain_text("Puzzle 30: First to move wins in 11 plies")
    page.locator(".puzzle").last.click()
    page.get_by_role("button", name="Solution").click()
    expect(page.locator(".said")).to_contain_text("2.\u00a0take")
    expect(page.locator(".said")).to_contain_text(" …")
    fits = "box => box.scrollHeight <= box.clientHeight"
    assert page.locator(".status-text").evaluate(fits)
    page.locator(".move").last.click()
    expect(page.locator(".said")).to_have_text(
        "Not the best: it loses in 8. Second: take 1 from a heap of 4."
    )
    assert page.locator(".status-text").evaluate(fits)


def test_a_puzzle_shows_values_when_asked_there_alone(page: Any, explore: Explore, expect: Any) -> None:
    page.goto(f"{explore()}#game=hexapawn&parameters=null")
    values = page.get_by_label("Show values")
    expect(values).to_be_checked()
    page.get_by_role("tab", name="Puzzles").click()
    for _ in range(2):
        page.locator(".puzzle").first.click()
        expect(page.locator(".headline")).to_contain_text("Find the one move")
        expect(values).not_to_be_checked()
        expect(page.locator(".tint, .move .badge")).to_have_count(0)
        values.check()
    page.goto(f"{explore()}#game=nim&parameters=null")
    expect(values).to_be_checked()


def test_the_puzzle_of_the_day_is_the_same_for_everyone(page: Any, explore: Explore, expect: Any) -> None:
    addresses = []
    for _ in range(2):
        page.goto("about:blank")
        page.goto(f"{explore()}#game=nim&parameters=null")
        page.get_by_role("tab", name="Puzzles").click()
        page.get_by_role("button", name="Puzzle of the day").click()
        expect(page.locator(".headline")).to_contain_text("Find the one move that wins soonest.")
        addresses.append(page.url)
    assert addresses[0] == addresses[1]


def test_a_hint_tells_the_place_first_and_then_the_move(page: Any, explore: Explore, expect: Any) -> None:
    page.goto(f"{explore()}#game=hexapawn&parameters=null")
    page.get_by_role("tab", name="Puzzles").click()
    page.locator(".puzzle").first.click()
    expect(page.locator(".headline")).to_contain_text("Find the one move")
    hint, said = page.get_by_role("button", name="Hint"), page.locator(".said")
    hint.click()
    expect(said).to_contain_text("Hint: the move begins at the place that is lit.")
    expect(page.locator(".lit")).to_have_count(1)
    hint.click()
    expect(said).to_contain_text("wins in 3 plies")
    expect(page.locator(".lit")).not_to_have_count(1)


def test_after_a_puzzle_is_solved_comes_the_next(page: Any, explore: Explore, expect: Any) -> None:
    page.goto(f"{explore()}#game=lights-out&parameters=null&people=")  # perfection solves it
    next_puzzle = page.get_by_role("button", name="Next puzzle")
    next_puzzle.wait_for()
    before = page.url
    next_puzzle.click()
    page.wait_for_url(lambda url: url.split("&people")[0] != before.split("&people")[0])
    expect(page.locator(".turn")).to_have_count(0)


def test_an_arrow_key_into_a_wall_is_answered(page: Any, explore: Explore, expect: Any) -> None:
    page.goto(f"{explore()}#game=sokoban&parameters=null&people=0")
    page.locator(".stage").wait_for()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".said")).to_have_text("Nothing to play there: choose a place that is ringed.")
    expect(page.locator(".turn")).to_have_count(0)


def test_the_solution_is_told_and_ends_a_streak(page: Any, explore: Explore, expect: Any) -> None:
    page.goto(f"{explore()}#game=hexapawn&parameters=null")
    page.get_by_role("tab", name="Puzzles").click()
    page.locator(".puzzle").first.click()
    page.get_by_role("button", name="Solution").click()
    expect(page.locator(".said")).to_contain_text("Solution: 1.")
    move = page.locator(".said").inner_text().removeprefix("Solution: 1.").split("2.")[0].strip()
    page.locator(".move").filter(has=page.get_by_text(move, exact=True)).click()
    expect(page.locator(".said")).to_contain_text("Right: no other move is as good.")
    expect(page.get_by_text("of 4 puzzles solved")).to_have_text("1 of 4 puzzles solved, streak 0")
