"""The page of puzzles that `gamekit compose --output` writes: solved with no server, and no request."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gamekit
from gamekit.game.registry import load_game
from gamekit.web.pages.puzzles import book_page


def written(tmp_path: Path, name: str, **wish: Any) -> tuple[str, Any]:
    book = gamekit.compose(gamekit.solve(load_game(name)), **wish)
    (tmp_path / "book.html").write_text(book_page(book))
    return (tmp_path / "book.html").as_uri(), book


def move(page: Any, text: str) -> None:
    page.locator(".moves-card button", has=page.get_by_text(text, exact=True)).click()


def test_puzzles_are_solved_with_a_streak(tmp_path: Path, page: Any, expect: Any) -> None:
    address, book = written(tmp_path, "tic-tac-toe", plies=3, only="every", count=2)
    page.goto(address)
    for number, exercise in enumerate(book.exercises, 1):
        expect(page.locator("#goal")).to_contain_text(f"{number}. {exercise.task}")
        for text in exercise.line[::2]:
            move(page, text)
        expect(page.locator(".said")).to_contain_text("Solved! Your 2, best 2.")
        expect(page.locator(".score")).to_contain_text(f"streak {number}")
        expect(page.get_by_title(f"difficulty {exercise.difficulty}").first).to_contain_text("✓")
        page.get_by_role("button", name="Next").click()


def test_a_link_names_the_puzzle_that_is_shown(tmp_path: Path, page: Any, expect: Any) -> None:
    address, _ = written(tmp_path, "tic-tac-toe", plies=3, only="every", count=3)
    page.goto(f"{address}#puzzle=3")
    expect(page.locator("#goal")).to_contain_text("3. ")
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#goal")).to_contain_text("1. ")
    assert page.url == f"{address}#puzzle=1"
    page.evaluate("location.hash = 'puzzle=2'")
    expect(page.locator("#goal")).to_contain_text("2. ")
    page.goto(f"{address}#puzzle=9")  # which there is not
    page.reload()
    expect(page.locator("#goal")).to_contain_text("1. ")


def test_a_solution_is_told_move_by_move(tmp_path: Path, page: Any, expect: Any) -> None:
    address, book = written(tmp_path, "tic-tac-toe", plies=3, only="every", count=1)
    page.goto(address)
    page.get_by_role("button", name="Solution").click()
    moves = [f"{i}.\u00a0{text}" for i, text in enumerate(book.exercises[0].line, 1)]
    expect(page.locator(".said")).to_have_text(f"Solution: {' '.join(moves)}")
    expect(page.locator(".score")).to_contain_text("streak 0")


def test_a_wrong_move_is_told_and_taken_back(tmp_path: Path, page: Any, expect: Any) -> None:
    address, book = written(tmp_path, "tic-tac-toe", plies=3, only="every", count=1)
    exercise = book.exercises[0]
    page.goto(address)
    wrong = exercise.solution.replies(exercise.state)[-1][0]  # the worst
    move(page, exercise.game.format_move(exercise.state, wrong))
    expect(page.locator(".said")).to_contain_text("That is not the best: try another.")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".said")).to_contain_text(exercise.best[0])
    for text in exercise.line[::2]:
        move(page, text)
    expect(page.locator(".score")).to_contain_text("streak 0")
