"""What a teacher shows and shares: a view without all else, arrows, pictures, the code of a frame, and the frame."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from support.axe import serious, violations

import gamekit
from gamekit import load_game
from gamekit.web.pages import write_page

Explore = Callable[..., str]


def test_a_play_is_taught_with_arrows_and_without_all_else(page: Any, explore: Explore, expect: Any) -> None:
    page.goto(f"{explore()}#game=tic-tac-toe&parameters=null&people=0,1&move=b2")
    page.get_by_role("button", name="Teach").click()
    expect(page.get_by_role("button", name="Leave")).to_be_focused()
    expect(page.locator(".history")).to_be_hidden()
    expect(page.locator(".teacher .reason")).to_contain_text("Best: ")
    page.get_by_role("switch", name="Draw arrows").check()
    places = [page.get_by_role("button", name=f"place {i}", exact=True) for i in range(9)]
    places[0].click()
    places[8].click()
    places[2].press("Enter")
    places[6].press("Enter")
    places[2].drag_to(places[0])
    expect(page.locator(".arrow")).to_have_count(3)
    expect(page.locator(".said")).not_to_contain_text("Nothing to play")
    assert serious(page) == []
    assert "page-has-heading-one" not in [fault["id"] for fault in violations(page)]
    places[0].click()
    places[8].click()  # the same arrow again takes it away
    expect(page.locator(".arrow")).to_have_count(2)
    page.get_by_role("button", name="Play a3 ›").click()
    expect(page.locator(".arrow")).to_have_count(0)
    page.get_by_role("button", name="Leave").click()
    expect(page.locator(".history")).to_be_visible()
    expect(page.get_by_role("button", name="Teach")).to_be_focused()


def test_letters_are_larger_on_a_small_screen_too(
    new_page: Callable[..., Any], explore: Explore, expect: Any
) -> None:
    page = new_page(viewport={"width": 400, "height": 850})
    page.goto(f"{explore()}#game=tic-tac-toe&parameters=null&people=0,1&move=b2")
    page.get_by_role("button", name="Teach").click()
    reason = page.locator(".teacher .reason")
    expect(reason).to_contain_text("Best: ")
    assert reason.evaluate("p => parseFloat(getComputedStyle(p).fontSize)") >= 17
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_code_of_the_page_that_export_writes_is_shared(page: Any, explore: Explore, expect: Any) -> None:
    page.goto(f"{explore()}#game=tic-tac-toe&parameters=null&people=0,1&move=b2")
    page.get_by_role("button", name="Share").click()
    share = page.get_by_role("dialog", name="Share")
    expect(share.locator("code")).to_have_text(
        re.compile(r"gamekit export tic-tac-toe --input '\{\"rows\":3,.*\}' --output tic-tac-toe\.html")
    )
    code = share.get_by_label("To show the board in another page").input_value()
    assert 'src="https://example.org/tic-tac-toe.html?embed=#move=b2&amp;people=0%2C1"' in code


def test_the_view_is_left_by_escape_and_by_opening_another_game(
    page: Any, explore: Explore, expect: Any
) -> None:
    page.goto(f"{explore()}#game=tic-tac-toe&parameters=null&people=0,1")
    view = page.locator("html[data-view]")
    page.get_by_role("button", name="Teach").click()
    expect(view).to_have_count(1)
    page.keyboard.press("Escape")
    expect(view).to_have_count(0)
    page.get_by_role("button", name="Teach").click()
    page.evaluate("location.hash = 'game=nim&parameters=null&people=0,1'")
    expect(page.locator(".headline")).to_contain_text("First wins")
    expect(view).to_have_count(0)
    page.wait_for_function("document.fullscreenElement === null")
    page.keyboard.press("Escape")
    assert "game=nim" in page.url


def test_a_play_is_saved_as_pictures(page: Any, explore: Explore, expect: Any, tmp_path: Path) -> None:
    page.goto(f"{explore()}#game=tic-tac-toe&parameters=null&people=0,1&move=a1&move=b2&move=c3")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_label("The moves up to here:")).to_have_value("a1, b2, c3")
    kept = {}
    for name in ("SVG", "PNG", "Moving SVG"):
        with page.expect_download() as download:
            page.get_by_role("button", name=name, exact=True).click()
        kept[name] = tmp_path / f"{name} {download.value.suggested_filename}"
        download.value.save_as(kept[name])
    assert [path.name.split()[-1] for path in kept.values()] == [
        "tic-tac-toe.svg",
        "tic-tac-toe.png",
        "tic-tac-toe.svg",
    ]
    assert kept["SVG"].read_text().startswith("<svg")
    assert kept["PNG"].read_bytes().startswith(b"\x89PNG")
    page.goto(kept["Moving SVG"].as_uri())
    page.emulate_media(reduced_motion="no-preference")
    visible = """() => [...document.querySelectorAll("g.ply")].map(
        (ply) => getComputedStyle(ply).visibility === "visible")"""
    seen = []
    for seconds in (0.1, 1.3, 2.5, 3.7, 5.9, 6.1):
        page.evaluate(
            "(time) => document.getAnimations().forEach((a) => { a.pause(); a.currentTime = time; })",
            1000 * seconds,
        )
        seen.append(page.evaluate(visible).index(True))
        assert page.evaluate(visible).count(True) == 1
    assert seen == [0, 1, 2, 3, 3, 0]
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(visible) == [False, False, False, True]


def test_a_page_is_shown_in_a_frame_as_board_and_bar_alone(
    new_page: Callable[..., Any], tmp_path: Path, expect: Any
) -> None:
    write_page(gamekit.solve(load_game("nim", {"heaps": [1, 2]})), tmp_path / "nim.html")
    address = (tmp_path / "nim.html").as_uri()
    page = new_page()
    page.goto(address)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    code = page.get_by_label("To show the board in another page").input_value()
    assert serious(page) == []
    width, height = (int(code.split(f'{name}="')[1].split('"')[0]) for name in ("width", "height"))
    frame = new_page(viewport={"width": width, "height": height})
    frame.goto(code.split('src="')[1].split('"')[0].replace("&amp;", "&"))
    expect(frame.locator(".stage")).to_be_visible()
    expect(frame.get_by_role("heading", level=1)).to_have_count(1)  # which is not seen
    assert "page-has-heading-one" not in [fault["id"] for fault in violations(frame)]
    root = "document.documentElement"
    assert frame.evaluate(f"{root}.scrollHeight <= innerHeight && {root}.scrollWidth <= innerWidth")
    assert serious(frame) == []
