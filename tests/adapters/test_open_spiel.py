"""Games of OpenSpiel's: every one that gamekit takes, at a size that OpenSpiel itself can solve."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from support.command import assert_refused, call
from support.marks import cases

import gamekit
from gamekit import InputError, RulesError, UnknownNameError, UnknownStateError, UnsupportedError
from gamekit.adapters import open_spiel
from gamekit.adapters.spiel.names import names
from gamekit.adapters.spiel.positions import text_of
from gamekit.adapters.spiel.rules import SpielGame
from gamekit.testing import check_game

pyspiel: Any = pytest.importorskip("pyspiel", reason="the extra open-spiel is not installed")
pytestmark = pytest.mark.extra

SMALL = {
    "breakthrough(rows=4,columns=2)": (251, "text"),
    "checkers(rows=4,columns=4)": (1, "text"),
    "clobber(rows=3,columns=3)": (761, "text"),
    "connect_four(rows=3,columns=3,x_in_row=3)": (694, "text"),
    "dots_and_boxes(num_rows=1,num_cols=2)": (143, "text"),
    "dots_and_boxes(num_rows=1,num_cols=2,utility_margin=True)": (143, "text"),
    "go(board_size=2,max_game_length=6)": (1_171, "history"),
    "gomoku(size=2,connect=2)": (29, "text"),
    "havannah(board_size=2)": (910, "text"),
    "hex(board_size=2,swap=True)": (63, "text"),
    "mnk(m=3,n=2,k=2)": (129, "text"),
    "nim(pile_sizes=1;2;3)": (40, "text"),
    "oware(num_houses_per_player=2,num_seeds_per_house=1)": (144, "history"),
    "start_at(history=0;1,game=tic_tac_toe())": (654, "text"),
    "y(board_size=3)": (547, "text"),
}
"""Games with their number of states and their state key."""

LARGER = {
    "hex(board_size=3)": (5_514, "text"),
    "misere(game=tic_tac_toe())": (5_478, "text"),
    "tic_tac_toe": (5_478, "text"),
}

LONG = {
    "breakthrough(rows=4,columns=3)": (10_689, "text"),
    "python_tic_tac_toe": (5_478, "text"),  # with rules in Python, which take milliseconds a state
    "quoridor(board_size=3,wall_count=1)": (42_955, "text-and-ply"),
}
"""Games that take many seconds."""

TOO_LARGE = {
    *(
        "amazons",
        "antichess",
        "chess",
        "chinese_checkers",
        "crazyhouse",
        "cursor_go",
        "hive",
        "lines_of_action",
    ),
    *(
        "mancala",
        "nine_mens_morris",
        "othello",
        "pentago",
        "shogi",
        "twixt",
        "ultimate_tic_tac_toe",
        "xiangqi",
    ),
}
"""Games without an instance of fewer than 50,000 states that OpenSpiel accepts."""

TEXT_IS_NO_STATE = {"breakthrough", "go", "hex(board_size=2,swap=True)", "oware", "quoridor"}
"""Games whose states OpenSpiel's value iteration confuses, because it takes their texts for them."""


def _each(sizes: dict[str, tuple[int, str]]) -> list[tuple[str, int, str]]:
    return [(name, *known) for name, known in sizes.items()]


