"""The editor of a game's input: drawn, painted, filled in, loaded and saved, with a verdict that keeps up."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from support.command import EXAMPLES, SEVENTEEN
from support.marks import cases
from support.plugins import as_plugin

import gamekit
from gamekit.analysis.reasons import headline
from gamekit.cli.verbs.new import new_plugin
from gamekit.game.sentences import with_titles

Explore = Callable[..., str]
Point = tuple[float, float]

SQUARE = [(100, 100), (300, 100), (300, 300), (100, 300)]  # on the drawing

UNNAMED = '''
import attrs
from gamekit import Game


@attrs.frozen
class Board(Game[int, int]):
    """A game that says nothing of how to edit it."""

    links: tuple[tuple[int, ...], ...]
    rows: tuple[str, ...]
    words: tuple[str, ...] = ("a", "bc")
    depth: int | None = None
    by_name: dict[str, int] = attrs.field(factory=dict)

    players = ("solver",)
    example = {"links": [[1], [0]], "rows": ["xo", "ox"]}

    def initial_state(self): return len(self.links)
    def to_move(self, state): return 0
    def moves(self, state): return [1]
    def apply(self, state, move): return state - 1
    def outcome(self, state): return None if state else 1
'''


class Editor:
    """The editor on a page, with the words that the tests need."""

    def __init__(self, page: Any, expect: Any, address: str, game: str, parameters: Any) -> None:
        self.page, self.expect = page, expect
        example = (
            f"&parameters={quote(json.dumps(parameters))}" if parameters is not None else "&parameters=null"
        )
        page.goto(f"{address}#game={game}{example}")
        page.locator(".headline").wait_for()
        expect(page.locator(".proof", has_text="being verified")).to_have_count(
            0
        )  # then nothing moves any more
        page.get_by_role("tab", name="Editor").click()
        self.area = page.locator(".editor")
        self.says = self.area.locator(".editor-says")
        self.text = self.area.locator("#editor-json")
        self.surface = self.area.locator(".editor-surface")
        self.cells = self.area.get_by_role("gridcell")
        self.errors = self.area.locator(".editor-error:visible")
        expect(self.says).not_to_be_empty()

    @property
    def parameters(self) -> Any:
        return json.loads(self.text.input_value())

    def button(self, name: str) -> Any:
        return self.area.get_by_role("button", name=name, exact=True)

    def neighbours(self, node: int) -> Any:
        return self.area.get_by_label(f"neighbours of node {node}", exact=True)

    def at(self, x: float, y: float) -> Point:
        """Return where a place of the drawing is on the screen, when no verdict that comes can move it."""
        verdict = self.area.locator(".editor-verdict")
        self.expect(verdict).to_have_attribute("data-status", re.compile("ready|failed|cancelled"))
        box = self.surface.bounding_box()
        return (box["x"] + x, box["y"] + y)

    def drag(self, start: Point, end: Point) -> None:
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        mouse.move(*end)
        mouse.up()

    def connect(self, start: Point, end: Point) -> None:
        self.drag(self.at(*start), self.at(*end))

    def click(self, place: Point) -> None:
        self.page.mouse.click(*self.at(*place))

    def clear(self) -> None:
        """Have an empty drawing in view."""
        self.expect(self.surface.locator("canvas").first).to_be_visible()
        self.button("Clear").click()
        self.surface.scroll_into_view_if_needed()

    def draw_path(self) -> None:
        """Draw the corners of the square, and three of its sides."""
        for place in SQUARE:
            self.click(place)
        for start, end in pairwise(SQUARE):
            self.connect(start, end)

    def cell(self, number: int) -> Point:
        box = self.cells.nth(number).bounding_box()
        return (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def load(self, file: Path | str) -> None:
        self.area.locator("input[type=file]").set_input_files(file)

    def says_what_is_true(self, name: str) -> None:
        """Check that the line says of the parameters what gamekit does."""
        solution = gamekit.solve(gamekit.load_game(name, self.parameters))
        states = "state" if len(solution) == 1 else "states"
        told = with_titles(solution.game, headline(solution, solution.root))
        said = f"{told} ({len(solution):,} {states})"
        self.expect(self.says).to_have_text(said)

    def tab_to(self, target: Any) -> None:
        """Press Tab until an element has the focus."""
        for _ in range(100):
            if target.evaluate("element => element === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        pytest.fail("Tab does not lead there")


@pytest.fixture
def edit(new_page: Callable[..., Any], explore: Explore, expect: Any) -> Callable[..., Editor]:
    """Return a function that opens the editor of a game, `before` which a page may be prepared.

    `options` are those of the browser's context.
    """

    def opened(
        game: str,
        parameters: Any = None,
        address: str | None = None,
        before: Callable[[Any], None] = lambda _: None,
        **options: Any,
    ) -> Editor:
        page = new_page(**options)
        before(page)
        return Editor(page, expect, address or explore(), game, parameters)

    return opened


def write(file: Path, text: str) -> Path:
    file.write_text(text)
    return file


# --- graphs ---------------------------------------------------------------------------------------------------


def test_the_cat_wins_in_eighty(edit: Any, expect: Any) -> None:
    editor = edit("cat-mouse")
    editor.load(SEVENTEEN)
    expect(editor.says).to_have_text("Cat wins in 80 plies (544 states)")
    expect(editor.area.locator(".editor-nodes tbody tr")).to_have_count(17)
    assert editor.parameters == json.loads(Path(SEVENTEEN).read_text())


def test_a_graph_is_drawn_from_nothing(edit: Any, expect: Any) -> None:
    editor = edit("cat-mouse")
    editor.clear()
    expect(editor.says).to_have_text("graph must have at least one node; it is empty")
    expect(editor.errors).to_have_text("graph must have at least one node; it is empty")
    for place in SQUARE:
        editor.click(place)
    assert editor.parameters["graph"] == [[], [], [], []]
    expect(editor.says).to_contain_text("the mouse must be able to move")
    for start, end in pairwise(SQUARE):
        editor.connect(start, end)
    assert editor.parameters["graph"] == [[1], [0, 2], [1, 3], [2]]
    expect(editor.says).to_have_text("Mouse wins in 1 ply (24 states)")
    expect(editor.errors).to_have_count(0)
    editor.connect(SQUARE[3], (450, 200))  # to an empty place: a node, and the edge to it
    editor.click(SQUARE[0])  # one, then the other
    editor.click(SQUARE[3])
    assert editor.parameters["graph"] == [[1, 3], [0, 2], [1, 3], [0, 2, 4], [3]]
    editor.says_what_is_true("cat-mouse")


@pytest.mark.release
def test_tokens_are_placed(edit: Any, expect: Any) -> None:
    editor = edit("cat-mouse")
    editor.clear()
    editor.draw_path()
    for token, node in (("hole", 3), ("cat", 0), ("mouse", 2)):
        editor.button(token).click()
        expect(editor.button(token)).to_have_attribute("aria-pressed", "true")
        editor.click(SQUARE[node])
    assert editor.parameters == {"graph": [[1], [0, 2], [1, 3], [2]], "mouse": 2, "cat": 0, "hole": 3}
    editor.says_what_is_true("cat-mouse")
    expect(editor.area.get_by_label("cat", exact=True).last).to_have_value("0")


def test_what_is_chosen_is_deleted_and_brought_back(edit: Any, expect: Any) -> None:
    editor = edit("cat-mouse")
    editor.clear()
    editor.draw_path()
    expect(editor.button("Delete")).to_be_disabled()
    editor.click((200, 300))  # the edge between 2 and 3
    editor.button("Delete").click()
    assert editor.parameters["graph"] == [[1], [0, 2], [1], []]
    editor.click(SQUARE[0])
    editor.page.keyboard.press("Delete")
    assert editor.parameters["graph"] == [[1], [0], []]
    assert [editor.parameters[token] for token in ("mouse", "cat", "hole")] == [0, 1, 0]
    for graph in ([[1], [0, 2], [1], []], [[1], [0, 2], [1, 3], [2]]):
        editor.button("Undo edit").click()
        assert editor.parameters["graph"] == graph
    editor.button("Redo edit").click()
    assert editor.parameters["graph"] == [[1], [0, 2], [1], []]
    editor.connect(SQUARE[2], SQUARE[3])  # all are where they were
    assert editor.parameters["graph"] == [[1], [0, 2], [1, 3], [2]]


@pytest.mark.release
def test_moving_a_node_changes_nothing_else(edit: Any) -> None:
    editor = edit("cat-mouse")
    editor.clear()
    for place in SQUARE:
        editor.click(place)
    before = editor.parameters
    editor.button("Move").click()
    editor.connect(SQUARE[0], (200, 200))
    assert editor.parameters == before
    editor.button("Draw").click()
    editor.connect((200, 200), SQUARE[2])
    assert editor.parameters["graph"] == [[2], [], [0], []]
    editor.button("Tidy up").click()
    assert editor.parameters["graph"] == [[2], [], [0], []]


@pytest.mark.release
def test_clicks_meet_their_nodes_when_what_is_above_grows(edit: Any) -> None:
    editor = edit("cat-mouse")
    editor.clear()
    editor.click(SQUARE[0])
    editor.expect(editor.errors).to_have_count(1)
    editor.page.mouse.move(*editor.at(200, 200))
    editor.area.evaluate(
        """area => {
            document.documentElement.style.overflowAnchor = "none"; // as at the top of a page
            area.prepend(document.createElement("textarea"));
        }"""
    )
    editor.connect(SQUARE[0], SQUARE[2])
    assert editor.parameters["graph"] == [[1], [0]]


@pytest.mark.release
def test_a_graph_is_edited_by_keyboard_alone(edit: Any, expect: Any) -> None:
    editor = edit("cat-mouse")
    keyboard = editor.page.keyboard
    editor.page.get_by_role("tab", name="Editor").focus()
    editor.tab_to(editor.button("Add a node"))
    keyboard.press("Enter")
    expect(editor.neighbours(6)).to_be_focused()
    keyboard.type("1, 9")
    keyboard.press("Enter")
    expect(editor.errors).to_have_text("graph: 9 is no node; they are 0 to 6")
    expect(editor.neighbours(6)).to_have_attribute("aria-invalid", "true")
    expect(editor.button("Play this")).to_be_disabled()
    keyboard.press("Control+a")
    keyboard.type("1 0")
    keyboard.press("Enter")
    expect(editor.errors).to_have_count(0)
    assert editor.parameters["graph"] == [[2, 5, 6], [3, 6], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3], [0, 1]]
    editor.says_what_is_true("cat-mouse")
    keyboard.press("Tab")
    expect(editor.button("remove node 6")).to_be_focused()
    keyboard.press("Enter")
    assert editor.parameters["graph"] == [[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]
    expect(editor.button("remove node 5")).to_be_focused()
    keyboard.press("Control+z")
    assert len(editor.parameters["graph"]) == 7
    editor.tab_to(editor.area.get_by_label("cat", exact=True).last)
    keyboard.press("ArrowUp")
    assert editor.parameters["cat"] == 3
    editor.says_what_is_true("cat-mouse")


# --- grids ----------------------------------------------------------------------------------------------------


@pytest.mark.release
def test_what_is_half_written_is_left_when_the_drawing_comes_late(edit: Any, expect: Any) -> None:
    held: list[Any] = []
    editor = edit(
        "cat-mouse", before=lambda page: page.route("**/cytoscape*", lambda route: held.append(route))
    )
    before = editor.parameters
    editor.neighbours(0).fill("3, 99")
    expect(editor.surface.locator("canvas")).to_have_count(0)
    for route in held:
        route.continue_()
    editor.page.unroute("**/cytoscape*")  # a request that was not made yet goes through
    expect(editor.surface.locator("canvas").first).to_be_visible()
    expect(editor.neighbours(0)).to_have_value("3, 99")
    editor.page.keyboard.press("Tab")
    expect(editor.errors).to_have_text(re.compile("99 is no node"))
    expect(editor.neighbours(0)).to_have_value("3, 99")
    assert editor.parameters == before


@pytest.mark.release
def test_what_is_half_written_is_left_when_another_game_comes(edit: Any, expect: Any) -> None:
    editor = edit("nim")
    page = editor.page
    held: list[Any] = []
    page.route("**/api/solutions", lambda route: held.append(route))
    page.evaluate("location.hash = 'game=hexapawn&parameters=null'")
    with_problem = editor.area.get_by_label("heaps")
    with_problem.fill("2, two")
    expect(editor.errors).to_have_count(1)
    for route in held:
        route.continue_()
    page.unroute("**/api/solutions")
    expect(page.locator(".headline")).to_contain_text("Black wins")
    expect(with_problem).to_have_value("2, two")
    expect(editor.errors).to_have_count(1)


def test_a_grid_is_painted(edit: Any, expect: Any) -> None:
    editor = edit("cat-mouse-ii")
    expect(editor.page.locator(".proof")).not_to_have_text("being verified …")  # whose line may grow, above
    editor.cells.last.scroll_into_view_if_needed()
    editor.drag(editor.cell(7), editor.cell(9))  # the first sign is the wall
    assert editor.parameters["grid"] == ["####F", "#C###", "M...."]
    editor.says_what_is_true("cat-mouse-ii")
    editor.button("Undo edit").click()  # a stroke is undone at once
    assert editor.parameters["grid"] == ["####F", "#C...", "M...."]
    editor.button("paint M").click()
    editor.page.mouse.click(*editor.cell(12))
    expect(editor.says).to_contain_text("grid must have one M")
    expect(editor.errors).to_contain_text("grid must have one M")
    editor.button("paint .").click()
    editor.page.mouse.click(*editor.cell(10))
    assert editor.parameters["grid"] == ["####F", "#C...", "..M.."]
    editor.says_what_is_true("cat-mouse-ii")
    expect(editor.errors).to_have_count(0)


@pytest.mark.release
def test_no_sign_of_a_grid_has_another_pieces_colour(edit: Any) -> None:
    editor = edit("cat-mouse-ii")
    grounds = [
        editor.cells.get_by_text(sign, exact=True).evaluate("cell => getComputedStyle(cell).backgroundColor")
        for sign in "MCF"
    ]
    assert len(set(grounds)) == 1  # the board's own colours are not known here


@pytest.mark.release
def test_a_grid_grows_and_shrinks(edit: Any) -> None:
    editor = edit("cat-mouse-ii")
    editor.button("Add a row").click()
    editor.button("Add a column").click()
    assert editor.parameters["grid"] == ["####F.", "#C....", "M.....", "......"]
    editor.says_what_is_true("cat-mouse-ii")
    editor.button("Remove a column").click()
    editor.button("Remove a row").click()
    assert editor.parameters["grid"] == ["####F", "#C...", "M...."]


def test_a_grid_is_painted_by_keyboard_alone(edit: Any, expect: Any) -> None:
    editor = edit("cat-mouse-ii")
    keyboard = editor.page.keyboard
    editor.page.get_by_role("tab", name="Editor").focus()
    editor.tab_to(editor.cells.first)
    for key in ("ArrowDown", "ArrowDown", "ArrowLeft", ".", "ArrowRight", "m", "End", "Enter"):
        keyboard.press(key)
    assert editor.parameters["grid"] == ["####F", "#C...", ".M..#"]
    expect(editor.cells.nth(14)).to_be_focused()
    editor.says_what_is_true("cat-mouse-ii")


# --- forms ----------------------------------------------------------------------------------------------------


def test_an_error_stands_at_its_field(edit: Any, expect: Any) -> None:
    editor = edit("nim")
    heaps = editor.area.get_by_label("heaps")
    heaps.fill("3, -1")
    expect(editor.errors).to_have_text("heaps[1] must be an integer of at least 0; it is -1")
    expect(heaps).to_have_attribute("aria-invalid", "true")
    expect(heaps).to_have_accessible_description(
        re.compile("how many counters.*must be an integer of at least 0")
    )
    heaps.fill("3, x")
    expect(editor.errors).to_have_text("heaps[1] must be an integer; it is x")
    expect(editor.button("Play this")).to_be_disabled()
    expect(editor.button("Save JSON")).to_be_disabled()
    heaps.fill("3, 1")
    expect(editor.errors).to_have_count(0)
    expect(heaps).not_to_have_attribute("aria-invalid", "true")
    editor.area.get_by_label("misere").check()
    assert editor.parameters == {"heaps": [3, 1], "misere": True}
    editor.says_what_is_true("nim")


@pytest.mark.release
def test_an_optional_value_is_left_out_when_its_field_is_empty(edit: Any, expect: Any) -> None:
    editor = edit("sliding-puzzle", {"rows": 2, "columns": 2, "tiles": [3, 1, 2, 0]})
    tiles = editor.area.get_by_label("tiles")
    expect(tiles).to_have_value("3, 1, 2, 0")
    tiles.fill("3 1 2")
    expect(editor.errors).to_have_text("tiles must be 4 numbers, for 2 rows of 2; it has 3")
    tiles.fill("")
    expect(editor.errors).to_have_count(0)
    assert editor.parameters == {"rows": 2, "columns": 2}
    editor.says_what_is_true("sliding-puzzle")
    editor.area.get_by_label("rows").fill("")
    expect(editor.errors).to_have_text("rows must be an integer; it is empty")


@pytest.mark.release
def test_each_stroke_of_typing_is_undone_at_once(edit: Any) -> None:
    editor = edit("nim", {"heaps": [1], "misere": False})
    heaps = editor.area.get_by_label("heaps")
    heaps.press("End")
    heaps.press_sequentially(", 22")
    assert editor.parameters["heaps"] == [1, 22]
    editor.button("Undo edit").click()
    assert editor.parameters["heaps"] == [1]


# --- files and text -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", cases(quick=["cat-mouse-17"], release=["chess-ending"]))
def test_what_was_loaded_is_saved(name: str, edit: Any, expect: Any, tmp_path: Path) -> None:
    editor = edit(name.removesuffix("-17"))
    editor.load(EXAMPLES / f"{name}.json")
    expect(editor.button("Undo edit")).to_be_enabled()
    with editor.page.expect_download() as download:
        editor.button("Save JSON").click()
    assert download.value.suggested_filename == f"{name.removesuffix('-17')}.json"
    download.value.save_as(tmp_path / "saved.json")
    assert json.loads((tmp_path / "saved.json").read_text()) == json.loads(
        (EXAMPLES / f"{name}.json").read_text()
    )


@pytest.mark.parametrize(
    ("text", "message"),
    cases(
        quick=[('{"graph": [[1], [0]', "bad.json is not JSON: ")],
        release=[
            ("17", "bad.json must be a JSON object; it is 17"),
            (
                '{"graph": [[1], [0]], "cat": 12345678901234567890}',
                "bad.json: the number 12345678901234567000 is too",
            ),
        ],
    ),
)
def test_a_malformed_file_changes_nothing(
    text: str, message: str, edit: Any, expect: Any, tmp_path: Path
) -> None:
    editor = edit("cat-mouse")
    before = editor.parameters
    editor.load(write(tmp_path / "bad.json", text))
    expect(editor.says).to_contain_text(message)
    assert editor.parameters == before
    expect(editor.button("Undo edit")).to_be_disabled()


@pytest.mark.release
def test_a_bare_list_is_the_first_parameter(edit: Any, tmp_path: Path, expect: Any) -> None:
    editor = edit("cat-mouse")
    editor.load(write(tmp_path / "bare.json", "[[1], [0, 2], [1, 3], [2]]"))
    expect(editor.button("Undo edit")).to_be_enabled()
    editor.says_what_is_true("cat-mouse")
    assert editor.parameters == {"graph": [[1], [0, 2], [1, 3], [2]]}


def test_the_text_can_be_edited(edit: Any, expect: Any) -> None:
    editor = edit("cat-mouse")
    editor.text.fill('{"graph": [[1], [0, 2], [1, 3], [2]], "cat": 3}')
    expect(editor.neighbours(3)).to_have_value("2")
    editor.says_what_is_true("cat-mouse")
    editor.text.fill('{"graph": [[1], [0, 2')
    expect(editor.errors).to_contain_text("the text is not JSON")
    expect(editor.text).to_have_attribute("aria-invalid", "true")
    editor.text.fill('{"graph": "mouse"}')  # which cannot be drawn
    expect(editor.errors).to_have_text("graph must be a list; it is 'mouse'")
    expect(editor.surface).to_have_count(0)
    editor.text.fill('{"mice": []}')
    expect(editor.says).to_contain_text("cat-mouse has no parameter 'mice'")
    editor.text.fill('{"graph": [[1], [0, 2], [1]]}')
    expect(editor.surface.locator("canvas").first).to_be_visible()
    editor.says_what_is_true("cat-mouse")


@pytest.mark.release
def test_a_file_is_dropped(edit: Any, expect: Any) -> None:
    editor = edit("nim")
    editor.area.evaluate(
        """area => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File(['{"heaps": [7, 7]}'], "dropped.json"));
            area.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
        }"""
    )
    expect(editor.area.get_by_label("heaps")).to_have_value("7, 7")
    editor.says_what_is_true("nim")


def test_a_text_of_a_game_is_never_markup(edit: Any, expect: Any) -> None:
    editor = edit("chess-ending")
    hostile = "<img src=x onerror=alert(1)>"
    editor.area.get_by_label("start").fill(hostile)
    expect(editor.errors).to_contain_text("<img src=x")
    expect(editor.area.locator("img")).to_have_count(0)


# --- solving --------------------------------------------------------------------------------------------------


@pytest.mark.release
def test_solving_is_cancelled(edit: Any, expect: Any) -> None:
    editor = edit("kalah")
    editor.text.fill('{"pits": 6, "seeds": 6}')
    editor.button("Cancel").click()
    expect(editor.says).to_have_text("cancelled; the next change is solved again")
    expect(editor.area.locator("progress")).to_be_hidden()
    editor.text.fill('{"pits": 2, "seeds": 2}')
    editor.says_what_is_true("kalah")


@pytest.mark.release
def test_changes_do_not_pile_up(edit: Any, expect: Any) -> None:
    editor = edit("kalah")
    sent: list[tuple[str, str]] = []
    editor.page.on("request", lambda request: sent.append((request.method, request.url)))
    editor.text.fill('{"pits": 6, "seeds": 6}')
    expect(editor.button("Cancel")).to_be_visible()
    editor.text.evaluate(
        """text => {
            for (const seeds of [1, 3, 1, 2]) {
                text.value = `{"pits": 2, "seeds": ${seeds}}`;
                text.dispatchEvent(new Event("input"));
            }
        }"""
    )
    editor.says_what_is_true("kalah")
    asked = [method for method, url in sent if method == "DELETE" or url.endswith("/api/solutions")]
    assert asked == ["POST", "DELETE", "POST"], "each that is asked for is given up for the next"


def test_what_is_edited_can_be_played(edit: Any, expect: Any) -> None:
    editor = edit("nim")
    player, heaps = editor.button("Play this"), editor.area.get_by_label("heaps")
    expect(player).to_be_disabled()  # the page shows this input already
    heaps.fill("2, two")
    expect(player).to_be_disabled()
    heaps.fill("2, -1")
    expect(editor.errors).to_have_count(1)  # the server says so
    expect(player).to_be_disabled()
    heaps.fill("2, 1")
    player.click()
    expect(editor.page.locator(".headline")).to_have_text(re.compile("first wins in 3 plies", re.I))
    expect(editor.page.locator(".stage")).to_be_focused()
    expect(editor.page.locator(".stage")).to_be_in_viewport(ratio=1)
    expect(player).to_be_disabled()
    expect(editor.area.get_by_label("heaps")).to_have_value("2, 1")
    expect(editor.button("Undo edit")).to_be_enabled()


def test_the_editor_follows_the_game_that_is_shown(edit: Any, expect: Any) -> None:
    editor = edit("nim")
    page = editor.page
    page.get_by_role("button", name="Games").click()
    page.locator("#games .game", has_text="Hexapawn").click()
    expect(page.locator(".headline")).to_contain_text("Black wins")
    expect(editor.says).to_have_text(re.compile("on this page: black wins in 6 plies", re.I))
    expect(editor.area.get_by_label("Input of")).to_have_value("hexapawn")
    editor.area.get_by_label("columns").fill("2")
    page.get_by_role("button", name="Games").click()
    page.locator("#games .game", has_text="Quixo").click()
    expect(page.locator(".headline")).not_to_contain_text("Black")
    assert editor.parameters["columns"] == 2, "edits are not lost"
    editor.area.get_by_label("Input of").select_option("nim")
    editor.says_what_is_true("nim")


# --- everywhere and for everyone ------------------------------------------------------------------------------


def test_it_works_by_touch_at_four_hundred_pixels(edit: Any, expect: Any) -> None:
    small = {"width": 400, "height": 800}
    editor = edit("cat-mouse", viewport=small, has_touch=True, is_mobile=True)
    tap = editor.page.touchscreen.tap
    editor.clear()
    places = [(60, 60), (250, 60), (150, 180)]
    for place in (*places, places[0], places[1], places[1], places[2]):
        tap(*editor.at(*place))
    assert editor.parameters["graph"] == [[1], [0, 2], [1]]
    touch = editor.page.context.new_cdp_session(editor.page)
    for kind, place in (("Start", (150, 180)), ("Move", (200, 190)), ("Move", (300, 200)), ("End", None)):
        points = [] if place is None else [dict(zip("xy", editor.at(*place), strict=True))]
        touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    expect(editor.text).to_have_value(re.compile(r"\[1, 3\],\s+\[2\]"))
    editor.says_what_is_true("cat-mouse")
    assert editor.page.evaluate("document.documentElement.scrollWidth") <= small["width"]


@pytest.mark.parametrize("theme", cases(quick=["light"], release=["dark"]))
@pytest.mark.parametrize(
    ("game", "fault"),
    cases(
        quick=[("cat-mouse", {"graph": [[1], []]})],
        release=[
            ("cat-mouse-ii", {"grid": ["..C", "..F"], "cat_jump": 1, "mouse_jump": 1}),
            ("pocket-cube", {"scramble": "X"}),
        ],
    ),
)
def test_axe_finds_nothing_serious(game: str, fault: Any, theme: str, edit: Any, expect: Any) -> None:
    from axe_playwright_python.sync_playwright import Axe

    editor = edit(game, color_scheme=theme)
    editor.text.fill(json.dumps(fault))
    expect(editor.errors).to_have_count(1)
    for state in ("faulty", "right"):
        if state == "right":
            editor.button("Undo edit").click()
            editor.says_what_is_true(game)
        found = Axe().run(editor.page).response["violations"]
        assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == [], state


# --- games from elsewhere -------------------------------------------------------------------------------------


def test_a_new_game_has_a_form(edit: Any, explore: Explore, expect: Any, tmp_path: Path) -> None:
    new_plugin("cats-and-dogs", tmp_path, "plain")
    environment = as_plugin(tmp_path / "cats-and-dogs", "cats-and-dogs", "cats_and_dogs:CatsAndDogs")
    editor = edit("cats-and-dogs", address=explore(environment=environment))
    expect(editor.says).to_have_text("on this page: First wins in 3 plies (14 states)")
    editor.area.get_by_label("counters").fill("8")
    expect(editor.says).to_contain_text("Second wins in 4 plies")
    editor.area.get_by_label("counters").fill("0")
    expect(editor.errors).to_have_text("counters must be an integer of at least 1; it is 0")


def test_a_game_that_names_no_editor_is_drawn_and_painted(
    edit: Any, explore: Explore, expect: Any, tmp_path: Path
) -> None:
    write(tmp_path / "board.py", UNNAMED)
    editor = edit("board", address=explore(environment=as_plugin(tmp_path, "board", "board:Board")))
    expect(editor.surface.locator("canvas").first).to_be_visible()
    editor.button("Add a node").click()
    expect(editor.says).to_have_text("solvable in 3 moves (4 states)")
    editor.cells.first.focus()
    editor.page.keyboard.press("o")
    editor.area.get_by_label("words").fill("aa, bb")  # texts of one length make no grid of a list
    editor.area.get_by_label("depth").fill("4")
    editor.area.get_by_label("by name").fill('{"a": 1}')
    wanted = {"links": [[1], [0], []], "rows": ["oo", "ox"], "words": ["aa", "bb"], "depth": 4}
    expect(editor.area.get_by_label("words")).to_have_value("aa, bb")
    assert editor.parameters.items() >= wanted.items()
    assert editor.parameters["by_name"] == {"a": 1}
