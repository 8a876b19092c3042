"""The stage holds still: the board stays where it is through a whole game."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

import pytest
from support.axe import serious
from support.each_game import NAMES
from support.marks import cases

from gamekit import load_game
from gamekit.game.registry import GAMES, adapted_names

Explore = Callable[..., str]

NARROW, WIDE = 400, 1280
WIDTHS = {NARROW: 850, WIDE: 900}
QUICK = ["hexapawn", "hackenbush", "lights-out", "sum"]
REST = sorted({*NAMES, *adapted_names(GAMES)} - {*QUICK})
PLIES = 40
PUZZLES = [
    "sokoban", "towers-of-hanoi", "wolf-goat-cabbage", "sliding-puzzle", "rush-hour", "peg-solitaire", "pocket-cube"
]  # fmt: skip
SLOWEST = 120_000  # milliseconds for the largest examples

PLACE = """() => {
  const { left, top, width } = document.querySelector(".stage").getBoundingClientRect();
  return [left, top, width].map(Math.round);
}"""


def everyone(name: str) -> str:
    """Return the part of a link by which nobody moves by themselves."""
    return ",".join(map(str, range(len(load_game(name).players))))


def opened(page: Any, base: str, name: str) -> None:
    page.goto(f"{base}#game={name}&parameters=null&people={everyone(name)}")
    page.locator(".stage").wait_for(timeout=SLOWEST)


@pytest.mark.parametrize(
    ("name", "width"),
    cases(
        quick=[(name, WIDE if i % 2 else NARROW) for i, name in enumerate(QUICK)],
        release=[(name, NARROW if i % 2 else WIDE) for i, name in enumerate(QUICK)]
        + [(name, width) for name in REST for width in WIDTHS],
    ),
)
def test_the_board_stays_where_it_is_through_a_whole_game(
    name: str, width: int, new_page: Callable[..., Any], explore: Explore, expect: Any
) -> None:
    page = new_page(viewport={"width": width, "height": WIDTHS[width]})
    opened(page, explore(), name)
    place = page.evaluate(PLACE)
    for ply in range(1, PLIES + 1):
        if page.locator(".moves-card", has_text="play is over").count():
            break
        page.locator(".move").first.evaluate("move => move.click()")  # which does not scroll to it
        expect(page.locator(".turn")).to_have_count(ply)
        assert page.evaluate(PLACE) == place, f"after ply {ply}"
    expect(page.locator(".proof")).not_to_have_text("being verified …")
    assert page.evaluate(PLACE) == place


@pytest.mark.parametrize("width", cases(quick=[NARROW], release=[WIDE]))
def test_two_clicks_on_the_same_pixel_are_clicks_on_the_same_place(
    width: int, new_page: Callable[..., Any], explore: Explore, expect: Any
) -> None:
    page = new_page(viewport={"width": width, "height": WIDTHS[width]})
    opened(page, explore(), "lights-out")
    box = page.locator('[data-spot][aria-label^="b2"]').bounding_box()
    for played in range(1, 7):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 2)  # at its rim
        expect(page.locator(".turn")).to_have_count(played)
        expect(page.locator(".turn").last).to_contain_text("b2")


AGAIN = """async ([x, y]) => {
  const rects = [];
  const click = () => {
    const place = document.elementFromPoint(x, y);
    rects.push(JSON.stringify(place.getBoundingClientRect()));
    place.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: x, clientY: y }));
  };
  const turns = document.querySelector(".turns");
  const played = new Promise((resolve) => {
    new MutationObserver(resolve).observe(turns, { childList: true });
    setTimeout(resolve, 2000); // where one click is no move
  });
  click();
  await played;
  const first = turns.children.length;
  click();
  await new Promise((resolve) => setTimeout(resolve, 700));
  return [first, turns.children.length, rects[0] === rects[1]];
}"""


@pytest.mark.parametrize(
    "name",
    cases(
        quick=["cutcake", "lights-out"],
        release=sorted({*NAMES, *adapted_names(GAMES)} - {"cutcake", "lights-out"}),
    ),
)
def test_a_second_click_at_once_is_no_move_at_another_place(name: str, page: Any, explore: Explore) -> None:
    opened(page, explore(), name)
    spots = page.locator("[data-spot]")
    for i in range(min(spots.count(), 4)):
        page.goto("about:blank")
        opened(page, explore(), name)
        box = spots.nth(i).bounding_box()
        first, second, is_same = page.evaluate(
            AGAIN, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        )
        assert second == first or first == 0 or is_same, f"spot {i}"


def test_the_goal_stands_above_the_board_and_the_rules_are_a_click_away(
    page: Any, explore: Explore, expect: Any
) -> None:
    opened(page, explore(), "connect-four")
    expect(page.locator(".goal")).to_contain_text("a player with 3 stones in a line wins.")
    page.get_by_role("button", name="Rules").click()
    rules = page.get_by_role("dialog", name="Connect four")
    expect(rules).to_contain_text("A stone falls to the lowest empty square of its column.")
    expect(rules).to_contain_text("Here: 3×4 board, 3 in a row.")
    assert serious(page) == []
    rules.get_by_role("button", name="Close").click()
    expect(rules).to_have_count(0)
    page.keyboard.press("r")
    expect(rules).to_be_visible()


@pytest.mark.parametrize(
    ("name", "colours"),
    cases(
        quick=[("hex", ["#b3202c", "#0072b2"]), ("connect-four", ["#b3202c", "#f5c04a"])],
        release=[("dobutsu-shogi", ["#f5c04a", "#0072b2"]), ("fox-and-geese", ["#b3202c", "#ffffff"])],
    ),
)
def test_players_wear_the_colours_of_their_pieces(
    name: str, colours: list[str], page: Any, explore: Explore, expect: Any
) -> None:
    opened(page, explore(), name)
    styles = "getComputedStyle(document.documentElement)"
    assert page.evaluate(f"['--first', '--second'].map((name) => {styles}.getPropertyValue(name))") == colours
    page.locator(".move").first.click()
    expect(page.locator(".turn")).not_to_have_count(0)
    page.locator(".move").first.click()
    expect(page.locator(".turn")).to_have_count(2)
    drawing = unquote(page.locator(".drawing").get_attribute("src"))
    assert all(f'fill="{colour}"' in drawing for colour in colours)


def test_players_called_as_their_pieces_are_look_like_these(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore(), "tic-tac-toe")
    chip = (
        "getComputedStyle(document.querySelector('.seat:nth-child({}) .player'), '::before').backgroundImage"
    )
    shown = [unquote(page.evaluate(chip.format(seat))) for seat in (1, 2)]
    assert ['data-sign="X"' in shown[0], 'data-sign="O"' in shown[1]] == [True, True]
    page.goto(f"{explore()}#game=nim")
    expect(page.locator("html.with-pieces")).to_have_count(0)


@pytest.mark.parametrize("moves", ["b2 a2 b1 a1 b3", "b2 a2 c1 a3 b3"], ids=["straight", "bent"])
def test_hex_marks_the_chain_that_won(page: Any, explore: Explore, expect: Any, moves: str) -> None:
    opened(page, explore(), "hex")
    for ply, move in enumerate(moves.split(), start=1):
        page.locator(f'[data-spot][aria-label^="{move}"]').click()
        expect(page.locator(".turn")).to_have_count(ply)
    expect(page.locator("polygon.deciding")).to_have_count(3)
    lines = page.locator("line.deciding")  # from stone to stone, whose letters they leave free
    expect(lines).to_have_count(2)
    far = page.locator("polygon.deciding").evaluate_all(
        "all => Math.abs(all[0].getBBox().x - all[1].getBBox().x)"
    )
    long = lines.first.evaluate("line => Math.abs(line.x2.baseVal.value - line.x1.baseVal.value)")
    assert 0 < long < far / 2


@pytest.mark.parametrize(
    ("name", "move", "marked", "entered"),
    [
        ("kalah", "first pit", 2, 1),  # the pit that is emptied, and where the last seed falls
        ("konane", "-", 3, 1),  # the stone that is taken, too
        ("othello", "b1", 2, 1),  # and the disc that is turned
        (
            "missionaries-and-cannibals",
            "missionary + cannibal",
            5,
            2,
        ),  # two seats on either bank, and the boat
        ("lights-out", "b2", 1, 1),
    ],
)
def test_what_the_last_move_changed_is_marked(
    page: Any, explore: Explore, expect: Any, name: str, move: str, marked: int, entered: int
) -> None:
    opened(page, explore(), name)
    page.locator(".move", has_text=move).first.click()
    expect(page.locator(".turn")).to_have_count(1)
    expect(page.locator(".last")).to_have_count(marked)
    expect(page.locator(".last.entered")).to_have_count(entered)


def test_the_legend_tells_of_no_ring_that_is_not_there(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore(), "mu-torere")
    legend = page.locator(".legend")
    if page.locator(".tint.best").count():
        expect(legend).to_contain_text("thick ring")
    else:
        expect(legend).not_to_contain_text("thick ring")
        expect(legend).to_contain_text("★: a best move")


def test_no_square_that_nobody_chose_has_a_ring(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore(), "tic-tac-toe")
    page.locator('[data-spot][aria-label^="c1"]').click()
    expect(page.locator(".turn")).to_have_count(1)
    expect(page.locator(".stage :focus")).to_have_count(0)
    page.locator('[data-spot][aria-label^="c2"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".turn")).to_have_count(2)
    expect(page.locator('[data-spot][aria-label^="c3"]')).to_be_focused()  # the nearest that is free


def test_after_the_end_the_keyboard_is_at_play_again(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore(), "hexapawn")
    page.locator("[data-spot]").first.focus()
    for _ in range(40):
        if page.locator(".moves-card", has_text="play is over").count():
            break
        turns = page.locator(".turn").count()
        page.locator('[data-spot]:not([aria-label*="moves:"])').first.press("Enter")
        expect(page.locator(".turn")).to_have_count(turns + 1)
    expect(page.get_by_role("button", name="Play again")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-spot]").first).to_be_focused()


@pytest.mark.parametrize(
    ("way", "name"),
    cases(
        quick=[("tap", "lights-out")],
        slow=[("click", "lights-out"), ("keys", "lights-out")],
        release=[(way, name) for way in ("click", "list", "keys") for name in PUZZLES],
    ),
)
def test_after_the_last_move_of_a_puzzle_the_focus_is_not_lost(
    way: str, name: str, new_page: Callable[..., Any], explore: Explore, expect: Any
) -> None:
    page = new_page(has_touch=True)
    opened(page, explore(), name)
    for ply in range(1, 4 * PLIES):
        if page.locator(".moves-card", has_text="play is over").count():
            break
        if name == "lights-out":
            page.get_by_role("button", name="Hint").tap()  # which there is no more after the last move
        best = page.locator(".move.best").first
        if name == "sokoban" and way == "keys":
            page.keyboard.press(f"Arrow{best.locator('.move-text').inner_text().capitalize()}")
            expect(page.locator(".turn")).to_have_count(ply)
            continue
        spot = page.locator(f'[data-spot][aria-label^="{best.locator(".move-text").inner_text()},"]').first
        target = best if way == "list" or not spot.count() else spot
        if way == "keys":
            target.press("Enter")
        else:
            (target.tap if way == "tap" else target.click)()
        expect(page.locator(".turn")).to_have_count(ply)
    page.wait_for_timeout(200)  # until it is known whether another puzzle can follow
    assert page.evaluate("document.activeElement.matches('.status-actions button, .moves-card')")


def test_moves_in_the_history_have_the_discs_of_their_players(
    page: Any, explore: Explore, expect: Any
) -> None:
    opened(page, explore(), "hexapawn")
    for ply in (1, 2):
        page.locator(".move").first.click()
        expect(page.locator(".turn")).to_have_count(ply)
    colours = 'all => all.map((one) => getComputedStyle(one, "::before").backgroundImage)'
    turns = page.locator(".turn").evaluate_all(colours)
    assert turns == page.locator(".seat .player").evaluate_all(colours)
    assert turns[0] != turns[1]


@pytest.mark.parametrize(
    "name", cases(quick=["coin-turning-product"], release=["backsliding-toads-and-frogs"])
)
def test_a_narrow_header_breaks_no_button_and_leaves_nothing_of_the_goal_out(
    name: str, new_page: Callable[..., Any], explore: Explore, expect: Any
) -> None:
    page = new_page(viewport={"width": NARROW, "height": WIDTHS[NARROW]})
    opened(page, explore(), name)
    expect(page.locator(".goal")).to_contain_text("Whoever cannot move loses.")
    assert page.locator(".goal").evaluate("goal => goal.scrollHeight <= goal.clientHeight + 1")
    assert page.locator(".rules-button").evaluate("button => button.clientHeight < 45")  # one line
    assert page.evaluate("document.documentElement.scrollWidth") == NARROW


@pytest.mark.parametrize("name", cases(quick=["connect-four"], release=["sim", "lights-out", "tic-tac-toe"]))
def test_marks_leave_the_colours_of_pieces_as_they_are(
    name: str, page: Any, explore: Explore, expect: Any
) -> None:
    opened(page, explore(), name)
    page.locator(".move").first.click()
    expect(page.locator(".last").first).to_be_visible()
    assert page.locator(".tint").count()
    frames = page.locator(".last, .tint").evaluate_all("all => all.map((one) => getComputedStyle(one).fill)")
    assert set(frames) == {"none"}
    assert page.locator(".under").evaluate("under => getComputedStyle(under).mixBlendMode") == "normal"


def test_the_legend_names_the_ring_and_rules_of_a_puzzle_speak_of_nobody_else(
    page: Any, explore: Explore, expect: Any
) -> None:
    opened(page, explore(), "hexapawn")
    expect(page.locator(".legend")).to_contain_text("★ or a thick ring: a best move")
    opened(page, explore(), "lights-out")
    page.locator("h1", has_text="Lights out").wait_for()
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_role("dialog")).not_to_contain_text("other player")
    expect(page.get_by_role("dialog").locator("dt")).to_have_text(["ply"])


def test_an_answer_to_a_wrong_click_goes_with_the_next_good_one(
    page: Any, explore: Explore, expect: Any
) -> None:
    opened(page, explore(), "hexapawn")
    box = page.locator(".stage").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 5)  # Black's pawn
    expect(page.locator(".said")).to_have_text(
        "Nothing to play there for White: choose a place that is ringed."
    )
    pawn = page.locator('[data-spot][aria-label*="moves:"]').first
    pawn.click()
    expect(page.locator(".said")).to_have_text("Now choose where it goes.")
    pawn.click()
    expect(page.locator(".said")).to_have_text("Choose on the board, or from the list.")


@pytest.mark.parametrize("name", cases(quick=["chess-ending"], release=["chess-variant", "othello"]))
def test_to_show_values_moves_nothing_on_a_narrow_page(
    name: str, new_page: Callable[..., Any], explore: Explore, expect: Any
) -> None:
    page = new_page(values=False, viewport={"width": NARROW, "height": WIDTHS[NARROW]})
    opened(page, explore(), name)
    place = page.evaluate(PLACE)
    page.get_by_label("Show values").check()
    expect(page.locator(".headline")).not_to_have_text("Tick to see the answer")
    assert page.evaluate(PLACE) == place


def test_progress_lies_over_the_page_and_moves_nothing(
    new_page: Callable[..., Any], explore: Explore, expect: Any
) -> None:
    page = new_page(viewport={"width": NARROW, "height": WIDTHS[NARROW]})
    opened(page, explore(), "connect-four")
    place = page.evaluate(PLACE)
    page.evaluate(
        """() => {
      const told = document.createElement("div");
      told.className = "progress";
      told.textContent = "solving";
      document.getElementById("progress").append(told);
    }"""
    )
    expect(page.locator(".progress")).to_be_in_viewport()
    assert page.evaluate(PLACE) == place


def test_the_dot_of_a_black_player_lies_on_wood_on_a_dark_page(
    new_page: Callable[..., Any], explore: Explore
) -> None:
    page = new_page(color_scheme="dark")
    opened(page, explore(), "hexapawn")
    grounds = "all => all.map((one) => getComputedStyle(one, '::before').backgroundColor)"
    assert set(page.locator(".seat .player").evaluate_all(grounds)) == {"rgb(163, 149, 123)"}
    opened(page, explore(), "nogo")  # whose seats have no drawings
    page.locator("h1", has_text="Nogo").wait_for()
    chips = "all => all.map((one) => getComputedStyle(one, '::before').background)"
    assert all("rgb(163, 149, 123)" in chip for chip in page.locator(".seat .player").evaluate_all(chips))


def test_a_second_line_of_the_headline_begins_beside_the_chip(
    new_page: Callable[..., Any], explore: Explore
) -> None:
    page = new_page(viewport={"width": 400, "height": 850})
    opened(page, explore(), "nim")
    page.locator(".standing").evaluate("line => (line.textContent = 'word '.repeat(40))")
    starts = """line => {
      const text = document.createRange();
      text.selectNodeContents(line);
      return [...text.getClientRects()].map(({ left }) => Math.round(left));
    }"""
    first, *others = page.locator(".standing").evaluate(starts)
    assert {*others} == {first}


def test_the_rules_begin_at_their_beginning(
    new_page: Callable[..., Any], explore: Explore, expect: Any
) -> None:
    page = new_page(viewport={"width": NARROW, "height": 400})
    opened(page, explore(), "dobutsu-shogi")
    page.get_by_role("button", name="Rules").click()
    rules = page.get_by_role("dialog")
    assert rules.evaluate("drawer => drawer.scrollHeight > drawer.clientHeight && drawer.scrollTop === 0")
    expect(rules.get_by_role("heading").first).to_be_focused()
    rules.evaluate("drawer => drawer.scrollTo(0, drawer.scrollHeight)")
    expect(rules.get_by_role("button", name="Close")).to_be_in_viewport()


def test_a_piece_with_one_target_is_left_as_it_is(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore(), "hexapawn")
    page.locator("[data-spot].piece").first.click()
    expect(page.locator(".spot.open")).to_have_count(1)
    expect(page.locator(".ghost")).to_have_count(0)


def test_all_that_a_move_takes_is_marked_before_and_after_it(
    page: Any, explore: Explore, expect: Any
) -> None:
    opened(page, explore(), "slow-exact-nim")
    page.get_by_label("Show values").check()
    expect(page.locator(".tint")).to_have_count(3)  # the last counter of each heap
    page.locator("[data-spot]").nth(0).click()
    page.locator(".spot.open").first.click()
    expect(page.locator(".last")).to_have_count(2)


def test_what_a_piece_became_is_marked(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore(), "fission")
    page.locator("[data-spot]").first.click()
    expect(page.locator(".last")).to_have_count(3)
    expect(page.locator(".last.entered")).to_have_count(2)


def test_no_arrow_leads_from_a_hand_before_it_is_chosen(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore(), "chopsticks")
    page.get_by_label("Show values").uncheck()
    expect(page.locator(".way")).to_have_count(0)
    page.locator("[data-spot]").first.click()
    expect(page.locator(".target.around")).to_have_count(2)  # a number is written where a dot would be


def test_sentences_begin_with_capitals_and_the_winner_has_a_colour(
    page: Any, explore: Explore, expect: Any
) -> None:
    opened(page, explore(), "hexapawn")
    expect(page.locator(".seat .player")).to_have_text(["White", "Black"])
    for ply in range(1, PLIES):
        if page.locator(".moves-card", has_text="play is over").count():
            break
        page.locator(".move").first.click()
        expect(page.locator(".turn")).to_have_count(ply)
    winner = page.locator(".standing").inner_text().split()[0]
    dot = {"White": "player-first", "Black": "player-second"}[winner]
    assert dot in page.locator(".standing").get_attribute("class")


def test_a_click_where_no_move_is_gets_an_answer(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore(), "hexapawn")
    box = page.locator(".stage").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 5)  # Black's pawn
    expect(page.locator(".said")).to_have_text(
        "Nothing to play there for White: choose a place that is ringed."
    )
    expect(page.locator(".stage svg:focus")).to_have_count(0)  # a frame round the whole board
    ringed = "all => all.filter((one) => one.getAnimations().length).length"
    assert page.locator("[data-spot]").evaluate_all(ringed) == page.locator("[data-spot]").count() > 0
    page.locator(".turn, .move").first.click()
    expect(page.locator(".said")).not_to_contain_text("Nothing to play")


def test_a_puzzle_speaks_as_a_puzzle(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore(), "sokoban")
    best = int(page.locator(".headline").inner_text().split()[2])
    expect(page.locator(".headline")).to_have_text(f"Solvable in {best} moves")
    page.locator(".move.best").first.click()
    expect(page.locator(".standing")).to_have_text(f"Solvable in {best - 1} moves.")
    page.get_by_role("button", name="Undo").click()
    page.locator(".move:not(.best)", has_text="solved in").first.click()
    expect(page.locator(".said")).to_contain_text("longer.")
    for played in range(2, 2 * best):
        if page.locator(".moves-card", has_text="play is over").count():
            break
        page.locator(".move.best").first.evaluate("move => move.click()")
        expect(page.locator(".turn")).to_have_count(played)
    expect(page.locator(".standing")).to_have_text(f"Solved in {played - 1}; the best is {best}.")
    expect(page.locator(".history")).to_contain_text(f"{played - 1 - best} moves lost.")
    assert "wins" not in page.locator("#play").inner_text()


def test_arrow_keys_move_the_man(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore(), "sokoban")
    for played, (key, way) in enumerate([("ArrowLeft", "left"), ("ArrowRight", "right")], start=1):
        page.keyboard.press(key)
        expect(page.locator(".turn")).to_have_count(played)
        expect(page.locator(".turn").last).to_contain_text(way)


def test_values_are_hidden_until_one_switch_shows_them(
    new_page: Callable[..., Any], explore: Explore, expect: Any
) -> None:
    page = new_page(values=False)
    opened(page, explore(), "hexapawn")
    expect(page.locator(".headline")).to_have_text("Tick to see the answer")
    expect(page.locator(".headline > span")).to_have_css("font-weight", "400")
    for hidden in (".mark", ".tint", ".badge:visible", ".star"):
        expect(page.locator(hidden)).to_have_count(0)
    page.get_by_role("switch", name="Show values").check()
    expect(page.locator(".headline")).to_have_text("Black wins in 6 plies")
    page.reload()
    expect(page.locator(".headline")).to_have_text("Black wins in 6 plies")


def test_marks_are_quiet_until_a_place_is_pointed_at(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore(), "hexapawn")
    expect(page.locator(".tint")).to_have_count(3)
    expect(page.locator(".corner")).to_have_count(3)
    expect(page.locator(".mark.shown")).to_have_count(0)
    page.locator('[data-spot][aria-label^="moves: b1-b2"]').hover()
    expect(page.locator(".mark.shown")).to_have_count(1)
    expect(page.locator(".corner:visible")).to_have_count(2)  # the pill says more
    page.locator(".brand").hover()
    expect(page.locator(".mark.shown")).to_have_count(0)


def sizes_in_frames(page: Any) -> list[str]:
    """Return the sizes above heaps that lie over a frame of the last move."""
    drawing = unquote(page.locator(".drawing").get_attribute("src"))
    sizes = re.findall('<text x="([^"]+)" y="([^"]+)"[^>]* font-size="14"[^>]*>([0-9]+)<', drawing)
    boxes = page.locator(".last").evaluate_all(
        "all => all.map((frame) => frame.getBBox()).map(({ x, y, width, height }) => [x, y, width, height])"
    )
    assert sizes
    return [
        size
        for x, y, size in sizes
        for left, top, width, height in boxes
        if abs(float(x) - left - width / 2) < width / 2 + 4
        and abs(float(y) - top - height / 2) < height / 2 + 4
    ]


MARKED = """marks => marks.map((mark) => mark.nodeName + (mark.hasAttribute("transform") ? " along" : ""))"""


@pytest.mark.parametrize(
    ("name", "shape"),
    cases(
        quick=[("hackenbush", "rect along")],
        release=[("hex", "polygon"), ("digraph", "ellipse"), ("dobutsu-shogi", "rect")],
    ),
)
def test_marks_have_the_shapes_of_places(
    name: str, shape: str, page: Any, explore: Explore, expect: Any
) -> None:
    opened(page, explore(), name)
    expect(page.locator(".tint").first).to_be_visible()
    assert set(page.locator(".tint").evaluate_all(MARKED)) == {shape}
    page.get_by_role("button", name="Flip the board").click()
    assert {mark.split()[0] for mark in page.locator(".tint").evaluate_all(MARKED)} == {shape.split()[0]}


@pytest.mark.parametrize("name", cases(quick=["hexapawn"], release=["breakthrough", "hex", "kalah"]))
def test_the_buttons_are_above_the_fold(name: str, new_page: Callable[..., Any], explore: Explore) -> None:
    page = new_page(viewport={"width": WIDE, "height": 800})
    opened(page, explore(), name)
    bar = page.locator(".moves-bar").bounding_box()
    assert bar["y"] + bar["height"] <= 800


@pytest.mark.parametrize(
    "name", cases(quick=["hexapawn"], release=["clobber", "impartial", "col", "arc-kayles"])
)
def test_a_hint_is_read_as_a_whole(name: str, new_page: Callable[..., Any], explore: Explore) -> None:
    page = new_page(viewport={"width": NARROW, "height": WIDTHS[NARROW]})
    opened(page, explore(), name)
    page.get_by_role("button", name="Hint").click()
    text = page.locator(".status-text")
    assert "Hint: " in text.inner_text()
    assert text.evaluate("text => text.scrollHeight <= text.clientHeight")


def test_where_all_moves_are_equal_a_sentence_says_so(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore(), "tic-tac-toe")
    expect(page.locator(".said")).to_contain_text("All moves of X are equally good.")
    expect(page.locator(".tint, .corner")).to_have_count(0)


def test_a_board_has_a_dark_palette_by_the_system_and_by_choice(
    new_page: Callable[..., Any], explore: Explore
) -> None:
    page = new_page(color_scheme="light")
    opened(page, explore(), "hexapawn")
    light = page.locator(".drawing").screenshot()
    page.emulate_media(color_scheme="dark")
    dark = page.locator(".drawing").screenshot()
    assert dark != light
    page.emulate_media(color_scheme="light")
    page.get_by_role("button", name="Dark").click()
    page.wait_for_function("document.querySelector('.drawing').complete")
    assert page.locator(".drawing").get_attribute("src").count("data-theme") == 3  # its own, and in two rules


def test_presets_are_a_click_away(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore(), "nim")
    chips = page.get_by_role("group", name="Instances").get_by_role("button")
    expect(chips).to_have_text(["Small", "Classic", "Marienbad"])
    expect(chips.nth(1)).to_have_attribute("aria-pressed", "true")
    chips.nth(0).click()
    expect(page.locator(".headline")).to_have_text("Second wins in 6 plies")
    expect(chips.nth(0)).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize(
    ("name", "chip"), cases(quick=[("toads-and-frogs", "Spread out")], release=[("quixo", "3×3 board")])
)
def test_a_link_without_parameters_opens_what_the_game_is_shown_with(
    name: str, chip: str, page: Any, explore: Explore, expect: Any
) -> None:
    page.goto(f"{explore()}#game={name}")
    chips = page.get_by_role("group", name="Instances").get_by_role("button", pressed=True)
    expect(chips).to_have_text(chip)
    page.get_by_role("button", name="Games ▾").click()
    page.locator("#games .game", has_text=page.locator("h1").inner_text()).first.click()
    expect(chips).to_have_text(chip)


@pytest.mark.parametrize(
    "name", cases(quick=["nim-with-a-pass"], release=["pocket-cube", "cutcake", "take-and-break"])
)
def test_the_buttons_below_the_board_stay_where_they_are(
    name: str, new_page: Callable[..., Any], explore: Explore, expect: Any
) -> None:
    page = new_page(viewport={"width": NARROW, "height": WIDTHS[NARROW]})
    opened(page, explore(), name)
    undo = "document.querySelector('.moves-bar').getBoundingClientRect().top"
    place = page.evaluate(undo)
    page.locator(".move").last.click()
    expect(page.locator(".turn")).to_have_count(1)
    assert page.evaluate(f"scrollY + {undo}") == place


def test_places_that_stand_for_one_another_are_marked_alike(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore(), "kayles")
    expect(page.locator(".tint")).to_have_count(19)  # ten pins, and nine pairs of neighbours
    page.locator("[data-twin]").first.click()
    assert page.evaluate("document.activeElement.matches('.stage')")  # whose outline is not drawn
    expect(page.locator(".last")).to_have_count(1)
    assert sizes_in_frames(page) == []


@pytest.mark.parametrize(
    ("name", "moves"),
    cases(
        quick=[("top-entails", ["take 1 from a stack of 5", "split 4 into 1 and 3"])],
        slow=[
            ("kayles", ["take 2, leave 3 and 5", "leave 1 and 1"]),
            ("partizan-take-and-break", ["take 1 from", "take 2 from"]),
            ("octal", ["leave 2 and 7"]),
        ],
    ),
)
def test_a_frame_is_where_the_last_move_cut_a_heap(
    name: str, moves: list[str], page: Any, explore: Explore, expect: Any
) -> None:
    page.emulate_media(reduced_motion="reduce")
    opened(page, explore(), name)
    for ply, move in enumerate(moves, start=1):
        page.locator(".move", has_text=move).first.click()
        expect(page.locator(".turn")).to_have_count(ply)
        assert page.locator(".last").count() in (1, 2)
        assert sizes_in_frames(page) == []


def test_a_whole_board_stays_whole_late_in_a_game(
    new_page: Callable[..., Any], explore: Explore, expect: Any
) -> None:
    page = new_page(viewport={"width": NARROW, "height": WIDTHS[NARROW]})
    opened(page, explore(), "sum")
    page.locator(".move", has_text="2: take 1, leave 1 and 1").click()
    expect(page.locator(".turn")).to_have_count(1)
    page.reload()
    expect(page.locator(".turn")).to_have_count(1)
    page.set_viewport_size({"width": WIDTHS[NARROW], "height": NARROW})
    page.set_viewport_size({"width": NARROW, "height": WIDTHS[NARROW]})
    expect(page.locator(".stage.close")).to_have_count(0)


@pytest.mark.parametrize(("game", "full", "thin"), [("nim", 2, 0), ("lights-out", 1, 2)])
def test_a_hint_tells_what_a_click_takes_from_what_it_changes_besides(
    page: Any, explore: Explore, expect: Any, game: str, full: int, thin: int
) -> None:
    opened(page, explore(), game)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".lit:not(.beside)")).to_have_count(full)
    expect(page.locator(".lit.beside")).to_have_count(thin)


def test_all_that_a_click_takes_is_ringed_before_it(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore(), "nim")
    expect(page.locator(".said")).to_have_text("Choose a counter: it and all after it are taken.")
    page.locator('[data-spot][aria-label^="take 4 from a heap of 5"]').hover()
    expect(page.locator(".taken")).to_have_count(4)
    page.mouse.move(1, 1)
    expect(page.locator(".taken")).to_have_count(0)


def test_the_places_of_a_heap_that_is_taken_are_marked(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore(), "nim-with-a-pass")
    for heap in (3, 1):  # the last of three heaps, and the first
        page.locator(".move", has_text=f"take {heap} from a heap of {heap}").click()
        expect(page.locator(".last")).to_have_count(heap)
