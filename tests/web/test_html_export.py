"""Pages that hold a whole solved game: that they hold it all, unharmed, and nothing that a game could slip in."""

from __future__ import annotations

import base64
import hashlib
import json
import random
import re
import zlib
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.command import assert_refused, call
from support.each_game import SMALL_KINDS, TYPICAL, games
from support.hostile_game import Hostile
from support.marks import cases
from support.solutions import altered

import gamekit
from gamekit import InputError, LimitError, Solution, UnsupportedError
from gamekit.analysis.play.play import Play
from gamekit.game.registry import load_game
from gamekit.web.pages import to_html, write_page
from gamekit.web.pages.assets import STATIC, compact, module_files, needed_by
from gamekit.web.pages.columns import pack
from gamekit.web.pages.contents import Reachable, contents
from gamekit.web.server.requests import MOST_BYTES, MOST_MOVES
from gamekit.web.views.explanation import explanation
from gamekit.web.views.position import position
from games.cat_mouse import CatMouse
from games.cat_mouse_ii import CatMouseII
from games.nim import Nim
from games.tic_tac_toe import TicTacToe

SMALL_BOARDS: dict[str, Any] = {
    "connect-four": {"width": 3, "height": 3, "length": 3},
    "mu-torere": {"men": 2},
}
"""Of games whose own examples have thousands of states."""

each_game = games(TYPICAL, SMALL_KINDS - {"hex", "sliding-puzzle"})


PLAYS, PLIES = 8, 12
"""How many random plays are followed through each game, and how far."""


@cache
def solution_of(name: str) -> Solution[Any, Any]:
    return gamekit.solve(load_game(name, SMALL_BOARDS.get(name)), backend="python")


@cache
def contents_of(name: str) -> Any:
    return Page(to_html(solution_of(name))).contents


# --- reading pages -----------------------------------------------------------------------------------------


@attrs.define
class Page(HTMLParser):
    """What is on a page: its elements with their attributes, and the texts of some of them."""

    text: str
    elements: list[tuple[str, dict[str, str | None]]] = attrs.field(factory=list)
    texts: list[str] = attrs.field(factory=list)
    is_open: bool = False

    def __attrs_post_init__(self) -> None:
        HTMLParser.__init__(self)
        self.feed(self.text)

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(given)))
        self.texts.append("")
        self.is_open = True

    def handle_endtag(self, tag: str) -> None:
        self.is_open = False

    def handle_data(self, data: str) -> None:
        if self.is_open:
            self.texts[-1] += data

    def called(self, tag: str, **wanted: str) -> list[tuple[dict[str, str | None], str]]:
        """Return the attributes and texts of the elements of a kind."""
        return [
            (given, text)
            for (name, given), text in zip(self.elements, self.texts, strict=True)
            if name == tag and wanted.items() <= given.items()
        ]

    @property
    def contents(self) -> Any:
        """The game, unpacked."""
        [(_, packed)] = self.called("script", id="game")
        return json.loads(zlib.decompress(base64.b64decode(packed)))


def unpacked(column: Any) -> list[Any]:
    """Return what is in a column, by the description of its shapes."""
    match column:
        case {"fields": fields}:
            columns = [unpacked(part) for part in fields.values()]
            return [dict(zip(fields, row, strict=True)) for row in zip(*columns, strict=True)]
        case {"lengths": lengths, "items": items}:
            flat = iter(unpacked(items))
            return [[next(flat) for _ in range(length)] for length in unpacked(lengths)]
        case {"parts": parts}:
            return ["".join(text) for text in unpacked(parts)]
        case {"table": table, "rows": rows}:
            values = unpacked(table)
            return [values[row] for row in rows]
        case {"values": values}:
            return list(values)
    raise AssertionError(f"no column: {column}")


texts = st.text("ab\n<>:; ", max_size=12)
trees = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | texts,
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(st.sampled_from("abc"), parts, max_size=3),
    max_leaves=8,
)


