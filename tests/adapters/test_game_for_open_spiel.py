"""Games of gamekit's in OpenSpiel: its own tests of games, its algorithms, and solutions as policies and bots."""

from __future__ import annotations

from typing import Any

import pytest
from support.marks import cases

import gamekit
from gamekit import InputError, LimitError, UnsupportedError
from gamekit.adapters import open_spiel

pyspiel: Any = pytest.importorskip("pyspiel", reason="the extra open-spiel is not installed")
from gamekit.adapters import SolutionBot, SolutionPolicy, as_open_spiel  # noqa: E402 (they need it)

pytestmark = pytest.mark.extra

LOOP_FREE = {
    "nim": {"heaps": [1, 2, 3]},
    "chomp": {"rows": 2, "columns": 3},
    "kayles": {"heaps": [4]},
    "domineering": {"board": "..|.."},
    "connect-four": {"columns": 3, "rows": 3, "length": 3},
    "tic-tac-toe": {},
}


def _loaded(name: str) -> Any:
    return gamekit.load_game(name, LOOP_FREE.get(name) or None)


@pytest.mark.parametrize(
    "name",
    cases(quick=["nim", "chomp", "kayles", "domineering"], slow=["connect-four"], release=["tic-tac-toe"]),
)
def test_openspiels_own_tests_and_its_minimax(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")
    game = _loaded(name)
    spiel = as_open_spiel(game)
    pyspiel.random_sim_test(spiel, 3, True, False)
    capfd.readouterr()
    solution = gamekit.solve(game)
    assert minimax.alpha_beta_search(spiel)[0] == solution.root.payoff
    assert spiel.max_game_length() >= max(verdict.remoteness or 0 for verdict in solution)
    assert spiel.min_utility() <= solution.root.payoff <= spiel.max_utility()
    assert pyspiel.load_game(spiel.get_type().short_name).get_type() == spiel.get_type()
    assert str(as_open_spiel(game)) == str(spiel)


def test_a_state_has_texts_moves_and_copies_of_its_own() -> None:
    state = as_open_spiel(gamekit.load_game("nim", [1, 2])).new_initial_state()
    texts = [state.action_to_string(0, action) for action in state.legal_actions()]
    assert texts == ["take 1 from a heap of 1", "take 1 from a heap of 2", "take 2 from a heap of 2"]
    copy = state.clone()
    copy.apply_action(2)
    assert (str(state), str(copy)) == ("1 2, first to move", "1 0, second to move")
    assert copy.information_state_string(0) == copy.observation_string(1) == str(copy)
    assert (state.history(), copy.history()) == ([], [2])


def test_a_game_that_can_go_on_needs_a_length(capfd: pytest.CaptureFixture[str]) -> None:
    game = gamekit.load_game("cat-mouse")
    with pytest.raises(
        UnsupportedError, match=r"CatMouse can go on for ever, as from mouse .*; max_length says after"
    ):
        as_open_spiel(game)
    spiel = as_open_spiel(game, max_length=7)
    assert spiel.max_game_length() == 7
    pyspiel.random_sim_test(spiel, 2, False, False)
    capfd.readouterr()
    state = spiel.new_initial_state()
    solution = gamekit.solve(game)
    bots = [SolutionBot(solution, player=player) for player in (0, 1)]
    assert pyspiel.evaluate_bots(state, bots, 0) == [0.0, 0.0]  # a draw, which the seventh move ends
    assert (state.move_number(), state.is_terminal()) == (7, True)
    assert bots[0].step(state) == pyspiel.INVALID_ACTION


def test_a_puzzle(capfd: pytest.CaptureFixture[str]) -> None:
    game = gamekit.load_game("wolf-goat-cabbage")
    spiel = as_open_spiel(game, max_length=17)
    assert (spiel.num_players(), spiel.min_utility(), spiel.max_utility()) == (1, -1.0, 1.0)
    pyspiel.random_sim_test(spiel, 2, False, False)
    capfd.readouterr()
    state = spiel.new_initial_state()
    bot = SolutionBot(gamekit.solve(game), player=0, seed=3)
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert (state.returns(), state.move_number()) == ([1.0], 7)


def test_a_solution_is_a_policy_that_nobody_can_exploit() -> None:
    exploitability = pytest.importorskip("open_spiel.python.algorithms.exploitability")
    nim = gamekit.load_game("nim", [1, 2])
    policy = SolutionPolicy(as_open_spiel(nim), gamekit.solve(nim))
    assert exploitability.nash_conv(policy.game, policy) == 0
    assert policy.action_probabilities(policy.game.new_initial_state()) == {1: 1.0}

    native = pyspiel.load_game("nim(pile_sizes=1;2)")
    policy = SolutionPolicy(native, gamekit.solve(open_spiel("nim(pile_sizes=1;2)")))
    assert exploitability.nash_conv(native, policy) == 0


def test_bots_play_openspiels_own_states() -> None:
    solution = gamekit.solve(open_spiel("connect_four(rows=3,columns=3,x_in_row=3)"))
    game = pyspiel.load_game("connect_four(rows=3,columns=3,x_in_row=3)")
    perfect, drawn = SolutionBot(solution, player=0), SolutionBot(solution, player=1, seed=1)
    assert pyspiel.evaluate_bots(game.new_initial_state(), [perfect, drawn], 0) == [0.0, 0.0]


def test_states_of_other_games_are_refused() -> None:
    nim = gamekit.load_game("nim", [1, 2])
    ours, theirs = as_open_spiel(nim), pyspiel.load_game("tic_tac_toe")
    with pytest.raises(InputError, match=r"makes of it; this state belongs to tic_tac_toe\(\)"):
        SolutionBot(gamekit.solve(nim), player=0).step(theirs.new_initial_state())
    with pytest.raises(InputError, match=r"this state belongs to gamekit_nim_"):
        SolutionBot(gamekit.solve(gamekit.load_game("nim", [2, 2])), player=0).step(ours.new_initial_state())
    bot = SolutionBot(gamekit.solve(open_spiel("nim(pile_sizes=1;2)")), player=0)
    with pytest.raises(
        InputError, match=r"the state must be one of nim\(pile_sizes=1;2\); it is one of tic_tac_toe"
    ):
        bot.step(theirs.new_initial_state())


def test_a_game_with_too_many_states_whether_or_not_it_was_listed_before() -> None:
    nim = gamekit.load_game("nim", [3, 3])
    for _ in range(2):
        with pytest.raises(LimitError, match="more than 21 states"):
            as_open_spiel(nim, max_states=21)
        as_open_spiel(nim, max_states=22)
