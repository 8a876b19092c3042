"""Plots: every kind in both formats, what they show, and that they are the same every time."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections import Counter
from importlib import resources
from pathlib import Path
from typing import Any
from unittest import mock
from xml.etree import ElementTree

import pytest
from support.command import SEVENTEEN, assert_refused, call
from support.each_game import each_small_kind_of_game
from support.marks import cases

import gamekit
from gamekit import LimitError, Play, Solution, UnsupportedError, Value, load_game
from gamekit.analysis.export.graph_formats import FILLS
from games.cat_mouse import CatMouse
from games.nim import Nim

pytest.importorskip("matplotlib", reason="plots are an extra: pip install matplotlib")

from gamekit.analysis import plots
from gamekit.analysis.plots.arenas import places_of
from gamekit.analysis.plots.paper import as_svg, short

pytestmark = pytest.mark.extra

SEVENTEEN_NODES = CatMouse(**json.loads(Path(SEVENTEEN).read_text()))
PNG = b"\x89PNG\r\n\x1a\n"


def solved(name: str) -> Solution[Any, Any]:
    return gamekit.solve(load_game(name), backend="python")


def at_random(solution: Solution[Any, Any], seed: int, plies: int = 40) -> Play:
    """Return a play in which both sides move at random."""
    chance, play = random.Random(seed), Play.begin(solution, people=range(len(solution.game.players)))
    while not play.is_over and len(play.turns) < plies:
        play = play.played(chance.choice(play.replies)[0])
    return play


def texts(svg: str) -> list[str]:
    """Return what is written on a drawing."""
    root = ElementTree.fromstring(svg)
    return ["".join(element.itertext()).strip() for element in root.iter("{http://www.w3.org/2000/svg}text")]


def figures_of(solution: Solution[Any, Any]) -> dict[str, Any]:
    return {
        "history": plots.history(plots.played_out(at_random(solution, 1, plies=3))),
        "histogram": plots.histogram(solution),
        "arena": plots.arena(solution, within=1),
    }


@pytest.mark.release
@each_small_kind_of_game
def test_every_game_can_be_plotted(name: str) -> None:
    for kind, figure in figures_of(solved(name)).items():
        assert any(text.startswith(f"{name}: ") for text in texts(as_svg(figure))), kind


@pytest.mark.parametrize(
    "name",
    ["cat-mouse", *(pytest.param(name, marks=pytest.mark.release) for name in ("kalah", "sliding-puzzle"))],
)
def test_a_file_is_written_in_the_format_that_its_name_tells(name: str, tmp_path: Path) -> None:
    for kind, figure in figures_of(solved(name)).items():
        plots.save(figure, tmp_path / f"{kind}.svg")
        plots.save(figure, tmp_path / f"{kind}.PNG")
        assert (tmp_path / f"{kind}.svg").read_text() == as_svg(figure)
        assert (tmp_path / f"{kind}.PNG").read_bytes().startswith(PNG)


@pytest.mark.release
def test_a_plot_is_the_same_every_time() -> None:
    first, second = (figures_of(solved("cat-mouse")) for _ in range(2))
    for kind, figure in first.items():
        assert as_svg(figure) == as_svg(second[kind]), kind
        assert as_svg(figure) == as_svg(figure), kind
        assert not re.search(r"20\d\d-\d\d-\d\dT", as_svg(figure))


@pytest.mark.slow
def test_a_notebook_shows_a_plot_as_a_drawing() -> None:
    figure: Any = plots.histogram(gamekit.solve(Nim((1, 2))))
    assert figure._repr_svg_() == as_svg(figure)


@pytest.mark.release
def test_pyplot_is_not_loaded() -> None:
    code = (
        "import sys, gamekit, gamekit.analysis.plots; assert 'matplotlib' not in sys.modules\n"
        "from games.nim import Nim\n"
        "gamekit.analysis.plots.histogram(gamekit.solve(Nim((1, 2))))\n"
        "assert 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.slow
def test_text_of_a_game_is_not_taken_for_formulas_or_markup() -> None:
    assert short("a\x00b\n\tc \ud800", 20) == "a b c  "
    figure = plots.history(Play.begin(gamekit.solve(Nim((1, 2))), name="$x_1$ <b>"))
    assert any(text.startswith("$x_1$ <b>: ") for text in texts(as_svg(figure)))


def test_values_have_the_colours_that_they_have_on_the_page() -> None:
    style = resources.files("gamekit.web.pages").joinpath("static/style.css").read_text()
    for value, fill in FILLS.items():
        assert f"\n  --{value}: {fill};" in style


def test_black_letters_are_read_on_every_colour() -> None:
    for fill in FILLS.values():
        channels = [int(fill[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        luminance = sum(share * c for share, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
        assert (luminance + 0.05) / 0.05 > 4.5, fill  # as WCAG 2 asks of text


# --- histograms -----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cat-mouse", "cat-mouse-ii", "tic-tac-toe", "three-mens-morris", "kalah"])
def test_bars_are_as_high_as_there_are_states(name: str) -> None:
    solution = solved(name)
    figure = plots.histogram(solution)
    found = {
        axes.get_title(loc="left").split(":")[0]: [bar.get_height() for bar in axes.patches]
        for axes in figure.axes
    }
    verdicts = Counter((verdict.value, verdict.remoteness) for verdict in solution)
    for value in (Value.WIN, Value.LOSS, Value.TIE):
        plies = {n: count for (kind, n), count in verdicts.items() if kind is value and n is not None}
        assert {n: height for n, height in enumerate(found.pop(value.name, [])) if height} == plies
    assert not found
    note = figure.get_supxlabel()
    for (value, n), count in verdicts.items():
        assert (f"{count:,} {value.name} by endless play" in note) == (n is None)


@pytest.mark.release
def test_a_histogram_of_logarithms_says_whole_numbers() -> None:
    figure = plots.histogram(gamekit.solve(SEVENTEEN_NODES), logarithmic=True)
    assert {axes.get_yscale() for axes in figure.axes} == {"log"}
    assert {"1", "10"} <= set(texts(as_svg(figure)))
    assert not [text for text in texts(as_svg(figure)) if "$" in text]


def test_where_nothing_ends_there_are_no_bars() -> None:
    unsolved = gamekit.solve(Nim((3, 4)), solver="minimax", cap=0)
    figure = plots.histogram(unsolved)
    assert [axes.patches[:] for axes in figure.axes] == [[]]
    assert f"{unsolved.unsolved:,} UNSOLVED" in figure.get_supxlabel()


@pytest.mark.release
def test_a_table_is_plotted_as_its_solution_is(tmp_path: Path) -> None:
    game = load_game("cat-mouse")
    gamekit.save_table(gamekit.solve(game, backend="compiled"), tmp_path / "table")
    table = gamekit.open_table(tmp_path / "table")
    plain = gamekit.solve(game, backend="python")
    for kind in ("histogram", "history"):
        assert as_svg(figures_of(table)[kind]) == as_svg(figures_of(plain)[kind])
    assert plots.arena(table, within=2).axes
    assert as_svg(plots.arena(table)) == as_svg(plots.arena(plain))


# --- histories ------------------------------------------------------------------------------------------------


def points(figure: Any, panel: int = 0) -> dict[int, float]:
    """Return a curve, by plies."""
    (line,) = (line for line in figure.axes[panel].lines if line.get_label() == "curve")
    return dict(zip(map(int, line.get_xdata()), map(float, line.get_ydata()), strict=True))


def test_the_cat_comes_nearer_with_every_ply() -> None:
    curve = points(plots.history(plots.played_out(Play.begin(gamekit.solve(SEVENTEEN_NODES)))))
    assert curve == {ply: -1.0 - ply for ply in range(81)}


def test_a_draw_lies_in_the_middle_and_goes_once_round() -> None:
    play = plots.played_out(Play.begin(solved("cat-mouse")))
    assert play.is_circling
    figure = plots.history(play)
    assert set(points(figure).values()) == {0.0}
    assert figure.get_supxlabel().endswith("then round in the circle")


@pytest.mark.parametrize("seed", cases(quick=[0], slow=range(1, 5)))
def test_blunders_are_crossed_and_sides_are_told_apart(seed: int) -> None:
    play = at_random(gamekit.solve(SEVENTEEN_NODES), seed)
    figure = plots.history(play)
    curve = points(figure)
    verdicts = [play.turns[0].before, *(turn.after for turn in play.turns)]
    assert [(y > 0) - (y < 0) for y in curve.values()] == [verdict.payoff for verdict in verdicts]
    blunders = [ply for ply, turn in enumerate(play.turns, start=1) if turn.is_blunder]
    (crosses,) = (found for found in figure.axes[0].collections if found.get_label() == "blunder")
    assert [int(x) for x, _ in crosses.get_offsets()] == blunders
    assert (f"{len(blunders)} blunder" in figure.get_supxlabel()) == bool(blunders)


@pytest.mark.slow
def test_markers_have_the_colours_of_what_the_first_player_has() -> None:
    from matplotlib.colors import to_hex

    play = at_random(solved("tic-tac-toe"), 3)
    verdicts = [play.turns[0].before, *(turn.after for turn in play.turns)]
    kinds = {1: Value.WIN, -1: Value.LOSS, 0: Value.TIE}
    found = {
        (int(x), to_hex(markers.get_facecolor()[0]))
        for markers in plots.history(play).axes[0].collections
        if markers.get_label() != "blunder"
        for x, _ in markers.get_offsets()
    }
    assert found == {(ply, FILLS[kinds[verdict.payoff or 0]]) for ply, verdict in enumerate(verdicts)}
    assert len({colour for _, colour in found}) > 1


def test_scores_have_a_curve_of_their_own() -> None:
    play = at_random(solved("kalah"), 5)
    figure = plots.history(play)
    assert len(figure.axes) == 2
    payoffs = [play.turns[0].before.payoff, *(turn.after.payoff for turn in play.turns)]
    assert list(points(figure, 1).values()) == payoffs


def test_a_play_in_which_nothing_was_played_is_one_point() -> None:
    assert points(plots.history(Play.begin(gamekit.solve(Nim((1, 2)))))) == {0: 1.0}


# --- arenas ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", cases(slow=["cat-mouse", "kalah"], release=["nim", "hexapawn"]))
def test_every_state_and_every_edge_is_drawn(name: str) -> None:
    from matplotlib.colors import to_hex

    solution = solved(name)
    (axes,) = plots.arena(solution).axes
    assert len(axes.patches) == solution.arena.edges
    assert Counter(to_hex(state.get_facecolor()[0]) for state in axes.collections) == {
        FILLS[value]: number for value, number in solution.counts().items()
    }
    letters = Counter(text.get_text() for text in axes.texts if re.fullmatch(r"[WLTD]\d*", text.get_text()))
    assert letters == Counter(
        verdict.value.name[0] + ("" if verdict.remoteness is None else str(verdict.remoteness))
        for verdict in solution
    )


def test_no_two_states_are_drawn_at_one_place() -> None:
    for name in ("nim", "cat-mouse", "hexapawn"):
        places = places_of(solved(name))
        assert len(set(places)) == len(places)


def test_play_that_ends_leads_to_the_right() -> None:
    solution = solved("hexapawn")
    places = places_of(solution)
    for i in range(len(solution)):
        for j in solution.arena.successors.of(i).tolist():
            if solution.remoteness[j] < solution.remoteness[i]:
                assert places[i].x < places[j].x


@pytest.mark.slow
def test_an_arena_that_makes_no_picture_is_refused() -> None:
    with pytest.raises(LimitError) as error:
        plots.arena(solved("tic-tac-toe"))
    assert (
        str(error.value)
        == "a picture shows at most 300 states, and there are 5,478; set within to the number of plies to draw"
    )
    assert len(plots.arena(solved("tic-tac-toe"), within=1).axes[0].collections) == 10


# --- comparisons ----------------------------------------------------------------------------------------------


@pytest.mark.release
def test_a_comparison_shows_every_solver_and_every_cap() -> None:
    compared = gamekit.compare(SEVENTEEN_NODES, ["retrograde"], caps=[34])
    figure = plots.comparison(compared, name="cat-mouse")
    seconds, touched, caps = figure.axes
    assert [bar.get_width() for bar in seconds.patches] == [run.seconds for run in compared.runs]
    assert [bar.get_width() for bar in touched.patches] == [run.states_touched for run in compared.runs]
    labels = [label.get_text() for label in seconds.get_yticklabels()]
    assert labels[0] == "retrograde\nLOSS in 80 for mouse: reference"
    assert any(label.endswith("DRAW for mouse: WRONG") for label in labels)
    assert len(caps.patches) == 2 * len(compared.caps)
    assert figure.get_supxlabel() == "The smallest cap that suffices is 80."


def test_a_solver_that_was_left_out_has_a_reason_in_place_of_bars() -> None:
    compared = gamekit.compare(SEVENTEEN_NODES, ["retrograde", "minimax"], patience=0.0)
    figure = plots.comparison(compared)
    assert len(figure.axes) == 2
    assert any("left out: it would take" in text.get_text() for text in figure.axes[0].texts)


# --- gamekit plot ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "ending"),
    cases(
        slow=[
            (("history", "cat-mouse", "--input", SEVENTEEN), "svg"),
            (("history", "hexapawn", "--backend", "python"), "png"),
            (("histogram", "connect-four"), "svg"),
            (("histogram", "cat-mouse", "--log"), "png"),
            (("arena", "cat-mouse", "--state", "mouse 3, cat 2, cat to move", "--within", "2"), "png"),
            (("comparison", "cat-mouse", "--cap", "3"), "svg"),
        ],
        release=[(("arena", "nim"), "svg")],
    ),
)
def test_the_command_writes_what_was_asked_for(
    arguments: tuple[str, ...], ending: str, tmp_path: Path
) -> None:
    target = tmp_path / f"plot.{ending}"
    result = call("plot", *arguments, "--output", str(target))
    assert (result.status, result.out, result.err) == (0, "", "")
    assert target.read_bytes().startswith(PNG if ending == "png" else b"<?xml")


@pytest.mark.slow
def test_a_saved_play_is_plotted(tmp_path: Path) -> None:
    play = at_random(solved("hexapawn"), 3)
    saved, target = tmp_path / "play.json", tmp_path / "play.svg"
    saved.write_text(json.dumps(play.saved()))
    assert call("plot", "history", "--play", str(saved), "--output", str(target)).status == 0
    assert target.read_text() == as_svg(plots.history(play))


@pytest.mark.slow
def test_a_table_is_plotted(tmp_path: Path) -> None:
    table, target = str(tmp_path / "table"), tmp_path / "plot.svg"
    assert call("solve", "cat-mouse", "--save", table).status == 0
    for kind in ("history", "histogram", "arena"):
        assert call("plot", kind, table, "--force", "--output", str(target)).status == 0
        assert any("cat-mouse" in text for text in texts(target.read_text()))
    out = ("--force", "--output", str(target))
    assert_refused(
        call("plot", "comparison", table, *out),
        f"{table} is a table, which is solved already; name a game to compare solvers on",
    )


@pytest.mark.parametrize(
    ("arguments", "message", "status"),
    cases(
        slow=[
            (
                ("histogram", "nim", "--output", "a.pdf"),
                "the name of a plot's file must end in .svg or .png; it is 'a.pdf'",
                2,
            ),
            (
                ("histogram", "nim", "--output", "no/where.svg"),
                "cannot write no/where.svg: No such file or directory",
                2,
            ),
            (
                ("histogram", "nim", "--within", "1", "--output", "a.svg"),
                "--within is for arena, not for histogram (see gamekit plot --help)",
                2,
            ),
            (("arena", "--output", "a.svg"), "Missing argument 'GAME|DIR'. (see gamekit plot --help)", 2),
            (("history", "--output", "a.svg"), "Missing argument 'GAME|DIR'. (see gamekit plot --help)", 2),
            (
                ("arena", "nim", "--backend", "compiled", "--output", "a.svg"),
                "the compiled backend does not keep the edges: set --within to the number of plies to draw",
                2,
            ),
        ],
        release=[
            (
                ("arena", "tic-tac-toe", "--output", "a.svg"),
                "a picture shows at most 300 states, and there are 5,478; set within to the number of plies to draw",
                3,
            )
        ],
    ),
)
def test_the_command_refuses_with_a_sentence(
    arguments: tuple[str, ...], message: str, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert_refused(call("plot", *arguments), message, status)
    assert not list(tmp_path.iterdir())


def test_without_matplotlib_there_is_a_sentence(tmp_path: Path) -> None:
    message = "plots need matplotlib, which is not installed: pip install matplotlib"
    with mock.patch.dict(sys.modules, {"matplotlib": None}):
        assert_refused(call("plot", "histogram", "nim", "--output", str(tmp_path / "a.svg")), message)
        with pytest.raises(UnsupportedError) as error:
            plots.histogram(gamekit.solve(Nim((1, 2))))
    assert str(error.value) == message


@pytest.mark.slow
def test_a_thermograph_is_drawn_with_its_figures(tmp_path: Path) -> None:
    target = tmp_path / "board.svg"
    assert call("thermograph", "domineering", "...|...", "--output", str(target)).status == 0
    text = target.read_text()
    for part in ("domineering ...|...: {2|-1/2}", "3/4 at 5/4", "Left wall", "Right wall", "temperature"):
        assert part in text
    again = tmp_path / "again.svg"
    assert call("thermograph", "domineering", "...|...", "--output", str(again)).status == 0
    assert again.read_bytes() == target.read_bytes()
    assert call("thermograph", "clobber", "--output", str(tmp_path / "number.png")).status == 0
    assert call("thermograph", "--game", "{2|-1/2}", "--force", "-o", str(target)).status == 0
    assert ">{2|-1/2}<" in target.read_text()
    refused = call("thermograph", "digraph", "--force", "-o", str(target))
    assert_refused(refused)
    assert "canonical forms are for games without loops" in refused.err
    assert_refused(
        call("thermograph", "nim", "--output", "a.pdf"),
        "the name of a plot's file must end in .svg or .png; it is 'a.pdf'",
    )