@pytest.mark.parametrize(
    ("name", "states", "state_key"),
    cases(quick=_each(SMALL), release=_each(LARGER | LONG)),
)
def test_values_equal_those_of_openspiels_value_iteration(
    name: str, states: int, state_key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = pytest.importorskip("open_spiel.python.algorithms.value_iteration")

    def openspiels() -> dict[str, float]:
        values: dict[str, float] = module.value_iteration(loaded, -1, 1e-9, cyclic_game=True)
        return values

    game: Any = open_spiel(name)
    solution = gamekit.solve(game)
    assert (len(solution), game.state_key) == (states, state_key)
    assert gamekit.verify(solution).ok
    loaded = pyspiel.load_game(name)
    with monkeypatch.context() as patched:  # so that it does not confuse states
        patched.setattr(module, "str", lambda state: text_of(state, state_key, game.players), raising=False)
        assert openspiels() == {position.text: solution[position].payoff for position in solution.states}
    by_its_own_texts = {game.render(position): solution[position].payoff for position in solution.states}
    is_right = {text.rstrip("\n"): value for text, value in openspiels().items()} == by_its_own_texts
    assert is_right == TEXT_IS_NO_STATE.isdisjoint({name, loaded.get_type().short_name})


def test_no_game_of_openspiels_is_missing() -> None:
    tested = {name.partition("(")[0] for name in (*SMALL, *LARGER, *LONG)} - {
        "misere",
        "start_at",
        "python_tic_tac_toe",
    }
    listed = {name.removeprefix("open_spiel:") for name in names()}
    of_tests = {name for name in listed if name.startswith(("test_", "python_"))}
    assert listed - of_tests == tested | TOO_LARGE


def test_a_table_is_read_again(tmp_path: Path) -> None:
    solution = gamekit.solve(open_spiel("breakthrough(rows=4,columns=2)"))
    gamekit.save_table(solution, tmp_path / "table")
    table = gamekit.open_table(tmp_path / "table")
    assert repr(table.game) == "open_spiel:breakthrough(columns=2,rows=4)"
    assert gamekit.verify(table).ok
    for position in solution.states:
        assert table[position].payoff == solution[position].payoff
        assert table.game.parse_state(position.text) == position


def test_rules_keep_the_promises_of_a_game() -> None:
    for name in ("nim(pile_sizes=1;2)", "dots_and_boxes(num_rows=1,num_cols=1)", "hex(board_size=2)"):
        check_game(open_spiel(name))


def test_equal_games_are_equal() -> None:
    game = open_spiel("hex(board_size=2)")
    same = gamekit.load_game("open_spiel:hex", {"num_cols": 2, "num_rows": 2, "board_size": 2})
    assert (game, hash(game)) == (same, hash(same))
    assert pickle.loads(pickle.dumps(game)) == game
    assert game != open_spiel("hex(board_size=2)", state_key="history")
    assert game != open_spiel("hex(board_size=3)")


@pytest.mark.slow
def test_states_are_read_by_their_moves_and_by_their_texts() -> None:
    game = open_spiel("tic_tac_toe")
    position = game.parse_state("moves: 4 0 8")
    assert game.format_state(position) == "second: o../.x./..x"
    assert open_spiel("tic_tac_toe").parse_state("second: o../.x./..x") == position
    assert game.render(position) == "o..\n.x.\n..x"
    assert [game.format_move(position, move) for move in game.moves(position)][:2] == ["o(0,1)", "o(0,2)"]
    for text, message in {
        "moves: 4 4": "'4' is not a legal move of tic_tac_toe\\(\\) after 'moves: 4'; legal are 0 1 2 3 5 6 7 8",
        "moves: 0 3 1 4 2 5": "after 'moves: 0 3 1 4 2'; there the game is over",
        "moves: x": "'x' is not a legal move of .* after 'moves:'",
        "first: xxx/xxx/xxx": "no state of tic_tac_toe\\(\\) has the text 'first: xxx/xxx/xxx': it is none that play",
        "": "a state of tic_tac_toe.* reads like 'first: .../.../...', or like 'moves: 4 0 8' for the .* ''",
        "third: xxx": "this one is 'third: xxx'",
    }.items():
        with pytest.raises(InputError, match=message):
            game.parse_state(text)


@pytest.mark.parametrize(
    ("name", "state_key", "difference"),
    cases(
        quick=[
            (
                "oware(num_houses_per_player=2,num_seeds_per_house=1)",
                "text",
                "the other at 'over",
            ),
            ("oware(num_houses_per_player=2,num_seeds_per_house=1)", "text-and-ply", "the other at 'over"),
            ("go(board_size=2)", "text-and-ply", "the end"),  # superko
            ("chinese_checkers", "text", "other legal moves"),  # a piece may not go back at once
        ],
        slow=[
            ("quoridor(board_size=3,wall_count=1)", "text", "the end"),  # a play has 36 moves at most
        ],
    ),
)
def test_a_state_key_that_merges_different_futures_is_refused(
    name: str, state_key: str, difference: str
) -> None:
    game = open_spiel(name, state_key=state_key)
    with pytest.raises(RulesError, match=difference) as refused:
        gamekit.solve(game)
    assert "a finer state_key, such as history, tells them apart" in str(refused.value)


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("kuhn_poker", UnsupportedError, "kuhn_poker, because it has chance in it, such as dice or cards"),
        ("goofspiel", UnsupportedError, "because it lets the players move at the same time"),
        ("phantom_ttt", UnsupportedError, "because it hides information from a player"),
        (
            "quoridor(players=3)",
            UnsupportedError,
            "because it is for 3 players, and gamekit solves games for one or",
        ),
        ("morpion_solitaire", UnsupportedError, "because it gives rewards before the game ends"),
        (
            "tic_tac_to",
            UnknownNameError,
            "OpenSpiel has no game called 'tic_tac_to'; did you mean 'tic_tac_toe'?",
        ),
        ("", UnknownNameError, "OpenSpiel has no game called ''"),
        ("breakthrough(row=4)", InputError, "has no parameter 'row'; did you mean 'rows'?"),
        ("breakthrough(rows=x)", InputError, "rows must be an integer; it is 'x'"),
        ("breakthrough(rows=4", InputError, "each once; this is 'breakthrough(rows=4'"),
        ("breakthrough(rows=4)x", InputError, "each once; this is 'breakthrough(rows=4)x'"),
        ("breakthrough(rows=4,rows=5)", InputError, "must be written NAME(PARAMETER=VALUE,...), each once"),
        ("tic_tac_toe(x)", InputError, "must be written NAME(PARAMETER=VALUE,...), each once; this is"),
        ("nim(pile_sizes=99999999999999999)", InputError, "OpenSpiel cannot read 'nim(pile_sizes=9"),
        ("breakthrough(rows=99999)", InputError, "OpenSpiel refuses breakthrough(rows=99999): "),
        (
            "amazons(board_size=4)",
            InputError,
            "OpenSpiel refuses amazons(board_size=4): CHECK_TRUE(board_size_ == 6",
        ),
        ("efg_game(filename=x)", UnsupportedError, "because it is read from a file"),
        ("misere(game=efg_game(filename=x))", UnsupportedError, "because it is read from a file"),
        ("misere(game=kuhn_poker())", UnsupportedError, "because it has chance in it"),
    ],
)
def test_what_gamekit_cannot_solve_is_refused_in_one_sentence(
    name: str, error: type[Exception], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(error) as refused:
        open_spiel(name)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)
    assert capfd.readouterr().err == ""  # where OpenSpiel writes its errors, too
    assert_refused(call("solve", f"open_spiel:{name}"), str(refused.value))