@given(st.lists(trees, max_size=12) | st.lists(texts, min_size=20, max_size=60))
def test_what_is_packed_is_unpacked_again(values: list[Any]) -> None:
    again = unpacked(json.loads(json.dumps(pack(values))))
    assert json.dumps(again, sort_keys=True) == json.dumps(
        values, sort_keys=True
    )  # 1, 1.0 and True are equal, and not the same


# --- what is on a page ---------------------------------------------------------------------------------------


def plays(solution: Solution[Any, Any], plies: int = PLIES) -> Iterator[Play]:
    """Return random plays, ply by ply."""
    generator = random.Random(0)
    for _ in range(PLAYS):
        play = Play.begin(solution)
        yield play
        for _ in range(plies):
            if play.is_over:
                break
            play = play.played(generator.choice(play.replies)[0])
            yield play


def row_of(play: Play, rows: list[Any]) -> Any:
    """Return what a page holds of the state that a play has come to."""
    row = rows[0]
    for turn in play.turns:
        texts = [move["text"] for move in row["view"]["moves"]]
        row = rows[row["children"][texts.index(play.game.format_move(turn.state, turn.move))]]
    return row


@pytest.mark.slow
@each_game
def test_a_page_holds_every_state_that_play_comes_to(name: str) -> None:
    solution = solution_of(name)
    game, states = solution.game, {solution.start: None}
    for state in (waiting := [solution.start]):  # grows while it is walked
        for move in game.moves(state) if game.outcome(state) is None else ():
            child = game.apply(state, move)
            if child not in states:
                states[child] = None
                waiting.append(child)
    rows = unpacked(contents_of(name)["states"])
    assert {row["view"]["state"] for row in rows} == set(map(game.format_state, states))
    assert len(rows) == len(states)


@each_game
def test_a_page_shows_what_a_server_would(name: str) -> None:
    rows = unpacked(contents_of(name)["states"])
    for play in plays(solution_of(name)):
        assert {**row_of(play, rows)["view"], "ply": len(play.turns)} == json.loads(
            json.dumps(position(play))
        )


@pytest.mark.slow
@each_game
def test_the_reasons_on_a_page_are_those_of_explain(name: str) -> None:
    solution = solution_of(name)
    rows = unpacked(contents_of(name)["states"])
    for play in plays(solution):
        why, row = explanation(solution, play.state), row_of(play, rows)
        assert row["summary"] == why["summary"]
        for step in why["steps"]:
            assert row["view"]["state"] == step["state"]
            assert row["departures"] == step["departures"]
            if row["best"] is None:
                assert step is why["steps"][-1]
                assert step["move"] is None
                break
            assert row["view"]["moves"][row["best"]]["text"] == step["move"]
            row = rows[row["children"][row["best"]]]
        else:
            assert row["view"]["state"] == why["steps"][why["cycle_start"]]["state"]


@pytest.mark.slow
def test_symmetry_does_not_turn_boards_round() -> None:
    game = TicTacToe(rows=2, columns=3, length=3, symmetry=True)
    solution = gamekit.solve(game)
    views = [row["view"] for row in unpacked(Page(to_html(solution)).contents["states"])]
    assert len(views) > len(solution)
    assert len(views) == len(gamekit.solve(TicTacToe(rows=2, columns=3, length=3)))
    assert {view["state"] for view in views} > {game.format_state(verdict.state) for verdict in solution}


def test_a_page_starts_where_it_is_told_to() -> None:
    solution = gamekit.solve(Nim(heaps=(1, 2)))
    data = Page(to_html(solution, (1, 1, 1))).contents
    assert data["header"]["start"] == "1 1, second to move"
    rows = unpacked(data["states"])
    assert rows[0]["view"]["state"] == "1 1, second to move"
    assert len(rows) == 3


