"""The analysis panels in a browser: the neighbourhood, the circle of a draw, the statistics, the comparison."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.axe import serious
from support.command import SEVENTEEN
from support.marks import cases
from support.sparse_graphs import sparse_graph

import gamekit
from games.cat_mouse import CatMouse

Explore = Callable[..., str]

SEVENTEEN_NODES = json.loads(Path(SEVENTEEN).read_text())
DRAWN = {"graph": [[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]}  # play goes round for ever
PANELS = {"neighbourhood": ".neighbour", "statistics": ".statistics-bars", "comparison": "progress"}
MOST = 300  # states that the neighbourhood shows at once
CY = "document.querySelector('.neighbourhood-drawing')._cyreg.cy"
"""Where cytoscape keeps what it draws."""


def opened(page: Any, url: str, panel: str) -> Any:
    """Go to a page, wait for its game, and show a panel."""
    page.goto(url)
    page.locator(".headline").wait_for()
    page.locator(f"#tab-{panel}").click()
    page.locator(PANELS[panel]).first.wait_for(state="attached")
    return page


def drawn(page: Any, what: str) -> Any:
    """Return what an expression says of the drawing, which is called `cy`."""
    return page.evaluate(f"() => {{ const cy = {CY}; return {what}; }}")


def click_state(page: Any, number: int) -> None:
    """Click a state on the drawing."""
    place = drawn(page, f"cy.getElementById('{number}').renderedPosition()")
    page.locator(".neighbourhood-drawing").click(position=place)


def reach(page: Any, plies: int) -> None:
    """Set how far the neighbourhood goes."""
    slider = page.locator("#within")
    slider.press("Home")
    for _ in range(plies - 1):
        slider.press("ArrowRight")


def questions_of_neighbourhoods(page: Any) -> list[Any]:
    """Return a list that takes down how many moves every question after a neighbourhood is about."""
    asked: list[Any] = []

    def take_down(request: Any) -> None:
        if request.url.endswith("/neighbourhood"):
            asked.append(len(request.post_data_json["moves"]))

    page.on("request", take_down)
    return asked


def heading(page: Any) -> Any:
    return page.locator("#panel-neighbourhood .analysis-status")


# --- the neighbourhood --------------------------------------------------------------------------------------


def test_the_neighbourhood_is_drawn_and_told(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("cat-mouse", DRAWN), "neighbourhood")
    reach(page, 3)
    expect(heading(page)).to_have_text("10 states and 9 edges within 3 plies.")
    states = drawn(
        page, "cy.nodes('.state').map((node) => [node.data('label'), node.position('y'), node.classes()])"
    )
    assert sorted(label for label, _, _ in states) == ["D"] * 4 + ["L2"] + ["W0"] * 2 + ["W2"] * 2 + ["W3"]
    heights = {label: {y for each, y, _ in states if each == label} for label, _, _ in states}
    assert max(heights["D"]) < max(heights["W3"]) < max(heights["W2"] | heights["L2"]) < max(heights["W0"])
    assert [i for i, (_, _, classes) in enumerate(states) if "here" in classes] == [0]
    assert drawn(page, "cy.nodes('.layer').map((node) => node.data('label'))") == [
        "never ends",
        "3 to go",
        "2 to go",
        "the end",
    ]
    assert drawn(page, "cy.edges('.best').map((edge) => edge.data('label'))") == ["3", "5", "5", "4"]
    colours = drawn(page, "cy.nodes('.state').map((node) => node.style('background-color'))")
    assert len(set(colours)) == len({label[0] for label, _, _ in states})
    shapes = drawn(page, "cy.nodes('.state').map((node) => node.style('shape'))")
    assert shapes[:2] == ["round-rectangle", "cut-rectangle"]
    expect(page.locator(".neighbour")).to_have_count(10)
    row = page.locator("#panel-neighbourhood tbody tr").nth(1)
    expect(row).to_have_text(re.compile(r"^1mouse 3, cat 2, cat to moveCatD35$"))


def test_on_a_phone_boards_nearby_lie_apart_and_their_layers_are_named_in_full(
    new_page: Callable[..., Any], explore: Explore, expect: Any
) -> None:
    page = new_page(viewport={"width": 400, "height": 800})
    page.goto(f"{explore()}#game=tigers-and-goats")
    page.get_by_role("tab", name="Neighbourhood").click()
    expect(page.locator(".neighbour").first).to_be_visible()
    left = drawn(page, "Math.min(...cy.nodes('.layer').map((layer) => layer.renderedBoundingBox().x1))")
    assert left >= 0
    overlaps = """cy.nodes('.state').map((node) => node.boundingBox({ includeOverlays: false })).filter((a, i, all) =>
      all.slice(0, i).some((b) => a.x1 < b.x2 && b.x1 < a.x2 && a.y1 < b.y2 && b.y1 < a.y2)).length"""
    assert drawn(page, overlaps) == 0


def test_loops_are_visible(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("cat-mouse", DRAWN), "neighbourhood")
    reach(page, 6)
    expect(heading(page)).to_have_text("23 states and 31 edges within 6 plies.")
    loops = drawn(page, "cy.edges('.loop').map((edge) => [edge.source().id(), edge.target().id()])")
    solution = gamekit.solve(CatMouse(**DRAWN))
    on_loops = gamekit.analyse_loops(solution).states_on_cycles
    assert 4 <= len({state for edge in loops for state in edge}) <= on_loops
    assert drawn(page, "cy.edges('.loop').every((edge) => edge.style('line-style') === 'dashed')")


@pytest.mark.release
def test_it_says_when_it_was_cut(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("tic-tac-toe"), "neighbourhood")
    reach(page, 5)
    expect(heading(page)).to_have_text(
        "162 states and 279 edges within 4 plies. Not 5 plies: that would be more than 300 states."
    )


def test_a_click_on_a_state_plays_the_moves_there(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("cat-mouse", DRAWN), "neighbourhood")
    reach(page, 2)
    target = page.locator(".neighbour").nth(3)
    text = target.inner_text()
    moves = page.locator("#panel-neighbourhood tbody tr").nth(3).locator("td").nth(3).inner_text().split(", ")
    assert len(moves) == 2
    click_state(page, 3)
    expect(page.locator(".turn")).to_have_count(2)
    expect(page.locator(".neighbour").first).to_have_text(text)
    for turn, move in zip(page.locator(".turn").all_inner_texts(), moves, strict=True):
        assert move in turn
    click_state(page, 0)  # where play stands already
    expect(page.locator(".turn")).to_have_count(2)


@pytest.mark.release
def test_the_state_under_the_pointer_is_told(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("cat-mouse", DRAWN), "neighbourhood")
    told = page.locator(".neighbourhood-caption")
    expect(told).to_have_text("mouse 1, cat 2, mouse to move: a draw by endless play; play is here.")
    place = drawn(page, "cy.getElementById('2').renderedPosition()")
    page.locator(".neighbourhood-drawing").hover(position=place)
    expect(told).to_contain_text("by 3, ")
    assert drawn(page, "cy.nodes('.pointed').map((node) => node.id())") == ["2"]


@pytest.mark.release
def test_the_drawing_knows_where_it_is_when_the_page_above_it_grows(
    page: Any, explore: Explore, expect: Any
) -> None:
    opened(page, explore("cat-mouse", DRAWN), "neighbourhood")
    told = page.locator(".neighbourhood-caption")
    for number, way in ((2, "by 3, "), (1, "by 3.")):
        page.evaluate("document.querySelector('#verdict').append(document.createElement('hr'))")
        place = drawn(page, f"cy.getElementById('{number}').renderedPosition()")
        page.locator(".neighbourhood-drawing").hover(position=place)
        expect(told).to_contain_text(way)
        page.locator(".brand").hover()


@pytest.mark.release
def test_an_answer_that_comes_while_another_panel_is_shown(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("cat-mouse", DRAWN), "neighbourhood")
    held: list[Any] = []
    page.route("**/neighbourhood", lambda route: held.append(route))
    with page.expect_request("**/neighbourhood"):
        page.locator("#within").press("ArrowRight")
    page.locator("#tab-why").click()
    with page.expect_response("**/neighbourhood"):
        held[0].continue_()
    page.locator("#tab-neighbourhood").click()
    expect(heading(page)).to_have_text("10 states and 9 edges within 3 plies.")
    box = drawn(page, "cy.elements().renderedBoundingBox()")
    assert box["w"] > 300
    assert box["h"] > 200


@pytest.mark.release
def test_symmetric_states_can_be_followed(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("nim", {"heaps": [3, 2, 1]}), "neighbourhood")
    page.locator("#within").fill("2")
    expect(page.locator(".neighbour")).to_have_count(16)
    last = page.locator(".neighbour").last
    text = last.inner_text()
    last.click()
    expect(page.locator(".turn")).to_have_count(2)
    expect(page.locator(".neighbour").first).to_have_text(text)


def test_the_table_is_walked_by_keys(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("cat-mouse", DRAWN), "neighbourhood")
    rows = page.locator(".neighbour")
    expect(rows).to_have_count(4)
    rows.first.focus()
    page.keyboard.press("ArrowDown")
    expect(rows.nth(1)).to_be_focused()
    expect(page.locator(".neighbourhood-caption")).to_contain_text("by 3.")
    page.keyboard.press("End")
    expect(rows.nth(3)).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".turn")).to_have_count(1)
    expect(rows.first).to_be_focused()
    expect(rows.first).to_have_text("mouse 3, cat 2, cat to move")


@pytest.mark.release
def test_the_drawing_is_moved_and_enlarged_by_buttons(page: Any, explore: Explore) -> None:
    opened(page, explore("cat-mouse", DRAWN), "neighbourhood")
    fitted = drawn(page, "[cy.zoom(), cy.pan()]")
    page.get_by_role("button", name="Enlarge").click()
    assert drawn(page, "cy.zoom()") == pytest.approx(fitted[0] * 1.3)
    page.get_by_role("button", name="Make smaller").click()
    assert drawn(page, "cy.zoom()") == pytest.approx(fitted[0])
    page.get_by_role("button", name="Look further right").click()
    assert drawn(page, "cy.pan().x") < fitted[1]["x"]
    page.get_by_role("button", name="Look further down").click()
    assert drawn(page, "cy.pan().y") < fitted[1]["y"]
    page.get_by_role("button", name="Fit all of it in").click()
    assert drawn(page, "cy.pan()") == pytest.approx(fitted[1])


@pytest.mark.release
def test_nothing_is_asked_for_while_it_is_not_shown(page: Any, explore: Explore, expect: Any) -> None:
    asked = questions_of_neighbourhoods(page)
    opened(page, explore("cat-mouse", DRAWN), "neighbourhood")
    page.locator("#tab-why").click()
    for played in (2, 4):
        page.locator(".move").first.click()
        expect(page.locator(".turn")).to_have_count(played)
    assert asked == [0]
    page.locator("#tab-neighbourhood").click()
    expect(page.locator(".neighbour").first).to_have_text("mouse 4, cat 2, mouse to move")
    assert asked == [0, 4]


def test_hidden_values_stay_hidden(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("cat-mouse", DRAWN), "neighbourhood")
    page.get_by_label("Show values").uncheck()
    expect(page.locator("#panel-neighbourhood")).to_contain_text("Values are hidden.")
    expect(page.locator(".neighbourhood-drawing")).to_be_hidden()
    page.get_by_label("Show values").check()
    expect(page.locator(".neighbourhood-drawing")).to_be_visible()


@pytest.mark.release
def test_the_drawing_takes_on_the_theme(page: Any, explore: Explore) -> None:
    opened(page, explore("cat-mouse", DRAWN), "neighbourhood")
    before = drawn(page, "cy.nodes('.layer').first().style('color')")
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"(before) => {CY}.nodes('.layer').first().style('color') !== before", arg=before)


@pytest.mark.release
def test_what_the_server_refuses_is_told(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("cat-mouse", DRAWN), "neighbourhood")
    answer = {"status": 422, "json": {"error": "That is too far."}}
    page.route("**/neighbourhood", lambda route: route.fulfill(**answer))
    reach(page, 2)
    page.locator("#within").press("ArrowRight")
    expect(heading(page)).to_have_text("That is too far.")


# --- the circle of a draw ------------------------------------------------------------------------------------


def test_a_draws_circle_is_drawn_and_followed(page: Any, explore: Explore, expect: Any) -> None:
    page.goto(explore("cat-mouse", DRAWN))
    circle = page.locator(".cycle-drawing")
    expect(circle.locator(".cycle-state")).to_have_count(4)
    expect(circle).to_have_accessible_name(
        "A circle of 4 states: Cat plays 5, Mouse plays 4, Cat plays 2, Mouse plays 3, and so on."
    )
    expect(circle.locator(".current")).to_have_count(0)
    texts = circle.locator(".cycle-state").evaluate_all("states => states.map(({ title }) => title)")
    assert texts[0] == "mouse 3, cat 2, cat to move: Cat plays 5"
    step = page.locator('#panel-why [data-name="next"]')
    for i in range(5):
        step.click()
        current = circle.locator(".current .cycle-state")
        expect(current).to_have_count(1)
        expect(current).to_have_attribute("title", texts[i % 4])
    expect(page.locator(".turn")).to_have_count(5)


@pytest.mark.release
def test_the_circle_fits_on_a_phone(new_page: Callable[..., Any], explore: Explore, expect: Any) -> None:
    page = new_page(viewport={"width": 400, "height": 800})
    page.goto(explore("cat-mouse", DRAWN))
    circle = page.locator(".cycle-drawing")
    expect(circle.locator(".cycle-state")).to_have_count(4)
    outside = circle.evaluate("circle => circle.scrollWidth > circle.parentElement.clientWidth")
    assert not outside


@pytest.mark.release
@pytest.mark.parametrize("number", cases(quick=[7], release=[1, 40]))
def test_circles_of_any_length_are_drawn_with_no_text_on_another_or_cut_off(
    number: int, page: Any, explore: Explore, expect: Any
) -> None:
    page.goto(explore("cat-mouse", DRAWN))
    page.locator(".cycle-drawing").wait_for()
    steps = [
        {
            "state": f"WWWBWWWB.{i:02}.WWWWWWMWWWWW, which has a long name",
            "player": "mouse",
            "move": f"move {i}",
            "value": "draw",
        }
        for i in range(number + 1)
    ]
    faults = page.evaluate(
        """async (steps) => {
          const { drawCycle } = await import("gamekit/cycle");
          const element = document.createElement("div");
          document.querySelector("main").append(element);
          drawCycle(element, steps, 1, 1);
          const boxes = [...element.querySelectorAll("span")].map((part) => part.getBoundingClientRect());
          const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
          const { left, right } = element.getBoundingClientRect();
          const collide = (a, i) => boxes.slice(i + 1).filter((b) => !apart(a, b));
          return boxes.filter((box) => box.left < left || box.right > right).length + boxes.flatMap(collide).length;
        }""",
        steps,
    )
    assert faults == 0
    expect(page.locator("main > div:last-child .cycle-state")).to_have_count(number)
    expect(page.locator("main > div:last-child .cycle-step")).to_have_count(number)


# --- the statistics ------------------------------------------------------------------------------------------


def test_the_statistics_are_those_of_the_solution(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("cat-mouse", SEVENTEEN_NODES), "statistics")
    expect(page.locator(".statistics-bars caption")).to_have_text("544 states")
    counts = gamekit.solve(CatMouse(**SEVENTEEN_NODES)).counts()
    for value, number in counts.items():
        row = page.locator(".statistics-bars tr", has_text=value.value)
        expect(row.locator("td").first).to_have_text(str(number))
    panel = page.locator("#panel-statistics")
    expect(panel).to_contain_text("the farthest are 80")
    titles = panel.locator(".histogram [title]").evaluate_all("parts => parts.map(({ title }) => title)")
    told = [
        int(match[1].replace(",", "")) for title in titles if (match := re.search(r": ([\d,]+) ×", title))
    ]
    assert sum(told) == 544
    panel.get_by_text("As a table").click()
    assert panel.get_by_role("table", name="States by remoteness").locator("tbody tr").count() == 81
    expect(panel).to_contain_text("480 states to which play can come back")


def test_a_shortest_circle_of_best_moves_is_told(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("cat-mouse", DRAWN), "statistics")
    expect(page.locator(".statistics-witness li")).to_have_count(4)
    draws = page.locator(".statistics-bars tr", has_text="draw")
    expect(draws.locator("td").first).to_have_text("5")


# --- the comparison ------------------------------------------------------------------------------------------


def test_the_solvers_are_compared(page: Any, explore: Explore, expect: Any) -> None:
    opened(page, explore("cat-mouse", SEVENTEEN_NODES), "comparison")
    page.get_by_role("button", name="Compare the solvers").click()
    status = page.locator("#panel-comparison .analysis-status")
    expect(status).to_have_text("The solvers agree. The smallest cap that suffices is 80.", timeout=60_000)
    expect(page.locator("#panel-comparison progress")).to_be_hidden()
    solvers = page.get_by_role("table", name="Solvers")
    expect(solvers.locator("thead th").first).to_have_text("solver")
    expect(solvers.locator("tbody tr", has_text=re.compile("^retrograde"))).to_contain_text(
        ["LOSS in 80 for mouse"]
    )
    expect(solvers.locator("tbody tr", has_text="cap=40")).to_contain_text("WRONG")
    strips = page.locator(".caps-strip")
    expect(strips.nth(0)).to_have_accessible_name("minimax: caps 0 to 79: knows no answer; cap 80: right")
    expect(strips.nth(1)).to_have_accessible_name("by folklore: caps 0 to 79: wrong; cap 80: right")
    expect(page.locator("#panel-comparison li")).to_contain_text("minimax:cap=40,cap_means=draw: ")


# --- all of them ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", cases(quick=["dark"], release=["light"]))
@pytest.mark.parametrize("panel", PANELS)
def test_a_panel_on_a_phone(panel: str, theme: str, new_page: Callable[..., Any], explore: Explore) -> None:
    page = new_page(viewport={"width": 400, "height": 800}, color_scheme=theme)
    opened(page, explore("cat-mouse", DRAWN), panel)
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    assert serious(page) == []


# --- a large arena -------------------------------------------------------------------------------------------


def footprint(page: Any, devtools: Any) -> tuple[int, int]:
    """Return how many nodes a page keeps, shown or not, and how many bytes its scripts use, without the garbage."""
    found = []
    for _ in range(5):  # pictures that are still being decoded hold on to what showed them
        devtools.send("HeapProfiler.collectGarbage")
        nodes = devtools.send("Memory.getDOMCounters")["nodes"]
        found.append((nodes, devtools.send("Runtime.getHeapUsage")["usedSize"]))
        page.wait_for_timeout(200)
    return min(found)


@pytest.mark.release
def test_an_arena_of_300_000_states_lets_no_page_grow(page: Any, explore: Explore, expect: Any) -> None:
    page.set_default_timeout(60_000)
    opened(page, explore("cat-mouse", {"graph": sparse_graph(387)}), "neighbourhood")
    expect(page.locator(".headline")).to_have_text("A draw by endless play")
    devtools = page.context.new_cdp_session(page)
    reach(page, 6)
    expect(heading(page)).to_contain_text("Not 6 plies")
    near = page.locator("#panel-neighbourhood tbody tr", has=page.locator("td:first-child", has_text="1"))
    footprints = []
    for click in range(1, 31):
        neighbour = near.filter(has=page.locator(".value-draw")).locator(".neighbour").first
        text = neighbour.inner_text()
        neighbour.click()
        expect(page.locator(".neighbour").first).to_have_text(text)
        assert drawn(page, "cy.nodes('.state').length") == page.locator(".neighbour").count() <= MOST
        if click % 10 == 0:
            footprints.append(footprint(page, devtools))
    (nodes_then, heap_then), (nodes_now, heap_now) = footprints[0], footprints[-1]
    assert nodes_now < 1.5 * nodes_then + MOST
    board = len(page.locator(".drawing").get_attribute("src"))  # play keeps one for every ply
    assert heap_now < heap_then + 20 * 2 * board + 1_000_000