def test_parameters_cannot_break_out_of_the_name() -> None:
    with pytest.raises(InputError, match="pile_sizes must not contain any of"):
        open_spiel("nim", pile_sizes="1;2,is_misere=False")
    with pytest.raises(InputError, match="state_key must be auto or text or text-and-ply or history; it is"):
        open_spiel("nim", state_key="board")


def test_every_verb_takes_a_game_of_openspiels(tmp_path: Path) -> None:
    nim = "open_spiel:nim(pile_sizes=1;2)"
    solved = call("solve", nim, "--json", "--save", str(tmp_path / "table")).json
    assert (solved["value"], solved["remoteness"]) == ("win", 2)
    assert call("solve", "open_spiel:nim", "-p", "pile_sizes=1;2", "--json").json["value"] == "win"
    assert call("check", nim).out.startswith(f"{nim}: the rules hold")
    assert call("explain", nim, "--state", "moves: 0").status == 0
    assert call("probe", str(tmp_path / "table"), "first: (0): 1 2", "--json").status == 0
    assert call("verify", str(tmp_path / "table")).status == 0
    assert call("plan", nim).status == 0
    described = call("info", nim, "--json").json
    assert (described["kind"], described["example"]) == ("game", {"pile_sizes": "1;2"})
    assert described["description"].startswith("Nim: an OpenSpiel game.")
    listed = call("list", "--json").json["elsewhere"]
    assert listed["open_spiel:tic_tac_toe"] == "Tic Tac Toe"
    assert_refused(call("verify", nim), None)