def test_numbers_that_json_has_not_are_on_no_page() -> None:
    class Odd(Nim):
        def svg(self, state: Any) -> str:
            odd = f'<circle cx="nan" cy="{len(state)}" r="inf"/><rect x="1" y="{sum(state)}"/>'
            return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{odd}</svg>'

    def refused(constant: str) -> Any:
        raise AssertionError(f"no JSON: {constant}")

    page = Page(to_html(gamekit.solve(Odd(heaps=(1, 2)), backend="python")))
    [(_, game)] = [text for text in page.called("script") if text[0].get("id") == "game"]
    text = zlib.decompress(base64.b64decode(game))
    json.loads(text, parse_constant=refused)
    with pytest.raises(ValueError, match="not JSON compliant"):
        pack([float("nan")])


def test_each_state_is_drawn_once() -> None:
    drawn: list[Any] = []

    class Drawn(CatMouse):
        def svg(self, state: Any) -> str | None:
            drawn.append(state)
            return super().svg(state)

    play = Play.begin(gamekit.solve(Drawn(**CatMouse.example), backend="python"))
    rows = unpacked(contents(play, {})["states"])
    assert sorted(drawn) == sorted(set(drawn))
    assert len(drawn) == len(rows)


def test_the_same_game_gives_the_same_page() -> None:
    first, second = (to_html(gamekit.solve(Nim(heaps=(2, 3)))) for _ in range(2))
    assert first == second


@pytest.mark.slow
def test_compiled_rules_give_the_same_page_but_for_what_was_proved() -> None:
    game = load_game("connect-four", SMALL_BOARDS["connect-four"])
    compiled, plain = (
        Page(to_html(solution)).contents
        for solution in (gamekit.solve(game, backend="compiled"), solution_of("connect-four"))
    )
    proved = compiled["header"].pop("verified")
    assert (
        proved
        == plain["header"].pop("verified")
        + " against the compiled rules, and all of them against the plain ones"
    )
    assert compiled == plain


@pytest.mark.parametrize(
    ("name", "most"),
    cases(
        quick=[("cat-mouse", 190_000)],
        slow=[(name, 235_000) for name in ("chopsticks", "col", "hackenbush-graph", "kayles", "top-entails")],
    ),
)
def test_pages_are_small(name: str, most: int) -> None:
    """Cytoscape alone, which a page for playing does not need, has more than 400 kB."""
    assert len(to_html(gamekit.solve(load_game(name)))) < most


def test_no_text_of_a_module_goes_over_several_lines() -> None:
    for source in needed_by("gamekit/exported").values():
        assert all(
            line.count("`") % 2 == 0 for line in source.splitlines() if not line.strip().startswith("*")
        )


@pytest.mark.release
def test_all_of_tic_tac_toe_is_less_than_a_megabyte() -> None:
    text = to_html(gamekit.solve(TicTacToe()))
    assert len(unpacked(Page(text).contents["states"])) == 5_478
    assert len(text) < 1_000_000


# --- safety ----------------------------------------------------------------------------------------------------

HOSTILE = '</script><script>alert("x")</script>\'">&\ud800\x00 $policy'


