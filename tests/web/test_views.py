"""What pages show, as plain data: boards with the spots of moves, reasons, neighbourhood, comparisons."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import pytest
from support.command import Countdown
from support.each_game import NAMES, each_kind_of_game
from support.marks import cases

import gamekit
from gamekit import RulesError, Solution
from gamekit.analysis.play.play import Play
from gamekit.drawing.spots import Spot, box_of, named_spots, width_of
from gamekit.drawing.svg import draw_grid
from gamekit.game.gesture import Gesture
from gamekit.game.registry import GAMES, adapted_names, game_class, load_game
from gamekit.web.views.comparison import comparison_view
from gamekit.web.views.explanation import explanation
from gamekit.web.views.header import LONGEST_TITLE, about_game, header, title_of
from gamekit.web.views.neighbourhood import neighbourhood
from gamekit.web.views.position import position
from gamekit.web.views.rules import rules_of, setup_of
from gamekit.web.views.touch import guesses
from games.cat_mouse import CatMouse
from games.cat_mouse_ii import CatMouseII
from games.connect_four import ConnectFour
from games.nim import Nim
from games.tic_tac_toe import TicTacToe

DRAWN = CatMouse(graph=[[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]])
LIMITED = CatMouseII(grid=["M.C", "...", "#.F"], cat_jump=1, mouse_jump=1)
PLIES = 12
"""How far best play is followed through each game."""


@cache
def solution_of(name: str) -> Solution[Any, Any]:
    return gamekit.solve(load_game(name))


def begun(game: Any) -> Play:
    return Play.begin(gamekit.solve(game))


# --- titles and headers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("summary", "title"),
    [
        ("Nim: heaps of counters", "Nim"),
        ("Cat and Mouse II (LeetCode 1728): a race", "Cat and Mouse II"),
        ("Hex. A game on a rhombus", "Hex"),
        ("go, on a small board", "Go, on a small board"),
        ("A game of which so much is to be said that it is no title", "Fox-and-geese"),
        ("(untitled)", "Fox-and-geese"),
    ],
)
def test_a_title_is_how_the_summary_begins(summary: str, title: str) -> None:
    cls = type("Game", (), {"__doc__": summary, "__module__": "nowhere"})
    assert title_of("fox-and-geese", cls) == title
    assert len(title) <= LONGEST_TITLE


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_a_short_title(name: str) -> None:
    assert 0 < len(title_of(name)) <= LONGEST_TITLE


def test_a_header_tells_of_players_results_and_sizes() -> None:
    told = header(solution_of("hare-and-hounds"))
    assert told["clauses"]["wins"] == ["Hounds win", "Hare wins"]
    assert " wins in " in told["headline"] or " win in " in told["headline"]
    assert told["size"] == f"{told['states']:,} states"
    edges, time = told["facts"]
    assert edges == f"{told['edges']:,} moves between them"
    assert time.startswith("solved in ")


def test_a_header_has_the_pieces_of_players_whose_pieces_are_alike() -> None:
    signs = [re.findall('data-sign="(.)"', piece) for piece in header(solution_of("tic-tac-toe"))["pieces"]]
    assert signs == [["X"], ["O"]]
    hounds, hare = header(solution_of("hare-and-hounds"))["pieces"]
    assert hounds != hare
    assert about_game(load_game("dobutsu-shogi"), "dobutsu-shogi")["pieces"] == []


@pytest.mark.parametrize(
    ("name", "ending"),
    cases(
        quick=[("nim", ": [A-Z][a-z]+ has taken the last counter$")],
        slow=[("kalah", "because [A-Z][a-z]+'s pits are empty$")],
    ),
)
def test_names_of_players_are_titled_within_sentences(name: str, ending: str) -> None:
    play = Play.begin(solution_of(name), people=[0, 1])
    names = "|".join(play.game.players)
    while not play.is_over:
        told = position(play)
        assert not re.search(rf": ({names}) win", f": {told['headline']} {told['hint']}")
        play = play.played(play.choice())
    assert re.search(ending, position(play)["ending"])


def test_a_header_tells_of_the_turn_limit_of_the_rules() -> None:
    told = header(gamekit.solve(LIMITED))
    assert told["facts"][2:] == [f"the rules stop after {told['turn_limit']:,} plies"]


# --- touch: how moves are made on a drawing --------------------------------------------------------------

BOX = (0, 0, 100, 100)


def centres(view: dict[str, Any], move: str) -> list[tuple[float, float]]:
    """Return the centres of the places to click for a move, and then where it ends."""
    found = next(each for each in view["moves"] if each["text"] == move)
    places = [(x, y) for x, y, _, _ in view["spots"]]
    return [places[i] for i in (*found["steps"], found["mark"])]


def test_a_stone_is_put_into_one_cell() -> None:
    view = position(begun(TicTacToe()))
    assert view["box"] == (0, 0, 188, 188)
    assert centres(view, "a3") == [(46, 46), (46, 46)]
    assert centres(view, "c1") == [(142, 142), (142, 142)]
    assert len({move["mark"] for move in view["moves"]}) == 9


def test_a_stone_falls_to_the_bottom() -> None:
    view = position(begun(ConnectFour(width=3, height=4, length=3)))
    assert centres(view, "b") == [(94, 190), (94, 190)]


def test_a_piece_goes_from_one_cell_to_another_and_is_marked_where_it_goes() -> None:
    view = position(Play.begin(solution_of("hexapawn")))
    assert centres(view, "a1-a2") == [(46, 142), (46, 94), (46, 94)]


def test_three_in_a_row_are_named_when_they_have_won() -> None:
    play = begun(TicTacToe())
    for move in ("a3", "a1", "b3", "b1"):
        assert position(play)["deciding"] == []
        play = play.followed(move)
    view = position(play.followed("c3"))
    assert sorted((x, y) for x, y, _, _ in view["deciding"]) == [(46, 46), (94, 46), (142, 46)]


class Told(Countdown):
    """A countdown that draws a square and says of moves what it is given."""

    told: Any = None

    def svg(self, state: Any) -> str:
        return '<svg viewBox="0 0 20 20"><rect x="0" y="0" width="9" height="9" data-place="here &amp; now"/></svg>'

    def gesture(self, state: Any, move: Any) -> Any:
        return self.told


@pytest.mark.parametrize(
    ("told", "steps", "mark"),
    [
        (Gesture(["here & now"]), (0,), 0),
        (Gesture(["there"], touched=["here & now"]), (), None),  # no place of the drawing
        (Gesture(end="here & now"), (), 0),
        (Gesture(), (), None),
    ],
)
def test_a_game_says_how_its_moves_are_made(told: Gesture, steps: tuple[int, ...], mark: int | None) -> None:
    game = Told()
    game.told = told
    view = position(begun(game))
    assert {(move["steps"], move["mark"]) for move in view["moves"]} == {(steps, mark)}


def test_what_is_no_gesture_is_the_fault_of_the_rules() -> None:
    game = Told()
    game.told = (1, 2)
    with pytest.raises(
        RulesError, match=r"^Told.gesture\(.*\) returned \(1, 2\); it must be None or a Gesture$"
    ):
        position(begun(game))


@pytest.mark.parametrize("places", ["a1", [1.5], [True], [None]])
def test_places_are_numbers_or_texts(places: Any) -> None:
    with pytest.raises(RulesError, match="gesture"):
        Gesture(places)


def test_spots_are_found_by_the_names_of_places() -> None:
    drawing = '<svg viewBox="0 0 9 9"><circle data-place="a&quot;" cx="4" cy="5" r="2"/><rect data-place="b"/></svg>'
    assert named_spots(drawing) == {'a"': Spot(4, 5, 2, 2)}


# --- guesses: what drawings show of moves ------------------------------------------------------------------


def test_a_guess_is_certain_if_one_place_changes_or_a_piece_leaves_one_of_two() -> None:
    before = draw_grid(["XO", "  "])
    put, slid, swapped, many = (
        draw_grid(rows) for rows in (["XO", "X "], ["XO", "  "], ["OX", "  "], ["  ", "XO"])
    )
    slid = draw_grid([" O", "X "])
    found = [
        [(spot.x, spot.y) for spot in steps] for steps, _ in guesses(before, [put, slid, swapped, many], BOX)
    ]
    assert found == [[(26, 74)], [(26, 26), (26, 74)], [], []]
    assert [len(changed) for _, changed in guesses(before, [put, slid, swapped, many], BOX)] == [1, 2, 2, 4]


def test_a_drawing_that_moves_things_about_by_transform_has_no_spots() -> None:
    class Turned(Countdown):
        def svg(self, state: Any) -> str:
            turned = f'<g transform="rotate({state})"><rect x="0" y="0" width="9" height="9"/></g>'
            return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">{turned}</svg>'

    view = position(begun(Turned()))
    assert (view["box"], view["spots"]) == ((0, 0, 20, 20), [])
    assert {(move["steps"], move["mark"], move["spots"]) for move in view["moves"]} == {((), None, ())}
    assert "transform" in view["board"]


@pytest.mark.parametrize("size", ["", "0 0 1-2", "0 0 1e999 1", "0 0 0 9", "0 0 9 -9", "0 0 . 9"])
def test_a_drawing_whose_size_is_no_size_has_no_spots(size: str) -> None:
    class Sized(Told):
        told = Gesture(["here & now"])

        def svg(self, state: Any) -> str:
            return super().svg(state).replace("0 0 20 20", size)

    view = position(begun(Sized()))
    assert (view["box"], view["spots"]) == (None, [])
    assert {(move["steps"], move["mark"]) for move in view["moves"]} == {((), None)}


@pytest.mark.parametrize(
    "place",
    [
        'x="nan" y="1"',
        'x="1" y="inf"',
        'x="1" y="1" width="nan" height="1"',
        'x="1e308" y="1" width="3e308" height="1"',
        'cx="1" cy="-inf" r="1"',
        'cx="1" cy="1" r="NaN"',
        'cx="1" cy="1" r="1" ry="1e999"',
    ],
)
def test_only_finite_numbers_are_places(place: str) -> None:
    empty = '<svg viewBox="0 0 20 20"><rect x="0" y="0" width="9" height="9"/></svg>'
    assert guesses(empty, [empty.replace("</svg>", f"<circle {place}/></svg>")], BOX) == [([], [])]
    assert named_spots(empty.replace("<rect", f'<circle {place} data-place="a"/><rect')) == {}


# --- positions ------------------------------------------------------------------------------------------


@each_kind_of_game
def test_every_game_has_positions(name: str) -> None:
    play = Play.begin(solution_of(name))
    for ply in range(PLIES):
        view = json.loads(json.dumps(position(play)))
        assert (view["ply"], view["over"]) == (ply, play.is_over)
        assert view["state"] == play.game.format_state(play.state)
        assert view["board"].startswith("<svg")
        assert [move["text"] for move in view["moves"]] == [text for text, _ in play.moves]
        ways = [way["steps"] for move in view["moves"] for way in move.get("ways", ())]
        spots = [*ways, *(move["spots"] for move in view["moves"])]
        assert {i for places in spots for i in places} == set(range(len(view["spots"])))
        for move in view["moves"]:
            assert {*move["steps"], move["mark"]} - {None} <= set(move["spots"])
            assert move["mark"] is not None or not move["steps"]
        if play.is_over:
            assert (view["moves"], view["choice"], view["hint"]) == ([], None, None)
            assert view["ending"]
            break
        choice = view["moves"][view["choice"]]
        assert choice["best"]
        assert (choice["value"], choice["remoteness"]) == (view["value"], view["remoteness"])
        assert view["hint"].startswith(choice["text"])
        play = play.played(play.choice())


def test_a_position_of_a_lost_state_says_what_its_moves_come_to() -> None:
    view = position(begun(Nim(heaps=(1, 1))), hints=False)
    assert (view["value"], view["remoteness"], view["winner"]) == ("loss", 2, "second")
    assert view["headline"] == "Second wins in 2 plies"
    moves = [(move["outlook"], move["value"], move["remoteness"], move["best"]) for move in view["moves"]]
    assert moves == [("loses in 2", "loss", 2, True)]
    assert (view["choice"], view["hint"]) == (None, None)


def test_play_is_over_at_the_turn_limit_of_the_rules() -> None:
    play = begun(LIMITED)
    limit = play.game.max_plies
    assert limit == 1000
    while len(play.turns) < limit:
        text = next((text for text, _ in play.moves if text == "stay"), None)
        assert text, "either may stay where it is"
        play = play.played(play.move_called(text))
    view = position(play)
    assert (view["over"], view["moves"], view["ply"]) == (True, [], limit)
    assert view["ending"].startswith("the turn limit of 1000 plies is reached: Cat wins")


# --- reasons --------------------------------------------------------------------------------------------


@each_kind_of_game
def test_every_game_has_reasons(name: str) -> None:
    solution = solution_of(name)
    game = solution.game
    why = json.loads(json.dumps(explanation(solution)))
    steps = why["steps"]
    assert why["summary"]
    assert (steps[0]["value"], steps[0]["remoteness"]) == (
        solution.root.value.value,
        solution.root.remoteness,
    )
    state = solution.start
    for step in steps:
        assert step["state"] == game.format_state(state)
        assert step["player"] == game.players[game.to_move(state)]
        if step["move"] is None:
            break
        assert len(step["departures"]) < len(list(game.moves(state)))
        state = game.apply(state, game.parse_move(state, step["move"]))


def test_the_reasons_of_a_draw_come_back_to_where_they_were() -> None:
    solution = gamekit.solve(DRAWN)
    game = solution.game
    why = explanation(solution)
    assert why["cycle_start"] is not None
    circle = why["steps"][why["cycle_start"] :]
    assert {step["value"] for step in circle} == {"draw"}
    state = first = game.parse_state(circle[0]["state"])
    for step in circle:
        if step["move"] is not None:
            state = game.apply(state, game.parse_move(state, step["move"]))
    assert state == first


# --- neighbourhood ---------------------------------------------------------------------------------------


@each_kind_of_game
def test_every_game_has_neighbourhoods_whose_moves_can_be_played(name: str) -> None:
    solution = solution_of(name)
    play = Play.begin(solution)
    for _ in range(3):
        near = json.loads(json.dumps(neighbourhood(solution, play.state, within=2, most=60)))
        nodes, edges = near["nodes"], near["edges"]
        assert nodes[0]["state"] == play.game.format_state(play.state)
        assert len(nodes) <= 60 or near["within"] == 1
        assert len({(source, target) for source, target, _, _ in edges}) == len(edges)
        plays = {0: play}
        for source, target, is_best, move in edges:
            if target not in plays:
                plays[target] = plays[source].played(plays[source].move_called(move, numbers=False))
                assert nodes[target]["state"] == play.game.format_state(plays[target].state)
            child = next(reply[1] for text, reply in plays[source].moves if text == move)
            like = {play.game.canonical_state(reply[1]) for reply in plays[source].best}
            assert is_best == (play.game.canonical_state(child) in like)
        assert sorted(plays) == list(range(len(nodes)))
        for i, node in enumerate(nodes):
            leads_on = any(source == i for source, *_ in edges)
            assert node["rim"] == (not leads_on and not node["terminal"])
        if play.is_over:
            break
        play = play.played(play.choice())


@pytest.mark.parametrize(
    "game", [DRAWN, Nim(heaps=(2, 1)), TicTacToe()], ids=lambda game: type(game).__name__
)
def test_best_moves_are_those_of_the_solution(game: Any) -> None:
    solution = gamekit.solve(game)
    near = neighbourhood(solution, within=1)
    best = {game.format_move(solution.start, move) for move in solution.best_moves(solution.start)}
    marked = {move for _, _, is_best, move in near["edges"] if is_best}
    assert marked <= best
    assert bool(marked) == bool(best)
    worths = {near["nodes"][target]["payoff"] for _, target, is_best, _ in near["edges"] if is_best}
    assert worths == {solution.root.payoff}


def test_neighbourhoods_start_from_the_state_itself_and_not_from_one_like_it() -> None:
    solution = gamekit.solve(Nim(heaps=(2, 1)))
    assert solution.states[solution.place_of(solution.start)] != solution.start
    near = neighbourhood(solution, within=1)
    assert near["nodes"][0]["state"] == solution.game.format_state(solution.start)
    assert near["edges"][0][3] in [text for text, _ in Play.begin(solution).moves]


def test_no_more_is_shown_than_was_asked_for_but_one_ply_is() -> None:
    solution = solution_of("tic-tac-toe")
    whole = neighbourhood(solution, within=2, most=1000)
    assert (whole["within"], whole["cut"]) == (2, False)
    cut = neighbourhood(solution, within=2, most=len(whole["nodes"]) - 1)
    assert (cut["within"], cut["cut"]) == (1, True)
    assert len(cut["nodes"]) < len(whole["nodes"])
    assert neighbourhood(solution, within=6, most=1)["within"] == 1


def test_neighbourhood_of_a_game_with_a_turn_limit() -> None:
    near = neighbourhood(gamekit.solve(LIMITED), within=3)
    assert near["nodes"][0]["value"] in {"win", "loss"}
    assert not near["cut"]


# --- comparisons ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_comparison_says_what_the_report_says() -> None:
    comparison = gamekit.compare(CatMouse(graph=[[2], [2, 3], [0, 1], [1]]))
    view = json.loads(json.dumps(comparison_view(comparison)))
    assert (view["agree"], view["smallest_cap"], view["states"]) == (True, 3, comparison.states)
    assert view["note"] == "The smallest cap that suffices is 3."
    assert [tuple(row) for row in view["table"]["rows"]] == comparison.table()[1]
    assert [tuple(row) for row in view["caps"]["rows"]] == comparison.caps_table()[1]
    ranges = view["ranges"]
    assert [each["first"] for each in ranges[1:]] == [each["last"] + 1 for each in ranges[:-1]]
    assert ranges[0]["first"] == 0
    assert [each["minimax"] for each in ranges] == ["fails"] * (len(ranges) - 1) + ["right"]
    assert ranges[0]["folklore"] == "wrong"
    assert ranges[-1]["first"] == 3


def test_a_comparison_for_which_no_cap_suffices() -> None:
    view = comparison_view(gamekit.compare(DRAWN, ["retrograde"]))
    assert view["smallest_cap"] is None
    assert view["note"].startswith("No cap suffices")
    assert {each["minimax"] for each in view["ranges"]} == {"fails"}


def test_a_comparison_names_what_an_unsound_solver_gets_wrong() -> None:
    view = comparison_view(
        gamekit.compare(CatMouse(graph=[[2], [2, 3], [0, 1], [1]]), ["retrograde"], caps=[1])
    )
    assert view["agree"]
    (wrong,) = view["disagreements"]
    assert wrong.startswith("minimax:cap=1,cap_means=draw: ")


@pytest.mark.parametrize(
    "inside",
    [
        '<g transform="scale(2)"><rect x="1" y="1" width="2" height="2"/></g>',
        '<svg x="3" y="3"><rect x="1" y="1" width="2" height="2"/></svg>',
        '<style>rect {transform: scale(2)}</style><rect x="1" y="1" width="2" height="2"/>',
    ],
)
def test_elements_that_are_elsewhere_than_they_say_have_no_place(inside: str) -> None:
    before = f'<svg viewBox="0 0 20 10">{inside}</svg>'
    assert guesses(before, [before.replace("<rect", '<rect fill="red"')] * 2, BOX) == [([], [])] * 2


def test_a_word_in_a_drawing_moves_nothing() -> None:
    cell = '<rect x="1" y="1" width="4" height="4"/>'
    before = f'<svg viewBox="0 0 20 10"><text x="3" y="3">transform!</text>{cell}</svg>'
    spot = Spot(3, 3, 2, 2)
    assert guesses(before, [before.replace("transform!", "transform")], BOX) == [([spot], [spot])]


@pytest.mark.parametrize(
    ("root", "box", "width"),
    [
        ('<svg viewBox="0 0 3 3" width="300" height="300">', (0, 0, 3, 3), 300),
        ('<svg width="90px" height="60px">', (0, 0, 90, 60), 90),
        ('<svg width="90" height="60">', (0, 0, 90, 60), 90),
        ('<!-- viewBox="0 0 1 1" --><svg viewBox="0 0 9 9">', (0, 0, 9, 9), 300),
        ('<svg viewBox="0 0 9 9" width="100%">', (0, 0, 9, 9), 300),
    ],
)
def test_how_large_a_drawing_is(root: str, box: Any, width: float) -> None:
    drawing = f'{root}<rect x="0" y="0" width="1" height="1"/></svg>'
    assert (box_of(drawing), width_of(drawing)) == (box, width)


def test_spots_lie_in_the_drawing_though_the_one_after_the_move_is_larger() -> None:
    before, after = draw_grid(["X"]), draw_grid(["XO", "  "])
    left, top, width, height = box = box_of(before) or BOX
    ((_, changed),) = guesses(before, [after], box)
    for spot in changed:
        assert left <= spot.x - spot.half_width < spot.x + spot.half_width <= left + width
        assert top <= spot.y - spot.half_height < spot.y + spot.half_height <= top + height


def test_a_move_that_changes_nothing_takes_place_at_the_piece_that_stays() -> None:
    before = draw_grid(["MF ", "   "])
    (_, one), (_, other), (steps, here) = guesses(
        before, [draw_grid([" M ", "   "]), draw_grid([" F ", "M  "]), before], BOX
    )
    assert steps == here
    assert set(here) == set(one) & set(other)
    assert guesses(before, [before], BOX) == [([], [])]


def test_the_neighbourhood_shows_states_that_are_alike_once_and_its_paths_can_be_played() -> None:
    game = load_game("tic-tac-toe")
    solution = gamekit.solve(game)
    near = neighbourhood(solution, within=2)
    assert [node["remoteness"] for node in near["nodes"]].count(8) == 3  # corner, edge and middle
    assert len(near["nodes"]) == 1 + 3 + 12  # as everybody knows of tic-tac-toe
    reached = {0: game.initial_state()}
    for start, end, _, text in near["edges"]:
        if end not in reached:
            reached[end] = game.apply(reached[start], game.parse_move(reached[start], text))
        assert near["nodes"][end]["board"].startswith("<svg")
    for number, state in reached.items():
        assert near["nodes"][number]["state"] == game.format_state(state)
    assert len(reached) == len(near["nodes"])


def test_a_stone_may_be_dropped_from_any_free_place_above() -> None:
    game = load_game("connect-four", {"width": 3, "height": 3, "length": 3})
    view = position(Play.begin(gamekit.solve(game)), hints=False)
    ends = {move["text"]: view["spots"][move["mark"]] for move in view["moves"]}
    above = [(x, y) for x, y, _, _, i in view["reach"] if i == view["moves"][0]["mark"]]
    x, y, *_ = ends[view["moves"][0]["text"]]
    assert above == [(x, y - 96), (x, y - 48)]
    assert view["twins"] == []


def test_an_equal_heap_may_be_clicked_in_place_of_the_first() -> None:
    view = position(Play.begin(gamekit.solve(load_game("nim", {"heaps": [2, 1, 2]}))), hints=False)
    steps = {move["text"]: move["steps"] for move in view["moves"]}
    twins = [(x > view["spots"][i][0], y > view["spots"][i][1], i) for x, y, _, _, i in view["twins"]]
    assert twins == [
        (False, True, i) for i in (*steps["take 1 from a heap of 2"], *steps["take 2 from a heap of 2"])
    ]


def test_each_step_of_an_explanation_has_its_board() -> None:
    solution = gamekit.solve(load_game("hexapawn"))
    steps = explanation(solution)["steps"]
    boards = [step["board"] for step in steps]
    assert all(board.startswith("<svg") for board in boards)
    assert len(set(boards)) == len(boards)


@pytest.mark.parametrize(
    "name",
    cases(
        quick=["coin-turning-product", "col"],
        slow=sorted(name for name in {*NAMES, *adapted_names(GAMES)} if ":" not in name),
    ),
)
def test_rules_and_parameters_are_told_without_markup(name: str) -> None:
    cls = game_class(name)
    told = rules_of(load_game(name, dict(cls.presets.get(cls.first_preset, cls.example))))
    for text in (told["goal"], told["setup"], *told["rules"]):
        assert not re.search(r"`|\*\w", text)
    assert not re.search(r"\d×\S*[^\d]×|[|#]", told["setup"])


def test_parameters_are_told_in_words() -> None:
    assert setup_of({"misere": True, "men": 1, "geese": 2, "fewest": 2}) == (
        "misère play, 1 man, 2 geese, the fox wins once fewer than 2 geese are left"
    )
    assert (
        setup_of({"width": "1-2", "height": "1-2", "board": "xo.|ox.", "size": 3}) == "3×2 board, 3×3 board"
    )