# --- games of one player, and such as break promises -----------------------------------------------------------


class _Stairs(pyspiel.State):  # type: ignore[misc]
    """A game of climbing stairs, one or two steps at a time."""

    def __init__(self, game: Any, steps: int, end: float, hidden: bool) -> None:
        super().__init__(game)
        self.left, self.end, self.hidden, self.made = steps, end, hidden, 0

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else 0

    def _legal_actions(self, _player: int) -> list[int]:
        return [0, 1][: self.left]

    def _apply_action(self, action: int) -> None:
        self.left -= action + 1
        self.made += 1

    def _action_to_string(self, _player: int, action: int) -> str:
        return "step"  # both are called so

    def is_terminal(self) -> bool:
        return self.left == 0

    def returns(self) -> list[float]:
        return [self.end + self.made * self.hidden if self.is_terminal() else 0.0]

    def __str__(self) -> str:
        return f"{self.left} \\ left/\n"


def _stairs(name: str, *, steps: int = 4, end: float = 1.0, hidden: bool = False) -> SpielGame:
    kind = pyspiel.GameType(
        short_name=name,
        long_name="Stairs",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=1,
        min_num_players=1,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=2,
        max_chance_outcomes=0,
        num_players=1,
        min_utility=0.0,
        max_utility=9.0,
        utility_sum=None,
        max_game_length=steps,
    )

    class Stairs(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, info, params or {})

        def new_initial_state(self) -> _Stairs:
            return _Stairs(self, steps, end, hidden)

    if name not in pyspiel.registered_names():
        pyspiel.register_game(kind, Stairs)
    game = open_spiel(name)
    assert isinstance(game, SpielGame)
    return game


def test_a_game_for_one_player() -> None:
    solution = gamekit.solve(_stairs("test_stairs"))
    assert str(solution.root) == "WIN in 2 for solver"
    assert len(solution) == 5
    assert solution.game.format_state(solution.start) == r"solver: 4 \\ left\//"
    moves = [solution.game.format_move(solution.start, move) for move in (0, 1)]
    assert moves == ["step (0)", "step (1)"]


def test_returns_that_are_no_integers_are_refused() -> None:
    with pytest.raises(RulesError, match=r"the returns must be integers.*after 'moves: .*' they are \[0.5\]"):
        gamekit.solve(_stairs("test_halves", end=0.5))


def test_a_state_whose_text_says_too_little_is_told_apart_by_more() -> None:
    game: Any = _stairs("test_counted", hidden=True)
    assert game.state_key == "text-and-ply"
    assert gamekit.solve(game).root.payoff == 5  # with as many steps as there are


def test_an_unknown_state() -> None:
    solution = gamekit.solve(open_spiel("nim(pile_sizes=1;2)"))
    with pytest.raises(UnknownStateError):
        solution[open_spiel("nim(pile_sizes=1;3)").initial_state()]


def test_a_game_that_begins_in_the_midst() -> None:
    name = "start_at(history=0;1,game=tic_tac_toe())"
    game: Any = open_spiel(name)
    state = pyspiel.load_game(name).new_initial_state()
    assert game.position_of(state) == game.initial_state()
    state.apply_action(4)
    position = game.position_of(state)
    assert (game.render(position), position.history) == ("xo.\n.x.\n...", (4,))


def test_texts_are_looked_up_side_by_side() -> None:
    solution = gamekit.solve(open_spiel("connect_four(rows=3,columns=3,x_in_row=3)"))
    fresh = open_spiel("connect_four(rows=3,columns=3,x_in_row=3)")
    with ThreadPoolExecutor(8) as threads:
        found = [*threads.map(fresh.parse_state, [position.text for position in reversed(solution.states)])]
    assert found == [*reversed(solution.states)]