def hash_of(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_texts_of_a_game_are_never_markup(tmp_path: Path) -> None:
    solution = gamekit.solve(Hostile(HOSTILE))
    usual = Page(to_html(gamekit.solve(Nim(heaps=(1,)))))
    page = Page(to_html(solution))
    assert [tag for tag, _ in page.elements] == [tag for tag, _ in usual.elements]
    [(picture, _)] = page.called("img")
    assert picture["alt"] == f"0 {HOSTILE}"
    assert page.contents["header"]["players"] == list(solution.game.players)
    write_page(solution, tmp_path / "page.html")  # half a letter cannot be encoded as it is
    assert Page((tmp_path / "page.html").read_text("utf-8")).contents == page.contents


def test_a_page_allows_nothing_but_its_own_scripts() -> None:
    text = to_html(gamekit.solve(Nim(heaps=(1, 2))))
    page = Page(text)
    [(policy, _)] = page.called("meta", **{"http-equiv": "Content-Security-Policy"})
    [(_, modules)] = page.called("script", type="importmap")
    [(_, boot)] = page.called("script", type="module")
    [(_, look)] = page.called("style")
    assert policy["content"] == (
        f"default-src 'none'; script-src {hash_of(modules)} {hash_of(boot)} data:; "
        f"style-src {hash_of(look)}; img-src data:; base-uri 'none'; form-action 'none'"
    )
    for _, given_attributes in page.elements:
        assert not any(name.startswith("on") or name == "style" for name in given_attributes)
        for name in ("src", "href"):
            assert (given_attributes.get(name) or "data:").startswith("data:")


def test_the_modules_are_in_the_page_without_comments() -> None:
    [(_, text)] = Page(to_html(gamekit.solve(Nim(heaps=(1,))))).called("script", type="importmap")
    modules = json.loads(text)["imports"]
    assert modules.keys() == needed_by("gamekit/exported").keys()
    for name, address in modules.items():
        kind, _, source = address.partition(",")
        assert kind == "data:text/javascript"
        assert not re.search(r"[\s#<]", source.replace(" ", ""))
        assert unquote(source) == compact(module_files()[name].read_text("utf-8"))
        assert not re.search(r"^\s*(/\*\*.*\*/|//.*)$", unquote(source), re.MULTILINE)


@pytest.mark.parametrize(
    ("file", "written", "limit"),
    [
        ("play.js", r"const LONGEST = (\d+);", MOST_MOVES),
        ("editor/json.js", r"const LARGEST = 2 \*\* (\d+);", MOST_BYTES.bit_length() - 1),
    ],
)
def test_a_page_knows_the_limits_of_the_server(file: str, written: str, limit: int) -> None:
    [number] = re.findall(written, (STATIC / file).read_text("utf-8"))
    assert int(number) == limit
    assert MOST_BYTES.bit_count() == 1


def test_what_asks_a_server_is_left_out() -> None:
    needed = needed_by("gamekit/exported")
    assert {
        "gamekit/board",
        "gamekit/moves",
        "gamekit/history",
        "gamekit/why",
        "gamekit/cycle",
    } <= needed.keys()
    assert not {"gamekit/main", "gamekit/source_server", "cytoscape"} & needed.keys()
    assert not [
        name for name, source in needed.items() if re.search(r"\bfetch\(|XMLHttpRequest|WebSocket", source)
    ]


def test_without_scripts_there_is_the_start_with_its_verdict() -> None:
    page = Page(to_html(gamekit.solve(Nim(heaps=(1, 2)))))
    [(_, headline)] = page.called("strong")
    assert headline == "First wins in 3 plies"
    [(picture, _)] = page.called("img")
    assert picture["alt"] == "heap 1: 1; heap 2: 2"
    assert unquote((picture["src"] or "").partition(",")[2]).startswith("<svg")
    assert page.called("noscript")


# --- refusals ----------------------------------------------------------------------------------------------------


def test_a_game_too_large_is_refused_with_what_to_do() -> None:
    with pytest.raises(
        LimitError, match=r"more than 100 states, .* has 91: .* or open the game with gamekit"
    ):
        Reachable.of(gamekit.solve(load_game("nim")), max_states=100)


@pytest.mark.slow
def test_a_turn_limit_is_told_or_refused() -> None:
    grid = ["M.C", "...", "#.F"]
    solution = gamekit.solve(CatMouseII(grid=grid, cat_jump=1, mouse_jump=1))
    page = Page(to_html(solution))
    told = page.contents["plies_proved"]
    assert 0 < told < 1000 - solution.longest
    assert f"turn limit of 1,000 plies; values hold for {told:,}" in page.text

    @attrs.frozen
    class Short(CatMouseII):
        max_plies = solution.longest + 2

    with pytest.raises(UnsupportedError, match=r"the turn limit of .* plies decides too early for a page"):
        to_html(gamekit.solve(Short(grid=grid, cat_jump=1, mouse_jump=1)))


@pytest.mark.slow
def test_values_hold_for_as_many_plies_as_are_told() -> None:
    @attrs.frozen
    class Limited(CatMouseII):
        max_plies = 22

    solution = gamekit.solve(Limited(grid=["M.C", "...", "#.F"], cat_jump=1, mouse_jump=1))
    data = Page(to_html(solution)).contents
    rows, told = unpacked(data["states"]), data["plies_proved"]
    reached = 0
    for play in plays(solution, told):
        reached = max(reached, len(play.turns))
        assert {**row_of(play, rows)["view"], "ply": len(play.turns)} == json.loads(
            json.dumps(position(play))
        )
    assert reached == told > 0


def test_what_is_not_proved_is_refused() -> None:
    game = CatMouse(graph=[[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]])
    with pytest.raises(UnsupportedError, match=r"left .* unsolved"):
        to_html(gamekit.solve(game, solver="minimax", cap=1))
    solution = gamekit.solve(game)
    with pytest.raises(
        UnsupportedError, match=r"a page can show only a verified solution; this one is wrong: .*"
    ):
        to_html(altered(solution, payoff=-solution.payoff))


def test_a_file_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot write .*: Is a directory"):
        write_page(gamekit.solve(Nim(heaps=(1,))), tmp_path)


# --- on the command line ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_export_writes_a_page(tmp_path: Path) -> None:
    file = tmp_path / "nim.html"
    result = call("export", "nim", "--html", str(file))
    assert (result.status, result.out) == (0, "")
    assert file.read_text("utf-8") == to_html(gamekit.solve(load_game("nim")))


def test_export_writes_a_page_of_a_table_from_a_state(tmp_path: Path) -> None:
    assert call("solve", "nim", "--save", str(tmp_path / "table")).status == 0
    file = tmp_path / "nim.html"
    state = "1 2 2, second to move"
    assert call("export", str(tmp_path / "table"), "--html", str(file), "--state", state).status == 0
    assert Page(file.read_text("utf-8")).contents["header"]["start"] == state


@pytest.mark.parametrize(
    "others", [["--format", "dot"], ["--parquet"], ["--output", "-"], ["--within", "2"]], ids=" ".join
)
def test_a_page_goes_with_no_other_format(others: list[str], tmp_path: Path) -> None:
    result = call("export", "nim", "--html", str(tmp_path / "nim.html"), *others)
    assert_refused(result, f"--html and {others[0]} exclude each other (see gamekit export --help)")


def test_a_game_too_large_for_a_page_ends_with_status_3(tmp_path: Path) -> None:
    result = call("export", "nim", "--html", str(tmp_path / "nim.html"), "--max-states", "50")
    assert_refused(
        result,
        "Nim has more than 50 states, the limit that was set; "
        "if memory allows, raise --max-states (max_states in Python); "
        "`gamekit plan nim` estimates what all states take; `gamekit prove nim` may decide one of them",
        status=3,
    )


@pytest.mark.slow
def test_nobody_is_sent_beyond_the_limit_of_a_page(tmp_path: Path) -> None:
    result = call(
        *("export", "dao", "--html", str(tmp_path / "dao.html")),
        *("--max-states", "60000", "--backend", "python"),
    )
    assert_refused(
        result,
        "dao has more than 60,000 states, and a page holds at most 50,000: take a smaller instance, "
        "start nearer to the end with --state, or open the game with gamekit explore",
        status=3,
    )


def test_html_is_no_format_but_a_page() -> None:
    result = call("export", "nim", "--format", "html")
    assert_refused(
        result,
        "Invalid value for '--format': a page is not a format for other programs: use --html FILE "
        "(see gamekit export --help)",
    )


@pytest.mark.parametrize("limit", [None, 100])
def test_a_page_ranks_the_moves_of_each_state_once(
    limit: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Limited(CatMouse):
        max_plies = limit

    asked: list[tuple[Any, int | None]] = []
    rank = Solution.replies

    def counted(self: Solution[Any, Any], state: Any, plies_left: int | None = None) -> list[Any]:
        asked.append((state, plies_left))
        return rank(self, state, plies_left)

    play = Play.begin(gamekit.solve(Limited(graph=[[1, 3], [0], [3], [0, 2]])), name="cat-mouse")
    monkeypatch.setattr(Solution, "replies", counted)
    contents(play, {})
    assert asked
    assert len(asked) == len(set(asked))
